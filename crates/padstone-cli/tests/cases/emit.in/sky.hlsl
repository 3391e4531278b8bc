struct Light { float3 Sky; float power; };
struct Sky { float4 tint; };
ConstantBuffer<Light> sun : register(b0);
StructuredBuffer<Sky> sky : register(t0);
