//! Slang programs: each input is a short text repeated many times. The preprocessor's limits are tested with
//! HLSL.

mod doubling;

use crate::limits::case::{Case, DEEP, links, many, nest, numbered};

pub(crate) use doubling::CASES as DOUBLING;

/// A buffer after the damage, which must still be laid out.
const AFTER: &str = "\nConstantBuffer<float4> After;\n";
const AFTER_SIZE: &[(&str, u64)] = &[("After", 16)];

pub(crate) const CASES: &[Case] = &[
    // Nesting 100,000 deep.
    Case { name: "parentheses in a count", source: || count(&nest("(", "2", ")")), messages: &["nest"], sizes: &[] },
    Case { name: "signs in a count", source: || count(&format!("{}2", "- ".repeat(DEEP))), messages: &["nest"], sizes: &[] },
    Case { name: "casts in a count", source: || count(&format!("{}2", "(int)".repeat(DEEP))), messages: &["nest"], sizes: &[] },
    Case { name: "a sum of 100,000", source: || count(&format!("1{}", "+1".repeat(DEEP))), messages: &["nest"], sizes: AFTER_SIZE },
    Case { name: "dimensions", source: || format!("Texture2D t{};{AFTER}", "[1]".repeat(DEEP)), messages: &["nest"], sizes: &[] },
    Case {
        name: "arguments of generics",
        source: || format!("struct A<T> {{ T a; }}\nConstantBuffer<{}> c;{AFTER}", nest("A<", "float", "> ")),
        messages: &["nest"],
        sizes: &[],
    },
    Case {
        name: "blocks of blocks",
        source: || format!("{} b;{AFTER}", nest("ParameterBlock<", "float", "> ")),
        messages: &["nest"],
        sizes: &[],
    },
    Case { name: "structs in structs", source: || nest("struct {\n", "float x;", "} m;\n"), messages: &["nest"], sizes: &[] },
    Case {
        name: "namespaces",
        source: || format!("{}{AFTER}", nest("namespace N {\n", "float x;", "}\n")),
        messages: &["nest"],
        sizes: &[],
    },
    Case { name: "extensions in extensions", source: || nest("extension E {\n", "float x;", "}\n"), messages: &["nest"], sizes: &[] },
    Case { name: "braces in a body", source: || format!("void f() {}{AFTER}", nest("{", "", "}")), messages: &[], sizes: AFTER_SIZE },
    Case {
        name: "braces that never close",
        source: || format!("void f() {}", "{".repeat(DEEP)),
        messages: &["expected `}`, found the end of the file"],
        sizes: &[],
    },
    Case { name: "modifiers", source: || format!("{}uniform float4 g;{AFTER}", "no_diff ".repeat(DEEP)), messages: &[], sizes: AFTER_SIZE },
    Case {
        name: "modifiers twice",
        source: || format!("{}uniform float4 g;{AFTER}", "public in ".repeat(DEEP)),
        messages: &["duplicate modifier `public`"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "attributes",
        source: || format!("{}Texture2D t;{AFTER}", "[[vk::binding(1, 0)]] ".repeat(DEEP)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "members of one name",
        source: || format!("struct S {{ {} }};{AFTER}", "float x;\n".repeat(DEEP)),
        messages: &["redeclaration of `x`"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a cycle of 100,000 constants",
        source: || {
            let constants = links("static const int N0 = N99999;", |n, m| format!("static const int N{n} = N{m};"));
            format!("{constants}{AFTER}")
        },
        messages: &["depends on itself"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "constants that depend on a cycle",
        source: || {
            let constants = links("static const int N0 = N1;", |n, m| format!("static const int N{n} = N{m} + N0;"));
            format!("{constants}float a[N99999];{AFTER}")
        },
        messages: &["depends on itself"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "cases that are named before",
        source: || {
            let cases: String = (0..DEEP).map(|n| format!("A{n} = A{}, ", n + 1)).collect();
            format!("enum E {{ {cases} Last = 1 }};{AFTER}")
        },
        messages: &["deep"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "cases of which each is one more",
        source: || format!("enum E {{ {} }};\ncbuffer C {{ float a[E.A99999]; }}{AFTER}", many("A", ", ")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "counts of nothing",
        source: || format!("struct S {{ {} }};{AFTER}", many("float a", "[N];\n")),
        messages: &["`N` is not declared"],
        sizes: AFTER_SIZE,
    },
    // Chains: no declaration is deep, but the chain of references is.
    Case {
        name: "a struct in a struct in a struct",
        source: || {
            let structs = links("struct S0 { float x; Texture2D t; }", |n, m| format!("struct S{n} {{ S{m} s; }}"));
            format!("{structs}ParameterBlock<S99999> b;{AFTER}")
        },
        messages: &["deep"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a base of a base of a base",
        source: || {
            let structs = links("struct S0 { float x; }", |n, m| format!("struct S{n} : S{m} {{ float x{n}; }}"));
            format!("{structs}ConstantBuffer<S99999> b;{AFTER}")
        },
        messages: &["deep"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a typealias of a typealias",
        source: || {
            let names = links("typealias T0 = Texture2D;", |n, m| format!("typealias T{n} = T{m};"));
            format!("{names}T99999 t;{AFTER}")
        },
        messages: &["deep"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a constant of a constant",
        source: || {
            let constants = links("static const int K0 = 1;", |n, m| format!("static const int K{n} = K{m};"));
            format!("{constants}Texture2D t[K99999];{AFTER}")
        },
        messages: &["deep"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "an interface of an interface",
        source: || {
            let interfaces = links("interface I0 { float f(); }", |n, m| format!("interface I{n} : I{m} {{}}"));
            format!("{interfaces}uniform I99999 i;{AFTER}")
        },
        messages: &[],
        sizes: AFTER_SIZE,
    },
    // Growing inputs.
    Case {
        name: "100,000 linked counts",
        source: || format!("extern static const int N;\n{}{AFTER}", many("Texture2D t", "[N];\n")),
        messages: &["unknown until link time"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a generic of itself for ever",
        source: || format!("struct S<T> {{ S<S<T>> s; }}\nConstantBuffer<S<float>> c;{AFTER}"),
        messages: &["deep"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a generic that branches for ever",
        source: || {
            format!("struct S<let N : int> {{ S<N * 2> a; S<N * 2 + 1> b; }}\nConstantBuffer<S<1>> c;\nConstantBuffer<S<3>> d;{AFTER}")
        },
        messages: &["deep"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a generic with 2^18 instances",
        source: || {
            let level = |n: u32| format!("struct L{n}<let N : int> {{ L{}<N * 2> a; L{}<N * 2 + 1> b; }}\n", n - 1, n - 1);
            let levels: String = (1..=18).map(level).collect();
            format!("struct L0<let N : int> {{ float a; }}\n{levels}ConstantBuffer<L18<1>> c;{AFTER}")
        },
        messages: &["exceeds the limit"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "an array of 2^96 bytes",
        source: || format!("struct S {{ float4 a[2147483646][2147483646][2147483646]; }}\nConstantBuffer<S> c;{AFTER}"),
        messages: &["cannot be represented"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "2^60 textures, twice",
        source: || format!("Texture2D t[1073741824][1073741824];\nTexture2D u[1073741824][1073741824];{AFTER}"),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a struct of 300,000 members",
        source: || format!("struct S {{ {} }}\nConstantBuffer<S> c;{AFTER}", numbered("float m", ";\n", 300_000)),
        messages: &[],
        sizes: &[("c", 1_200_000), ("After", 16)],
    },
    Case {
        name: "300,000 errors",
        source: || format!("{}{AFTER}", "struct S { $ };\n".repeat(300_000)),
        messages: &["expected a name"],
        sizes: &[],
    },
    Case {
        name: "300,000 unknown types",
        source: || format!("{}{AFTER}", numbered("Unknown t", ";\n", 300_000)),
        messages: &["Unknown"],
        sizes: AFTER_SIZE,
    },
    // Many items of one kind: comparing all pairs would not end.
    Case { name: "100,000 textures", source: || format!("{}{AFTER}", many("Texture2D t", ";\n")), messages: &[], sizes: AFTER_SIZE },
    Case {
        name: "100,000 arrays",
        source: || format!("{}{AFTER}", many("struct S", " { float4 a; Texture2D t; }\nS@ s@[3];\n")),
        messages: &["is a parameter of the program"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 textures with gaps",
        source: || format!("{}{AFTER}", many("Texture2D a", " : register(t@@);\nTexture2D b@[2];\nTexture2D c@[3];\n")),
        messages: &["has a `register` for D3D"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 textures in one register",
        source: || format!("{}{AFTER}", many("Texture2D t", " : register(t0);\n")),
        messages: &["the explicit bindings of"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 spaces",
        source: || format!("{}{AFTER}", many("Texture2D t", " : register(t0, space@);\n")),
        messages: &["has a `register` for D3D"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 blocks",
        source: || format!("struct M {{ float4 a; Texture2D t; }}\n{}{AFTER}", many("ParameterBlock<M> b", ";\n")),
        messages: &["16384"],
        sizes: &[],
    },
    Case {
        name: "100,000 instances of a generic",
        source: || format!("struct G<let N : int> {{ Texture2D t[N + 1]; }}\n{}{AFTER}", many("static const int K", " = @;\nG<K@> g@;\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 extensions",
        source: || format!("struct S {{ float a; }}\n{}ConstantBuffer<S> c;{AFTER}", many("extension S { float f", "() { return a; } }\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 interface values",
        source: || format!("interface I {{ float f(); }}\n{}{AFTER}", many("uniform I i", ";\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 entry points",
        source: || {
            format!("{}{AFTER}", many("[shader(\"compute\")] [numthreads(1, 1, 1)] void m", "(uniform float4 a, uniform Texture2D t) {}\n"))
        },
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case { name: "100,000 overloads", source: || format!("{}{AFTER}", many("void f(int a[", "]) {}\n")), messages: &[], sizes: AFTER_SIZE },
    Case {
        name: "100,000 functions alike",
        source: || format!("{}{AFTER}", many("void f(int a", ") {}\n")),
        messages: &["redeclaration of `f`"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 namespaces",
        source: || format!("{}{AFTER}", many("namespace N", " { Texture2D t; }\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case { name: "100,000 imports", source: || format!("{}{AFTER}", many("import m", ";\n")), messages: &["m0"], sizes: AFTER_SIZE },
    // Megabytes.
    Case {
        name: "50 MB of functions",
        source: || {
            format!("{}{AFTER}", numbered("float f", "(float x) { if (x > 1.0) { return x * 2.0; } else { return x; } }\n", 700_000))
        },
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "50 MB of comments",
        source: || format!("{}{AFTER}", "/* struct S { */ // float x;\n".repeat(1_700_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a name of 50 MB",
        source: || format!("static const int {} = 1;{AFTER}", "n".repeat(50_000_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case { name: "a number of 50 MB", source: || count(&"9".repeat(50_000_000)), messages: &["9999"], sizes: AFTER_SIZE },
    // Self-references.
    Case {
        name: "a struct in itself",
        source: || format!("struct S {{ S s; Texture2D t; }}\nParameterBlock<S> b;{AFTER}"),
        messages: &["S"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a struct that is its own base",
        source: || format!("struct S : S {{ float a; }}\nConstantBuffer<S> c;{AFTER}"),
        messages: &["S"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a constant of itself",
        source: || format!("static const int K = K + 1;\nTexture2D t[K];{AFTER}"),
        messages: &["K"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a typealias of itself",
        source: || format!("typealias T = T;\nT t;{AFTER}"),
        messages: &["`T` is not declared"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a file that imports its own text",
        source: || format!("import main;{AFTER}"),
        messages: &["imports this module"],
        sizes: AFTER_SIZE,
    },
    Case { name: "a file that includes itself", source: || format!("#include \"main.slang\"{AFTER}"), messages: &["include"], sizes: &[] },
];

/// An array of `count` textures.
fn count(expression: &str) -> String {
    format!("Texture2D t[{expression}];{AFTER}")
}
