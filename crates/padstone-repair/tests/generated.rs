//! Verifies repairs for hundreds of programs, by computing and comparing the layouts again: either they match afterwards, or there is a reason why
//! no edit makes them match. Each buffer that differs counts as one of the two.

#![allow(clippy::print_stdout, reason = "prints the counts")]

use std::collections::BTreeMap;
use std::sync::Arc;

use padstone_generate::slang::{self, ProgramFeatures};
use padstone_generate::{Choices, bytes, glsl, wgsl};
use padstone_read::layout::{self, ComparedPart, MemberAbi, ModuleLayout, Profile, Subject};
use padstone_read::model::Language;
use padstone_read::source::{LoadError, Loader, MemoryLoader};
use padstone_read::{Options, Unit};
use padstone_repair::{InputFile, Repair, Side, repair};
use padstone_testing::{is_full, test_data};

/// The buffers that differed, and the results.
#[derive(Default, Debug)]
struct Counts {
    programs: usize,
    diverging: usize,
    /// Repaired by their own edits.
    repaired: usize,
    /// Repaired by the edits of others.
    alongside: usize,
    /// Not repaired, with a reason.
    unrepaired: usize,
    /// Edits that wrapped elements in structs.
    wrapped: usize,
}

/// Files replaced by an edit.
struct ReplacedFiles<'r>(&'r Repair, &'r str);

impl Loader for ReplacedFiles<'_> {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        let changed = self.0.changed.iter().find(|changed| changed.path == path);
        Ok(changed.map_or_else(|| self.1.into(), |changed| changed.after.clone()))
    }
}

fn check(counts: &mut Counts, language: Language, text: &str, rules: [&str; 2]) {
    let options = Options { language, ..Options::default() };
    let profiles = rules.map(|name| layout::find(name).unwrap_or_else(|| panic!("no rules {name}")));
    let readings = [InputFile { path: "scene".into(), options: options.clone() }];
    let sides = profiles.map(|profile| Side { reading: 0, profile, selected: None });
    let files = MemoryLoader::new([("scene", text)]);
    let before = Unit::load("scene", &files, &options);
    if before.diagnostics.has_errors() {
        return;
    }
    let repair = repair(&readings, &sides, &files);
    let after = Unit::load("scene", &ReplacedFiles(&repair, text), &options);
    assert!(!after.diagnostics.has_errors(), "{rules:?}: errors in\n{}", repair.patch());
    counts.programs += 1;
    for (name, agreed) in agreeing(&before, profiles) {
        let has_agreement =
            *agreeing(&after, profiles).get(&name).unwrap_or_else(|| panic!("{rules:?}: {name} is missing\n{}", repair.patch()));
        let done = repair.repaired.iter().find(|repaired| repaired.name == name);
        let unrepaired = repair.unrepaired.iter().find(|unrepaired| unrepaired.name == name);
        let context = || format!("{name} under {rules:?}\n{:#?}\n{}\n{text}", repair.unrepaired, repair.patch());
        counts.diverging += usize::from(!agreed);
        match (agreed, done, unrepaired) {
            (true, None, None) => assert!(has_agreement, "matched before: {}", context()),
            (false, Some(done), None) => {
                assert!(has_agreement && !done.steps.is_empty(), "reported as repaired, but diverges: {}", context());
                counts.repaired += 1;
                counts.wrapped += done.steps.iter().filter(|step| step.title.starts_with("wrap ")).count();
            }
            (false, None, None) => {
                assert!(has_agreement, "not reported: {}", context());
                counts.alongside += 1;
            }
            (false, None, Some(unrepaired)) => {
                assert!(!unrepaired.reason.is_empty() && !has_agreement, "reported as not repairable, but matches: {}", context());
                counts.unrepaired += 1;
            }
            _ => panic!("reported twice, or without a divergence: {}", context()),
        }
    }
}

/// Whether the layouts of each buffer match, or of each struct if there are no buffers. Buffers that only one side lays out have no layouts.
fn agreeing(unit: &Unit, profiles: [&'static Profile; 2]) -> BTreeMap<String, bool> {
    let [one, other] = profiles.map(|profile| unit.layout(profile));
    let (one, other) = (abi(unit, &one), abi(unit, &other));
    let has_buffers = one.keys().any(|(is_buffer, _)| *is_buffer);
    let subjects = one.iter().filter(|((is_buffer, _), _)| *is_buffer == has_buffers);
    subjects.filter_map(|(key, members)| Some((key.1.clone(), other.get(key)? == members))).collect()
}

/// The members of every buffer and struct with their offsets, by name.
fn abi(unit: &Unit, layouts: &ModuleLayout) -> BTreeMap<(bool, String), Vec<(String, MemberAbi)>> {
    let mut found = BTreeMap::new();
    let has_buffers = layouts.layouts.iter().any(|layout| matches!(layout.subject, Subject::Buffer(_)));
    let part = if has_buffers { ComparedPart::Members } else { ComparedPart::Struct };
    for layout in &layouts.layouts {
        let members = layout::members(&unit.module, layouts, layout, part).into_iter().map(|member| (member.path, member.abi));
        let key = (matches!(layout.subject, Subject::Buffer(_)), layout.name(&unit.module).to_owned());
        found.entry(key).or_insert_with(|| members.collect());
    }
    found
}

/// The distinct programs of a recorded file.
fn recorded(file: &str, step: usize) -> Vec<String> {
    let text = std::fs::read_to_string(test_data("golden").join(file)).expect("the file of recorded answers");
    let mut sources = Vec::new();
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line is a JSON object");
        let source = line["source"].as_str().filter(|_| line["error"].is_null());
        sources.extend(source.map(str::to_owned).filter(|source| !sources.contains(source)));
    }
    sources.into_iter().step_by(step).collect()
}

fn generated(make: impl Fn(&mut Choices<'_>) -> String) -> Vec<String> {
    (0..40).map(|seed| make(&mut Choices::new(&bytes(seed, 400)))).collect()
}

#[test]
fn generated_buffers_match_after_repair_or_have_a_reason() {
    let contents = ProgramFeatures { explicit: false, entry_points: false, features: false };
    let sources = [
        (Language::Hlsl, recorded("hlsl-dxc.jsonl", 12), &[["dxc", "dxc-spirv-gl"], ["dxc", "dxc-spirv-scalar"], ["dxc", "std430"]][..]),
        (Language::Slang, recorded("slang.jsonl", 9), &[["slang-spirv", "slang-hlsl"], ["slang-spirv", "slang-spirv-scalar"]]),
        (Language::Slang, generated(|choices| slang::program(choices, 2, contents)), &[["slang-spirv", "slang-metal"]]),
        (Language::Glsl, recorded("glsl.jsonl", 3), &[["glslang", "scalar"], ["std140", "std430"]]),
        (Language::Glsl, generated(|choices| glsl::file(choices, 2)), &[["glslang", "scalar"]]),
        (Language::Wgsl, recorded("wgsl.jsonl", 4), &[["wgsl", "naga"], ["wgsl", "scalar"]]),
        (Language::Wgsl, generated(|choices| wgsl::module(choices, wgsl::ModuleFeatures::everywhere())), &[["wgsl", "std140"]]),
    ];
    // The everyday run tries one program in 24, the full run one in three.
    let step = if is_full() { 3 } else { 24 };
    let mut all = Counts::default();
    for (language, sources, pairs) in sources {
        for rules in pairs {
            let mut counts = Counts::default();
            sources.iter().step_by(step).for_each(|source| check(&mut counts, language, source, *rules));
            println!("{language:?} {rules:?}: {counts:?}");
            assert!(counts.programs * step >= 20, "{language:?} {rules:?}: {counts:?}");
            assert_eq!(counts.diverging, counts.repaired + counts.alongside + counts.unrepaired, "{language:?} {rules:?}: {counts:?}");
            all.programs += counts.programs;
            all.diverging += counts.diverging;
            all.repaired += counts.repaired;
            all.alongside += counts.alongside;
            all.unrepaired += counts.unrepaired;
            all.wrapped += counts.wrapped;
        }
    }
    println!("{all:?}");
    assert_eq!(all.diverging, all.repaired + all.alongside + all.unrepaired);
    // The counts vary slightly with the sample.
    assert!(all.programs * step >= 300 && all.repaired * step >= 150 && all.unrepaired > 0 && all.wrapped > 0, "{all:?}");
}
