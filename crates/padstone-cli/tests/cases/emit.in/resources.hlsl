cbuffer Material : register(b1) {
    float4 tint;
    Texture2D albedo : register(t3);
    float roughness;
};
