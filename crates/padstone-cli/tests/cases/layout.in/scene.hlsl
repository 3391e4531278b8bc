#include "light.hlsli"

cbuffer Camera : register(b2, space1) {
    row_major float3x4 view;
    float3 position;
    float2 jitter;
    bool reversed;
};

struct Pixel {
    float4 colour : SV_Target0;
    min16float depth : SV_Target1;
};

cbuffer Scene {
    float exposure;
    Light lights[2];
    float2 size;
    float grid[2][3];
    float2x1 narrow;
};

StructuredBuffer<Light> all;
RWStructuredBuffer<uint> counts[];
Texture2D<float4> sky;
float time : register(c1);
float4 tint;
