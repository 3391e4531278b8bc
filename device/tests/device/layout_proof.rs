//! Proves layouts on the device: exactly the bytes in padstone's layout change.

use padstone_device::{Gpu, Proof, prove_naga, prove_spirv};
use padstone_generate::wgsl::{self, ModuleFeatures};
use padstone_generate::{Choices, bytes, glsl};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, layout};

/// The number of structs that are written under each rule set.
const STRUCTS: usize = 100;

#[test]
fn wgsl_layouts_hold_on_the_device_under_every_rule_set() {
    for rules in ["std140", "std430", "scalar", "wgsl"] {
        check(rules, |seed| (Language::Wgsl, wgsl::module(&mut Choices::new(&bytes(seed, 2_000)), ModuleFeatures::everywhere())));
    }
}

#[test]
fn glsl_blocks_match_on_the_device() {
    check("glslang", |seed| (Language::Glsl, glsl::file(&mut Choices::new(&bytes(seed, 2_000)), 2)));
}

/// Here naga lays out the text, and padstone predicts the layout.
#[test]
fn wgsl_compiled_by_naga_matches_on_the_device() {
    let Some(gpu) = Gpu::find("layouts of naga on a device") else { return };
    let mut proof = Proof::default();
    let mut seed = 0;
    while proof.structs < STRUCTS {
        let source = wgsl::module(&mut Choices::new(&bytes(seed, 2_000)), ModuleFeatures::naga());
        let proved = prove_naga(&gpu, &source, &read(Language::Wgsl, &source), layout::find("naga").expect("a profile"));
        proof.add(proved.unwrap_or_else(|why| panic!("seed {seed}: {why}\n{source}")));
        assert!(proof.wrong.is_empty(), "seed {seed}: {}\n{source}", proof.wrong.join("\n"));
        seed += 1;
    }
    report("naga", &proof);
}

/// The proof can fail: naga deviates from WGSL where it ignores an `@align`.
#[test]
fn a_different_layout_is_detected() {
    let Some(gpu) = Gpu::find("layouts on a device") else { return };
    let source = "struct In { @align(16) a: u32 } struct Out { b: u32, c: In } @group(0) @binding(0) var<storage> out: Out;";
    let unit = read(Language::Wgsl, source);
    let wrong = |rules| prove_naga(&gpu, source, &unit, layout::find(rules).expect("rules")).expect("it runs").wrong;
    assert_eq!(wrong("naga"), [""; 0]);
    // Both the actual and the expected offset.
    assert_eq!(wrong("wgsl").len(), 16, "{:?}", wrong("wgsl"));
}

fn check(rules: &str, generate: impl Fn(u64) -> (Language, String)) {
    let Some(gpu) = Gpu::find("layouts on a device") else { return };
    let mut proof = Proof::default();
    let mut seed = 0;
    while proof.structs < STRUCTS {
        let (language, source) = generate(seed);
        let proved = prove_spirv(&gpu, &read(language, &source), layout::find(rules).expect("rules"));
        proof.add(proved.unwrap_or_else(|why| panic!("{rules}, seed {seed}: {why}\n{source}")));
        assert!(proof.wrong.is_empty(), "{rules}, seed {seed}: {}\n{source}", proof.wrong.join("\n"));
        seed += 1;
    }
    report(rules, &proof);
}

pub(crate) fn read(language: Language, source: &str) -> Unit {
    let unit = Unit::read("generated", source.into(), &MemoryLoader::default(), &Options { language, ..Options::default() });
    assert!(!unit.diagnostics.has_errors(), "{source}");
    unit
}

fn report(rules: &str, proof: &Proof) {
    let Proof { structs, buffers, stores, left_out, .. } = proof;
    println!("{rules}: {structs} structs in {buffers} buffers, {stores} stores; {} left out", left_out.len());
}
