cbuffer Scene { float4 tint; };
RWStructuredBuffer<float4> seen;
float4 main() : SV_Target {
    Texture2D<float4> sky = ResourceDescriptorHeap[1];
    SamplerState linear_clamp = SamplerDescriptorHeap[2];
    seen[0] = tint;
    return sky.Sample(linear_clamp, tint.xy);
}
