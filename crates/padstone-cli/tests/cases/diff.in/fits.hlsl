cbuffer Scene {
    float4x4 view;
    float2 tint;
    float exposure;
    float mist;
};
Texture2D sky;
