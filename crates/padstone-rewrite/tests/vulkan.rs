//! `inline --for vulkan` on generated modules of both editions, compared with Vulkan's validator: modules that `--check` accepts are valid,
//! modules that it reports are invalid, and results without errors are valid and accepted.

use padstone_bind::{bind, binding_rules};
use padstone_diag::{Diagnostics, codes};
use padstone_emit::spirv::{self, ModuleFormat};
use padstone_generate::wgsl::draft_2020;
use padstone_generate::{Choices, bytes};
use padstone_layout::{WGSL, WGSL_2020, layout};
use padstone_rewrite::{Backend, Options, PASSES, Pass, find, rewrite};
use padstone_source::{MemoryLoader, SourceMap};
use padstone_testing::Oracle;
use padstone_wgsl::tree::Edition;
use padstone_wgsl::{Options as Reading, read_wgsl};

/// The number of modules of each edition, and with PADSTONE_FULL set.
const MODULES: u64 = 60;
const ALL_MODULES: u64 = 500;
/// The number of structs in a module.
const STRUCTS: usize = 4;

#[test]
fn spirv_val_agrees_with_the_check() {
    let Some(validator) = Oracle::find("spirv-val", "WGSL inlined for Vulkan") else { return };
    let (mut rejected, mut inlined, mut left) = (0, 0, 0);
    for (seed, edition) in modules() {
        let text = module(&mut Choices::new(&bytes(seed, 200)), edition);
        let (_, found) = rewritten(&text, edition, "inline", true);
        let verdict = validate(&validator, &text, edition);
        assert_eq!(verdict.is_err(), found.has_errors(), "{seed}, {edition:?}: {verdict:?}\n{found:?}\n{text}");
        rejected += usize::from(verdict.is_err());
        let (out, found) = rewritten(&text, edition, "inline", false);
        assert!(verdict.is_err() || out == text, "{seed}: no change was needed\n{text}\n{out}");
        assert!(verdict.is_ok() || out != text || found.has_errors(), "{seed}: no diagnostic\n{text}");
        if found.has_errors() {
            left += 1;
            assert!(found.iter().all(|found| found.code.id == codes::REWRITE_UNFIT.id), "{seed}: {found:?}\n{text}");
            continue;
        }
        inlined += usize::from(out != text);
        assert_eq!(validate(&validator, &out, edition), Ok(()), "{seed}\n{text}\n{out}");
        assert!(!rewritten(&out, edition, "inline", true).1.has_errors(), "{seed}: rejected by its own check\n{text}\n{out}");
    }
    assert!(rejected > 10 && inlined > 5 && left > 5, "{rejected} rejected, {inlined} inlined, {left} unchanged");
}

/// Modules that the validator accepts remain valid after every pass.
#[test]
fn spirv_val_accepts_rewritten_modules() {
    let Some(validator) = Oracle::find("spirv-val", "WGSL rewritten by every pass") else { return };
    let mut accepted = [0, 0];
    for (seed, edition) in modules() {
        let decisions = bytes(seed, 900);
        let mut choices = Choices::new(&decisions);
        let is_2020 = edition == Edition::Draft2020;
        let text = if is_2020 { draft_2020(&mut choices).text } else { module(&mut choices, edition) };
        if validate(&validator, &text, edition).is_err() {
            continue;
        }
        for pass in PASSES.iter().filter(|pass| pass.takes.contains(&edition)) {
            let (out, found) = everywhere(&text, edition, pass.name);
            if out == text || found.has_errors() {
                continue;
            }
            accepted[usize::from(is_2020)] += 1;
            let verdict = validate(&validator, &out, pass.gives.unwrap_or(edition));
            assert_eq!(verdict, Ok(()), "{}, {seed}, {edition:?}\n{text}\n{out}", pass.name);
        }
    }
    assert!(accepted.iter().all(|&accepted| accepted > 20), "{accepted:?} modules of today and of 2020 were rewritten");
}

/// Passes are repeated until none of them changes anything.
#[test]
fn rewriting_twice_changes_nothing() {
    for (seed, edition) in modules() {
        let text = module(&mut Choices::new(&bytes(seed, 200)), edition);
        for passes in ["inline", "pack", "scalarize", "inline,pack", "pack,inline"] {
            is_settled(&text, edition, passes, passes, edition);
        }
        if edition == Edition::Draft2020 {
            for (passes, later) in [("modernize,pack", "pack"), ("pack,modernize", "pack"), ("modernize,inline,pin", "inline,pin")] {
                is_settled(&text, edition, passes, later, Edition::Current);
            }
        }
    }
}

/// Runs passes on a module, and some of them again on the result.
fn is_settled(text: &str, edition: Edition, passes: &str, later: &str, next: Edition) {
    let (out, found) = everywhere(text, edition, passes);
    let is_fault = |found: &Diagnostics| found.iter().any(|found| found.code.id == codes::REWRITE_FAULT.id);
    assert!(!is_fault(&found), "{passes}: {found:?}\n{text}");
    if found.has_errors() {
        return;
    }
    let (second, found) = everywhere(&out, next, later);
    assert!(!found.has_errors(), "{passes}: {found:?}\n{text}\n{out}");
    assert_eq!(second, out, "{passes}: {later} changes it again\n{text}");
}

fn modules() -> impl Iterator<Item = (u64, Edition)> {
    let count = if std::env::var_os("PADSTONE_FULL").is_some() { ALL_MODULES } else { MODULES };
    (0..count).flat_map(|seed| [(seed, Edition::Draft2020), (seed, Edition::Current)])
}

fn everywhere(text: &str, edition: Edition, passes: &str) -> (String, Diagnostics) {
    through(text, edition, passes, &Options::default())
}

fn rewritten(text: &str, edition: Edition, passes: &str, check: bool) -> (String, Diagnostics) {
    through(text, edition, passes, &Options { target: Some(Backend::Vulkan), check, ..Options::default() })
}

fn through(text: &str, edition: Edition, passes: &str, options: &Options) -> (String, Diagnostics) {
    let passes: Vec<&'static Pass> = passes.split(',').map(|name| find(name).expect("a pass")).collect();
    let (mut sources, mut found) = (SourceMap::new(), Diagnostics::new());
    let file = sources.add_file("generated.wgsl", text.into()).expect("a small file");
    let text = rewrite(&mut sources, file, edition, &passes, options, &mut found).text;
    (text, found)
}

/// The layout of a module as SPIR-V, validated.
fn validate(validator: &Oracle, text: &str, edition: Edition) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let file = sources.add_file("generated.wgsl", text.into()).expect("a small file");
    let (reading, mut found) = (Reading { edition, ..Reading::default() }, Diagnostics::new());
    let module = read_wgsl(&mut sources, file, &MemoryLoader::default(), &reading, &mut found);
    assert!(!found.has_errors(), "{found:?}\n{text}");
    let layouts = layout(&module, if edition == Edition::Current { &WGSL } else { &WGSL_2020 });
    let bindings = bind(&module, &binding_rules::WGSL, &padstone_bind::Options::default());
    let mut out = Vec::new();
    let diagnostics = spirv::write(&mut out, &module, &layouts, &bindings, ModuleFormat::Binary).expect("a vector takes all");
    assert!(!diagnostics.has_errors(), "{diagnostics:?}\n{text}");
    validator.run(&["--target-env", "vulkan1.2"], &out).map(|_| ())
}

/// Nested structs, the last one in a buffer, and a function that reads a member.
fn module(choices: &mut Choices<'_>, edition: Edition) -> String {
    let is_today = edition == Edition::Current;
    let (end, mut text) = (if is_today { "," } else { ";" }, String::new());
    for number in 0..STRUCTS {
        let is_last = number + 1 == STRUCTS;
        let count = choices.between(1, 3) + usize::from(is_last);
        let members: Vec<String> = (0..count).map(|position| format!("m{position} : {}", member(choices, number))).collect();
        let head = if is_last && !is_today { "[[block]] struct" } else { "struct" };
        text.push_str(&format!("{head} S{number} {{ {}{end} }}{}\n", members.join(&format!("{end} ")), if is_today { "" } else { ";" }));
    }
    let space = *choices.pick(&["uniform", "storage"]);
    let last = STRUCTS - 1;
    if is_today {
        text.push_str(&format!("@group(0) @binding(0) var<{space}> u : S{last};\n"));
        text.push_str(&format!("@compute @workgroup_size(1) fn main() {{ let x = u.m0; }}\nfn foo() -> S{last} {{ return u; }}\n"));
    } else {
        text.push_str(&format!("[[group(0), binding(0)]] var<{space}> u : [[access(read)]] S{last};\n"));
        text.push_str(&format!("fn foo() -> S{last} {{ return u; }}\n"));
    }
    text
}

/// The type of a member of the struct with that number, which may contain preceding structs. Matrices of two rows are excluded: uniform buffers
/// of WGSL have always allowed them, and compilers split them into vectors for Vulkan.
fn member(choices: &mut Choices<'_>, number: usize) -> String {
    let plain = *choices.pick(&["f32", "vec2<f32>", "vec3<f32>", "vec4<f32>", "u32", "f32", "mat3x3<f32>"]);
    match choices.below(8) {
        0..=3 if number > 0 => format!("S{}", choices.below(number)),
        4 if number > 0 => format!("array<S{}, {}>", choices.below(number), choices.between(1, 3)),
        5 => format!("array<{}, {}>", if choices.one_in(2) { plain } else { "vec4<f32>" }, choices.between(1, 4)),
        _ => plain.to_owned(),
    }
}
