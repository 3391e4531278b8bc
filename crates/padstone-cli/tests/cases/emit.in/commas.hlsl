cbuffer Light : register(b0) { float range; float falloff; }
float attenuate(float distance, float limit) { return saturate(1 - distance / limit); }
float4 main(float2 uv : TEXCOORD) : SV_Target {
    float2 pair = { uv.x, falloff }, other = { falloff, 1.0 };
    return attenuate(uv.x, range) + pair.y + other.x;
}
