//! Outputs of layouts, bindings and diagnostics. Nothing here computes an offset.
//!
//! One file per output, and one line in a registry: [`FORMATS`] for layouts, [`diagnostics::FORMATS`] for diagnostics.

pub mod ast;
mod buffer;
pub mod cb_struct;
pub mod compare;
pub mod copy_plan;
mod definition_hash;
pub mod diagnostics;
pub mod display;
pub mod explain;
pub mod host;
pub mod json;
pub mod llvm;
pub mod lookup;
mod picture;
pub mod pipeline;
pub mod reason;
pub mod reflect;
mod registers;
#[cfg(feature = "spirv")]
pub mod spirv;
pub mod split;
mod style;
mod text;
mod type_names;
mod uniforms;

use std::io::{self, Write};

pub use padstone_diag::nearest;

use padstone_bind::Bindings;
use padstone_layout::ModuleLayout;
use padstone_model::Module;
use padstone_source::SourceMap;

/// One unit under one profile.
#[derive(Clone, Copy)]
pub struct Listing<'a> {
    /// The path of the file, as passed.
    pub file: &'a str,
    /// All files and macro expansions.
    pub sources: &'a SourceMap,
    /// The declarations.
    pub module: &'a Module,
    /// The layouts.
    pub layouts: &'a ModuleLayout,
    /// The registers and bindings.
    pub bindings: &'a Bindings,
}

/// The settings of a list of layouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Whether to use colors, if the format has colors.
    pub color: diagnostics::TerminalColor,
    /// For pictures, the bytes per row.
    pub row_bytes: u64,
    /// For pictures as SVG, the lines to draw.
    pub lines: DrawnLines,
    /// Whether to print structs in addition to buffers, if the format supports it.
    pub structs: bool,
}

/// Lines of a picture, counted from 0: `first..end`. The others remain blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawnLines {
    /// The first line.
    pub first: u64,
    /// One past the last line.
    pub end: u64,
}

impl DrawnLines {
    /// All lines.
    pub const ALL: DrawnLines = DrawnLines { first: 0, end: u64::MAX };
}

/// Writes layouts in one format.
pub trait LayoutWriter {
    /// Writes the layouts of one unit under one profile.
    ///
    /// # Errors
    /// Those of `out`.
    fn listing(&mut self, listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the parts after the last layout.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

/// A format for layouts.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name after `--format`.
    pub name: &'static str,
    /// A short description.
    pub summary: &'static str,
    /// Creates its writer.
    pub writer: fn(Settings) -> Box<dyn LayoutWriter>,
}

/// The writer of pictures. A small build links it without the writers of the other formats.
pub fn svg(settings: Settings) -> Box<dyn LayoutWriter> {
    Box::new(picture::Pictures::svg(settings))
}

/// All formats; the first is the default.
pub const FORMATS: &[Format] = &[
    Format { name: "text", summary: "tables, for people", writer: |settings| Box::new(text::LayoutTables::new(settings)) },
    Format { name: "columns", summary: "tables, rule sets side by side", writer: |settings| Box::new(text::SideBySide::new(settings)) },
    Format { name: "svg", summary: "a picture", writer: svg },
    Format {
        name: "html",
        summary: "a page with pictures, search and a byte inspector",
        writer: |settings| Box::new(picture::Pictures::html(settings)),
    },
    Format { name: "json", summary: "JSON, for programs", writer: |_| Box::new(json::JsonLayouts::default()) },
];
