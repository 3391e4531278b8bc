#version 430
struct Wave { vec2 direction; float height; };
layout(location = 4) uniform Wave waves[2];
uniform vec3 tint;
uniform mat4x3 bones[3];
layout(std140) uniform Matrices { mat4 world; };
layout(binding = 3) uniform sampler2D foam;
uniform Shared { vec3 a; float b; };
layout(packed) buffer Packed { vec3 c; };
void main() { gl_Position = world * vec4(tint, 1.0); }
