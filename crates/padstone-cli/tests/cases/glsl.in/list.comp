#version 460
#extension GL_EXT_buffer_reference : require
layout(buffer_reference, std430) buffer Node { float weight; Node next; };
layout(push_constant) uniform Draw { Node first; };
void main() {}
