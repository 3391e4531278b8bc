static const int base = 2;
SamplerState plain : register(s);
Texture2D counted : register(t[base - 1]);
Texture2D below : register(t5[-1]);
Texture2D part : register(t7[1.5]);
Texture2D letters : register(t6abc);
Texture2D two : register(vs, t2) : register(ps, t3);
cbuffer Bracketed : register(b1[2]) { float4 a; };
float4 main() : SV_Target {
    return counted.Sample(plain, a.xy) + below.Sample(plain, a.xy) + part.Sample(plain, a.xy) + letters.Sample(plain, a.xy) + two.Sample(plain, a.xy);
}
