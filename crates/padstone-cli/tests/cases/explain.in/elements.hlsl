struct Light { float3 position; float range; };
StructuredBuffer<float4> colors;
StructuredBuffer<Light> lights;
