//! Every diagnostic code. One file per area; [`ALL`] is what `--explain` and the documentation list.

/// Declares codes of one area and the list of them.
macro_rules! codes {
    ($($name:ident = $id:literal, $readable:literal, $summary:literal;)*) => {
        $(#[doc = $summary] pub const $name: crate::Code = crate::Code { id: $id, name: $readable, summary: $summary };)*
        /// The codes of this area, in the order of their ids.
        pub(super) const AREA: &[&crate::Code] = &[$(&$name),*];
    };
}

mod artifact;
mod binding;
mod emit;
mod glsl;
mod host;
mod input;
mod layout;
mod lints;
mod packoffset;
mod preprocessor;
mod project;
mod rewrite;
mod slang;
mod syntax;
mod types;
mod wgsl;

pub use artifact::*;
pub use binding::*;
pub use emit::*;
pub use glsl::*;
pub use host::*;
pub use input::*;
pub use layout::*;
pub use lints::*;
pub use packoffset::*;
pub use preprocessor::*;
pub use project::*;
pub use rewrite::*;
pub use slang::*;
pub use syntax::*;
pub use types::*;
pub use wgsl::*;

/// All codes, area by area.
pub const ALL: &[&[&crate::Code]] = &[
    input::AREA,
    preprocessor::AREA,
    syntax::AREA,
    types::AREA,
    packoffset::AREA,
    layout::AREA,
    binding::AREA,
    emit::AREA,
    wgsl::AREA,
    glsl::AREA,
    artifact::AREA,
    slang::AREA,
    rewrite::AREA,
    host::AREA,
    project::AREA,
    lints::AREA,
];
