//! What libslang lets pass, and nobody means: two things in one place, and places that move without a word.

use std::collections::BTreeMap;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_source::Span;

use super::kind::{Amount, Kind, Place};
use super::require::{Parameter, Required};
use super::reserve::{Used, declaration};
use super::target::Explicit;
use super::types::Types;

/// What automatic places would be if the source gave none: one behind the other. How many of each kind are taken.
#[derive(Default)]
pub(crate) struct WithoutExplicit(BTreeMap<Kind, u64>);

impl WithoutExplicit {
    /// Gives so many of a kind their place, and returns it.
    pub(crate) fn allocate(&mut self, kind: Kind, count: u64) -> u64 {
        let taken = self.0.entry(kind).or_default();
        let place = if count == 0 { 0 } else { *taken };
        *taken = taken.saturating_add(count);
        place
    }
}

/// Says of what got an automatic place that it lies further on because of a place that the source gives to another. `from`:
/// where it would lie.
pub(crate) fn moved(
    types: &Types<'_>,
    required: &Required,
    used: &Used,
    at: usize,
    (from, place): (u64, Place),
    diagnostics: &mut Diagnostics,
) {
    let parameter = &required.parameters[at];
    let (Some(count), Some(index)) = (parameter.usage.amount(place.kind).finite(), place.index.finite()) else { return };
    if !is_slot(place.kind) || from == index {
        return;
    }
    let taken = used.of(0, place.kind).and_then(|ranges| ranges.owner_of(from, from.saturating_add(count))).flatten();
    let Some(other) = taken.map(|other| &required.parameters[other]).filter(|other| other.explicit(place.kind).is_some()) else { return };
    let (name, other_name) = (name(types, parameter), name(types, other));
    let (here, there) = (written(place.kind, place.index), written(place.kind, from.into()));
    let message = format!("`{name}` gets {here}, and not {there}: the source gives that to `{other_name}`");
    diagnostics.push(
        Diagnostic::new(Severity::Note, &codes::MOVED_BY_EXPLICIT, message, parameter.span)
            .label(parameter.span, "has no place of its own")
            .label(other.span, "has one")
            .help("give it a place too, so that it stays where it is"),
    );
}

/// Reports whole spaces that others are in: `[[vk::binding(0, 0)]] ParameterBlock<S> b; Texture2D t;`.
pub(crate) fn whole_spaces(types: &Types<'_>, required: &Required, diagnostics: &mut Diagnostics) {
    let mut whole: BTreeMap<u64, usize> = BTreeMap::new();
    for (index, parameter) in required.parameters.iter().enumerate() {
        if let Some(space) = parameter.explicit(Kind::SubElementRegisterSpace) {
            whole.entry(space.index).or_insert(index);
        }
    }
    for (index, parameter) in required.parameters.iter().enumerate().filter(|_| !whole.is_empty()) {
        let slot = parameter.variable.places.iter().find(|place| is_slot(place.kind) && whole.contains_key(&place.space));
        let Some((place, &owner)) = slot.and_then(|place| Some((place, whole.get(&place.space)?))) else { continue };
        // That two places overlap that the source gives has been said, if the block comes second.
        let is_known = parameter.explicit(place.kind).is_some() && index < owner;
        if owner == index || is_known {
            continue;
        }
        let block = &required.parameters[owner];
        let word = if types.request.target.explicit == Explicit::Bindings { "set " } else { "space" };
        let (name, block_name) = (name(types, parameter), name(types, block));
        let message = format!("`{name}` is put into {word}{}, all of which the source gives to `{block_name}`", place.space);
        diagnostics.push(
            Diagnostic::warning(&codes::WHOLE_SET_SHARED, message, parameter.span)
                .label(parameter.span, format!("gets {}", written(place.kind, place.index)))
                .label(block.span, "begins with the same number")
                .help(format!("give `{block_name}` another {}", word.trim_end())),
        );
    }
}

/// Reports registers of different classes that become one binding: `-fvk-t-shift 4 0` and `-fvk-s-shift 4 0`.
pub(crate) fn across_kinds(types: &Types<'_>, parameters: &[Parameter], diagnostics: &mut Diagnostics) {
    if types.request.target.explicit != Explicit::Bindings || types.request.options.shifts.is_empty() {
        return;
    }
    let mut ranges: Vec<(u64, u64, u64, Kind, usize)> = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        for place in parameter.variable.places.iter().filter(|place| is_slot(place.kind)) {
            let count = parameter.usage.amount(place.kind);
            if let (Some(first), false) = (place.index.finite(), count.is_zero()) {
                ranges.push((place.space, first, count.end(first), place.kind, index));
            }
        }
    }
    ranges.sort_unstable();
    for pair in ranges.windows(2) {
        let [(space, first, end, one, owner), (other_space, begin, _, other, second)] = *pair else { continue };
        // A shift onto a binding that the source gives is an error of its own.
        let is_known = one == other || one == Kind::DescriptorTableSlot || other == Kind::DescriptorTableSlot;
        if space != other_space || begin >= end || owner == second || is_known {
            continue;
        }
        let at: [Span; 2] = [parameters[second].span, parameters[owner].span];
        let names = [name(types, &parameters[second]), name(types, &parameters[owner])];
        let message = format!("`{}` and `{}` both become binding {} of set {space}", names[0], names[1], begin.max(first));
        diagnostics.push(
            Diagnostic::warning(&codes::KINDS_OVERLAP, message, at[0])
                .label(at[0], "moved here by its shift")
                .label(at[1], "and this one too")
                .help("shift the classes of registers so far apart that their bindings do not meet"),
        );
    }
}

fn is_slot(kind: Kind) -> bool {
    use Kind::{ConstantBuffer, DescriptorTableSlot, SamplerState, ShaderResource, UnorderedAccess};
    matches!(kind, ConstantBuffer | ShaderResource | UnorderedAccess | SamplerState | DescriptorTableSlot)
}

/// `t3`, `binding 3`.
fn written(kind: Kind, index: Amount) -> String {
    let index = index.finite().map_or("unknown".to_owned(), |index| index.to_string());
    match kind {
        Kind::ConstantBuffer => format!("b{index}"),
        Kind::ShaderResource => format!("t{index}"),
        Kind::UnorderedAccess => format!("u{index}"),
        Kind::SamplerState => format!("s{index}"),
        _ => format!("binding {index}"),
    }
}

fn name<'a>(types: &Types<'a>, parameter: &Parameter) -> &'a str {
    declaration(types, parameter).map_or("", |field| types.module.name(field.name))
}
