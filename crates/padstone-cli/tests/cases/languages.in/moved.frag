#version 450
uniform Sky { mat3 rotation; layout(offset = 64) float intensity; };
void main() {}
