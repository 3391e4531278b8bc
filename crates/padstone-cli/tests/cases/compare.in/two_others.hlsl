cbuffer A { float2 z; float a; float4 b; };
cbuffer B { float4 d; float c; };
