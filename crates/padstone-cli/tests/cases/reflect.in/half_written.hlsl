Texture2D sky;
cbuffer Scene {
    float4x4 world;
    instance;
    uint later;
}
cbuffer Fog { float density; float height; }
RWTexture2D<float4> target : register(u3);
SamplerState linear_clamp;
Missing haze;
Texture2D noise;
Texture2D detail : register(t5);
