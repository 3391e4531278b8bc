#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in vec3 normal[];
layout(location = 1) in Surface { vec4 colour; float weights[2]; } surface[];
layout(location = 0) out vec3 facing;

void main() {}
