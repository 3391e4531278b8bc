//! HLSL: each input is a short text repeated many times.

use crate::limits::case::{Case, DEEP, doubling, links, many, nest, numbered};

/// A buffer after the damage, which must still be laid out.
const AFTER: &str = "\ncbuffer After { float after; float3 more; }\n";
const AFTER_SIZE: &[(&str, u64)] = &[("After", 16)];

pub(crate) const CASES: &[Case] = &[
    // Nesting 100,000 deep.
    Case { name: "structs in structs", source: || nest("struct {\n", "float x;", "} m;\n"), messages: &["nest"], sizes: &[] },
    Case { name: "braces in a body", source: || format!("void f() {}{AFTER}", nest("{", "", "}")), messages: &[], sizes: AFTER_SIZE },
    Case {
        name: "braces that never close",
        source: || format!("void f() {}", "{".repeat(DEEP)),
        messages: &["unclosed delimiter"],
        sizes: &[],
    },
    Case {
        name: "parentheses in a dimension",
        source: || format!("cbuffer C {{ float a[{}]; }}{AFTER}", nest("(", "2", ")")),
        messages: &["nest"],
        sizes: &[],
    },
    Case {
        name: "signs in a dimension",
        source: || format!("cbuffer C {{ float a[{}2]; }}{AFTER}", "- ".repeat(DEEP)),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "casts in a dimension",
        source: || format!("cbuffer C {{ float a[{}2]; }}{AFTER}", "(int)".repeat(DEEP)),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a sum of 100,000",
        source: || format!("cbuffer C {{ float a[1{}]; }}{AFTER}", "+1".repeat(DEEP)),
        messages: &["65536"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "ternaries in a dimension",
        source: || format!("cbuffer C {{ float a[{}2]; }}{AFTER}", "0 ? 1 : ".repeat(DEEP)),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "dimensions",
        source: || format!("cbuffer C {{ float a{}; }}{AFTER}", "[1]".repeat(DEEP)),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "template arguments",
        source: || format!("template <typename T> struct A {{ T a; }};\ncbuffer C {{ {} a; }}{AFTER}", nest("A<", "float", "> ")),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "vectors of vectors",
        source: || format!("cbuffer C {{ {} a; }}{AFTER}", nest("vector<", "float", ", 2>")),
        messages: &["the source is nested more than 100 levels deep"],
        sizes: AFTER_SIZE,
    },
    Case { name: "namespaces", source: || nest("namespace N {\n", "cbuffer C { float x; }", "}\n"), messages: &["nest"], sizes: &[] },
    Case {
        name: "#if in #if",
        source: || format!("{}{AFTER}", nest("#if 1\n", "float before;\n", "#endif\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case { name: "#if that never ends", source: || "#if 1\n".repeat(DEEP), messages: &["#endif"], sizes: &[] },
    Case { name: "parentheses in #if", source: || format!("#if {}\n#endif{AFTER}", nest("(", "1", ")")), messages: &[], sizes: AFTER_SIZE },
    Case { name: "cbuffers in cbuffers", source: || nest("cbuffer C {\n", "float x;", "}\n"), messages: &["nest"], sizes: &[] },
    Case { name: "attributes", source: || format!("{}float x;{AFTER}", "[a".repeat(DEEP)), messages: &["unclosed delimiter"], sizes: &[] },
    // Chains: no declaration is deep, but the chain of references is.
    Case {
        name: "a struct in a struct in a struct",
        source: || chain("struct S0 { float x; };", |n, m| format!("struct S{n} {{ S{m} s; }};")),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a base of a base of a base",
        source: || chain("struct S0 { float x; };", |n, m| format!("struct S{n} : S{m} {{ }};")),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a typedef of a typedef",
        source: || chain("typedef float S0;", |n, m| format!("typedef S{m} S{n};")),
        messages: &[],
        sizes: &[("Last", 4), ("After", 16)],
    },
    Case {
        name: "a typedef of an array of a typedef",
        source: || chain("typedef float S0;", |n, m| format!("typedef S{m} S{n}[1];")),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a constant of a constant",
        source: || {
            format!(
                "{}cbuffer Sum {{ float a[K99999]; }}{AFTER}",
                links("static const int K0 = 1;", |n, m| format!("static const int K{n} = K{m};"))
            )
        },
        messages: &[],
        sizes: &[("Sum", 4), ("After", 16)],
    },
    Case {
        name: "an enum of 100,000",
        source: || format!("enum E {{ A, {}Z }};{AFTER}", (0..DEEP).map(|n| format!("B{n} = A, ")).collect::<String>()),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a macro in a macro in a macro",
        source: || format!("{}float before[M99999];{AFTER}", links("#define M0 2", |n, m| format!("#define M{n} M{m}"))),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a macro called in a macro call",
        source: || format!("#define F(x) x\ncbuffer C {{ float a[{}]; }}{AFTER}", nest("F(", "2", ")")),
        messages: &["macro expansion limit"],
        // Nothing is listed after the limit.
        sizes: &[],
    },
    // Growing inputs.
    Case {
        name: "a type that doubles at each of 60 levels",
        source: || {
            let levels: String = (1..=60).map(|n| format!("struct S{n} {{ S{} a; S{} b; }};\n", n - 1, n - 1)).collect();
            format!("struct S0 {{ float x; }};\n{levels}cbuffer C {{ S60 s; }}\nStructuredBuffer<S60> T;{AFTER}")
        },
        messages: &["S60"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a template that doubles at each of 60 levels",
        source: || {
            let levels: String = (1..=60).map(|n| format!("typedef P<A{m}, A{m} > A{n};\n", m = n - 1)).collect();
            format!("template <typename T, typename U> struct P {{ T a; U b; }};\ntypedef float A0;\n{levels}cbuffer C {{ A60 s; }}{AFTER}")
        },
        messages: &["`C` exceeds the limit of 1"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "an array of 4 GiB",
        source: || {
            format!("StructuredBuffer<float4> S;\nstruct T {{ float a[1073741824]; }};\ncbuffer C {{ float4 a[268435456]; }}{AFTER}")
        },
        messages: &["65536"],
        sizes: &[("C", 1 << 32), ("T", 1 << 32), ("After", 16)],
    },
    Case {
        name: "an array of 2^96 bytes",
        source: || format!("cbuffer C {{ float4 a[4294967295][4294967295][4294967295]; }}{AFTER}"),
        messages: &["a"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "2^64 - 1 rows of a matrix",
        source: || format!("cbuffer C {{ float4x4 a[18446744073709551615]; float b; }}{AFTER}"),
        messages: &["a"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a dimension of 2^64",
        source: || format!("cbuffer C {{ float a[18446744073709551616]; }}{AFTER}"),
        messages: &["18446744073709551616 does not fit in 64 bits"],
        sizes: AFTER_SIZE,
    },
    Case { name: "a negative dimension", source: || format!("cbuffer C {{ float a[-1]; }}{AFTER}"), messages: &["-1"], sizes: AFTER_SIZE },
    Case {
        name: "the last packoffset",
        source: || format!("cbuffer C {{ float4 a : packoffset(c4294967295); }}{AFTER}"),
        messages: &["65536"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "more rows than a million and 64 for each member",
        source: || format!("{}{AFTER}", many_buffers(1150)),
        messages: &["exceeds the limit of 113"],
        sizes: &[],
    },
    Case {
        name: "a cbuffer of 300,000 members",
        source: || format!("cbuffer C {{ {}}}{AFTER}", numbered("float m", ";\n", 300_000)),
        messages: &["65536"],
        sizes: &[("C", 1_200_000), ("After", 16)],
    },
    Case {
        name: "300,000 errors",
        source: || format!("{}{AFTER}", "cbuffer { @ }\n".repeat(300_000)),
        messages: &["expected a buffer name, found `{`"],
        sizes: &[],
    },
    Case {
        name: "300,000 unknown types",
        source: || format!("{}{AFTER}", numbered("cbuffer C { Unknown a; } //", "\n", 300_000)),
        messages: &["Unknown"],
        sizes: AFTER_SIZE,
    },
    // Many items of one kind: comparing all pairs would not end.
    Case {
        name: "100,000 unknown types, none like another",
        source: || format!("{}{AFTER}", many("cbuffer C", " { Unknown@ a@; }\n")),
        messages: &["unknown type `Unknown0`"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 instances of a template",
        source: || format!("template <int N> struct A {{ float x; }};\n{}{AFTER}", many("struct I", " : A<@> { };\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 packoffsets",
        source: || format!("cbuffer C {{ {} }}{AFTER}", many("float m", " : packoffset(c@);\n")),
        messages: &["65536"],
        sizes: &[("C", 1_599_988), ("After", 16)],
    },
    Case {
        name: "100,000 packoffsets in one place",
        source: || format!("cbuffer C {{ {} }}{AFTER}", many("float m", " : packoffset(c7.y);\n")),
        messages: &["m1"],
        sizes: &[("C", 120), ("After", 16)],
    },
    Case {
        name: "100,000 constants in one register",
        source: || format!("{}{AFTER}", many("float2 m", " : register(c3);\n")),
        messages: &["m1"],
        sizes: &[("$Globals", 56), ("After", 16)],
    },
    Case { name: "100,000 textures", source: || format!("{}{AFTER}", many("Texture2D t", ";\n")), messages: &[], sizes: AFTER_SIZE },
    Case {
        name: "100,000 textures with gaps",
        source: || format!("{}{}{AFTER}", many("Texture2D e", " : register(t@@);\n"), many("Texture2D i", "[2];\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 textures in one register",
        source: || format!("{}{AFTER}", many("Texture2D t", " : register(t5);\n")),
        messages: &["t1"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 cbuffers",
        source: || format!("{}{AFTER}", many("cbuffer C", " { float m@; }\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case { name: "100,000 macros", source: || format!("{}{AFTER}", many("#define M", " x\n")), messages: &[], sizes: AFTER_SIZE },
    Case {
        name: "100,000 namespaces",
        source: || format!("{}{AFTER}", many("namespace N", " { static const int k = @; }\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 overloads",
        source: || format!("{}{AFTER}", many("float f(float x", ") { return x@; }\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    // Megabytes.
    Case {
        name: "50 MB of functions",
        source: || format!("{}{AFTER}", "float f(float x) { if (x > 1) { return x * 2; } else { return g(x); } }\n".repeat(700_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "50 MB of comments",
        source: || format!("{}{AFTER}", "/* cbuffer { */ // float x;\n".repeat(1_800_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "12 MB of structs",
        source: || format!("{}{AFTER}", numbered("struct S { float4 position; float2 uv[2]; uint material; }; //", "\n", 170_000)),
        messages: &["redefinition of `S`"],
        sizes: &[],
    },
    Case {
        name: "a name of 50 MB",
        source: || format!("cbuffer C {{ float {}; }}{AFTER}", "n".repeat(50_000_000)),
        messages: &[],
        sizes: &[("C", 4), ("After", 16)],
    },
    Case {
        name: "a number of 50 MB",
        source: || format!("cbuffer C {{ float a[{}]; }}{AFTER}", "9".repeat(50_000_000)),
        messages: &["9999999999999999999999999999999999999999… does not fit in 64 bits"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a line of 50 MB",
        source: || format!("{}{AFTER}", "float f() { return 1; } ".repeat(2_000_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "50 MB of one macro's arguments",
        source: || format!("#define F(x) 2\ncbuffer C {{ float a[F({})]; }}{AFTER}", "1 ".repeat(25_000_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    // Self-references.
    Case {
        name: "a struct in itself",
        source: || format!("struct A {{ float x; A a; }};\ncbuffer C {{ A a; }}{AFTER}"),
        messages: &["A"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a struct that is its own base",
        source: || format!("struct A : A {{ float x; }};\ncbuffer C {{ A a; }}{AFTER}"),
        messages: &["A"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a struct that holds an array of itself",
        source: || format!("struct A {{ struct B {{ A a[2]; }} b; }};\ncbuffer C {{ A a; }}{AFTER}"),
        messages: &["A"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a template of itself",
        source: || format!("template <typename T> struct A {{ A<A<T> > a; }};\ncbuffer C {{ A<float> a; }}{AFTER}"),
        messages: &["A"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a template that counts down for ever",
        source: || format!("template <int N> struct A {{ A<N - 1> a; float x; }};\ncbuffer C {{ A<3> a; }}{AFTER}"),
        messages: &["nested"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a template of types that branches for ever",
        source: || {
            format!(
                "template <typename T> struct P {{ }}; template <typename T> struct Q {{ }};\n\
                 template <typename T> struct A {{ A<P<T> > a; A<Q<T> > b; }};\ncbuffer C {{ A<int> a; }}{AFTER}"
            )
        },
        messages: &["nested"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a template that branches for ever",
        source: || format!("template <int N> struct A {{ A<2 * N> a; A<2 * N + 1> b; }};\ncbuffer C {{ A<1> a; }}{AFTER}"),
        messages: &["does not fit"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a constant of itself",
        source: || format!("static const int K = K + 1;\ncbuffer C {{ float a[K]; }}{AFTER}"),
        messages: &["K"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "an array as long as itself",
        source: || format!("struct A {{ float a[sizeof(A)]; }};\ncbuffer C {{ A a; }}{AFTER}"),
        messages: &["sizeof"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "macros of each other",
        source: || format!("#define A B A\n#define B A B\ncbuffer C {{ float a[A]; }}{AFTER}"),
        messages: &["`A` is not declared"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a file that includes itself",
        source: || format!("#include \"main.hlsl\"\n{AFTER}"),
        messages: &["include"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a file that includes itself twice",
        source: || format!("float x;\n#include \"main.hlsl\"\n#include \"main.hlsl\"\n{AFTER}"),
        messages: &["include"],
        sizes: AFTER_SIZE,
    },
    // Exponential expansion.
    Case {
        name: "a macro that doubles at each of 60 levels",
        source: || format!("{}cbuffer C {{ float a[M60]; }}{AFTER}", doubling("#define M0 1", |n, m| format!("#define M{n} M{m} + M{m}"))),
        messages: &["macro"],
        sizes: &[],
    },
    Case {
        name: "a macro call that doubles at each of 60 levels",
        source: || {
            format!(
                "{}cbuffer C {{ float a[F60(1)]; }}{AFTER}",
                doubling("#define F0(x) x", |n, m| format!("#define F{n}(x) F{m}(x) + F{m}(x)"))
            )
        },
        messages: &["macro"],
        sizes: &[],
    },
    Case {
        name: "an argument that doubles at each of 60 levels",
        source: || {
            format!(
                "#define D(x) x + x\ncbuffer C {{ float a[{}]; }}{AFTER}",
                (0..60).fold("1".to_owned(), |inner, _| format!("D({inner})"))
            )
        },
        messages: &["macro"],
        sizes: &[],
    },
    Case {
        name: "a name that doubles at each of 60 levels",
        source: || {
            format!(
                "#define J(a, b) a##b\n#define K(a) J(a, a)\ncbuffer C {{ float {}; }}{AFTER}",
                (0..60).fold("n".to_owned(), |inner, _| format!("K({inner})"))
            )
        },
        messages: &["macro"],
        sizes: &[],
    },
    Case {
        name: "a string that doubles at each of 60 levels",
        source: || {
            format!("#define Q(x) #x\n#define S(x) Q(x x)\n{}{AFTER}", (0..60).fold("1".to_owned(), |inner, _| format!("S({inner})")))
        },
        messages: &["macro"],
        sizes: &[],
    },
];

/// A chain of types, and a buffer that contains the last.
fn chain(first: &str, next: impl Fn(usize, usize) -> String) -> String {
    format!("{}cbuffer Last {{ S{} s; }}{AFTER}", links(first, next), DEEP - 1)
}

/// cbuffers of a thousand rows each.
fn many_buffers(count: usize) -> String {
    let members = numbered("float m", "; ", 999);
    format!("struct S {{ {members}}};\n{}", numbered("cbuffer C", " { S s; }\n", count))
}
