struct Light { float3 Sky; float power; };
ConstantBuffer<Light> moon;
