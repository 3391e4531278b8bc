#version 460
layout(binding = 0) uniform Sky { mat3 rotation; float intensity[SIZE]; };
void main() {}
