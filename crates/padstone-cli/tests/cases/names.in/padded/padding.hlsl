cbuffer Sky { float2 wind; float3 sun; float haze; float4 zenith; };
cbuffer Sea { float foam; float4 color; };
