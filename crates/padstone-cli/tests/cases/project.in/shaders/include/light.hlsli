struct Light { float3 color; float reach; };
