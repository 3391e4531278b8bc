struct M { float3x2 axes; float3 corners[2]; };
RWStructuredBuffer<M> ms;
