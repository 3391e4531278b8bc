#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(binding = 0, std430) buffer cells { vec4 a[2]; layout(offset = 64) float b; } c_;
layout(binding = 1, std430) buffer mixed { uvec3 p; int k; float w[2]; } m_;
layout(binding = 2, std430) buffer wide { double a; layout(offset = 8) float b; } w_;
layout(binding = 3, std430) buffer ports { bool flag; uint64_t address; ivec2 signs; } p_;
void main() {}
