#version 450
struct Light { vec3 Sky; int power; };
layout(binding = 0) uniform Comet { Light head; };
void main() {}
