cbuffer Frame : register(b0) {
    float time;
    float4 clip[2]; // planes
    float exposure;
    float3 eye;
    float2 jitter;
    float3 sun;
};
