//! A change of any single field of any of Slang's rule sets is detected: it changes an offset in a recorded program.
//!
//! Other tests compare the unchanged layouts with libslang's recorded and live results. So a change that moves an offset, in a
//! type that a recorded program lays out under those rules, contradicts libslang.

use std::collections::BTreeMap;

use padstone_read::Unit;
use padstone_read::layout::{
    Bools, DescriptorHandles, EmptyMembers, HalfVectors, PointerSize, Profile, RuleSet, TypeLayouts, UnsizedArrays, slang_rule_sets,
    types_under,
};
use padstone_read::model::{Align, Language, Module, TypeId};
use padstone_read::source::MemoryLoader;
use serde_json::Value;

use crate::mutants::fields::{Mutant, mutants};
use crate::slang::golden::lines;
use crate::slang::live::{TARGETS, request};
use crate::slang::reflect::options;

/// Fields without effect in any of Slang's rule sets.
pub(crate) const OF_OTHER_LANGUAGES: [(&str, &str); 10] = [
    ("vector_matrices", "no matrix is a vector"),
    ("integer_matrices", "clang's rule"),
    ("bitfields", "the front end makes members of bit-fields"),
    ("member_align", "no member has an alignment attribute"),
    ("member_size", "no member has a size attribute"),
    ("llvm_shapes", "there is no LLVM for Slang"),
    ("struct_size", "about structs without members, which have no bytes"),
    ("empty_elements", "elements without bytes do not affect the size"),
    ("vector_align[0]", "no vector has one component"),
    ("vector_size[0]", "no vector has one component"),
];

/// Rule sets that no compiler uses: `documented` has its own tables.
const DOCUMENTED: [&str; 2] = ["documented-d3d", "documented-vulkan"];

/// Fields of single rule sets without effect.
const WITHOUT_EFFECT: &[(&str, &str, &str)] = &[
    ("natural", "vector_align_at_most", LIKE_SCALAR),
    ("c", "array_tail", NO_PADDING),
    ("c", "empty_members", ALIGNED_TO_ONE),
    ("c", "vector_align_at_most", LIKE_SCALAR),
    ("metal-constant", "array_tail", NO_PADDING),
    ("metal-constant", "empty_members", ALIGNED_TO_ONE),
    ("metal-device", "array_tail", NO_PADDING),
    ("metal-device", "empty_members", ALIGNED_TO_ONE),
    ("metal-device", "vector_align_at_most", LIKE_SCALAR),
    ("metal-argument-buffer", "array_tail", NO_PADDING),
    ("metal-argument-buffer", "buffer_members", "the content of a parameter block is a separate struct"),
    ("metal-argument-buffer", "empty_members", ALIGNED_TO_ONE),
    ("metal-argument-buffer", "pointers", NOT_RECORDED),
    ("metal-argument-buffer", "unsized_arrays", NOT_RECORDED),
    ("cuda", "array_tail", NO_PADDING),
    ("cuda", "empty_members", ALIGNED_TO_ONE),
    ("cpp", "array_tail", NO_PADDING),
    ("cpp", "empty_members", ALIGNED_TO_ONE),
    ("cpp", "vector_align_at_most", LIKE_SCALAR),
    ("slang-cbuffer", "vector_align_at_most", LIKE_SCALAR),
    ("slang-std430", "empty_members", ALIGNED_TO_ONE),
];

const ALIGNED_TO_ONE: &str = "empty types have alignment 1, so that they affect no offset";
const LIKE_SCALAR: &str = "vectors are aligned like their scalar, which is at most 8";
const NO_PADDING: &str = "every size is a multiple of its alignment: there is no padding after the last element";
const NOT_RECORDED: &str = "no recorded program contains one under this rule set";

/// The number of generated programs that are also evidence.
const GENERATED: u64 = 24;

/// A recorded program with the types that it lays out under a rule set.
struct Program<'a> {
    module: &'a Module,
    profile: &'static Profile,
    types: Vec<TypeId>,
}

#[test]
fn every_mutant_is_detected() {
    let units = units();
    let evidence = evidence(&units);
    let mut problems = Vec::new();
    let (mut total, mut same) = (0, 0);
    for &original in slang_rule_sets().iter().filter(|rules| !DOCUMENTED.contains(&rules.name)) {
        let programs = evidence.get(original.name).map(Vec::as_slice).unwrap_or_default();
        let mut noticed: BTreeMap<String, (bool, String)> = BTreeMap::new();
        for Mutant { field, to, rules } in mutants(original).into_iter().chain(of_slang(original)) {
            total += 1;
            let rules = &*Box::leak(Box::new(rules));
            let is_noticed = programs.iter().any(|program| moves(program, original, rules));
            same += usize::from(!is_noticed);
            let known = noticed.entry(field).or_default();
            known.0 |= is_noticed;
            known.1.push_str(&format!(" {to}"));
        }
        for (field, (is_noticed, changes)) in noticed {
            let excused = OF_OTHER_LANGUAGES.iter().any(|(name, _)| *name == field)
                || WITHOUT_EFFECT.iter().any(|(name, listed, _)| (*name, *listed) == (original.name, &*field));
            match (is_noticed, excused) {
                (false, false) => problems.push(format!("{}: {field}: no test detects a change to any of{changes}", original.name)),
                (true, true) if !OF_OTHER_LANGUAGES.iter().any(|(name, _)| *name == field) => {
                    problems.push(format!("{}: {field}: is listed as without effect, but has one", original.name));
                }
                _ => {}
            }
        }
    }
    println!("{total} mutants of Slang's rule sets, {} detected, {same} move no member", total - same);
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// The recorded programs, each with its target, and some of those that are compared live.
fn units() -> Vec<(Unit, &'static Profile)> {
    let recorded = ["slang.jsonl", "slang-more.jsonl"].into_iter().flat_map(lines).filter(|line| !line["json"].is_null());
    let generated = (0..GENERATED).flat_map(|seed| TARGETS.map(|(target, flags)| (seed, target, flags)));
    let generated = generated.map(|(seed, target, flags)| {
        let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
        read(&[("program.slang", &request(seed, target, &flags, true).source)], target, &flags)
    });
    recorded.map(|line| unit(&line)).chain(generated).collect()
}

fn unit(line: &Value) -> (Unit, &'static Profile) {
    let text = |key: &str| line[key].as_str().expect("a line has texts");
    let mut files = vec![(text("file"), text("source"))];
    files.extend(
        line["files"].as_object().into_iter().flatten().map(|(name, source)| (&**name, source.as_str().expect("a file is a text"))),
    );
    let flags: Vec<String> = line["flags"].as_array().into_iter().flatten().filter_map(|flag| Some(flag.as_str()?.to_owned())).collect();
    read(&files, text("target"), &flags)
}

fn read(files: &[(&str, &str)], target: &str, flags: &[String]) -> (Unit, &'static Profile) {
    let (slang, request) = options(target, flags);
    let options = padstone_read::Options { language: Language::Slang, slang, ..padstone_read::Options::default() };
    let unit = Unit::load_program(&[files[0].0], &MemoryLoader::new(files.iter().copied()), &options);
    (unit, request.target.family.profile)
}

/// The programs that use each rule set.
fn evidence<'a>(units: &'a [(Unit, &'static Profile)]) -> BTreeMap<&'static str, Vec<Program<'a>>> {
    let mut evidence: BTreeMap<&str, Vec<Program<'a>>> = BTreeMap::new();
    for (unit, profile) in units {
        for set in unit.layout(profile).sets {
            let types = unit.module.types.iter().map(|(ty, _)| ty).filter(|&ty| set.get(ty).is_ok()).collect();
            evidence.entry(set.rules.name).or_default().push(Program { module: &unit.module, profile, types });
        }
    }
    evidence
}

/// Whether the layout of a type of a program differs under other rules.
fn moves(program: &Program<'_>, rules: &'static RuleSet, others: &'static RuleSet) -> bool {
    let layouts_under = |rules| types_under(program.module, program.profile, rules);
    let (one, other) = (layouts_under(rules), layouts_under(others));
    program.types.iter().any(|&ty| seen(program.module, &one, ty) != seen(program.module, &other, ty))
}

/// The recorded properties of a type: its size, its stride, and the offsets of its fields.
fn seen(module: &Module, types: &TypeLayouts, ty: TypeId) -> (Option<String>, Vec<u64>) {
    let fields = types.fields(module, ty).map(|(_, placed)| placed.offset.bytes()).collect();
    (types.get(ty).ok().map(|layout| format!("{:?} {:?}", layout.size, layout.shape)), fields)
}

/// Changes of the fields in which only Slang's rules differ.
pub(crate) fn of_slang(original: &RuleSet) -> Vec<Mutant> {
    let change = |field: &str, rules: RuleSet| Mutant { field: field.to_owned(), to: String::new(), rules };
    let bools = if original.bools == Bools::OneByte { Bools::FourBytes } else { Bools::OneByte };
    let pointers = if original.pointers == PointerSize::NoBytes { PointerSize::EightBytes } else { PointerSize::NoBytes };
    let halves = if original.half_vectors == HalfVectors::Pairs { HalfVectors::LikeOthers } else { HalfVectors::Pairs };
    let empty = if original.empty_members == EmptyMembers::Skipped { EmptyMembers::Placed } else { EmptyMembers::Skipped };
    let at_most = if original.vector_align_at_most.is_some() { None } else { Some(Align::EIGHT) };
    let handles =
        if original.descriptor_handles == DescriptorHandles::Uint2 { DescriptorHandles::Object } else { DescriptorHandles::Uint2 };
    let is_handle = matches!(original.unsized_arrays, UnsizedArrays::Handle(_));
    let arrays = if is_handle { UnsizedArrays::OfProfile } else { UnsizedArrays::Handle(24) };
    vec![
        change("bools", RuleSet { bools, ..original.clone() }),
        change("pointers", RuleSet { pointers, ..original.clone() }),
        change("half_vectors", RuleSet { half_vectors: halves, ..original.clone() }),
        change("empty_members", RuleSet { empty_members: empty, ..original.clone() }),
        change("vector_align_at_most", RuleSet { vector_align_at_most: at_most, ..original.clone() }),
        change("descriptor_handles", RuleSet { descriptor_handles: handles, ..original.clone() }),
        change("unsized_arrays", RuleSet { unsized_arrays: arrays, ..original.clone() }),
    ]
}
