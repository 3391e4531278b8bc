struct I { float3 a; float2 b; float c; float3 d; float e; float2 g; float2 h; };
cbuffer D { I single; float tail; };
