struct Unused { float3 position; float2 range; };
cbuffer Scene { float weights[2]; float fog; };
