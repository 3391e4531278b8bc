//! Every lint has a section in docs/lints.md, and reports what its examples show.

use padstone_check::Level;
use padstone_check::lints::{self, LINTS, Levels, Lint, LintContext};
use padstone_read::diag::{Applicability, Diagnostic, Fix};
use padstone_read::layout::{self, ModuleLayout, Subject};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};

/// A code block of the document.
struct Example {
    language: Language,
    fires: bool,
    rules: Vec<String>,
    text: String,
}

fn section(document: &str, lint: &Lint) -> String {
    let heading = format!("`{}`\n", lint.name);
    let found = document.split("\n## ").find_map(|section| section.strip_prefix(&heading));
    found.unwrap_or_else(|| panic!("docs/lints.md has no section on {}", lint.name)).to_owned()
}

fn examples(section: &str) -> Vec<Example> {
    let blocks = section.split("```").skip(1).step_by(2);
    let example = |block: &str| {
        let (language, text) = block.split_once('\n').expect("the first line is the language");
        let (head, _) = text.split_once('\n').expect("the second line is a comment");
        let (expectation, rules) = head.trim_start_matches("// ").split_once(": ").expect("the comment names the expected finding");
        Example {
            language: match language {
                "hlsl" => Language::Hlsl,
                "glsl" => Language::Glsl,
                "wgsl" => Language::Wgsl,
                "slang" => Language::Slang,
                other => panic!("no examples in {other}"),
            },
            fires: match expectation {
                "fires" => true,
                "silent" => false,
                other => panic!("`{other}` is neither `fires` nor `silent`"),
            },
            rules: rules.split(", ").map(str::to_owned).collect(),
            text: text.to_owned(),
        }
    };
    blocks.map(example).collect()
}

fn read(language: Language, text: &str) -> Unit {
    let mut options = Options { language, ..Options::default() };
    options.glsl.stage = Some(padstone_read::model::Stage::Fragment);
    // Only the text with fixes applied has one.
    let lacks_version = language == Language::Glsl && !text.starts_with("#version");
    let text = if lacks_version { format!("#version 450\n{text}") } else { text.to_owned() };
    let unit = Unit::read("example", text.into(), &MemoryLoader::default(), &options);
    assert!(!unit.diagnostics.has_errors(), "{:?}", unit.diagnostics);
    unit
}

/// The findings of a lint in a text, including those of the warnings that it covers.
fn found(lint: &Lint, unit: &Unit, rules: &[String]) -> Vec<Diagnostic> {
    let profiles = rules.iter().map(|name| layout::find(name).unwrap_or_else(|| panic!("no rules {name}")));
    let layouts: Vec<ModuleLayout> = profiles.map(|profile| unit.layout(profile)).collect();
    let contexts: Vec<LintContext<'_>> = layouts
        .iter()
        .zip(rules)
        .map(|(layouts, name)| LintContext::new((name, ""), &unit.sources, &unit.module, layouts, false))
        .collect();
    let levels = Levels([("all".to_owned(), Level::Allow), (lint.name.to_owned(), Level::Warn)].into());
    let mut all: Vec<Diagnostic> = [lints::run(&contexts, &levels)]
        .iter()
        .flat_map(|linted| linted.contexts.iter().chain([&linted.between_targets]))
        .flat_map(|found| found.iter().cloned())
        .collect();
    let covered = layouts.iter().flat_map(|layouts| &layouts.diagnostics).filter(|found| lint.covers.contains(&found.code));
    all.extend(covered.cloned());
    all
}

fn apply(unit: &Unit, fix: &Fix) -> String {
    let file = unit.sources.files().next().expect("there is a file").1;
    let mut text = file.text.to_string();
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    for edit in edits {
        text.replace_range((edit.span.start - file.base()) as usize..(edit.span.end - file.base()) as usize, &edit.text);
    }
    text
}

/// The offsets of the members that every buffer had before.
fn places(unit: &Unit, rules: &str) -> Vec<(String, u64)> {
    let layouts = unit.layout(layout::find(rules).expect("rules of the example"));
    let buffers = layouts.layouts.iter().filter(|layout| matches!(layout.subject, Subject::Buffer(_)));
    let fields = buffers.flat_map(|layout| layouts.types(layout).fields(&unit.module, layout.content));
    let named = fields.map(|(field, place)| (unit.module.name(field.name).to_owned(), place.offset.bytes()));
    named.filter(|(name, _)| !name.starts_with("_pad")).collect()
}

fn check(lint: &Lint, document: &str) {
    let section = section(document, lint);
    assert!(section.contains(&format!("*Level: {}.*", lint.level.name())), "docs/lints.md has another level for {}", lint.name);
    assert!(section.contains("\nWhat to do: "), "docs/lints.md does not say what to do about {}", lint.name);
    let examples = examples(&section);
    for fires in [true, false] {
        assert!(examples.iter().any(|example| example.fires == fires), "{}: no example with fires: {fires}", lint.name);
    }
    for example in &examples {
        let unit = read(example.language, &example.text);
        let findings = found(lint, &unit, &example.rules);
        assert_eq!(!findings.is_empty(), example.fires, "{}: {}\n{findings:?}", lint.name, example.text);
        // The text with the fix applied has no finding, and unchanged offsets.
        for fix in findings.iter().filter(|found| found.code.name == lint.name).flat_map(|found| &found.fixes) {
            let text = apply(&unit, fix);
            let fixed = read(example.language, &text);
            assert!(found(lint, &fixed, &example.rules).len() < findings.len(), "{}: {text}", lint.name);
            assert_eq!(places(&fixed, &example.rules[0]), places(&unit, &example.rules[0]), "{}: {text}", lint.name);
        }
    }
}

#[test]
fn lints_match_their_documentation() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lints.md");
    let document = std::fs::read_to_string(path).expect("a document of the repository");
    LINTS.iter().for_each(|lint| check(lint, &document));
}

/// Padding in a struct that is constructed from its members is a guess, and its name is new in the whole file.
#[test]
fn declared_padding_is_certain_only_where_no_value_is_constructed() {
    let lint = LINTS.iter().find(|lint| lint.name == "implicit-padding").expect("a lint");
    let cases = [
        (
            Language::Wgsl,
            "wgsl",
            "struct L { p: f32, c: vec3f } @group(0) @binding(0) var<storage> l: L;",
            Applicability::MachineApplicable,
        ),
        (
            Language::Wgsl,
            "wgsl",
            "struct L { p: f32, c: vec3f } @group(0) @binding(0) var<storage> l: L; fn f() -> L { return L(1.0, vec3f()); }",
            Applicability::MaybeIncorrect,
        ),
        (
            Language::Hlsl,
            "dxc",
            "struct L { float3 p; double c; }; StructuredBuffer<L> l; static const L k = { float3(0, 0, 0), 1.0 };",
            Applicability::MaybeIncorrect,
        ),
        (
            Language::Hlsl,
            "dxc",
            "static const float _pad0 = 1; Texture2D _pad1; cbuffer A { float3 a; float2 b; };",
            Applicability::MachineApplicable,
        ),
    ];
    for (language, rules, text, expected) in cases {
        let unit = read(language, text);
        let findings = found(lint, &unit, &[rules.to_owned()]);
        let fix = findings.iter().flat_map(|found| &found.fixes).next().unwrap_or_else(|| panic!("{text}: {findings:?}"));
        assert_eq!(fix.applicability, expected, "{text}");
        // A name that exists would be an error.
        read(language, &apply(&unit, fix));
    }
}
