//! Modules of several files: padstone's layout matches that of the modules that naga_oil (Bevy) and wesl link.

#![allow(missing_docs, reason = "tests")]

use std::collections::HashMap;

use naga_oil::compose::{ComposableModuleDescriptor, Composer, NagaModuleDescriptor, ShaderDefValue};
use padstone_peers::{layouts, layouts_of};
use padstone_read::bind::binding_rules;
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::{Layouts, PadstoneOutput, answer, differences};
use wesl::{VirtualResolver, Wesl};

/// Files, the first of which imports the others, each after a line `--- path`; lines with `-D` options come first.
struct Case {
    defines: Vec<(String, Option<String>)>,
    files: Vec<(String, String)>,
}

fn cases(text: &str) -> Vec<Case> {
    let case = |text: &str| {
        let (options, files) = text.split_once("--- ").expect("a file");
        let define = |option: &str| {
            let option = option.strip_prefix("-D").expect("a definition");
            option.split_once('=').map_or((option.to_owned(), None), |(name, value)| (name.to_owned(), Some(value.to_owned())))
        };
        let file = |file: &str| file.split_once('\n').map(|(path, text)| (path.to_owned(), text.to_owned())).expect("a path");
        Case { defines: options.split_whitespace().map(define).collect(), files: files.split("--- ").map(file).collect() }
    };
    text.split("=== ").skip(1).map(case).collect()
}

fn ours(case: &Case) -> PadstoneOutput {
    let (path, text) = &case.files[0];
    let loader = MemoryLoader::new(case.files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let wgsl = padstone_read::wgsl::Options { defines: case.defines.clone(), bodies: true, ..padstone_read::wgsl::Options::default() };
    let unit = Unit::read(path, text.as_str().into(), &loader, &Options { language: Language::Wgsl, wgsl, ..Options::default() });
    answer(&unit, path, "naga", &binding_rules::WGSL)
}

/// Compares the buffers of the first file, because each linker renames imported ones differently.
fn check(case: &Case, compiler: &str, theirs: Result<Layouts, String>) {
    let text = &case.files[0].1;
    let ours = ours(case);
    assert!(ours.errors.is_empty(), "{text}\n{:?}", ours.errors);
    let theirs = theirs.unwrap_or_else(|why| panic!("{compiler}: {why}\n{text}"));
    let ours = ours.buffers();
    let theirs: Layouts = theirs.into_iter().filter(|(name, _)| ours.contains_key(name)).collect();
    assert!(!ours.is_empty() && theirs.len() == ours.len(), "{compiler} has {} of {} buffers\n{text}", theirs.len(), ours.len());
    let found = differences(compiler, &theirs, &ours);
    assert!(found.is_empty(), "{text}\n{}", found.join("\n"));
}

#[test]
fn naga_oil_module_offsets_match_naga() {
    let cases = cases(include_str!("imports/naga_oil.txt"));
    assert!(cases.len() >= 12);
    for case in &cases {
        let definitions: HashMap<String, ShaderDefValue> = case.defines.iter().map(definition).collect();
        let mut composer = Composer::default();
        // A module must be added before those that import it.
        for (path, text) in case.files[1..].iter().rev() {
            let module =
                ComposableModuleDescriptor { source: text, file_path: path, shader_defs: definitions.clone(), ..Default::default() };
            composer.add_composable_module(module).unwrap_or_else(|why| panic!("{path}: {why:?}\n{text}"));
        }
        let (path, text) = &case.files[0];
        let composed = composer.make_naga_module(NagaModuleDescriptor {
            source: text,
            file_path: path,
            shader_defs: definitions,
            ..Default::default()
        });
        let theirs = composed.map_err(|why| format!("{why:?}")).and_then(|module| layouts_of(&module));
        check(case, "naga_oil", theirs);
    }
}

fn definition((name, value): &(String, Option<String>)) -> (String, ShaderDefValue) {
    let value = match value.as_deref() {
        None | Some("true") => ShaderDefValue::Bool(true),
        Some("false") => ShaderDefValue::Bool(false),
        Some(number) => match number.strip_suffix('u') {
            Some(number) => ShaderDefValue::UInt(number.parse().expect("a number")),
            None => ShaderDefValue::Int(number.parse().expect("a number")),
        },
    };
    (name.clone(), value)
}

#[test]
fn wesl_module_offsets_match_naga() {
    let cases = cases(include_str!("imports/wesl.txt"));
    assert!(cases.len() >= 10);
    for case in &cases {
        let mut resolver = VirtualResolver::new();
        for (path, text) in &case.files {
            let module = format!("package::{}", path.trim_end_matches(".wesl").replace('/', "::"));
            resolver.add_module(module.parse().expect("a path"), text.as_str().into());
        }
        let root = format!("package::{}", case.files[0].0.trim_end_matches(".wesl"));
        let mut compiler = Wesl::new_barebones().set_custom_resolver(resolver);
        compiler.use_imports(true).use_condcomp(true).use_stripping(false).set_missing_feature_behavior(false);
        for (name, value) in &case.defines {
            compiler.set_feature(name, value.as_deref() != Some("false"));
        }
        let compiled = compiler.compile(&root.parse().expect("a path")).map_err(|why| why.to_string());
        check(case, "wesl", compiled.and_then(|module| layouts(&module.to_string())));
    }
}
