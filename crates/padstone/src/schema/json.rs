//! Answers as JSON.

use std::sync::Arc;

use padstone_read::emit::json::{self, PositionEncoding as Counted};
use padstone_read::emit::{LayoutWriter, Listing};
use padstone_read::source::{SourceFile, printable_json};
use serde::Serialize;

use super::forms::*;
use super::{Answer, ExplainedSlots, Fixed, PositionEncoding, Response};
use crate::span::Span;
use crate::{
    Compared, Comparison, Compiler, Dependency, Diagnostic, Edit, Explanation, Layouts, MemberPlacement, Missing, Row, Severity, Use,
};

pub(super) fn write(response: &Response) -> String {
    let spans = SpanEncoder(response.positions);
    let tail = AnswerTail {
        diagnostics: response.diagnostics.iter().map(|found| spans.diagnostic(found)).collect(),
        dropped: response.diagnostics.dropped,
        missing: response.missing.iter().map(|missing| spans.missing(missing)).collect(),
    };
    match &response.answer {
        Answer::Layout(all) => layouts(all, response.positions, &tail),
        Answer::Explain(bytes, slots) => {
            let explanations = bytes.iter().map(|explanation| spans.explanation(explanation)).collect();
            let slots = slots.iter().map(|explanation| spans.slot_explanation(explanation)).collect();
            envelope("explain", response.positions, Explanations { explanations, slots }, tail)
        }
        Answer::At(position) => {
            let position = position.as_ref();
            let content = AtText {
                kind: position.map(|position| position.kind.name()),
                name: position.map(|position| position.name.clone()),
                span: position.map(|position| spans.span(&position.span)),
                uses: position
                    .map_or_else(Vec::new, |position| position.uses.iter().map(|explanation| spans.one_use(explanation)).collect()),
            };
            envelope("at", response.positions, content, tail)
        }
        Answer::Compare(comparison, fixed) => {
            let content = spans.comparison(comparison, fixed.as_ref());
            envelope("compare", response.positions, content, tail)
        }
        #[cfg(feature = "edits")]
        Answer::Optimize(optimum) => envelope("optimize", response.positions, spans.optimum(optimum), tail),
        #[cfg(feature = "reflection")]
        Answer::Reflect(all) => match &all[..] {
            // In the format of `padstone reflect`.
            [explanation] => {
                let envelope = ReflectedProgram { answer: "reflect", positions: response.positions, program: &explanation.program, tail };
                text(&envelope) + "\n"
            }
            all => {
                let programs = all.iter().map(|explanation| &explanation.program).collect();
                envelope("reflect", response.positions, Programs { programs }, tail)
            }
        },
        #[cfg(feature = "outputs")]
        Answer::Emit(output, emitted) => {
            let content = EmittedText { output: output.name(), text: &emitted.text };
            envelope("emit", response.positions, content, tail)
        }
        Answer::Diagnostics => envelope("diagnostics", response.positions, EmptyContent {}, tail),
        Answer::Missing(dependencies) => {
            let dependency = |explanation: &Dependency| DependencyText { path: explanation.path.clone(), found: explanation.found };
            let dependencies = dependencies.iter().map(dependency).collect();
            envelope("missing", response.positions, Dependencies { dependencies }, tail)
        }
        Answer::Picture(svg) => envelope("picture", response.positions, PictureText { svg }, tail),
        Answer::Compilers(all) => {
            let compiler =
                |explanation: &Compiler| CompilerText { name: explanation.name().to_owned(), summary: explanation.summary().to_owned() };
            envelope("compilers", response.positions, Compilers { compilers: all.iter().map(compiler).collect() }, tail)
        }
    }
}

/// Layouts, row by row.
fn layouts(all: &[Layouts], positions: PositionEncoding, tail: &AnswerTail) -> String {
    // One compiler may read files that another does not.
    let files: Vec<_> = all.iter().flat_map(|layouts| layouts.reading().files.iter().cloned()).collect();
    let counted = match positions {
        PositionEncoding::Utf8 => Counted::Utf8,
        PositionEncoding::Utf16 => Counted::Utf16(Arc::new(move |file: &SourceFile, byte| {
            files.iter().find(|known| known.path() == file.name && *known.text() == *file.text).map_or(byte, |known| known.utf16(byte))
        })),
    };
    let mut writer = json::JsonLayouts::version_2(counted);
    let tail = text(tail);
    writer.set_tail(format!(",{}", &tail[1..tail.len() - 1]));
    let mut out = Vec::new();
    // Writing to memory cannot fail.
    for layouts in all {
        let (read, laid_out) = (&layouts.reading().unit, layouts.laid_out());
        let file = layouts.reading().files.first().map_or("", |file| file.path());
        let listing =
            Listing { file, sources: &read.sources, module: &read.module, layouts: &laid_out.layouts, bindings: &laid_out.bindings };
        let _ = writer.listing(&listing, &mut out);
    }
    let _ = writer.finish(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// An answer with the keys that all answers share.
fn envelope(answer: &'static str, positions: PositionEncoding, content: impl Serialize, tail: AnswerTail) -> String {
    let envelope = Envelope { version: 2, answer, positions, content, tail };
    text(&envelope) + "\n"
}

/// JSON without invisible characters.
fn text(answer: &impl Serialize) -> String {
    printable_json(&serde_json::to_string(answer).unwrap_or_default()).into_owned()
}

#[derive(Serialize)]
struct Envelope<T> {
    version: u32,
    answer: &'static str,
    positions: PositionEncoding,
    #[serde(flatten)]
    content: T,
    #[serde(flatten)]
    tail: AnswerTail,
}

#[derive(Serialize)]
struct EmptyContent {}

#[derive(Serialize)]
struct AnswerTail {
    diagnostics: Vec<DiagnosticText>,
    #[serde(skip_serializing_if = "is_zero")]
    dropped: usize,
    missing: Vec<MissingText>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(value: &usize) -> bool {
    *value == 0
}

/// A program, whose format has a separate version.
#[cfg(feature = "reflection")]
#[derive(Serialize)]
struct ReflectedProgram<'a> {
    answer: &'static str,
    positions: PositionEncoding,
    #[serde(flatten)]
    program: &'a crate::Program,
    #[serde(flatten)]
    tail: AnswerTail,
}

/// Spans in the requested unit of positions.
struct SpanEncoder(PositionEncoding);

impl SpanEncoder {
    fn span(&self, span: &Span) -> SpanText {
        let range = match self.0 {
            PositionEncoding::Utf8 => span.start..span.end,
            PositionEncoding::Utf16 => span.utf16(),
        };
        SpanText { file: span.file.path().to_owned(), start: range.start, end: range.end }
    }

    fn diagnostic(&self, found: &Diagnostic) -> DiagnosticText {
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
                    edits: self.edits(&fix.edits),
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

    fn one_use(&self, layout: &Use) -> UseText {
        let (compiler, buffer) = (layout.compiler.name().to_owned(), &layout.buffer);
        let envelope = UseText {
            profile: compiler,
            buffer: buffer.name.clone(),
            kind: buffer.kind.name(),
            rules: buffer.rules,
            path: None,
            ty: None,
            offset: 0,
            size: buffer.size,
            align: Some(buffer.align),
            stride: buffer.stride,
            padding_before: 0,
            reason: None,
        };
        match &layout.row {
            None => envelope,
            Some(Row::Field(field)) => UseText {
                path: Some(field.path.clone()),
                ty: Some(field.ty().to_owned()),
                offset: field.offset,
                size: field.size,
                align: Some(field.align),
                stride: field.stride,
                padding_before: field.padding_before,
                reason: Some(field.reason().clone()),
                ..envelope
            },
            Some(Row::Padding(padding)) => UseText {
                offset: padding.offset,
                size: padding.size,
                align: None,
                stride: None,
                reason: Some(padding.reason.clone()),
                ..envelope
            },
        }
    }

    fn comparison(&self, comparison: &Comparison, fixed: Option<&Fixed>) -> ComparisonText {
        let place = |place: &MemberPlacement| PlaceText {
            offset: place.offset,
            size: place.size,
            bit: place.bits.as_ref().map(|bits| bits.start),
            bits: place.bits.as_ref().map(ExactSizeIterator::len),
            stride: place.stride,
            matrix_stride: place.matrix.and_then(|matrix| matrix.stride),
            majorness: place.matrix.map(|matrix| if matrix.row_major { "row" } else { "column" }),
            ty: place.ty.clone(),
            reason: place.reason.clone(),
        };
        let compared = |compared: &Compared| {
            let diverging: Vec<DivergingMemberText> = (compared.diverging.iter())
                .map(|diverging| DivergingMemberText {
                    path: diverging.path.clone(),
                    places: diverging.placements.iter().map(|placement| placement.as_ref().map(place)).collect(),
                })
                .collect();
            ComparedText {
                name: compared.name.clone(),
                kind: compared.sides.first().map_or("struct", |side| side.kind.name()),
                sides: (compared.sides.iter().zip(&compared.strides))
                    .map(|(side, &stride)| SideText {
                        profile: side.layouts().compiler().name().to_owned(),
                        rules: side.rules,
                        size: side.size,
                        stride,
                    })
                    .collect(),
                parted: diverging.clone(),
                diverging,
            }
        };
        ComparisonText {
            agrees: comparison.agrees(),
            compared: comparison.compared.iter().map(compared).collect(),
            not_compared: (comparison.not_compared.iter())
                .map(|alone| NotComparedText { name: alone.name.clone(), file: alone.file.clone() })
                .collect(),
            repair: fixed.map(|fixed| self.repair(fixed)),
            text: comparison.to_string(),
        }
    }

    #[cfg(feature = "edits")]
    fn repair(&self, repair: &Fixed) -> RepairText {
        RepairText {
            smallest: repair.smallest,
            steps: repair.steps.clone(),
            unrepaired: (repair.unrepaired.iter()).map(|(name, why)| UnrepairedText { name: name.clone(), why: why.clone() }).collect(),
            change: self.edits(&repair.change.edits),
            patch: repair.change.patch().to_owned(),
        }
    }

    #[cfg(not(feature = "edits"))]
    fn repair(&self, repair: &Fixed) -> RepairText {
        match *repair {}
    }

    #[cfg(feature = "edits")]
    fn optimum(&self, optimum: &crate::Optimum) -> OptimumText {
        let sizes = optimum.before.iter().zip(&optimum.after);
        OptimumText {
            name: optimum.name.clone(),
            sides: (optimum.compilers.iter().zip(sizes))
                .map(|(compiler, (before, after))| OptimumSide { profile: compiler.name().to_owned(), before: *before, after: *after })
                .collect(),
            order: optimum.order.clone(),
            proved: optimum.proved,
            measured: optimum.measured,
            change: self.edits(&optimum.change.edits),
            patch: optimum.change.patch().to_owned(),
            edit_error: optimum.edit_error.clone(),
            refused: optimum.edit_error.clone(),
        }
    }

    fn edits(&self, edits: &[Edit]) -> Vec<EditText> {
        edits.iter().map(|edit| EditText { span: self.span(&edit.span), text: edit.text.clone() }).collect()
    }

    #[cfg(not(feature = "reflection"))]
    fn slot_explanation(&self, explanation: &ExplainedSlots) -> SlotExplanationText {
        match *explanation {}
    }

    #[cfg(feature = "reflection")]
    fn slot_explanation(&self, explanation: &ExplainedSlots) -> SlotExplanationText {
        SlotExplanationText {
            profile: explanation.compiler.name().to_owned(),
            policy: explanation.policy,
            target: explanation.target.clone(),
            path: explanation.path.clone(),
            ty: explanation.ty.clone(),
            span: explanation.span.as_ref().map(|span| self.span(span)),
            slots: explanation.slots.clone(),
            collect: explanation.collect.clone(),
            measure: explanation.measure.clone(),
            reserve: explanation.reserve.clone(),
            allocate: explanation.allocate.clone(),
            text: explanation.to_string(),
        }
    }

    fn explanation(&self, explanation: &Explanation) -> ExplanationText {
        let step =
            |step: &crate::Step| StepText { part: step.part.clone(), adds: step.adds, without: step.without, reason: step.reason.clone() };
        let other_offsets: Vec<OtherOffsetText> = (explanation.other_offsets.iter())
            .map(|(offset, compilers)| OtherOffsetText {
                offset: *offset,
                profiles: compilers.iter().map(|compiler| compiler.name().to_owned()).collect(),
            })
            .collect();
        ExplanationText {
            profile: explanation.compiler.name().to_owned(),
            path: explanation.path.clone(),
            ty: explanation.ty.clone(),
            offset: explanation.offset,
            size: explanation.size,
            bit: explanation.bits.as_ref().map(|bits| bits.start),
            bits: explanation.bits.as_ref().map(ExactSizeIterator::len),
            steps: explanation.steps.iter().map(step).collect(),
            span: self.span(&explanation.span),
            elsewhere: other_offsets.clone(),
            other_offsets,
            text: explanation.to_string(),
        }
    }
}
