#define TEXTURES ResourceDescriptorHeap

struct Material { uint albedo; uint filter; };
ConstantBuffer<Material> material : register(b0);

SamplerState chosen() { return SamplerDescriptorHeap[material.filter]; }

float4 flat() : SV_Target {
    Texture2D<float4> albedo = TEXTURES[material.albedo];
    return albedo[uint2(0, 0)];
}

float4 filtered(float2 uv : UV) : SV_Target {
    Texture2D<float4> albedo = TEXTURES[material.albedo];
    return albedo.Sample(chosen(), uv);
}
