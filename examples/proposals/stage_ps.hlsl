cbuffer Camera { float4x4 view; };
Texture2D albedo;
[shader("fragment")] float4 shade(uniform Texture2D mask, float2 uv : TEXCOORD) : SV_Target { return 0; }
