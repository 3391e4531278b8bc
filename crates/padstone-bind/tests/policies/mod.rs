//! Policies that differ from another in one field.

use padstone_bind::{
    ArraySlots, AutoSpace, CountOfOne, Dimensions, ExplicitSource, GlobalsPlace, Missing, Model, Policy, Sharing, StructMembers,
    TextureBufferTurn, Turn, Unused,
};
use padstone_diag::Severity;

/// A policy with one field changed.
pub(crate) struct Mutant {
    pub(crate) field: &'static str,
    pub(crate) policy: &'static Policy,
}

/// Every change of every field, to every other value.
pub(crate) fn mutants(original: &'static Policy) -> Vec<Mutant> {
    // A new field does not compile until it is changed here.
    let Policy {
        // A word.
        name: _,
        model,
        unused,
        globals,
        inner_resources,
        texture_buffers,
        arrays,
        dimensions,
        struct_members,
        explicit,
        missing,
        counters,
        auto_space,
        count_of_one,
        sharing,
        overlap,
        space_on_struct,
    } = *original;
    let mut all = Vec::new();
    macro_rules! each {
        ($field:ident: $($value:expr),+) => {
            $(if $field != $value {
                all.push((stringify!($field), Policy { $field: $value, ..*original }));
            })+
        };
    }
    each!(model: Model::D3d, Model::Vulkan, Model::OpenGl, Model::WebGpu);
    each!(unused: Unused::Nothing, Unused::Reserved, Unused::Numbers);
    each!(globals: GlobalsPlace::First, GlobalsPlace::FirstConstant);
    each!(inner_resources: Turn::BeforeBuffer, Turn::AfterAllByUse);
    each!(texture_buffers: TextureBufferTurn::Declared, TextureBufferTurn::Last);
    each!(arrays: ArraySlots::Elements, ArraySlots::One);
    each!(dimensions: Dimensions::Product, Dimensions::Each);
    each!(struct_members: StructMembers::Alone, StructMembers::Together, StructMembers::Nowhere);
    each!(missing: Missing::FirstFree, Missing::Nothing);
    each!(counters: true, false);
    each!(auto_space: AutoSpace::Implicit, AutoSpace::All);
    each!(count_of_one: CountOfOne::Written, CountOfOne::LeftOut);
    each!(sharing: Sharing::Nobody, Sharing::Combined, Sharing::SameDescriptor, Sharing::Everybody);
    each!(overlap: Severity::Note, Severity::Warning, Severity::Error);
    each!(space_on_struct: None, Some(Severity::Warning), Some(Severity::Error));
    // Each source left out, each other one instead of the first, and the order turned round.
    for at in 0..explicit.len() {
        let without: Vec<ExplicitSource> =
            explicit.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &source)| source).collect();
        all.push((["explicit[0]", "explicit[1]", "explicit[2]"][at], Policy { explicit: without.leak(), ..*original }));
    }
    if explicit.len() > 1 {
        let turned: Vec<ExplicitSource> = explicit.iter().rev().copied().collect();
        all.push(("explicit's order", Policy { explicit: turned.leak(), ..*original }));
    }
    all.into_iter().map(|(field, policy)| Mutant { field, policy: Box::leak(Box::new(policy)) }).collect()
}
