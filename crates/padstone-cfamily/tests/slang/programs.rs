//! Listings of programs as lines of names and types, and the diagnostics of wrong ones.

use padstone_model::{Major, Module};
use padstone_source::{MemoryLoader, SourceMap};

use crate::slang::{Read, SlangOptions, shape};

pub(crate) fn read(files: &[(&str, &str)], options: &SlangOptions) -> Read {
    let mut sources = SourceMap::new();
    let file = sources.add_file(files[0].0, files[0].1.into()).expect("there is room");
    let mut diagnostics = padstone_diag::Diagnostics::new();
    let loader = MemoryLoader::new(files[1..].iter().copied());
    let module = padstone_cfamily::read_slang(&mut sources, &[file], &loader, options, &mut diagnostics);
    Read { sources, module, diagnostics }
}

#[track_caller]
fn check(source: &str, expected: &[&str]) -> Module {
    check_with(&[("main.slang", source)], &SlangOptions::default(), expected)
}

#[track_caller]
fn check_with(files: &[(&str, &str)], options: &SlangOptions, expected: &[&str]) -> Module {
    let read = read(files, options);
    assert_eq!(read.errors(), [], "{}", files[0].1);
    assert_eq!(shape::of_module(&read.module, "spirv"), expected, "{}", files[0].1);
    read.module
}

/// The errors of a wrong program, whose correct parts are still read.
#[track_caller]
fn check_wrong(source: &str, errors: &[&str], expected: &[&str]) {
    let read = read(&[("main.slang", source)], &SlangOptions::default());
    let found: Vec<String> = read.errors().into_iter().map(|(line, message)| format!("{line}: {message}")).collect();
    assert_eq!(found, errors, "{source}");
    assert_eq!(shape::of_module(&read.module, "spirv"), expected, "{source}");
}

fn buffers(module: &Module) -> Vec<String> {
    let text = |buffer: &padstone_model::Buffer| format!("{:?} {} {:?}", buffer.kind, module.name(buffer.name), buffer.packing);
    module.buffers.iter().map(|(_, buffer)| text(buffer)).collect()
}

#[test]
fn buffers_are_named_by_their_path() {
    let module = check(
        "struct In { float4 a; StructuredBuffer<uint> s; };
         struct Out { ConstantBuffer<In> c; In more[2]; float d; };
         uniform float t;
         ParameterBlock<Out> p;
         [vk::push_constant] ConstantBuffer<float4, ScalarDataLayout> pc;
         [shader(\"compute\")] [numthreads(8, 1, 1)] void main(uniform float2 k, uniform ConstantBuffer<In> e) {}",
        &[
            "t: float32",
            "p: parameterBlock<Out{c: constantBuffer<In{a: float32x4, s: structuredBuffer<uint32>}>, \
             more: [2]In{a: float32x4, s: structuredBuffer<uint32>}, d: float32}>",
            "pc: constantBuffer<float32x4>",
            "entry main [8, 1, 1]",
            "  k: float32x2",
            "  e: constantBuffer<In{a: float32x4, s: structuredBuffer<uint32>}>",
        ],
    );
    let expected = [
        "Globals $Globals ByKind",
        "ParameterBlock p ByKind",
        "ConstantBuffer p.c ByKind",
        "Structured p.c.s ByKind",
        "Structured p.more[].s ByKind",
        "PushConstant pc Scalar",
        "ConstantBuffer main:e ByKind",
        "Structured main:e.s ByKind",
        "EntryUniforms entry:main ByKind",
    ];
    assert_eq!(buffers(&module), expected);
}

#[test]
fn modules_are_found_and_own_their_declarations() {
    let files = [
        ("app/main.slang", "import lib.shapes;\n__include part;\nConstantBuffer<Square> s;\nConstantBuffer<Handed> h;"),
        ("app/part.slang", "implementing main;\nTexture2D fromPart;"),
        ("inc/lib/shapes.slang", "module shapes;\n__exported import hand_me;\npublic struct Square { public float side; }"),
        ("inc/hand-me.slang", "public struct Handed { public int n; }"),
    ];
    let options = SlangOptions { include_dirs: vec!["inc".to_owned()], ..SlangOptions::default() };
    let expected = ["s: constantBuffer<Square{side: float32}>", "h: constantBuffer<Handed{n: int32}>", "fromPart: texture2D<float32x4>"];
    check_with(&files, &options, &expected);
}

#[test]
fn command_line_types_specialize_generics() {
    let source = "interface I { float f(); }
                  struct A : I { float3 v; float f() { return 0; } }
                  struct B : I { int2 w; float f() { return 0; } }
                  type_param T : I;
                  ParameterBlock<T> p;
                  [shader(\"compute\")] void main<U : I>(uniform U u) {}";
    let specialize = ["A", "B"].map(str::to_owned).to_vec();
    let options = SlangOptions { specialize, ..SlangOptions::default() };
    let expected = ["p: parameterBlock<A{v: float32x3}>", "entry main [1, 1, 1]", "  u: B{w: int32x2}"];
    check_with(&[("main.slang", source)], &options, &expected);

    // The same for an entry point that is requested by name; the error names each missing declaration.
    let source = source.replace("[shader(\"compute\")] ", "");
    let entry = |name: &str| (name.to_owned(), SlangOptions::stage("compute"));
    let options = SlangOptions { entry_points: vec![entry("main")], ..options };
    check_with(&[("main.slang", &source)], &options, &expected);
    let options = SlangOptions { entry_points: vec![entry("no"), entry("nope")], ..options };
    assert_eq!(read(&[("main.slang", &source)], &options).errors().len(), 2);
}

#[test]
fn the_last_majorness_modifier_applies() {
    let source = "typedef row_major float2x3 R; cbuffer C { R a; column_major R b; float2x3 c; }";
    let options = SlangOptions { default_major: Major::Column, ..SlangOptions::default() };
    let module = read(&[("main.slang", source)], &options).module;
    let majors: Vec<Major> = module
        .as_struct(module.buffers.iter().next().expect("a buffer").1.content)
        .expect("a struct")
        .fields
        .iter()
        .filter_map(|field| match module.types[field.ty] {
            padstone_model::Type::Matrix { major, .. } => Some(major),
            _ => None,
        })
        .collect();
    assert_eq!(majors, [Major::Row, Major::Column, Major::Column]);
}

#[test]
fn errors_are_reported_once_and_the_rest_is_read() {
    check_wrong(
        "struct S { Nope n; float a; }\nConstantBuffer<S> s, t;\nTexture2D x;",
        &["1: `Nope` is not declared"],
        &["s: constantBuffer<S{n: ?, a: float32}>", "t: constantBuffer<S{n: ?, a: float32}>", "x: texture2D<float32x4>"],
    );
    check_wrong("struct G<T> { T t; Nope<T> n; }\nTexture2D x;", &["1: `Nope` is not declared"], &["x: texture2D<float32x4>"]);
    check_wrong("struct R { float a; R r; }\nTexture2D x;", &["1: `R` contains itself"], &["x: texture2D<float32x4>"]);
    check_wrong(
        "uniform float a[Access.Reed];\nTexture2D x;",
        &["1: `Access` has no member `Reed`"],
        &["a: [0]float32", "x: texture2D<float32x4>"],
    );
    check_wrong(
        "cbuffer C { float a; float b\nTexture2D x;",
        &["2: expected `;`, found `Texture2D`", "2: expected `}`, found the end of the file"],
        // `b` may be an array with a missing dimension, and the next name may be a member.
        &["C: constantBuffer<{a: float32, b: ?, : ?}>", "x: texture2D<float32x4>"],
    );
}

/// Inputs with extreme depth or repetition: each is processed quickly.
#[test]
fn work_and_stack_are_bounded() {
    let deep = 20_000;
    let doubling: String = (1..64).map(|n| format!("struct S{n} {{ S{} a, b; }}\ntypedef Two<T{1}, T{1}> T{n};\n", n - 1, n - 1)).collect();
    let diamonds: String = (1..64).map(|n| format!("interface I{n} : I{0}, J{0} {{}} interface J{n} : I{0}, J{0} {{}}\n", n - 1)).collect();
    let sources = [
        format!("cbuffer C {{ float a[{}1{}]; }}", "(".repeat(deep), ")".repeat(deep)),
        format!("cbuffer C {{ float a[{}1]; }}", "1+".repeat(deep)),
        format!("cbuffer C {{ float a{}; }}", "[1]".repeat(deep)),
        format!("cbuffer C {{ {}float a; }}", "Box<".repeat(deep)),
        format!("cbuffer C {{ S{} s; }}", ".S".repeat(deep)),
        "namespace a {".repeat(deep),
        "struct S {".repeat(deep),
        // Each is first on its line, where recovery stops.
        "struct S {\n".repeat(deep),
        "namespace a {\n".repeat(deep),
        "cbuffer C {\n".repeat(deep),
        "interface I {\n".repeat(deep),
        "extension A {\n".repeat(deep),
        format!("{}{}\nConstantBuffer<Nope> n;", "struct S : Nope {\n".repeat(90), "}".repeat(90)),
        format!("struct S0 {{ float v; }} \ntypedef float T0; \nstruct Two<A, B> {{ A a; B b; }} \n{doubling} StructuredBuffer<S63> s; uint n[sizeof(S63)];"),
        format!("interface I0 {{}} interface J0 {{}}\n{diamonds} struct X : I63 {{}} \nstruct G<T : Never> {{ T t; }} \ninterface Never {{}} \ncbuffer C {{ G<X> g; }}"),
        "interface A {} interface B {} \nextension<T : A> T : B {} extension<T : B> T : A {} \nstruct G<T : A> { T t; } cbuffer C { G<float> g; }".to_owned(),
        "struct R<let N : int> { R<N + 1> r; } cbuffer C { R<0> r; }".to_owned(),
        (0..deep).map(|n| format!("static const int A{n} = A{};\n", n + 1)).collect::<String>() + "cbuffer C { float a[A0]; }",
        "import main;\nimport main;\n__include main;".to_owned(),
    ];
    for source in sources {
        let read = read(&[("main.slang", &source), ("main.slang", &source)], &SlangOptions::default());
        assert!(read.module.types.len() < 1_000_000, "{:.80}", source);
    }
}

#[test]
fn a_comment_continues_in_the_next_line_only_if_its_last_character_is_a_backslash() {
    let source = |end: &str| format!("uniform float a; // C:\\{end}\nuniform float b;\nuniform float c;");
    check(&source(""), &["a: float32", "c: float32"]);
    check(&source("\r"), &["a: float32", "c: float32"]);
    check(&source(" "), &["a: float32", "b: float32", "c: float32"]);
}
