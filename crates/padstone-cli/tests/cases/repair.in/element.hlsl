struct Light { float3 position; float2 range; };
cbuffer Scene { float3 sun; float4 fog; Light light; };
