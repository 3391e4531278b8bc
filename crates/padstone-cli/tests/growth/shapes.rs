//! Input patterns of any size.

/// An input of any size.
pub(crate) struct InputPattern {
    pub(crate) name: &'static str,
    pub(crate) extension: &'static str,
    /// The largest buffer or struct.
    pub(crate) buffer: &'static str,
    /// The path of a member.
    pub(crate) member: &'static str,
    /// Whether it belongs to the everyday run.
    pub(crate) is_everyday: bool,
    /// The text for a number of repetitions.
    pub(crate) source: fn(usize) -> String,
}

/// `all(n, |i| …)`: the text for each number below `n`.
fn all(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

const fn shape(
    extension: &'static str,
    name: &'static str,
    [buffer, member]: [&'static str; 2],
    source: fn(usize) -> String,
) -> InputPattern {
    InputPattern { name, extension, buffer, member, is_everyday: false, source }
}

const fn everyday(shape: InputPattern) -> InputPattern {
    InputPattern { is_everyday: true, ..shape }
}

const NUMBERS: [&str; 4] = ["float", "float2", "float3", "float4"];
const VECTORS: [&str; 4] = ["f32", "vec2f", "vec3f", "vec4f"];

pub(crate) const SHAPES: &[InputPattern] = &[
    everyday(shape("hlsl", "structs and buffers", ["S1", "C1.s.a"], |n| {
        all(n, |i| {
            format!("struct S{i} {{ float3 a; float b; uint2 c; float4x4 d; }};\ncbuffer C{i} {{ S{i} s; }}\n")
                .replace(" s; }", &format!(" s{}; }}", if i == 1 { String::new() } else { i.to_string() }))
        })
    })),
    shape("hlsl", "members", ["C", "C.m1"], |n| format!("cbuffer C {{\n{}}}\n", all(n, |i| format!("    {} m{i};\n", NUMBERS[i % 4])))),
    shape("hlsl", "members of a struct", ["S", "b.m1"], |n| {
        format!("struct S {{\n{}}};\nStructuredBuffer<S> b;\n", all(n, |i| format!("    {} m{i};\n", NUMBERS[i * 7 % 4])))
    }),
    shape("hlsl", "arrays of different lengths", ["C", "C.m1"], |n| {
        format!("cbuffer C {{\n{}}}\n", all(n, |i| format!("    {} m{i}[{}];\n", NUMBERS[i % 4], i % 97 + 2)))
    }),
    // Twice as many, because these took quadratic time with a small constant.
    shape("hlsl", "typedefs of arrays", ["C", "C.m"], |n| {
        let typedefs = all(2 * n, |i| format!("typedef S{i} S{}[1];\n", i + 1));
        format!("typedef float S0;\n{typedefs}cbuffer C {{ S3 m; float after; }}\n")
    }),
    shape("glsl", "overloads", ["B", "B.x"], |n| {
        let overloads = all(2 * n, |i| format!("void f(int a[{}]) {{ }}\n", i + 1));
        format!("#version 450\n{overloads}layout(std430, binding = 0) buffer B {{ float x; vec3 y; }};\n")
    }),
    shape("hlsl", "bit-fields", ["B", "b.m1"], |n| {
        format!("struct B {{\n{}}};\nStructuredBuffer<B> b;\n", all(n, |i| format!("    uint m{i} : {};\n", i % 7 + 1)))
    }),
    shape("hlsl", "cbuffers of one name", ["D", "D.d"], |n| {
        all(n, |i| format!("cbuffer C {{ float4 m{i}; }}\n")) + "cbuffer D { float d; }\n"
    }),
    // Members with explicit offsets cannot be reordered, so `optimize` gets another buffer.
    shape("hlsl", "packoffsets", ["s", "C.m1"], |n| {
        format!(
            "struct S {{ float3 a; float b; }};\nStructuredBuffer<S> s;\ncbuffer C {{\n{}}}\n",
            all(n.min(4000), |i| format!("    float4 m{i} : packoffset(c{i});\n"))
                + &all(n, |i| format!("}}\ncbuffer D{i} {{ float a{i} : packoffset(c{}); ", i % 4096))
        )
    }),
    shape("hlsl", "textures, half of them with registers", ["C", "C.m"], |n| {
        let register = |i: usize| if i.is_multiple_of(2) { String::new() } else { format!(" : register(t{i})") };
        all(n, |i| format!("Texture2D t{i}{};\n", register(i))) + "cbuffer C { float4 m; }\n"
    }),
    shape("hlsl", "structs in structs", ["C1", "C1.c1.b.a"], |n| {
        let chain = "struct S0 { float3 a; };\n".to_owned() + &all(100, |i| format!("struct S{} {{ float3 a; S{i} b; }};\n", i + 1));
        chain + &all(n, |i| format!("cbuffer C{i} {{ S{} c{i}; }}\n", i % 8 + 1))
    }),
    shape("hlsl", "structs with resources", ["C", "C.m"], |n| {
        all(n, |i| format!("struct S{i} {{ float4 a; Texture2D t; SamplerState s; }};\n")) + "cbuffer C { float4 m; }\n"
    }),
    shape("hlsl", "constants of constants", ["C", "C.m"], |n| {
        let constants =
            all(n, |i| if i == 0 { "static const int K0 = 1;\n".into() } else { format!("static const int K{i} = K{} + 1;\n", i - 1) });
        constants + "cbuffer C { float4 m[K2]; }\n"
    }),
    shape("hlsl", "macros", ["C", "C.m1"], |n| {
        all(n, |i| format!("#define M{i} float m{i}\n")) + &format!("cbuffer C {{\n{}}}\n", all(n, |i| format!("M{i};\n")))
    }),
    shape("hlsl", "conditions", ["C", "C.m1"], |n| {
        format!("cbuffer C {{\n{}}}\n", all(n, |i| format!("#if defined(X{i}) || {i} % 2 == 1\nfloat m{i};\n#endif\n")))
    }),
    shape("hlsl", "function bodies", ["C", "C.m"], |n| {
        "cbuffer C { float4 m; }\n".to_owned()
            + &all(n, |i| format!("float f{i}(float x) {{ if (x > {i}) {{ return m.x * x; }} return x; }}\n"))
    }),
    shape("hlsl", "templates", ["C", "C.m"], |n| {
        let types = all(n, |i| format!("struct A{i} {{ float a; }};\nStructuredBuffer<P<A{i}> > b{i};\n"));
        format!("template <typename T> struct P {{ T a; float3 b; }};\n{types}cbuffer C {{ float4 m; }}\n")
    }),
    shape("hlsl", "typedefs", ["C", "C.m"], |n| {
        all(n, |i| if i == 0 { "typedef float4 T0;\n".into() } else { format!("typedef T{} T{i};\n", i - 1) }) + "cbuffer C { T2 m; }\n"
    }),
    shape("hlsl", "mistakes", ["C", "C.m"], |n| all(n, |i| format!("struct S{i} {{ Nope{i} a; }};\n")) + "cbuffer C { float4 m; }\n"),
    shape("hlsl", "loose globals", ["$Globals", "$Globals.g1"], |n| all(n, |i| format!("{} g{i};\n", NUMBERS[i % 4]))),
    everyday(shape("slang", "structs and structured buffers of Slang", ["S1", "b1.a"], |n| {
        all(n, |i| format!("struct S{i} {{ float3 a; float b; }}\nStructuredBuffer<S{i}> b{i};\n"))
    })),
    shape("slang", "parameters that mix bytes and resources", ["$Globals", "p1.a"], |n| {
        all(n, |i| format!("struct S{i} {{ float3 a; Texture2D b; }}\nuniform S{i} p{i};\n"))
    }),
    shape("slang", "textures of Slang, half of them with registers", ["S", "S.a"], |n| {
        let register = |i: usize| if i.is_multiple_of(2) { String::new() } else { format!(" : register(t{i})") };
        all(n, |i| format!("Texture2D t{i}{};\n", register(i))) + "struct S { float3 a; }\nStructuredBuffer<S> b;\n"
    }),
    shape("slang", "a chain of structs with resources", ["$Globals", "p1.a"], |n| {
        let chain =
            "struct S0 { float3 a; Texture2D t; }\n".to_owned() + &all(100, |i| format!("struct S{} {{ float3 a; S{i} b; }}\n", i + 1));
        chain + &all(n, |i| format!("uniform S{} p{i};\n", i % 8))
    }),
    shape("slang", "generics", ["A1", "A1.a"], |n| {
        let types = all(n, |i| format!("struct A{i} {{ float a; }}\nStructuredBuffer<P<A{i}>> b{i};\n"));
        format!("struct P<T> {{ T a; float3 b; }}\n{types}")
    }),
    shape("slang", "interfaces", ["A1", "A1.a"], |n| {
        let types = all(n, |i| format!("struct A{i} : I {{ float a; float f() {{ return a; }} }}\nStructuredBuffer<A{i}> b{i};\n"));
        format!("interface I {{ float f(); }}\n{types}")
    }),
    shape("slang", "entry points", ["S", "S.a"], |n| {
        let entries = all(n, |i| {
            format!("[shader(\"compute\")] [numthreads(8, 1, 1)] void main{i}(uniform float4 a, uint3 id : SV_DispatchThreadID) {{}}\n")
        });
        format!("struct S {{ float3 a; }}\nStructuredBuffer<S> b;\n{entries}")
    }),
    everyday(shape("glsl", "uniform blocks", ["B1", "B1.a1"], |n| {
        let blocks = all(n, |i| format!("layout(std140, binding = {i}) uniform B{i} {{ vec3 a{i}; float b{i}; mat3 c{i}; }};\n"));
        format!("#version 460\n{blocks}")
    })),
    shape("glsl", "members of a storage block", ["B", "B.m1"], |n| {
        format!("#version 460\nlayout(std430, binding = 0) buffer B {{\n{}}};\n", all(n, |i| format!("    vec{} m{i};\n", i % 3 + 2)))
    }),
    shape("glsl", "structs of GLSL", ["B", "B.m"], |n| {
        let structs = all(n, |i| format!("struct S{i} {{ vec3 a; float b; vec2 c[3]; }};\n"));
        format!("#version 460\n{structs}layout(std430, binding = 0) buffer B {{ S1 m; }};\n")
    }),
    shape("glsl", "loose uniforms", ["B", "B.m"], |n| {
        format!("#version 460\n{}layout(std430) buffer B {{ vec4 m; }};\n", all(n, |i| format!("uniform vec4 u{i};\n")))
    }),
    shape("wgsl", "structs in storage buffers", ["S1", "b1.x.a"], |n| {
        let buffers =
            all(n, |i| format!("struct S{i} {{ x: I, y: array<vec3f, 4>, z: vec2f }}\n@group(0) @binding({i}) var<storage> b{i}: S{i};\n"));
        format!("struct I {{ a: vec3f, b: f32 }}\n{buffers}")
    }),
    shape("wgsl", "members of WGSL", ["S", "b.m1"], |n| {
        let members = all(n, |i| format!("    m{i}: {},\n", VECTORS[i * 5 % 4]));
        format!("struct S {{\n{members}}}\n@group(0) @binding(0) var<storage, read_write> b: S;\n")
    }),
    shape("wgsl", "uniform buffers with arrays", ["S1", "u1.a"], |n| {
        all(n, |i| format!("struct S{i} {{ a: f32, b: array<f32, 4>, c: vec3f }}\n@group(0) @binding({i}) var<uniform> u{i}: S{i};\n"))
    }),
    shape("wgsl", "functions that read", ["S", "b.a"], |n| {
        let functions = all(n, |i| format!("fn f{i}() -> f32 {{ let x = b.a; return x.y + b.b[1].x; }}\n"));
        format!("struct S {{ a: vec3f, b: mat3x3f }}\n@group(0) @binding(0) var<storage, read_write> b: S;\n{functions}")
    }),
    shape("wgsl", "a function of many statements", ["S", "b.a"], |n| {
        let statements = all(n, |i| format!("    b.a.x = b.a.y + f32({i}); b.b[1] = b.a;\n"));
        format!("struct S {{ a: vec3f, b: mat3x3f }}\n@group(0) @binding(0) var<storage, read_write> b: S;\nfn f() {{\n{statements}}}\n")
    }),
    shape("wgsl", "functions that take pointers", ["S", "b.a"], |n| {
        let functions = all(n, |i| format!("fn f{i}(p: ptr<storage, S, read_write>) {{ (*p).a.x = 1.0; }}\nfn g{i}() {{ f{i}(&b); }}\n"));
        format!("struct S {{ a: vec3f, b: mat3x3f }}\n@group(0) @binding(0) var<storage, read_write> b: S;\n{functions}")
    }),
    everyday(shape("wgsl", "aliases", ["S1", "u1.a"], |n| {
        all(n, |i| {
            let ty = i % 3 + 2;
            format!(
                "alias A{i} = vec{ty}<f32>;\nstruct S{i} {{ a: A{i}, b: vec4f }}\n@group({}) @binding({i}) var<uniform> u{i}: S{i};\n",
                i % 4
            )
        })
    })),
    shape("wgsl", "constants of WGSL", ["S", "b.a"], |n| {
        let constants = all(n, |i| if i == 0 { "const K0 = 1;\n".into() } else { format!("const K{i} = K{} + 1;\n", i - 1) });
        format!("{constants}struct S {{ a: array<vec4f, K2> }}\n@group(0) @binding(0) var<storage> b: S;\n")
    }),
    shape("wgsl", "nested members", ["S", "b.m1.a"], |n| {
        let members = all(n, |i| format!("    m{i}: I,\n"));
        format!(
            "struct I {{ a: vec3f, b: f32, c: vec2f }}\nstruct S {{\n{members}}}\n@group(0) @binding(0) var<storage, read_write> b: S;\n"
        )
    }),
];
