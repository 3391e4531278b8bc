struct S { float2 a; float3 b; };
cbuffer CB {
    float a : packoffset(c2);
    float b : packoffset(c4);
    float2 c : packoffset(c2.z);
};
cbuffer Plain { S s[2]; float x; };
