SamplerState plain : register(s);
Texture2D counted : register(t[1]);
Texture2D two : register(vs, t2) : register(ps, t3);
float4 tint : register(vs, c0) : register(ps, c1);
float4 main() : SV_Target { return counted.Sample(plain, tint.xy) + two.Sample(plain, tint.xy); }
