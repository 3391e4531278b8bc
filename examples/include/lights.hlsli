// lights.hlsli: lights and shadows, for all shading passes.
#pragma once

#include "common.hlsli"

#ifndef MAX_LIGHTS
#define MAX_LIGHTS 16 // or -D MAX_LIGHTS=64
#endif
#define CASCADES 4

enum class LightKind : uint { Point, Spot, Directional };

struct Light {
    float3 position;
    float radius;      // in the register of position
    float3 color;
    LightKind kind;
    float3 direction;
    float spotScale;   // spot cones: saturate(cosine * spotScale + spotOffset)
    float spotOffset;  // 52 bytes; in an array the stride is 64
};

CONSTANTS(Lights, 1, SPACE_FRAME) {
    uint lightCount;
    float3 ambient;
    Light lights[MAX_LIGHTS];
    float lightCutoff;             // in the tail padding of the last light: none follows the array
    float4x4 cascades[CASCADES];
    float cascadeSplits[CASCADES]; // four floats in 52 bytes; post.hlsl packs them
    float2 shadowTexel;
    float shadowBias;
};

float attenuation(Light light, float distance) {
    float x = saturate(1 - square(square(distance / light.radius)));
    return square(x) / max(square(distance), lightCutoff);
}

float spotCone(Light light, float3 toLight) {
    return saturate(dot(-toLight, light.direction) * light.spotScale + light.spotOffset);
}

uint cascadeAt(float depth) {
    uint cascade = 0;
    [unroll] for (uint i = 0; i < CASCADES - 1; ++i)
        cascade += depth > cascadeSplits[i] ? 1 : 0;
    return cascade;
}
