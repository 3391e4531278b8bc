struct Frustum { vec4 planes[6]; float near; };
layout(binding = 0) uniform Frame {
    mat3 view;
    layout(row_major) mat2x3 skew;
    Frustum frustum;
#ifdef JITTER
    vec2 jitter;
#endif
} frame;
