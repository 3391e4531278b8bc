#version 430 core
// For OpenGL: padstone layout examples/water.vert --target-env opengl

struct Wave {
    vec2 direction;
    float amplitude;
    float wavelength;
};

layout(std140, binding = 0) uniform Frame {
    mat4 viewProjection;
    vec3 eye;
    float time;
};

layout(std140, row_major, binding = 1) uniform Water {
    mat3 surfaceToWorld;
    Wave waves[4];
    vec2 tide;
};

layout(location = 0) uniform float choppiness;
layout(location = 1) uniform vec3 shallow[2];
layout(binding = 2) uniform sampler2D foam;

layout(location = 0) in vec2 position;
layout(location = 0) out vec3 world;

void main() {
    vec3 p = vec3(position, textureLod(foam, position, 0.0).r * choppiness + tide.x);
    for (int i = 0; i < 4; ++i) {
        float phase = dot(waves[i].direction, position) / waves[i].wavelength + time;
        p.z += waves[i].amplitude * sin(phase);
    }
    world = surfaceToWorld * p + shallow[0];
    gl_Position = viewProjection * vec4(world - eye, 1.0);
}
