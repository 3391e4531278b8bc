#version 310 es
layout(binding = 0, std140) uniform U {
    highp vec4 a;
#ifdef GL_COMPUTE_SHADER
    highp vec4 extra;
#endif
    highp vec4 b;
};
layout(local_size_x = 1) in;
void main() {}
