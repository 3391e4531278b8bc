// skinning.hlsl: skins vertices, then draws the result with many instances.
//
// One source for two APIs: the job is a root constant buffer on D3D12 and a push constant block on Vulkan.
//
//   padstone layout examples/skinning.hlsl
//   padstone layout examples/skinning.hlsl --rules dxc-spirv
//   padstone layout examples/skinning.hlsl -enable-16bit-types     instances shrink from 76 to 68 bytes

#include "include/common.hlsli"
#include "include/packing.hlsli"

#define THREADS 64

struct Job {
    uint firstVertex;
    uint vertexCount;
    uint firstBone;
    VULKAN(vk::offset(16)) float3 boundsCenter; // starts a register, as in D3D12's constant buffers
    float boundsRadius;
};
VULKAN(vk::push_constant) ConstantBuffer<Job> job : register(b0, SPACE_DRAW);

struct Bone {
    Affine transform;
    float scale; // uniform
};

struct Placed {
    float3 position;
};
struct Shaded : Placed { // the next member is at offset 12; for Vulkan at 16, because DXC rounds up base classes there
    uint normal;         // octahedral, 2 x 16 bit
    uint tangent;
};
struct Skinned : Shaded {
    uint bones;   // 4 x 8 bit
    uint weights; // 4 x 8 bit
};

#ifdef __HLSL_ENABLE_16_BIT
typedef float16_t3 Tint;
typedef uint16_t Slot;
#else
typedef float3 Tint;
typedef uint Slot;
#endif

struct Instance {
    Affine world;
    Tint tint;
    Slot palette; // in the tail padding after the float3
    float2 wind;
    float phase;
};

VULKAN(vk::binding(0, 1)) StructuredBuffer<Bone> bones : register(t0, SPACE_MATERIAL);
VULKAN(vk::binding(1, 1)) ByteAddressBuffer sourceVertices : register(t1, SPACE_MATERIAL);
VULKAN(vk::binding(2, 1)) RWStructuredBuffer<Shaded> skinnedVertices : register(u0, SPACE_MATERIAL);
VULKAN(vk::binding(3, 1)) StructuredBuffer<Instance> instances : register(t2, SPACE_MATERIAL);

CONSTANTS(View, 0, SPACE_FRAME) {
    float4x4 viewProjection;
    float3 wind;
    float2 gust;                // starts a new register
    row_major float2x3 windMap; // two rows of 12 bytes: 4 bytes follow the second one …
    float time;                 // … where this member is
    Affine sway[3];
};

[numthreads(THREADS, 1, 1)]
void skin(uint3 thread : SV_DispatchThreadID) {
    if (thread.x >= job.vertexCount)
        return;
    uint index = job.firstVertex + thread.x;
    Skinned vertex = sourceVertices.Load<Skinned>(index * sizeof(Skinned));
    float4 weights = unpackUnorm4(vertex.weights);
    float3 normal = fromOctahedral(unpackSnorm2(vertex.normal));
    float3 position = 0;
    float3 bent = 0;
    [unroll] for (uint i = 0; i < 4; ++i) {
        Bone bone = bones[job.firstBone + ((vertex.bones >> (8 * i)) & 0xff)];
        position += weights[i] * transformPoint(bone.transform, vertex.position * bone.scale);
        bent += weights[i] * transformDirection(bone.transform, normal);
    }
    // Clamps vertices to the bounds, so that a broken rig is visible as a ball and not as a spike.
    float3 fromCenter = position - job.boundsCenter;
    float reach = length(fromCenter);
    if (reach > job.boundsRadius)
        position = job.boundsCenter + fromCenter * (job.boundsRadius / reach);

    Shaded result;
    result.position = position;
    int2 snorm = int2(round(octahedral(normalize(bent)) * 32767));
    result.normal = (snorm.x & 0xffff) | (snorm.y << 16);
    result.tangent = vertex.tangent;
    skinnedVertices[index] = result;
}

struct Varying {
    float4 position : SV_Position;
    float3 normal   : NORMAL;
    float3 tint     : COLOR;
};

Varying drawInstanced(uint vertexId : SV_VertexID, uint instanceId : SV_InstanceID) {
    Shaded vertex = skinnedVertices[vertexId];
    Instance instance = instances[instanceId];
    float3 position = transformPoint(instance.world, vertex.position);
    float2 push = mul(windMap, wind) + gust * instance.wind * sin(time + instance.phase);
    position = transformPoint(sway[instanceId % 3], position + float3(push.x, 0, push.y));

    Varying result;
    result.position = mul(viewProjection, float4(position, 1));
    result.normal = transformDirection(instance.world, fromOctahedral(unpackSnorm2(vertex.normal)));
    result.tint = float3(instance.tint) * (instance.palette == 0 ? 1 : 0.5f);
    return result;
}
