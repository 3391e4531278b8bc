cbuffer C { float4 a : packoffset(c0); float b : packoffset(c0.y); float c : packoffset(c0.z); };
float x : register(c0);
float y : register(c0);
float4 both() : SV_Target { return a + b + x + y; }
float4 one() : SV_Target { return a + x; }
