#version 460
layout(std430, binding = 0) buffer Terrain { float heights[1000000000]; float weights[4]; };
void main() {}
