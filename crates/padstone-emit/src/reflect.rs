//! Which registers, bindings and bytes everything of a program gets.
//!
//! One file per format, and one line in [`FORMATS`].

pub mod slang_json;
mod text;
mod writer;

use std::io::{self, Write};

use padstone_bind::program::ProgramLayout;
use padstone_model::Module;

/// A program, laid out.
#[derive(Clone, Copy)]
pub struct Reflection<'a> {
    /// What it declares.
    pub module: &'a Module,
    /// Where that is.
    pub layout: &'a ProgramLayout,
}

/// A format for reflection.
#[derive(Clone, Copy)]
pub struct Format {
    /// Its name after `--format`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Writes it.
    pub write: fn(&Reflection<'_>, &mut dyn Write) -> io::Result<()>,
}

/// All formats; the first is the default.
pub const FORMATS: &[Format] = &[
    Format { name: "text", summary: "tables, for people", write: text::write },
    Format {
        name: "slang-json",
        summary: "JSON as slangc writes it with -reflection-json",
        write: |reflection, out| slang_json::write(out, reflection.module, reflection.layout),
    },
];
