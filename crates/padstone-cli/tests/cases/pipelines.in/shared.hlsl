Texture2D sky : register(t0);
Texture2D albedo : register(t1);
StructuredBuffer<float4> lights : register(t1);

[shader("pixel")]
float4 shade() : SV_Target { return albedo.Load(0) + sky.Load(0); }

[shader("pixel")]
float4 light() : SV_Target { return lights[0] + sky.Load(0); }
