//! padstone accepts the modules that compilers accept, and rejects those that they reject: every module of `tests/validation`.

#![allow(clippy::print_stdout, reason = "prints the counts")]

mod recorded;

use padstone_read::cfamily::TargetEnv;
use padstone_read::diag::{Diagnostics, Severity};
use padstone_read::source::SourceMap;
use padstone_read::wgsl::body::check_bodies;
use padstone_read::wgsl::tree::{Edition, Source};
use padstone_testing::{Module, ours};

/// The maximum number of disagreements printed.
const SHOWN: usize = 20;

#[test]
fn verdicts_on_wgsl_declarations_match_tint() {
    agree("wgsl.jsonl", [200, 200], "wgsl", |module| module.accepted_by("tint"));
}

#[test]
fn verdicts_on_wgsl_bodies_match_tint() {
    let expected = |module: &Module| module.accepted_under("wgsl").unwrap_or_else(|| module.accepted_by("tint"));
    agree_on("bodies.jsonl", [60, 60], "function bodies", expected, body_errors);
}

#[test]
fn verdicts_on_uniformity_match_tint() {
    agree_on("uniformity.jsonl", [60, 75], "uniformity", |module| module.accepted_by("tint"), body_errors);
}

#[test]
fn uniform_buffers_have_their_old_constraints_under_old_rules() {
    for rules in ["wgsl-legacy", "naga"] {
        agree("wgsl.jsonl", [190, 200], rules, |module| module.accepted_under(rules).unwrap_or_else(|| module.accepted_by("tint")));
    }
}

#[test]
fn modules_of_2020_are_validated_against_the_draft() {
    let expected = |module: &Module| module.accepted_under("wgsl-2020").unwrap_or_else(|| module.accepted_by("draft"));
    agree("wgsl-2020.jsonl", [20, 20], "wgsl-2020", expected);
}

#[test]
fn verdicts_on_vulkan_shaders_match_glslang() {
    agree("glsl.jsonl", [60, 60], "glslang", |module| module.accepted_under("glslang").unwrap_or_else(|| module.accepted_by("vulkan")));
}

#[test]
fn disagreements_of_compilers_are_explained() {
    for file in ["wgsl.jsonl", "bodies.jsonl", "uniformity.jsonl"] {
        for module in Module::all(file) {
            let disagree = module.accepted_by("tint") != module.accepted_by("naga");
            assert_eq!(disagree, module.reason().is_some(), "{file}: {} has an explanation, or needs one", module.id);
        }
    }
}

/// The errors of a WGSL module, including function bodies.
fn body_errors(module: &Module) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = sources.add_file(&module.file, module.source.as_str().into()).expect("the file can be written");
    let mut found = Diagnostics::new();
    check_bodies(Source::new(sources.file(file), Edition::Current), &mut found);
    found.iter().filter(|found| found.severity == Severity::Error).map(|found| found.message.clone()).collect()
}

/// Every module of a file has the expected verdict under a profile. `counts` are the minimum numbers of accepted and rejected modules.
fn agree(file: &str, counts: [usize; 2], profile: &str, expected: impl Fn(&Module) -> bool) {
    agree_on(file, counts, profile, expected, |module| ours(&module.file, &module.source, profile, TargetEnv::Vulkan).errors);
}

fn agree_on(
    file: &str,
    [accepted, rejected]: [usize; 2],
    rules: &str,
    expected: impl Fn(&Module) -> bool,
    errors: impl Fn(&Module) -> Vec<String>,
) {
    let modules = Module::all(file);
    let count = modules.iter().filter(|module| expected(module)).count();
    assert!(count >= accepted && modules.len() - count >= rejected, "{file} is not complete: {count} of {}", modules.len());
    let mut wrong = Vec::new();
    for module in &modules {
        let errors = errors(module);
        match (expected(module), errors.is_empty()) {
            (true, true) | (false, false) => {}
            (true, false) => wrong.push(format!("{}: is to be accepted, but {}\n{}", module.id, errors.join("\n"), module.source)),
            (false, true) => wrong.push(format!("{}: is to be rejected\n{}", module.id, module.source)),
        }
    }
    println!("{file} under {rules}: {} modules, {} verdicts agree", modules.len(), modules.len() - wrong.len());
    assert!(wrong.is_empty(), "{} of {} verdicts:\n{}", wrong.len(), modules.len(), wrong[..wrong.len().min(SHOWN)].join("\n"));
}
