//! Small modules that tint accepts or rejects: padstone must agree on each (see `modules/README.md`).

use padstone_diag::{Diagnostics, Severity};
use padstone_source::{MemoryLoader, SourceMap};
use padstone_wgsl::{Options, read_wgsl};

/// The errors of a module, with those about extensions that implementations other than naga require.
fn errors(source: &str) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.wgsl", source.into()).unwrap();
    let mut found = Diagnostics::new();
    let module = read_wgsl(&mut sources, file, &MemoryLoader::default(), &Options::default(), &mut found);
    let errors = found.iter().filter(|found| found.severity == Severity::Error);
    let unenabled = module.unenabled_subgroups.iter().map(|feature| format!("{} requires an extension", feature.role));
    errors.map(|error| format!("{} {}", error.code.id, error.message)).chain(unenabled).collect()
}

#[track_caller]
fn check(modules: &str, is_valid: bool) {
    let wrong: Vec<String> = modules
        .lines()
        .map(|module| (module, errors(module)))
        .filter(|(_, errors)| errors.is_empty() != is_valid)
        .map(|(module, errors)| format!("{module}\n    {errors:?}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {} modules:\n{}", wrong.len(), modules.lines().count(), wrong.join("\n"));
}

#[test]
fn modules_that_tint_accepts_are_accepted() {
    check(include_str!("modules/valid.txt"), true);
}

#[test]
fn modules_that_tint_rejects_are_rejected() {
    check(include_str!("modules/invalid.txt"), false);
}

/// A 16-bit literal is rounded to the nearest value, as in naga; tint truncates it. Both are allowed (WGSL, section
/// 15.7.6).
#[test]
fn unlike_tint_literals_are_rounded_to_nearest() {
    check("enable f16; const_assert 0.3h == 0.300048828125h;", true);
}

/// A 64-bit atomic, of tint's extension `atomic_vec2u_min_max`, is not supported.
#[test]
fn unlike_tint_atomics_have_32_bits() {
    check("enable atomic_vec2u_min_max; @group(0) @binding(0) var<storage, read_write> a: atomic<vec2u>;", false);
}
