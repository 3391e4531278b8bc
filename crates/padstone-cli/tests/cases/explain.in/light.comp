#version 450
struct Light { vec3 p; float w[3]; vec2 v; };
layout(binding = 0, std140) uniform A { Light l[2]; } a;
struct Both { vec3 p; float w[3]; };
layout(binding = 1, std140) uniform B { Both b; } b;
layout(binding = 2, std430) buffer C { Both c; } c;
void main() {}
