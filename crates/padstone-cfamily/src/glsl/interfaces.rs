//! Inputs and outputs of stages: what an entry point takes and gives. Nothing of them is in a buffer.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Direction, Field, Interpolation, Struct, StructKind, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::blocks::Block;
use super::features::{Feature, Since};
use super::names::{Entity, Interfaces};
use super::qualifiers::Qualifiers;
use super::records::Body;
use super::storage::Storage;
use super::type_names::Dimensions;
use crate::reader::Reader;
use padstone_model::Stage;

const SHARED_BLOCKS: Feature = Feature { name: "shared blocks", since: Since::extension(&["GL_EXT_shared_memory_block"]) };
const INTERFACE_BLOCKS: Feature = Feature {
    name: "input and output blocks",
    since: Since::version(150, 320).or(&["GL_EXT_shader_io_blocks", "GL_OES_shader_io_blocks"]),
};

impl Parser<'_> {
    /// A block of inputs, outputs or shared variables.
    pub(super) fn interface_block(&mut self, block: &Block, body: &Body, storage: Option<Storage>) {
        let interface = match storage {
            Some(Storage::In) => Interfaces::IN,
            Some(Storage::Out) => Interfaces::OUT,
            Some(Storage::Shared) => {
                self.needs(&SHARED_BLOCKS, block.start());
                Interfaces::OTHER
            }
            Some(Storage::Other) => Interfaces::OTHER,
            Some(Storage::Const | Storage::InOut | Storage::Uniform | Storage::Buffer) | None => {
                let found = Diagnostic::error(&codes::QUALIFIER_PLACE, "a block requires `uniform`, `buffer`, `in`, or `out`", block.span);
                return self.report(found.help("add one of these qualifiers before its name"));
            }
        };
        self.check_unbound(&block.qualifiers);
        self.check_declared(block.qualifiers.layout(), false);
        for member in &body.members {
            self.check_declared(body.qualifiers_of(member).layout(), false);
        }
        // Blocks of built-in variables are declared by the language, and redeclared here.
        if self.text(block.name).starts_with("gl_") {
            return self.check_per_vertex(block, body);
        }
        if matches!(storage, Some(Storage::In | Storage::Out)) {
            if let (Some(at), Some(_)) = (block.qualifiers.interpolation, block.qualifiers.modes[0]) {
                let found =
                    Diagnostic::error(&codes::QUALIFIER_PLACE, "interpolation qualifiers are allowed on members, not on blocks", at);
                self.report(found.help("move the qualifier to the members"));
            }
            self.needs(&INTERFACE_BLOCKS, block.start());
            self.check_interface(block, body);
            self.check_components_of_block(block, body);
            let (name, span) = block.instance.unwrap_or((block.name, block.span));
            self.check_vertex_array(&block.qualifiers, name, span, &block.dims);
            self.locate_block(block, body);
            self.add_interface_block(block, body);
        }
        self.declare(block.name, block.span, Entity::Block(interface));
        match block.instance {
            Some((name, span)) => {
                self.declare(name, span, Entity::Variable);
            }
            None => {
                for member in &body.members {
                    self.declare(member.name, member.span, Entity::Variable);
                }
            }
        }
    }

    /// Whether the stage has such blocks, and where they lie between stages.
    fn check_interface(&mut self, block: &Block, body: &Body) {
        let input = block.qualifiers.is(Storage::In);
        let without = match self.options.stage {
            Some(Stage::Compute) => true,
            Some(Stage::Vertex) => input,
            Some(Stage::Fragment) => !input,
            _ => false,
        };
        if without {
            let what = if input { "input" } else { "output" };
            return self.error(&codes::STAGE_LACKS, format!("the stage has no {what} blocks"), block.start());
        }
        // What was not understood may have been a location.
        if block.qualifiers.layout().incomplete || body.members.iter().any(|member| body.qualifiers_of(member).layout().incomplete) {
            return;
        }
        let located = body.members.iter().filter(|member| body.qualifiers_of(member).layout().location.is_some()).count();
        if block.qualifiers.layout().location.is_some() || !self.is_vulkan() {
            return;
        }
        if located == 0 {
            self.report_missing_location(block.start());
        } else if located < body.members.len() {
            let message = "only some members of this block have a location";
            let found = Diagnostic::error(&codes::LOCATION_MISSING, message, block.start());
            self.report(found.help("add a location to the block, or to each member"));
        }
    }

    /// An input or output that stands alone.
    pub(super) fn check_interface_variable(&mut self, qualifiers: &Qualifiers, ty: TypeId, name: Symbol, span: Span) {
        self.check_unbound(qualifiers);
        let Some((storage @ (Storage::In | Storage::Out), at)) = qualifiers.storage else {
            // The records of ray tracing have locations.
            if !qualifiers.is(Storage::Other) {
                self.refuse_location(qualifiers);
            }
            return;
        };
        if self.text(name).starts_with("gl_") {
            return;
        }
        if self.options.stage == Some(Stage::Compute) {
            let what = if storage == Storage::In { "inputs" } else { "outputs" };
            return self.error(&codes::STAGE_LACKS, format!("the compute stage has no {what} except built-in ones"), at);
        }
        self.check_stage_limits(qualifiers, ty);
        self.check_component(qualifiers.layout(), ty);
        let contents = self.contents(ty);
        if contents.bools {
            self.error(&codes::QUALIFIER_PLACE, "an input or output cannot be or contain a `bool`", at);
        }
        // Section 4.5: "Fragment shader inputs that are, or contain, integral or double-precision floating-point types must be qualified with the
        // interpolation qualifier flat".
        let is_flat = match qualifiers.modes[0] {
            Some(mode) => matches!(mode, Interpolation::None | Interpolation::PerVertex),
            // Those of extensions.
            None => qualifiers.interpolation.is_some(),
        };
        if storage == Storage::In && self.options.stage == Some(Stage::Fragment) && contents.not_interpolated && !is_flat {
            let message = format!("`{}` is or contains an integer or a double, which cannot be interpolated", self.text(name));
            self.report(Diagnostic::error(&codes::FLAT_MISSING, message, span).help("add `flat` before `in`"));
        }
        // What was not understood may have been a location.
        if self.is_vulkan() && qualifiers.layout().location.is_none() && !qualifiers.layout().incomplete {
            self.report_missing_location(span);
        }
    }

    /// Reports a location on a variable that is no input, output or uniform.
    pub(super) fn refuse_location(&mut self, qualifiers: &Qualifiers) {
        if let Some((_, at)) = qualifiers.layout().location {
            let found =
                Diagnostic::error(&codes::LAYOUT_QUALIFIER_PLACE, "`location` is allowed only on inputs, outputs, and uniforms", at);
            self.report(found.help("add `in`, `out` or `uniform` before the type"));
        }
    }

    /// Makes an input or output one of the entry point's.
    pub(super) fn add_interface_variable(
        &mut self,
        qualifiers: &Qualifiers,
        (name, span): (Symbol, Span),
        element: TypeId,
        dims: &Dimensions,
    ) {
        let direction = match qualifiers.storage {
            Some((Storage::In, _)) => Direction::In,
            Some((Storage::Out, _)) => Direction::Out,
            _ => return,
        };
        let mut annotations = interface_annotations(qualifiers);
        annotations.push(Annotation::Direction(direction));
        if self.is_per_vertex(qualifiers, direction == Direction::In) && !dims.counts.is_empty() {
            annotations.push(Annotation::PerVertex);
        }
        let ty = self.array_of(element, dims);
        self.interface.push(Field::member(name, span, ty, annotations));
    }

    /// Makes a block of inputs or outputs one of the entry point's. Without an instance, its members go by their own names.
    fn add_interface_block(&mut self, block: &Block, body: &Body) {
        let fields = body.members.iter().map(|member| {
            let annotations = interface_annotations(body.qualifiers_of(member));
            Field::member(member.name, member.span, member.ty, annotations)
        });
        let (name, span, fields) = (block.name, block.span, fields.collect());
        let id = self.module.structs.push(Struct { name, span, kind: StructKind::BufferMembers, fields, ty: None, contiguous: false });
        let ty = self.module.types.intern(Type::Struct(id));
        self.module.structs[id].ty = Some(ty);
        self.add_interface_variable(&block.qualifiers, block.instance.unwrap_or((Symbol::EMPTY, span)), ty, &block.dims);
    }

    fn report_missing_location(&mut self, at: Span) {
        let found = Diagnostic::error(&codes::LOCATION_MISSING, "Vulkan requires a location for inputs and outputs", at);
        self.report(found.help("add `layout(location = 0)`, or another free location, before it"));
    }

    /// What cannot be said of anything that is not bound: neither uniform nor buffer.
    fn check_unbound(&mut self, qualifiers: &Qualifiers) {
        let layout = qualifiers.layout();
        if let Some(at) = layout.binding.or(layout.set).map(|(_, at)| at).or(layout.push_constant) {
            self.error(&codes::LAYOUT_QUALIFIER_PLACE, "the qualifier is allowed only on uniforms and buffers", at);
        }
        if let (Some(at), None, false) = (layout.component.map(|(_, at)| at), layout.location, layout.incomplete) {
            let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_PLACE, "`component` requires a `location`", at);
            self.report(found.help("add `location = 0` to the layout qualifiers"));
        }
    }
}

/// What qualifiers say of an input or output, or of a member of one.
fn interface_annotations(qualifiers: &Qualifiers) -> Vec<Annotation> {
    let layout = qualifiers.layout();
    let interpolation = qualifiers.modes.into_iter().flatten().map(Annotation::Interpolation);
    if layout.incomplete {
        return interpolation.chain([Annotation::Unknown]).collect();
    }
    let location = layout.location.map(|(location, span)| Annotation::Location { location, span });
    let component = layout.component.map(|(component, _)| Annotation::Component(component));
    location.into_iter().chain(component).chain(layout.index.map(|(index, _)| Annotation::Index(index))).chain(interpolation).collect()
}
