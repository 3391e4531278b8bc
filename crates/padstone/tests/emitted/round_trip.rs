//! padstone reads back the names, offsets, sizes, strides and bindings of modules that it wrote.

use std::collections::BTreeMap;

use padstone_read::artifact::{Artifact, read_spirv};
use padstone_read::bind::Binding;
use padstone_read::diag::Severity;
use padstone_read::layout::{Layout, ModuleLayout, Profile, Subject};
use padstone_read::model::{BufferId, BufferKind, Count, Module, Parameter, Type};
use padstone_read::source::Span;

use crate::emitted::carried::{self, Missing};
use crate::emitted::inputs::{Input, Written, examples, generated, profiles, recorded, recorded_hlsl};
use crate::emitted::table;
use crate::properties::generate::Dialect;
use padstone_testing::{Row, is_full};

/// The maximum number of disagreements printed.
const SHOWN: usize = 5;
/// The everyday run compares one pair of input and profile in this many. Neither the number of profiles nor that of recorded modes is a multiple of
/// it, so that all of them are covered.
const EVERYDAY: usize = 14;

#[test]
fn examples_are_read_as_they_were_written() {
    check(&examples(), [1, 300]);
}

#[test]
fn recorded_sources_are_read_as_they_were_written() {
    check(&recorded(), [50, 5_000]);
}

#[test]
fn hlsl_is_read_as_it_was_written() {
    check_generated(Dialect::Hlsl);
}

#[test]
fn glsl_is_read_as_it_was_written() {
    check_generated(Dialect::Glsl);
}

#[test]
fn wgsl_is_read_as_it_was_written() {
    check_generated(Dialect::Wgsl);
    check_generated(Dialect::Wgsl2020);
}

/// DXC's inputs, under every profile; and under the profile of the compilation mode, with its options.
#[test]
fn recorded_hlsl_is_read_as_it_was_written() {
    let inputs = recorded_hlsl();
    let sources: Vec<&Input> = inputs.iter().filter(|(_, profile)| profile.name == "dxc").map(|(input, _)| input).collect();
    assert!(sources.len() >= 490 && inputs.len() >= 1_650, "{} sources, {} lines", sources.len(), inputs.len());
    check_pairs(sources.into_iter().flat_map(|input| profiles().into_iter().map(move |profile| (input, profile))), [270, 10_000]);
    check_pairs(inputs.iter().map(|(input, profile)| (input, *profile)), [270, 1_300]);
}

/// Compares generated programs: of ten, each profile must express one completely, and there must be a hundred tables.
fn check_generated(dialect: Dialect) {
    let inputs: Vec<Input> = generated(dialect).collect();
    check(&inputs, [inputs.len() / 10, inputs.len() * 10]);
}

/// Compares all inputs under all profiles; each profile must express at least that many completely, and that many tables must be compared.
fn check(inputs: &[Input], least: [usize; 2]) {
    check_pairs(inputs.iter().flat_map(|input| profiles().into_iter().map(move |profile| (input, profile))), least);
}

/// Compares inputs under profiles: complete ones, and of the others all members that were not rejected.
fn check_pairs<'i>(pairs: impl Iterator<Item = (&'i Input, &'static Profile)>, least: [usize; 2]) {
    let step = if is_full() { 1 } else { EVERYDAY };
    // The counts vary slightly with the sample.
    let [least, least_tables] = least.map(|least| if step == 1 { least } else { least / step * 2 / 3 });
    let mut carried: BTreeMap<&str, usize> = BTreeMap::new();
    let mut tables = table::Tally::default();
    let mut failures = Vec::new();
    let (mut in_part, mut rejected) = (0, 0);
    for (input, profile) in pairs.step_by(step) {
        let written = input.write(profile);
        let read = read_spirv("module.spv", &written.bytes);
        let is_whole = !written.rejected.has_errors();
        *carried.entry(profile.name).or_default() += usize::from(is_whole);
        in_part += usize::from(!is_whole);
        rejected += written.rejected.iter().count();
        let verdict = match read.diagnostics.iter().chain(&read.layouts.diagnostics).next() {
            Some(found) => Err(format!("{} {}", found.code.id, found.message)),
            None => is_same(input, &written, &read),
        };
        let verdict = verdict.and_then(|()| if is_whole { tables.is_same(input, &written) } else { Ok(()) });
        if let Err(why) = verdict {
            failures.push(format!("-- under {}: {why}\n{}", profile.name, input.name));
        }
    }
    println!("complete: {carried:?}; {in_part} incomplete, without {rejected} members that SPIR-V cannot express; {tables:?}");
    assert!(failures.is_empty(), "{} modules\n{}", failures.len(), failures[..failures.len().min(SHOWN)].join("\n"));
    let rare: Vec<_> = carried.iter().filter(|&(_, &count)| count < least).collect();
    assert!(rare.is_empty(), "too few complete modules: {rare:?}");
    assert!(tables.complete >= least_tables, "only {} tables were compared", tables.complete);
}

/// The paths of members and buffers that were rejected.
fn rejected(written: &Written) -> Vec<Span> {
    let errors = written.rejected.iter().filter(|found| found.severity == Severity::Error);
    assert_eq!(written.rejected.dropped(), 0, "the list of errors is truncated");
    errors.filter_map(|found| found.span).collect()
}

fn is_same(input: &Input, written: &Written, read: &Artifact) -> Result<(), String> {
    let (mut ours, theirs) = (buffers(&written.layouts), buffers(&read.layouts));
    let module = &input.unit.module;
    let rejected = rejected(written);
    let is_there = |name| theirs.iter().any(|&(found, _)| read.module.name(read.module.buffers[found].name) == name);
    ours.retain(|&(id, _)| {
        let buffer = &module.buffers[id];
        // The target of a pointer is not a variable, and is compared as a struct.
        !is_pointee(input, written, id) && (!rejected.contains(&buffer.span) || is_there(module.name(buffer.name)))
    });
    if ours.len() != theirs.len() {
        return Err(format!("{} buffers became {}", ours.len(), theirs.len()));
    }
    for (&(our_id, ours), &(their_id, theirs)) in ours.iter().zip(&theirs) {
        let (buffer, found) = (&module.buffers[our_id], &read.module.buffers[their_id]);
        let (name, found_name) = (module.name(buffer.name), read.module.name(found.name));
        if name != found_name {
            return Err(format!("`{name}` became `{found_name}`"));
        }
        let rows = padstone_testing::rows(&read.module, &read.layouts, theirs);
        compare(name, &carried::rows(module, &written.layouts, ours, Missing { rejected: &rejected, found: &rows }), &rows)?;
        // Elements without members are missing.
        if ours.stride.filter(|stride| stride.bytes() > 0 && !rows.is_empty()) != theirs.stride {
            return Err(format!("`{name}`: stride {:?} became {:?}", ours.stride, theirs.stride));
        }
        let parameter = &module.parameters[buffer.parameter];
        let (bound, found) = (slot(parameter, written.bindings.get(buffer.parameter)), stated(&read.module.parameters[found.parameter]));
        if bound != found {
            return Err(format!("`{name}`: bound to {bound:?}, which became {found:?}"));
        }
    }
    structs_are_there(input, written, read, &rejected)
}

pub(crate) fn is_pointee(input: &Input, written: &Written, id: BufferId) -> bool {
    let module = &input.unit.module;
    let buffer = &module.buffers[id];
    let pointed_to = module.types.iter().any(|(_, ty)| matches!(*ty, Type::Pointer(to) if to.name == buffer.name));
    pointed_to && buffer.kind == BufferKind::Storage && written.bindings.get(buffer.parameter).is_none()
}

/// Every struct of the source is among those that were read, which may be more: one for each rule set.
fn structs_are_there(input: &Input, written: &Written, read: &Artifact, rejected: &[Span]) -> Result<(), String> {
    let module = &input.unit.module;
    let structs = |layout: &&Layout| matches!(layout.subject, Subject::Struct(_));
    let found: Vec<(&str, Vec<Row>)> = read
        .layouts
        .layouts
        .iter()
        .filter(structs)
        .map(|layout| (name(&read.module, layout), padstone_testing::rows(&read.module, &read.layouts, layout)))
        .collect();
    let is_struct = |layout: &&Layout| match layout.subject {
        Subject::Buffer(id) => is_pointee(input, written, id),
        Subject::Struct(_) => true,
    };
    for layout in written.layouts.layouts.iter().filter(is_struct) {
        let name = name(module, layout);
        let carried = |found: &[Row]| carried::rows(module, &written.layouts, layout, Missing { rejected, found });
        let without = carried(&[]);
        if !without.is_empty() && !found.iter().any(|(found, theirs)| *found == name && *theirs == carried(theirs)) {
            return Err(format!("no struct `{name}` equals {without:#?}"));
        }
    }
    Ok(())
}

fn compare(name: &str, ours: &[Row], theirs: &[Row]) -> Result<(), String> {
    match ours.iter().zip(theirs).find(|(ours, theirs)| ours != theirs) {
        Some((ours, theirs)) => Err(format!("`{name}`: {ours:?}\n became {theirs:?}")),
        None if ours.len() != theirs.len() => Err(format!("`{name}`: {} rows became {}\n{ours:#?}{theirs:#?}", ours.len(), theirs.len())),
        None => Ok(()),
    }
}

fn buffers(layouts: &ModuleLayout) -> Vec<(BufferId, &Layout)> {
    let buffer = |layout| match layout {
        &Layout { subject: Subject::Buffer(id), .. } => Some((id, layout)),
        _ => None,
    };
    layouts.layouts.iter().filter_map(buffer).collect()
}

fn name<'m>(module: &'m Module, layout: &Layout) -> &'m str {
    module.name(match layout.subject {
        Subject::Buffer(id) => module.buffers[id].name,
        Subject::Struct(id) => module.structs[id].name,
    })
}

/// Set, binding and dimensions.
type Slot = (Option<(u32, u32)>, Vec<Count>);

/// Arrays of blocks have one dimension in Vulkan.
fn slot(parameter: &Parameter, binding: Option<Binding>) -> Slot {
    let slot = binding.map(|binding| match binding {
        Binding::Vulkan { set, binding, .. } => (set, binding),
        Binding::D3d { space, register, .. } => (space, register),
        Binding::WebGpu { group, binding, .. } => (group, binding),
    });
    let dims = match &parameter.dims[..] {
        several @ [_, _, ..] => {
            let counts: Option<Vec<u64>> = several.iter().map(|dim| dim.known()).collect();
            vec![counts.map_or(Count::Runtime, |counts| Count::Known(counts.iter().product()))]
        }
        dims => dims.to_vec(),
    };
    (slot, dims)
}

fn stated(parameter: &Parameter) -> Slot {
    (parameter.binding.map(|binding| (binding.set.unwrap_or(u32::MAX), binding.binding)), parameter.dims.clone())
}
