//! Which registers, bindings and bytes everything of a program gets.
//!
//! One file per format, and one line in [`FORMATS`].

mod build;
mod data;
mod json;
mod names;
mod otherwise;
pub mod slang_json;
mod text;
mod writer;

use std::io::{self, Write};

use padstone_bind::ProgramLayout;
use padstone_diag::Diagnostics;
use padstone_model::Module;
use padstone_source::SourceMap;

pub use build::reflect;
pub(crate) use build::{byte_arrays, open, place, reflect_parameters, slot_arrays};
pub use data::{
    Argument, Array, Attribute, Buffer, DeclaredField, DeclaredType, EntryPoint, HashedString, Member, ObjectKind, ObjectShape, OpenType,
    Parameter, Place, Program, Range, Slot, Source, TypeBytes, Varying,
};
pub(crate) use text::stride_text;

/// A program, laid out.
#[derive(Clone, Copy)]
pub struct Reflection<'a> {
    /// Its files.
    pub sources: &'a SourceMap,
    /// What it declares.
    pub module: &'a Module,
    /// Where that is.
    pub layout: &'a ProgramLayout,
    /// What it is for, as it was requested: `spirv`.
    pub target: &'a str,
    /// Where it is by the documentation of Slang, to say where that differs; `None` says nothing.
    pub documented: Option<&'a ProgramLayout>,
}

/// A format for reflection.
#[derive(Clone, Copy)]
pub struct Format {
    /// Its name after `--format`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Writes it, and returns what there is to say about that.
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
