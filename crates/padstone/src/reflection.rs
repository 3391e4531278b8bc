//! A program, laid out: registers, bindings and bytes of everything.

pub use padstone_read::emit::reflect::{EntryPoint, Parameter, Place, Program, Slot};

use crate::Diagnostics;

/// What a program declares, and where all of it is.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Reflection {
    /// The program.
    pub program: Program,
    /// What there is to say about it.
    pub diagnostics: Diagnostics,
}

impl Reflection {
    /// The slots of all scopes: those of the globals first, then those of each entry point.
    pub fn slots(&self) -> impl Iterator<Item = &Slot> {
        let Program { globals, parameters, entry_points, .. } = &self.program;
        let entries = entry_points.iter().flat_map(|entry| entry.uniforms.iter().chain(entry.parameters.iter().flat_map(|one| &one.slots)));
        globals.iter().chain(parameters.iter().flat_map(|parameter| &parameter.slots)).chain(entries)
    }
}
