//! Diagnostics for people and for machines. One file per format, one line each in [`FORMATS`].

mod edits;
mod github;
mod json;
mod place;
mod sarif;
#[cfg(feature = "terminal")]
mod text;

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use padstone_diag::Diagnostic;
use padstone_source::{Interner, SourceMap};

/// What the spans and symbols of a diagnostic refer to.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// All files and macro expansions.
    pub sources: &'a SourceMap,
    /// All names, those of macros among them.
    pub names: &'a Interner,
}

/// Whether to put terminal colours into the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Plain text.
    Never,
    /// ANSI escape sequences.
    Ansi,
}

/// Writes diagnostics in one format.
pub trait Render {
    /// Writes one diagnostic, or keeps it until [`Self::finish`].
    ///
    /// # Errors
    /// Those of `out`.
    fn diagnostic(&mut self, context: Context<'_>, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what can only be written once everything is known.
    ///
    /// # Errors
    /// Those of `out`.
    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }
}

/// A format for diagnostics.
#[derive(Clone, Copy)]
pub struct Format {
    /// Its name after `--message-format`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Makes a renderer of it.
    pub renderer: fn(Colour) -> Box<dyn Render>,
}

/// All formats; the first is the default.
pub const FORMATS: &[Format] = &[
    #[cfg(feature = "terminal")]
    Format { name: "text", summary: "with source snippets, for people", renderer: |colour| Box::new(text::Text::new(colour)) },
    Format { name: "json", summary: "one JSON object per line", renderer: |_| Box::new(json::Json) },
    Format { name: "github", summary: "workflow commands of GitHub Actions", renderer: |_| Box::new(github::GitHub) },
    Format { name: "sarif", summary: "one SARIF 2.1.0 document", renderer: |_| Box::new(sarif::Sarif::default()) },
];
