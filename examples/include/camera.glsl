// The camera, for every pass. Set 0 contains the resources of the frame.
#ifndef CAMERA_GLSL
#define CAMERA_GLSL

struct Frustum {
    vec4 planes[6];
    float near, far;
};

layout(std140, set = 0, binding = 0) uniform Camera {
    mat4 view;
    mat4 projection;
    layout(row_major) mat4x3 worldToClip; // the program writes rows
    vec3 eye;
    float time;
    Frustum frustum;
} camera;

#endif
