#version 450
layout(binding = 2, offset = 4) uniform atomic_uint born;
uniform float step;
void main() { atomicCounterIncrement(born); }
