//! GLSL: each input is a short text repeated many times. The preprocessor's limits are tested with HLSL.

use crate::limits::case::{Case, DEEP, doubling, links, many, nest, numbered};

const VERSION: &str = "#version 460\n";
/// A block after the damage, which must still be laid out.
const AFTER: &str = "\nlayout(std140, binding = 999) uniform After { vec4 after; };\nvoid main() {}\n";
const AFTER_SIZE: &[(&str, u64)] = &[("After", 16)];

pub(crate) const CASES: &[Case] = &[
    // Nesting 100,000 deep.
    Case { name: "parentheses in a dimension", source: || dimension(&nest("(", "2", ")")), messages: &["nest"], sizes: &[] },
    Case { name: "signs in a dimension", source: || dimension(&format!("{}2", "- ".repeat(DEEP))), messages: &["nest"], sizes: AFTER_SIZE },
    Case { name: "constructors in a dimension", source: || dimension(&nest("int(", "2", ")")), messages: &["nest"], sizes: &[] },
    Case { name: "calls in a dimension", source: || dimension(&nest("max(1, ", "2", ")")), messages: &["nest"], sizes: &[] },
    Case {
        name: "ternaries in a dimension",
        source: || dimension(&format!("{}2", "true ? 1 : ".repeat(DEEP))),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case { name: "a sum of 100,000", source: || dimension(&format!("1{}", "+1".repeat(DEEP))), messages: &[], sizes: AFTER_SIZE },
    Case {
        name: "swizzles in a dimension",
        source: || dimension(&format!("ivec4(3){}.x", ".xyzw".repeat(DEEP))),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case { name: "indices in a dimension", source: || dimension(&nest("ivec2(1)[", "0", "]")), messages: &["nest"], sizes: &[] },
    Case { name: "dimensions", source: || block(&format!("float a{};", "[1]".repeat(DEEP))), messages: &["nest"], sizes: AFTER_SIZE },
    Case {
        name: "dimensions of a type",
        source: || block(&format!("float{} a;", "[1]".repeat(DEEP))),
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "dimensions of a block",
        source: || format!("{VERSION}layout(binding = 0) uniform U {{ float a; }} u{};{AFTER}", "[1]".repeat(DEEP)),
        messages: &[],
        sizes: &[],
    },
    Case {
        name: "braces in a body",
        source: || format!("{VERSION}void f() {}{AFTER}", nest("{", "", "}")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "braces in an initialiser",
        source: || format!("{VERSION}const int a = {};{AFTER}", nest("{", "1", "}")),
        messages: &["the source is nested more than 100 levels deep"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "braces that never close",
        source: || format!("{VERSION}void f() {}", "{".repeat(DEEP)),
        messages: &["unclosed delimiter"],
        sizes: &[],
    },
    Case {
        name: "structs in structs",
        source: || format!("{VERSION}{}", nest("struct S {\n", "float x;", "} m;\n")),
        messages: &["a struct cannot be defined inside a struct or block"],
        sizes: &[],
    },
    Case {
        name: "blocks in blocks",
        source: || format!("{VERSION}{}", nest("uniform U {\n", "float x;", "};\n")),
        messages: &["unclosed delimiter"],
        sizes: &[],
    },
    Case {
        name: "layouts in layouts",
        source: || format!("{VERSION}{}uniform U {{ float x; }};{AFTER}", "layout(binding = ".repeat(DEEP)),
        messages: &["expected a number, found `layout`"],
        sizes: &[],
    },
    Case {
        name: "layouts",
        source: || format!("{VERSION}{}uniform U {{ float x; }};{AFTER}", "layout(std140, binding = 0) ".repeat(DEEP)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "qualifiers",
        source: || format!("{VERSION}layout(binding = 0) {}buffer B {{ float x; }};{AFTER}", "readonly ".repeat(DEEP)),
        messages: &["the qualifier repeats or contradicts an earlier one"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "#if in #if",
        source: || format!("{VERSION}{}{AFTER}", nest("#if 1\n", "", "#endif\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "parentheses in #if",
        source: || format!("{VERSION}#if {}\n#endif{AFTER}", nest("(", "1", ")")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a macro called in a macro call",
        source: || {
            format!("{VERSION}#define F(x) x\n{}", block(&format!("float a[{}];", nest("F(", "2", ")"))).trim_start_matches(VERSION))
        },
        messages: &["macro expansion limit"],
        // Nothing is listed after the limit.
        sizes: &[],
    },
    // Chains: no declaration is deep, but the chain of references is.
    Case {
        name: "a struct in a struct in a struct",
        source: || {
            format!(
                "{VERSION}{}layout(std430, binding = 0) buffer B {{ S99999 s; }};{AFTER}",
                links("struct S0 { float x; };", |n, m| format!("struct S{n} {{ S{m} s; }};"))
            )
        },
        messages: &["nest"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a constant of a constant",
        source: || {
            format!(
                "{VERSION}{}{}",
                links("const int K0 = 1;", |n, m| format!("const int K{n} = K{m};")),
                dimension("K99999").trim_start_matches(VERSION)
            )
        },
        messages: &[],
        sizes: &[("B", 4), ("After", 16)],
    },
    Case {
        name: "a reference to a block that refers to a block",
        source: || {
            let blocks = links("layout(buffer_reference) buffer R0 { float x; };", |n, m| {
                format!("layout(buffer_reference) buffer R{n} {{ R{m} r; }};")
            });
            format!(
                "{VERSION}#extension GL_EXT_buffer_reference : require\n{blocks}layout(std430, binding = 0) buffer B {{ R99999 r; }};{AFTER}"
            )
        },
        messages: &[],
        sizes: &[("B", 8), ("After", 16)],
    },
    // Growing inputs.
    Case {
        name: "a type that doubles at each of 60 levels",
        source: || {
            let levels = doubling("struct S0 { float x; };", |n, m| format!("struct S{n} {{ S{m} a; S{m} b; }};"));
            format!("{VERSION}{levels}layout(std430, binding = 0) buffer B {{ S60 s; }};{AFTER}")
        },
        messages: &["S"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a constant that doubles at each of 60 levels",
        source: || {
            let levels: String = (1..=60).map(|n| format!("const S{n} K{n} = S{n}(K{m}, K{m});\n", m = n - 1)).collect();
            let types = doubling("struct S0 { int x; };", |n, m| format!("struct S{n} {{ S{m} a; S{m} b; }};"));
            format!("{VERSION}{types}const S0 K0 = S0(1);\n{levels}{AFTER}")
        },
        messages: &["exceeds the limit of 1"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "an array of 4 GiB",
        source: || block("vec4 a[268435456];"),
        messages: &["`a`, a `vec4[268435456]`, is 4294967296 bytes; glslang counts only to 2147483647"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "an array of 2^96 bytes",
        source: || block("vec4 a[2147483647][2147483647][2147483647];"),
        messages: &["a size or an offset in `B` cannot be represented"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a dimension of 2^64",
        source: || dimension("18446744073709551616"),
        messages: &["18446744073709551616 does not fit in 64 bits"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a constant array of 2 Gi elements",
        source: || format!("{VERSION}const int a[2147483647] = int[2147483647](1);{AFTER}"),
        messages: &["the initializer does not match the type"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "the last offset",
        source: || block("layout(offset = 2147483632) vec4 a; vec4 b; vec4 c;"),
        messages: &["`B` is 2147483680 bytes; glslang counts only to 2147483647"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "the largest alignment",
        source: || {
            block(
                "float z; layout(align = 1073741824) float a; layout(align = 1073741824) float b; layout(align = 1073741824) float c; layout(align = 1073741824) float d;",
            )
        },
        messages: &["`B` is 5368709120 bytes; glslang counts only to 2147483647"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "more rows than a million and 64 for each member",
        source: || {
            let members = numbered("float m", "; ", 999);
            let blocks: String = (0..1150).map(|n| format!("layout(std430, binding = {n}) buffer B{n} {{ S s{n}; }};\n")).collect();
            format!("{VERSION}struct S {{ {members} }};\n{blocks}{AFTER}")
        },
        messages: &["exceeds the limit of "],
        sizes: &[],
    },
    Case {
        name: "a block of 300,000 members",
        source: || block(&numbered("float m", ";\n", 300_000)),
        messages: &[],
        sizes: &[("B", 1_200_000), ("After", 16)],
    },
    Case {
        name: "300,000 errors",
        source: || format!("{VERSION}{}{AFTER}", "uniform U { $ };\n".repeat(300_000)),
        messages: &["unknown type `$`"],
        sizes: &[],
    },
    Case {
        name: "300,000 unknown types",
        source: || format!("{VERSION}{}{AFTER}", numbered("layout(binding = 0) uniform U", " { Unknown a; };\n", 300_000)),
        messages: &["Unknown"],
        sizes: AFTER_SIZE,
    },
    // Many items of one kind: comparing all pairs would take too long.
    Case {
        name: "100,000 structs",
        source: || format!("{VERSION}{}{AFTER}", many("struct S", " { float x; };\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 blocks",
        source: || {
            format!(
                "{VERSION}{}{AFTER}",
                (0..DEEP).map(|n| format!("layout(std140, binding = {n}) uniform U{n} {{ float m{n}; }};\n")).collect::<String>()
            )
        },
        messages: &["`binding` 65535 is too large: the maximum is 65534"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 blocks with one binding",
        source: || format!("{VERSION}{}{AFTER}", many("layout(std140, binding = 0) uniform U", " { float m@; };\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 samplers",
        source: || format!("{VERSION}{}{AFTER}", many("layout(binding = 1) uniform sampler2D s", ";\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 functions",
        source: || format!("{VERSION}{}{AFTER}", many("void f", "() { }\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 overloads",
        source: || format!("{VERSION}{}{AFTER}", many("void f(int a[1 + ", "]) { }\n")),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 functions alike",
        source: || format!("{VERSION}{}{AFTER}", many("void f(int a", ") { }\n")),
        messages: &["`f` is defined twice"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 extensions",
        source: || format!("{VERSION}{}{AFTER}", many("#extension GL_EXT_number_", " : enable\n")),
        messages: &["unknown extension `GL_EXT_number_0`"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 explicit offsets",
        source: || block(&(0..DEEP).rev().map(|n| format!("layout(offset = {}) float m{n};\n", n * 4)).collect::<String>()),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "100,000 members in one place",
        source: || block(&(0..DEEP).map(|n| format!("layout(offset = 0) float m{n};\n")).collect::<String>()),
        messages: &["`m1` and `m0` overlap in bytes 0..4"],
        sizes: AFTER_SIZE,
    },
    // Megabytes.
    Case {
        name: "50 MB of functions",
        source: || {
            format!(
                "{VERSION}{}{AFTER}",
                numbered("float f", "(float x) { if (x > 1.0) { return x * 2.0; } else { return x; } }\n", 700_000)
            )
        },
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "50 MB of comments",
        source: || format!("{VERSION}{}{AFTER}", "/* uniform U { */ // float x;\n".repeat(1_700_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "12 MB of structs",
        source: || {
            format!("{VERSION}{}{AFTER}", numbered("struct S", " { vec4 position; vec2 uv[2]; uint material; /* padding */ };\n", 170_000))
        },
        messages: &[],
        sizes: &[],
    },
    Case {
        name: "a name of 50 MB",
        source: || format!("{VERSION}const int {} = 1;{AFTER}", "n".repeat(50_000_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a number of 50 MB",
        source: || dimension(&"9".repeat(50_000_000)),
        messages: &["9999999999999999999999999999999999999999… does not fit in 64 bits"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a fraction of 50 MB",
        source: || format!("{VERSION}const float x = 0.{};{AFTER}", "1".repeat(50_000_000)),
        messages: &[],
        sizes: AFTER_SIZE,
    },
    // Self-references, and doubling.
    Case {
        name: "a struct in itself",
        source: || format!("{VERSION}struct S {{ S s; }};\nlayout(std430, binding = 0) buffer B {{ S s; }};{AFTER}"),
        messages: &["S"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "an array as long as itself",
        source: || format!("{VERSION}const int a[a.length()] = int[](1);{AFTER}"),
        messages: &["a"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a file that includes itself",
        source: || format!("{VERSION}#extension GL_GOOGLE_include_directive : require\n#include \"main.comp\"\n{AFTER}"),
        messages: &["include"],
        sizes: &[],
    },
    Case {
        name: "a macro that doubles at each of 60 levels",
        source: || format!("{VERSION}{}const int a = D60;{AFTER}", doubling("#define D0 1+", |n, m| format!("#define D{n} D{m} D{m}"))),
        messages: &["macro"],
        sizes: &[],
    },
];

/// A buffer block with an array of `count` elements.
fn dimension(count: &str) -> String {
    block(&format!("uint a[{count}];"))
}

/// A buffer block with those members.
fn block(members: &str) -> String {
    format!("{VERSION}layout(std430, binding = 0) buffer B {{ {members} }};{AFTER}")
}
