struct Light {
    float3 position;
    float range;

cbuffer Scene : register(b1) {
    Light light;
    float2 size;
};

float3 shade(float3 at, float2

StructuredBuffer<float3> normals;
