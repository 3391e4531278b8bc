#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_buffer_reference : require
#include "frame.glsl"

layout(buffer_reference) buffer Node;
layout(buffer_reference, std430) readonly buffer Node { vec3 centre; Node next; };

layout(scalar, set = 1, binding = 0) readonly buffer Points {
    uint count;
    layout(align = 16) Node first;
    vec3 points[];
};
layout(std430, set = 1, binding = 1) buffer Tile { uint lists[2][4]; } tiles[2][3];
layout(push_constant) uniform Draw { layout(offset = 32) vec2 scale; bool mirrored; } draw;
layout(set = 1, binding = 1) uniform sampler2D noise;
layout(set = 1, binding = 3) uniform Probe { vec4 sun; } probes[];
void main() {}
