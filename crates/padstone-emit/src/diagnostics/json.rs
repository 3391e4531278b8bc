//! One JSON object per diagnostic and line.

use std::io::{self, Write};

use padstone_diag::{Diagnostic, Severity};
use padstone_source::{Span, printable_json};
use serde::Serialize;

use super::edits::in_files;
use super::text_range::{TextRange, text_range};
use super::{Context, Render};

pub(super) struct JsonDiagnostics;

impl Render for JsonDiagnostics {
    fn diagnostic(&mut self, context: Context<'_>, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let diagnostic = &*in_files(context.sources, diagnostic);
        let location = |span: Span| Location::from(text_range(context.sources, span));
        let message = Message {
            code: diagnostic.code.id,
            name: diagnostic.code.name,
            severity: severity(diagnostic.severity),
            message: &diagnostic.message,
            location: diagnostic.span.map(location),
            labels: diagnostic.labels.iter().map(|label| Label { location: location(label.span), text: &label.text }).collect(),
            macros: diagnostic.span.map_or_else(Vec::new, |span| {
                let expansions = context.sources.expansions(span);
                expansions
                    .map(|expansion| Macro { name: context.names.resolve(expansion.name), location: location(expansion.body) })
                    .collect()
            }),
            notes: &diagnostic.notes,
            helps: &diagnostic.helps,
            fixes: (diagnostic.fixes.iter())
                .map(|fix| Fix {
                    title: &fix.title,
                    applicability: fix.applicability.name(),
                    edits: fix.edits.iter().map(|edit| Edit { location: location(edit.span), text: &edit.text }).collect(),
                })
                .collect(),
        };
        writeln!(out, "{}", printable_json(&serde_json::to_string(&message)?))
    }
}

/// The severities in JSON.
pub(super) const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

#[derive(Serialize)]
struct Message<'a> {
    code: &'a str,
    name: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Label<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    macros: Vec<Macro<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    helps: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    file: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start: usize,
    end: usize,
}

impl From<TextRange> for Location {
    fn from(place: TextRange) -> Location {
        let TextRange { file, line, column, end_line, end_column, start, end, .. } = place;
        Location { file, line, column, end_line, end_column, start, end }
    }
}

#[derive(Serialize)]
struct Label<'a> {
    #[serde(flatten)]
    location: Location,
    text: &'a str,
}

#[derive(Serialize)]
struct Macro<'a> {
    name: &'a str,
    #[serde(flatten)]
    location: Location,
}

#[derive(Serialize)]
struct Fix<'a> {
    title: &'a str,
    applicability: &'a str,
    edits: Vec<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    #[serde(flatten)]
    location: Location,
    text: &'a str,
}
