//! An explanation as data.

use padstone_layout::{BitRange, Subject};
use padstone_model::{BufferId, BufferKind, Offset};
use padstone_source::Span;
use serde::Serialize;

use super::walk::{Destination, StepKind, WalkStep, walk};
use super::{Explanation, MemberPath};
use crate::reason::{self, Cause, Reason};

/// An explanation of an offset, as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The path, starting with the name of the buffer or struct.
    pub path: String,
    /// The type; `None` for padding.
    pub ty: Option<String>,
    /// Bytes from the start of the buffer or struct.
    pub offset: u64,
    /// The size in bytes; for a bit-field, that of its allocation unit, or 0 if it shares the preceding one.
    pub size: u64,
    /// The bits of a bit-field, counted from the lowest bit at `offset`.
    pub bits: Option<BitRange>,
    /// The steps from the buffer to it.
    pub steps: Vec<Step>,
    /// The declaration; for padding, that of its container.
    pub span: Span,
    /// The offsets under other rules, with the names of the rules: nearest first.
    pub other_offsets: Vec<(u64, Vec<&'static str>)>,
}

/// One step into a buffer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// The part of the path: `.lights`, `[2]`, `.x`.
    pub part: String,
    /// The bytes that it adds to the offset.
    pub adds: u64,
    /// The offset in its struct that a member would have without the rule that moved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<u64>,
    /// The reason.
    pub reason: Reason,
}

impl Explanation<'_> {
    /// The explanation as data.
    pub fn data(&self) -> Explained {
        let walk = &self.walk;
        let (offset, size) = match walk.end {
            Destination::Padding { range: (start, end), .. } => (start, end.since(start).unwrap_or_default()),
            _ => (walk.offset, walk.steps.last().map_or(walk.layout.size, |step| step.size)),
        };
        let ty = match walk.end {
            Destination::Padding { .. } => None,
            Destination::Type(ty) | Destination::Scalar(ty) | Destination::Components(ty, _) | Destination::MatrixVector(ty, _) => {
                Some(walk.module.type_name(ty).to_string())
            }
        };
        Explained {
            path: walk.written(),
            ty,
            offset: offset.bytes(),
            size: size.bytes(),
            bits: self.bits(),
            steps: self.step_data(),
            span: self.declarations().last().unwrap_or_default(),
            other_offsets: self.offsets_under_others().into_iter().map(|(offset, names)| (offset.bytes(), names)).collect(),
        }
    }

    fn step_data(&self) -> Vec<Step> {
        let step = |(step, base): (&WalkStep<'_>, Offset)| {
            let (text, rule) = self.reason(step, base);
            let (cause, without) = match step.kind {
                StepKind::Field { place, .. } => (place.reason.into(), reason::offset_without_rule(place).map(Offset::bytes)),
                StepKind::Element { .. } | StepKind::BufferElement { .. } | StepKind::Object => (Cause::Element, None),
                StepKind::Component { .. }
                | StepKind::MatrixElement { .. }
                | StepKind::MatrixVector { .. }
                | StepKind::MatrixVectorElement { .. } => (Cause::Component, None),
            };
            Step { part: step.label.clone(), adds: step.offset.bytes(), without, reason: Reason { cause, text, rule: rule.to_owned() } }
        };
        self.steps_with_bases().map(step).collect()
    }

    /// The offsets under other rules, nearest first; empty for padding.
    pub(super) fn offsets_under_others(&self) -> Vec<(Offset, Vec<&'static str>)> {
        let mut offsets: Vec<(Offset, Vec<&'static str>)> = Vec::new();
        if matches!(self.walk.end, Destination::Padding { .. }) || self.walk.steps.is_empty() {
            return offsets;
        }
        let Ok(path) = self.walk.written().parse::<MemberPath>() else { return offsets };
        let is_clang = self.question.layouts.profile.is_clang();
        for (name, layouts) in self.question.others {
            if layouts.profile.is_clang() != is_clang && self.globals_differ_in_clang() {
                continue;
            }
            let Ok(other) = walk(self.question.module, layouts, &path) else { continue };
            match offsets.iter_mut().find(|(offset, _)| *offset == other.offset) {
                Some((_, names)) => names.push(name),
                None => offsets.push((other.offset, vec![name])),
            }
        }
        offsets
    }

    /// Whether the path is in `$Globals`, and this has other members for clang 22 than for the other compilers.
    fn globals_differ_in_clang(&self) -> bool {
        let module = self.walk.module;
        let is_globals = |id: BufferId| module.buffers[id].kind == BufferKind::Globals;
        module.program.globals_in_namespaces && matches!(self.walk.layout.subject, Subject::Buffer(id) if is_globals(id))
    }
}
