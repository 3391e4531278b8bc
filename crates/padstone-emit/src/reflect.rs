//! Reflection: registers, bindings and bytes of a program.
//!
//! One file per format, and one line in [`FORMATS`].

mod build;
mod data;
mod doc_divergence;
mod json;
mod location_text;
mod names;
pub mod slang_json;
mod text;
mod writer;

use std::io::{self, Write};

use padstone_bind::ProgramLayout;
use padstone_diag::Diagnostics;
use padstone_model::Module;
use padstone_source::SourceMap;

pub use build::reflect;
pub(crate) use build::{binding_location, byte_arrays, open, reflect_parameters, slot_arrays};
pub use data::{
    Array, AttributeArgument, BindingLocation, Buffer, DeclaredField, DeclaredType, EntryPoint, HashedString, LayoutUnitRange, Member,
    ObjectKind, ObjectShape, Parameter, Program, ResourceSlot, SourceLocation, TypeBytes, UnspecializedType, UserAttribute, Varying,
};
pub(crate) use location_text::{metal_attribute, place_in_space, stride_text};
pub(crate) use slang_json::kind_name;

/// A program with its layout.
#[derive(Clone, Copy)]
pub struct Reflection<'a> {
    /// The files.
    pub sources: &'a SourceMap,
    /// The declarations.
    pub module: &'a Module,
    /// The layout.
    pub layout: &'a ProgramLayout,
    /// The name of the target, as requested: `spirv`.
    pub target: &'a str,
    /// The layout under Slang's documentation, for notes about differences; `None` for no notes.
    pub documented: Option<&'a ProgramLayout>,
}

/// A format for reflection.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name after `--format`.
    pub name: &'static str,
    /// A short description.
    pub summary: &'static str,
    /// Writes the program, and returns diagnostics.
    pub write: fn(&Reflection<'_>, &mut dyn Write) -> io::Result<Diagnostics>,
}

/// All formats; the first is the default.
pub const FORMATS: &[Format] = &[
    Format { name: "text", summary: "tables, for people", write: text::write },
    Format { name: "json", summary: "everything, as JSON with a schema", write: json::write },
    Format {
        name: "slang-json",
        summary: "JSON as slangc writes it with -reflection-json",
        write: |reflection, out| slang_json::write(out, reflection.module, reflection.layout).map(|()| Diagnostics::new()),
    },
];
