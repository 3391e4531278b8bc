#version 450
layout(binding = 0) uniform Sky { mat3 rotation; layout(offset = 64) float intensity; };
void main() {}
