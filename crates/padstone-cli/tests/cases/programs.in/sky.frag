#version 450
layout(set = 0, binding = 1) uniform Sun { vec3 to; float size; } sun;
layout(set = 1, binding = 0) uniform sampler2D clouds[2];
layout(push_constant) uniform Push { layout(offset = 16) vec4 tint; };
void main() {}
