//! Members of uniform and read-only structs become contiguous `vec4`s, and accesses become swizzles.
//!
//! Only where nobody writes: a write to one component of a vector may touch the others (WGSL, section 13.5.2, "may access all memory
//! locations associated with that vector"), which are other members then.

use std::collections::BTreeSet;

use padstone_diag::Diagnostics;
use padstone_model::BufferKind;
use padstone_wgsl::tree::Edition;

use super::slots::{Goal, Packing};
use crate::engine::{Representation, buffers, represent};
use crate::{Edits, Options, Pass, PassMap, Unit};

/// The pass.
pub(super) const PASS: Pass = Pass {
    name: "pack",
    summary: "members of uniform and read-only structs become vec4s, and accesses swizzles",
    takes: &[Edition::Today, Edition::Draft2020],
    gives: None,
    agree: &[],
    first: None,
    run,
};

fn run(unit: &Unit<'_>, _options: &Options, edits: &mut Edits, map: &mut PassMap, diagnostics: &mut Diagnostics) {
    let variables = buffers(unit, |kind, writes, _| matches!(kind, BufferKind::Uniform | BufferKind::Immediate) || !writes);
    let plan = |variables: &BTreeSet<usize>| Packing::plan(unit, variables, Goal::Vectors);
    represent(unit, variables, &Representation { suffix: "packed", plan: &plan }, edits, map, diagnostics);
}
