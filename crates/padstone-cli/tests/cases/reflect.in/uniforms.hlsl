Texture2D albedo;
SamplerState linear_clamp;

[shader("pixel")]
float4 shade(float2 uv : TEXCOORD0, uniform float4 tint, uniform vector<float, 2> scale[2]) : SV_Target
{
    return tint * albedo.Sample(linear_clamp, uv * scale[0]);
}
