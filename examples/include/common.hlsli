// common.hlsli: declarations that all shaders share.
#ifndef COMMON_HLSLI
#define COMMON_HLSLI

// Register spaces by how often their content changes. On Vulkan a space is a descriptor set.
#define SPACE_FRAME    space0
#define SPACE_MATERIAL space1
#define SPACE_DRAW     space2

// CONSTANTS(Camera, 0, SPACE_FRAME) { … }; declares a cbuffer with its register and space.
#define CONSTANTS(NAME, SLOT, SPACE) cbuffer NAME : register(b##SLOT, SPACE)

// Attributes for Vulkan only: VULKAN(vk::binding(0, 1)). For D3D12, DXC would ignore each with a warning.
#ifdef __spirv__
#define VULKAN(ATTRIBUTE) [[ATTRIBUTE]]
#else
#define VULKAN(ATTRIBUTE)
#endif

static const float PI = 3.14159265f;

// A matrix that the CPU writes row by row, without the constant fourth row 0 0 0 1: 48 bytes instead of 64.
typedef row_major float3x4 Affine;

float3 transformPoint(Affine m, float3 p)     { return mul(m, float4(p, 1)); }
float3 transformDirection(Affine m, float3 d) { return mul(m, float4(d, 0)); }

float square(float x) { return x * x; }

// Rec. 709 luminance.
float luminance(float3 color) { return dot(color, float3(0.2126f, 0.7152f, 0.0722f)); }

#endif // COMMON_HLSLI
