namespace sky { float3 color; }
float exposure;
