//! Diagnostics with source snippets.

use std::borrow::Cow;
use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet};
use padstone_diag::{Diagnostic, Severity};
use padstone_source::{Span, printable, printable_lines};

use super::edits::in_files;
use super::text_range::{TextRange, spelled, text_range};
use super::{Context, Render, TerminalColor};

/// A longer line of the source is not shown; only its number is.
const LONGEST_LINE: usize = 4096;
/// Annotations separated by more bytes than this get separate snippets.
const FURTHEST: usize = 16 * 1024;
/// A longer range is underlined on its first line only.
const LONGEST_RANGE: usize = 2048;
/// The number of macro uses shown between the span and the outermost use.
const MAX_EXPANSIONS: usize = 6;

pub(super) struct TextDiagnostics {
    renderer: Renderer,
}

impl TextDiagnostics {
    pub(super) fn new(color: TerminalColor) -> TextDiagnostics {
        let renderer = match color {
            TerminalColor::Never => Renderer::plain(),
            TerminalColor::Ansi => Renderer::styled(),
        };
        TextDiagnostics { renderer }
    }
}

impl Render for TextDiagnostics {
    fn diagnostic(&mut self, context: Context<'_>, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let diagnostic = &*in_files(context.sources, diagnostic);
        let level = match diagnostic.severity {
            Severity::Note => Level::NOTE,
            Severity::Warning => Level::WARNING,
            Severity::Error => Level::ERROR,
        };
        let title = level.primary_title(printable(&diagnostic.message)).id(diagnostic.code.id);
        let mut main = Group::with_title(title);
        for marks in snippets(marks(context, diagnostic)) {
            main = main.element(snippet(context, &marks));
        }
        for note in &diagnostic.notes {
            main = main.element(Level::NOTE.message(printable(note)));
        }
        // The title of a fix is not repeated as a help.
        for help in diagnostic.helps.iter().filter(|help| diagnostic.fixes.iter().all(|fix| fix.title != **help)) {
            main = main.element(Level::HELP.message(printable(help)));
        }
        let mut report = vec![main];
        for fix in &diagnostic.fixes {
            let mut group = Group::with_title(Level::HELP.secondary_title(printable(&fix.title)));
            let edits: Vec<_> = fix.edits.iter().map(|edit| (text_range(context.sources, edit.span), edit)).collect();
            for edits in edits.chunk_by(|(previous, _), (next, _)| is_near(previous, next)) {
                let (first, last) = (&edits[0].0, &edits[edits.len() - 1].0);
                let Some(lines) = SourceLines::surrounding_lines(context, first.start, last.end, first) else { continue };
                let patches: Vec<_> = edits
                    .iter()
                    .map(|(place, edit)| Patch::new(lines.at(place.start)..lines.at(place.end), printable_lines(&edit.text).into_owned()))
                    .collect();
                let snippet = Snippet::source(lines.text).path(printable(&first.file).into_owned()).line_start(lines.number);
                group = group.element(snippet.patches(patches));
            }
            report.push(group);
        }
        writeln!(out, "{}\n", self.renderer.render(&report))
    }
}

/// Whether an edit is shown together with the next: it precedes it in one file, and the source between them is short.
fn is_near(previous: &TextRange, next: &TextRange) -> bool {
    previous.id == next.id && previous.file == next.file && previous.end <= next.start && next.start - previous.end < LONGEST_RANGE
}

/// A range to underline.
struct Underline {
    place: TextRange,
    kind: AnnotationKind,
    text: String,
}

/// Everything to underline: the place itself, then its macros, then the rest.
fn marks(context: Context<'_>, diagnostic: &Diagnostic) -> Vec<Underline> {
    let Some(span) = diagnostic.span else { return Vec::new() };
    let sources = context.sources;
    let label_text = diagnostic.labels.iter().find(|label| label.span == span).map_or("", |label| &label.text);
    let mark = |place, kind, text: &str| Underline { place, kind, text: printable(text).into_owned() };
    let mut marks = vec![mark(text_range(sources, span), AnnotationKind::Primary, label_text)];
    let mut inner: Span = span;
    for expansion in sources.expansions(span).take(MAX_EXPANSIONS) {
        let text = format!("in this expansion of macro `{}`", context.names.resolve(expansion.name));
        marks.push(mark(spelled(sources, inner), AnnotationKind::Context, &text));
        inner = expansion.site;
    }
    for label in diagnostic.labels.iter().filter(|label| label.span != span) {
        marks.push(mark(text_range(sources, label.span), AnnotationKind::Context, &label.text));
    }
    marks
}

/// Groups adjacent marks of one file, in the order of the first of each group.
fn snippets(marks: Vec<Underline>) -> Vec<Vec<Underline>> {
    let mut snippets: Vec<Vec<Underline>> = Vec::new();
    for mark in marks {
        let close = |other: &Underline| {
            let (first, last) = (&other.place, &mark.place);
            first.id == last.id && first.file == last.file && first.start.abs_diff(last.start) < FURTHEST
        };
        match snippets.iter_mut().find(|marks| close(&marks[0])) {
            Some(marks) => marks.push(mark),
            None => snippets.push(vec![mark]),
        }
    }
    snippets
}

/// The source that some marks of one file underline.
fn snippet<'a>(context: Context<'a>, marks: &[Underline]) -> Element<'a> {
    let end = |place: &TextRange| if place.end - place.start > LONGEST_RANGE { place.start } else { place.end };
    let first = &marks.iter().min_by_key(|mark| mark.place.start).expect("a snippet has marks").place;
    let last = marks.iter().map(|mark| end(&mark.place)).max().expect("a snippet has marks");
    let Some(lines) = SourceLines::surrounding_lines(context, first.start, last, first) else {
        let location = &marks[0].place;
        let origin = Origin::path(printable(&location.file).into_owned());
        return origin.line(location.line as usize).char_column(location.column as usize).into();
    };
    let annotations: Vec<_> = marks
        .iter()
        .map(|mark| {
            let range = lines.at(mark.place.start)..lines.at(end(&mark.place));
            let annotation = mark.kind.span(range);
            if mark.text.is_empty() { annotation } else { annotation.label(mark.text.clone()) }
        })
        .collect();
    let path = printable(&first.file).into_owned();
    Snippet::source(lines.text).path(path).line_start(lines.number).annotations(annotations).into()
}

/// Whole lines of a file.
struct SourceLines<'a> {
    /// As they are shown.
    text: Cow<'a, str>,
    /// As they are in the file.
    written: &'a str,
    /// The offset of the first in the file.
    start: usize,
    /// The number of the first, after `#line`.
    number: usize,
}

impl<'a> SourceLines<'a> {
    /// The position of a byte of the file in the printed text.
    fn at(&self, byte: usize) -> usize {
        let before = byte - self.start;
        // After the end of the file, the position of the space printed there.
        self.written.get(..before).map_or(self.text.len(), |written| printable_lines(written).len())
    }

    /// The lines with the bytes `first..last` of the file of `place`, which is on the first of them; `None` if one of them is too long.
    fn surrounding_lines(context: Context<'a>, first: usize, last: usize, place: &TextRange) -> Option<SourceLines<'a>> {
        let text = &*context.sources.file(place.id).text;
        let newline = |byte: &u8| *byte == b'\n';
        let before = &text.as_bytes()[first.saturating_sub(LONGEST_LINE)..first];
        let start = match before.iter().rposition(newline) {
            Some(index) => first - (before.len() - index) + 1,
            None if before.len() == first => 0,
            None => return None,
        };
        let after = &text.as_bytes()[last..text.len().min(last + LONGEST_LINE)];
        let end = match after.iter().position(newline) {
            Some(index) => last + index + 1,
            None if last + after.len() == text.len() => text.len(),
            None => return None,
        };
        let written = &text[start..end];
        let mut shown = printable_lines(written);
        if last == text.len() && start < last && shown.ends_with('\n') {
            // The end of the file is on a separate line, which is printed only if it is marked.
            shown.to_mut().push(' ');
        }
        let lines = SourceLines { text: shown, written, start, number: place.line as usize };
        lines.text.split('\n').all(|line| line.len() <= LONGEST_LINE).then_some(lines)
    }
}
