//! Declarations of each language to damage, and those around them.

use padstone_read::model::Language;

/// Declarations in one language.
pub(crate) struct Case {
    pub(crate) file: &'static str,
    pub(crate) language: Language,
    pub(crate) profile: &'static str,
    pub(crate) before: &'static str,
    pub(crate) declarations: &'static [&'static str],
    pub(crate) suffix: &'static str,
    /// The buffers before and after.
    pub(crate) watched: &'static [&'static str],
    /// Damage that loses a buffer: the following text does not show what is missing.
    pub(crate) lost: &'static [&'static str],
}

pub(crate) const LANGUAGES: [Case; 4] = [
    Case {
        file: "main.hlsl",
        language: Language::Hlsl,
        profile: "dxc",
        before: "
struct Sun { float3 direction; float2 cascades[2]; };
cbuffer First : register(b3) { Sun sun; float3x2 turn; float time; };",
        declarations: &[
            "cbuffer Fog : register(b4) { float4 colour; row_major float2x3 noise[2] : packoffset(c1); float density; };",
            "struct Leaf { float3 at; uint kind : 4; struct { float sway; } wind; float get(float by) { return by + at.x; } };",
            "template<typename T, int N> struct Ring { T items[N]; };",
            "StructuredBuffer<float4x4> bones[4] : register(t3, space2);",
            "static const uint primes[3] = { 2, 1 + 2, (4 << 1) - 3 };",
            "[numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID) { for (int i = 0; i < 4; ++i) { if (id.x > 2) step(1, 2); } }",
            "namespace Debug { cbuffer Grid { float cell; } enum class Mode : uint { Off, On = 3 }; }",
        ],
        suffix: "
struct Cloud { float2 drift; double age; };
cbuffer Last : register(b5) { Cloud cloud; float3 tint; min16float fade; };
StructuredBuffer<Cloud> clouds;",
        watched: &["First", "Last", "clouds"],
        lost: &[
            "cbuffer Fog :",
            "template<typename T, int N>",
            "StructuredBuffer<float4x4> bones[4] :",
            "namespace Debug { cbuffer Grid { float cell; } enum",
        ],
    },
    Case {
        file: "main.slang",
        language: Language::Slang,
        profile: "slang-spirv",
        before: "
struct Sun { float3 direction; float2 cascades[2]; };
cbuffer First : register(b3) { Sun sun; float3x2 turn; float time; };",
        declarations: &[
            "interface IMaterial { associatedtype Layer; float3 eval(float3 light); property float gloss { get; } }",
            "struct Ring<T : IMaterial, let N : int> where T : ILayered { T items[N]; __init(float by) { step = by; } };",
            "extension Sun : IShiny { float get(float by) { return by + direction.x; } }",
            "ParameterBlock<Sun> suns;",
            "[shader(\"compute\")] [numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID, uniform float4 by) { if (id.x > 2) { } }",
            "enum Mode : uint8_t { Off, On = 3 };",
            "cbuffer Keys { Mode mode; uint8_t count; };",
            "typealias Row = Array<float4, 3>;",
        ],
        suffix: "
struct Cloud { float2 drift; double age; };
cbuffer Last : register(b5) { Cloud cloud; float3 tint; };
StructuredBuffer<Cloud> clouds;",
        watched: &["First", "Last", "clouds"],
        lost: &[
            "interface",
            "struct",
            "struct Ring<T",
            "struct Ring<T : IMaterial, let",
            "ParameterBlock",
            "ParameterBlock<",
            "ParameterBlock<Sun>",
            "[shader(\"compute\")] [numthreads(8, 8, 1)] void",
            "enum",
            "cbuffer",
            "typealias",
            "typealias Row = Array<",
            "typealias Row = Array<float4,",
        ],
    },
    Case {
        file: "main.comp",
        language: Language::Glsl,
        profile: "glslang",
        before: "#version 460
struct Sun { vec3 direction; vec2 cascades[2]; };
layout(std140, set = 0, binding = 0) uniform First { Sun sun; mat3x2 turn; float time; };",
        declarations: &[
            "layout(std430, set = 0, binding = 1) buffer Fog { vec4 colour; layout(row_major, offset = 64) mat2x3 noise[2]; float dense[]; } fogs[3];",
            "struct Leaf { vec3 at; float sway[2][3]; };",
            "const int primes = 3 + (4 << 1);",
            "layout(push_constant) uniform Draw { mat4 model; };",
            "void main() { for (int i = 0; i < 4; ++i) { if (i > 2) discard; } }",
            "layout(local_size_x = 8, local_size_y = 8) in;",
            "vec3 blend(in vec2 a, out float b) { return vec3(a, b); }",
        ],
        suffix: "
struct Cloud { vec2 drift; double age; };
layout(std430, set = 0, binding = 9) buffer Last { Cloud cloud; vec3 tint; };",
        watched: &["First", "Last"],
        lost: &[],
    },
    Case {
        file: "main.wgsl",
        language: Language::Wgsl,
        profile: "wgsl",
        before: "
struct Sun { direction: vec3f, cascades: array<vec2f, 2> }
@group(0) @binding(0) var<storage> first: Sun;",
        declarations: &[
            "struct Fog { @align(16) colour: vec4<f32>, @size(64) noise: mat2x3f, dense: array<f32>, }",
            "const prime = 3u + (4u << 1);",
            "@group(0) @binding(1) var<storage, read_write> drifts: array<vec2<f32>, 4>;",
            "@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) { for (var i = 0; i < 4; i++) { if (id.x > 2) { return; } } }",
            "alias Row = array<vec4<f32>, 3>;",
            "override gain: f32 = 2.0;",
            "fn blend(a: vec2f, b: ptr<function, f32>) -> vec3f { return vec3f(a, *b); }",
        ],
        suffix: "
struct Cloud { drift: vec2f, turn: mat3x3f }
@group(0) @binding(2) var<uniform> last: Cloud;",
        watched: &["first", "last"],
        lost: &[
            "struct Fog { @",
            "struct Fog { @align(16) colour: vec4<f32>, @",
            "@",
            "@group(",
            "@group(0",
            "@group(0) @",
            "@group(0) @binding(",
            "@group(0) @binding(1",
            "@",
            "@compute @",
            "@compute @workgroup_size(",
            "@compute @workgroup_size(8",
            "@compute @workgroup_size(8,",
            "@compute @workgroup_size(8, 8",
            "@compute @workgroup_size(8, 8) fn main(@",
        ],
    },
];
