//! Variables and blocks of the language that a shader declares again: few can be, and they stay what they are (The OpenGL Shading Language
//! 4.60, section 7.1; glslang 12, measured).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Count, Scalar, Stage, Type};
use padstone_source::Span;

use super::Parser;
use super::blocks::Block;
use super::qualifiers::Qualifiers;
use super::records::{Body, Member};
use super::storage::Storage;
use super::type_names::TypeSpec;
use super::variables::Declarator;
use super::version::Profile;
use super::vertex_arrays::ArrayElement;
use crate::reader::Reader;

/// Variables that can be declared again by an extension, which is not checked.
const OF_EXTENSIONS: [&str; 4] = ["gl_ShadingRateEXT", "gl_PrimitiveShadingRateEXT", "gl_FragStencilRefARB", "gl_PrimitiveIndicesNV"];

/// The indices of the primitives of a mesh (GL_EXT_mesh_shader), and the number of vertices of each.
const PRIMITIVE_INDICES: [(&str, u8); 3] =
    [("gl_PrimitivePointIndicesEXT", 1), ("gl_PrimitiveLineIndicesEXT", 2), ("gl_PrimitiveTriangleIndicesEXT", 3)];

/// A block of the variables of a mesh (GL_EXT_mesh_shader).
struct MeshBlock {
    name: &'static str,
    instance: &'static str,
    element: ArrayElement,
    /// The members, with the type of each, and whether it is an array.
    members: &'static [(&'static str, Type, bool)],
}

const MESH_BLOCKS: [MeshBlock; 2] = [
    MeshBlock {
        name: "gl_MeshPerVertexEXT",
        instance: "gl_MeshVerticesEXT",
        element: ArrayElement::OutputVertex,
        members: &[
            ("gl_Position", POSITION, false),
            ("gl_PointSize", FLOAT, false),
            ("gl_ClipDistance", FLOAT, true),
            ("gl_CullDistance", FLOAT, true),
        ],
    },
    MeshBlock {
        name: "gl_MeshPerPrimitiveEXT",
        instance: "gl_MeshPrimitivesEXT",
        element: ArrayElement::OutputPrimitive,
        members: &[
            ("gl_PrimitiveID", INT, false),
            ("gl_Layer", INT, false),
            ("gl_ViewportIndex", INT, false),
            ("gl_CullPrimitiveEXT", BOOL, false),
            ("gl_PrimitiveShadingRateEXT", INT, false),
        ],
    },
];

/// Variables of the compatibility profile.
const OF_COMPATIBILITY: [&str; 6] =
    ["gl_FrontColor", "gl_BackColor", "gl_FrontSecondaryColor", "gl_BackSecondaryColor", "gl_SecondaryColor", "gl_Color"];

/// Variables that can be declared again only with one of these layout qualifiers.
const WITH_QUALIFIER: [(&str, &[&str]); 2] =
    [("gl_SampleMask", &["override_coverage"]), ("gl_Layer", &["viewport_relative", "secondary_view_offset"])];

/// `gl_MaxClipDistances` and `gl_MaxCullDistances` of glslang 12.
const MAX_DISTANCES: u64 = 8;

const POSITION: Type = Type::Vector { scalar: Scalar::Float32, width: 4 };
const FLOAT: Type = Type::Scalar(Scalar::Float32);
const INT: Type = Type::Scalar(Scalar::Int32);
const BOOL: Type = Type::Scalar(Scalar::Bool);

/// The number of vertices for which an array has the indices of each primitive.
pub(super) fn primitive_indices(name: &str) -> Option<u8> {
    PRIMITIVE_INDICES.iter().find(|(known, _)| *known == name).map(|&(_, count)| count)
}

impl Parser<'_> {
    /// Checks a variable whose name begins with `gl_`.
    pub(super) fn check_builtin_variable(&mut self, qualifiers: &Qualifiers, spec: &TypeSpec, declarator: &Declarator) {
        let (name, span) = (self.text(declarator.name), declarator.span);
        // Versions before 1.50 redeclare any of them with GL_ARB_separate_shader_objects.
        if !name.starts_with("gl_") || !self.version.is_es() && self.version.number < 150 {
            return;
        }
        let counts = &declarator.dims.counts;
        let ty = self.module.types[spec.element];
        if let Some(vertices) = primitive_indices(name) {
            return self.check_primitive_indices(vertices, ty, declarator);
        }
        let (is_same, declaration) = match name {
            "gl_FragDepth" => (qualifiers.is(Storage::Out) && ty == FLOAT && counts.is_empty(), "out float gl_FragDepth;"),
            "gl_FragCoord" => (qualifiers.is(Storage::In) && ty == POSITION && counts.is_empty(), "in vec4 gl_FragCoord;"),
            "gl_ClipDistance" | "gl_CullDistance" => {
                let storage = match self.options.stage {
                    Some(Stage::Hull) => return self.check_name(declarator.name, span),
                    Some(Stage::Fragment) => qualifiers.is(Storage::In),
                    Some(_) => qualifiers.is(Storage::Out),
                    None => qualifiers.is(Storage::In) || qualifiers.is(Storage::Out),
                };
                let is_array = ty == FLOAT && counts.len() == 1 && qualifiers.layout().span.is_none();
                self.check_distances(counts, span);
                (storage && is_array, "out float gl_ClipDistance[1];")
            }
            "gl_SampleMask" | "gl_Layer" => return self.check_qualified(qualifiers, declarator),
            _ if OF_EXTENSIONS.contains(&name) => return,
            _ if OF_COMPATIBILITY.contains(&name) && self.version.profile == Profile::Compatibility => return,
            _ => return self.check_name(declarator.name, span),
        };
        if !is_same || qualifiers.interpolation.or(qualifiers.auxiliary).is_some() {
            let message = format!("the redeclaration of `{}` does not match the built-in variable", self.text(declarator.name));
            let found = Diagnostic::error(&codes::NAME_CONFLICT, message, span);
            self.report(found.help(format!("write `{declaration}`")));
        }
    }

    /// Checks an array with the indices of each primitive, whatever its storage.
    fn check_primitive_indices(&mut self, vertices: u8, ty: Type, declarator: &Declarator) {
        let (name, span) = (declarator.name, declarator.span);
        let expected = if vertices == 1 { Type::Scalar(Scalar::Uint32) } else { Type::Vector { scalar: Scalar::Uint32, width: vertices } };
        if ty != expected && ty != Type::Unknown {
            let message = format!("`{}` is redeclared with another type", self.text(name));
            let found = Diagnostic::error(&codes::NAME_CONFLICT, message, span);
            let word = if vertices == 1 { "uint".to_owned() } else { format!("uvec{vertices}") };
            self.report(found.help(format!("declare its elements as `{word}`")));
        } else if !declarator.dims.unknown {
            self.check_array(ArrayElement::OutputPrimitive, name, span, &declarator.dims);
        }
    }

    /// Checks a variable that is declared again only for a layout qualifier.
    fn check_qualified(&mut self, qualifiers: &Qualifiers, declarator: &Declarator) {
        let name = self.text(declarator.name);
        let Some((_, required)) = WITH_QUALIFIER.iter().find(|(known, _)| *known == name) else { return };
        if !qualifiers.layout().of_builtin.is_some_and(|(written, _)| required.contains(&written)) {
            let message = format!("`{name}` can be redeclared only with `layout({})`", required.join(")` or `layout("));
            self.error(&codes::NAME_CONFLICT, message, declarator.span);
        }
    }

    fn check_distances(&mut self, counts: &[Count], span: Span) {
        if let Some(Count::Known(count)) = counts.first()
            && *count > MAX_DISTANCES
        {
            self.error(&codes::ARRAY_SIZE, format!("array size {count} is too large: the maximum is {MAX_DISTANCES}"), span);
        }
    }

    /// Checks `out gl_PerVertex { … };`, the block of the variables of a vertex.
    pub(super) fn check_per_vertex(&mut self, block: &Block, body: &Body) {
        if let Some(known) = MESH_BLOCKS.iter().find(|known| known.name == self.text(block.name)) {
            return self.check_mesh_block(known, block, body);
        }
        if self.text(block.name) != "gl_PerVertex" {
            return;
        }
        let is_input = block.qualifiers.is(Storage::In);
        if let Some(&first) = self.per_vertex.get(&is_input) {
            let found = Diagnostic::error(&codes::NAME_CONFLICT, "redeclaration of `gl_PerVertex`", block.span);
            self.report(found.label(block.span, "").label(first, "first redeclared here"));
        }
        self.per_vertex.insert(is_input, block.span);
        self.check_instance_of_vertex(block, is_input);
        for member in &body.members {
            self.check_member_of_vertex(member);
        }
    }

    /// Checks a block of the variables of each vertex or primitive of a mesh.
    fn check_mesh_block(&mut self, known: &MeshBlock, block: &Block, body: &Body) {
        if !block.qualifiers.is(Storage::Out) {
            return self.error(&codes::STAGE_LACKS, format!("`{}` is an output", known.name), block.span);
        }
        match block.instance {
            Some((name, span)) if self.text(name) == known.instance => {
                if !block.dims.unknown {
                    self.check_array(known.element, name, span, &block.dims);
                }
            }
            instance => {
                let at = instance.map_or(block.span, |(_, span)| span);
                let found =
                    Diagnostic::error(&codes::NAME_CONFLICT, format!("the instance of `{}` is `{}`", known.name, known.instance), at);
                self.report(found.help(format!("write `{}[]` after the members", known.instance)));
            }
        }
        for member in &body.members {
            let (name, span) = (self.text(member.name), member.span);
            let ty = self.module.types[self.module.types.peel_arrays(member.ty)];
            let is_array = matches!(self.module.types[member.ty], Type::Array { .. });
            let message = match known.members.iter().find(|(known, ..)| *known == name) {
                _ if ty == Type::Unknown => continue,
                None => format!("`{}` has no member `{name}`", known.name),
                Some(&(_, expected, is_expected_array)) if (ty, is_array) != (expected, is_expected_array) => {
                    format!("`{name}` is redeclared with another type")
                }
                Some(_)
                    if known.element == ArrayElement::OutputPrimitive
                        && !block.qualifiers.per_primitive
                        && !body.qualifiers_of(member).per_primitive =>
                {
                    format!("`{name}` is redeclared without `perprimitiveEXT`")
                }
                Some(_) => continue,
            };
            self.error(&codes::NAME_CONFLICT, message, span);
        }
    }

    /// Tessellation and geometry shaders have an array for each vertex of their input, and tessellation control shaders one of their output.
    fn check_instance_of_vertex(&mut self, block: &Block, is_input: bool) {
        let expected = match (self.options.stage, is_input) {
            (Some(Stage::Hull | Stage::Domain | Stage::Geometry), true) => Some("gl_in"),
            (Some(Stage::Hull), false) => Some("gl_out"),
            (None, _) => block.instance.map(|_| if is_input { "gl_in" } else { "gl_out" }),
            (Some(Stage::Vertex | Stage::Domain | Stage::Geometry), false) => None,
            (Some(_), _) => {
                let message = format!("the stage has no {} `gl_PerVertex`", if is_input { "input" } else { "output" });
                return self.error(&codes::STAGE_LACKS, message, block.span);
            }
        };
        match (expected, block.instance) {
            (Some(expected), Some((name, span))) if self.text(name) == expected => {
                self.check_vertex_array(&block.qualifiers, name, span, &block.dims);
            }
            (Some(expected), Some((_, span))) => {
                self.error(&codes::NAME_CONFLICT, format!("the instance name of `gl_PerVertex` must be `{expected}`"), span);
            }
            // glslang accepts one without an instance in geometry shaders (glslang 12, measured).
            (Some(expected), None) if self.options.stage != Some(Stage::Geometry) => {
                let found = Diagnostic::error(&codes::NAME_CONFLICT, "`gl_PerVertex` must be an array in this stage", block.span);
                self.report(found.help(format!("add `{expected}[]` after the members")));
            }
            (None, Some((_, span))) => {
                let found = Diagnostic::error(&codes::NAME_CONFLICT, "`gl_PerVertex` cannot have an instance name in this stage", span);
                self.report(found.help("remove the name"));
            }
            (_, None) => {}
        }
    }

    fn check_member_of_vertex(&mut self, member: &Member) {
        let (innermost, mut counts) = (self.module.types.peel_arrays(member.ty), Vec::new());
        let mut ty = member.ty;
        while let Type::Array { element, count } = self.module.types[ty] {
            counts.push(count);
            ty = element;
        }
        let found = (self.module.types[innermost], counts.len());
        let message = match self.text(member.name) {
            "gl_Position" if found == (POSITION, 0) => return,
            "gl_PointSize" if found == (FLOAT, 0) => return,
            "gl_ClipDistance" | "gl_CullDistance" if found == (FLOAT, 1) => return self.check_distances(&counts, member.span),
            name @ ("gl_Position" | "gl_PointSize" | "gl_ClipDistance" | "gl_CullDistance") => {
                format!("`{name}` is redeclared with a different type")
            }
            // Extensions and the compatibility profile have more.
            name if name.starts_with("gl_") || found.0 == Type::Unknown => return,
            name => format!("`gl_PerVertex` has no member `{name}`"),
        };
        self.error(&codes::NAME_CONFLICT, message, member.span);
    }
}
