//! WGSL: each input is a short text repeated many times.

use crate::limits::case::{Case, DEEP, doubling, links, many, nest, numbered};

/// A buffer after the damage, which must still be laid out.
const AFTER: &str = "\n@group(3) @binding(999) var<storage> After: vec4f;\n";
const AFTER_SIZE: &[(&str, u64)] = &[("After", 16)];

pub(crate) const CASES: &[Case] = &[
    // Nesting 100,000 deep.
    Case { name: "parentheses in a count", source: || count(&nest("(", "2", ")")), messages: &["nest"], sizes: AFTER_SIZE },
    Case { name: "signs in a count", source: || count(&format!("{}2", "- ".repeat(DEEP))), messages: &["nest"], sizes: AFTER_SIZE },
    Case { name: "complements in a count", source: || count(&format!("{}2", "~".repeat(DEEP))), messages: &["nest"], sizes: AFTER_SIZE },
    Case { name: "calls in a count", source: || count(&nest("max(1, ", "2", ")")), messages: &["nest"], sizes: AFTER_SIZE },
    Case { name: "constructors in a count", source: || count(&nest("i32(", "2", ")")), messages: &["nest"], sizes: AFTER_SIZE },
    Case { name: "indices in a count", source: || count(&nest("vec2i(1)[", "0", "]")), messages: &["nest"], sizes: AFTER_SIZE },
    Case {
        name: "swizzles in a count",
        source: || count(&format!("vec4i(3){}.x", ".xyzw".repeat(DEEP))),
        messages: &["nesting is too deep"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a sum of 100,000",
        source: || count(&format!("1{}", "+1".repeat(DEEP))),
        messages: &["nesting is too deep"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a conjunction of 100,000",
        source: || format!("const_assert true{};{AFTER}", "&&true".repeat(DEEP)),
        messages: &["nesting is too deep"],
        sizes: AFTER_SIZE,
    },
    Case { name: "arrays of arrays", source: || variable(&nest("array<", "f32", ", 1>")), messages: &["nest"], sizes: AFTER_SIZE },
    Case {
        name: "arrays that never close",
        source: || format!("{AFTER}var<private> a: {}", "array<".repeat(DEEP)),
        messages: &["`<` without a matching `>`"],
        sizes: &[],
    },
    Case { name: "vectors of vectors", source: || variable(&nest("vec2<", "f32", ">")), messages: &["nest"], sizes: AFTER_SIZE },
    Case {
        name: "less-than signs",
        source: || format!("const a = 1{};{AFTER}", "<1".repeat(DEEP)),
        messages: &["`<` mixed with `<` needs parentheses"],
        sizes: AFTER_SIZE,
    },
    Case { name: "braces in a body", source: || format!("fn f() {}{AFTER}", nest("{", "", "}")), messages: &[], sizes: AFTER_SIZE },
    Case {
        name: "braces that never close",
        source: || format!("fn f() {}", "{".repeat(DEEP)),
        messages: &["expected `}`, found the end of the file"],
        sizes: &[],
    },
    Case {
        name: "structs in structs",
        source: || format!("{}{AFTER}", nest("struct S {\n", "a: f32", "}\n")),
        messages: &["expected `}`, found `struct`"],
        sizes: &[],
    },
    Case {
        name: "attributes",
        source: || format!("{}var<private> a: f32;{AFTER}", "@a ".repeat(DEEP)),
        messages: &["unknown attribute `a`"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "attributes in attributes",
        source: || format!("{}var<private> a: f32;{AFTER}", "@align(".repeat(DEEP)),
        messages: &["expected an expression, found `@`"],
        sizes: &[],
    },
    Case { name: "comments in comments", source: || format!("{}{AFTER}", nest("/*", "", "*/")), messages: &[], sizes: AFTER_SIZE },
    Case {
        name: "comments that never end",
        source: || format!("{AFTER}{}", "/*".repeat(DEEP)),
        messages: &["unterminated comment"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "pointers to pointers",
        source: || format!("fn f(p: {}) {{}}{AFTER}", nest("ptr<function, ", "f32", ">")),
        messages: &["nesting is too deep"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a conditional of 100,000 arms where entry points are followed",
        source: || shared_binding(&format!("if true {{}} {} else {{ use_one(); }}", "else if false {} ".repeat(DEEP))),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "blocks where entry points are followed",
        source: || shared_binding(&nest("{", "use_one();", "}")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    // Chains: no declaration is deep, but the chain of references is.
    Case {
        name: "a struct in a struct in a struct",
        source: || chain("struct S0 { x: f32 }", |n, m| format!("struct S{n} {{ s: S{m} }}")),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a struct in a later struct",
        source: || backwards("struct S0 { x: f32 }", |n, m| format!("struct S{n} {{ s: S{m} }}")),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case { name: "an alias of an alias", source: || chain("alias S0 = f32;", alias), messages: &[], sizes: &[("Last", 4), ("After", 16)] },
    Case {
        name: "an alias of a later alias",
        source: || backwards("alias S0 = f32;", alias),
        messages: &[],
        sizes: &[("Last", 4), ("After", 16)],
    },
    Case {
        name: "an alias of an array of an alias",
        source: || chain("alias S0 = f32;", |n, m| format!("alias S{n} = array<S{m}, 1>;")),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a constant of a constant",
        source: || format!("{}{}", links("const K0 = 1;", constant), count("K99999")),
        messages: &[],
        sizes: &[("Count", 4), ("After", 16)],
    },
    Case {
        name: "a constant of a later constant",
        source: || format!("{}{}", reversed(&links("const K0 = 1;", constant)), count("K99999")),
        messages: &[],
        sizes: &[("Count", 4), ("After", 16)],
    },
    Case {
        name: "a function that calls a function where entry points are followed",
        source: || {
            let calls = links("fn fun0() { use_one(); }", |n, m| format!("fn fun{n}() {{ fun{m}(); }}"));
            format!("{calls}{}", shared_binding("fun99999();"))
        },
        messages: &[],
        sizes: AFTER_SIZE,
    },
    // Growing inputs.
    Case {
        name: "a type that doubles at each of 60 levels",
        source: || {
            let levels = doubling("struct S0 { x: f32 }", |n, m| format!("struct S{n} {{ a: S{m}, b: S{m} }}"));
            format!("{levels}@group(0) @binding(0) var<storage> c: S60;{AFTER}")
        },
        messages: &["S"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a constant that doubles at each of 60 levels",
        source: || {
            let levels = doubling("const K0 = array(1, 2);", |n, m| format!("const K{n} = array(K{m}, K{m});"));
            format!("{levels}{AFTER}")
        },
        messages: &["array is 4294967296 bytes; a type may have at most 4294967295"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a constant of 4 Gi elements",
        source: || format!("const a = array<i32, 4294967295>();\nconst b = array<array<i32, 65535>, 65535>()[3][4];\n{AFTER}"),
        messages: &["`4294967295` cannot be represented as `i32`", "array is 17179344900 bytes"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a struct constant of 4 Gi elements",
        source: || format!("struct S {{ a: array<vec4f, 65535> }}\nstruct T {{ s: array<S, 4095> }}\nconst t = T();\n{AFTER}"),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "the largest array",
        source: || format!("@group(0) @binding(0) var<storage> a: array<u32, 0x3fffffff>;{AFTER}"),
        messages: &["`a` is 4294967292 bytes; WebGPU guarantees 134217728"],
        sizes: &[("a", 0xffff_fffc), ("After", 16)],
    },
    Case {
        name: "an array of 4 GiB",
        source: || variable("array<vec4f, 0x10000000>"),
        messages: &["array is 4294967296 bytes; a type may have at most 4294967295"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "an array of 2^96 bytes",
        source: || variable("array<array<array<vec4f, 4294967295u>, 4294967295u>, 4294967295u>"),
        messages: &["a type may have at most 4294967295"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a count of 2^64",
        source: || count("18446744073709551616"),
        messages: &["`18446744073709551616` is too large"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "two members of 4 GiB each",
        source: || {
            format!(
                "struct S {{ @size(4294967295u) a: f32, @size(4294967295u) b: f32, c: f32 }}\n@group(0) @binding(0) var<storage> s: S;{AFTER}"
            )
        },
        messages: &["a type may have at most 4294967295"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "the largest alignment",
        source: || {
            format!(
                "struct S {{ a: f32, @align(0x40000000) b: f32, @align(0x40000000) c: f32, d: f32 }}\n@group(0) @binding(0) var<storage> s: S;{AFTER}"
            )
        },
        messages: &["`s` is 3221225472 bytes; WebGPU guarantees 134217728"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "more rows than a million and 64 for each member",
        source: || {
            let members = numbered("m", ": f32, ", 999);
            format!(
                "struct S {{ {members} }}\n{}{AFTER}",
                (0..1150).map(|n| format!("@group(0) @binding({n}) var<storage> v{n}: S;\n")).collect::<String>()
            )
        },
        messages: &["exceeds the limit of "],
        sizes: &[],
    },
    Case {
        name: "a struct of 300,000 members",
        source: || format!("struct S {{ {} }}\n@group(0) @binding(0) var<storage> s: S;{AFTER}", numbered("m", ": f32,\n", 300_000)),
        messages: &["300000 members"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "300,000 errors",
        source: || format!("{}{AFTER}", "struct { @ }\n".repeat(300_000)),
        messages: &["expected a struct name, found `{`"],
        sizes: &[],
    },
    Case {
        name: "300,000 unknown types",
        source: || format!("{}{AFTER}", (0..300_000).map(|n| format!("var<private> v{n}: Unknown{n};\n")).collect::<String>()),
        messages: &["Unknown"],
        sizes: AFTER_SIZE,
    },
    // Many items of one kind: comparing all pairs would not end.
    Case { name: "100,000 structs", source: || format!("{}{AFTER}", many("struct S", " { a: f32 }\n")), messages: &[], sizes: AFTER_SIZE },
    Case { name: "100,000 constants", source: || format!("{}{AFTER}", many("const K", " = @;\n")), messages: &[], sizes: AFTER_SIZE },
    Case { name: "100,000 functions", source: || format!("{}{AFTER}", many("fn fun", "() { }\n")), messages: &[], sizes: AFTER_SIZE },
    Case {
        name: "100,000 overrides",
        source: || format!("{}{AFTER}", many("override o", ": u32 = @u;\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 variables",
        source: || {
            format!("{}{AFTER}", (0..DEEP).map(|n| format!("@group(0) @binding({n}) var<storage> v{n}: f32;\n")).collect::<String>())
        },
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 variables with one binding",
        source: || format!("{}{AFTER}", many("@group(0) @binding(0) var<storage> v", ": f32;\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "1,000 entry points that share 1,000 functions",
        source: || {
            let uses: String = (0..1000)
                .map(|n| format!("fn fun{n}() {{ use_one(); {} }}\n", if n > 0 { format!("fun{}();", n - 1) } else { String::new() }))
                .collect();
            let entries: String = (0..1000).map(|n| format!("@compute @workgroup_size(1) fn e{n}() {{ fun999(); }}\n")).collect();
            format!("{uses}{entries}{}", shared_binding("fun999();"))
        },
        messages: &[],
        sizes: AFTER_SIZE,
    },
    // Megabytes.
    Case {
        name: "50 MB of functions",
        source: || {
            format!(
                "{}{AFTER}",
                numbered("fn fun", "(x: f32) -> f32 { if x > 1.0 { return x * 2.0; } else { return x + 1.0; } }\n", 600_000)
            )
        },
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "50 MB of comments",
        source: || format!("{}{AFTER}", "/* struct S { */ // x: f32\n".repeat(1_800_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "12 MB of structs",
        source: || {
            format!("{}{AFTER}", numbered("struct S", " { position: vec4f, uv: array<vec2f, 2>, material: u32, /* padding */ }\n", 150_000))
        },
        messages: &[],
        sizes: &[],
    },
    Case {
        name: "a name of 50 MB",
        source: || format!("@group(0) @binding(0) var<storage> c: f32; const {} = 1;{AFTER}", "n".repeat(50_000_000)),
        messages: &[],
        sizes: &[("c", 4), ("After", 16)],
    },
    Case {
        name: "a number of 50 MB",
        source: || count(&"9".repeat(50_000_000)),
        messages: &["`9999999999999999999999999999999999999999…` is too large"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a fraction of 50 MB",
        source: || format!("const x = 0.{};{AFTER}", "1".repeat(50_000_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a line of 50 MB",
        source: || format!("{}{AFTER}", numbered("fn fun", "() -> f32 { return 1.0; } ", 1_500_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    // Self-references.
    Case {
        name: "a struct in itself",
        source: || format!("struct S {{ s: S }}\n@group(0) @binding(0) var<storage> s: S;{AFTER}"),
        messages: &["S"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 structs in a cycle",
        source: || format!("struct S0 {{ s: S99999 }}\n{}{AFTER}", links("", |n, m| format!("struct S{n} {{ s: S{m} }}"))),
        messages: &["S"],
        sizes: AFTER_SIZE,
    },
    Case { name: "an alias of itself", source: || format!("alias A = A;{AFTER}"), messages: &["A"], sizes: AFTER_SIZE },
    Case {
        name: "100,000 aliases in a cycle",
        source: || format!("alias S0 = S99999;\n{}{AFTER}", links("", alias)),
        messages: &["S"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 constants in a cycle",
        source: || format!("const K0 = K99999;\n{}{AFTER}", links("", constant)),
        messages: &["K"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "an array as long as itself",
        source: || format!("const a = array<i32, a[0]>();{AFTER}"),
        messages: &["a"],
        sizes: AFTER_SIZE,
    },
    // Imports and conditions.
    Case {
        name: "conditions of naga_oil in each other",
        source: || format!("{}{AFTER}", nest("#ifndef A\n", "const a = 1;\n", "#endif\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "conditions of naga_oil that never end",
        source: || format!("{AFTER}{}", "#ifndef A\n".repeat(DEEP)),
        messages: &["condition without `#endif`"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "features in each other",
        source: || format!("fn f() {}{AFTER}", nest("{ @if(!a) ", "", "}")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "features of one thing",
        source: || format!("{}struct S {{ a: f32 }}{AFTER}", "@if(!a) ".repeat(DEEP)),
        messages: &["duplicate condition"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "alternatives",
        source: || format!("@if(a) const x = 1;\n{}@else const x = 2;{AFTER}", "@elif(b) const x = 3;\n".repeat(DEEP)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "lists of imports in each other",
        source: || format!("#import {}{AFTER}", nest("a::{", "b", "}")),
        messages: &["expected a shorter path in an import"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a path of 100,000 parts",
        source: || format!("const a = {}a;{AFTER}", "a::".repeat(DEEP)),
        messages: &["not found"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 imports of nothing",
        source: || format!("{}{AFTER}", many("#import lib::a", "\n")),
        messages: &["module `lib::a0` not found"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 imports of itself",
        source: || format!("{}const a = 1;{AFTER}", many("#import \"main.wgsl\"::a as b", "\n")),
        messages: &["module `main` imports itself"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 values put in",
        source: || format!("#define N 1\nconst a = 0{};{AFTER}", "|#{N}".repeat(100)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "functions after an import",
        source: || format!("import super::nothing::a;\n{}{AFTER}", numbered("fn fun", "(x: f32) -> f32 { return x + 1.0; }\n", 100_000)),
        messages: &["module `super::nothing::a` not found"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "functions that call each other where entry points are followed",
        source: || format!("fn f() {{ g(); }}\nfn g() {{ f(); use_one(); }}\n{}", shared_binding("f();")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
];

fn alias(n: usize, m: usize) -> String {
    format!("alias S{n} = S{m};")
}

fn constant(n: usize, m: usize) -> String {
    format!("const K{n} = K{m};")
}

/// A buffer with an array of `count` elements.
fn count(count: &str) -> String {
    format!("@group(0) @binding(0) var<storage> Count: array<u32, {count}>;{AFTER}")
}

/// A buffer of that type.
fn variable(ty: &str) -> String {
    format!("@group(0) @binding(0) var<storage> a: {ty};{AFTER}")
}

/// Two variables with one binding, one of which an entry point with that body uses: this requires a scan of bodies.
fn shared_binding(body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage> one: f32;\n@group(0) @binding(0) var<storage> other: f32;\nfn use_one() {{ _ = one; }}\n\
         @compute @workgroup_size(1) fn entry() {{ {body} }}{AFTER}"
    )
}

/// A chain of types, and a buffer that contains the last.
fn chain(first: &str, next: impl Fn(usize, usize) -> String) -> String {
    format!("{}{}", links(first, next), last())
}

/// The same in reverse order.
fn backwards(first: &str, next: impl Fn(usize, usize) -> String) -> String {
    format!("{}{}", reversed(&links(first, next)), last())
}

fn last() -> String {
    format!("@group(0) @binding(0) var<storage> Last: S{};{AFTER}", DEEP - 1)
}

fn reversed(lines: &str) -> String {
    lines.lines().rev().flat_map(|line| [line, "\n"]).collect()
}
