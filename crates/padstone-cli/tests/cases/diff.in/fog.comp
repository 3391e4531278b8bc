#version 450
layout(set = 0, binding = 0, std430) buffer fog { vec3 color; float density; uvec4 steps[2]; mat4 turn; uint hits; int bins[3]; };
void main() {}
