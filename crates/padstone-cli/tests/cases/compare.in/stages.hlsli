struct VsOut { float4 position : SV_Position; float3 normal : NORMAL; float3 tint : COLOR; };
struct Light { float3 position; float3 color; };
