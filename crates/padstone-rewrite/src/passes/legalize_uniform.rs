//! Uniform buffers as they had to be before the language feature `uniform_buffer_standard_layout`, with every byte where it is: arrays
//! whose elements take no whole slots become arrays of `vec4`, and structs that lie where none could are flattened.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::WGSL_LEGACY;
use padstone_model::BufferKind;
use padstone_wgsl::tree::Edition;

use super::slots::{Goal, Packing};
use crate::engine::{Representation, buffers, represent, specializing};
use crate::{Edits, Options, Pass, PassMap, Unit};

/// The pass.
pub(super) static PASS: Pass = Pass {
    name: "legalize-uniform",
    summary: "uniform structs become what compilers without uniform_buffer_standard_layout take, byte for byte",
    takes: &[Edition::Today],
    gives: None,
    agree: &[&WGSL_LEGACY],
    first: Some(|unit, options| specializing(unit, &legal(unit, options), options)),
    run,
};

fn run(unit: &Unit<'_>, options: &Options, edits: &mut Edits, map: &mut PassMap, diagnostics: &mut Diagnostics) {
    for at in buffers(unit, |kind, _, _| kind == BufferKind::Uniform) {
        let (Some(ty), Some(name)) = (unit.content(at), unit.tree.declarations[at].name()) else { continue };
        if Packing::is_wrong_root(unit, ty) {
            let message = format!("the elements of `{}` take no multiple of 16 bytes", unit.names.resolve(name.symbol));
            let found = Diagnostic::warning(&codes::REWRITE_ROOT, message, name.span).label(name.span, "stays as it is");
            diagnostics.push(found.help("make it the member of a struct"));
        }
    }
    represent(unit, legal(unit, options), edits, map, diagnostics);
}

fn legal<'u>(unit: &'u Unit<'_>, options: &Options) -> Representation<'u> {
    Representation {
        suffix: "legacy",
        variables: buffers(unit, |kind, _, ty| kind == BufferKind::Uniform && Packing::is_packable(unit, ty)),
        plan: Box::new(|variables| Packing::plan(unit, variables, Goal::Legacy)),
        max_clones: options.max_clones,
    }
}
