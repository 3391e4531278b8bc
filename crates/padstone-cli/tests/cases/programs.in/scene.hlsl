struct Light { float3 position; float range; };
struct Material { float4 tint; Texture2D albedo; };
cbuffer Camera : register(b2) { float4x4 view; Light lights[4]; float3 eye; }
float exposure;
Material material;
Texture2D maps[4];
Texture2D textures[] : register(t0, space3);
AppendStructuredBuffer<Light> visible;
SamplerState point_sampler;
