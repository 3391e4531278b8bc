// post.hlsl: post-processing passes, from linear light to pixels.
//
// packoffset gives each member an explicit offset, so that reordering the members in this file does not affect the
// code on the CPU.
//
//   padstone layout examples/post.hlsl
//   padstone emit cb-struct examples/post.hlsl
//   padstone layout examples/post.hlsl --rules dxc-spirv -- -fvk-t-shift 16 all -fvk-u-shift 32 all -fvk-s-shift 48 all

#include "include/common.hlsli"

#define AT(ROW, COMPONENT) packoffset(c##ROW.COMPONENT)

// The header that all passes share: the size of a texel, the size of the target, a strength.
#define PASS(NAME, SLOT)                     \
    cbuffer NAME##Pass : register(b##SLOT) { \
        float2 NAME##_texel    : AT(0, x);   \
        float2 NAME##_target   : AT(0, z);   \
        float  NAME##_strength : AT(1, x);

#define END_PASS };

static const uint TAPS = 5;
static const float WEIGHTS[TAPS] = { 0.227027f, 0.194595f, 0.121622f, 0.054054f, 0.016216f };
static const float2 DISK[] = { float2(-0.7f, 0.3f), float2(0.6f, 0.5f), float2(0.1f, -0.8f) };

enum Tonemapper { REINHARD, FILMIC, NONE = 7 };

PASS(bloom, 1)
    float3 bloom_tint      : AT(1, y); // 20..32: exactly the rest of the register (clang 22 assumes that it does not fit)
    float  bloom_threshold : AT(2, x);
    float  bloom_knee      : AT(2, y);
    float4 bloom_curve[2]  : AT(4, x); // c3 is reserved
END_PASS

PASS(blur, 2)
    int2   blur_direction : AT(1, z);
    float4 blur_weights[(TAPS + 3) / 4] : AT(2, x); // five weights in two registers: a float[5] would take five
    float  blur_sigma     : AT(4, w);
END_PASS

PASS(grade, 3)
    Tonemapper grade_tonemapper : AT(1, y);
    float      grade_white      : AT(1, z);
    float      grade_gamma      : AT(1, w);
    float3x3   grade_matrix     : AT(2, x); // 44 bytes: c2, c3 and three components of c4. The last component is unused:
    float3     grade_lift       : AT(5, x); // DXC allows a float there for DXIL, and rejects it for SPIR-V
    float      grade_saturation : AT(5, w);
END_PASS

// Set once at startup through the old constant table. Registers count from the start of $Globals.
float4 vignette : register(c0); // center, radius, softness
float grain : register(c1);
float2 dither : register(c2);
uint frame;

tbuffer Film : register(t4) {
    float4 filmCurve[16];
    float filmSpeed;
};

// The minimum precision does not determine the size: these take 32 bits in memory, or 16 with -enable-16bit-types.
cbuffer Screen : register(b4) {
    min16float2 sharpen;
    min16float sharpenLimit;
    float aspect; // a new register: DXC does not place 32-bit scalars in a register with min-precision ones
    float2 jitter;
};

Texture2D<float3> source : register(t0);
Texture2D<float3> bloomTexture : register(t1);
SamplerState clampSampler : register(s0);
RWTexture2D<float4> result : register(u0);

float3 film(float3 x) {
    float3 t = saturate(x / grade_white) * 15;
    uint3 i = min(uint3(t), 14);
    float3 low = float3(filmCurve[i.r].r, filmCurve[i.g].g, filmCurve[i.b].b);
    float3 high = float3(filmCurve[i.r + 1].r, filmCurve[i.g + 1].g, filmCurve[i.b + 1].b);
    return lerp(low, high, t - i) * filmSpeed;
}

[numthreads(8, 8, 1)]
void bloomMain(uint3 id : SV_DispatchThreadID) {
    float3 sum = 0;
    [unroll] for (uint i = 0; i < 3; ++i)
        sum += source.SampleLevel(clampSampler, (id.xy + 0.5f + DISK[i]) * bloom_texel, 0);
    float bright = luminance(sum / 3);
    float soft = saturate((bright - bloom_threshold) / max(bloom_knee, 1e-3f));
    float4 curve = lerp(bloom_curve[0], bloom_curve[1], soft);
    result[id.xy] = float4(sum / 3 * bloom_tint * curve.rgb * soft * bloom_strength, 1);
}

float weight(uint i) { return blur_sigma > 0 ? blur_weights[i / 4][i % 4] : WEIGHTS[i]; }

[numthreads(8, 8, 1)]
void blurMain(uint3 id : SV_DispatchThreadID) {
    float2 uv = (id.xy + 0.5f) * blur_texel;
    float2 stride = blur_direction * blur_texel * blur_strength;
    float3 sum = source.SampleLevel(clampSampler, uv, 0) * weight(0);
    [unroll] for (uint i = 1; i < TAPS; ++i)
        sum += weight(i) * (source.SampleLevel(clampSampler, uv + i * stride, 0) + source.SampleLevel(clampSampler, uv - i * stride, 0));
    result[id.xy] = float4(sum, 1);
}

[numthreads(8, 8, 1)]
void gradeMain(uint3 id : SV_DispatchThreadID) {
    float2 uv = (id.xy + 0.5f + jitter) * grade_texel;
    float3 color = source.SampleLevel(clampSampler, uv, 0);
    float3 around = source.SampleLevel(clampSampler, uv + grade_texel, 0);
    color += clamp((color - around) * float(sharpen.x), -float(sharpenLimit), float(sharpenLimit));
    color += bloomTexture.SampleLevel(clampSampler, uv, 0) * grade_strength;
    color = mul(grade_matrix, color) + grade_lift;
    color = lerp(luminance(color), color, grade_saturation);
    if (grade_tonemapper == FILMIC)
        color = film(color);
    else if (grade_tonemapper == REINHARD)
        color = color / (1 + color);
    float2 fromCenter = (uv - vignette.xy) * float2(aspect, 1);
    color *= 1 - smoothstep(vignette.z, vignette.z + vignette.w, length(fromCenter));
    float hash = frac(sin(dot(uv + dither, float2(12.9898f, 78.233f)) + frame) * 43758.5453f) - 0.5f;
    result[id.xy] = float4(pow(saturate(color + hash * grain), 1 / grade_gamma), 1);
}
