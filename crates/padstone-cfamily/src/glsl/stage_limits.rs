//! The qualifiers, types and components that inputs and outputs of a stage can have, and the stages of patches and of ray tracing data (The
//! OpenGL Shading Language 4.60, sections 4.3.4 to 4.3.8, 4.4.1 and 4.4.2; GL_EXT_ray_tracing; glslang 12, measured).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Scalar, Stage, Type, TypeId};
use padstone_source::Span;

use super::Parser;
use super::blocks::Block;
use super::keywords::Keyword;
use super::layouts::Layout;
use super::qualifiers::Qualifiers;
use super::records::Body;
use super::storage::Storage;
use crate::reader::Reader;

/// The stages that have a qualifier; none stands for all.
fn stages(keyword: Keyword) -> &'static [Stage] {
    match keyword {
        Keyword::Attribute => &[Stage::Vertex],
        Keyword::Patch => &[Stage::Hull, Stage::Domain],
        Keyword::RayPayload | Keyword::RayPayloadNv => &[Stage::RayGeneration, Stage::AnyHit, Stage::ClosestHit, Stage::Miss],
        Keyword::RayPayloadIn | Keyword::RayPayloadInNv => &[Stage::ClosestHit, Stage::AnyHit, Stage::Miss],
        Keyword::HitAttribute | Keyword::HitAttributeNv => &[Stage::Intersection, Stage::AnyHit, Stage::ClosestHit],
        Keyword::CallableData | Keyword::CallableDataNv => &[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss, Stage::Callable],
        Keyword::CallableDataIn | Keyword::CallableDataInNv => &[Stage::Callable],
        _ => &[],
    }
}

impl Parser<'_> {
    /// Reports a qualifier that the stage lacks.
    pub(super) fn check_stage_of(&mut self, keyword: Keyword, at: Span) {
        let stages = stages(keyword);
        if !stages.is_empty() && !self.in_stage(stages) {
            let found = Diagnostic::error(&codes::STAGE_LACKS, "the qualifier is not available in this stage", at);
            self.report(found.help("use it in another stage, or use another qualifier"));
        }
    }

    /// Reports qualifiers and types that no input or output of the stage has; `element` is the type without array sizes.
    pub(super) fn check_stage_limits(&mut self, qualifiers: &Qualifiers, element: TypeId) {
        let Some((storage @ (Storage::In | Storage::Out), at)) = qualifiers.storage else { return };
        if qualifiers.patch && self.options.stage == Some(if storage == Storage::In { Stage::Hull } else { Stage::Domain }) {
            let message = "`patch` is allowed only on outputs of tessellation control and inputs of tessellation evaluation shaders";
            self.error(&codes::QUALIFIER_PLACE, message, at);
        }
        let end = match (self.options.stage, storage) {
            (Some(Stage::Vertex), Storage::In) => "vertex input",
            (Some(Stage::Fragment), Storage::Out) => "fragment output",
            _ => return,
        };
        if let Some(at) = qualifiers.interpolation.or(qualifiers.auxiliary) {
            let found = Diagnostic::error(&codes::QUALIFIER_PLACE, format!("a {end} is not interpolated"), at);
            self.report(found.help("remove the qualifier"));
        }
        let is_output = storage == Storage::Out;
        let message = match self.module.types[self.module.types.peel_arrays(element)] {
            Type::Struct(_) => "cannot be a struct",
            Type::Matrix { .. } if is_output => "cannot be a matrix",
            Type::Scalar(scalar) | Type::Vector { scalar, .. } if is_output && self.module.scalar_bytes(scalar) == 8 => {
                "cannot have 64-bit components"
            }
            _ => return,
        };
        self.error(&codes::QUALIFIER_PLACE, format!("a {end} {message}"), at);
    }

    /// Reports a `component` that the type of an input or output cannot have.
    pub(super) fn check_component(&mut self, layout: &Layout, element: TypeId) {
        let Some((component, at)) = layout.component.filter(|_| !layout.incomplete) else { return };
        let (scalar, width) = match self.module.types[self.module.types.peel_arrays(element)] {
            Type::Scalar(scalar) => (scalar, 1),
            Type::Vector { scalar, width } => (scalar, u32::from(width)),
            Type::Matrix { .. } | Type::Struct(_) => return self.report_component_place(at),
            _ => return,
        };
        let is_double = scalar == Scalar::Float64;
        let end = component.saturating_add(if is_double { 2 * width } else { width });
        let message = if component > 3 {
            format!("component {component} is out of range: a location has components 0 to 3")
        } else if end > 4 {
            format!("the type extends to component {}: a location has components 0 to 3", end - 1)
        } else if is_double && component % 2 == 1 {
            "a double cannot start at an odd component".to_owned()
        } else {
            return;
        };
        self.error(&codes::LAYOUT_QUALIFIER_VALUE, message, at);
    }

    /// Reports the `component`s of a block and its members that these cannot have.
    pub(super) fn check_components_of_block(&mut self, block: &Block, body: &Body) {
        if let Some((_, at)) = block.qualifiers.layout().component {
            self.report_component_place(at);
        }
        for member in &body.members {
            let layout = body.qualifiers_of(member).layout();
            if let (Some((_, at)), None, false) = (layout.component, layout.location, layout.incomplete) {
                let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_PLACE, "`component` requires a `location` of the same member", at);
                self.report(found.help("add `location` to the layout qualifiers of the member"));
            } else {
                self.check_component(layout, member.ty);
            }
        }
    }

    fn report_component_place(&mut self, at: Span) {
        let message = "`component` is allowed only on scalars, vectors, and arrays of these";
        self.error(&codes::LAYOUT_QUALIFIER_PLACE, message, at);
    }
}
