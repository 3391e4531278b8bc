//! Uniform buffers as required before the language extension `uniform_buffer_standard_layout`, with unchanged offsets: arrays with elements
//! that do not fill 16-byte slots become arrays of `vec4`, and structs at offsets that were not allowed are flattened.

use padstone_diag::{Diagnostics, Severity, codes};
use padstone_layout::WGSL_LEGACY;
use padstone_model::BufferKind;
use padstone_wgsl::tree::Edition;

use super::slots::{PackingGoal, StructPacker};
use super::specialize;
use crate::engine::{Representation, buffers, represent};
use crate::requirements::drop_requirement;
use crate::{Edits, Options, Pass, PassMap, Unit};

/// The pass.
pub(super) static PASS: Pass = Pass {
    name: "legalize-uniform",
    summary: "rewrite uniform structs for compilers without uniform_buffer_standard_layout, byte for byte",
    takes: &[Edition::Current],
    gives: None,
    agree: &[&WGSL_LEGACY],
    first: Some(|unit, options| specialize::first(unit, &legal(unit, options), options)),
    run,
};

fn run(unit: &Unit<'_>, options: &Options, edits: &mut Edits, map: &mut PassMap, diagnostics: &mut Diagnostics) {
    let (mut found, legal) = (Diagnostics::new(), legal(unit, options));
    pin_nested(unit, &legal, edits);
    represent(unit, legal, edits, map, &mut found);
    if found.iter().all(|found| found.code.id == codes::REWRITE_GROWS.id) {
        drop_requirement(unit, FEATURE, edits);
    }
    // A buffer that remains as it is remains illegal.
    found.set_severities(|found| Some(if *found.code == codes::REWRITE_USE { Severity::Error } else { found.severity }));
    diagnostics.append(found);
}

/// The language extension that is not needed after all uniform buffers are rewritten.
const FEATURE: &str = "uniform_buffer_standard_layout";

/// Adds an explicit alignment to members whose alignment comes from attributes in a nested struct: naga 30 ignores those, in storage buffers too.
/// Redeclared structs get it anyway.
fn pin_nested(unit: &Unit<'_>, legal: &Representation<'_>, edits: &mut Edits) {
    let plan = (legal.plan)(&legal.variables);
    let variables = buffers(unit, |kind, _, _| matches!(kind, BufferKind::Uniform | BufferKind::Storage));
    let outermost = variables.iter().filter_map(|&position| unit.struct_within(unit.content(position)?)).collect();
    let structs = unit.structs_within(&outermost);
    for id in structs.into_iter().filter(|id| !plan.stores.contains_key(id)) {
        for (field, _) in unit.members(id) {
            if let Some(align) = unit.unstated_align(field) {
                edits.insert_before(field.span, format!("@align({align}) "));
            }
        }
    }
}

fn legal<'u>(unit: &'u Unit<'_>, options: &Options) -> Representation<'u> {
    let vector_names = options.vector_names.clone();
    Representation {
        suffix: "legacy",
        variables: buffers(unit, |kind, _, _| kind == BufferKind::Uniform),
        plan: Box::new(move |variables| StructPacker::plan(unit, variables, PackingGoal::Legacy, vector_names.clone())),
        max_clones: options.max_clones,
    }
}
