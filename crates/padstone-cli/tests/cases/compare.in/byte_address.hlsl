struct Instance { float2 uv; float3 position; };
struct Varyings { float4 position : SV_Position; };
cbuffer View { float4x4 matrix_; };
ByteAddressBuffer instances;
Varyings main(uint id : SV_InstanceID)
{
    Varyings result;
    result.position = mul(matrix_, float4(instances.Load<Instance>(id * 20).position, 1));
    return result;
}
