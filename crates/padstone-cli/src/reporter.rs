//! Writes diagnostics to standard error.

use std::collections::HashSet;
use std::io::{self, Write};

use padstone_read::Unit;
use padstone_read::diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_read::emit::diagnostics::{Context, FORMATS, Render, TerminalColor};
use padstone_read::source::{Interner, SourceMap};

/// File, line and column.
type FileLocation = (String, u32, u32);

/// The numbers of errors and warnings printed.
#[derive(Clone, Copy, Default)]
pub(crate) struct DiagnosticCounts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
}

/// Prints each diagnostic once, and records whether there was an error.
pub(crate) struct Reporter {
    renderer: Box<dyn Render>,
    out: Box<dyn Write>,
    /// Diagnostics that were printed: a file that is read for two compilers has most of them twice.
    printed: HashSet<(&'static str, String, Option<FileLocation>)>,
    errors: bool,
    warnings: bool,
    /// The numbers of errors and warnings printed.
    counts: DiagnosticCounts,
    /// Whether warnings count as errors.
    pub(crate) strict: bool,
    /// Whether the output is machine-readable.
    is_for_machines: bool,
    /// Whether a progress line is on the terminal.
    progress: bool,
    /// Whether diagnostics were lost because standard error cannot be written, for another reason than that its reader closed it.
    lost: bool,
}

impl Reporter {
    pub(crate) fn new(format: &str, color: TerminalColor) -> Reporter {
        let format = FORMATS.iter().find(|known| known.name == format).unwrap_or(&FORMATS[0]);
        let out: Box<dyn Write> = match color {
            TerminalColor::Never => Box::new(io::stderr().lock()),
            TerminalColor::Ansi => Box::new(anstream::AutoStream::always(io::stderr().lock())),
        };
        Reporter {
            renderer: (format.renderer)(color),
            out,
            printed: HashSet::new(),
            errors: false,
            warnings: false,
            counts: DiagnosticCounts::default(),
            strict: false,
            is_for_machines: format.name != FORMATS[0].name,
            progress: false,
            lost: false,
        }
    }

    /// The numbers of errors and warnings printed.
    pub(crate) fn counts(&self) -> DiagnosticCounts {
        self.counts
    }

    /// Whether findings are printed in a machine-readable format.
    pub(crate) fn is_for_machines(&self) -> bool {
        self.is_for_machines
    }

    /// Prints the diagnostics of a unit, in source order.
    pub(crate) fn report(&mut self, unit: &Unit, found: &[&Diagnostics]) {
        self.report_in(&unit.sources, &unit.module.names, found);
    }

    /// Prints the diagnostics of some files, in source order.
    pub(crate) fn report_in(&mut self, sources: &SourceMap, names: &Interner, found: &[&Diagnostics]) {
        let context = Context { sources, names };
        self.errors |= found.iter().any(|found| found.has_errors());
        self.warnings |= found.iter().flat_map(|found| found.iter()).any(|found| found.severity == Severity::Warning);
        let mut all: Vec<&Diagnostic> = found.iter().flat_map(|found| found.iter()).collect();
        all.sort_by_key(|diagnostic| diagnostic.span.map(|span| sources.call_site(span).start));
        for diagnostic in all {
            self.print(context, diagnostic);
        }
        let dropped: usize = found.iter().map(|found| found.dropped()).sum();
        if dropped > 0 {
            let message = format!("{dropped} more errors and warnings in this file are not shown");
            self.print(context, &Diagnostic { severity: Severity::Note, ..Diagnostic::without_place(&codes::MORE_DIAGNOSTICS, message) });
        }
    }

    /// Prints a diagnostic that refers to no file.
    pub(crate) fn report_one(&mut self, diagnostic: &Diagnostic) {
        self.errors |= diagnostic.severity == Severity::Error;
        self.warnings |= diagnostic.severity == Severity::Warning;
        let (sources, names) = (SourceMap::new(), Interner::new());
        self.print(Context { sources: &sources, names: &names }, diagnostic);
    }

    /// Whether an error, or a failure, has been reported.
    pub(crate) fn has_errors(&self) -> bool {
        self.errors || (self.strict && self.warnings)
    }

    /// Records an error that the output of the command shows.
    pub(crate) fn fail(&mut self) {
        self.errors = true;
    }

    /// Shows the progress on a terminal; the next output replaces it.
    pub(crate) fn progress(&mut self, text: &str) {
        self.progress = true;
        self.ignore_closed(|this| write!(this.out, "\r{text}\x1B[K"));
        self.ignore_closed(|this| this.out.flush());
    }

    fn end_progress(&mut self) {
        if std::mem::take(&mut self.progress) {
            self.ignore_closed(|this| write!(this.out, "\r\x1B[K"));
        }
    }

    /// Prints the remaining output; returns whether an error was reported, or could not be.
    pub(crate) fn finish(&mut self) -> bool {
        self.end_progress();
        self.ignore_closed(|this| this.renderer.finish(&mut this.out));
        self.ignore_closed(|this| this.out.flush());
        self.has_errors() || self.lost
    }

    fn print(&mut self, context: Context<'_>, diagnostic: &Diagnostic) {
        let location = diagnostic.span.map(|span| {
            let position = context.sources.locate(span.start);
            (position.name, position.line, position.column)
        });
        if self.printed.insert((diagnostic.code.id, diagnostic.message.clone(), location)) {
            match diagnostic.severity {
                Severity::Error => self.counts.errors += 1,
                Severity::Warning => self.counts.warnings += 1,
                Severity::Note => {}
            }
            self.end_progress();
            self.ignore_closed(|this| this.renderer.diagnostic(context, diagnostic, &mut this.out));
        }
    }

    /// Stops printing after the first error. A closed standard error is ignored, like a closed standard output.
    fn ignore_closed(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) {
        if let Err(error) = write(self) {
            self.lost |= error.kind() != io::ErrorKind::BrokenPipe;
            self.out = Box::new(io::sink());
        }
    }
}
