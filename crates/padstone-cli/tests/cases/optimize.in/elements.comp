#version 450
struct Probe { vec4 plane; float a; vec3 position; float b; float c[3]; };
layout(binding = 0, std140) uniform Probes { Probe probes[4]; };
