struct S { double m0; float4 m1; float3 m2; };
StructuredBuffer<S> stored;
