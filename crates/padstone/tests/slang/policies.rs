//! A change of any field of a policy for programs, or of one of its targets, is detected: for libslang's policy by recordings, for the
//! documentation's by its text.

mod cases;

use std::collections::BTreeMap;

use padstone_read::bind::{
    self, BindingRules, Bindless, BlockBuffers, BlockSpaces, DefaultBuffers, DefaultSpace, EntryBindings, EntryTail, EntryUniforms,
    ExplicitSource, FragmentOutputs, HandleLayout, ProgramOrder, RegistersOnVulkan, Request, SameName, SlotRules, Target, TypeRules,
    UnboundedBytes, binding_rules::DOCUMENTED, binding_rules::SLANG_2026,
};
use padstone_read::cfamily::SlangUnit;
use padstone_read::diag::Severity;
use padstone_read::emit::reflect::{BindingLocation, slang_json};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::is_full;

use crate::slang::golden::lines;
use crate::slang::live;
use crate::slang::reflect::{options, target_name};
use crate::slang::written;
use cases::{CASES, Case};

/// Fields of policies and targets without effect, with the reason.
const WITHOUT_EFFECT: &[(&str, &[&str], &str, &str)] = &[
    ("slang-2026", &["hlsl", "spirv", "glsl", "wgsl", "metal", "cuda", "cpp"], "overlaps", "that places overlap is a warning everywhere"),
    ("slang-2026", &["spirv", "glsl", "wgsl", "metal", "cuda", "cpp"], "fragment_outputs", "there are no `u` registers to take"),
    ("documented", &["spirv"], "fragment_outputs", "there are no `u` registers to take"),
    ("slang-2026", &["hlsl", "metal", "cuda", "cpp"], "entry_uniforms", "both are constant buffers there"),
    ("slang-2026", &["hlsl", "spirv", "glsl", "wgsl", "metal"], "entry_tail", "slangc's JSON says nothing of how many bytes there are"),
];

/// The fields of policies; all others belong to their targets.
const OF_POLICIES: [&str; 8] =
    ["order", "same_name", "overlap", "overlap_where_allowed", "registers_on_vulkan", "entry_bindings", "unbounded_bytes", "default_space"];

/// A program, its options, and its expected layout.
struct Evidence {
    policy: &'static str,
    target: String,
    unit: Unit,
    options: bind::Options,
    expected: String,
    seen: fn(&Unit, &Request) -> String,
}

#[test]
fn documented_policies_match_the_code() {
    let mut problems = Vec::new();
    for case in CASES {
        let evidence = of_case(case);
        let found = listing(&evidence.unit, &request(&evidence, None));
        if found != case.expected {
            problems.push(format!("{} for {}: {:?}\n  is      {found}\n  and not {}", case.policy, case.target, case.units, case.expected));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Only in full runs.
#[test]
fn every_mutant_of_a_policy_is_detected() {
    if !is_full() {
        println!("not tested: only in full runs");
        return;
    }
    let all: Vec<Evidence> = CASES.iter().map(of_case).chain(recorded()).chain(generated()).chain(written()).collect();
    let mut noticed: BTreeMap<(&str, String, &str), bool> = BTreeMap::new();
    let mut total = 0;
    for evidence in &all {
        let original = request(evidence, None);
        for (field, mutant) in mutants(&original) {
            // A policy is the same for all targets; and the layout options of Vulkan change only its family.
            let target = if OF_POLICIES.contains(&field) { "" } else { evidence.target.split([' ', '-']).next().unwrap_or("") };
            let known = noticed.entry((evidence.policy, target.to_owned(), field)).or_default();
            total += 1;
            *known = *known || (evidence.seen)(&evidence.unit, &mutant) != evidence.expected;
        }
    }
    let mut problems = Vec::new();
    for ((policy, target, field), is_noticed) in noticed {
        let is_listed = |(listed_policy, targets, listed, _): &&(&str, &[&str], &str, &str)| {
            (*listed_policy, *listed) == (policy, field) && targets.contains(&&*target)
        };
        let is_excused = WITHOUT_EFFECT.iter().any(|listed| is_listed(&listed));
        if is_noticed == is_excused {
            problems.push(format!(
                "{policy} for {target}: {field}: {}",
                if is_noticed { "is excused, but noticed" } else { "no change is noticed" }
            ));
        }
    }
    println!("{total} mutants of policies for programs");
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

fn rules(name: &str) -> BindingRules {
    if name == "documented" { DOCUMENTED } else { SLANG_2026 }
}

fn request(evidence: &Evidence, target: Option<Target>) -> Request {
    let rules = rules(evidence.policy);
    let target = target.or_else(|| rules.target(&evidence.target)).expect("a target of the rules");
    Request { target, rules, options: evidence.options.clone(), profile: None }
}

fn of_case(case: &Case) -> Evidence {
    let flags: Vec<String> = case.flags.split_whitespace().map(str::to_owned).collect();
    let (mut slang, request) = options(case.target, &flags);
    slang.units = vec![SlangUnit { files: 1, is_hlsl: false }; case.units.len()];
    slang.unsized_constants = rules(case.policy).allows_unsized_constants();
    let names = ["a.slang", "b.slang"];
    let loader = MemoryLoader::new(names.into_iter().zip(case.units.iter().copied()));
    let options = Options { language: Language::Slang, slang, ..Options::default() };
    let unit = Unit::load_program(&names[..case.units.len()], &loader, &options);
    assert!(!unit.diagnostics.has_errors(), "{:?}", unit.diagnostics.iter().next());
    let (target, expected) = (case.target.to_owned(), case.expected.to_owned());
    Evidence { policy: case.policy, target, unit, options: request.options, expected, seen: listing }
}

/// The recordings of libslang.
fn recorded() -> impl Iterator<Item = Evidence> {
    let lines = ["slang.jsonl", "slang-more.jsonl"].into_iter().flat_map(lines).filter(|line| !line["json"].is_null());
    lines.map(|line| {
        let text = |key: &str| line[key].as_str().expect("a line has texts");
        let mut files = vec![(text("file"), text("source"))];
        files.extend(line["files"].as_object().into_iter().flatten().filter_map(|(name, source)| Some((&**name, source.as_str()?))));
        let flags: Vec<String> =
            line["flags"].as_array().into_iter().flatten().filter_map(|flag| Some(flag.as_str()?.to_owned())).collect();
        of_files(&files, text("target"), &flags)
    })
}

/// Programs that are compared with libslang live.
fn generated() -> impl Iterator<Item = Evidence> {
    let seeds = (0..24).flat_map(|seed| live::TARGETS.map(|(target, flags)| (seed, target, flags)));
    seeds.map(|(seed, target, flags)| {
        let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
        of_files(&[("program.slang", &live::request(seed, target, &flags, true).source)], target, &flags)
    })
}

/// Hand-written programs, which are compared with libslang live too.
fn written() -> impl Iterator<Item = Evidence> {
    written::for_targets().into_iter().filter_map(|(case, target)| {
        let files: Vec<(&str, &str)> = case.files.iter().map(|(name, text)| (&**name, &**text)).collect();
        crate::slang::reflect::reflect(&files, target, &case.flags).ok()?;
        Some(of_files(&files, target, &case.flags))
    })
}

fn of_files(files: &[(&str, &str)], target: &str, flags: &[String]) -> Evidence {
    let (slang, request) = options(target, flags);
    let options = Options { language: Language::Slang, slang, ..Options::default() };
    let unit = Unit::load_program(&[files[0].0], &MemoryLoader::new(files.iter().copied()), &options);
    let expected = json(&unit, &request);
    Evidence { policy: "slang-2026", target: target_name(target, flags), unit, options: request.options, expected, seen: json }
}

fn json(unit: &Unit, request: &Request) -> String {
    let mut text = Vec::new();
    slang_json::write(&mut text, &unit.module, &unit.program(request)).expect("the text can be written");
    String::from_utf8(text).expect("JSON is text")
}

fn listing(unit: &Unit, request: &Request) -> String {
    let layout = unit.program(request);
    let program = unit.reflect(&layout, "").0;
    let mut parts = Vec::new();
    let slot = |slot: &padstone_read::emit::reflect::ResourceSlot| {
        let location = match slot.place {
            Some(BindingLocation::D3d { class, register, space: 0 }) => format!(" {class}{register}"),
            Some(BindingLocation::D3d { class, register, space }) => format!(" {class}{register} space{space}"),
            Some(BindingLocation::Vulkan { set, binding }) => format!(" {set}.{binding}"),
            Some(BindingLocation::Unknown { .. }) => " ?".to_owned(),
            other => format!(" {other:?}"),
        };
        let members = slot.buffer.iter().flat_map(|buffer| &buffer.members);
        let members = members.filter(|_| slot.buffer.as_ref().is_some_and(|buffer| buffer.stride.is_none()));
        let members: String = members.map(|member| format!(", {}+{}", member.path, member.offset)).collect();
        format!("{}{location}{members}", slot.path)
    };
    parts.extend(program.globals.iter().chain(program.parameters.iter().flat_map(|parameter| &parameter.slots)).map(slot));
    for entry in &program.entry_points {
        let mut entry_slots: Vec<String> = entry.uniforms.iter().map(slot).map(|text| text.trim_start().to_owned()).collect();
        entry_slots.extend(entry.parameters.iter().flat_map(|parameter| &parameter.slots).map(slot));
        entry_slots.extend(entry.uniforms.iter().filter_map(|slot| Some(format!("{} bytes", slot.buffer.as_ref()?.size.finite()?))));
        entry_slots.extend(entry.inputs.iter().filter_map(|varying| Some(format!("in {}", varying.location?))));
        entry_slots.extend(entry.outputs.iter().filter_map(|varying| Some(format!("out {}", varying.location?))));
        parts.push(format!("{}: {}", entry.name, entry_slots.join(", ")).trim_end().to_owned());
    }
    parts.extend(
        layout
            .diagnostics
            .iter()
            .filter(|found| found.code.id == "P0612")
            .map(|found| format!("{}{}", found.code.id, if found.severity == Severity::Error { "!" } else { "" })),
    );
    parts.extend(program.bindless_space.map(|space| format!("keeps {space}")));
    parts.join(", ")
}

/// Every change of every field of the policy and its target, to every other value.
fn mutants(original: &Request) -> Vec<(&'static str, Request)> {
    let mut all = Vec::new();
    let SlotRules::OfTypes(rules) = original.rules.slots else { panic!("the policy {} binds types", original.rules.name) };
    // A new field does not compile until it is changed here. The front end reads `unsized_constants`.
    let TypeRules {
        order,
        same_name,
        overlap,
        overlap_where_allowed,
        registers_on_vulkan,
        entry_bindings,
        unbounded_bytes,
        default_space,
        unsized_constants: _,
    } = rules;
    macro_rules! of_policy {
        ($field:ident: $($value:expr),+) => {
            $(if $field != $value {
                let slots = SlotRules::OfTypes(TypeRules { $field: $value, ..rules });
                all.push((stringify!($field), Request { rules: BindingRules { slots, ..original.rules }, ..original.clone() }));
            })+
        };
    }
    of_policy!(order: ProgramOrder::GlobalsFirst, ProgramOrder::ByUnit);
    of_policy!(same_name: SameName::Different, SameName::One);
    of_policy!(overlap: Severity::Warning, Severity::Error);
    of_policy!(overlap_where_allowed: Severity::Warning, Severity::Error);
    of_policy!(registers_on_vulkan: RegistersOnVulkan::AreBindings, RegistersOnVulkan::Ignored);
    of_policy!(entry_bindings: EntryBindings::Reserved, EntryBindings::Ignored);
    of_policy!(unbounded_bytes: UnboundedBytes::TakeNoSpace, UnboundedBytes::SkipOneSpace);
    of_policy!(default_space: DefaultSpace::ForAll, DefaultSpace::ForBounded);
    // The usage of types is in the rules of the family, which `mutants` changes.
    let Target {
        family: _,
        explicit,
        overlaps,
        locations,
        spaces,
        block_buffers,
        default_buffers,
        entry_uniforms,
        entry_tail,
        handles,
        bindless,
        thread_groups_are_entries,
        fragment_outputs,
        spirv_interfaces,
        built_in_indices,
    } = original.target;
    macro_rules! of_target {
        ($field:ident: $($value:expr),+) => {
            $(if $field != $value {
                all.push((stringify!($field), Request { target: Target { $field: $value, ..original.target }, ..original.clone() }));
            })+
        };
    }
    of_target!(explicit: ExplicitSource::Registers, ExplicitSource::RegistersOfMetal, ExplicitSource::Bindings, ExplicitSource::None);
    of_target!(overlaps: true, false);
    of_target!(locations: true, false);
    of_target!(spaces: BlockSpaces::Always, BlockSpaces::Never, BlockSpaces::FromShaderModel51);
    of_target!(block_buffers: BlockBuffers::WithData, BlockBuffers::Always);
    of_target!(default_buffers: DefaultBuffers::WithData, DefaultBuffers::OfScopesOnly);
    of_target!(entry_uniforms: EntryUniforms::Constants, EntryUniforms::PushConstants);
    of_target!(entry_tail: EntryTail::AsStructs, EntryTail::Unpadded);
    of_target!(handles: HandleLayout::UintPair, HandleLayout::Objects);
    of_target!(bindless: Bindless::Always, Bindless::FromShaderModel66, Bindless::Never);
    of_target!(thread_groups_are_entries: true, false);
    of_target!(fragment_outputs: FragmentOutputs::TakeNothing, FragmentOutputs::TakeRegistersUpTo50);
    of_target!(spirv_interfaces: true, false);
    of_target!(built_in_indices: true, false);
    all
}
