//! Packs members of uniform and read-only structs into contiguous `vec4`s, and rewrites accesses as swizzles.
//!
//! Only in read-only memory: a write to one component of a vector may access the others (WGSL, section 13.5.2, "may access all memory
//! locations associated with that vector"), which would belong to other members.

use padstone_diag::Diagnostics;
use padstone_model::BufferKind;
use padstone_wgsl::tree::Edition;

use super::slots::{PackingGoal, StructPacker};
use super::specialize;
use crate::engine::{Representation, buffers, represent};
use crate::{Edits, Options, Pass, PassMap, Unit};

/// The pass.
pub(super) static PASS: Pass = Pass {
    name: "pack",
    summary: "pack members of uniform and read-only structs into vec4s; accesses become swizzles",
    takes: &[Edition::Current, Edition::Draft2020],
    gives: None,
    agree: &[],
    first: Some(|unit, options| specialize::first(unit, &packed(unit, options), options)),
    run,
};

fn run(unit: &Unit<'_>, options: &Options, edits: &mut Edits, map: &mut PassMap, diagnostics: &mut Diagnostics) {
    let packed = packed(unit, options);
    StructPacker::report_atomics(unit, &packed.variables, diagnostics);
    represent(unit, packed, edits, map, diagnostics);
}

fn packed<'u>(unit: &'u Unit<'_>, options: &Options) -> Representation<'u> {
    let vector_names = options.vector_names.clone();
    Representation {
        suffix: "packed",
        variables: buffers(unit, |kind, writes, ty| {
            let is_readonly = matches!(kind, BufferKind::Uniform | BufferKind::Immediate) || !writes;
            is_readonly && StructPacker::is_packable(unit, ty) && !StructPacker::would_lengthen(unit, ty)
        }),
        plan: Box::new(move |variables| StructPacker::plan(unit, variables, PackingGoal::Vectors, vector_names.clone())),
        max_clones: options.max_clones,
    }
}
