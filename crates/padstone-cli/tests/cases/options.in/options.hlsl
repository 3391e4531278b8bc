#include <shared.hlsli>
cbuffer C : register(b1) { float2x3 m; COUNT n; half h; half i; };
cbuffer D { float d; };
float g;
#ifdef __spirv__
cbuffer OnlySpirv { float s; };
#endif
void main() { use(d); }
