//! Workflow commands of GitHub Actions, which become annotations of a change.
//!
//! <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>

use std::io::{self, Write};

use padstone_diag::{Diagnostic, Severity};
use padstone_source::printable;

use super::text_range::text_range;
use super::{Context, Render};

pub(super) struct GitHub;

impl Render for GitHub {
    fn diagnostic(&mut self, context: Context<'_>, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let command = match diagnostic.severity {
            Severity::Note => "notice",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(out, "::{command} ")?;
        if let Some(place) = diagnostic.span.map(|span| text_range(context.sources, span)) {
            write!(out, "file={},line={},endLine={},", property(&place.file), place.line, place.end_line)?;
            // GitHub accepts columns only within one line.
            if place.line == place.end_line {
                write!(out, "col={},endColumn={},", place.column, place.end_column)?;
            }
        }
        let code = diagnostic.code;
        write!(out, "title={}::{}", property(&format!("padstone {} {}", code.id, code.name)), data(&diagnostic.message))?;
        for label in diagnostic.labels.iter().filter(|label| Some(label.span) == diagnostic.span && !label.text.is_empty()) {
            write!(out, ": {}", data(&label.text))?;
        }
        for line in diagnostic.notes.iter().chain(&diagnostic.helps) {
            write!(out, "%0A{}", data(line))?;
        }
        writeln!(out)
    }
}

/// The text of a message.
fn data(text: &str) -> String {
    printable(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The text of a property, with its separators escaped.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
