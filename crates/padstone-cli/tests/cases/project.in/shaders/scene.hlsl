#include "light.hlsli"

cbuffer Scene {
    float3x4 world;
    Light lights[LIGHTS];
};
