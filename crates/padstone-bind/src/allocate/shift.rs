//! `-fvk-*-shift`: shifts Vulkan bindings that were counted as registers.

use padstone_diag::{Diagnostic, Diagnostics, codes};

use crate::layout_unit::{Amount, LayoutUnit};
use crate::measure::program::Parameter;
use crate::request::Request;
use crate::reserve::Used;

/// Applies the shifts, and finds slots that are already in use. Returns the pairs of parameters that overlap after a shift.
pub(crate) fn apply(
    request: &Request,
    parameters: &mut [Parameter],
    used: &Used,
    names: &[String],
    diagnostics: &mut Diagnostics,
) -> Vec<(usize, usize)> {
    let mut onto = Vec::new();
    if request.options.shifts.is_empty() {
        return onto;
    }
    for index in 0..parameters.len() {
        let usage = parameters[index].usage.clone();
        let span = parameters[index].span;
        for place in parameters[index].variable.places.iter_mut() {
            let is_register = place.kind.letter().is_some();
            // A unit of which nothing is used, such as the register of a texture on Metal, is not shifted.
            if !is_register || usage.get(place.kind).is_some_and(Amount::is_zero) {
                continue;
            }
            if let Some(by) = request.options.shift(place.kind, place.space) {
                place.index = place.index.shifted(by);
            }
            let (Some(count), Some(first)) = (usage.get(place.kind), place.index.finite()) else { continue };
            let bindings = used.of(place.space, LayoutUnit::DescriptorTableSlot);
            if let Some(Some(other)) = bindings.and_then(|bindings| bindings.owner_of(first, count.end(first))) {
                onto.push((index, other));
                let message = format!("`{}` moves to binding {first}, which `{}` already occupies", names[index], names[other]);
                diagnostics.push(
                    Diagnostic::error(&codes::SHIFTED_ONTO_ANOTHER, message, span)
                        .label(span, "moved by a `-fvk-…-shift` option")
                        .help("bind them differently, or increase the shift"),
                );
            }
        }
    }
    onto
}
