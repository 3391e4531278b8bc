//! Prints a [`Program`] in its language.
//!
//! Most declarations have several spellings; each member's `spelling` selects one, so that the text covers
//! the front end while the tree, and with it the naive implementation, stays small.

mod glsl;
mod hlsl;
mod wgsl;

use crate::properties::program::{Language, Program};

/// The program as source text.
pub(crate) fn source(program: &Program) -> String {
    match program.language {
        Language::Hlsl => hlsl::source(program),
        Language::Glsl => glsl::source(program),
        Language::Wgsl => wgsl::source(program),
        Language::Wgsl2020 => wgsl::source_2020(program),
    }
}
