cbuffer Blur : register(b0) { float2 direction; uint taps; };
StructuredBuffer<float> weights : register(t0);
RWStructuredBuffer<float4> goal : register(u0);
Texture2D image : register(t0, space1);
