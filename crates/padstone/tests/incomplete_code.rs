//! Incomplete code: an error in one declaration does not change the layouts of the others.
//!
//! Each declaration of [`languages`] is damaged at each of its tokens in turn (left out, duplicated, or truncated there)
//! between other declarations, whose layouts must not change. Then whole files are damaged: their output
//! must be that of the original file, or less.

mod languages;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use languages::{Case, LANGUAGES};
use padstone_read::cfamily::GlslOptions;
use padstone_read::diag::Severity;
use padstone_read::layout::{self, PartialVisit, Row, Visit, VisitOrder};
use padstone_read::model::Language;
use padstone_read::model::Stage;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::seeds;

/// The everyday run tries one token of an example in this many.
const EVERYDAY: usize = 7;

/// The damage of a declaration at a token.
const DAMAGES: [&str; 3] = ["without", "twice", "up to"];

#[test]
fn incomplete_hlsl_affects_nothing_else() {
    check(&LANGUAGES[0]);
}

#[test]
fn incomplete_slang_affects_nothing_else() {
    check(&LANGUAGES[1]);
}

#[test]
fn incomplete_glsl_affects_nothing_else() {
    check(&LANGUAGES[2]);
}

#[test]
fn incomplete_wgsl_affects_nothing_else() {
    check(&LANGUAGES[3]);
}

/// Examples with a token left out, and truncated at a token. If that is an error, no offset differs from the complete file.
#[test]
fn incomplete_hlsl_files_affect_nothing_else() {
    let examples = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples")).expect("the examples are here");
    let mut paths: Vec<_> = examples.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hlsl"));
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).expect("it is text"));
    let texts: Vec<String> = texts.chain([OTHER_FILE.to_owned()]).collect();
    let damages: Vec<(usize, std::ops::Range<usize>, bool)> = (texts.iter().enumerate())
        .flat_map(|(file, text)| tokens(text).into_iter().flat_map(move |token| [(file, token.clone(), false), (file, token, true)]))
        .filter(|(file, token, _)| is_damaged(&texts[*file], token))
        .collect();
    // Their includes are missing here, which is another error.
    let complete: Vec<_> = texts.iter().map(|text| numbers(text)).collect();
    assert!(complete.iter().map(|(numbers, _)| numbers.len()).sum::<usize>() > 100, "the examples are laid out");
    let cases = seeds(400, 40_000);
    let step = (damages.len() / (cases.end - cases.start).max(1) as usize).max(1);
    let mut wrong = Vec::new();
    for (file, token, is_cut) in damages.iter().skip(cases.start as usize % step).step_by(step) {
        let text = &texts[*file];
        let damaged = if *is_cut { text[..token.start].to_owned() } else { format!("{}{}", &text[..token.start], &text[token.end..]) };
        let (found, errors) = numbers(&damaged);
        let (expected, errors_before) = &complete[*file];
        for (path, number) in found.iter().filter(|_| errors > *errors_before) {
            if expected.get(path).is_some_and(|before| before != number) {
                let line = text[..token.start].lines().count();
                let damage = if *is_cut { "cut before" } else { "without" };
                let name = paths.get(*file).map_or("OTHER_FILE".into(), |path| path.display().to_string());
                wrong.push(format!("{name}:{line} {damage} `{}`: {path} {number}, not {}", &text[token.clone()], expected[path]));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} have other offsets:\n{}", wrong.len(), damages.len() / step, wrong.join("\n"));
}

/// Constructs that are rare in the examples.
const OTHER_FILE: &str = "
static const uint count = 2 * 3;
enum class Mode : uint { Off, On = 3, Both };
template<typename T, int N> struct Ring { T items[N]; float at; };
struct Base { float3 from; };
struct Lit : Base { float2x3 turn; uint kind : 4, sort : 12; float get(float by) { return by + from.x; } };
cbuffer Placed : register(b2) { float4 a : packoffset(c3.x); float2 b[2] : packoffset(c1); float3 c : packoffset(c0.y); }
cbuffer Many { Lit lit[2]; struct { float sway; float3 more; } wind; Ring<float3, count> ring; vector<float, 3> v; matrix<float, 2, 3> m; }
struct Vk { [[vk::offset(16)]] float a; float b[Mode::Both]; };
StructuredBuffer<Vk> vks : register(t3, space1);
namespace Debug { cbuffer Grid { float cell; float4 tint < string name = \"Tint\"; >; float4 after; } }
float4 first; float loose[3]; row_major float3x2 last : register(c9);
float4 main(float4 at : SV_Position) : SV_Target { float3 x = first.xyz; for (int i = 0; i < 4; ++i) { x += loose[i]; } return x.xyzz; }
float4 behind;
";

/// Whether the loss of a token is an error where it occurs: it is not in a comment or directive, and the rest is not another valid program.
fn is_damaged(text: &str, token: &std::ops::Range<usize>) -> bool {
    let line = text[..token.start].rfind('\n').map_or(0, |end| end + 1);
    let before = &text[line..token.start];
    let in_block_comment = text[..token.start].rfind("/*").is_some_and(|open| !text[open..token.start].contains("*/"));
    let is_directive = before.trim_start().starts_with('#') || text[token.clone()].starts_with('#');
    let is_comment = before.contains("//") || in_block_comment || text[token.start..].starts_with('/') || before.ends_with('/');
    !is_directive && !is_comment && !["static", "typedef", "groupshared", "const"].contains(&&text[token.clone()])
}

/// The offsets and sizes of all members in all buffers, by path; and the number of errors.
fn numbers(text: &str) -> (BTreeMap<String, String>, usize) {
    numbers_in("main.hlsl", text, "dxc")
}

fn numbers_in(name: &str, text: &str, profile: &str) -> (BTreeMap<String, String>, usize) {
    let language = match name.rsplit('.').next() {
        Some("slang") => Language::Slang,
        Some("glsl") => Language::Glsl,
        Some("wgsl") => Language::Wgsl,
        _ => Language::Hlsl,
    };
    let options = Options { language, ..Options::default() };
    let unit = Unit::read(name, text.into(), &MemoryLoader::default(), &options);
    let layouts = unit.layout(layout::find(profile).expect("a profile"));
    let mut numbers = BTreeMap::new();
    for layout in layouts.layouts.iter().filter(|layout| matches!(layout.subject, layout::Subject::Buffer(_))) {
        let name = layout.name(&unit.module);
        numbers.insert(name.to_owned(), layout.size.bytes().to_string());
        let _ = layout::rows(&unit.module, layouts.types(layout), layout, VisitOrder::Source, &mut |visit| {
            if let Visit::Row(row) = visit {
                numbers.insert(format!("{name}.{}", row.path), format!("{} {}", row.offset.bytes(), row.size.bytes()));
            }
            ControlFlow::<()>::Continue(())
        });
    }
    (numbers, unit.diagnostics.iter().filter(|found| found.severity == Severity::Error).count())
}

#[test]
fn incomplete_glsl_keeps_other_layouts() {
    check_numbers(&LANGUAGES[2], &[("water.vert", Stage::Vertex), ("deferred.frag", Stage::Fragment), ("cull.comp", Stage::Compute)]);
}

#[test]
fn incomplete_slang_keeps_other_layouts() {
    let any_stage = Stage::Compute;
    check_numbers(
        &LANGUAGES[1],
        &[("slang/scene.slang", any_stage), ("slang/materials.slang", any_stage), ("slang/places.slang", any_stage)],
    );
}

#[test]
fn incomplete_wgsl_keeps_other_layouts() {
    let any_stage = Stage::Compute;
    check_numbers(&LANGUAGES[3], &[("particles.wgsl", any_stage), ("terrain.wgsl", any_stage), ("sky-2020.wgsl", any_stage)]);
}

/// Truncates the declarations of a case, and examples, at each token, and leaves out each token. If that is an error, no offset differs from
/// the complete text. Of the examples, an everyday run tries one token in [`EVERYDAY`].
fn check_numbers(case: &Case, examples: &[(&str, Stage)]) {
    let program = format!("{}\n{}\n{}", case.before, case.declarations.join("\n"), case.suffix);
    let mut wrong = Vec::new();
    let mut differ = |file: &str, stage: Stage, text: &str, step: usize| {
        let complete = every_number(case, file, stage, text).1;
        assert!(complete.len() > 5, "{file} has numbers");
        for token in tokens(text).into_iter().step_by(step) {
            for damaged in [&text[..token.start], &format!("{}{}", &text[..token.start], &text[token.end..])] {
                let (is_error, found) = every_number(case, file, stage, damaged);
                let other = found.iter().find(|&(path, number)| complete.get(path).is_some_and(|complete| complete != number));
                // `array<T, >` has a trailing comma, which is allowed: it is a runtime-sized array, and the error is at its use;
                // the same applies to `a[]` of Slang.
                let (before, after) = (text[..token.start].trim_end(), damaged[token.start..].trim_start());
                let is_runtime_sized = before.ends_with(',') && after.starts_with('>') || before.ends_with('[') && after.starts_with(']');
                if let Some((path, number)) = other.filter(|_| is_error && !is_runtime_sized) {
                    let near = &damaged[token.start.saturating_sub(60)..];
                    let near: String = near.chars().take(90).collect();
                    wrong.push(format!("{file}: {path} is {number:?}, not {:?}: …{near}…", complete[path]));
                }
            }
        }
    };
    differ(case.file, Stage::Compute, &program, 1);
    for &(file, stage) in examples {
        let text = example(file);
        differ(file, stage, &text, if std::env::var_os("PADSTONE_FULL").is_some() { 1 } else { EVERYDAY });
    }
    assert!(wrong.is_empty(), "{} offsets differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// An example with its includes.
fn example(file: &str) -> String {
    let read = |file: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file);
        std::fs::read_to_string(path).expect("an example")
    };
    let line = |line: &str| match line.strip_prefix("#include \"") {
        Some(included) => read(included.trim_end_matches('"')),
        None => format!("{line}\n"),
    };
    read(file).lines().map(line).collect()
}

/// Whether there are errors, and the offsets and sizes of all members and buffers by path.
fn every_number(case: &Case, file: &str, stage: Stage, text: &str) -> (bool, BTreeMap<String, Vec<u64>>) {
    let is_draft = file.ends_with("-2020.wgsl");
    let options = Options {
        language: if is_draft { Language::Wgsl2020 } else { case.language },
        glsl: GlslOptions { stage: Some(stage), ..GlslOptions::default() },
        ..Options::default()
    };
    let unit = Unit::read(file, text.into(), &MemoryLoader::default(), &options);
    let layouts = unit.layout(layout::find(if is_draft { "wgsl-2020" } else { case.profile }).expect("a profile"));
    let mut numbers = BTreeMap::new();
    let row = |row: &Row<'_>| {
        let stride = row.stride.map_or(0, |stride| stride.bytes());
        vec![row.offset.bytes(), row.size.bytes(), stride]
    };
    for layout in &layouts.layouts {
        let (name, types) = (layout.name(&unit.module), layouts.types(layout));
        let kind = std::mem::discriminant(&layout.subject);
        numbers.insert(format!("{kind:?} {name}"), vec![layout.size.bytes(), layout.align.bytes()]);
        let _ = layout::rows(&unit.module, types, layout, VisitOrder::Source, &mut |visit| {
            if let Visit::Row(found) = visit {
                numbers.insert(format!("{kind:?} {name}: {}", found.path), row(&found));
            }
            ControlFlow::<()>::Continue(())
        });
    }
    for partial in &layouts.partial {
        let (name, kind) = (partial.subject.name(&unit.module), std::mem::discriminant(&partial.subject));
        let _ = layout::partial_rows(&unit.module, &layouts.sets[partial.set], partial, &mut |visit| {
            if let PartialVisit::Known(found) = visit {
                numbers.insert(format!("{kind:?} {name}: {}", found.path), row(&found));
            }
            ControlFlow::<()>::Continue(())
        });
    }
    let is_error = unit.diagnostics.iter().chain(layouts.diagnostics.iter()).any(|found| found.severity == Severity::Error);
    (is_error, numbers)
}

/// Damages each declaration in every way. If that moves or loses an adjacent buffer, the case must state it.
fn check(case: &Case) {
    let expected = buffers(case, &format!("{}\n{}", case.before, case.suffix));
    for name in case.watched {
        assert!(expected.contains(&format!("{name}: ")), "{name} is laid out: {expected}");
    }
    let (mut damaged, mut lost) = (0, Vec::new());
    for declaration in case.declarations {
        for token in tokens(declaration) {
            for damage in DAMAGES {
                let (head, own, tail) = (&declaration[..token.start], &declaration[token.clone()], &declaration[token.end..]);
                let text = match damage {
                    "without" => format!("{head}{tail}"),
                    "twice" => format!("{head}{own} {own}{tail}"),
                    _ => head.to_owned(),
                };
                damaged += 1;
                if buffers(case, &format!("{}\n{text}\n{}", case.before, case.suffix)) != expected {
                    lost.push(text.trim_end().to_owned());
                }
            }
        }
    }
    assert!(damaged > 400, "{} is damaged in {damaged} ways", case.file);
    assert_eq!(lost, case.lost, "damage that loses an adjacent buffer");
}

/// The approximate tokens of a declaration: words, numbers, and single characters.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut tokens: Vec<std::ops::Range<usize>> = Vec::new();
    for (position, character) in text.char_indices() {
        match tokens.last_mut() {
            Some(last) if last.end == position && is_word(character) && text[last.clone()].chars().all(is_word) => last.end += 1,
            _ if character.is_whitespace() => {}
            _ => tokens.push(position..position + character.len_utf8()),
        }
    }
    tokens
}

/// The layouts of the watched buffers, one per line.
fn buffers(case: &Case, text: &str) -> String {
    let options = Options {
        language: case.language,
        glsl: GlslOptions { stage: Some(Stage::Compute), ..GlslOptions::default() },
        ..Options::default()
    };
    let unit = Unit::read(case.file, text.into(), &MemoryLoader::default(), &options);
    let layouts = unit.layout(layout::find(case.profile).expect("a profile"));
    let mut lines = String::new();
    for name in case.watched {
        let Some(layout) = layouts.layouts.iter().find(|layout| layout.name(&unit.module) == *name) else { continue };
        write!(lines, "{name}: {} bytes", layout.size.bytes()).expect("a string takes all");
        let _ = layout::rows(&unit.module, layouts.types(layout), layout, VisitOrder::Source, &mut |visit| {
            if let Visit::Row(row) = visit {
                write!(lines, ", {} at {}", row.path, row.offset.bytes()).expect("a string takes all");
            }
            ControlFlow::<()>::Continue(())
        });
        lines.push('\n');
    }
    lines
}

/// Declarations without their `;`, and what may follow on the next line or on the same one.
const WITHOUT_SEMICOLON: [&str; 8] = [
    "struct M { float4 c; float d; }",
    "class K { float4 c; }",
    "enum E { A, B }",
    "static const uint A = 2",
    "static const uint A = (1 + 2) * 3",
    "float A",
    "float A[4]",
    "Texture2D A",
];
const NEXT: [&str; 12] = [
    "static const uint N = 2; cbuffer D { float4 x[N]; }",
    "const float3 n; cbuffer D { float4 x; }",
    "groupshared float n[4]; cbuffer D { float4 x; }",
    "row_major float2x3 n; cbuffer D { float4 x; }",
    "StructuredBuffer<float4> n; cbuffer D { float4 x; }",
    "RWStructuredBuffer<float4> n : register(u2);",
    "ConstantBuffer<Z> n; float after;",
    "Texture2D<float4> n; cbuffer D { float4 x; }",
    "Z n; cbuffer D { float4 x; }",
    "void f() {} cbuffer D { float4 x; }",
    "struct T { float3 t; }; StructuredBuffer<T> n;",
    "float4x4 n; cbuffer D { float4 x; }",
];

#[test]
fn a_missing_semicolon_of_hlsl_loses_no_declaration() {
    let mut wrong = Vec::new();
    for (before, next, space) in
        WITHOUT_SEMICOLON.iter().flat_map(|before| NEXT.iter().flat_map(move |next| ["\n", " "].map(|space| (before, next, space))))
    {
        let text = |semicolon: &str| format!("struct Z {{ float3 z; }};\n{before}{semicolon}{space}{next}\n");
        let (expected, _) = numbers(&text(";"));
        let (found, errors) = numbers(&text(""));
        // On one line, what follows may be a part of the declaration: some numbers are unknown, and none is wrong.
        let is_right =
            if *space == *"\n" { found == expected } else { found.iter().all(|(path, number)| expected.get(path) == Some(number)) };
        if errors == 0 || !is_right {
            wrong.push(format!("{before}{space}{next}: {errors} errors\n  {found:?}\n  {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_missing_semicolon_of_slang_loses_no_declaration_on_the_next_line() {
    let first = ["float A", "float A[4]", "Texture2D A : register(t3)", "StructuredBuffer<float4> A", "SamplerState A"];
    let next = [
        "StructuredBuffer<Z> n;",
        "RWStructuredBuffer<float4> n;",
        "ConstantBuffer<Z> n;",
        "static const uint N = 2; cbuffer D { float4 x[N]; }",
        "cbuffer D { float4 x; }",
        "Z n;",
    ];
    for (before, next) in first.iter().flat_map(|before| next.iter().map(move |next| (before, next))) {
        let text = |semicolon: &str| format!("struct Z {{ float3 z; }};\n{before}{semicolon}\n{next}\n");
        let (expected, _) = numbers_in("main.slang", &text(";"), "slang-spirv");
        let (found, errors) = numbers_in("main.slang", &text(""), "slang-spirv");
        assert!(errors > 0 && !found.is_empty() && found == expected, "{before}\n{next}: {errors} errors\n  {found:?}\n  {expected:?}");
    }
}

/// Declarations of GLSL and of WGSL, one on each line, with the `;` that may be missing at its end.
const GLSL_DECLARATIONS: &str = "\
precision highp float;
const int N = 3;
const int M = N + 1, K = 2;
layout(constant_id = 3) const int SPECIAL = 3;
struct S { vec3 a; float c[M]; };
struct T { vec3 a; float b; S s; } unused;
layout(std140, binding = 0) uniform A { float a; float b[N]; } first;
layout(location = 0) in vec3 position;
layout(std140, binding = 2) uniform C { float x[M]; };
layout(binding = 6, rgba8) uniform image2D images[K];
shared float work[M];
float helper(vec3 v);
void f() { }
layout(std430) buffer;
layout(std430, binding = 3) buffer D { T t; };
invariant gl_Position;
layout(std430, binding = 4) readonly buffer E { vec3 u; float v[]; };
float global = 3.0;
layout(push_constant) uniform P { mat3x2 m; layout(offset = 64) vec2 o; } push;
";
const WGSL_DECLARATIONS: &str = "\
enable f16;
diagnostic(off, derivative_uniformity);
const N = 3;
const M: u32 = N + 1;
override o: u32 = 3;
alias X = vec3f;
alias Y = array<vec4f, M>;
struct S { a: X, b: Y }
const_assert N == 3;
@group(0) @binding(0) var<uniform> a: vec4f;
@group(0) @binding(1) var<uniform> b: array<vec4f, M>;
struct T { a: S, @size(32) b: f32 }
var<private> p: f32 = 3;
var<workgroup> w: array<f32, o>;
@group(0) @binding(3) var<uniform> d: T;
@group(0) @binding(4) var texture: texture_2d<f32>;
@group(0) @binding(7) var<storage> g: array<T>;
";

#[test]
fn a_missing_semicolon_of_glsl_and_wgsl_loses_no_declaration() {
    let glsl = format!("#version 450\n{GLSL_DECLARATIONS}");
    let (mut missing, mut wrong) = (0, Vec::new());
    for (name, text, profile) in [("main.glsl", &*glsl, "glslang"), ("main.wgsl", WGSL_DECLARATIONS, "wgsl")] {
        let (expected, errors) = numbers_in(name, text, profile);
        assert!(errors == 0 && expected.len() > 10, "{name}: {errors} errors, {expected:?}");
        for (end, _) in text.match_indices(";\n") {
            missing += 1;
            let (found, errors) = numbers_in(name, &format!("{} {}", &text[..end], &text[end + 1..]), profile);
            if errors == 0 || found != expected {
                wrong.push(format!("{}: {errors} errors\n  {found:?}", &text[text[..end].rfind('\n').map_or(0, |at| at + 1)..end]));
            }
        }
    }
    assert!(missing > 30 && wrong.is_empty(), "{} of {missing} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Declarations with an error, of the name of a built-in type: the numbers of a member of that type are right or unknown.
#[test]
fn a_broken_declaration_of_slang_gives_no_wrong_number_to_a_built_in_type() {
    let broken = [
        "float A float4 x;",
        "Texture2D t, float4 x;",
        "struct float4 { Missing m; };",
        "typedef Missing float4;",
        "void float4(",
        "float float4 = ;",
        "static const int float4 = Missing;",
        "namespace float4 { float x; }",
        "interface float4",
        "class float4",
        "enum float4",
        "cbuffer float4",
    ];
    for declaration in broken {
        let (found, errors) = numbers_in("main.slang", &format!("{declaration}\ncbuffer B {{ float4 y; float z; }}\n"), "slang-spirv");
        let is_right = found.iter().filter(|(path, _)| path.ends_with('z')).all(|(_, number)| number.starts_with("16"));
        assert!(errors > 0 && is_right, "{declaration}: {errors} errors, {found:?}");
    }
}

/// Qualifiers between brackets are errors.
#[test]
fn qualifiers_in_array_lengths_are_errors() {
    for qualifier in ["const", "static", "extern", "row_major", "groupshared", "constexpr"] {
        for length in [format!("2 {qualifier}"), format!("{qualifier} 2")] {
            let (found, errors) = numbers(&format!("cbuffer D {{ float4 x[{length}]; }}\ncbuffer L {{ float l; }}\n"));
            assert!(errors == 1 && !found.is_empty(), "{length}: {errors} errors, {found:?}");
        }
    }
}
