namespace A { cbuffer C { float4 a; } }
namespace B { cbuffer C { float3 b; float c; } }
