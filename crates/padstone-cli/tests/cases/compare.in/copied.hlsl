struct M { float3 v[2]; };
StructuredBuffer<M> ms;
