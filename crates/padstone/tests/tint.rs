//! Generated WGSL modules match tint, which is run live: the alignment and all offsets of every struct.

#![allow(clippy::print_stdout, reason = "prints the counts")]

use std::collections::BTreeMap;

use padstone_generate::wgsl::{self, ModuleFeatures};
use padstone_generate::{Choices, bytes};
use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Layouts, Tint, TintStruct, WGSL_DECLARATIONS, interface, mutations, ours, seeds};

/// The number of modules.
const MODULES: [u64; 2] = [60, 300];
/// The number of choices for a module.
const DECISIONS: usize = 3_000;
/// The maximum number of disagreements printed.
const SHOWN: usize = 4;

#[test]
fn struct_offsets_match_tint() {
    let Some(tint) = Tint::find("WGSL structs compared with tint's") else { return };
    let (mut structs, mut disagreeing) = (0, Vec::new());
    let seeds = seeds(MODULES[0], MODULES[1]);
    for seed in seeds.clone() {
        let source = wgsl::module(&mut Choices::new(&bytes(seed, DECISIONS)), ModuleFeatures::everywhere());
        let ours = ours("module.wgsl", &source, "wgsl", TargetEnv::Vulkan);
        let theirs = tint.structs(&with_all_used(&source, &ours.structs));
        let theirs = theirs.unwrap_or_else(|error| panic!("tint, seed {seed}: {error}\n{source}"));
        let mut found = ours.errors;
        structs += compare(&theirs, &ours.layouts, &mut found);
        if !found.is_empty() {
            disagreeing.push(format!("seed {seed}:\n{}\n{source}", found.join("\n")));
        }
    }
    println!("{} modules, {structs} structs compared", seeds.clone().count());
    assert!(structs > seeds.count(), "only {structs} structs");
    let shown = disagreeing[..disagreeing.len().min(SHOWN)].join("\n--\n");
    assert!(disagreeing.is_empty(), "{} modules disagree:\n{shown}", disagreeing.len());
}

/// Each name is unique.
const INTERFACES: [&str; 3] = [
    "struct Out { @builtin(position) pos: vec4f, @location(0) uv: vec2f, @location(3) @interpolate(flat) id: u32,\n\
     @location(1 + 1) @interpolate(linear, centroid) w: f32 }\n\
     @vertex fn vs(@location(0) p: vec3f, @builtin(vertex_index) i: u32, @location(7) q: vec4<i32>) -> Out { var o: Out; return o; }",
    "enable dual_source_blending;\nstruct Out { @location(0) @blend_src(0) a: vec4f, @blend_src(1) @location(0) b: vec4f }\n\
     @fragment fn fs(@location(4) x: vec2f, @builtin(front_facing) f: bool) -> Out { var o: Out; return o; }",
    "enable f16;\nalias Half = vec3<f16>;\nconst FIRST = 5u;\nstruct In { @location(FIRST) h: Half, @builtin(sample_index) s: u32, @location(0) c: f16 }\n\
     @fragment fn fs(in: In) -> @location(2) vec4u { return vec4u(); }",
];

#[test]
fn stage_interfaces_match_tint() {
    let Some(tint) = Tint::find("WGSL locations compared with tint's") else { return };
    let mut compared = 0;
    for source in INTERFACES {
        let theirs = tint.interface(source).unwrap_or_else(|error| panic!("tint: {error}\n{source}"));
        let ours = interface("module.wgsl", source);
        let ours: BTreeMap<&str, u64> =
            ours.iter().filter_map(|(name, &(location, _))| Some((name.split_once(' ')?.1, location))).collect();
        for (name, location) in &theirs {
            assert_eq!(ours.get(&**name), Some(location), "{name}\n{source}");
            compared += 1;
        }
    }
    assert!(compared > 8, "only {compared} locations");
}

/// Declarations that both reject.
const REJECTED: [&str; 3] = [
    "@fragment fn fs(@location(0) uv: vec2f) @location(0) vec4f { return vec4f(); }",
    "@fragment fn fs(@location(0) uv: vec2f) @ -> location(0) vec4f { return vec4f(); }",
    "fn f() @location(0) {}",
];

/// Declarations, each of them with one token left out, duplicated, or swapped with the next.
#[test]
fn verdicts_on_declarations_match() {
    let Some(tint) = Tint::find("verdicts on WGSL compared with tint's") else { return };
    let mutants = mutations(&WGSL_DECLARATIONS, 60, 100_000);
    let mut wrong = Vec::new();
    let expected = WGSL_DECLARATIONS.iter().map(|&text| (text, Some(true))).chain(REJECTED.map(|text| (text, Some(false))));
    for (text, expected) in expected.chain(mutants.iter().map(|text| (text.as_str(), None))) {
        let theirs = tint.accepts(text).is_ok();
        let ours = ours("verdict.wgsl", text, "wgsl", TargetEnv::Vulkan).errors.is_empty();
        if theirs != ours || expected.is_some_and(|expected| ours != expected) {
            wrong.push(format!("{text}: tint {theirs}, padstone {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// tint lists only structs in variables, so each struct gets a variable.
fn with_all_used(source: &str, structs: &[String]) -> String {
    let numbered = structs.iter().enumerate();
    let variables = numbered.map(|(number, name)| format!("@group(7) @binding({number}) var<storage, read_write> keep{number}: {name};\n"));
    source.to_owned() + &variables.collect::<String>()
}

/// Adds the differences, and returns the number of compared structs. tint also lists structs that are not host-shareable.
fn compare(theirs: &BTreeMap<String, TintStruct>, ours: &Layouts, found: &mut Vec<String>) -> usize {
    let mut compared = 0;
    for (name, theirs) in theirs {
        let Some(layout) = ours.get(name) else { continue };
        compared += 1;
        let direct = layout.members.iter().filter(|(path, _)| !path.contains(['.', '[']));
        let ours: BTreeMap<&str, u64> = direct.map(|(path, member)| (&**path, member.offset)).collect();
        let theirs_by_name: BTreeMap<&str, u64> = theirs.members.iter().map(|(name, offset)| (&**name, *offset)).collect();
        if layout.align != Some(theirs.align) || ours != theirs_by_name {
            found.push(format!("{name}: tint says {theirs:?}, padstone {:?} {ours:?}", layout.align));
        }
    }
    compared
}
