cbuffer Fog { float density; float height; };
#define SCALED(type, name) type name = 2;
float amount() {
#ifdef FIXED
    float density = 1;
#endif
    SCALED(float, height)
    return density * height;
}
float sum() {
    for (float height = 0; height < 3; ++height) {}
    return height;
}
