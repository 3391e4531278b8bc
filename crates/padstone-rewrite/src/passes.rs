//! The passes, one file each.

mod inline;
mod legalize_uniform;
mod modernize;
mod pack;
mod pin;
mod scalarize;
mod slots;
mod specialize;

use crate::Pass;

/// All passes, in the order in which `--help` lists them.
pub const PASSES: &[&Pass] =
    &[&pack::PASS, &scalarize::PASS, &inline::PASS, &specialize::PASS, &legalize_uniform::PASS, &pin::PASS, &modernize::PASS];

/// The pass with this name.
///
/// ```
/// assert!(padstone_rewrite::find("pin").is_some() && padstone_rewrite::find("pun").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name).copied()
}
