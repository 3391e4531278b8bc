#version 450
struct Light { vec3 position; float range; vec4 color; };
struct Probe { vec3 position; vec3 color; };
layout(std430, binding = 0) readonly buffer Lights { Light lights[]; };
layout(std430, binding = 1) readonly buffer probes { Probe all[]; };
layout(std430, binding = 2, row_major) readonly buffer Bones { mat4x3 bones[]; };
void main() {}
