#version 450
layout(push_constant) uniform Push { layout(offset = 20) float exposure; layout(offset = 32) vec4 tint; } push;
layout(location = 0) out vec4 colour;
void main() { colour = push.tint * push.exposure; }
