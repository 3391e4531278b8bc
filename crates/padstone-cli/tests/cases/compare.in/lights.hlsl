struct Light { float3 position; float range; float4 color; };
struct Probe { float3 position; float3 color; };
StructuredBuffer<Light> lights;
StructuredBuffer<Probe> probes;
StructuredBuffer<float3x4> bones;
