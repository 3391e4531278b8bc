#version 450
layout(binding = 0, std140) uniform A { vec4 a; };
uniform B { vec4 b; };
uniform sampler2D t;
layout(set = 1, binding = 0) uniform sampler2D u;
layout(set = 1) uniform sampler2D v;
layout(binding = 2) uniform sampler2D w;
void main() {}
