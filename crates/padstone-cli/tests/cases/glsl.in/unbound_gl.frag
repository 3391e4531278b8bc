#version 330
uniform sampler2D map;
layout(std140) uniform Fog { vec4 fog; };
out vec4 color;
void main() { color = texture(map, vec2(0)) + fog; }
