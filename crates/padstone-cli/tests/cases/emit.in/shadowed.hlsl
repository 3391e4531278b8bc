struct FogLayout { float unused; };
cbuffer Fog { float density; float height; };
namespace night { static const float density = 3; enum Step { height, low }; }
namespace night { float amount() { return density * (int)height + ::density; } }
template<typename density> density twice(density x) { return x + x; }
template<typename T> struct Band { T height; T get(); };
template<typename T> T Band<T>::get() { return height + density; }
float sum(Band<float> band) {
    float total = 0;
    for (float height = 0; height < 3; ++height)
        total += height;
    return total + twice(density) + band.height;
}
