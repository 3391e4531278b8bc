//! Function bodies: the types of expressions, the declarations that names refer to, and errors (see `bodies/README.md`).

use padstone_diag::{Diagnostics, Severity};
use padstone_source::{Interner, SourceMap};
use padstone_wgsl::body::{Checker, Evaluation, NameMeaning, TypedBody, check_bodies};
use padstone_wgsl::tree::{Body, DeclarationKind, Edition, Nodes, Source, Tree};
use padstone_wgsl::{parse, parse_body};

/// The errors of a module, including function bodies.
fn errors(module: &str) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.wgsl", module.into()).unwrap();
    let mut found = Diagnostics::new();
    check_bodies(Source::new(sources.file(file), Edition::Current), &mut found);
    let errors = found.iter().filter(|found| found.severity == Severity::Error);
    errors.map(|error| format!("{} {}", error.code.id, error.message)).collect()
}

#[track_caller]
fn check_verdicts<'a>(modules: impl Iterator<Item = (&'a str, bool)>) {
    let mut count = 0;
    let wrong: Vec<String> = modules
        .inspect(|_| count += 1)
        .map(|(module, is_valid)| (module, is_valid, errors(module)))
        .filter(|(_, is_valid, errors)| errors.is_empty() != *is_valid)
        .map(|(module, _, errors)| format!("{module}\n    {errors:?}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {count} modules:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 0);
}

#[test]
fn modules_that_tint_accepts_are_accepted() {
    check_verdicts(include_str!("bodies/valid.txt").lines().map(|module| (module, true)));
}

#[test]
fn modules_that_tint_rejects_are_rejected() {
    check_verdicts(include_str!("bodies/invalid.txt").lines().map(|module| (module, false)));
}

/// naga's extensions for native programs; the tests of padstone-peers check that naga accepts these modules.
#[test]
fn modules_for_native_programs_are_accepted() {
    check_verdicts(include_str!("bodies/naga.txt").lines().map(|module| (module, true)));
}

/// Operands with names of an extension that padstone does not know are accepted, unless padstone cannot tell how memory is accessed.
#[test]
fn names_of_unknown_extensions_are_accepted_where_memory_is_understood() {
    let module = |statements: &str| {
        format!(
            "enable chromium_new; struct U {{ a: vec2f, b: array<vec4f, 4> }} @group(0) @binding(0) var<uniform> u: U; var<tile> m: f32;
             @group(0) @binding(1) var<storage, read_write> o: array<f32>;
             @fragment fn main(@paint(0) p: vec4f) -> @location(0) vec4f {{ {statements} }}"
        )
    };
    for statements in [
        "let t = repaint(p, u.a); return u.b[0] + t;",
        "let t = repaint(p, u.a); return t + u.b[0] * t.x;",
        "m += u.a.x; return p;",
        "var t = new_matrix<f32, 4>(u.a.x); store(&o, 4, t); return p;",
        "if t() { return t(u.b[1]); } return vec4f(u.a, t());",
    ] {
        assert_eq!(errors(&module(statements)), [""; 0], "{statements}");
    }
    for (statements, misunderstood) in [
        ("return u.b[next()];", "u.b[next()]"),
        ("let b = &u.b; return (*b)[next()];", "(*b)[next()]"),
        ("let t = load<U>(0); return p;", "U"),
    ] {
        let error = format!("P0827 `{misunderstood}` depends on a name of `chromium_new`, which padstone does not know");
        assert_eq!(errors(&module(statements)), [error], "{statements}");
    }
    let unknown = "@fragment fn main() { let t = repaint(); }";
    assert_eq!(errors(unknown), ["P0820 `repaint` is not declared"]);
}

/// Modules with the reason why padstone's verdict differs from tint's.
fn unlike_tint() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines: Vec<&str> = include_str!("bodies/unlike-tint.txt").lines().collect();
    lines.chunks(2).map(|pair| (pair[0], pair[1].trim())).collect::<Vec<_>>().into_iter()
}

#[test]
fn deviations_from_tint_are_listed() {
    check_verdicts(unlike_tint().map(|(module, why)| (module, why.starts_with("accepted: "))));
}

#[test]
fn verdicts_on_validation_modules_match_tint() {
    let (bodies, uniformity) =
        (include_str!("../../../tests/validation/bodies.jsonl"), include_str!("../../../tests/validation/uniformity.jsonl"));
    let cases: Vec<(String, bool)> = bodies
        .lines()
        .chain(uniformity.lines())
        .map(|line| {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            (case["source"].as_str().unwrap().to_owned(), case["tint"] == "accept")
        })
        .filter(|(module, _)| !unlike_tint().any(|(other, _)| words(other) == words(module)))
        .collect();
    check_verdicts(cases.iter().map(|(module, is_valid)| (module.as_str(), *is_valid)));
}

fn words(module: &str) -> Vec<&str> {
    module.split_whitespace().collect()
}

/// Checks the body of the last function of a module.
fn with_body(module: &str, look: impl FnOnce(&Source<'_>, &Tree, &Interner, &Nodes, &Checker<'_>, &TypedBody)) {
    let source = Source { text: module, base: 0, edition: Edition::Current };
    let (mut names, mut found) = (Interner::new(), Diagnostics::new());
    let tree = parse(source, &mut names, &mut found);
    let is_function = |kind: &DeclarationKind| matches!(kind, DeclarationKind::Function(_));
    let index = tree.declarations.iter().rposition(|declaration| is_function(&declaration.kind)).unwrap();
    let DeclarationKind::Function(function) = tree.declarations[index].kind else { unreachable!() };
    let body: Body = parse_body(source, function.body.unwrap(), &mut names, &mut found);
    let mut checker = Checker::new(source, &tree, &names, &mut found);
    let typed = checker.body(index, &body).unwrap();
    look(&source, &tree, &names, &body.nodes, &checker, &typed);
    assert_eq!(found.iter().map(|found| &found.message).collect::<Vec<_>>(), Vec::<&String>::new(), "{module}");
}

/// `types` has lines `expression: type`; of equally written expressions, the last counts.
#[track_caller]
fn check_types(module: &str, types: &str) {
    with_body(module, |source, _, _, nodes, checker, typed| {
        for line in types.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (text, expected) = line.split_once(": ").unwrap();
            let expression = typed.expressions().filter(|&id| source.text(nodes[id].span) == text).last();
            let id = expression.unwrap_or_else(|| panic!("`{text}` has no type"));
            assert_eq!(checker.type_name(typed, id).unwrap(), expected, "{text}");
        }
    });
}

#[test]
fn expressions_have_types() {
    check_types(
        "enable f16;
        struct Light { position: vec3f, power: array<f32, 4> }
        @group(0) @binding(0) var<storage, read_write> lights: array<Light>;
        @group(0) @binding(1) var image: texture_2d_array<u32>;
        var<workgroup> count: atomic<i32>;
        override size = 3.5;
        fn scaled(by: f32) -> vec3f { return vec3f(by); }
        fn f(i: u32, h: vec2h) {
            let light = &lights[i];
            var sum = light.position.zy + lights[0].power[2] * 2;
            sum.x = (*light).power[i] + size;
            let both = select(1, 2.5, sum.x > 1) + scaled(2).y;
            _ = h * 2;
            _ = textureLoad(image, vec2i(), 1, 0);
            _ = textureDimensions(image);
            _ = atomicCompareExchangeWeak(&count, 1, 2).exchanged;
            _ = frexp(sum);
            _ = mat2x3f()[i] + 1;
            _ = 1 << 3;
            _ = both;
        }",
        "
        light: ptr<storage, Light, read_write>
        light.position: ref<storage, vec3<f32>, read_write>
        light.position.zy: ref<storage, vec2<f32>, read_write>
        lights[0].power[2]: ref<storage, f32, read_write>
        lights[0].power[2] * 2: f32
        sum.x: ref<function, f32, read_write>
        *light: ref<storage, Light, read_write>
        size: f32
        select(1, 2.5, sum.x > 1): f32
        scaled(2): vec3<f32>
        h * 2: vec2<f16>
        image: ref<handle, texture_2d_array<u32>, read>
        textureLoad(image, vec2i(), 1, 0): vec4<u32>
        textureDimensions(image): vec2<u32>
        &count: ptr<workgroup, atomic<i32>, read_write>
        atomicCompareExchangeWeak(&count, 1, 2).exchanged: bool
        frexp(sum): __frexp_result<vec2<f32>>
        mat2x3f()[i] + 1: vec3<f32>
        1 << 3: abstract-int
        both: f32
        ",
    );
}

#[test]
fn names_refer_to_declarations_locals_and_the_language() {
    let module = "const a = 1; fn g(b: i32) {} fn f(c: i32) { g(a + c); { let a = max(c, 2); g(a); } g(a); }";
    with_body(module, |source, _, names, _, _, typed| {
        let uses: Vec<String> = typed
            .uses()
            .map(|(name, meaning)| {
                let meaning = match meaning {
                    NameMeaning::Declaration(position) => format!("declaration {position}"),
                    NameMeaning::Local(position) => format!("local at {}", position.start),
                    NameMeaning::Predeclared => "language".to_owned(),
                };
                assert_eq!(names.resolve(name.symbol), source.text(name.span));
                format!("{} {meaning}", source.text(name.span))
            })
            .collect();
        let expected = "g declaration 1, a declaration 0, c local at 34, max language, c local at 34, g declaration 1, a local at 60, \
                        g declaration 1, a declaration 0";
        assert_eq!(uses.join(", "), expected);
    });
}

#[test]
fn members_and_evaluation_times_are_known() {
    let module = "struct S { a: i32, b: array<f32, 2> } override n = 1; fn f(s: S, i: i32) { _ = s.b[n] + f32(s.a) + f32(1 + 2); _ = n; }";
    with_body(module, |source, _, _, nodes, checker, typed| {
        let members: Vec<(&str, usize)> = typed.members().map(|(id, _, position)| (source.text(nodes[id].span), position)).collect();
        assert_eq!(members, [("s.b", 1), ("s.a", 0)]);
        let when = |text: &str| {
            let id = typed.expressions().find(|&id| source.text(nodes[id].span) == text).unwrap();
            (typed.evaluation(id).unwrap(), typed.is_reference(id), checker.struct_of(typed, id).is_some())
        };
        assert_eq!(when("1 + 2"), (Evaluation::Const, false, false));
        assert_eq!(when("n"), (Evaluation::Override, false, false));
        assert_eq!(when("s"), (Evaluation::Runtime, false, true));
    });
}

/// Each line contains a module and its first error, separated by `=>`.
#[track_caller]
fn check_reports(lines: &str) {
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (module, expected) = line.split_once(" => ").expect("a line is `module => report`");
        assert_eq!(errors(module).first().map(String::as_str), Some(expected), "{module}");
    }
}

#[test]
fn errors_are_reported() {
    check_reports(
        "
        fn f() { let a = speed; } => P0820 `speed` is not declared
        fn f(a: i32) { var a = 1; } => P0822 redeclaration of `a` in one scope
        fn f() { let a = 1; a = 2; } => P0850 cannot assign to a value
        fn f() { var v: vec2f; let p = &v.x; } => P0850 a pointer cannot refer to vector components
        fn f(a: f32) { let b = *a; } => P0850 `*` requires a pointer, found `f32`
        @group(0) @binding(0) var<uniform> u: vec4f; fn f() { u.x = 1; } => P0851 cannot write to read-only `uniform` memory
        var<workgroup> n: atomic<u32>; fn f() { let a = n; } => P0852 cannot read `atomic<u32>` as a whole
        fn f(a: bool) -> i32 { if a { return 1; } } => P0853 the function can end here without a value of type `i32`
        fn f() { continue; } => P0854 `continue` outside a loop
        fn f() { loop { continuing { return; } } } => P0854 `return` is not allowed in a `continuing` block
        fn f() { for (;;) { } } => P0855 loop never exits
        @compute @workgroup_size(4) fn f(@builtin(local_invocation_index) i: u32) { if i > 1 { workgroupBarrier(); } } => P0865 `workgroupBarrier` requires uniform control flow, but control flow may be non-uniform here
        var<workgroup> w: array<u32, 4>; @compute @workgroup_size(4) fn f(@builtin(local_invocation_index) i: u32) { _ = workgroupUniformLoad(&w[i]); } => P0865 `workgroupUniformLoad` requires a uniform argument, but this one may differ between invocations
        fn f() { switch 1 { case 1: {} case 1: {} default: {} } } => P0856 duplicate case 1
        fn g(a: i32) {} fn f() { g(); } => P0857 `g` takes 1 argument, found 0
        fn f() { max(1, 2); } => P0858 the result of `max` must be used
        fn f(a: i32) { if a { } } => P0825 expected `bool`, found `i32`
        fn f() -> u32 { return -1; } => P0304 `-1` cannot be represented as `u32`
        fn f(a: u32) -> u32 { return a + -1; } => P0304 `-1` cannot be represented as `u32`
        fn f(a: u32) -> u32 { return a << 32; } => P0304 shift amount 32 must be less than 32, the bit width of `u32`
        fn f(a: i32) -> i32 { return a / 0; } => P0305 division by zero
        fn f() { var a: array<f32, 3>; a[3] = 1; } => P0847 index 3 is out of bounds for the 3 elements of `array<f32, 3>`
        fn f(a: f32) { let b = dot(a, a); } => P0824 no overload `dot(f32, f32)`
        fn f() { g(); } fn g() { f(); } => P0821 `f` depends on itself: f → g → f
        @compute @workgroup_size(1) fn m() { g(); } fn g() { discard; } => P0842 `discard` cannot be used in a `compute` shader
        ",
    );
}
