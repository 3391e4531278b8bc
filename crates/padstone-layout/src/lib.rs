//! Where every byte lies: the engine, and the rule sets as data.
//!
//! `layout(module, profile)` gives the layouts of everything in a module. Rule sets are flat values, one file
//! each under `rules/`; profiles, which say what rule set a compiler uses for what kind of buffer, under
//! `profiles/`.

mod result;

pub use result::{
    BitRange, ExplicitPlace, FieldLayout, Layout, ModuleLayout, RowCause, Shape, Subject, TypeLayout, TypeLayouts, Unlaid, Why,
};

/// How deep types may nest: 256 levels.
pub const MAX_DEPTH: u16 = 256;
/// How many rows the layouts of one file may have.
pub const MAX_ROWS: u64 = 1_000_000;

/// A rule set (fields to come).
#[derive(Debug)]
pub struct RuleSet {
    /// Its name on the command line: `dx-cbuffer`.
    pub name: &'static str,
}

/// A profile (fields to come).
#[derive(Debug)]
pub struct Profile {
    /// Its name on the command line: `dxc`.
    pub name: &'static str,
}

/// The layouts of everything in a module under a profile.
pub fn layout(_module: &padstone_model::Module, _profile: &'static Profile) -> ModuleLayout {
    unreachable!("being written")
}
