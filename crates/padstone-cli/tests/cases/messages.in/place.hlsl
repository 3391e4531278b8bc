#define SECOND packoffset(c0.w)
#define AT SECOND
cbuffer Places {
    float4 a : packoffset(c1);
    float2 b : AT;
};
#line 90 "generated, by hand.hlsl"
float c : packoffset(c3);
