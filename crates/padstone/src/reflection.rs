//! Reflection: registers, bindings and bytes of a program.

pub use padstone_read::emit::reflect::{BindingLocation, EntryPoint, Parameter, Program, ResourceSlot};

use crate::Diagnostics;

/// The parameters of a program, with their registers, bindings and bytes.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Reflection {
    /// The program.
    pub program: Program,
    /// Its diagnostics.
    pub diagnostics: Diagnostics,
}

impl Reflection {
    /// The slots of all scopes: those of the globals first, then those of each entry point.
    pub fn slots(&self) -> impl Iterator<Item = &ResourceSlot> {
        let Program { globals, parameters, entry_points, .. } = &self.program;
        let entries = entry_points
            .iter()
            .flat_map(|entry| entry.uniforms.iter().chain(entry.parameters.iter().flat_map(|entry_parameter| &entry_parameter.slots)));
        globals.iter().chain(parameters.iter().flat_map(|parameter| &parameter.slots)).chain(entries)
    }
}
