//! Arrays with one element for each vertex: inputs of geometry and tessellation shaders, and outputs of tessellation control shaders. Their
//! size is that of the primitive or patch, which layout qualifiers of the stage say (The OpenGL Shading Language 4.60, sections 4.3.4, 4.3.6
//! and 4.4; glslang 12, measured).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Count, Stage};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::qualifiers::{Qualifiers, Storage};
use super::type_names::Dimensions;
use crate::reader::Reader;

/// The vertices of the input primitives of a geometry shader (section 4.4.1.2).
const INPUT_PRIMITIVES: [(&str, u64); 5] =
    [("points", 1), ("lines", 2), ("lines_adjacency", 4), ("triangles", 3), ("triangles_adjacency", 6)];

/// `gl_MaxPatchVertices` of glslang 12.
const MOST_PATCH_VERTICES: u64 = 32;
/// `gl_MaxGeometryOutputVertices` of glslang 12.
const MOST_OUTPUT_VERTICES: u32 = 256;

/// What the shader says of its vertices.
#[derive(Default)]
pub(super) struct VertexArrays {
    /// `layout(triangles, cw) in;` and `layout(triangle_strip) out;`: by whether it is of the input, and by [`StageChoice`].
    choices: [[Option<(&'static str, Span)>; StageChoice::COUNT]; 2],
    values: [Option<(u32, Span)>; StageValue::COUNT],
    /// Arrays with a size.
    sized: Vec<SizedArray>,
}

/// What layout qualifiers of the stage choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StageChoice {
    Primitive,
    Spacing,
    VertexOrder,
}

impl StageChoice {
    const ALL: [StageChoice; 3] = [StageChoice::Primitive, StageChoice::Spacing, StageChoice::VertexOrder];
    pub(super) const COUNT: usize = StageChoice::ALL.len();
}

/// A layout qualifier of the stage that has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StageValue {
    Invocations,
    MaxVertices,
    Vertices,
    MaxPrimitives,
    Views,
}

impl StageValue {
    const ALL: [StageValue; 5] =
        [StageValue::Invocations, StageValue::MaxVertices, StageValue::Vertices, StageValue::MaxPrimitives, StageValue::Views];
    pub(super) const COUNT: usize = StageValue::ALL.len();

    fn name(self) -> &'static str {
        match self {
            StageValue::Invocations => "invocations",
            StageValue::MaxVertices => "max_vertices",
            StageValue::Vertices => "vertices",
            StageValue::MaxPrimitives => "max_primitives",
            StageValue::Views => "num_views",
        }
    }
}

struct SizedArray {
    name: Symbol,
    span: Span,
    count: u64,
    is_input: bool,
}

impl Parser<'_> {
    /// Takes what a default says of the stage: `layout(triangles) in;`.
    pub(super) fn take_stage_qualifiers(&mut self, qualifiers: &Qualifiers) {
        let is_input = qualifiers.is(Storage::In);
        if !is_input && !qualifiers.is(Storage::Out) {
            return;
        }
        for choice in StageChoice::ALL {
            let Some((name, at)) = qualifiers.layout().stage_choices[choice as usize] else { continue };
            let known = &mut self.vertex_arrays.choices[usize::from(is_input)][choice as usize];
            if let Some((first, place)) = known.filter(|(first, _)| *first != name) {
                let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_VALUE, format!("`{name}` differs from the earlier `{first}`"), at);
                self.report(found.label(at, "").label(place, "first declared here"));
            } else {
                *known = Some((name, at));
            }
            let taken: &[&str] = match (self.options.stage, is_input) {
                _ if choice != StageChoice::Primitive => continue,
                (Some(Stage::Geometry), true) => &["points", "lines", "lines_adjacency", "triangles", "triangles_adjacency"],
                (Some(Stage::Geometry), false) => &["points", "line_strip", "triangle_strip"],
                (Some(Stage::Domain), true) => &["triangles", "quads", "isolines"],
                (Some(Stage::Domain), false) => &[],
                _ => continue,
            };
            if !taken.contains(&name) {
                let what = if is_input { "input" } else { "output" };
                let message = format!("`{name}` is not an {what} primitive of this stage");
                let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_PLACE, message, at);
                let help = if taken.is_empty() { "remove it".to_owned() } else { format!("use one of `{}`", taken.join("`, `")) };
                self.report(found.help(help));
            }
        }
        for of_stage in StageValue::ALL {
            let Some((value, at)) = qualifiers.layout().stage_values[of_stage as usize] else { continue };
            match self.vertex_arrays.values[of_stage as usize] {
                Some((first, place)) if first != value => {
                    let message = format!("`{}` {value} differs from the earlier {first}", of_stage.name());
                    let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_VALUE, message, at);
                    self.report(found.label(at, "").label(place, "first declared here"));
                }
                Some(_) => {}
                None => self.vertex_arrays.values[of_stage as usize] = Some((value, at)),
            }
        }
    }

    /// Reports a value of the stage that is out of range.
    pub(super) fn check_stage_value(&mut self, of_stage: StageValue, value: u32, at: Span) {
        let message = match of_stage {
            StageValue::Vertices | StageValue::Invocations if value == 0 => format!("`{}` must be at least 1", of_stage.name()),
            StageValue::MaxVertices if value > MOST_OUTPUT_VERTICES && self.in_stage(&[Stage::Geometry]) => {
                format!("`max_vertices` {value} is too large: the maximum is {MOST_OUTPUT_VERTICES}")
            }
            _ => return,
        };
        self.error(&codes::LAYOUT_QUALIFIER_VALUE, message, at);
    }

    /// Checks an input or output that stands alone, or the instance of a block, which has one element for each vertex.
    pub(super) fn check_vertex_array(&mut self, qualifiers: &Qualifiers, name: Symbol, span: Span, dims: &Dimensions) {
        let is_input = qualifiers.is(Storage::In);
        let is_of_stage = self.in_stage(&[Stage::Hull, Stage::Domain, Stage::Geometry]) && (is_input || qualifiers.is(Storage::Out));
        if self.options.stage.is_none() || !is_of_stage || !self.is_per_vertex(qualifiers, is_input) || dims.unknown {
            return;
        }
        match dims.counts.first() {
            None => {
                let what = if is_input { "input" } else { "output" };
                let message = format!("per-vertex {what} `{}` must be an array", self.text(name));
                self.report(Diagnostic::error(&codes::ARRAY_SIZE, message, span).help("add `[]` after its name"));
            }
            Some(&Count::Known(count)) => self.vertex_arrays.sized.push(SizedArray { name, span, count, is_input }),
            Some(_) => {}
        }
    }

    /// The number of vertices of an input or output, as far as it has been said.
    pub(super) fn vertex_count(&self, is_input: bool) -> Option<u64> {
        self.vertices_and_place(is_input).map(|(count, _)| count)
    }

    fn vertices_and_place(&self, is_input: bool) -> Option<(u64, Option<Span>)> {
        match (self.options.stage, is_input) {
            (Some(Stage::Geometry), true) => {
                let (primitive, at) = self.vertex_arrays.choices[1][StageChoice::Primitive as usize]?;
                INPUT_PRIMITIVES.iter().find(|(known, _)| *known == primitive).map(|&(_, count)| (count, Some(at)))
            }
            (Some(Stage::Hull | Stage::Domain), true) => Some((MOST_PATCH_VERTICES, None)),
            (Some(Stage::Hull), false) => {
                let (count, at) = self.vertex_arrays.values[StageValue::Vertices as usize]?;
                Some((count.into(), Some(at)))
            }
            _ => None,
        }
    }

    /// Reports arrays whose size is another than that of the primitive or patch, which may be said after them.
    pub(super) fn finish_vertex_arrays(&mut self) {
        for SizedArray { name, span, count, is_input } in std::mem::take(&mut self.vertex_arrays.sized) {
            let Some((expected, place)) = self.vertices_and_place(is_input).filter(|(expected, _)| *expected != count) else { continue };
            let message = format!("array size {count} of `{}` differs from the vertex count {expected}", self.text(name));
            let mut found = Diagnostic::error(&codes::ARRAY_SIZE, message, span).help("omit the size: `[]`");
            if let Some(place) = place {
                found = found.label(span, "").label(place, "vertex count declared here");
            }
            self.report(found);
        }
    }
}
