//! Unknown names: each is one error, and names that a missing file may declare are a note of the error about that file.

use padstone_read::cfamily::SlangUnit;
use padstone_read::diag::Diagnostic;
use padstone_read::input;
use padstone_read::selection::HlslReader;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};

/// Compares the diagnostics of the first file: code and line, the lines of further labels after `+`, and the note about unknown names.
fn check(path: &str, text: &str, expected: &[&str]) {
    check_files(&[(path, text)], &[path], expected);
}

/// The same for a program; of several files, each is a translation unit.
fn check_files(files: &[(&str, &str)], program: &[&str], expected: &[&str]) {
    let loader = MemoryLoader::new(files.iter().copied());
    let unit = match program {
        [path] => input::Input::new(path, None).expect("the extension is known").load(&loader, HlslReader::Dxil),
        _ => {
            let mut options = Options { language: padstone_read::model::Language::Slang, ..Options::default() };
            options.slang.units = vec![SlangUnit { files: 1, is_hlsl: false }; program.len()];
            Unit::load_program(program, &loader, &options)
        }
    };
    let found: Vec<String> = unit.diagnostics.iter().map(|found| shown(&unit, found)).collect();
    assert_eq!(found, expected, "{files:?}");
}

fn shown(unit: &Unit, found: &Diagnostic) -> String {
    let line = |span: padstone_read::source::Span| unit.sources.locate(span.start).line;
    let mut text = format!("{}:{}", found.code.id, found.span.map_or(0, line));
    for label in found.labels.iter().filter(|label| label.text == "used again") {
        text.push_str(&format!("+{}", line(label.span)));
    }
    for note in found.notes.iter().filter(|note| note.starts_with("unknown without")) {
        text.push_str(&format!(" {note}"));
    }
    text
}

#[test]
fn names_of_a_missing_include_are_a_note_of_its_error() {
    check(
        "a.hlsl",
        "#include \"nope.hlsli\"\ncbuffer C { Foo f; Bar b; float c[COUNT]; };\nStructuredBuffer<Foo> foos;",
        &["P0101:1 unknown without this file: `Foo`, `Bar`, `COUNT`"],
    );
    check(
        "a.comp",
        "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"nope.glsl\"\nlayout(local_size_x = X) in;\n\
         layout(binding = 0) uniform C { Foo f; Bar b; float c[COUNT]; };\nlayout(binding = 1) buffer B { Foo foos[]; };\nvoid main() {}",
        &["P0101:3 unknown without this file: `X`, `Foo`, `Bar`, `COUNT`"],
    );
    // A value that depends on an unknown name, and a type in other places.
    check(
        "a.hlsl",
        "#include \"nope.hlsli\"\nstatic const int k = N + 1;\nstatic const int m = k * 2;\nfloat4 u[m];\nstruct S : Base { struct Inner i; };\nTexture2D<Texel> t;",
        &["P0101:1 unknown without this file: `N`, `Base`, `Inner`, `Texel`"],
    );
    // More names than the note lists.
    check(
        "a.hlsl",
        "#include \"nope.hlsli\"\ncbuffer C { A a; B b; C c; D d; E e; F f; G g; A h; };",
        &["P0101:1 unknown without this file: `A`, `B`, `C`, `D`, `E` and 2 more"],
    );
    // Macros of the file, as declarations and as arguments.
    check(
        "a.hlsl",
        "#include \"nope.hlsli\"\nDECLARE(a);\ncbuffer C { float x; MEMBER(y); };\n[[vk::binding(BIND, 3)]] Texture2D t;",
        &["P0101:1 unknown without this file: `DECLARE`, `MEMBER`, `BIND`"],
    );
    // An include that exists, but cannot be read, and one in an included file.
    check_files(
        &[("a.hlsl", "#include \"b.hlsli\"\ncbuffer C { Foo f; };"), ("b.hlsli", "#include \"nope.hlsli\"\n")],
        &["a.hlsl"],
        &["P0101:1 unknown without this file: `Foo`"],
    );
    // Nothing is unknown.
    check("a.hlsl", "#include \"nope.hlsli\"\ncbuffer C { float f; };", &["P0101:1"]);
}

#[test]
fn names_of_a_missing_module_are_a_note_of_its_error() {
    check(
        "a.slang",
        "import nope;\ncbuffer C { Foo f; Bar b; float c[COUNT]; }\nStructuredBuffer<Foo> foos;\nstruct S : IThing { Foo q; }\nstatic const int k = OTHER + 1;\nuniform float4 u[k];",
        &["P1101:1 unknown without this file: `Foo`, `Bar`, `COUNT`, `IThing`, `OTHER`"],
    );
    // Declarations may precede the import.
    check("a.slang", "ConstantBuffer<Foo> f;\nimport nope;", &["P1101:2 unknown without this file: `Foo`"]);
    // Of two missing modules, either may declare the name.
    check("a.slang", "import nope;\nimport none;\nConstantBuffer<Foo> f;", &["P1101:1 unknown without this file: `Foo`", "P1101:2"]);
    // In a module that another imports.
    check_files(
        &[("a.slang", "import b;\nConstantBuffer<S> s;"), ("b.slang", "import nope;\npublic struct S { Foo f; }")],
        &["a.slang"],
        &["P1101:1 unknown without this file: `Foo`", "P1135:1"],
    );
    // Another translation unit does not see the module.
    check_files(
        &[("a.slang", "import nope;\nConstantBuffer<Foo> f;"), ("b.slang", "ConstantBuffer<Bar> b;")],
        &["a.slang", "b.slang"],
        &["P1101:1 unknown without this file: `Foo`", "P0301:1"],
    );
}

#[test]
fn other_unknown_names_stay_errors() {
    // Before the include.
    check(
        "a.hlsl",
        "cbuffer C { Foo f; };\n#include \"nope.hlsli\"\ncbuffer D { Bar b; };",
        &["P0301:1", "P0101:2 unknown without this file: `Bar`"],
    );
    // Imports of WGSL name what they import: no other name can come from the missing module.
    check("a.wgsl", "#import nope::Foo\nstruct S { a: Foo, b: Bar }\n@group(0) @binding(0) var<uniform> s: S;", &["P0861:1", "P0820:2"]);
    // The name is declared, but is not a type or a constant.
    check("a.hlsl", "#include \"nope.hlsli\"\nstatic int n = 2;\nfloat4 a[n];", &["P0101:1", "P0303:3"]);
}

#[test]
fn each_unknown_name_is_one_error() {
    check("a.hlsl", "cbuffer C { Foo f; };\nStructuredBuffer<Foo> foos;\nBar b;", &["P0301:1+2", "P0301:3"]);
    // Only some of the uses have a label.
    let uses: String = ('a'..='l').map(|name| format!("Foo {name};\n")).collect();
    check("a.hlsl", &uses, &["P0301:1+2+3+4+5+6+7+8+9"]);
    check("a.slang", "ConstantBuffer<Foo> a;\nStructuredBuffer<Foo> b;", &["P0301:1+2"]);
    check(
        "a.comp",
        "#version 450\nlayout(binding = 0) uniform C { Foo f; } c;\nlayout(binding = 1) uniform D { Foo f; } d;\nvoid main() {}",
        &["P0301:2+3"],
    );
    check("a.wgsl", "struct A { a: Foo }\nstruct B { b: Foo }", &["P0820:1+2"]);
    // The fix changes both uses.
    let loader = MemoryLoader::new([("a.wgsl", "struct Light { a: f32 }\nstruct A { a: Ligth }\nstruct B { b: Ligth }")]);
    let unit = input::Input::new("a.wgsl", None).expect("the extension is known").load(&loader, HlslReader::Dxil);
    let edits: Vec<usize> = unit.diagnostics.iter().flat_map(|found| &found.fixes).map(|fix| fix.edits.len()).collect();
    assert_eq!(edits, [2]);
}
