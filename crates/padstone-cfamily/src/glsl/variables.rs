//! Variables at the top level: uniforms that are handles or stand alone, constants, and all others.

use std::rc::Rc;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{
    Access, Count, ExplicitBinding, Parameter, ParameterKind, ResourceAccess, ResourceShape, Scalar, SpecializationConstant, Spelling,
    Type, TypeId,
};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::constants::limits::limit;
use super::constants::{Constant, Origin};
use super::counters::is_counter;
use super::features::{ARRAYS_OF_ARRAYS, ATOMIC_COUNTERS, Feature, IMPLICIT_SIZES, Since, UNIFORM_INITIALIZERS, UNIFORM_LOCATIONS};
use super::keywords::{OpaqueClass, Texel};
use super::names::Entity;
use super::qualifiers::Qualifiers;
use super::storage::Storage;
use super::type_names::{Dimensions, TypeSpec};
use crate::constants::Fail;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::usage::{DeclaredCode, ScopeId};
use crate::{Token, TokenKind};
use padstone_model::Stage;

/// A name, with what stands behind it.
pub(super) struct Declarator {
    pub(super) name: Symbol,
    pub(super) span: Span,
    pub(super) dims: Dimensions,
    /// The tokens behind `=`.
    initializer: Option<Rc<[Token]>>,
}

/// Images that may be read without saying what is in them.
const FORMATLESS: Feature =
    Feature { name: "readable images without a format", since: Since::extension(&["GL_EXT_shader_image_load_formatted"]) };

/// `shared float a = {};`
const NULL_INITIALIZERS: Feature = Feature { name: "null initializers", since: Since::extension(&["GL_EXT_null_initializer"]) };

impl Parser<'_> {
    /// What stands behind the name of a variable, up to the `,` or `;`.
    pub(super) fn declarator(&mut self, spec: &TypeSpec, name: Symbol, span: Span) -> Declarator {
        let dims = self.dimensions();
        if !dims.counts.is_empty() && !spec.dims.counts.is_empty() {
            self.needs(&ARRAYS_OF_ARRAYS, span);
        }
        let assign = self.cursor.eat(TokenKind::Assign);
        self.usage.forget();
        let initializer = assign.map(|_| self.collect_until(&[TokenKind::Comma, TokenKind::Semicolon]));
        // Whoever uses the variable uses what its value is made of.
        self.usage.end_of(DeclaredCode::global(name, span));
        Declarator { name, span, dims: dims.of(&spec.dims), initializer }
    }

    /// A variable at the top level.
    pub(super) fn variable(&mut self, qualifiers: &Qualifiers, spec: &TypeSpec, declarator: Declarator) {
        self.check_variable_layout(qualifiers, spec, declarator.name);
        self.check_memory(qualifiers, spec.opaque.is_some_and(|opaque| matches!(opaque.class, OpaqueClass::Image(_))));
        self.check_invariant(qualifiers);
        if declarator.dims.counts.iter().skip(1).any(|&count| count == Count::Runtime) {
            let message = format!("only the outermost size of `{}` can be omitted", self.text(declarator.name));
            self.error(&codes::ARRAY_SIZE, message, declarator.dims.span.unwrap_or(declarator.span));
        }
        if !qualifiers.is(Storage::Const)
            && let Some(tokens) = &declarator.initializer
        {
            self.check_initializer(tokens, declarator.span);
            self.check_initialized(qualifiers, tokens);
        }
        self.check_array_size(qualifiers, &declarator.dims, declarator.initializer.is_some());
        self.check_builtin_name(declarator.name, declarator.span);
        self.note_variable(qualifiers, declarator.name, spec.element, &declarator.dims);
        match qualifiers.storage {
            Some((Storage::Uniform, _)) if qualifiers.subroutine => {}
            Some((Storage::Uniform, _)) => self.uniform(qualifiers, spec, declarator),
            Some((Storage::Buffer, at)) => {
                let found = Diagnostic::error(&codes::QUALIFIER_PLACE, "`buffer` declares blocks, not single variables", at);
                self.report(found.help("move the variable into a block: `buffer Name { … };`"));
            }
            Some((Storage::Const, _)) => self.constant_variable(qualifiers, spec, declarator),
            storage => {
                if let Some((Storage::InOut, at)) = storage {
                    self.error(&codes::QUALIFIER_PLACE, "`inout` is allowed only on function parameters", at);
                }
                if let Some((_, at)) = qualifiers.layout().constant_id {
                    let message = "`constant_id` is allowed only on constants";
                    self.report(Diagnostic::error(&codes::CONSTANT_ID, message, at).help("add `const` before the type"));
                }
                self.check_builtin_variable(qualifiers, spec, &declarator);
                self.check_interface_variable(qualifiers, spec.element, declarator.name, declarator.span);
                self.check_opaque_place(spec, &declarator);
                self.check_vertex_array(qualifiers, declarator.name, declarator.span, &declarator.dims);
                if !self.text(declarator.name).starts_with("gl_") {
                    let sizeless = declarator.dims.counts.first() == Some(&Count::Runtime) && declarator.initializer.is_none();
                    let entity = if sizeless { Entity::Sizeless } else { Entity::Variable };
                    if self.declare(declarator.name, declarator.span, entity) {
                        let name = (declarator.name, declarator.span);
                        self.locate_variable(qualifiers, name, spec.element, &declarator.dims);
                        self.add_interface_variable(qualifiers, name, spec.element, &declarator.dims);
                    }
                }
            }
        }
    }

    /// `uniform sampler2D t;`, or a uniform that stands alone.
    fn uniform(&mut self, qualifiers: &Qualifiers, spec: &TypeSpec, declarator: Declarator) {
        let Declarator { name, span, dims, initializer } = declarator;
        self.check_name(name, span);
        if let Some(first) = initializer.as_ref().and_then(|tokens| tokens.first()) {
            self.needs(&UNIFORM_INITIALIZERS, first.span);
            if spec.opaque.is_some() {
                let found = Diagnostic::error(
                    &codes::INITIALIZER_MISMATCH,
                    "samplers, textures, images, and counters cannot have initializers",
                    first.span,
                );
                self.report(found.help("remove it: the host program sets the uniform"));
            }
        }
        let fresh = self.declare(name, span, Entity::Variable);
        let ty = spec.element;
        let opaque = matches!(self.module.types[ty], Type::Resource(_));
        let allowed = if opaque { self.check_opaque(qualifiers, spec, span) } else { self.check_loose(qualifiers, ty, span) };
        if !allowed {
            return;
        }
        if !fresh || self.module.types[ty] == Type::Unknown {
            return;
        }
        self.locate_uniform(qualifiers.layout(), (name, span), &dims);
        if let Some((_, at)) = qualifiers.layout().location {
            self.needs(&UNIFORM_LOCATIONS, at);
        }
        let counter_offset = if is_counter(spec) { self.locate_counter(qualifiers.layout(), (name, span), &dims) } else { None };
        let image = spec.opaque.is_some_and(|opaque| matches!(opaque.class, OpaqueClass::Image(_)));
        let access = image.then_some(match (qualifiers.readonly, qualifiers.writeonly) {
            (Some(_), None) => Access::Read,
            (None, Some(_)) => Access::Write,
            _ => Access::ReadWrite,
        });
        let ty = match (self.module.types[ty], access) {
            (Type::Resource(resource), Some(access)) => {
                let access = match access {
                    Access::Read => ResourceAccess::Read,
                    Access::Write => ResourceAccess::Write,
                    Access::ReadWrite => ResourceAccess::ReadWrite,
                };
                let format = qualifiers.layout().format.map(|(format, _)| self.intern(format.name));
                self.module.types.intern(Type::Resource(resource.shaped(ResourceShape { format, ..resource.shape.accessed(access) })))
            }
            _ => ty,
        };
        let layout = qualifiers.layout();
        let set = layout.set.map(|(set, _)| set);
        self.missing_bindings.record(layout);
        let binding = layout.slot();
        // glslang lets them go without, and they get binding 0 (glslang 12, measured).
        let structure = spec.opaque.is_some_and(|opaque| opaque.class == OpaqueClass::AccelerationStructure);
        let binding = binding.or((structure && self.is_vulkan() && !layout.unbound).then_some(ExplicitBinding { binding: 0, set, span }));
        let is_unsized = !dims.unknown && dims.counts.first() == Some(&Count::Runtime);
        let parameter = self.module.parameters.push(Parameter {
            name,
            qualified_name: name,
            span,
            kind: if opaque { ParameterKind::Opaque(ty) } else { ParameterKind::Uniform(ty) },
            member_of: None,
            dims: if dims.unknown { Vec::new() } else { dims.counts },
            registers: Vec::new(),
            binding,
            counter_binding: None,
            counter_offset,
            input_attachment: layout.input_attachment.map(|(index, _)| index),
            location: layout.location.map(|(location, _)| location),
            access,
            used: true,
            written: Spelling::default(),
        });
        if is_unsized {
            self.watch_parameter_size(name, parameter);
        }
        self.usage.declare_variable(ScopeId::GLOBAL, name, None, Some(parameter));
    }

    /// Checks a uniform that is no handle. Returns whether it can be there.
    fn check_loose(&mut self, qualifiers: &Qualifiers, ty: TypeId, span: Span) -> bool {
        if let Some((_, at)) = qualifiers.layout().binding {
            self.error(&codes::LAYOUT_QUALIFIER_PLACE, "`binding` is allowed only on blocks, samplers, textures, images, and counters", at);
        }
        let forbidden = self.is_vulkan() && self.contents(ty).numbers;
        if forbidden {
            let message = "Vulkan allows only samplers, textures, and images as uniforms outside blocks";
            let found = Diagnostic::error(&codes::LOOSE_UNIFORM, message, span);
            self.report(found.help("move it into a block: `layout(binding = 0) uniform Name { … };`, or make it a push constant"));
        }
        !forbidden
    }

    /// Checks a uniform that is a handle. Returns whether it can be there.
    fn check_opaque(&mut self, qualifiers: &Qualifiers, spec: &TypeSpec, span: Span) -> bool {
        let Some(opaque) = spec.opaque else { return true };
        match opaque.class {
            OpaqueClass::Counter if self.is_vulkan() => {
                self.check_counter(spec);
                return false;
            }
            OpaqueClass::Counter => self.needs(&ATOMIC_COUNTERS, spec.span),
            OpaqueClass::Image(texel) => self.check_image(qualifiers, texel, spec.span),
            OpaqueClass::Local => {
                let found = Diagnostic::error(&codes::OPAQUE_PLACE, "the type is not allowed for uniforms", spec.span);
                self.report(found);
                return false;
            }
            OpaqueClass::SubpassInput if !self.in_stage(&[Stage::Fragment]) => {
                self.error(&codes::STAGE_LACKS, "only the fragment stage has subpass inputs", spec.span);
                return false;
            }
            OpaqueClass::SubpassInput if qualifiers.layout().input_attachment.is_none() => {
                let message = "a subpass input requires an input attachment index";
                let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_VALUE, message, span);
                self.report(found.help("add `input_attachment_index = 0` to its layout qualifiers"));
            }
            _ => {}
        }
        if !matches!(opaque.class, OpaqueClass::Image(_))
            && let Some((_, at)) = qualifiers.layout().format
        {
            self.error(&codes::IMAGE_FORMAT, "a format is allowed only on images", at);
        }
        if qualifiers.layout().binding.is_none() && !qualifiers.layout().incomplete {
            if opaque.class == OpaqueClass::Counter {
                let found = Diagnostic::error(&codes::GLSL_BINDING_MISSING, "an atomic counter requires a binding", span);
                self.report(found.help("add `layout(binding = 0)` before it"));
            } else if self.is_vulkan() && opaque.class != OpaqueClass::AccelerationStructure {
                self.report_missing_binding(span, "variable", qualifiers);
            }
        }
        true
    }

    /// Reports an atomic counter where there is none.
    pub(super) fn check_counter(&mut self, spec: &TypeSpec) {
        if self.is_vulkan() && is_counter(spec) {
            let found = Diagnostic::error(&codes::TARGET_LACKS, "Vulkan has no atomic counters", spec.span);
            self.report(found.help("use a `uint` in a buffer block, with `atomicAdd`"));
        }
    }

    fn check_image(&mut self, qualifiers: &Qualifiers, texel: Texel, at: Span) {
        match qualifiers.layout().format {
            None if qualifiers.writeonly.is_none() && !self.has(&FORMATLESS.since) => {
                let found = Diagnostic::error(&codes::IMAGE_FORMAT, "a readable image requires a format", at);
                self.report(found.help("add a format such as `rgba8` to its layout qualifiers, or declare it `writeonly`"));
            }
            Some((format, span)) if format.texel != texel => {
                let message = format!("format `{}` does not match the image type", format.name);
                self.error(&codes::IMAGE_FORMAT, message, span);
            }
            _ => {}
        }
    }

    /// Layout qualifiers that a variable does not take.
    fn check_variable_layout(&mut self, qualifiers: &Qualifiers, spec: &TypeSpec, name: Symbol) {
        let layout = qualifiers.layout();
        self.check_declared(layout, true);
        if let Some((builtin, at)) = layout.redeclares.filter(|(builtin, _)| self.text(name) != *builtin) {
            self.error(&codes::LAYOUT_QUALIFIER_PLACE, format!("the qualifier is allowed only on `{builtin}`"), at);
        }
        let index = layout.index.map(|(_, at)| at);
        let is_output = qualifiers.is(Storage::Out);
        let is_located = layout.location.is_some() || layout.incomplete;
        let is_subpass = spec.opaque.is_some_and(|opaque| opaque.class == OpaqueClass::SubpassInput);
        let wrong = [
            (layout.packing.map(|(_, at)| at), "packing is allowed on blocks, not on variables"),
            (layout.major.map(|(_, at)| at), "matrix order is allowed only on blocks and their members"),
            (layout.offset.filter(|_| !is_counter(spec)).map(|(_, at)| at), "`offset` is allowed only on members of blocks"),
            (layout.align.map(|(_, at)| at), "`align` is allowed only on blocks and their members"),
            (layout.push_constant, "push constants must be in a block"),
            (layout.shader_record, "shader records must be in a block"),
            (layout.buffer_reference, "buffer references must be blocks"),
            (index.filter(|_| !is_output), "`index` is allowed only on outputs"),
            (index.filter(|_| is_output && !is_located), "`index` requires a `location`"),
            (
                layout.input_attachment.filter(|_| !is_subpass).map(|(_, at)| at),
                "`input_attachment_index` is allowed only on subpass inputs",
            ),
            (layout.format.filter(|_| spec.opaque.is_none()).map(|(_, at)| at), "a format is allowed only on images"),
        ];
        for (at, message) in wrong {
            if let Some(at) = at {
                self.error(&codes::LAYOUT_QUALIFIER_PLACE, message, at);
            }
        }
    }

    /// Handles are uniforms, or parameters of functions.
    fn check_opaque_place(&mut self, spec: &TypeSpec, declarator: &Declarator) {
        let local = spec.opaque.is_some_and(|opaque| opaque.class == OpaqueClass::Local);
        if !local && self.contents(spec.element).handles {
            let message =
                format!("`{}` is or contains a sampler, texture, image, or counter, which must be a uniform", self.text(declarator.name));
            let found = Diagnostic::error(&codes::OPAQUE_PLACE, message, declarator.span);
            self.report(found.help("add `uniform` before the type"));
        }
    }

    /// `const int N = 4;`, `layout(constant_id = 3) const int N = 4;`
    fn constant_variable(&mut self, qualifiers: &Qualifiers, spec: &TypeSpec, declarator: Declarator) {
        let Declarator { name, span, dims, initializer } = declarator;
        self.refuse_location(qualifiers);
        self.check_name(name, span);
        let specialized = qualifiers.layout().constant_id.filter(|&(id, at)| {
            let is_scalar = matches!(self.module.types[spec.element], Type::Scalar(_)) && dims.counts.is_empty();
            self.takes_constant_id(id, at, is_scalar)
        });
        if let Some((id, _)) = specialized {
            self.module.specialization_constants.push(SpecializationConstant {
                name,
                span,
                ty: spec.element,
                id: Some(id),
                has_value: true,
            });
        }
        let Some(tokens) = initializer else {
            let message = format!("constant `{}` has no value", self.text(name));
            self.report(Diagnostic::error(&codes::UNEXPECTED_TOKEN, message, span).help("initialize it: `= 1`"));
            self.declare(name, span, Entity::Variable);
            return;
        };
        let ty = self.array_of(spec.element, &dims);
        let entity = self.known_constant(name, tokens, ty, span, specialized.is_some());
        self.declare(name, span, entity);
    }

    /// Reports an initializer of a variable that gets its value elsewhere (glslang 16, measured). One of work groups can be `{}`.
    fn check_initialized(&mut self, qualifiers: &Qualifiers, tokens: &[Token]) {
        let (what, at) = match qualifiers.storage {
            Some((Storage::In, at)) => ("an input", at),
            Some((Storage::Out, at)) => ("an output", at),
            Some((Storage::Shared, at)) => {
                if let [first @ Token { kind: TokenKind::BraceOpen, .. }, Token { kind: TokenKind::BraceClose, .. }] = tokens {
                    self.needs(&NULL_INITIALIZERS, first.span);
                    return;
                }
                ("a `shared` variable", at)
            }
            Some((Storage::Other, at)) => ("a payload or hit attribute", at),
            _ => return,
        };
        let found = Diagnostic::error(&codes::QUALIFIER_PLACE, format!("{what} cannot have an initializer"), at);
        self.report(found.help("remove the initializer, and assign the value in a function"));
    }

    /// Reports an array without a size in GLSL ES, where uses do not determine one (GLSL ES 3.20, section 4.1.9; glslang 16, measured). Arrays with an
    /// element for each vertex have one.
    pub(super) fn check_array_size(&mut self, qualifiers: &Qualifiers, dims: &Dimensions, is_initialized: bool) {
        let is_unsized = dims.counts.first() == Some(&Count::Runtime) && !is_initialized;
        let knows_stage = self.options.stage.is_some() || !(qualifiers.is(Storage::In) || qualifiers.is(Storage::Out));
        if let Some(at) = dims.span.filter(|_| is_unsized && knows_stage && self.array_element(qualifiers).is_none()) {
            self.needs(&IMPLICIT_SIZES, at);
        }
    }

    /// Whether the value of a variable, which nobody requires, is an expression at all.
    fn check_initializer(&mut self, tokens: &Rc<[Token]>, at: Span) {
        let written = tokens.first().map_or(at, |first| first.span);
        if let Err(Fail::Report(found)) = self.initial_value(Rc::clone(tokens), self.unknown, written)
            && found.code == &codes::UNEXPECTED_TOKEN
        {
            self.report(*found);
        }
    }

    /// What a constant stands for.
    fn known_constant(&mut self, name: Symbol, tokens: Rc<[Token]>, ty: TypeId, at: Span, specialized: bool) -> Entity {
        let written = tokens.first().map_or(at, |first| first.span);
        match self.initial_value(tokens, ty, written) {
            Ok(value) => {
                self.warn_by_zero(&value);
                let origin = match value.origin {
                    _ if specialized => Origin::Specialized,
                    // What is given the value of a specialization constant is computed from it.
                    Origin::Specialized => Origin::Computed,
                    origin => origin.max(Origin::Constant),
                };
                Entity::Constant(Constant { origin, by_zero: None, ..value })
            }
            Err(Fail::Report(found)) => {
                self.valueless.extend(found.unknown.clone().map(|unknown| (name, unknown)));
                // What is not evaluated here is not wrong by itself; who requires the value is told.
                if found.code != &codes::NOT_CONSTANT {
                    self.report(*found);
                }
                Entity::Variable
            }
            Err(Fail::Dependent) => Entity::Variable,
        }
    }

    /// `layout(constant_id = 3) gl_MaxImageUnits;`: a built-in constant that is specialized (GL_KHR_vulkan_glsl). Returns whether the qualifiers are for
    /// one.
    pub(super) fn specialize_builtin(&mut self, qualifiers: &Qualifiers, name: Token) -> bool {
        let Some((id, at)) = qualifiers.layout().constant_id else { return false };
        let Some(values) = limit(self.text(name.symbol), self.version) else { return false };
        if self.takes_constant_id(id, at, values.len() == 1) {
            let ty = self.module.types.intern(Type::Scalar(Scalar::Int32));
            let (name, span) = (name.symbol, name.span);
            self.module.specialization_constants.push(SpecializationConstant { name, span, ty, id: Some(id), has_value: true });
        }
        true
    }

    /// Whether a constant may be specialized: a single number or truth value, with a number that no other has.
    fn takes_constant_id(&mut self, id: u32, at: Span, is_scalar: bool) -> bool {
        if !is_scalar {
            self.error(&codes::CONSTANT_ID, "a specialization constant must be a scalar", at);
            return false;
        }
        // The constants of one declaration may share it (glslang 12, measured).
        if let Some(&first) = self.constant_ids.get(&id).filter(|&&first| first != at) {
            let message = format!("specialization constant ID {id} is already in use");
            self.report(Diagnostic::error(&codes::CONSTANT_ID, message, at).label(at, "").label(first, "first declared here"));
            return false;
        }
        self.constant_ids.insert(id, at);
        true
    }
}
