cbuffer A { float a; float4 b; };
cbuffer B { float c; float4 d; };
