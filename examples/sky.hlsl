// sky.hlsl: a float3x3, then a float. What is the offset of the float?
//
//   padstone explain examples/sky.hlsl Sky.intensity

cbuffer Sky {
    float3x3 rotation;
    float intensity;
};

TextureCube<float3> stars;
SamplerState smooth;

float4 main(float3 direction : DIRECTION) : SV_Target {
    return float4(stars.Sample(smooth, mul(rotation, direction)) * intensity, 1);
}
