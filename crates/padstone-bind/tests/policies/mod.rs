//! Rules with one changed field.

use padstone_bind::{
    AllocationOrder, ArrayCount, ArraySlots, AutoSpace, BindingRules, BindingSource, FirstFree, Numbering, OverlapRule, ParameterGroup,
    ParameterRules, PixelOutputs, RenderTargets, SlotAssignment, SlotRules, StructResources, UnusedParameters,
};
use padstone_diag::Severity::{Error, Note, Warning};

/// The render targets of `fxc`.
const TARGETS: RenderTargets = RenderTargets { semantics: &["SV_TARGET", "COLOR"], limit: 8, conflict: "X4509" };

/// Rules with one field changed.
pub(crate) struct Mutant {
    pub(crate) field: &'static str,
    pub(crate) rules: BindingRules,
}

/// Every change of every field, to every other value.
pub(crate) fn mutants(original: &BindingRules) -> Vec<Mutant> {
    // The pattern lists all fields, so a new field is a compile error here.
    let SlotRules::OfParameters(rules) = original.slots else { panic!("{} does not assign slots to parameters", original.name) };
    // Offsets are not compared.
    let ParameterRules { profile: _, numbering, array_count, arrays, overlap_rule, assignment } = rules;
    let SlotAssignment::FirstFree(first_free) = assignment else { panic!("{} does not assign the first free slot", original.name) };
    let FirstFree { order, unused, struct_resources, counters, sources, auto_space, pixel_outputs, class_error } = first_free;
    let mut all = Vec::new();
    let mut push = |field, rules| all.push(Mutant { field, rules: BindingRules { slots: SlotRules::OfParameters(rules), ..*original } });
    macro_rules! each {
        ($field:ident: $($value:expr),+) => {
            $(if $field != $value {
                push(concat!(stringify!($field), ": ", stringify!($value)), ParameterRules { $field: $value, ..rules });
            })+
        };
    }
    macro_rules! each_of_first_free {
        ($field:ident: $($value:expr),+) => {
            $(if $field != $value {
                let assignment = SlotAssignment::FirstFree(FirstFree { $field: $value, ..first_free });
                push(concat!(stringify!($field), ": ", stringify!($value)), ParameterRules { assignment, ..rules });
            })+
        };
    }
    each!(numbering: Numbering::Registers, Numbering::Sets, Numbering::Program, Numbering::Groups);
    each!(array_count: ArrayCount::Product, ArrayCount::ProductBeyondOne, ArrayCount::EachDimension);
    each!(arrays: ArraySlots::PerElement, ArraySlots::OneUnlessFlattened);
    each!(overlap_rule: OverlapRule::Never(Error), OverlapRule::Never(Warning), OverlapRule::Never(Note));
    each!(overlap_rule: OverlapRule::Combined(Warning), OverlapRule::Combined(Note), OverlapRule::SameDescriptor(Warning), OverlapRule::Always);
    each!(assignment: SlotAssignment::ExplicitOnly);
    each_of_first_free!(unused: UnusedParameters::Skip, UnusedParameters::ReserveOnly, UnusedParameters::Include);
    each_of_first_free!(struct_resources: StructResources::Flatten, StructResources::PerMember { space: None });
    each_of_first_free!(struct_resources: StructResources::PerMember { space: Some(Warning) });
    each_of_first_free!(struct_resources: StructResources::PerMember { space: Some(Error) });
    each_of_first_free!(counters: true, false);
    each_of_first_free!(auto_space: AutoSpace::ImplicitOnly, AutoSpace::AllUnnamed);
    each_of_first_free!(pixel_outputs: PixelOutputs::Separate, PixelOutputs::ReserveUnorderedAccess(TARGETS));
    each_of_first_free!(class_error: None, Some("X3591"));
    // The reverse order, and orders with one group missing: its parameters are with the other resources.
    each_of_first_free!(order: AllocationOrder::Source, AllocationOrder::ByGroup(&[ParameterGroup::DefaultBuffer, ParameterGroup::Objects, ParameterGroup::Nested, ParameterGroup::TextureBuffers]));
    if let AllocationOrder::ByGroup(_) = order {
        each_of_first_free!(order: AllocationOrder::ByGroup(&[ParameterGroup::Objects, ParameterGroup::Nested, ParameterGroup::TextureBuffers]));
        each_of_first_free!(order: AllocationOrder::ByGroup(&[ParameterGroup::DefaultBuffer, ParameterGroup::Objects, ParameterGroup::TextureBuffers]));
        each_of_first_free!(order: AllocationOrder::ByGroup(&[ParameterGroup::DefaultBuffer, ParameterGroup::Objects, ParameterGroup::Nested]));
        each_of_first_free!(order: AllocationOrder::ByGroup(&[ParameterGroup::DefaultBuffer, ParameterGroup::Nested, ParameterGroup::Objects, ParameterGroup::TextureBuffers]));
    }
    // Each source missing, and the reverse order.
    let with = |sources: Vec<BindingSource>| {
        let assignment = SlotAssignment::FirstFree(FirstFree { sources: sources.leak(), ..first_free });
        ParameterRules { assignment, ..rules }
    };
    for index in 0..sources.len() {
        let others = sources.iter().enumerate().filter(|&(other, _)| other != index);
        push(["sources[0]", "sources[1]", "sources[2]", "sources[3]"][index], with(others.map(|(_, &source)| source).collect()));
    }
    if sources.len() > 1 {
        push("sources' order", with(sources.iter().rev().copied().collect()));
    }
    all
}
