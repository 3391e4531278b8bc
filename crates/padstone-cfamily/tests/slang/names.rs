//! Names that several scopes declare, and the declarations that they refer to. All programs were measured with libslang 2026.12.

use super::programs::read;
use crate::slang::{SlangOptions, shape};

/// The parameters of a program, or else its errors.
fn outcome(files: &[(&str, &str)]) -> Vec<String> {
    let read = read(files, &SlangOptions::default());
    match read.errors() {
        errors if errors.is_empty() => shape::of_module(&read.module, "spirv"),
        errors => errors.into_iter().map(|(line, message)| format!("{line}: {message}")).collect(),
    }
}

#[track_caller]
fn check(source: &str, expected: &[&str]) {
    assert_eq!(outcome(&[("main.slang", source)]), expected, "{source}");
}

/// Programs with one imported module, which is `x`.
#[track_caller]
fn check_import(module: &str, source: &str, expected: &[&str]) {
    assert_eq!(outcome(&[("main.slang", source), ("x.slang", module)]), expected, "{source}\nwith\n{module}");
}

#[test]
fn namespaces_include_their_imported_parts() {
    let x = "namespace N {
                 public struct S { float2 z; }
                 public static const int K = 3;
                 public typealias A = float3;
                 public interface I { }
                 public struct G<T : I> { T t; float z; }
                 namespace M { public struct B { float w; }; }
                 [UnscopedEnum] public enum E { Q = 3, R = 5 }
             }";
    check_import(x, "import x; namespace N { struct T { float3 q; S s; }; }\n uniform N.T t;", &["t: T{q: float32x3, s: S{z: float32x2}}"]);
    check_import(
        x,
        "import x; namespace N { uniform float a[K], b[R]; uniform A c; }",
        &["a: [3]float32", "b: [5]float32", "c: float32x3"],
    );
    check_import(x, "import x; namespace N { struct T : I { float q; }\n uniform G<T> g; }", &["g: G{t: T{q: float32}, z: float32}"]);
    check_import(x, "import x; namespace N.M { uniform B b; uniform A a; }", &["b: B{w: float32}", "a: float32x3"]);
    check_import(
        x,
        "import x; namespace N { [shader(\"compute\")] [numthreads(K, 1, 1)] void main(uniform S s) { } }",
        &["entry main [3, 1, 1]", "  s: S{z: float32x2}"],
    );
    check_import(
        x,
        "import x; using namespace N; uniform S s; namespace N { struct T { float q; }; }\n uniform T t;",
        &["s: S{z: float32x2}", "t: T{q: float32}"],
    );
    check_import(x, "import x; namespace Q { using namespace N; }\n uniform Q.S s;", &["s: S{z: float32x2}"]);
    // Both parts have the same rank, and both take precedence over the module.
    check_import(x, "import x; namespace N { struct S { float a; }\n uniform S s; }", &["2: reference to `S` is ambiguous"]);
    check_import(x, "import x; struct S { float a; }\n namespace N { uniform S s; }", &["s: S{z: float32x2}"]);
    check_import(
        "module x; namespace N { struct S { float a; }; }",
        "import x; struct S { float a; }\n namespace N { uniform S s; }",
        &["2: `S` is not public"],
    );
}

#[test]
fn modules_pass_on_their_used_namespaces() {
    check_import(
        "public namespace N { public struct S { float a; }; }\n using namespace N;",
        "import x; uniform S s;",
        &["s: S{a: float32}"],
    );
    check_import(
        "namespace N.M { public struct S { float a; }; }\n using namespace N.M;",
        "import x; uniform S s;",
        &["1: `S` is not declared"],
    );
    check_import(
        "namespace N { public struct S { float a; }; }\n namespace Q { using namespace N; }",
        "import x; uniform Q.S s;",
        &["s: S{a: float32}"],
    );
    check_import(
        "public namespace N { public struct S { float a; }; }\n using namespace N;",
        "import x; struct S { float b; }\n uniform S s;",
        &["2: reference to `S` is ambiguous"],
    );
}

/// A type, value, generic, and namespace of one name.
const KINDS: [(&str, &str, &str); 4] = [
    ("struct X { float3 q; };", "X b", "b: X{q: float32x3}"),
    ("static const int X = 3;", "float b[X]", "b: [3]float32"),
    ("struct X<T> { T t; };", "X<float> b", "b: X{t: float32}"),
    ("namespace X { public static const int B = 2; }", "float b[X.B]", "b: [2]float32"),
];

#[test]
fn kinds_select_between_equal_scopes() {
    for (declared, used, expected) in KINDS {
        for other in KINDS.iter().map(|kind| kind.0).chain(["float X() { return 1; }"]).filter(|&other| other != declared) {
            let using = |first: &str, second: &str| {
                format!("namespace A {{ {first} }}\n namespace B {{ {second} }}\n using namespace A; using namespace B;\n uniform {used};")
            };
            check(&using(declared, other), &[expected]);
            check(&using(other, declared), &[expected]);
            check_import(&format!("public {declared}"), &format!("import x; {other}\n uniform {used};"), &[expected]);
        }
    }
}

#[test]
fn functions_hide_no_outer_declarations() {
    for (declared, used, expected) in KINDS {
        for function in ["float X() { return 1; }", "void X(int x) { }"] {
            let inside = format!("{declared}\n struct S {{ {used}; {function}\n }}\n uniform S s;");
            check(&inside, &[&*format!("s: S{{{expected}}}")]);
            check(&format!("{declared}\n namespace Q {{ {function}\n uniform {used}; }}"), &[expected]);
        }
    }
    check(
        "struct float9 { float a; }\n struct S { float b; float half() { return 1; }\n half c; }\n uniform S s;",
        &["s: S{b: float32, c: float16}"],
    );
    // Other declarations do.
    check("struct X { float3 q; }\n struct S { static const int X = 2; X b; }\n uniform S s;", &["2: expected a type"]);
    check("struct X { float3 q; }\n namespace Q { void X() { } }\n uniform Q.X b;", &["3: expected a type"]);
}

#[test]
fn parameters_hide_no_types() {
    check(
        "struct L { float a; }\n [shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform L L, uniform L o) { }",
        &["entry main [1, 1, 1]", "  L: L{a: float32}", "  o: L{a: float32}"],
    );
    let counted = "static const int L = 3; [shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform int L, uniform float o[L]) { }";
    check(counted, &["1: `L` is not a compile-time constant"]);
}

#[test]
fn members_that_a_base_declares_hide_no_outer_declarations() {
    let interface = "static const int N = 3; interface I { static const int N; } interface J : I { }";
    for bases in ["I", "J"] {
        check(
            &format!("{interface}\n struct B : {bases} {{ static const int N = 4; float b[N]; }}\n uniform B b;"),
            &["2: reference to `N` is ambiguous"],
        );
    }
    check(&format!("{interface}\n struct B : I {{ static const int N = 4; float b[This.N]; }}\n uniform B b;"), &["b: B{b: [4]float32}"]);
    check(&format!("{interface}\n struct B {{ static const int N = 4; float b[N]; }}\n uniform B b;"), &["b: B{b: [4]float32}"]);
    check(
        "interface I { static const int N; }\n struct B : I { static const int N = 4; float b[N]; }\n uniform B b;",
        &["b: B{b: [4]float32}"],
    );
    check(
        "typealias T = float2; interface I { associatedtype T; }\n struct B : I { typealias T = float3; T b; }\n uniform B b;",
        &["2: reference to `T` is ambiguous"],
    );
    check(
        "static const int x = 2; struct P { float x; }\n struct B : P { static const int x = 4; float b[x]; }\n uniform B b;",
        &["2: reference to `x` is ambiguous"],
    );
    check(
        "static const int N = 2; struct P { static const int N = 3; }\n struct B : P { float b[N]; }\n uniform B b;",
        &["b: B{$base: P{}, b: [3]float32}"],
    );
    // The kind selects.
    check(
        "struct N { float x; }\n interface I { static const int N; }\n struct B : I { static const int N = 4; float b[N]; N n; }\n uniform B b;",
        &["b: B{b: [4]float32, n: N{x: float32}}"],
    );
}

#[test]
fn constants_repeat_the_visibility_of_their_requirements() {
    let source = |required: &str, declared: &str| {
        format!(
            "public interface I {{ {required} static const int N; }}\n public struct B : I {{ {declared} static const int N = 4; }}\n uniform float b[B.N];"
        )
    };
    for (required, declared) in [("", ""), ("", "public"), ("", "internal"), ("public", "public"), ("internal", "internal")] {
        check(&source(required, declared), &["b: [4]float32"]);
    }
    for (required, declared) in [("public", ""), ("public", "internal"), ("internal", ""), ("internal", "public")] {
        check(&source(required, declared), &["2: `N` does not match the interface requirement"]);
    }
}

#[test]
fn imports_take_no_modifiers() {
    for word in ["public", "internal", "static"] {
        check_import(
            "public struct S { float a; }",
            &format!("{word} import x; uniform S s;"),
            &[&*format!("1: modifier `{word}` is not allowed here")],
        );
    }
    check("public module main; uniform float a;", &["a: float32"]);
}

#[test]
fn a_plus_is_part_of_a_number() {
    check("uniform float a[+3]; enum E { X = +4 }\n uniform float b[E.X];", &["a: [3]float32", "b: [4]float32"]);
    for count in ["+sizeof(float3)", "+(3)", "+N", "+int(3)", "+(1 + 2)"] {
        let source = format!("static const int N = 3;\n uniform float a[{count}];");
        check(&source, &["2: a unary `+` is not a compile-time constant"]);
    }
    check("uniform float a[:: 3];", &["1: expected a name, found `3`"]);
}

/// Measured with libslang 2026.12.
#[test]
fn enumerations_have_no_shifts() {
    let enums = "enum E { A, B = 1, C = 2 }; enum U : uint8_t { V = 1 }; static const E X = E.B;";
    let counts = [
        ("E.C | 1", 3),
        ("E.B + E.C", 3),
        ("(E.B + 1) << 1", 4),
        ("int(E.B) << 1", 2),
        ("true << 1", 2),
        ("(E.B == E.C ? 1 : 2) << 1", 4),
        ("E.B < 2 ? 2 : 3", 2),
    ];
    for (count, expected) in counts {
        check(&format!("{enums}\n uniform float a[{count}];"), &[&format!("a: [{expected}]float32")]);
    }
    let shifts = ["1 << E.B", "X << 1", "E.B >> 1", "(E.B | E.C) << 1", "~E.B << 1", "(true ? E.B : E.C) << 1", "E(1) << 1", "(E) 1 << 1"];
    for count in shifts {
        check(&format!("{enums}\n uniform float a[{count}];"), &["2: `E`, an enumeration, has no shift operators"]);
    }
    check(&format!("{enums}\n uniform float a[U.V << true];"), &["2: `U`, an enumeration, has no shift operators"]);
    for count in ["E.B < E.C ? 2 : 3", "E.B >= U.V ? 2 : 3"] {
        let order = "2: the order of two values of enumerations is not a compile-time constant";
        check(&format!("{enums}\n uniform float a[{count}];"), &[order]);
    }
}

#[test]
fn files_cannot_include_themselves() {
    let main = "#include \"h.h\"\nuniform S s;";
    for guarded in ["#ifndef H\n#define H\n#include \"h.h\"\nstruct S { float a; };\n#endif", "#include \"h.h\"\nstruct S { float a; };"] {
        let found = outcome(&[("main.slang", main), ("h.h", guarded)]);
        assert!(found.len() == 1 && found[0].ends_with("`h.h` includes itself"), "{found:?}");
    }
    let once = "#pragma once\n#include \"h.h\"\nstruct S { float a; };";
    assert_eq!(outcome(&[("main.slang", main), ("h.h", once)]), ["s: S{a: float32}"]);
}

#[test]
fn an_invalid_paste_leaves_two_tokens() {
    check("#define GET(s,f) s.##f\n struct S { float x; };\n uniform S a; float g() { return GET(a, x); }", &["a: S{x: float32}"]);
    check("#define M(a,b) a##b\n uniform float a[2 M(+,3)];", &["a: [5]float32"]);
}

#[test]
fn extensions_of_a_struct_are_one_scope() {
    for outer in ["", "static const int N = 3; typealias T = float2;"] {
        for source in [
            "struct B { float z[N]; T t; }
             extension B { static const int N = 4; typealias T = float3; }
             uniform B b;",
            "struct B { float z[M]; T t; }
             extension B { static const int M = N; }
             extension B { static const int N = 4; typealias T = float3; }
             uniform B b;",
        ] {
            check(&format!("{outer} {source}"), &["b: B{z: [4]float32, t: float32x3}"]);
        }
    }
    let derived = "static const int N = 3; struct P { float q; }
        struct B : P { float z[N]; }
        extension P { static const int N = 4; }
        uniform B b;";
    check(derived, &["b: B{$base: P{q: float32}, z: [4]float32}"]);
    // Outer declarations take precedence over a member of an extension that meets a requirement.
    for (outer, expected) in [("", "b: B{z: [4]float32}"), ("static const int N = 3;", "b: B{z: [3]float32}")] {
        let source = "interface I { static const int N; }
            struct B { float z[N]; }
            extension B : I { static const int N = 4; }
            uniform B b;";
        check(&format!("{outer} {source}"), &[expected]);
    }
}

#[test]
fn bases_can_be_qualified() {
    for outer in ["", "static const int K = 3;"] {
        let declared = format!("{outer} namespace N {{ struct P {{ static const int K = 4; float q; }}; }}\n typealias A = N.P;");
        for base in ["N.P", "A"] {
            let source = format!("{declared} struct B : {base} {{ float b[K]; }}\n uniform B b;");
            check(&source, &["b: B{$base: P{q: float32}, b: [4]float32}"]);
        }
        check(&format!("{declared} extension N.P {{ static const int L = K; }}\n uniform float b[N.P.L];"), &["b: [4]float32"]);
    }
}
