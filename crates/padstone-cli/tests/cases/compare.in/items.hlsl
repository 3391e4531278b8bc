struct Never { float3 a; float3 b; };
struct Item { float3 a; float3 b; };
StructuredBuffer<Item> items;
StructuredBuffer<float4> colors;
cbuffer Frame { float3 eye; float time; };
