cbuffer Fog { float density; int step; };
float sum(float x) {
    for (int step = 0; step < 3; ++step)
        x *= density;
    return x + step;
}
