#ifndef LIGHTS_GLSL
#define LIGHTS_GLSL
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

const int TILE = 1 << 4;
const int CLUSTERS = TILE * TILE / 4;

struct Light {
    vec3 position;
    float range;
    vec3 colour;
    f16vec2 cone;
    int shadow;
};

// The layout of the program: without padding.
layout(scalar, set = 0, binding = 1) readonly buffer Lights {
    int count;
    uint clusters[CLUSTERS][2];
    Light lights[];
};

#endif
