#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in mat4 model;
layout(location = 0) flat out uint material;
layout(location = 1, component = 2) out vec2 uv;
layout(location = 2) out Surface {
    vec4 colour;
    float weights[3];
    layout(location = 9) noperspective centroid vec2 screen;
    vec3 normal;
} surface;
layout(location = 20) out Motion { vec4 before; mat3 turn; };

void main() {}
