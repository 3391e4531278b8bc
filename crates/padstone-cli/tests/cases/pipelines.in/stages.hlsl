struct Vertex { float3 position : POSITION; };
cbuffer Camera : register(b0) { float4x4 view; };
Texture2D albedo : register(t0);
[shader("vertex")] float4 vertex(Vertex vertex) : SV_Position { return mul(view, float4(vertex.position, 1)); }
float4 main(float4 position : SV_Position) : SV_Target { return albedo.Load(int3(position.xy, 0)); }
