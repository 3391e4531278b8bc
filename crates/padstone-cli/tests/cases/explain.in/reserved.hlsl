struct Empty {};
struct Marked { float a; Empty end; };
struct Fed { float b; StructuredBuffer<float4> feed; };
struct Turn { float16_t2x3 m; };
cbuffer C { Marked marked; Fed fed; }
cbuffer D { Turn turns[2]; }
