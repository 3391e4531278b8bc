#define N 3
#define FIRST packoffset(c0)
#define MEMBER float2 whole : packoffset(c0.w)
float r[2 - N];
float r2[2 - 9 + N];
float q[N - 5];
cbuffer Twice { float2 b : FIRST : packoffset(c2); }
cbuffer Whole { MEMBER; }
