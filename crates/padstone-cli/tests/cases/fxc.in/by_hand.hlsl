cbuffer Mixed { float4 a : packoffset(c0); Texture2D t; };
cbuffer Packed { float4 b : packoffset(c0); Texture2D u : register(t1); };
interface ILight { float3 shine(); };
ILight light;
float exposure : register(t3);
min16float3 small;
float wide;
float4 main() : SV_Target { return a + b + exposure; }
