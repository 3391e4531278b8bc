//! The HLSL front end: source in, a listing of declarations and diagnostics out.

use std::fmt::Write;

use padstone_cfamily::{Options, read_hlsl};
use padstone_diag::Diagnostics;
use padstone_model::{Annotation, FieldRole, Major, MemberRead, Module, ReadStep, StructKind, Type, TypeId, UsedTogether};
use padstone_source::{MemoryLoader, SourceMap};

fn read(source: &str, options: &Options) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.hlsl", source.into()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = read_hlsl(&mut sources, file, &MemoryLoader::default(), options, &mut diagnostics);
    let mut out = String::new();
    for (_, record) in module.structs.iter().filter(|(_, record)| record.kind != StructKind::BufferMembers) {
        writeln!(out, "struct {}{}", module.name(record.name), members(&module, record.ty.unwrap())).unwrap();
    }
    for (_, buffer) in module.buffers.iter() {
        let kind = format!("{:?}", buffer.kind).to_lowercase();
        let content = match module.as_struct(buffer.content) {
            Some(record) if record.kind == StructKind::BufferMembers => members(&module, buffer.content),
            _ => format!(" of {}", module.type_name(buffer.content)),
        };
        let used = if module.parameters[buffer.parameter].used { "" } else { " (unused)" };
        writeln!(out, "{kind} {}{content}{used}", module.name(buffer.name)).unwrap();
    }
    for diagnostic in &diagnostics {
        let position = diagnostic.span.map(|span| sources.locate(span.start));
        let position = position.map_or("?".to_owned(), |position| format!("{}:{}", position.line, position.column));
        writeln!(out, "{position} {} {}", diagnostic.code.id, diagnostic.message).unwrap();
    }
    out
}

fn members(module: &Module, ty: TypeId) -> String {
    let mut out = String::from(" {");
    for field in &module.as_struct(ty).unwrap().fields {
        let base = if field.role == FieldRole::Base { "base " } else { "" };
        let row = if matches!(module.types[field.ty], Type::Matrix { major: Major::Row, .. }) { "row " } else { "" };
        write!(out, " {base}{row}{} {}", module.type_name(field.ty), module.name(field.name)).unwrap();
        if let Some(bits) = field.bitfield {
            write!(out, ":{}", bits.width).unwrap();
        }
        for annotation in &field.annotations {
            match annotation {
                Annotation::PackOffset(offset) => write!(out, " @{}", offset.bytes()).unwrap(),
                Annotation::Register(register) => write!(out, " {:?}", register.slot).unwrap(),
                Annotation::Offset { bytes, .. } => write!(out, " vk{bytes}").unwrap(),
                Annotation::Semantic { name, index, .. } => write!(out, " : {}{index}", module.name(*name)).unwrap(),
                Annotation::Align { align, .. } => write!(out, " align{align}").unwrap(),
                Annotation::Size { size, .. } => write!(out, " size{size}").unwrap(),
                other => write!(out, " {other:?}").unwrap(),
            }
        }
        out.push(';');
    }
    out + " }"
}

#[track_caller]
fn check(source: &str, expected: &str) {
    check_with(&Options::default(), source, expected);
}

#[track_caller]
fn check_with(options: &Options, source: &str, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(read(source, options).trim_end(), expected.join("\n"));
}

#[test]
fn scalars_vectors_and_matrices_are_read() {
    check(
        "cbuffer C { float a; uint3 b; vector<half, 2> c; vector d; matrix<double, 2, 3> e; matrix f; dword4 g; unsigned int h; min16float3x2 i; }",
        "cbuffer C { float a; uint3 b; float2 c; float4 d; double2x3 e; float4x4 f; uint4 g; uint h; min16float3x2 i; }",
    );
}

#[test]
fn sixteen_bit_types_require_an_option() {
    let source = "cbuffer C { half a; float16_t2 b; int16_t c; }";
    check(
        source,
        "cbuffer C { float a; ? b; ? c; }
         1:21 P0310 `float16_t2` requires 16-bit types, which are not enabled
         1:35 P0310 `int16_t` requires 16-bit types, which are not enabled",
    );
    let options = Options { native_16bit: true, ..Options::default() };
    check_with(&options, source, "cbuffer C { float16_t a; float16_t2 b; int16_t c; }");
}

#[test]
fn structs_in_structs_and_namespaces_are_read() {
    check(
        "namespace N { struct A { float x; }; namespace M { struct B : A { A a[2]; struct { int i; } s; }; } }
         using namespace N;
         typedef struct { float3 p; } Point;
         cbuffer C { N::M::B b; M::B c; ::N::A d; Point p; struct Inner { bool q; } e; }",
        "struct N::A { float x; }
         struct  { int i; }
         struct N::M::B { base N::A A; N::A[2] a; struct s; }
         struct Point { float3 p; }
         struct Inner { bool q; }
         cbuffer C { N::M::B b; N::M::B c; N::A d; Point p; Inner e; }",
    );
}

#[test]
fn names_of_used_namespaces_can_be_ambiguous() {
    // As in clang 22. The scope around the `using` and its namespace has these names; those of inner scopes take precedence.
    let spaces = "namespace A { struct S { float a; }; static const int K = 2; enum E { X = 2 }; namespace M { struct T { float q; }; } }
        namespace B { struct S { float3 b; double c; }; static const int K = 3; enum E { X = 3 }; namespace M { struct T { float3 q; }; } }
        struct G { float4 g; };";
    let structs = "struct A::S { float a; }
        struct A::M::T { float q; }
        struct B::S { float3 b; double c; }
        struct B::M::T { float3 q; }
        struct G { float4 g; }";
    let check = |source: &str, expected: &str| check(&format!("{spaces}\n{source}"), &format!("{structs}\n{expected}"));
    for (used, name, column) in [("S s", "S", 13), ("E s", "E", 13), ("M::T s", "M", 13)] {
        let source = format!("using namespace A; using namespace B;\ncbuffer C {{ {used}; float z; }}");
        check(&source, &format!("cbuffer C {{ ? s; float z; }}\n5:{column} P1143 reference to `{name}` is ambiguous"));
    }
    for name in ["K", "X"] {
        let source = format!("using namespace A; using namespace B;\ncbuffer C {{ float s[{name}]; }}");
        check(&source, &format!("cbuffer C {{ ? s; }}\n5:21 P1143 reference to `{name}` is ambiguous"));
    }
    check(
        "static const int K = 5; using namespace A;\ncbuffer C { float s[K]; }",
        "cbuffer C { ? s; }\n5:21 P1143 reference to `K` is ambiguous",
    );
    check("static const int K = 5; using A::K;\ncbuffer C { float s[K]; }", "cbuffer C { ? s; }\n4:31 P0308 redefinition of `K`");
    check("using namespace A; using namespace B;\ncbuffer C { A::S s; float t[B::K]; }", "cbuffer C { A::S s; float[3] t; }");
    check(
        "using B::S; using namespace A; using namespace B;\ncbuffer C { S s; }",
        "cbuffer C { ? s; }\n5:13 P1143 reference to `S` is ambiguous",
    );
    check("using B::K; using B::K; using namespace B;\ncbuffer C { float s[K]; }", "cbuffer C { float[3] s; }");
    check(
        "namespace Q { static const int K = 7; namespace R { using namespace A; cbuffer C { float s[K]; S t; } } }",
        "cbuffer C { float[7] s; A::S t; }",
    );
    check(
        "namespace Q { using namespace A; using namespace B; }\ncbuffer C { Q::S s; }",
        "cbuffer C { ? s; }\n5:16 P1143 reference to `S` is ambiguous",
    );
    check(
        "namespace Q { using namespace A; static const int K = 7; }\ncbuffer C { float s[Q::K]; Q::S t; }",
        "cbuffer C { float[7] s; A::S t; }",
    );
    // A namespace of the same name is another one.
    check("using namespace A; namespace M { static const int L = 4; }\ncbuffer C { float s[::M::L]; }", "cbuffer C { float[4] s; }");
}

#[test]
fn types_are_named_by_their_keyword_and_namespace() {
    check(
        "namespace N { struct L { float3 q; }; static const int L = 2; }
         struct N::L a;
         cbuffer C { struct N::L b; class ::N::L c; float d[N::L]; struct N::M e; }",
        "struct N::L { float3 q; }
         globals $Globals { N::L a; }
         cbuffer C { N::L b; N::L c; float[2] d; ? e; }
         3:75 P0301 unknown type `M`",
    );
}

#[test]
fn array_sizes_are_constant_expressions() {
    check(
        "#define N 3
         static const int K = N * 2 + 1;
         static const uint U = K;
         enum Kind { A, B = 4, Count };
         enum class Mode : uint { P = 2, Q };
         namespace Limits { static const int Lights = 1 << 3; }
         struct S { static const int Size = 2; float2 v; double d; };
         cbuffer C {
           float a[K][N], b[U - 6], c[Count], d[(int)Mode::Q], e[Limits::Lights], f[S::Size];
           float g[sizeof(S) / 4], h[true ? 2 : 1 / 0], i[(7 >> 1) % 2 == 1 ? 4 : 5], j[int(2.9f)], k[0x10u], l[~0u >> 30];
           float m[sizeof(S[2])], n[sizeof(float3[2][K - 6])];
         }",
        "struct S { float2 v; double d; }
         cbuffer C { float[7][3] a; float[1] b; float[5] c; float[3] d; float[8] e; float[2] f; float[4] g; float[2] h; float[4] i; float[2] j; float[16] k; float[3] l; float[32] m; float[24] n; }",
    );
}

/// In parentheses, the name of a type may begin a cast or the name of a constant.
#[test]
fn types_in_parentheses_begin_constants() {
    check(
        "template<typename T> struct Traits { static const int n = 3; };
         namespace N { template<typename T> struct Traits { static const int n = 2; }; }
         enum Kind { A = 1, B };
         struct S { static const int Size = 2; };
         cbuffer C {
           float a[(Traits<int>::n) + 1], b[(N::Traits<int>::n * 2 - 1) * 2], c[(int)Traits<int>::n], d[(Kind::B + 1)], e[(Kind)2];
           float f[(S::Size == 2 ? 5 : 6)], g[((S::Size))];
         }",
        "struct S { }
         struct Traits<int> { }
         struct N::Traits<int> { }
         cbuffer C { float[4] a; float[6] b; float[3] c; float[3] d; float[2] e; float[5] f; float[2] g; }",
    );
}

#[test]
fn invalid_constants_are_reported_and_have_no_value() {
    check(
        "int n; static const int K = 2147483647;
         cbuffer C { float a[n]; float b[4 / 0]; float c[-1]; float d[missing]; float e[K + 1]; float f[1.5]; float g[2 2]; float h; }",
        "globals $Globals { int n; }
         cbuffer C { ? a; ? b; ? c; ? d; ? e; ? f; ? g; float h; }
         2:30 P0303 `n` is not a constant
         2:44 P0305 division by zero
         2:58 P0306 an array cannot have -1 elements
         2:71 P0303 `missing` is not declared
         2:91 P0304 2147483648 does not fit in a signed 32-bit integer
         2:105 P0303 1.5 is not an integer
         2:121 P0201 expected an operator",
    );
}

#[test]
fn templates_are_instantiated() {
    check(
        "template<typename T, int N = 2> struct Block { T head; T rest[N]; T get() { return head; } };
         template<typename T> T twice(T x) { return x * 2; }
         template<> struct Block<bool, 1> { uint flags; };
         cbuffer C { Block<float3> a; Block<Block<uint, 3>, 1> b; Block<bool, 1> c; }
         StructuredBuffer<Block<float3>> s;",
        "struct Block<float3, 2> { float3 head; float3[2] rest; }
         struct Block<uint, 3> { uint head; uint[3] rest; }
         struct Block<Block<uint, 3>, 1> { Block<uint, 3> head; Block<uint, 3>[1] rest; }
         struct Block<bool, 1> { uint flags; }
         cbuffer C { Block<float3, 2> a; Block<Block<uint, 3>, 1> b; Block<bool, 1> c; }
         structured s of Block<float3, 2>",
    );
}

#[test]
fn buffers_of_all_kinds_are_read() {
    check_with(
        &Options { spirv: true, ..Options::default() },
        "struct S { float4 v; };
         float loose; tbuffer T { float t; } ConstantBuffer<S> cb[2]; TextureBuffer<S> tb; RWStructuredBuffer<S> rw : register(u1);
         [[vk::push_constant]] S push; [[vk::push_constant]] ConstantBuffer<S> push2; Texture2D<float4> tex; static float hidden; groupshared float4 shared[64];
         const float fixed = 4; [[vk::constant_id(3)]] const int specialised = 2;",
        "struct S { float4 v; }
         globals $Globals { float loose; float fixed; }
         tbuffer T { float t; }
         constantbuffer cb of S
         texturebuffer tb of S
         structured rw of S
         pushconstant push of S
         pushconstant push2 of S",
    );
}

#[test]
fn annotations_are_read() {
    check(
        "cbuffer C : register(b3, space1) { float a : packoffset(c2.y); float4 b : packoffset(C3) : COLOR; float c : packoffset(c); float d : register(c5); }
         struct S { [[vk::offset(16)]] float x; uint u : 4; uint : 0; uint w : 8 + 4; };",
        "struct S { float x vk16; uint u:4; uint :0; uint w:12; }
         cbuffer C { float a @36; float4 b @48 : COLOR0; float c @0; float d Some((C, 5)); }",
    );
}

#[test]
fn wrong_annotations_are_reported() {
    check(
        "cbuffer C : packoffset(c0) { float a : packoffset(b0); float b : packoffset(c0.q); float c : packoffset(c0[1]); float d : packoffset(); float e : register(x3); float f : register(b0, space); uint g : 4; float h : packoffset(c99999999999); float i; }",
        "cbuffer C { ? a; ? b; ? c; ? d; ? e; ? f; ? g; ? h; float i; }
         1:13 P0212 `packoffset` is allowed on members, not on the buffer
         1:51 P0210 `b0` is not a constant register
         1:80 P0211 `q` is not a register component
         1:107 P0209 expected `)` after the register, found `[`
         1:134 P0209 `packoffset` requires a register
         1:156 P0206 invalid register `x3`
         1:184 P0208 invalid register space `space`
         1:201 P0213 bit-fields are not allowed directly in a cbuffer
         1:225 P0207 register number 99999999999 does not fit in 32 bits",
    );
}

#[test]
fn bodies_and_declarations_without_layout_are_skipped() {
    check(
        r#"[RootSignature("CBV(b0)")] [numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID) { if (a) { "}"; /* } */ } }
         float3 Light::direction() const { return float3(0, 1, 0); }
         interface IShape { float area(); };
         struct Light : IShape { float3 d; float3 direction(); float operator()(float t) { return t; } Light operator+(Light o) { return o; } };
         SamplerState s { Filter = MIN_MAG_MIP_LINEAR; AddressU = Wrap; };
         float tint < string UIName = "Tint"; > = 1;
         static_assert(sizeof(float) == 4, "floats");
         technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }
         cbuffer C { float a = 1; float3 b = float3(1, 2, 3); float c() { return a; } float sample; }"#,
        "struct Light { float3 d; }
         globals $Globals { float tint; }
         cbuffer C { float a; float3 b; float sample; }",
    );
}

#[test]
fn incomplete_code_does_not_affect_other_declarations() {
    check(
        "struct Broken { float3 pos float radius; int ok; };
         cbuffer A { Lihgt l; float x; }
         cbuffer B { float y; float3; float z[; int w; }
         float4 oops(
         cbuffer D { float v; }",
        "struct Broken { float3 pos; float radius; int ok; }
         cbuffer A { ? l; float x; }
         cbuffer B { float y; ? z; int w; }
         cbuffer D { float v; }
         1:27 P0201 expected `;` after the declaration, found `float`
         2:22 P0301 unknown type `Lihgt`
         3:31 P0201 declaration does not declare anything
         3:46 P0202 unclosed delimiter
         4:21 P0202 unclosed delimiter",
    );
}

#[test]
fn usage_follows_calls_from_the_entry_point() {
    check_with(
        &Options { entry: Some("main".to_owned()), ..Options::default() },
        "cbuffer A { float a; } cbuffer B { float b; } cbuffer C { float c; } StructuredBuffer<int> s; StructuredBuffer<int> t;
         static float fromB = b;
         float helper() { return c; }
         float never() { return s[0]; }
         void main() { float x = a + helper() + fromB; }",
        "cbuffer A { float a; }
         cbuffer B { float b; }
         cbuffer C { float c; }
         structured s of int (unused)
         structured t of int (unused)",
    );
}

#[test]
fn usage_distinguishes_members_and_locals_from_parameters() {
    check_with(
        &Options { entry: Some("main".to_owned()), ..Options::default() },
        "cbuffer A { float pos; } cbuffer B { float scale; } cbuffer C { float depth; Texture2D tex; } cbuffer D { float gain; }
         struct V { float pos; float amount() { return gain; } };
         float4 helper(float3 scale) { return depth; }
         [shader(\"pixel\")] void main(V v) { float scale = v.pos; tex.Load(0); v.amount(); }",
        "struct V { float pos; }
         cbuffer A { float pos; } (unused)
         cbuffer B { float scale; } (unused)
         cbuffer C { float depth; Texture2D tex; } (unused)
         cbuffer D { float gain; }",
    );
}

/// A local name hides a parameter from its declaration to the end of its block.
#[test]
fn usage_follows_the_blocks_of_locals() {
    let check = |body: &str, used: &str| {
        let source = format!("cbuffer A {{ float4 a; }} cbuffer B {{ float4 b; }}\nvoid main(float2 at : P) {{ {body} at += b.x; }}");
        let options = Options { entry: Some("main".to_owned()), ..Options::default() };
        let expected = format!("cbuffer A {{ float4 a; }}{used}\ncbuffer B {{ float4 b; }}");
        let found = read(&source, &options);
        assert!(found.contains(&expected), "{body}: {found}");
    };
    for body in [
        "{ float a = 1; } at += a.x;",
        "at += a.x; float a = 1;",
        "if (at.x > 0) { float a = 1; at.x += a; } else { at += a.x; }",
        "for (float a = 0; a < 2; a++) { at.x += a; } at += a.x;",
        "for (float a = 0; a < 2; a++) at.x += a; at += a.x;",
        "for (int i = 0; i < 2; i++) { float a = 1; for (int j = 0; j < 2; j++) a += j; } at += a.x;",
        "{ { float a = 1; } at += a.x; }",
    ] {
        check(body, "");
    }
    for body in ["float a = 1; { at.x += a; }", "for (float a = 0; a < 2; a++) { at.x += a; }", "{ float a = 1; { at.x += a; } }", ""] {
        check(body, " (unused)");
    }
}

/// A parameter hides a resource, after the `>` of its type as well.
#[test]
fn usage_follows_parameters() {
    let check = |parameter: &str, used: &str| {
        let source = format!(
            "cbuffer A {{ float4 a; }}\nfloat sum({parameter}) {{ return a[0].x; }}\nvoid main(Buffer<float4> x : P) {{ sum(x); }}"
        );
        let found = read(&source, &Options { entry: Some("main".to_owned()), ..Options::default() });
        assert!(found.contains(&format!("cbuffer A {{ float4 a; }}{used}\n")), "{parameter}: {found}");
    };
    check("Buffer<float4> a", " (unused)");
    check("float4 a[2]", " (unused)");
    check("Buffer<float4> b", "");
}

#[test]
fn template_instances_are_limited() {
    let instances: String = (0..131_074).map(|n| format!("typedef A<{n}> T{n};\n")).collect();
    let found = read(&format!("template <int N> struct A {{ float x; }};\n{instances}"), &Options::default());
    let diagnostics: Vec<&str> = found.lines().filter(|line| !line.starts_with("struct")).collect();
    assert_eq!(diagnostics, ["131074:9 P0316 `A` exceeds the limit of 131072 template instances"]);
}

#[test]
fn versions_gate_their_features() {
    let source = "enum E : uint { A, B };
        template<typename T> struct P { T a;
        uint b : 3; };
        using F = float; namespace N { struct V { float x; }; }
        using namespace N;
        using N::V;
        struct M { template<typename T> void f(T t) { }
        V operator+(V v) { return v; } };
        cbuffer C { E e; P<float2> p; F f; V v; vector<float, 2> w; } StructuredBuffer<float> s;";
    let laid_out = "struct N::V { float x; }
        struct M { }
        struct P<float2> { float2 a; uint b:3; }
        cbuffer C { E e; P<float2> p; float f; N::V v; float2 w; }
        structured s of float
        ";
    let since_2021 = "2:9 P0317 templates require HLSL 2021; `-HV` selects HLSL 2018
        4:9 P0317 `using namespace` and `using` for types require HLSL 2021; `-HV` selects HLSL 2018
        5:9 P0317 `using namespace` and `using` for types require HLSL 2021; `-HV` selects HLSL 2018
        7:20 P0317 templates require HLSL 2021; `-HV` selects HLSL 2018
        8:11 P0317 overloaded operators require HLSL 2021; `-HV` selects HLSL 2018
        3:18 P0317 bit-fields require HLSL 2021; `-HV` selects HLSL 2018";
    let check = |version: u16, diagnostic: &str| {
        let expected = format!("{laid_out}{}", diagnostic.replace("selects HLSL 2018", &format!("selects HLSL {version}")));
        check_with(&Options { hlsl_version: version, ..Options::default() }, source, &expected);
    };
    check(2029, "");
    check(2021, "");
    check(2018, since_2021);
    check(2017, since_2021);
    check(2016, &format!("1:1 P0317 enumerations require HLSL 2017; `-HV` selects HLSL 2016\n{since_2021}"));
}

#[test]
fn a_struct_has_one_base() {
    check(
        "interface I { float f(); }; struct A { float x; }; struct B { float y; }; struct C : I, A { float z; }; struct D : A, B { float z; };
         cbuffer Q { C c; D d; float e; }",
        "struct A { float x; }
         struct B { float y; }
         struct C { base A A; float z; }
         struct D { base A A; base ? B; float z; }
         cbuffer Q { C c; D d; float e; }
         1:119 P0314 a struct can have only one base struct",
    );
}

/// As in C++, an instance is incomplete inside itself: methods may name it, members may not.
#[test]
fn instances_of_templates_name_themselves() {
    check(
        "template<typename T> struct V { T x; V<T> add(V<T> o) { return o; } static V<float> make(); };
         cbuffer C { V<int> a; float b[(uint(3) + 1) * 2]; }",
        "struct V<float> { float x; }
         struct V<int> { int x; }
         cbuffer C { V<int> a; float[8] b; }",
    );
    check(
        "template<typename T> struct N { T x; N<T> next; };
         cbuffer C { N<int> a; float b; }",
        "struct N<int> { int x; ? next; }
         cbuffer C { N<int> a; float b; }
         1:38 P0302 `N` is incomplete here",
    );
    check(
        "template<typename T> struct V { T x; typedef V<T> Self; };
         cbuffer C { V<int>::Self a; float b; }",
        "struct V<int> { int x; }
         cbuffer C { ? a; float b; }
         2:22 P0302 `Self` is incomplete here",
    );
}

/// Two declarations of one name in one scope are an error if C++ does not allow them (clang 22 agrees on each, `tests/clang/verdicts.rs`).
#[test]
fn names_are_declared_once() {
    for (source, expected) in [
        (
            "enum E { A = 2, A = 3 }; cbuffer C { float x; float y[A]; float z; }",
            "cbuffer C { float x; ? y; float z; }\n1:17 P0308 redefinition of `A`",
        ),
        ("enum E { A }; enum F { B, A }; cbuffer C { E x; }", "cbuffer C { E x; }\n1:27 P0308 redefinition of `A`"),
        ("enum class E { A }; enum class F { B, A }; cbuffer C { E x; }", "cbuffer C { E x; }"),
        ("enum E { A }; enum E { B }; cbuffer C { E x; }", "cbuffer C { ? x; }\n1:20 P0308 redefinition of `E`"),
        ("extern float x; extern float3 x;", "globals $Globals { float x; float3 x; }\n1:31 P0308 redefinition of `x` with another type"),
        (
            "extern float x[2]; extern float x[2]; float x[3];",
            "globals $Globals { float[2] x; float[2] x; float[3] x; }\n1:45 P0308 redefinition of `x` with another type",
        ),
        ("static float x; extern float x;", "globals $Globals { float x; }\n1:30 P0308 redefinition of `x` with another type"),
        ("extern const float x; float x;", "globals $Globals { float x; float x; }\n1:29 P0308 redefinition of `x` with another type"),
        ("extern float x; float x; float x;", "globals $Globals { float x; float x; float x; }\n1:32 P0308 redefinition of `x`"),
        ("extern float x; typedef float x;", "globals $Globals { float x; }\n1:31 P0308 redefinition of `x`"),
        (
            "cbuffer C { float3 x; } extern float x;",
            "cbuffer C { float3 x; }\nglobals $Globals { float x; }\n1:38 P0308 redefinition of `x` with another type",
        ),
        ("float x; extern float x; extern float x;", "globals $Globals { float x; float x; float x; }"),
        ("row_major float2x3 x; extern float2x3 x;", "globals $Globals { row float2x3 x; float2x3 x; }"),
        (
            "cbuffer C { row_major column_major float2x3 x; }",
            "cbuffer C { float2x3 x; }\n1:23 P0321 `column_major` contradicts another qualifier of the type",
        ),
        (
            "typedef row_major float2x3 M; cbuffer C { column_major M x; }",
            "cbuffer C { float2x3 x; }\n1:43 P0321 `column_major` contradicts another qualifier of the type",
        ),
        ("typedef float2x3 M; namespace N { typedef row_major float2x3 M; } cbuffer C { column_major M x; }", "cbuffer C { float2x3 x; }"),
        ("cbuffer C { unorm snorm float x; }", "cbuffer C { float x; }\n1:19 P0321 `snorm` contradicts another qualifier of the type"),
        ("cbuffer C { row_major float x; }", "cbuffer C { float x; }\n1:13 P0315 only matrices are row-major or column-major"),
        ("typedef float T; typedef float2 T; cbuffer C { T x; }", "cbuffer C { ? x; }\n1:33 P0308 redefinition of `T`"),
        ("typedef float T; using T = float; cbuffer C { T x; }", "cbuffer C { float x; }"),
        ("typedef float T; cbuffer C { float T; }", "cbuffer C { float T; }\n1:36 P0308 redefinition of `T`"),
        ("struct T { float x; }; typedef T T; cbuffer C { T x; }", "struct T { float x; }\ncbuffer C { T x; }"),
        ("struct T { float x; }; float T;", "struct T { float x; }\nglobals $Globals { float T; }"),
        ("struct T { float x; }; static float T; cbuffer C { struct T a; }", "struct T { float x; }\ncbuffer C { T a; }"),
        (
            "struct T { float x; }; cbuffer C { float T; struct T a; T b; }",
            "struct T { float x; }\ncbuffer C { float T; T a; ? b; }\n1:57 P0301 unknown type `T`",
        ),
        ("float f() { return 1; } float f(int a); float f;", "globals $Globals { float f; }\n1:47 P0308 redefinition of `f`"),
        ("float x; template<typename T> void x(T t) {}", "globals $Globals { float x; }\n1:36 P0308 redefinition of `x`"),
        ("template<typename T> void x(T t) {} cbuffer C { float x; }", "cbuffer C { float x; }\n1:55 P0308 redefinition of `x`"),
        ("template<typename T> struct x { T t; }; template<typename T> void x(T t) {}", "1:67 P0308 redefinition of `x`"),
        (
            "struct x { float a; }; template<typename T> void x(T t) {} template<typename T> void x(T t, T u) {} void x() {}",
            "struct x { float a; }",
        ),
        (
            "namespace N { float a; } namespace N { float b; } float N;",
            "globals $Globals { float N::a; float N::b; float N; }\n1:57 P0308 redefinition of `N`",
        ),
        (
            "struct S { float a; float a(); }; cbuffer C { S s; }",
            "struct S { float a; }\ncbuffer C { S s; }\n1:27 P0308 redefinition of `a`",
        ),
        (
            "struct S { typedef float T; float T; }; cbuffer C { S s; }",
            "struct S { float T; }\ncbuffer C { S s; }\n1:35 P0308 redefinition of `T`",
        ),
        (
            "template<typename T> struct S { T t; }; template<> struct S<int> { float t; }; template<> struct S<int> { float4 t; }; cbuffer C { S<int> s; }",
            "cbuffer C { ? s; }\n1:98 P0308 `S` is specialized twice for the same arguments",
        ),
        (
            "template<typename T> struct S { float T; }; cbuffer C { S<int> s; }",
            "struct S<int> { float T; }\ncbuffer C { S<int> s; }\n1:39 P0308 redefinition of `T`",
        ),
    ] {
        check(source, expected);
    }
}

#[test]
fn enumerators_have_the_type_of_their_enum() {
    for (source, expected) in [
        (
            "enum E { A = 0xFFFFFFFF }; enum L { B = 1ull << 32 }; cbuffer C { E e; L l; float x[A > 0 ? sizeof(L) : 1]; }",
            "cbuffer C { E e; L l; float[8] x; }",
        ),
        ("enum E : uint { A = 0, B = A - 1 }; cbuffer C { float x[B >> 30]; }", "cbuffer C { float[3] x; }"),
        (
            "enum E : uint { A = 1, B = -1, D }; cbuffer C { float x[A]; float y[B]; }",
            "cbuffer C { float[1] x; ? y; }\n1:28 P0304 -1 does not fit in `uint`, the type of the enum",
        ),
        (
            "enum E : int { A = 2147483647, B }; cbuffer C { E x; }",
            "cbuffer C { E x; }\n1:32 P0304 2147483648 does not fit in `int`, the type of the enum",
        ),
        (
            "enum E : float { A }; cbuffer C { E x; float y; }",
            "cbuffer C { ? x; float y; }\n1:10 P0309 the underlying type of an enum must be an integer type",
        ),
        ("enum E { float }; cbuffer C { E x; }", "cbuffer C { E x; }\n1:10 P0201 expected `}` or another enumerator, found `float`"),
        // A value of an `enum class` becomes an integer by a cast alone.
        (
            "enum class E { A = 2, B = A + 1 }; cbuffer C { float x[(int)E::A], y[int(E::B)], z[E::A < E::B ? 4 : 5]; }",
            "cbuffer C { float[2] x; float[3] y; float[4] z; }",
        ),
        (
            "enum class E { A = 2 }; cbuffer C { float x[E::A]; float y; }",
            "cbuffer C { ? x; float y; }\n1:45 P0303 a value of an `enum class` is not an integer",
        ),
        (
            "enum class E { A = 2 }; cbuffer C { float x[E::A + 1]; float y; }",
            "cbuffer C { ? x; float y; }\n1:50 P0303 a value of an `enum class` is not an integer",
        ),
        (
            "enum class E { A = 2 }; static const int N = E::A; cbuffer C { float y; }",
            "cbuffer C { float y; }\n1:42 P0303 a value of an `enum class` is not an integer",
        ),
        ("enum class E { A = 2 }; static const E N = E::A; cbuffer C { float x[(int)N]; }", "cbuffer C { float[2] x; }"),
        ("enum E { A = 2 }; static const E N = A; cbuffer C { float x[N]; }", "cbuffer C { float[2] x; }"),
        (
            "enum class E { A = 2 }; template<E e> struct S { float t[(int)e]; }; template<int e> struct T { float t; }; cbuffer C { S<E::A> s; T<E::A> t; }",
            "struct S<2> { float[2] t; }\ncbuffer C { S<2> s; ? t; }\n1:132 P0309 the template requires a value of type `int` for `e`",
        ),
    ] {
        check(source, expected);
    }
}

#[test]
fn static_assertions_are_evaluated() {
    for (source, expected) in [
        (
            "static_assert(sizeof(float3) == 12, \"size\"); static const int N = 3; struct S { float a; _Static_assert(N < 4); float b; };",
            "struct S { float a; float b; }",
        ),
        (
            "static_assert(1 > 2, \"first \" \"second\"); float a;",
            "globals $Globals { float a; }\n1:15 P0319 static assertion failed: first second",
        ),
        ("struct S { float a; static_assert(false); float b; };", "struct S { float a; float b; }\n1:35 P0319 static assertion failed"),
        (
            "struct S { float a; static_assert(true) float b; };",
            "struct S { float a; float b; }\n1:40 P0201 expected `;` after the assertion, found `float`",
        ),
        ("struct S { float a; static_assert(true\n float b; };", "struct S { float a; float b; }\n2:2 P0201 expected `)`, found `float`"),
        ("struct S { float a; static_assert(1 +, \"x\"); float b; };", "struct S { float a; float b; }\n1:38 P0201 expected an expression"),
        (
            "template<typename T> struct S { static_assert(sizeof(T) == 4, \"size\"); T t; }; cbuffer C { S<float> a; S<double> b; }",
            "struct S<float> { float t; }\nstruct S<double> { double t; }\ncbuffer C { S<float> a; S<double> b; }\n1:47 P0319 static assertion failed: size",
        ),
        (
            "struct S { float a; static_assert(true, \"x\"\n float b; };",
            "struct S { float a; float b; }\n2:2 P0201 expected `)`, found `float`",
        ),
        // Not evaluated, which is a warning.
        (
            "static const float3 v = 1; static_assert(v.x == 1, \"x\"); static_assert(max(1, 2).x == 2);",
            "1:42 P0303 `v` is not a constant\n1:72 P0303 padstone does not evaluate calls of functions: `max`",
        ),
        ("static_assert(max(1, 2) == 2, \"max\");", "1:15 P0303 padstone does not evaluate calls of functions: `max`"),
    ] {
        check(source, expected);
    }
}

#[test]
fn template_headers_are_checked() {
    for (header, expected) in [
        ("typename T = ", "1:23 P0201 expected a type, found `>`"),
        ("typename T = 3", "1:23 P0201 expected a type, found `3`"),
        ("typename T = Missing", "1:23 P0301 unknown type `Missing`"),
        ("typename T = float 3", "1:29 P0201 expected `,` or `>` after a template parameter, found `3`"),
        ("typename T, ", "1:22 P0201 expected a template parameter, found `>`"),
        ("typename T, typename T", "1:22 P0308 redefinition of `T`"),
        ("typename T = float, typename U", "1:30 P0309 a template parameter after a default requires one too"),
        ("typename float", "1:19 P0201 expected a name, found `float`"),
        ("int N M", "1:16 P0201 expected `,` or `>` after a template parameter, found `M`"),
        ("int N = ", "1:18 P0201 expected an expression, found `>`"),
        ("int N = 3 4", "1:20 P0201 expected an operator"),
        ("static int N", "1:10 P0201 expected a template parameter, found `static`"),
        ("float3 N", "1:10 P0309 a template parameter cannot be a value of type `float3`"),
    ] {
        check(&format!("template<{header}> struct S {{ float t; }}; float a;"), &format!("globals $Globals {{ float a; }}\n{expected}"));
    }
    for (source, expected) in [
        (
            "template<typename T> enum E { A }; float a;",
            "globals $Globals { float a; }\n1:22 P0201 expected a struct, a function, or `using`, found `enum`",
        ),
        ("template<typename T> struct A> { T t; }; float a;", "globals $Globals { float a; }\n1:30 P0201 expected `{`, found `>`"),
        ("template<typename T> using U = ; float a;", "globals $Globals { float a; }\n1:32 P0201 expected a type, found `;`"),
        (
            "template<typename T> struct S { T t; }; template struct S<float>; cbuffer C { S<float> s; }",
            "struct S<float> { float t; }\ncbuffer C { S<float> s; }",
        ),
        (
            "template<int N> struct S { float t[N]; }; cbuffer C { S<float> s; float a; }",
            "cbuffer C { ? s; float a; }\n1:55 P0309 the template requires a value for `N`, found a type",
        ),
        (
            "template<uint N> struct S { float t[N + 2]; }; cbuffer C { S<-1> s; float a; }",
            "cbuffer C { ? s; float a; }\n1:60 P0304 -1 does not fit in `uint`, the type of `N`",
        ),
        (
            "template<typename... T> struct S { float t; }; cbuffer C { S<float, int> s; float a; }",
            "cbuffer C { ? s; float a; }\n1:60 P0204 `S` has a parameter pack, which is not supported",
        ),
        (
            "template<typename T, int> struct S { T t; int n; }; cbuffer C { S<float, 2> s; }",
            "struct S<float, 2> { float t; int n; }\ncbuffer C { S<float, 2> s; }",
        ),
    ] {
        check(source, expected);
    }
}

#[test]
fn partial_specializations_are_read() {
    check(
        "template<bool B, typename T> struct enable_if { };
         template<typename T> struct enable_if<true, T> { typedef T type; };
         template<typename A, typename B> struct is_same { static const bool value = false; };
         template<typename A> struct is_same<A, A> { static const bool value = true; };
         template<typename T, int N> struct Ring { T items[N]; };
         template<typename T> struct Ring<T, 1> { T item; };
         template<typename T> struct S { typename enable_if<sizeof(T) == 4, T>::type x; float y; };
         static_assert(is_same<float, float>::value && !is_same<float, int>::value, \"\");
         cbuffer C { S<float> a; Ring<float3, 1> b; Ring<float3, 2> c; Ring<float[3], 1> d; float e[is_same<int, int>::value ? 2 : 3]; }",
        "struct is_same<float, float> { }
         struct is_same<float, int> { }
         struct enable_if<true, float> { }
         struct S<float> { float x; float y; }
         struct Ring<float3, 1> { float3 item; }
         struct Ring<float3, 2> { float3[2] items; }
         struct Ring<float[3], 1> { float[3] item; }
         struct is_same<int, int> { }
         cbuffer C { S<float> a; Ring<float3, 1> b; Ring<float3, 2> c; Ring<float[3], 1> d; float[2] e; }",
    );
}

/// In its own definition, the name of a template or struct is the type that is being defined.
#[test]
fn structs_name_themselves() {
    check(
        "template<typename T> struct V { static const int n = 3; typedef T E; E t; float x[V::n]; typename V<T>::E u; V add(V o) { return o; } };
         struct P { static const int n = 2; float x[P::n]; P next(P o); };
         cbuffer C { V<float> v; P p; }",
        "struct P { float[2] x; }
         struct V<float> { float t; float[3] x; float u; }
         cbuffer C { V<float> v; P p; }",
    );
    check(
        "template<typename T> struct V { T t; V next; }; struct A : A { float x; }; struct B : Missing { float x; }; cbuffer C { V<float> v; A a; B b; }",
        "struct A { base ? A; float x; }
         struct B { base ? Missing; float x; }
         struct V<float> { float t; ? next; }
         cbuffer C { V<float> v; A a; B b; }
         1:60 P0302 `A` is incomplete here
         1:87 P0301 unknown type `Missing`
         1:38 P0302 `V` is incomplete here",
    );
}

/// An initializer that is not an expression is an error, and changes no offset.
#[test]
fn initializers_are_expressions() {
    for (initializer, expected) in [
        ("(1 + ", "1:28 P0201 expected an expression, found `;`"),
        ("3 4 5", "1:25 P0201 expected an operator or `;`, found `4`"),
        ("1 +", "1:26 P0201 expected an expression, found `;`"),
        ("(1", "1:25 P0201 expected `)`, found `;`"),
        ("* 3", "1:23 P0201 expected an expression, found `*`"),
        ("3 .", "1:26 P0201 expected a name, found `;`"),
        ("1 ? 2", "1:28 P0201 expected `:`, found `;`"),
        ("float", "1:28 P0201 expected `(` after a type, found `;`"),
        ("if", "1:23 P0201 expected an expression, found `if`"),
        ("= 1", "1:23 P0201 expected an expression, found `=`"),
        ("(float)", "1:30 P0201 expected an expression, found `;`"),
        ("max(1,, 2)", "1:29 P0201 expected an expression, found `,`"),
        ("vector<float, 3", "1:38 P0201 expected `>`, found `;`"),
        ("{ 1 2 }", "1:27 P0201 expected an operator, found `2`"),
        ("08", "1:23 P0303 invalid number `08`"),
    ] {
        let expected = format!("cbuffer C {{ float a; float b; }}\n{expected}");
        check(&format!("cbuffer C {{ float a = {initializer}; float b; }}"), &expected);
    }
    let after = "enum E { A }; namespace N { typedef float Row; } template<typename T> struct S { T t; };";
    for initializer in [
        "vector<float, 3>(1, 2, 3).x",
        "-(float)1 + (N::Row)2 * sizeof(float3)",
        "(vector<float, 2>)1",
        "{ { 1, 2, }, {}, f(), g(1)[2].x++ }",
        "a < b ? c >> 2 : d = 3",
        "unsigned int(3) + !true",
        "1.#INF",
        "1.f + .5h + 1e-3",
        "1.xx + 0.5f.xx + 1..xx + 10.rg - sizeof 1",
        "f(S<float>(1), \"a\" \"b\")",
        "E::A == 2 && ~x",
    ] {
        check(&format!("{after} cbuffer C {{ float a = {initializer}; float b; }}"), "cbuffer C { float a; float b; }");
    }
}

/// Half-written initializers and brackets swallow no other declaration.
#[test]
fn unfinished_declarators_are_reported() {
    check(
        "cbuffer C { float a =\n float3 b; float4 c; };",
        "cbuffer C { float a; float3 b; float4 c; }\n2:2 P0201 expected an initializer, found `float3`",
    );
    check(
        "struct L { float3 p = 0\n float r; float3 c; }; cbuffer C { L l; };",
        "struct L { float3 p; float r; float3 c; }\ncbuffer C { L l; }\n1:24 P0201 expected `;` after the declaration, found `float`",
    );
    check(
        "static const int most = 4\nfloat4 tint; float3 sun;",
        "globals $Globals { float4 tint; float3 sun; }\n1:26 P0201 expected `;` after the declaration, found `float4`",
    );
    check(
        "static const uint taps = 5\nstatic const float weights[2] = { 1, 2 }; float3 sun;",
        "globals $Globals { float3 sun; }\n1:27 P0201 expected `;` after the declaration, found `static`",
    );
    check(
        "cbuffer C { float3 a = vector<float,\n float3 b; float c; };",
        "cbuffer C { float3 a; float3 b; float c; }\n2:2 P0201 expected `>`, found `float3`",
    );
    check("cbuffer C { float a =; float b; };", "cbuffer C { float a; float b; }\n1:22 P0201 expected an initializer, found `;`");
    check("cbuffer C { float a[2); float b; };", "cbuffer C { ? a; float b; }\n1:22 P0201 expected `]`, found `)`");
    check(
        "cbuffer C { float4 a; float4 b :: packoffset(c3); float c; };",
        "cbuffer C { float4 a; ? ; float c; }\n1:35 P0201 a member cannot have a qualified name",
    );
    check(
        "cbuffer C { float a; float m(2); float3 b; };",
        "cbuffer C { float a; ? ; float3 b; }\n1:29 P0204 initializers in parentheses are not supported",
    );
    check(
        "float4 a; float m(2); float3 b;",
        "globals $Globals { float4 a; ? ; float3 b; }\n1:18 P0204 initializers in parentheses are not supported",
    );
    check("cbuffer struct { float a; };", "1:9 P0201 expected a buffer name, found `struct`");
    check("cbuffer C { float a = float(1), b = (float)2; float3 c = float3(1, 2, 3); };", "cbuffer C { float a; float b; float3 c; }");
}

/// The reads of buffers in the functions of a source text.
#[track_caller]
fn check_reads(entry: Option<&str>, source: &str, expected: &[&str]) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.hlsl", source.into()).unwrap();
    let options = Options { entry: entry.map(str::to_owned), ..Options::default() };
    let module = read_hlsl(&mut sources, file, &MemoryLoader::default(), &options, &mut Diagnostics::new());
    let read = |read: &MemberRead| {
        let mut text = module.name(module.parameters[read.parameter].name).to_owned();
        for step in &read.path {
            match step {
                ReadStep::Member(name) => write!(text, ".{}", module.name(*name)).unwrap(),
                ReadStep::Element(index) => write!(text, "[{index}]").unwrap(),
            }
        }
        format!("{text} at «{}»", sources.text(read.span))
    };
    assert_eq!(module.reads.iter().map(read).collect::<Vec<_>>(), expected);
}

#[test]
fn reads_of_wide_vectors_and_matrices_are_recorded() {
    let source = "#define LAST _m02
         struct S { double1x3 m; };
         cbuffer C { double1x3 m; float f; S s[2]; } ConstantBuffer<S> X; StructuredBuffer<float> t;
         float never() { return m._m11; }
         float g(float i) { double2 d = X.m._m00; return s[0x1u].m.LAST + s[i].m._m02 + f + t[0] + d.x; }
         void main(double1x3 m) { m._m00 = 1; g(m[0][1]); (s [ 0 ]) . m; }";
    let reached = ["X.m._m00 at «X.m._m00»", "C.s[1].m._m02 at «s[0x1u].m.LAST»", "C.s[0] at «s [ 0 ]»"];
    check_reads(Some("main"), source, &reached);
    check_reads(None, source, &[&["C.m._m11 at «m._m11»"], &reached[..]].concat());
    // Bodies before the declarations that they read, and bodies without such reads.
    check_reads(None, "float g() { return m._m00; } cbuffer C { double1x3 m; } float h() { return n._m00; }", &[]);
    check_reads(None, "cbuffer C { float2x2 m; double d; } float h() { return m._m00 + d; }", &[]);
}

#[test]
fn a_body_that_is_never_closed_ends_before_the_next_cbuffer() {
    check(
        "void f() { if (x) {
         cbuffer B { float b; }
         struct S { float a; };
         void g() { }
         cbuffer C { float c; }",
        "struct S { float a; }
         cbuffer B { float b; }
         cbuffer C { float c; }
         1:10 P0202 unclosed delimiter",
    );
}

#[test]
fn a_struct_cannot_contain_itself() {
    check(
        "struct S { float a; S next; }; cbuffer C { S s; float b; }",
        "struct S { float a; ? next; }
         cbuffer C { S s; float b; }
         1:21 P0302 `S` is incomplete here",
    );
}

#[test]
fn buffers_are_not_allowed_in_structs() {
    check(
        "struct S { float a; cbuffer B { float b; }; tbuffer T { float t; } float c; };
         cbuffer C { S s; cbuffer D { float d; } float e; }",
        "struct S { float a; ? ; ? ; float c; }
         cbuffer C { S s; float e; }
         cbuffer D { float d; }
         1:21 P0201 `cbuffer` is not allowed in a struct
         1:45 P0201 `tbuffer` is not allowed in a struct",
    );
}

#[test]
fn a_missing_semicolon_is_the_only_error() {
    check(
        "struct S { float a; }
         cbuffer C { S s; float b float c; }
         struct T { float x; }
         S loose;
         float4
         cbuffer D { float d; };
         struct U { float y;
         cbuffer E { float e; };",
        "struct S { float a; }
         struct T { float x; }
         struct U { float y; }
         cbuffer C { S s; float b; float c; }
         globals $Globals { S loose; ? ; }
         cbuffer D { float d; }
         cbuffer E { float e; }
         1:22 P0201 expected `;` after the closing brace, found `cbuffer`
         2:34 P0201 expected `;` after the declaration, found `float`
         3:31 P0201 expected `;` after the closing brace, found `S`
         6:10 P0201 expected a name, found `cbuffer`
         7:19 P0202 unclosed delimiter",
    );
}

#[test]
fn specializations_and_qualified_definitions_are_not_constants() {
    check(
        "template<typename T> T cost(T x) { return x; }
         template<> float cost<float>(float x) { return x; }
         struct S { static float scale; float x; };
         float S::scale = 1;
         template<typename T, int N> using Many = T[N];
         namespace A { namespace B { struct V { float3 v; }; } }
         namespace Q = A::B;
         cbuffer C { Many<float, 2> m; Q::V v; Many<uint, sizeof(S) / 2> n; }",
        "struct S { float x; }
         struct A::B::V { float3 v; }
         cbuffer C { float[2] m; A::B::V v; uint[2] n; }",
    );
}

#[test]
fn an_unresolved_member_leaves_its_buffer_without_a_layout() {
    check(
        "Missing x; float y; float z[missing];
         cbuffer A : register(b0 { float a; }
         cbuffer B { float c; struct { float inner; }; float b; }
         template<typename T, int N> struct P { T t; };
         template<typename T, int N> struct P<T[N], 1> { T t[4]; };
         cbuffer C { P<float, 1> p; }",
        "struct  { float inner; }
         globals $Globals { ? x; float y; ? z; }
         cbuffer A { float a; }
         cbuffer B { float c; ? ; float b; }
         cbuffer C { ? p; }
         1:1 P0301 unknown type `Missing`
         1:29 P0303 `missing` is not declared
         2:34 P0201 expected `)`, found `{`
         3:31 P0204 anonymous structs as members are not supported
         5:45 P0204 partial specializations for arguments such as `T[N]` or `S<T>` are not supported",
    );
}

#[test]
fn arguments_of_types_may_have_a_majorness() {
    check("StructuredBuffer<row_major float3x4> a; StructuredBuffer<const float4> b;", "structured a of float3x4\n structured b of float4");
}

#[test]
fn an_unparsable_member_keeps_its_position() {
    let after = "cbuffer Next { float next; }";
    for (declaration, expected) in [
        ("cbuffer A { float3 x; float4 tint <\n float y; float z; }", "float3 x; ? tint; float z;"),
        ("cbuffer A { float3 x; float4 tint < string name = \"Tint\"; int at = 3 >; float z; }", "float3 x; float4 tint; float z;"),
        ("cbuffer A { float3 x; float4 tint < string name; >; float z; }", "float3 x; ? tint; ? ; float z;"),
        ("cbuffer A { float3 x; world; uint instance; }", "float3 x; ? ; uint instance;"),
        ("cbuffer A { float w 4]; float z; }", "? w; ? ; float z;"),
        ("cbuffer A { float w[4; float z; }", "? w; float z;"),
        ("cbuffer A { float w packoffset(c1); float z; }", "? w; ? ; float z;"),
        ("cbuffer A { float w : (c1); float z; }", "? w; float z;"),
        ("cbuffer A { float w : ; float z; }", "? w; float z;"),
        ("cbuffer A { [[vk::offset()]] float w; float z; }", "? w; float z;"),
        ("cbuffer A { [[vk::offset(4)] float w; float z; }", "? ; float z;"),
        ("cbuffer A float w; float z; }", "float w; float z;"),
        ("cbuffer A { enum { One = , Two }; float w[Two]; float z; }", "? w; float z;"),
    ] {
        let found = read(&format!("{declaration}\n{after}"), &Options::default());
        assert!(found.contains(&format!("cbuffer A {{ {expected} }}\n")), "{declaration}\n{found}");
        assert!(found.contains("cbuffer Next { float next; }"), "{declaration}\n{found}");
    }
}

#[test]
fn the_rest_of_an_incomplete_function_leaves_globals_without_offsets() {
    check(
        "float first;
         float4 main() return tint; }
         float last;",
        "globals $Globals { float first; ? ; ? ; float last; }
         2:24 P0201 expected `{` or `;`, found `return`
         2:37 P0201 unmatched `}`",
    );
}

#[test]
fn templates_are_read_as_they_are_declared() {
    check(
        "#pragma pack_matrix(row_major)
         template<typename T> struct M { float2x3 m; T t; };
         #pragma pack_matrix(column_major)
         template<typename T> struct Base { T t; };
         template<typename T> struct Lit : Base<T> { float x; };
         struct In { float a; };
         template<typename T> struct Knows { In before; T t; };
         template<typename T> struct Asks { Late l; T t; };
         struct Late { float a; };
         template<> struct Base<uint> { float4 t; };
         cbuffer C { M<float> m; Lit<float> lit; Knows<Late> knows; Asks<float> asks; Base<uint> base; }
         template<> struct Base<float> { float4 t; };
         cbuffer D { Base<float> late; }",
        "struct In { float a; }
         struct Late { float a; }
         struct M<float> { row float2x3 m; float t; }
         struct Base<float> { float t; }
         struct Lit<float> { base Base<float> Base; float x; }
         struct Knows<Late> { In before; Late t; }
         struct Asks<float> { ? l; float t; }
         struct Base<uint> { float4 t; }
         cbuffer C { M<float> m; Lit<float> lit; Knows<Late> knows; Asks<float> asks; Base<uint> base; }
         cbuffer D { ? late; }
         8:45 P0301 unknown type `Late`
         12:28 P0318 `Base` is specialized after its first use",
    );
}

#[test]
fn packoffset_is_allowed_only_on_buffer_members() {
    check(
        "static float s : packoffset(c1); groupshared float g : packoffset(c2);
         struct S { float a; static float t : packoffset(c3); };
         Texture2D tex : packoffset(c4); ConstantBuffer<S> cb : packoffset(c5);
         float f(float a : packoffset(c6)) { return a; }
         float f() : packoffset(c6) : SV_Target; struct M { float m() : packoffset(c6) { return 1; } float a; };
         float h(int a) { float x : packoffset(c7), y = a ? a : x; switch (a) { case 1: for (int i : packoffset(c8) = 0;;) {} } return y; }",
        "struct S { float a; }
         struct M { float a; }
         constantbuffer cb of S
         1:18 P0401 `packoffset` is not allowed on `s`, a static variable
         1:56 P0401 `packoffset` is not allowed on `g`, a groupshared variable
         2:47 P0401 `packoffset` is not allowed on `t`, a static variable
         3:26 P0401 `packoffset` is not allowed on `tex`, a resource
         3:65 P0401 `packoffset` is not allowed on `cb`, a resource
         4:28 P0401 `packoffset` is not allowed on a function parameter
         5:22 P0401 `packoffset` is not allowed on a function
         5:73 P0401 `packoffset` is not allowed on a function
         6:37 P0401 `packoffset` is not allowed inside a function
         6:102 P0401 `packoffset` is not allowed inside a function",
    );
}

#[test]
fn annotations_in_templates_without_instances_are_reported() {
    check(
        "template<typename T> struct M { T a : packoffset(c1); T f(T k : packoffset(c2)) { T l : packoffset(c3); return k ? l : k; } };
         template<typename T> struct S { static T a : packoffset(c4); };
         template<typename T> struct B { struct I { T a : packoffset(c5); }; T b; };
         template<typename T> struct P { T a; }; template<> struct P<float> { float b : packoffset(c6); };
         struct packoffset { float q; }; template<typename T> struct D : packoffset { T a; };
         template<typename T> struct U { T f(T k : packoffset(c7)) { return k; } }; cbuffer C { P<int> p; U<int> u; }",
        "struct packoffset { float q; }
         struct P<int> { int a; }
         struct U<int> { }
         cbuffer C { P<int> p; U<int> u; }
         6:52 P0401 `packoffset` is not allowed on a function parameter
         1:39 P0401 `packoffset` is not allowed in a struct
         1:65 P0401 `packoffset` is not allowed in a struct
         1:89 P0401 `packoffset` is not allowed in a struct
         2:55 P0401 `packoffset` is not allowed in a struct
         3:59 P0401 `packoffset` is not allowed in a struct
         4:89 P0401 `packoffset` is not allowed in a struct",
    );
}

#[test]
fn clang_rejects_misplaced_registers_and_constants_without_values() {
    let clang = Options { clang: true, ..Options::default() };
    let source = "float f(float k : register(c1)) { float x : register(c2); return k; } float g() : register(c1) { return 1; }
         static float s : register(c1); groupshared float h : register(b1); groupshared float i : register(space1);
         struct S { static float t : register(c1); float a; }; cbuffer C { static float u : register(c1); const S v; float w; }
         template<typename T> struct M { T a : register(c1); const T b; };
         const float b1; extern const float b2; namespace N { const float b3; const float b4 = 1; float b5; }
         static const int b6; cbuffer D { const float b7; float const b8[2]; const RWBuffer<float> r; extern const float b9; }
         struct Q { const float q; }; struct R : Q { float r; }; cbuffer E { R c1[2]; Q c2; }";
    let declared = "struct S { float a; }
         struct Q { float q; }
         struct R { base Q Q; float r; }
         cbuffer C { S v; float w; }
         globals $Globals { float b1; float b2; }
         cbuffer D { float b7; float[2] b8; RWBuffer<float> r; float b9; }
         cbuffer E { R[2] c1; Q c2; }";
    let found = "1:19 P0320 clang 22 does not allow `register` on a function parameter
         1:45 P0320 clang 22 does not allow `register` inside a function
         1:83 P0320 clang 22 does not allow `register` on a function
         2:27 P0320 clang 22 does not allow `register` on `s`, a static variable
         2:63 P0320 clang 22 does not allow `register` on `h`, a groupshared variable
         3:38 P0320 clang 22 does not allow `register` on `t`, a static variable
         3:93 P0320 clang 22 does not allow `register` on `u`, a static variable
         3:115 P0320 clang 22 requires an initializer for the constant `v`
         5:75 P0320 clang 22 requires an initializer for the constant `b3`
         5:75 P0320 clang 22 does not place `N::b3` in `$Globals`: it is in a namespace
         5:91 P0320 clang 22 does not place `N::b4` in `$Globals`: it is in a namespace
         5:105 P0320 clang 22 does not place `N::b5` in `$Globals`: it is in a namespace
         6:27 P0320 clang 22 requires an initializer for the constant `b6`
         6:55 P0320 clang 22 requires an initializer for the constant `b7`
         6:71 P0320 clang 22 requires an initializer for the constant `b8`
         7:80 P0320 clang 22 rejects `c1`: a constant in `R` has no initializer
         7:89 P0320 clang 22 rejects `c2`: a constant in `Q` has no initializer
         4:48 P0320 clang 22 does not allow `register` in a struct";
    check_with(&clang, source, &format!("{declared}\n{found}"));
    check(source, &declared.replace("float b2; }", "float b2; float N::b3; float N::b4; float N::b5; }"));
}

#[test]
fn specialization_constants_are_scalars_with_a_value() {
    let source = "[[vk::constant_id(0)]] const int a = 4; [[vk::constant_id(1)]] const bool b = true, c = !a;
         [[vk::constant_id(2)]] const float2 d = 1; [[vk::constant_id(3)]] const uint e; [[vk::constant_id(4)]] static const int f = 1;
         [[vk::constant_id(5)]] const double g = 1; [[vk::constant_id(6)]] const int h[2] = {1, 2}; [[vk::constant_id(7)]] float i = 1;
         static const int k = 2; [[vk::constant_id(8)]] const int l = k + 1; enum E { A }; [[vk::constant_id(9)]] const E m = A;";
    let dxc = Options { spirv: true, ..Options::default() };
    let found =
        "1:85 P0637 DXC rejects the specialization constant `c`: its default value depends on `a`, which is not known at compile time
         2:46 P0637 DXC rejects the specialization constant `d`: its type is `float2`
         2:87 P0637 DXC rejects the specialization constant `e`: it has no default value
         2:130 P0637 DXC rejects the specialization constant `f`: it is `static`
         3:46 P0637 DXC rejects the specialization constant `g`: its type is `double`
         3:86 P0637 DXC rejects the specialization constant `h`: its type is `int[2]`";
    check_with(&dxc, source, found);
    let clang = Options { clang: true, ..dxc };
    let found =
        "1:85 P0637 clang 22 rejects the specialization constant `c`: its default value depends on `a`, which is not known at compile time
         2:46 P0637 clang 22 rejects the specialization constant `d`: its type is `float2`
         2:87 P0637 clang 22 rejects the specialization constant `e`: it has no default value
         3:86 P0637 clang 22 rejects the specialization constant `h`: its type is `int[2]`
         3:130 P0637 clang 22 rejects the specialization constant `i`: it is not `const`";
    check_with(&clang, source, found);
}

#[test]
fn redeclared_variables_of_a_namespace_are_reported() {
    check(
        "cbuffer A { float a; } cbuffer B { float3 a; } float a; static float a;
         namespace N { float a; } extern float b; float b;",
        "cbuffer A { float a; }
         cbuffer B { float3 a; }
         globals $Globals { float a; float N::a; float b; float b; }
         1:43 P0308 redefinition of `a`
         1:54 P0308 redefinition of `a`
         1:70 P0308 redefinition of `a`",
    );
}

/// The parameters that each entry point of a file uses, if none is requested.
#[test]
fn entry_points_of_a_file_use_parameters_together() {
    let buffers = "cbuffer A : register(b3) { float a; } cbuffer B : register(b3) { float b; }";
    for (functions, expected) in [
        ("", "unknown"),
        ("float4 helper() { return a + b; }", "unknown"),
        ("float4 main() : SV_Target { return a; }", "A"),
        ("float4 ps() : SV_Target { return a; } float4 other() : SV_Target { return b; }", "A | B"),
        ("float help() { return b; } [numthreads(1, 1, 1)] void cs() { a; help(); }", "A B"),
        ("[shader(\"pixel\")] float4 ps() : COLOR { return b; }", "B"),
        (
            "namespace M { float f() { return a; } } namespace N { float f() { return b; } } float4 main() : SV_Target { return N::f(); }",
            "B",
        ),
        ("struct S { static float f() { return a; } }; float4 main() : SV_Target { return S::f() + b; }", "A B"),
        ("struct S { float f(); }; float S::f() { return a; } float4 main() : SV_Target { S s; return s.f() + b; }", "A B"),
        ("namespace N { float f() { return a; } } namespace L = N; float4 main() : SV_Target { return L::f() + b; }", "A B"),
    ] {
        let mut sources = SourceMap::new();
        let file = sources.add_file("test.hlsl", format!("{buffers}\n{functions}").into()).unwrap();
        let mut diagnostics = Diagnostics::new();
        let module = read_hlsl(&mut sources, file, &MemoryLoader::default(), &Options::default(), &mut diagnostics);
        assert!(diagnostics.iter().next().is_none(), "{functions}");
        let found = match &module.used_together {
            UsedTogether::AllUsed => "all".to_owned(),
            UsedTogether::Unknown => "unknown".to_owned(),
            UsedTogether::By(entries) => {
                let names = |used: &Vec<_>| {
                    let names: Vec<&str> = used.iter().map(|&id| module.name(module.parameters[id].name)).collect();
                    names.join(" ")
                };
                entries.iter().map(names).collect::<Vec<_>>().join(" | ")
            }
        };
        assert_eq!(found, expected, "{functions}");
    }
}

#[test]
fn a_comment_whose_last_backslash_precedes_blanks_continues_in_the_next_line() {
    check("cbuffer C { float a; // C:\\ \n float b;\n float c; }", "cbuffer C { float a; float c; }");
}
