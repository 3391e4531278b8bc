cbuffer Scene {
    float4x4 view;
    float3 tint;
    float exposure;
    float mist;
};
TextureCube sky : register(t3);
SamplerState linearSampler;
