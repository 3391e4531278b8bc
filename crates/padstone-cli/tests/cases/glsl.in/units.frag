#version 450
layout(binding = 0, std140) uniform Lights { vec4 color; } lights[2];
layout(binding = 1, std140) uniform Fog { vec4 fog; };
layout(binding = 0) uniform sampler2D maps[3];
layout(binding = 2) uniform sampler3D noise;
layout(binding = 0) uniform atomic_uint counters[4];
layout(location = 0) out vec4 color;
void main() { color = lights[1].color + fog + texture(maps[2], vec2(0)) + texture(noise, vec3(0)) + float(atomicCounter(counters[1])); }
