AppendStructuredBuffer<float4> added : register(u0);
ConsumeStructuredBuffer<float4> taken : register(u1);
RWStructuredBuffer<float4> plain : register(u2);
