struct Light { float3 colour; float2 size; };
cbuffer Scene {
    float exposure;
    float4x4 view;
    Light lights[4];
    float2 jitter;
    float3 eye;
};
cbuffer Placed { double3 far : packoffset(c20); float near : packoffset(c3.y); };
StructuredBuffer<Light> more;
ConstantBuffer<Light> pair[2];
struct Flags { uint low : 6; uint middle : 4; uint high : 20; };
StructuredBuffer<Flags> flags;
