//! Programs with their layouts according to the documentation of Slang and libslang's diagnostics.

/// Programs with hand-written layouts, each with a policy, a target, options, and a file for each unit.
pub(super) const CASES: &[Case] = &[
    // "walk through each translation unit": its globals, then its entry points.
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &[
            "Texture2D a;\n[shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform Texture2D u, uniform float f) {}",
            "Texture2D b; ConstantBuffer<float4> c;",
        ],
        expected: "a t0, b t2, c b1, c+0, main: b0, f+0, u t1, 16 bytes",
    },
    // "Any two global shader parameters in user code with the same name are assumed to represent the same parameter".
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &["Texture2D a, b;", "Texture2D b, c;"],
        expected: "a 0.0, b 0.1, c 0.2",
    },
    // A binding that does not apply to the target neither binds the parameter nor differs from another one.
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &["[[vk::binding(3)]] SamplerState s, t;", "SamplerState s : register(s2);"],
        expected: "s s2, t s0",
    },
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &["SamplerState s : register(s2);", "[[vk::binding(3)]] SamplerState s;"],
        expected: "s 0.3",
    },
    // "Walk through global-scope shader parameter declarations … in the order they are listed in the (preprocessed) file."
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &["Texture2D a;\nnamespace N { Texture2D b; namespace M { Texture2D c; } }\nTexture2D d;\nnamespace N { Texture2D e; }"],
        expected: "a t0, b t1, c t2, d t3, e t4",
    },
    // "The overall program will always use a contiguous range starting from zero for each resource type."
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &["Texture2D y[]; SamplerState q[];"],
        expected: "y[] t0, q[] s0 space1",
    },
    Case { policy: "documented", target: "hlsl", flags: "", units: &["Texture2D y[], z;"], expected: "y[] t0 space1, z t0" },
    // "If two parameters reserve overlapping ranges, we currently issue an error."
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &["Texture2D a : register(t0); Texture2D b : register(t0);"],
        expected: "a t0, b t0, P0612!",
    },
    // "This may be downgraded to a warning for targets that support overlapping ranges."
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &["layout(binding = 2) Texture2D a; layout(binding = 2) Texture2D b; layout(binding = 1) Texture2D c;"],
        expected: "a 0.2, b 0.2, c 0.1, P0612",
    },
    // "Traditional HLSL `register` modifiers only apply for D3D targets."
    Case { policy: "documented", target: "spirv", flags: "", units: &["Texture2D a : register(t3), b;"], expected: "a 0.0, b 0.1" },
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &["[[vk::binding(7)]] Texture2D a; Texture2D b : register(t3, space2);"],
        expected: "a t0, b t3 space2",
    },
    // "If the user put an explicit binding modifier on a parameter, and that modifier applies to the current target, then we use it and
    // "reserve" space": on a parameter of an entry point too. Its other layout units, and the other parameters, are bound together.
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &[
            "Texture2D a; Texture2D b : register(t1);\n[shader(\"fragment\")] float4 main(uniform Texture2D e : register(t7), uniform Texture2D f, uniform float g) : SV_Target { return 0; }",
        ],
        expected: "a t0, b t1, main: b0, g+0, e t7, f t2, 16 bytes, out 0",
    },
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &[
            "struct S { Texture2D t[2]; SamplerState s; };\nSamplerState a; Texture2D c;\n[numthreads(1, 1, 1)] void main(uniform S e : register(t0), uniform ConstantBuffer<float4> b : register(b3, space1), uniform float4 d, [[vk::binding(9)]] uniform Texture2D f) {}",
        ],
        expected: "a s0, c t2, main: b0, d+0, e.t[] t0, e.s s1, b b3 space1, b+0, f t3, 16 bytes",
    },
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &[
            "Texture2D a;\n[shader(\"fragment\")] float4 main([[vk::binding(5, 2)]] uniform Texture2D e, uniform Texture2D f : register(t9), uniform float g, [[vk::binding(0)]] uniform Texture2D h) : SV_Target { return 0; }",
        ],
        expected: "a 0.1, main: 0.2, g+0, e 2.5, f 0.3, h 0.0, 16 bytes, out 0",
    },
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &[
            "struct S { float a; Texture2D t; }; ParameterBlock<S> p;\n[numthreads(1, 1, 1)] void main([[vk::binding(0, 1)]] uniform ParameterBlock<S> q) {}",
        ],
        expected: "p 0.0, p.a+0, p.t 0.1, main: q 1.0, q.a+0, q.t 1.1",
    },
    // "If two parameters reserve overlapping ranges, we currently issue an error."
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &["Texture2D a : register(t3);\n[numthreads(1, 1, 1)] void main(uniform Texture2D e[2] : register(t2)) {}"],
        expected: "a t3, main: e[] t2, P0612!",
    },
    // "If the target requires use of register spaces (e.g., for Vulkan), then a parameter block uses a single register space;
    // otherwise it exposes the resource usage of its element type directly."
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "-profile sm_6_6",
        units: &[
            "struct S { float a; Texture2D t; }; ParameterBlock<S> p; struct T { Texture2D t; }; ParameterBlock<T> q; Texture2D after;",
        ],
        expected: "p b0, p.a+0, p.t t0, q.t t1, after t2",
    },
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &[
            "struct S { float a; Texture2D t; }; ParameterBlock<S> p; struct T { Texture2D t; }; ParameterBlock<T> q; Texture2D after;",
        ],
        expected: "p 1.0, p.a+0, p.t 1.1, q.t 2.0, after 0.0",
    },
    // "The uniform part of an unsized array has the same stride as for the sized case, but an effectively infinite size."
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &["struct T { float a; float4 rest[]; }; ConstantBuffer<T> cb; cbuffer C { float x; float y[]; } Texture2D t;"],
        expected: "cb b0, cb.a+0, cb.rest+16, cb.rest[]+16, C b1, C.x+0, C.y+16, C.y[]+16, t t0",
    },
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &["struct T { float a; float4 rest[]; }; ParameterBlock<T> p; ConstantBuffer<T> cb; Texture2D t;"],
        expected: "p 1.0, p.a+0, p.rest+16, p.rest[]+16, cb 0.0, cb.a+0, cb.rest+16, cb.rest[]+16, t 0.1",
    },
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &["struct U { float a; float b[]; }; struct V { float q; U u; }; ConstantBuffer<V> v; cbuffer C { float x; U y; }"],
        expected: "v 0.0, v.q+0, v.u+16, v.u.a+16, v.u.b+32, v.u.b[]+32, C 0.1, C.x+0, C.y+16, C.y.a+16, C.y.b+32, C.y.b[]+32",
    },
    // "a D3D array will consume a full register *space*"
    // Each array of registers has its space, and none has the same one as the next parameter, whether it also has bytes or not.
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &["struct Mix { float4 c; Texture2D a; SamplerState s; }; Mix pp[]; Texture2D z[];"],
        expected: " b0, pp+0, pp[]+0, pp[].c+0, pp[].a t0 space1, pp[].s s0 space2, z[] t0 space3",
    },
    // libslang 2026.12, measured: `pp` begins at space 2, and the next parameter shares its last space.
    Case {
        policy: "slang-2026",
        target: "hlsl",
        flags: "",
        units: &["struct Mix { float4 c; Texture2D a; SamplerState s; }; Mix pp[]; Texture2D z[];"],
        expected: " b0, pp+0, pp[]+0, pp[].c+0, pp[].a t0 space2, pp[].s s0 space3, z[] t0 space3",
    },
    Case { policy: "documented", target: "hlsl", flags: "", units: &["Texture2D a[]; Texture2D b;"], expected: "a[] t0 space1, b t0" },
    // "Global-scope parameters, entry point `uniform` parameters, and `cbuffer` declarations all use the "default" layout rules".
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &[
            "uniform float g;\n[shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform float3 a, uniform float b, uniform float3 c) {}",
        ],
        expected: " 0.0, g+0, main: 0.1, a+0, b+12, c+16, 32 bytes",
    },
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &["uniform float g;\n[numthreads(1, 1, 1)] void main(uniform float3 a, uniform float3 c) {}"],
        expected: " b0, g+0, main: b1, a+0, c+16, 32 bytes",
    },
    // The documentation mentions neither reserved spaces, nor the size of handles, nor registers of outputs.
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "-profile sm_5_0",
        units: &[
            "struct S { float a; Texture2D.Handle h; }; ConstantBuffer<S> s; RWTexture2D<float4> u;\n[shader(\"fragment\")] float4 main() : SV_Target { return 0; }",
        ],
        expected: "s b0, s.a+0, s.h+4, u u0, main: out 0",
    },
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &["struct S { float a; Texture2D.Handle h; }; ConstantBuffer<S> s;\n[numthreads(1, 1, 1)] void main() {}"],
        expected: "s 0.0, s.a+0, s.h+8, main:",
    },
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &[
            "[shader(\"vertex\")] float4 vs(uint i : SV_InstanceID, [[vk::location(3)]] float a : A, out uint j : SV_InstanceID) : SV_Position { return 0; }\n\
                  [shader(\"fragment\")] float4 fs(uint j : SV_InstanceID, [[vk::location(2)]] float b : B) : SV_Target { return 0; }",
        ],
        expected: "vs: in 3, out 0, fs: in 0, in 2, out 0",
    },
    // The indices of a mesh are a separate variable in Vulkan.
    Case {
        policy: "documented",
        target: "spirv",
        flags: "",
        units: &[
            "[shader(\"mesh\")] [numthreads(1, 1, 1)] [outputtopology(\"triangle\")] void ms(out indices uint3 i[1], out vertices float4 v[3]) {}",
        ],
        expected: "ms: out 0",
    },
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &[
            "[shader(\"vertex\")] float4 vs([[vk::location(3)]] float a : A, out uint j : SV_InstanceID) : SV_Position { return 0; }\n\
                  [shader(\"fragment\")] float4 fs(uint j : SV_InstanceID, float b : B) : SV_Target { return 0; }",
        ],
        expected: "vs: in 0, fs: in 0, out 0",
    },
    // In Direct3D they are like other outputs.
    Case {
        policy: "documented",
        target: "hlsl",
        flags: "",
        units: &[
            "[shader(\"mesh\")] [numthreads(1, 1, 1)] [outputtopology(\"triangle\")] void ms(out indices uint3 i[1], out vertices float4 v[3]) {}",
        ],
        expected: "ms: out 0, out 1",
    },
    // E39001 of slangc is a warning on all targets.
    Case {
        policy: "slang-2026",
        target: "hlsl",
        flags: "",
        units: &["Texture2D a : register(t0); Texture2D b : register(t0);"],
        expected: "a t0, b t0, P0612",
    },
    Case {
        policy: "slang-2026",
        target: "spirv",
        flags: "",
        units: &["[[vk::binding(2)]] Texture2D a; [[vk::binding(2)]] Texture2D b;"],
        expected: "a 0.2, b 0.2, P0612, keeps 1",
    },
    // E38010: bindings of parameters of entry points are ignored.
    Case {
        policy: "slang-2026",
        target: "hlsl",
        flags: "",
        units: &["Texture2D a;\n[shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform Texture2D u : register(t7)) {}"],
        expected: "a t0, main: u t1",
    },
    // "We cannot compute the exact resource requirements … without knowing what the type T is": parameters after it have no known place.
    Case {
        policy: "slang-2026",
        target: "spirv",
        flags: "",
        units: &[
            "interface I { float f(); }\nTexture2D a;\n[shader(\"compute\")] [numthreads(1, 1, 1)]\nvoid main<U : I>(uniform float z, uniform Texture2D b, uniform U u, uniform Texture2D after) {}\n[shader(\"compute\")] [numthreads(1, 1, 1)] void second(uniform Texture2D later) {}",
        ],
        expected: "a 0.0, main: Some(Other { kind: \"pushConstantBuffer\", index: 0 }), z+0, b 0.1, after ?, second: later ?, keeps 1",
    },
    Case {
        policy: "slang-2026",
        target: "hlsl",
        flags: "",
        units: &[
            "extern static const int N;\nstruct S { Texture2D t[N]; SamplerState s; }\n[shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform S s, uniform Texture2D after) {}",
        ],
        expected: "main: s.t[] t0, s.s s0, after ?",
    },
    Case { policy: "slang-2026", target: "hlsl", flags: "", units: &["Texture2D y[];"], expected: "y[] t0 space1" },
    // libslang visits namespaces after other declarations.
    Case {
        policy: "slang-2026",
        target: "hlsl",
        flags: "",
        units: &["Texture2D a;\nnamespace N { Texture2D b; namespace M { Texture2D c; } }\nTexture2D d;\nnamespace N { Texture2D e; }"],
        expected: "a t0, d t1, b t2, e t3, c t4",
    },
    // Globals first, and each unit's own.
    Case {
        policy: "slang-2026",
        target: "hlsl",
        flags: "",
        units: &["Texture2D a;\n[shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform Texture2D u) {}", "Texture2D a, b;"],
        expected: "a t0, a t1, b t2, main: u t3",
    },
];

/// A program with its hand-written layout: resources with locations, members with offsets, entry points, diagnostics.
pub(super) struct Case {
    pub(super) policy: &'static str,
    pub(super) target: &'static str,
    pub(super) flags: &'static str,
    pub(super) units: &'static [&'static str],
    pub(super) expected: &'static str,
}
