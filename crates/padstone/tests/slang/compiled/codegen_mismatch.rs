//! Minimal programs for which libslang's code and its own reflection disagree.

/// A mismatch between the code and the reflection of libslang 2026.12.
pub(super) struct CodegenMismatch {
    pub(super) title: &'static str,
    pub(super) target: &'static str,
    pub(super) source: &'static str,
    pub(super) option: &'static str,
    /// The lines that only the code has.
    pub(super) code: &'static [&'static str],
    /// The warning of padstone, if it can detect the mismatch.
    pub(super) warning: Option<&'static str>,
    /// Recorded and generated programs with this mismatch; the files in `compiled` contain their differences.
    pub(super) shows_in: &'static [&'static str],
}

pub(super) const CODEGEN_MISMATCHES: &[CodegenMismatch] = &[
    CodegenMismatch {
        title: "in code, members without packoffset do not follow those with one",
        target: "spirv",
        source: "cbuffer C { float4 a : packoffset(c1); float3 b; }",
        option: "",
        code: &["0.0 b at 16, 12 bytes, [] None"],
        warning: None,
        shows_in: &["cb-packoffset/spirv", "rnd0031/spirv", "rnd0043/spirv"],
    },
    CodegenMismatch {
        title: "vk::offset affects code only",
        target: "spirv",
        source: "struct S { [[vk::offset(12)]] float a; float b; }\nConstantBuffer<S> c;",
        option: "",
        code: &["0.0 a at 12, 4 bytes, [] None", "0.0 b at 16, 4 bytes, [] None"],
        warning: Some("`S.a` is at offset 0 in reflection, 12"),
        shows_in: &[],
    },
    CodegenMismatch {
        title: "in a cbuffer, vk::offset affects code only, and is rounded up to the alignment",
        target: "spirv",
        source: "cbuffer C { float a; [[vk::offset(36)]] float4 b; }",
        option: "",
        code: &["0.0 b at 48, 16 bytes, [] None"],
        warning: Some("`b` is at offset 16 in reflection, 48"),
        shows_in: &[],
    },
    CodegenMismatch {
        title: "the layout argument of a structured buffer affects code only",
        target: "spirv",
        source: "struct V { float a; float2 b; float3 c; }\nStructuredBuffer<V, ScalarDataLayout> s;",
        option: "",
        code: &["0.0 b at 4, 8 bytes, [] None", "0.0 c at 12, 12 bytes, [] None", "0.0 stride 24"],
        warning: Some("`s[].b` is at offset 8 in reflection, 4"),
        shows_in: &["structuredbuffer-layout-args/spirv", "rnd0069/spirv"],
    },
    CodegenMismatch {
        title: "an option for all buffers overrides a buffer's layout argument in reflection only",
        target: "spirv",
        source: "struct V { float a; float2 b; }\nConstantBuffer<V, Std430DataLayout> c;",
        option: "-fvk-use-c-layout",
        code: &["0.0 b at 8, 8 bytes, [] None"],
        warning: Some("`c.b` is at offset 4 in reflection, 8"),
        shows_in: &["seed 0"],
    },
    CodegenMismatch {
        title: "in code, the bindings in an entry point's parameter block start after those of the globals",
        target: "spirv",
        source: "struct M { float4 c; Texture2D t; }\nTexture2D g;\n[shader(\"compute\")] [numthreads(1, 1, 1)]\n\
                 void main(uniform ParameterBlock<M> p, uniform Texture2D u) {}",
        option: "",
        code: &["1.2 texture []"],
        warning: None,
        shows_in: &["seed 0"],
    },
    CodegenMismatch {
        title: "in code, -fvk-use-dx-layout does not affect uniform parameters of entry points",
        target: "spirv",
        source: "[shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform float a, uniform float3 b) {}",
        option: "-fvk-use-dx-layout",
        code: &["pushConstantBuffer b at 16, 12 bytes, [] None"],
        warning: Some("`b` is at offset 4 in reflection, 16"),
        shows_in: &["seed 4", "seed 12", "seed 14", "seed 16", "seed 22"],
    },
    CodegenMismatch {
        title: "in code, integer matrices ignore column_major",
        target: "spirv",
        source: "struct V { column_major int2x4 m; float z; };\nConstantBuffer<V> c;",
        option: "",
        code: &["0.0 m at 0, 16 bytes, [(Some(2), 16)] None", "0.0 z at 32, 4 bytes, [] None"],
        warning: None,
        shows_in: &["seed 2"],
    },
    CodegenMismatch {
        title: "anyValueSize of an interface affects code only",
        target: "spirv",
        source: "[anyValueSize(32)] interface I { int f(); }\ncbuffer D { float a; I b; float e; }",
        option: "",
        code: &["0.0 e at 64, 4 bytes, [] None"],
        warning: None,
        shows_in: &["interface-param/spirv"],
    },
    CodegenMismatch {
        title: "in code, an interface without implementations has no value, only the ID of its type",
        target: "spirv",
        source: "interface I { int f(); }\ncbuffer D { float a; I b; float e; }",
        option: "",
        code: &["0.0 e at 32, 4 bytes, [] None"],
        warning: None,
        shows_in: &["seed 6", "seed 18"],
    },
    CodegenMismatch {
        title: "an unbounded array in a parameter block has its own space in reflection only",
        target: "hlsl",
        source: "struct U { float4 k; Texture2D t[]; }\nParameterBlock<U> a; Texture2D t;",
        option: "-profile sm_6_6",
        code: &["t0.1 texture [None]"],
        warning: None,
        shows_in: &["unsized-in-block/hlsl", "rnd0074/hlsl"],
    },
    CodegenMismatch {
        title: "in code, the registers in an entry point's parameter block start after those of its preceding parameters",
        target: "hlsl",
        source: "struct L { float a; ByteAddressBuffer b; }\n[shader(\"compute\")] [numthreads(1, 1, 1)]\n\
                 void main(uniform Texture3D t, uniform ParameterBlock<L> l) {}",
        option: "-profile sm_6_6",
        code: &["t1.1 storage []"],
        warning: None,
        shows_in: &["rnd0037/hlsl"],
    },
];
