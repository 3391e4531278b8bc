#version 450
layout(set = 0, binding = 0) uniform Frame {
    float time;
    vec3 eye;
    float weights[3];
} frame;
void main() {}
