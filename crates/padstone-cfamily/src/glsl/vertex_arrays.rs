//! Arrays with one element for each vertex: inputs of geometry and tessellation shaders, and outputs of tessellation control and mesh shaders;
//! and outputs of mesh shaders with one element for each primitive. Their size is that of the primitive or patch, or the maximum, which layout
//! qualifiers of the stage say (The OpenGL Shading Language 4.60, sections 4.3.4, 4.3.6 and 4.4; GL_EXT_mesh_shader; glslang 12, measured).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Count, Stage};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::features::Since;
use super::qualifiers::Qualifiers;
use super::stage_qualifiers::{StageChoice, StageValue};
use super::storage::Storage;
use super::type_names::Dimensions;
use crate::reader::Reader;

/// The vertices of the input primitives of a geometry shader (section 4.4.1.2).
const INPUT_PRIMITIVES: [(&str, u64); 5] =
    [("points", 1), ("lines", 2), ("lines_adjacency", 4), ("triangles", 3), ("triangles_adjacency", 6)];

/// `gl_MaxPatchVertices` of glslang 12.
const MAX_PATCH_VERTICES: u64 = 32;
/// `gl_MaxGeometryOutputVertices` of glslang 12.
const MAX_OUTPUT_VERTICES: u32 = 256;
/// `gl_MaxMeshOutputVerticesEXT` and `gl_MaxMeshOutputPrimitivesEXT` of glslang 12.
const MAX_MESH_ELEMENTS: u32 = 256;
/// `gl_MaxMeshOutputPrimitivesNV` of glslang 12.
const MAX_MESH_PRIMITIVES_NV: u32 = 512;
const MESH_SHADERS_NV: Since = Since::extension(&["GL_NV_mesh_shader"]);

/// The vertices or primitives that an array has an element for each of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ArrayElement {
    InputVertex,
    OutputVertex,
    OutputPrimitive,
}

/// What the shader says of its vertices.
#[derive(Default)]
pub(super) struct VertexArrays {
    /// `layout(triangles, cw) in;` and `layout(triangle_strip) out;`: by whether it is of the input, and by [`StageChoice`].
    choices: [[Option<(&'static str, Span)>; StageChoice::COUNT]; 2],
    values: [Option<(u32, Span)>; StageValue::COUNT],
    /// Arrays with a size.
    sized: Vec<SizedArray>,
}

struct SizedArray {
    name: Symbol,
    span: Span,
    count: u64,
    element: ArrayElement,
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
            StageValue::MaxVertices if value > MAX_OUTPUT_VERTICES && self.in_stage(&[Stage::Geometry]) => {
                format!("`max_vertices` {value} is too large: the maximum is {MAX_OUTPUT_VERTICES}")
            }
            StageValue::MaxVertices if value > MAX_MESH_ELEMENTS && self.in_stage(&[Stage::Mesh]) => {
                format!("`max_vertices` {value} is too large: the maximum is {MAX_MESH_ELEMENTS}")
            }
            StageValue::MaxPrimitives => {
                let most = if self.has(&MESH_SHADERS_NV) { MAX_MESH_PRIMITIVES_NV } else { MAX_MESH_ELEMENTS };
                if value <= most {
                    return;
                }
                format!("`max_primitives` {value} is too large: the maximum is {most}")
            }
            _ => return,
        };
        self.error(&codes::LAYOUT_QUALIFIER_VALUE, message, at);
    }

    /// The vertices or primitives that a declaration has an element for each of.
    pub(super) fn array_element(&self, qualifiers: &Qualifiers) -> Option<ArrayElement> {
        let is_input = qualifiers.is(Storage::In);
        let is_of_elements = (is_input || qualifiers.is(Storage::Out)) && self.is_per_vertex(qualifiers, is_input);
        is_of_elements.then_some(match is_input {
            true => ArrayElement::InputVertex,
            false if qualifiers.per_primitive => ArrayElement::OutputPrimitive,
            false => ArrayElement::OutputVertex,
        })
    }

    /// Checks an input or output that stands alone, or the instance of a block, which has one element for each vertex.
    pub(super) fn check_vertex_array(&mut self, qualifiers: &Qualifiers, name: Symbol, span: Span, dims: &Dimensions) {
        // The arrays of the language are checked where they are redeclared.
        let is_of_mesh = self.in_stage(&[Stage::Mesh]) && !self.text(name).starts_with("gl_");
        let is_of_stage = is_of_mesh || self.in_stage(&[Stage::Hull, Stage::Domain, Stage::Geometry]);
        let Some(element) = self.array_element(qualifiers).filter(|_| self.options.stage.is_some() && is_of_stage && !dims.unknown) else {
            return;
        };
        self.check_array(element, name, span, dims);
    }

    /// Checks an array with one element for each of these.
    pub(super) fn check_array(&mut self, element: ArrayElement, name: Symbol, span: Span, dims: &Dimensions) {
        match dims.counts.first() {
            None => {
                let what = match element {
                    ArrayElement::InputVertex => "per-vertex input",
                    ArrayElement::OutputVertex => "per-vertex output",
                    ArrayElement::OutputPrimitive => "per-primitive output",
                };
                let message = format!("{what} `{}` must be an array", self.text(name));
                self.report(Diagnostic::error(&codes::ARRAY_SIZE, message, span).help("add `[]` after its name"));
            }
            Some(&Count::Known(count)) => self.vertex_arrays.sized.push(SizedArray { name, span, count, element }),
            Some(_) => {}
        }
    }

    /// The number of vertices or primitives, as far as it has been said.
    pub(super) fn element_count(&self, element: ArrayElement) -> Option<u64> {
        self.count_and_place(element).map(|(count, _)| count)
    }

    fn count_and_place(&self, element: ArrayElement) -> Option<(u64, Option<Span>)> {
        let value = |value: StageValue| {
            let (count, at) = self.vertex_arrays.values[value as usize]?;
            Some((count.into(), Some(at)))
        };
        match (self.options.stage, element) {
            (Some(Stage::Geometry), ArrayElement::InputVertex) => {
                let (primitive, at) = self.vertex_arrays.choices[1][StageChoice::Primitive as usize]?;
                INPUT_PRIMITIVES.iter().find(|(known, _)| *known == primitive).map(|&(_, count)| (count, Some(at)))
            }
            (Some(Stage::Hull | Stage::Domain), ArrayElement::InputVertex) => Some((MAX_PATCH_VERTICES, None)),
            (Some(Stage::Hull), ArrayElement::OutputVertex) => value(StageValue::Vertices),
            (Some(Stage::Mesh), ArrayElement::OutputVertex) => value(StageValue::MaxVertices),
            (Some(Stage::Mesh), ArrayElement::OutputPrimitive) => value(StageValue::MaxPrimitives),
            _ => None,
        }
    }

    /// Reports arrays whose size is another than that of the primitive or patch, which may be said after them.
    pub(super) fn finish_vertex_arrays(&mut self) {
        for SizedArray { name, span, count, element } in std::mem::take(&mut self.vertex_arrays.sized) {
            let Some((expected, place)) = self.count_and_place(element).filter(|(expected, _)| *expected != count) else { continue };
            let elements = if element == ArrayElement::OutputPrimitive { "primitive" } else { "vertex" };
            let message = format!("array size {count} of `{}` differs from the {elements} count {expected}", self.text(name));
            let mut found = Diagnostic::error(&codes::ARRAY_SIZE, message, span).help("omit the size: `[]`");
            if let Some(place) = place {
                found = found.label(span, "").label(place, format!("{elements} count declared here"));
            }
            self.report(found);
        }
    }
}
