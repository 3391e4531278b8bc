struct Empty {};
struct A { float a; Empty e; float b; };
struct B { float a; StructuredBuffer<float4> buffer; float b; Texture2D maps[2]; float c; };
cbuffer C { A a; B b; float16_t2x3 half_matrix; float16_t after; }
