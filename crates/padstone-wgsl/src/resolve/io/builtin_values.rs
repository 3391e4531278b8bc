//! Built-in values (WGSL, section 13.3.1.1): their types and stages.

use padstone_diag::{Diagnostic, codes, nearest};

use crate::resolve::Resolver;
use crate::resolve::attributes::AttributeUse;
use crate::resolve::directives::Extension;
use crate::scalar::Scalar;
use crate::types::{Count, Type, TypeId};
use padstone_model::Stage;

/// Input or output of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StageDirection {
    Input,
    Output,
}

/// A built-in value: its position in [`VALUES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct BuiltinValue(usize);

struct Definition {
    name: &'static str,
    ty: BuiltinValueType,
    interfaces: &'static [(Stage, StageDirection)],
    extension: Option<Extension>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BuiltinValueType {
    Is(TypeId),
    /// `array<f32, N>` with N at most eight.
    ClipDistances,
}

const VERTEX_INPUT: (Stage, StageDirection) = (Stage::Vertex, StageDirection::Input);
const VERTEX_OUTPUT: (Stage, StageDirection) = (Stage::Vertex, StageDirection::Output);
const FRAGMENT_INPUT: (Stage, StageDirection) = (Stage::Fragment, StageDirection::Input);
const FRAGMENT_OUTPUT: (Stage, StageDirection) = (Stage::Fragment, StageDirection::Output);
const COMPUTE_INPUT: (Stage, StageDirection) = (Stage::Compute, StageDirection::Input);

const VEC3U: BuiltinValueType = BuiltinValueType::Is(TypeId::vector(Scalar::U32, 3));
const U32: BuiltinValueType = BuiltinValueType::Is(TypeId::U32);
const BARYCENTRIC: BuiltinValueType = BuiltinValueType::Is(TypeId::vector(Scalar::F32, 3));

const fn value(name: &'static str, ty: BuiltinValueType, interfaces: &'static [(Stage, StageDirection)]) -> Definition {
    Definition { name, ty, interfaces, extension: None }
}

const fn with(value: Definition, extension: Extension) -> Definition {
    Definition { extension: Some(extension), ..value }
}

const POSITION: usize = 0;

const VALUES: [Definition; 24] = [
    value("position", BuiltinValueType::Is(TypeId::vector(Scalar::F32, 4)), &[VERTEX_OUTPUT, FRAGMENT_INPUT]),
    value("vertex_index", U32, &[VERTEX_INPUT]),
    value("instance_index", U32, &[VERTEX_INPUT]),
    with(value("clip_distances", BuiltinValueType::ClipDistances, &[VERTEX_OUTPUT]), Extension::ClipDistances),
    value("front_facing", BuiltinValueType::Is(TypeId::BOOL), &[FRAGMENT_INPUT]),
    value("frag_depth", BuiltinValueType::Is(TypeId::F32), &[FRAGMENT_OUTPUT]),
    value("sample_index", U32, &[FRAGMENT_INPUT]),
    value("sample_mask", U32, &[FRAGMENT_INPUT, FRAGMENT_OUTPUT]),
    with(value("primitive_index", U32, &[FRAGMENT_INPUT]), Extension::PrimitiveIndex),
    value("local_invocation_id", VEC3U, &[COMPUTE_INPUT]),
    value("local_invocation_index", U32, &[COMPUTE_INPUT]),
    value("global_invocation_id", VEC3U, &[COMPUTE_INPUT]),
    value("global_invocation_index", U32, &[COMPUTE_INPUT]),
    value("workgroup_id", VEC3U, &[COMPUTE_INPUT]),
    value("workgroup_index", U32, &[COMPUTE_INPUT]),
    value("num_workgroups", VEC3U, &[COMPUTE_INPUT]),
    with(value("subgroup_invocation_id", U32, &[COMPUTE_INPUT, FRAGMENT_INPUT]), Extension::Subgroups),
    with(value("subgroup_size", U32, &[COMPUTE_INPUT, FRAGMENT_INPUT]), Extension::Subgroups),
    with(value("subgroup_id", U32, &[COMPUTE_INPUT]), Extension::Subgroups),
    with(value("num_subgroups", U32, &[COMPUTE_INPUT]), Extension::Subgroups),
    // Extensions of wgpu, the first for rendering to several layers at once (naga 30.0.1, measured).
    value("view_index", BuiltinValueType::Is(TypeId::I32), &[VERTEX_INPUT, FRAGMENT_INPUT]),
    with(value("draw_index", U32, &[VERTEX_INPUT]), Extension::DrawIndex),
    value("barycentric", BARYCENTRIC, &[FRAGMENT_INPUT]),
    value("barycentric_no_perspective", BARYCENTRIC, &[FRAGMENT_INPUT]),
];

impl BuiltinValue {
    pub(crate) fn name(self) -> &'static str {
        VALUES[self.0].name
    }

    pub(crate) fn is_position(self) -> bool {
        self.0 == POSITION
    }

    /// Whether all invocations of a workgroup or draw have the same value.
    pub(crate) fn is_uniform(self) -> bool {
        matches!(self.name(), "workgroup_id" | "num_workgroups" | "num_subgroups" | "subgroup_size")
    }

    pub(crate) fn is_in(self, stage: Stage, direction: StageDirection) -> bool {
        VALUES[self.0].interfaces.contains(&(stage, direction))
    }
}

impl Resolver<'_> {
    /// `@builtin(position)` on a target with this type. The other names of the draft of 2020 do not affect layouts.
    pub(super) fn builtin_value(&mut self, attribute: AttributeUse, ty: TypeId) -> Option<BuiltinValue> {
        let word = *self.identifier_arguments(attribute).first()?;
        let text = self.text(word.symbol);
        let Some(index) = VALUES.iter().position(|value| value.name == text) else {
            if !self.is_draft() && !text.is_empty() {
                let found = Diagnostic::error(&codes::SHADER_IO, format!("unknown built-in value `{text}`"), word.span);
                let found = found.label(word.span, "");
                match nearest(text, VALUES.iter().map(|value| value.name)).first() {
                    Some(near) => self.report_unknown_name(found.help(format!("a similar name exists: `{near}`")), true),
                    None => self.report_unknown_name(found, false),
                }
            }
            return None;
        };
        let value = &VALUES[index];
        if self.is_draft() {
            return Some(BuiltinValue(index));
        }
        if let Some(extension) = value.extension {
            self.requires_extension(extension, attribute.span, &format!("`{text}`"));
        }
        let (matches, expected) = match value.ty {
            BuiltinValueType::Is(expected) => (ty == expected, self.type_name(expected).to_string()),
            BuiltinValueType::ClipDistances => {
                let is_short = |count| matches!(count, Count::Known(..=8));
                let matches = matches!(self.types[ty], Type::Array { element: TypeId::F32, count } if is_short(count));
                (matches, "array<f32, N>` of at most 8 `f32".to_owned())
            }
        };
        if !matches && ty != TypeId::UNKNOWN {
            let message = format!("built-in value `{text}` has type `{expected}`, found `{}`", self.type_name(ty));
            self.error(&codes::SHADER_IO, message, attribute.span);
        }
        Some(BuiltinValue(index))
    }
}
