//! Answers as JSON.

use std::sync::Arc;

use padstone_read::emit::json::{self, Positions as Counted};
use padstone_read::emit::reason::Reason;
use padstone_read::emit::{LayoutWriter, Listing};
use padstone_read::source::SourceFile;
use serde::Serialize;

use super::{Answer, Positions, Response};
use crate::place::Span;
use crate::{Compiler, Dependency, Diagnostic, Edit, Explanation, Layouts, Missing, Severity};

pub(super) fn write(response: &Response) -> String {
    let places = Places(response.positions);
    let tail = Tail {
        diagnostics: response.diagnostics.iter().map(|found| places.diagnostic(found)).collect(),
        dropped: response.diagnostics.dropped,
        missing: response.missing.iter().map(|missing| places.missing(missing)).collect(),
    };
    match &response.answer {
        Answer::Layout(all) => layouts(all, response.positions, &tail),
        Answer::Explain(all) => {
            let explanations = all.iter().map(|one| places.explanation(one)).collect();
            whole("explain", response.positions, Explanations { explanations }, tail)
        }
        Answer::Diagnostics => whole("diagnostics", response.positions, Nothing {}, tail),
        Answer::Missing(dependencies) => {
            let dependency = |one: &Dependency| DependencyText { path: one.path.clone(), found: one.found };
            let dependencies = dependencies.iter().map(dependency).collect();
            whole("missing", response.positions, Dependencies { dependencies }, tail)
        }
        Answer::Picture(svg) => whole("picture", response.positions, PictureText { svg }, tail),
        Answer::Compilers(all) => {
            let compiler = |one: &Compiler| CompilerText { name: one.name().to_owned(), summary: one.summary().to_owned() };
            whole("compilers", response.positions, Compilers { compilers: all.iter().map(compiler).collect() }, tail)
        }
    }
}

/// Layouts, row by row.
fn layouts(all: &[Layouts], positions: Positions, tail: &Tail) -> String {
    let files = all.first().map(|layouts| layouts.reading().files.clone()).unwrap_or_default();
    let counted = match positions {
        Positions::Utf8 => Counted::Utf8,
        Positions::Utf16 => Counted::Utf16(Arc::new(move |file: &SourceFile, byte| {
            files.iter().find(|known| known.path() == file.name && *known.text() == *file.text).map_or(byte, |known| known.utf16(byte))
        })),
    };
    let mut writer = json::Json::version_2(counted);
    let tail = serde_json::to_string(tail).unwrap_or_default();
    writer.set_tail(format!(",{}", &tail[1..tail.len() - 1]));
    let mut out = Vec::new();
    // Writing to memory does not fail.
    for layouts in all {
        let (read, laid) = (&layouts.reading().unit, layouts.laid());
        let file = layouts.reading().files.first().map_or("", |file| file.path());
        let listing = Listing { file, sources: &read.sources, module: &read.module, layouts: &laid.layouts, bindings: &laid.bindings };
        let _ = writer.listing(&listing, &mut out);
    }
    let _ = writer.finish(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// An answer with what all of them have.
fn whole(answer: &'static str, positions: Positions, content: impl Serialize, tail: Tail) -> String {
    let whole = Whole { version: 2, answer, positions, content, tail };
    serde_json::to_string(&whole).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct Whole<T> {
    version: u32,
    answer: &'static str,
    positions: Positions,
    #[serde(flatten)]
    content: T,
    #[serde(flatten)]
    tail: Tail,
}

#[derive(Serialize)]
struct Nothing {}

#[derive(Serialize)]
struct Tail {
    diagnostics: Vec<DiagnosticText>,
    #[serde(skip_serializing_if = "is_zero")]
    dropped: usize,
    missing: Vec<MissingText>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(value: &usize) -> bool {
    *value == 0
}

#[derive(Serialize)]
struct SpanText {
    file: String,
    start: u32,
    end: u32,
}

#[derive(Serialize)]
struct DiagnosticText {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<SpanText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<LabelText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    helps: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixText>,
}

#[derive(Serialize)]
struct LabelText {
    span: SpanText,
    text: String,
}

#[derive(Serialize)]
struct FixText {
    title: String,
    applicability: &'static str,
    edits: Vec<EditText>,
}

#[derive(Serialize)]
struct EditText {
    span: SpanText,
    text: String,
}

#[derive(Serialize)]
struct MissingText {
    written: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<SpanText>,
    tried: Vec<String>,
}

#[derive(Serialize)]
struct Dependencies {
    dependencies: Vec<DependencyText>,
}

#[derive(Serialize)]
struct DependencyText {
    path: String,
    found: bool,
}

#[derive(Serialize)]
struct PictureText<'a> {
    svg: &'a str,
}

#[derive(Serialize)]
struct Compilers {
    compilers: Vec<CompilerText>,
}

#[derive(Serialize)]
struct CompilerText {
    name: String,
    summary: String,
}

#[derive(Serialize)]
struct Explanations {
    explanations: Vec<ExplanationText>,
}

#[derive(Serialize)]
struct ExplanationText {
    profile: String,
    path: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<String>,
    offset: u64,
    size: u64,
    steps: Vec<StepText>,
    span: SpanText,
    elsewhere: Vec<ElsewhereText>,
    text: String,
}

#[derive(Serialize)]
struct StepText {
    part: String,
    adds: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<u64>,
    reason: Reason,
}

#[derive(Serialize)]
struct ElsewhereText {
    offset: u64,
    profiles: Vec<String>,
}

/// Places as somebody counts them.
struct Places(Positions);

impl Places {
    fn span(&self, span: &Span) -> SpanText {
        let range = match self.0 {
            Positions::Utf8 => span.start..span.end,
            Positions::Utf16 => span.utf16(),
        };
        SpanText { file: span.file.path().to_owned(), start: range.start, end: range.end }
    }

    fn diagnostic(&self, found: &Diagnostic) -> DiagnosticText {
        let edit = |edit: &Edit| EditText { span: self.span(&edit.span), text: edit.text.clone() };
        DiagnosticText {
            code: found.code,
            name: found.name,
            severity: match found.severity {
                Severity::Note => "note",
                Severity::Warning => "warning",
                Severity::Error => "error",
            },
            message: found.message.clone(),
            span: found.span.as_ref().map(|span| self.span(span)),
            labels: found.labels.iter().map(|(span, text)| LabelText { span: self.span(span), text: text.clone() }).collect(),
            notes: found.notes.clone(),
            helps: found.helps.clone(),
            fixes: (found.fixes.iter())
                .map(|fix| FixText {
                    title: fix.title.clone(),
                    applicability: if fix.sure { "machine-applicable" } else { "maybe-incorrect" },
                    edits: fix.edits.iter().map(edit).collect(),
                })
                .collect(),
        }
    }

    fn missing(&self, missing: &Missing) -> MissingText {
        MissingText {
            written: missing.written.clone(),
            span: missing.span.as_ref().map(|span| self.span(span)),
            tried: missing.tried.clone(),
        }
    }

    fn explanation(&self, one: &Explanation) -> ExplanationText {
        let step =
            |step: &crate::Step| StepText { part: step.part.clone(), adds: step.adds, without: step.without, reason: step.reason.clone() };
        ExplanationText {
            profile: one.compiler.name().to_owned(),
            path: one.path.clone(),
            ty: one.ty.clone(),
            offset: one.offset,
            size: one.size,
            steps: one.steps.iter().map(step).collect(),
            span: self.span(&one.span),
            elsewhere: (one.elsewhere.iter())
                .map(|(offset, compilers)| ElsewhereText {
                    offset: *offset,
                    profiles: compilers.iter().map(|compiler| compiler.name().to_owned()).collect(),
                })
                .collect(),
            text: one.to_string(),
        }
    }
}
