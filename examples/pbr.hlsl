// pbr.hlsl: the forward pass. One camera, sixteen lights, an unbounded number of materials.
//
//   padstone layout  examples/pbr.hlsl
//   padstone explain examples/pbr.hlsl Camera.environmentIntensity
//
// For Vulkan, where b0, t0 and s0 of a space would get the same binding, shift the bindings of two classes:
//
//   padstone layout examples/pbr.hlsl --rules dxc-spirv -- -fvk-t-shift 16 all -fvk-s-shift 48 all

#include "include/common.hlsli"
#include "include/lights.hlsli"
#include "include/brdf.hlsli"

CONSTANTS(Camera, 0, SPACE_FRAME) {
    float4x4 view;
    float4x4 projection;
    float4x4 viewProjection;
    float3 eye;
    float time;
    float2 viewport;
    float3 sunDirection;         // does not fit after viewport in its register: 8 bytes of padding
    float exposure;
    float3x3 environmentRotation;
    float environmentIntensity;  // in the last 4 bytes of the register of the third column
    uint frameIndex;
    bool reversedDepth;
    double3 worldOrigin;         // kilometers in double, meters in float
    float fogDensity;
};

struct Draw {
    Affine world;
    Affine previousWorld;
    column_major float3x3 normal;
    uint material;
};
ConstantBuffer<Draw> draw : register(b0, SPACE_DRAW);

namespace material {
    static const uint Unlit = 1 << 0;
    static const uint TwoSided = 1 << 1;
    static const uint AlphaTested = 1 << 2;

    struct Textures {
        uint albedo;
        uint normal;
        uint orm; // occlusion, roughness, metalness
    };

    struct Material {
        float3 albedo;
        float2 uvScale;          // at offset 12 here; in a cbuffer it would start a new register
        float metalness;
        float roughness;
        float3 emission;
        uint flags;
        uint64_t streamingHandle; // aligned to 8
        Textures textures;
    };
}
StructuredBuffer<material::Material> materials : register(t0, SPACE_MATERIAL);

Texture2D<float4> textures[] : register(t1, SPACE_MATERIAL);
Texture2DArray<float> shadowMap : register(t0, SPACE_FRAME);
TextureCube<float3> environment : register(t1, SPACE_FRAME);
Texture2D<float2> brdfTable : register(t2, SPACE_FRAME);
SamplerState linearWrap : register(s0, SPACE_FRAME);
SamplerState linearClamp : register(s1, SPACE_FRAME);
SamplerComparisonState shadowCompare : register(s2, SPACE_FRAME);

struct Vertex {
    float3 position : POSITION;
    float3 normal   : NORMAL;
    float4 tangent  : TANGENT; // w is the sign of the bitangent
    float2 uv       : TEXCOORD0;
};

struct Varying {
    float4 position      : SV_Position;
    float3 worldPosition : POSITION;
    float3 normal        : NORMAL;
    float4 tangent       : TANGENT;
    float2 uv            : TEXCOORD0;
};

Varying vertexMain(Vertex vertex) {
    Varying result;
    result.worldPosition = transformPoint(draw.world, vertex.position);
    result.position = mul(viewProjection, float4(result.worldPosition, 1));
    result.normal = mul(draw.normal, vertex.normal);
    result.tangent = float4(transformDirection(draw.world, vertex.tangent.xyz), vertex.tangent.w);
    result.uv = vertex.uv;
    return result;
}

float4 sampleTexture(uint index, float2 uv) {
    return textures[NonUniformResourceIndex(index)].Sample(linearWrap, uv);
}

float3 mappedNormal(Varying v, float3 texel) {
    float3 n = normalize(v.normal);
    float3 t = normalize(v.tangent.xyz - n * dot(n, v.tangent.xyz));
    float3 b = cross(n, t) * v.tangent.w;
    float3 m = texel * 2 - 1;
    return normalize(m.x * t + m.y * b + m.z * n);
}

float sunShadow(float3 worldPosition, float depth) {
    uint cascade = cascadeAt(depth);
    float4 p = mul(cascades[cascade], float4(worldPosition, 1));
    float sum = 0;
    [unroll] for (int y = -1; y <= 1; ++y)
        [unroll] for (int x = -1; x <= 1; ++x)
            sum += shadowMap.SampleCmpLevelZero(shadowCompare, float3(p.xy + float2(x, y) * shadowTexel, cascade), p.z - shadowBias);
    return sum / 9;
}

float3 imageBasedLight(Surface s, float3 toEye) {
    float nov = saturate(dot(s.normal, toEye));
    float2 scaleBias = brdfTable.SampleLevel(linearClamp, float2(nov, s.alpha), 0);
    float3 diffuse = environment.SampleLevel(linearClamp, mul(environmentRotation, s.normal), 7) * s.diffuse;
    float3 mirror = mul(environmentRotation, reflect(-toEye, s.normal));
    float3 specular = environment.SampleLevel(linearClamp, mirror, s.alpha * 7) * (s.specular * scaleBias.x + scaleBias.y);
    return environmentIntensity * (diffuse + specular);
}

float4 pixelMain(Varying v) : SV_Target {
    material::Material m = materials[draw.material];
    float2 uv = v.uv * m.uvScale;
    float4 albedo = sampleTexture(m.textures.albedo, uv);
    if ((m.flags & material::AlphaTested) != 0)
        clip(albedo.a - 0.5f);
    float3 base = albedo.rgb * m.albedo;
    if ((m.flags & material::Unlit) != 0)
        return float4((base + m.emission) * exposure, 1);

    float3 orm = sampleTexture(m.textures.orm, uv).rgb;
    float metalness = m.metalness * orm.b;

    Surface s;
    s.position = v.worldPosition;
    s.normal = mappedNormal(v, sampleTexture(m.textures.normal, uv).xyz);
    s.diffuse = base * (1 - metalness);
    s.specular = lerp(0.04f, base, metalness);
    s.alpha = max(square(m.roughness * orm.g), 0.002f);

    float3 toEye = normalize(eye - s.position);
    float depth = distance(eye, s.position);
    float3 light = ambient * s.diffuse * orm.r + m.emission + imageBasedLight(s, toEye);
    light += sunShadow(s.position, depth) * shade(s, toEye, -sunDirection);
    for (uint i = 0; i < min(lightCount, MAX_LIGHTS); ++i) {
        Light l = lights[i];
        float3 offset = l.position - s.position;
        float3 toLight = l.kind == LightKind::Directional ? -l.direction : normalize(offset);
        float strength = l.kind == LightKind::Directional ? 1 : attenuation(l, length(offset));
        if (l.kind == LightKind::Spot)
            strength *= spotCone(l, toLight);
        light += strength * l.color * shade(s, toEye, toLight);
    }
    float fog = exp(-fogDensity * depth);
    return float4(lerp(ambient, light, fog) * exposure, albedo.a);
}
