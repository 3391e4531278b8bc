//! Diagnostics on their way to standard error.

use std::collections::HashSet;
use std::io::{self, Write};

use padstone::diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone::emit::diagnostics::{Colour, Context, FORMATS, Render};
use padstone::source::{Interner, Location, SourceMap};

/// Prints each diagnostic once, and remembers whether there was an error.
pub(crate) struct Reporter {
    renderer: Box<dyn Render>,
    out: Box<dyn Write>,
    /// A file that is read twice, for two compilers, says most things twice.
    printed: HashSet<(&'static str, String, Option<Location>)>,
    errors: bool,
}

impl Reporter {
    pub(crate) fn new(format: &str, colour: Colour) -> Reporter {
        let format = FORMATS.iter().find(|known| known.name == format).unwrap_or(&FORMATS[0]);
        let out: Box<dyn Write> = match colour {
            Colour::Never => Box::new(io::stderr().lock()),
            Colour::Ansi => Box::new(anstream::AutoStream::always(io::stderr().lock())),
        };
        Reporter { renderer: (format.renderer)(colour), out, printed: HashSet::new(), errors: false }
    }

    /// Prints the diagnostics of a unit.
    pub(crate) fn report(&mut self, sources: &SourceMap, names: &Interner, diagnostics: &Diagnostics) {
        self.errors |= diagnostics.has_errors();
        let context = Context { sources, names };
        for diagnostic in diagnostics {
            self.print(context, diagnostic);
        }
        if diagnostics.dropped() > 0 {
            let message = format!("{} more errors and warnings of this file are not shown", diagnostics.dropped());
            self.print(context, &Diagnostic { severity: Severity::Note, ..Diagnostic::without_place(&codes::MORE_DIAGNOSTICS, message) });
        }
    }

    /// Prints a diagnostic that is about no file.
    pub(crate) fn report_one(&mut self, diagnostic: &Diagnostic) {
        self.errors |= diagnostic.severity == Severity::Error;
        let (sources, names) = (SourceMap::new(), Interner::new());
        self.print(Context { sources: &sources, names: &names }, diagnostic);
    }

    /// Whether any error was reported so far.
    pub(crate) fn has_errors(&self) -> bool {
        self.errors
    }

    /// Prints what is left; returns whether any error was reported.
    pub(crate) fn finish(mut self) -> bool {
        self.ignore_closed(|this| this.renderer.finish(&mut this.out));
        self.ignore_closed(|this| this.out.flush());
        self.errors
    }

    fn print(&mut self, context: Context<'_>, diagnostic: &Diagnostic) {
        let place = diagnostic.span.map(|span| context.sources.locate(span.start));
        if self.printed.insert((diagnostic.code.id, diagnostic.message.clone(), place)) {
            self.ignore_closed(|this| this.renderer.diagnostic(context, diagnostic, &mut this.out));
        }
    }

    /// Nobody is left to be told that standard error does not take any more.
    fn ignore_closed(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) {
        if write(self).is_err() {
            self.out = Box::new(io::sink());
        }
    }
}
