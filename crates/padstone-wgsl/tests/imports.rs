//! Modules of several files in the syntaxes of naga_oil and WESL: files in, a listing of their declarations out, and their errors
//! with positions.

use std::fmt::Write;

use crate::common::listing;
use padstone_diag::{Diagnostic, Diagnostics};
use padstone_source::{MemoryLoader, SourceMap, Span};
use padstone_wgsl::{Options, read_wgsl};

/// Reads the first of several files, each after a line `--- path`; options as on a command line.
fn read(options: &str, files: &str) -> (SourceMap, String) {
    let files: Vec<(&str, &str)> = files.split("--- ").skip(1).map(|file| file.split_once('\n').expect("a path")).collect();
    let (mut include_dirs, mut defines) = (Vec::new(), Vec::new());
    for option in options.split_whitespace() {
        match option.split_at(2) {
            ("-I", dir) => include_dirs.push(dir.to_owned()),
            ("-D", define) => {
                let (name, value) = define.split_once('=').map_or((define, None), |(name, value)| (name, Some(value.to_owned())));
                defines.push((name.to_owned(), value));
            }
            _ => panic!("{option}"),
        }
    }
    let options = Options { include_dirs, defines, ..Options::default() };
    let (mut sources, mut found) = (SourceMap::new(), Diagnostics::new());
    let file = sources.add_file(files[0].0, files[0].1.into()).unwrap();
    let module = read_wgsl(&mut sources, file, &MemoryLoader::new(files), &options, &mut found);
    let mut out = listing(&module);
    for (_, declared) in module.structs.iter() {
        let name = module.name(declared.name).rsplit("::").next();
        assert_eq!(Some(text_at(&sources, declared.span)), name, "the span of a struct");
        for field in &declared.fields {
            assert_eq!(text_at(&sources, field.span), module.name(field.name), "the span of a member");
        }
    }
    for diagnostic in &found {
        out.push_str(&shown(&sources, diagnostic));
    }
    (sources, out)
}

/// `file:line: "text" P0861 message (note; help)`
fn shown(sources: &SourceMap, found: &Diagnostic) -> String {
    let span = found.span.unwrap_or_default();
    let position = sources.locate(span.start);
    let more: Vec<&str> = found.notes.iter().chain(&found.helps).map(String::as_str).collect();
    let mut line = format!("{}:{}: \"{}\" {} {}", position.name, position.line, text_at(sources, span), found.code.id, found.message);
    if !more.is_empty() {
        write!(line, " ({})", more.join("; ")).unwrap();
    }
    line + "\n"
}

fn text_at(sources: &SourceMap, span: Span) -> &str {
    let file = sources.file(sources.file_of(span.start));
    &file.text[(span.start - file.base()) as usize..(span.end - file.base()) as usize]
}

#[track_caller]
fn check(options: &str, files: &str, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (_, found) = read(options, files);
    assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{found}");
}

const LIGHT: &str = "
--- lib/lighting.wgsl
#define_import_path engine::lighting
const COUNT = 4;
struct Light { position: vec3<f32>, range: f32 }
struct Unused { a: f32 }
@group(1) @binding(0) var<storage> lights: array<Light, COUNT>;
fn falloff(light: Light, at: f32) -> f32 { let COUNT = 2.0; return light.range - at * COUNT; }
fn brightest() -> Light { return lights[0]; }
@compute @workgroup_size(1) fn of_another_module() {}";

#[test]
fn items_of_naga_oil_are_imported() {
    let main = |import: &str, light: &str| {
        format!(
            "--- main.wgsl
            {import}
            struct Scene {{ sun: {light}Light, count: array<u32, {light}COUNT> }}
            @group(0) @binding(0) var<uniform> scene: Scene;
            @compute @workgroup_size({light}COUNT) fn main() {{ let x = {light}brightest(); }}{LIGHT}"
        )
    };
    let expected = "
        struct Light { position: vec3<f32>; range: f32; }
        struct Scene { sun: Light; count: array<u32, 4>; }
        uniform scene: Scene @0.0
        storage lights: array<Light, 4> @1.0 Read
        entry main";
    check("-Ilib", &main("#import engine::lighting::{Light, COUNT, brightest}", ""), expected);
    check("-Ilib", &main("#import engine::lighting::{\n  Light, // the type\n  COUNT,\n brightest\n}\n", ""), expected);
    check("-Ilib", &main("#import engine::lighting Light, COUNT, brightest", ""), expected);
    check("-Ilib", &main("#import engine::{lighting::{Light, COUNT}, lighting::brightest}", ""), expected);
    check("-Ilib", &main("#import engine::lighting", "lighting::"), expected);
    check("-Ilib", &main("#import engine::lighting as l", "l::"), expected);
    check("-Ilib", &main("", "engine::lighting::"), expected);
    check("-I.", &main("#import \"lib/lighting.wgsl\" as l", "l::"), expected);
    check("", &main("#import \"lib/lighting.wgsl\"::{Light, COUNT, brightest}", ""), expected);
}

#[test]
fn functions_of_naga_oil_replace_others() {
    let lib = "
--- lib.wgsl
#define_import_path lib
@group(0) @binding(1) var<storage> table: array<f32>;
virtual fn lit(a: f32) -> f32 { return table[0] * a; }
fn fixed() -> f32 { return 1.0; }
fn shade(a: f32) -> f32 { return lit(a); }";
    let main = |replacing: &str| {
        format!(
            "--- main.wgsl
#import lib
@group(0) @binding(0) var<storage> mine: array<f32>;
{replacing}
@compute @workgroup_size(1) fn main() {{ _ = lib::shade(1.0); }}{lib}"
        )
    };
    let source = "
        storage mine: array<f32> @0.0 Read
        storage table: array<f32> @0.1 Read
        entry main";
    check("", &main(""), source);
    check("", &main("override fn lib::lit(a: f32) -> f32 { return lib::lit(a) * mine[1]; }"), source);
    // An overridden function is dropped, with the declarations that only it uses.
    let mine = "
        storage mine: array<f32> @0.0 Read
        entry main";
    check("", &main("override fn lib::lit(a: f32) -> f32 { return a * mine[1]; }"), mine);
    let of_nothing = "main.wgsl:3: \"lib::fixed\" P0860 `lib::fixed` cannot be overridden (declare it as `virtual fn fixed`)";
    check("", &main("override fn lib::fixed() -> f32 { return 2.0; }"), &format!("{source}\n{of_nothing}"));
    let unknown = "main.wgsl:3: \"lib::none\" P0862 module `lib` does not declare `none`";
    check("", &main("override fn lib::none() {}"), &format!("{source}\n{unknown}"));
    let expected = "main.wgsl:3: \"lit\" P0860 `lit` names no module, and a module cannot override its own functions (write `override fn module::name`)";
    check("", &main("override fn lit() {}"), &format!("{source}\n{expected}"));
}

#[test]
fn replacing_functions_of_several_modules_have_different_names() {
    let module = |file: &str, path: &str| {
        format!(
            "\n--- {file}.wgsl\n#define_import_path {path}\nvirtual fn lit() -> f32 {{ return 0.0; }}\nfn shade() -> f32 {{ return lit(); }}"
        )
    };
    let main = "
--- main.wgsl
#import engine::lib
#import engine_lib
override fn engine::lib::lit() -> f32 { return 1.0; }
override fn engine_lib::lit() -> f32 { return override_engine_lib_lit_; }
const override_engine_lib_lit_ = 2.0;
@compute @workgroup_size(1) fn main() { _ = engine::lib::shade() + engine_lib::shade(); }";
    check("", &format!("{main}{}{}", module("engine/lib", "engine::lib"), module("engine_lib", "engine_lib")), "entry main");
}

#[test]
fn spaces_and_comments_may_follow_the_at_of_a_condition() {
    for at in ["@", "@\t", "@\n", "@ /* a */ ", "@\u{85}"] {
        let main = format!("--- main.wgsl\nstruct S {{ {at}if(wide) pad: vec4f, a: f32 }}\n@group(0) @binding(0) var<uniform> s: S;");
        check("-Dwide=false", &main, "struct S { a: f32; }\nuniform s: S @0.0");
    }
}

/// A comment may mention the directive.
#[test]
fn only_a_directive_names_a_module() {
    let main = "
--- main.wgsl
#import engine::view::View
@group(0) @binding(0) var<uniform> view: View;";
    let view = "
--- engine/view.wgsl
// Every file needs a #define_import_path directive.
/* #define_import_path other */
#define_import_path engine::view
struct View { eye: vec3f }";
    check("", &format!("{main}{view}"), "struct View { eye: vec3<f32>; }\nuniform view: View @0.0");
}

#[test]
fn items_of_wesl_are_imported() {
    let light = "
--- shaders/util/lighting.wesl
import super::constants::COUNT;
import package::more::Extra as More;
struct Light { position: vec3<f32>, more: array<More, COUNT> }
--- shaders/util/constants.wgsl
const COUNT = OTHER * 2;
const OTHER = 2;
--- shaders/more.wesl
struct Extra { a: f32 }";
    let expected = "
        struct Extra { a: f32; }
        struct Light { position: vec3<f32>; more: array<Extra, 4>; }
        uniform light: Light @0.0";
    let check = |options: &str, import: &str, light_type: &str| {
        let main = format!("--- shaders/main.wesl\n{import}\n@group(0) @binding(0) var<uniform> light: {light_type};{light}");
        check(options, &main, expected);
    };
    check("", "import package::util::lighting::Light;", "Light");
    check("", "import package::util::{lighting::{Light as L,},};", "L");
    check("", "import package::util::lighting;", "lighting::Light");
    check("", "import super::util::lighting::Light;", "Light");
    check("", "import util::lighting::Light;", "Light");
    check("", "", "package::util::lighting::Light");
    check("", "", "super::util::lighting::Light");
    check("-Ishaders", "import super::util::lighting::Light;", "Light");
}

/// `COUNT` and `lights` of two modules are different declarations.
#[test]
fn names_belong_to_their_modules() {
    check(
        "-Ilib",
        &format!(
            "--- main.wgsl
            #import engine::lighting as l
            const COUNT = 7;
            struct Light {{ mine: array<u32, COUNT> }}
            @group(0) @binding(0) var<storage> lights: array<Light>;
            fn f() {{ let lights = l::brightest(); }}{LIGHT}"
        ),
        "struct Light { mine: array<u32, 7>; }
         struct engine::lighting::Light { position: vec3<f32>; range: f32; }
         storage lights: array<Light> @0.0 Read
         storage engine::lighting::lights: array<engine::lighting::Light, 4> @1.0 Read",
    );
}

#[test]
fn conditions_of_naga_oil_are_evaluated() {
    let main = "--- main.wgsl
#define WIDTH 3
#ifdef SHADOWS // with or without
#ifdef CASCADES
const KIND = 1;
#else
const KIND = 2;
#endif
#else ifdef LIGHTS
const KIND = 3;
#else if WIDTH == 3
const KIND = 4;
#else
const KIND = 5;
#endif
struct S {
    a: array<vec#{WIDTH}<f32>, KIND>,
    # ifndef SHADOWS
    b: array<u32, #WIDTH>,
    #endif
#if SIZE >= 2
    @size(#SIZE * 16)
#endif
    c: f32, /*
#ifdef NOTHING
    */ d: f32,
}";
    let check = |options: &str, kind: u32, more: &str, size: &str| {
        check(&format!("-DSIZE=1 {options}"), main, &format!("struct S {{ a: array<vec3<f32>, {kind}>; {more}c: f32{size}; d: f32; }}"));
    };
    check("-DSHADOWS -DCASCADES", 1, "", "");
    check("-DSHADOWS=false -DLIGHTS", 2, "", "");
    check("-DLIGHTS", 3, "b: array<u32, 3>; ", "");
    check("-DSIZE=2", 4, "b: array<u32, 3>; ", " size 32");
    check("-DWIDTH=2", 4, "b: array<u32, 3>; ", "");
}

#[test]
fn features_of_wesl_are_evaluated() {
    let main = "--- main.wesl
@if(shadows) import package::shadows::Shadow;
@else import package::plain::Plain as Shadow;
@if(f16) enable f16;
@if(shadows && !soft) const KIND = 1;
@elif((soft || false) && true) const KIND = 2;
@else const KIND = 3;
struct S {
    @if(soft) @size(16) a: array<vec2<f32>, KIND>,
    @else a: f32,
    @align(16) @if(!soft) b: Shadow,
    @if(shadows) last: f32
}
@if(soft,) @group(0) @binding(0) var<uniform> s: S;
@group(0) @if(!soft) @binding(1) var<uniform> s: S;
fn f(@if(soft) x: f32, @else y: array<vec2<f32>, 2>, @if(false) z: f32) {
    @if(soft) if x > 1.0 { return; } else if x > 2.0 { return; } else { return; }
    @else { let x = y; }
    switch 1 { @if(soft) case 1: { _ = x; } @else case 2, 3: { _ = y; } default: {} }
    for (var i = 0; i < 2; i++) { @if(soft) break; @else continue; }
}
--- shadows.wesl
struct Shadow { depth: f32 }
--- plain.wesl
struct Plain { none: u32 }";
    check("", main, "struct Plain { none: u32; } struct S { a: f32; b: Plain align 16; } uniform s: S @0.1".replace("} ", "}\n").as_str());
    check(
        "-Dshadows",
        main,
        "struct Shadow { depth: f32; }
         struct S { a: f32; b: Shadow align 16; last: f32; }
         uniform s: S @0.1",
    );
    check("-Dsoft -Df16=true -Dshadows=false", main, "struct S { a: array<vec2<f32>, 2> size 16; }\nuniform s: S @0.0");
    check("-Dsoft -Dshadows=1", main, "struct S { a: array<vec2<f32>, 2> size 16; last: f32; }\nuniform s: S @0.0");
}

#[test]
fn extensions_enabled_by_modules_are_enabled() {
    check(
        "",
        "--- main.wesl
         import package::half::Half;
         @group(0) @binding(0) var<storage> half: Half;
         --- half.wesl
         enable f16;
         requires packed_4x8_integer_dot_product;
         diagnostic(off, derivative_uniformity);
         const_assert SIZE == 2;
         const SIZE = 2;
         struct Half { half: f16 }"
            .replace("\n         ", "\n")
            .as_str(),
        "struct Half { half: f16; }\nstorage half: Half @0.0 Read",
    );
}

/// Imports are followed without recursion.
#[test]
fn long_chains_of_modules_are_read() {
    let module = |n: usize| format!("--- m{n}.wgsl\n#define_import_path m{n}\n#import m{}::T as Next\nalias T = array<Next, 1>;\n", n + 1);
    let files: String = (0..100).map(module).collect();
    let (_, found) = read("", &format!("{files}--- m100.wgsl\n#define_import_path m100\nalias T = f32;"));
    assert_eq!(found, "");
    let files: String = (0..20_000).map(module).collect();
    let (_, found) = read("", &format!("{files}--- m20000.wgsl\n#define_import_path m20000\nalias T = f32;"));
    assert!(found.contains("P0836 type nests more than 255 levels deep"), "{found}");
}

#[test]
fn missing_modules_do_not_affect_the_rest() {
    check(
        "-Ilib",
        "--- main.wgsl
#import engine::lighting::{Light, lights}
#import engine::view as v
#import more
struct Mine { a: f32 }
struct Other { light: Light, view: v::View, b: f32 }
@group(0) @binding(0) var<uniform> mine: Mine;
@group(0) @binding(1) var<uniform> other: Other;
fn f() -> Light { let l = lights[0]; more::x(); return l; }
--- lib/view.wgsl
#define_import_path some::view
--- lib/lighting.wgsl
struct Light { a: f32 }",
        "struct Mine { a: f32; }
         struct Other { light: ?; view: ?; b: f32; }
         uniform mine: Mine @0.0
         uniform other: Other @0.1
         main.wgsl:1: \"Light\" P0861 module `engine::lighting::Light` not found (tried lib/engine/lighting/Light.wgsl, \
         engine/lighting/Light.wgsl, lib/lighting/Light.wgsl, lighting/Light.wgsl, lib/Light.wgsl, Light.wgsl, lib/engine/lighting.wgsl, \
         engine/lighting.wgsl, lib/lighting.wgsl (which has no `#define_import_path`), lighting.wgsl; pass its directory with `-I`)
         main.wgsl:1: \"lights\" P0861 module `engine::lighting::lights` not found (tried lib/engine/lighting/lights.wgsl, \
         engine/lighting/lights.wgsl, lib/lighting/lights.wgsl, lighting/lights.wgsl, lib/lights.wgsl, lights.wgsl, \
         lib/engine/lighting.wgsl, engine/lighting.wgsl, lib/lighting.wgsl (which has no `#define_import_path`), lighting.wgsl; \
         pass its directory with `-I`)
         main.wgsl:2: \"v\" P0861 module `engine::view` not found (tried lib/engine/view.wgsl, engine/view.wgsl, \
         lib/view.wgsl (which is `some::view`), view.wgsl, lib/engine.wgsl, engine.wgsl; pass its directory with `-I`)
         main.wgsl:3: \"more\" P0861 module `more` not found (tried lib/more.wgsl, more.wgsl; pass its directory with `-I`)",
    );
}

/// Errors in imports, without cascading errors.
#[test]
fn wrong_imports_are_reported() {
    let lib = "--- lib.wgsl\n#define_import_path lib\nstruct Light { a: f32 }\nfn f() {}";
    let wrong = |main: &str, expected: &str| check("", &format!("--- main.wgsl\n{main}\n{lib}"), expected);
    wrong(
        "#import lib::Lihgt\nalias A = Lihgt;",
        "main.wgsl:1: \"lib::Lihgt\" P0862 module `lib` does not declare `Lihgt` (a similar name exists: `Light`)\n",
    );
    wrong(
        "#import lib\nalias A = lib::Lihgt;",
        "main.wgsl:2: \"lib::Lihgt\" P0862 module `lib` does not declare `Lihgt` (a similar name exists: `Light`)",
    );
    wrong("#import lib\nalias A = array<lib, 2>;", "main.wgsl:1: \"lib\" P0823 `lib` is a module, not an item of one");
    wrong(
        "import package::lib::{Light as L};\nstruct L { a: f32 }",
        "struct L { a: f32; }\nmain.wgsl:2: \"L\" P0864 `L` is both imported and declared (rename the import with `as`)",
    );
    wrong(
        "#import lib::Light as f\n#import lib::f",
        "main.wgsl:2: \"lib::f\" P0864 two imports have the name `f` (rename one of them with `as`)",
    );
    let example = "write an import as `#import path::{item, other as name}`";
    wrong("#import lib::{Light", &format!("main.wgsl:1: \"\" P0860 expected `,` or the end of the line in an import ({example})"));
    wrong("#import", &format!("main.wgsl:1: \"\" P0860 expected a name in an import ({example})"));
    wrong("#import lib::{Light}}", &format!("main.wgsl:1: \"}}\" P0860 expected an opening brace before `}}` in an import ({example})"));
    wrong(
        "#import lib::Light as 1\nstruct A { a: f32 }",
        &format!("struct A {{ a: f32; }}\nmain.wgsl:1: \"1\" P0860 expected a name in an import ({example})"),
    );
    let example = "write an import as `import package::path::{item, other as name};`";
    wrong(
        "import package::lib::{Light a};\nstruct A { a: f32 }",
        &format!("struct A {{ a: f32; }}\nmain.wgsl:1: \"a\" P0860 expected `,` or `;` in an import ({example})"),
    );
    wrong(
        "import super::super::x;",
        "main.wgsl:1: \"super::super::x\" P0861 module `super::super::x` not found (no directory to search; pass its directory with `-I`)",
    );
    wrong("fn a::b() {}", "main.wgsl:1: \"a::b\" P0802 `a::b` is a path, not a name");
}

#[test]
fn wrong_conditions_are_reported() {
    let wrong = |main: &str, expected: &str| check("-DSIZE=2", &format!("--- main.wgsl\n{main}"), expected);
    wrong("#ifdef A\nstruct A { a: f32 }", "main.wgsl:1: \"#ifdef A\" P0109 condition without `#endif`");
    wrong(
        "#endif // a\n#else",
        "main.wgsl:1: \"#endif\" P0110 `#endif` without a condition\nmain.wgsl:2: \"#else\" P0110 `#else` without a condition",
    );
    wrong(
        "#if A == 1\n#else\nstruct A { a: f32 }\n#endif",
        "struct A { a: f32; }
         main.wgsl:1: \"#if A == 1\" P0111 `A` is not defined and has no value to compare (define it with `-D A=VALUE`)",
    );
    wrong("#if SIZE == true\n#endif", "main.wgsl:1: \"#if SIZE == true\" P0111 `SIZE` is `2`, which does not support this comparison");
    wrong(
        "#if SIZE\n#endif",
        "main.wgsl:1: \"#if SIZE\" P0111 incomplete condition (write `#ifdef NAME`, `#ifndef NAME`, or `#if NAME == VALUE`)",
    );
    wrong("#imprt a", "main.wgsl:1: \"#imprt a\" P0108 unknown directive `#imprt` (a similar name exists: `#import`)");
    wrong("#define 1", "main.wgsl:1: \"#define 1\" P0113 `#define` without a name");
    wrong(
        "const a = array<u32, #{COUNT}>();\nstruct A { a: array<u32, #SIZE>, b: array<u32, #COUNT> }",
        "struct A { a: array<u32, 2>; b: ?; }
         main.wgsl:1: \"#{COUNT}\" P0820 `COUNT` is not defined and has no value to substitute (define it with `-D COUNT=VALUE`)
         main.wgsl:2: \"#COUNT\" P0820 `COUNT` is not defined and has no value to substitute (define it with `-D COUNT=VALUE`)",
    );
    wrong("@else struct A { a: f32 }", "struct A { a: f32; }\nmain.wgsl:1: \"@else\" P0110 `@else` without a preceding `@if`");
    wrong("@if a struct A { a: f32 }", "main.wgsl:1: \"@if\" P0111 expected a condition in parentheses");
    let features = "use features, `true`, `false`, `!`, `&&`, `||`, and parentheses";
    wrong("@if(a + b) struct A { a: f32 }", &format!("main.wgsl:1: \"@if(a + b)\" P0111 malformed condition ({features})"));
    wrong("@if(SIZE) @if(b) struct A { a: f32 }", "struct A { a: f32; }\nmain.wgsl:1: \"@if(b)\" P0843 duplicate condition");
    let deep = format!("@if({}a{}) struct A {{ a: f32 }}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(read("", &format!("--- main.wgsl\n{deep}")).1.contains("P0111 malformed condition"));
}

#[test]
fn cycles_of_modules_are_reported() {
    let files = |import: fn(&str) -> String| {
        let module = |name: &str, other: &str, declares: &str| {
            format!("--- {name}.wgsl\n#define_import_path {name}\n{}\n{declares}\n", import(other))
        };
        let main = format!("--- main.wgsl\n{}\nstruct S {{ a: A, }}\n", import("a::A"));
        [main, module("a", "b::B", "struct A { b: B }\nconst N = 2;"), module("b", "a::N", "struct B { b: array<f32, N> }")].concat()
    };
    let structs = "struct B { b: array<f32, 2>; }\nstruct A { b: B; }\nstruct S { a: A; }";
    check(
        "",
        &files(|path| format!("#import {path}")),
        &format!(
            "{structs}
             b.wgsl:2: \"a::N\" P0863 module `a` imports itself (import cycle: a → b → a; move the shared declarations to a third \
             module; naga_oil reads a module after its imports)"
        ),
    );
    check("", &files(|path| format!("import package::{path};")), structs);
    check(
        "",
        "--- a.wesl\nimport package::b::B;\nstruct A { b: B }\n--- b.wesl\nimport package::a::A;\nstruct B { a: A }",
        "struct B { a: ?; }\nstruct A { b: B; }\na.wesl:2: \"A\" P0821 `A` depends on itself: A → b::B → A",
    );
}

/// Errors in declarations are reported in the file that contains them.
#[test]
fn errors_in_other_files_are_reported_there() {
    check(
        "",
        "--- main.wgsl
#import lib::{Light, Broken}
struct S { light: Light, broken: Broken, size: array<f32, NONE> }
--- lib.wgsl
#define_import_path lib
struct Light { @align(3) a: f32, b: Unknown }
struct Broken { a f32 }
const NONE = 2;
const NONE = 3;",
        "struct Light { a: f32 ?; b: ?; }
         struct Broken { a: ?; }
         struct S { light: Light; broken: Broken; size: ?; }
         lib.wgsl:3: \"f32\" P0201 expected `:` and a type after the name, found `f32`
         lib.wgsl:5: \"NONE\" P0822 redeclaration of `NONE`
         lib.wgsl:2: \"@align(3)\" P0837 alignment must be a power of two, found 3
         lib.wgsl:2: \"Unknown\" P0820 `Unknown` is not declared
         main.wgsl:2: \"NONE\" P0820 `NONE` is not declared",
    );
}

/// The concatenated pieces are the bytes of the file, with and without directives.
#[test]
fn files_with_directives_are_unchanged() {
    use padstone_wgsl::tree::{Edition, Source};
    let text = "#import a::{b,\n c} // d\n#ifdef X\nimport package::y;\n@if(z) struct S { a: vec#{N}<f32> }\n#endif";
    let source = Source { text, base: 0, edition: Edition::Current };
    let pieces = padstone_wgsl::pieces(source).map(|piece| source.text(piece.span));
    assert_eq!(pieces.collect::<String>(), text);
}

const PIECES: [&str; 44] = [
    "#import lib::",
    "#import \"lib.wgsl\"::",
    "import package::lib::",
    "import super::",
    "package::lib::T",
    "lib::T",
    "{",
    "}",
    "::",
    "a",
    "T",
    " as b",
    ",",
    ";",
    "\n",
    "\n#ifdef A",
    "\n#ifndef A",
    "\n#if A == 1",
    "\n#else",
    "\n#endif",
    "\n#define A ",
    "1",
    "#{A}",
    "#A",
    "#",
    "@if(A)",
    "@elif(!A || b)",
    "@else",
    "@if(",
    ")",
    "(",
    "struct S { a: T }",
    "struct T { @size(16) a: f32 }",
    "fn f() {",
    "var<uniform> x: ",
    "const a = ",
    "\"",
    "é",
    "::é",
    "/*",
    "*/",
    "// ",
    "<",
    " ",
];

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2_000))]

    /// For any text, reading terminates, the pieces are the file, and every span is in a file.
    #[test]
    fn arbitrary_text_is_read(
        main in proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..24),
        lib in proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..12),
    ) {
        let (main, lib) = (main.concat(), lib.concat());
        let loader = MemoryLoader::new([("main.wgsl", main.as_str()), ("lib.wgsl", lib.as_str())]);
        let (mut sources, mut found) = (SourceMap::new(), Diagnostics::new());
        let file = sources.add_file("main.wgsl", main.as_str().into()).unwrap();
        let options = Options { defines: vec![("A".into(), Some("1".into()))], bodies: true, ..Options::default() };
        let module = read_wgsl(&mut sources, file, &loader, &options, &mut found);
        let spans = found.iter().filter_map(|found| found.span).chain(module.structs.iter().map(|(_, declared)| declared.span));
        for span in spans {
            text_at(&sources, span);
        }
        let edits = found.iter().flat_map(|found| &found.fixes).flat_map(|fix| &fix.edits);
        for edit in edits {
            text_at(&sources, edit.span);
        }
    }
}
