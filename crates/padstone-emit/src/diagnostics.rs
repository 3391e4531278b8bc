//! Formats for diagnostics: one file per format, and one line each in [`FORMATS`].

mod edits;
mod github;
mod json;
mod sarif;
#[cfg(feature = "terminal")]
mod text;
mod text_range;

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use padstone_diag::Diagnostic;
use padstone_source::{Interner, SourceMap};

/// The sources and names that diagnostics refer to.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// All files and macro expansions.
    pub sources: &'a SourceMap,
    /// All names, including those of macros.
    pub names: &'a Interner,
}

/// Whether to use terminal colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerminalColor {
    /// Plain text.
    Never,
    /// ANSI escape sequences.
    Ansi,
}

/// Writes diagnostics in one format.
pub trait Render {
    /// Writes one diagnostic, or stores it until [`Self::finish`].
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn diagnostic(&mut self, context: Context<'_>, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the parts that require all diagnostics.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }
}

/// A format for diagnostics.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name after `--message-format`.
    pub name: &'static str,
    /// A short description.
    pub summary: &'static str,
    /// Creates its renderer.
    pub renderer: fn(TerminalColor) -> Box<dyn Render>,
}

/// All formats; the first is the default.
pub const FORMATS: &[Format] = &[
    #[cfg(feature = "terminal")]
    Format { name: "text", summary: "with source snippets, for people", renderer: |color| Box::new(text::TextDiagnostics::new(color)) },
    Format { name: "json", summary: "one JSON object per line", renderer: |_| Box::new(json::JsonDiagnostics) },
    Format { name: "github", summary: "workflow commands of GitHub Actions", renderer: |_| Box::new(github::GitHub) },
    Format { name: "sarif", summary: "one SARIF 2.1.0 document", renderer: |_| Box::new(sarif::Sarif::default()) },
];
