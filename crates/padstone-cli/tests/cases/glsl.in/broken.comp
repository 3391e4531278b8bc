#version 460
layout(local_size_x = 1) in;
layout(std140, binding = 0) uniform Good { float a; vec2 b; };
layout(std140) uniform Unbound { float c; };
layout(std140, binding = 1) uniform Bad { Missing d; };
layout(std140, binding = 2) uniform Offset { float e; layout(offset = 12) vec3 f; };
uniform float loose;
void main() {}
