cbuffer Camera { float4x4 view; };
[shader("vertex")] float4 project(uniform float bias, float3 position : POSITION) : SV_Position { return bias; }
