//! Type expressions (WGSL, section 6.9): names, with template lists.

use padstone_diag::{codes, counted};
use padstone_source::Span;

use super::directives::Extension;
use super::report::Candidate;
use super::{EvaluationTime, ResolvedGlobal, Resolver};
use crate::lower::model_scalar;
use crate::predeclared::{Entity, Predeclared, TypeGenerator};
use crate::scalar::Scalar;
use crate::tree::{ExprId, ExpressionKind, Ident, List};
use crate::types::{AccessMode, AddressSpace, Count, MAX_DEPTH, Memory, Texture, Traits, Type, TypeId};

/// The maximum size of a type (tint, measured; naga, measured).
pub(super) const MAX_SIZE: u64 = 0xffff_ffff;

impl Resolver<'_> {
    /// The type that an expression denotes; `None` if it is not a type, which has been reported.
    pub(crate) fn type_expression(&mut self, id: ExprId) -> Option<TypeId> {
        let expression = self.nodes[id];
        match expression.kind {
            ExpressionKind::Name(symbol) => self.named_type(Ident { symbol, span: expression.span }),
            ExpressionKind::Template { name, arguments } => match self.nodes[name].kind {
                ExpressionKind::Name(symbol) => {
                    let name = Ident { symbol, span: self.nodes[name].span };
                    self.generated_type(name, arguments, expression.span)
                }
                _ => None,
            },
            ExpressionKind::Attributed { attributes, inner } => {
                self.type_attributes(attributes);
                let ty = self.type_expression(inner)?;
                self.claim_stride(attributes, ty);
                Some(ty)
            }
            ExpressionKind::Error => None,
            _ => {
                self.error(&codes::WRONG_KIND_OF_NAME, "expected a type, found a value", expression.span);
                None
            }
        }
    }

    fn named_type(&mut self, name: Ident) -> Option<TypeId> {
        match self.lookup(name) {
            Some(Entity::Predeclared(Predeclared::Type(ty))) => {
                let extension = match self.types[ty] {
                    Type::Scalar(Scalar::I16 | Scalar::U16) => Some(Extension::WgpuInt16),
                    Type::Parts { .. } => Some(Extension::WgpuRayQuery),
                    _ => self.types.has(ty, Traits::CONTAINS_F16).then_some(Extension::F16),
                };
                if let Some(extension) = extension
                    && !self.requires_extension(extension, name.span, &format!("`{}`", self.text(name.symbol)))
                {
                    return None;
                }
                if let Type::Scalar(scalar) = self.types[ty] {
                    self.note_native(scalar, name.span);
                }
                Some(ty)
            }
            Some(Entity::Predeclared(Predeclared::Generator(TypeGenerator::Buffer))) => {
                Some(self.types.intern(Type::Buffer(Count::Runtime)))
            }
            Some(Entity::Predeclared(Predeclared::Generator(
                generator @ (TypeGenerator::AccelerationStructure | TypeGenerator::RayQuery),
            ))) => self.ray_type(generator, false, name.span),
            Some(Entity::Predeclared(Predeclared::Generator(generator))) => {
                let text = generator.name();
                let message = format!("`{text}` requires template arguments");
                self.error_help(&codes::TEMPLATE_ARGUMENTS, message, name.span, format!("write `{}`", example(generator)));
                None
            }
            Some(Entity::Global(position)) => match &self.globals[position as usize] {
                &ResolvedGlobal::Type(ty) => Some(ty),
                ResolvedGlobal::Pending | ResolvedGlobal::Failed if !self.is_function(position) && !self.is_value(position) => None,
                _ => {
                    self.report_wrong_kind(name, Entity::Global(position), "a type");
                    None
                }
            },
            Some(entity) => {
                self.report_wrong_kind(name, entity, "a type");
                None
            }
            None if name.symbol.is_empty() => None,
            None => {
                self.report_unresolved(name, &|candidate| candidate.is_type());
                None
            }
        }
    }

    fn is_value(&self, position: u32) -> bool {
        matches!(self.tree.declarations[position as usize].kind, crate::tree::DeclarationKind::Variable(_))
    }

    fn generated_type(&mut self, name: Ident, arguments: List<ExprId>, span: Span) -> Option<TypeId> {
        let generator = match self.lookup(name) {
            Some(Entity::Predeclared(Predeclared::Generator(generator))) => generator,
            None => {
                self.report_unresolved(name, &|candidate| candidate.is_type());
                return None;
            }
            Some(_) => {
                self.named_type(name)?;
                let message = format!("`{}` takes no template arguments", self.text(name.symbol));
                self.error(&codes::TEMPLATE_ARGUMENTS, message, span);
                return None;
            }
        };
        let nodes = self.nodes;
        let arguments = &nodes[arguments];
        match (generator, arguments) {
            (TypeGenerator::Vector { width }, &[component]) => {
                let scalar = self.scalar_argument(component, "a vector component", "`bool`, `i32`, `u32`, `f32`, or `f16`", |_| true)?;
                Some(TypeId::vector(scalar, width))
            }
            (TypeGenerator::Matrix { columns, rows }, &[component]) => {
                let scalar = self.scalar_argument(component, "a matrix component", "`f32` or `f16`", Scalar::is_float)?;
                Some(TypeId::matrix(scalar, columns, rows))
            }
            (TypeGenerator::Atomic, &[component]) => {
                let scalar = self.scalar_argument(component, "an atomic", "`i32` or `u32`", Scalar::is_integer)?;
                Some(self.types.intern(Type::Atomic(scalar)))
            }
            (TypeGenerator::Array, &[element]) => {
                let element = self.element(element)?;
                self.array_type(element, Count::Runtime, span)
            }
            (TypeGenerator::Array, &[element, count]) => {
                // The count is checked even if the element type has an error.
                let element = self.element(element);
                let count = self.count(count, "the element count");
                self.array_type(element?, count?, span)
            }
            (TypeGenerator::Buffer, &[bytes]) => {
                let position = nodes[bytes].span;
                let bytes = self.count(bytes, "the size of a buffer")?;
                if let Count::Known(bytes) = bytes
                    && bytes % 4 != 0
                {
                    let message = format!("the size of a buffer must be a multiple of 4 bytes, found {bytes}");
                    self.error(&codes::ARRAY_SIZE, message, position);
                    return None;
                }
                Some(self.types.intern(Type::Buffer(bytes)))
            }
            (TypeGenerator::BindingArray, &[element]) => {
                let element = self.bound_element(element, span)?;
                self.requires_extension(Extension::WgpuBindingArray, span, "a `binding_array` without a count");
                Some(self.types.intern(Type::BindingArray { element, count: Count::Runtime }))
            }
            (TypeGenerator::BindingArray, &[element, count]) => {
                let element = self.bound_element(element, span)?;
                let position = nodes[count].span;
                let count = self.count(count, "the number of bindings")?;
                if matches!(count, Count::Override(_)) {
                    self.error(&codes::NOT_CONSTANT, "the number of bindings must be a constant", position);
                    return None;
                }
                Some(self.types.intern(Type::BindingArray { element, count }))
            }
            (TypeGenerator::AccelerationStructure | TypeGenerator::RayQuery, &[flag]) => {
                let name = self.plain_name(flag, "`vertex_return`")?;
                if self.text(name.symbol) != "vertex_return" {
                    self.error(&codes::WRONG_KIND_OF_NAME, "expected `vertex_return`", name.span);
                    return None;
                }
                self.ray_type(generator, true, span)
            }
            (TypeGenerator::Pointer, &[space, store]) => self.pointer(space, store, None),
            (TypeGenerator::Pointer, &[space, store, access]) => self.pointer(space, store, Some(access)),
            (TypeGenerator::SampledTexture(texture), &[component]) => self.sampled_texture(texture, component),
            (TypeGenerator::StorageTexture(texture), &[format, access]) => self.storage_texture(texture, format, access),
            (TypeGenerator::TexelBuffer, &[format, access]) => self.texel_buffer(format, access),
            _ => {
                let text = generator.name();
                let message = format!("`{text}` does not take {}", counted(arguments.len(), "template argument"));
                self.error_help(&codes::TEMPLATE_ARGUMENTS, message, span, format!("write, for example, `{}`", example(generator)));
                None
            }
        }
    }

    /// `acceleration_structure` and `ray_query`.
    fn ray_type(&mut self, generator: TypeGenerator, vertex_return: bool, span: Span) -> Option<TypeId> {
        let extension = if vertex_return { Extension::WgpuRayQueryVertexReturn } else { Extension::WgpuRayQuery };
        self.requires_extension(extension, span, &format!("`{}`", generator.name()));
        Some(self.types.intern(match generator {
            TypeGenerator::RayQuery => Type::RayQuery { vertex_return },
            _ => Type::AccelerationStructure { vertex_return },
        }))
    }

    /// The type of the elements of a `binding_array`: a sampled texture, or, in naga, any resource.
    fn bound_element(&mut self, id: ExprId, span: Span) -> Option<TypeId> {
        let element = self.type_expression(id)?;
        match self.types[element] {
            Type::Texture(Texture::Sampled(..)) | Type::Unknown => return Some(element),
            Type::Texture(Texture::Storage(..) | Texture::Depth(_)) | Type::Sampler { .. } => {}
            Type::AccelerationStructure { .. } | Type::Struct(_) => {}
            _ => {
                let message = format!("`binding_array` elements must be resources or structs, found `{}`", self.type_name(element));
                self.error(&codes::PART_TYPE, message, span);
                return None;
            }
        }
        let role = format!("a `binding_array` of `{}`", self.type_name(element));
        self.requires_extension(Extension::WgpuBindingArray, span, &role).then_some(element)
    }

    /// Records the first mention of a scalar type that only naga has.
    pub(super) fn note_native(&mut self, scalar: Scalar, span: Span) {
        if !scalar.is_native() {
            return;
        }
        let (scalar, mentioned) = (model_scalar(scalar), &mut self.lowering.module.native_scalars);
        if mentioned.iter().all(|&(known, _)| known != scalar) {
            mentioned.push((scalar, span));
        }
    }

    /// A template argument that is a scalar type.
    pub(super) fn scalar_argument(&mut self, id: ExprId, type_name: &str, kind: &str, accepts: fn(Scalar) -> bool) -> Option<Scalar> {
        let ty = self.type_expression(id)?;
        match self.types[ty] {
            Type::Scalar(scalar) if accepts(scalar) => Some(scalar),
            Type::Unknown => None,
            _ => {
                let message = format!("{type_name} must be {kind}, found `{}`", self.type_name(ty));
                self.error(&codes::TEMPLATE_ARGUMENTS, message, self.nodes[id].span);
                None
            }
        }
    }

    /// The type of an array's elements (section 6.2.9).
    fn element(&mut self, id: ExprId) -> Option<TypeId> {
        let ty = self.type_expression(id)?;
        let span = self.nodes[id].span;
        let properties = *self.types.properties(ty);
        if properties.has(Traits::PLAIN.with(Traits::CREATION_FIXED)) {
            return Some(ty);
        }
        if properties.has(Traits::PLAIN) {
            let message = format!("`{}` has no size known at compile time and cannot be an array element", self.type_name(ty));
            self.error(&codes::RUNTIME_ARRAY_PLACE, message, span);
        } else {
            let message = format!("`{}` cannot be an array element", self.type_name(ty));
            self.error(&codes::PART_TYPE, message, span);
        }
        None
    }

    /// An array, unless it exceeds the maximum size or depth.
    pub(super) fn array_type(&mut self, element: TypeId, count: Count, span: Span) -> Option<TypeId> {
        let ty = self.types.intern(Type::Array { element, count });
        let properties = *self.types.properties(ty);
        if properties.size > MAX_SIZE {
            let message = format!("array is {} bytes; a type may have at most {MAX_SIZE}", properties.size);
            self.error(&codes::TYPE_TOO_LARGE, message, span);
            return None;
        }
        if properties.depth > MAX_DEPTH {
            self.report_depth(span);
            return None;
        }
        Some(ty)
    }

    pub(super) fn report_depth(&mut self, span: Span) {
        let message = format!("type nests more than {MAX_DEPTH} levels deep");
        self.error(&codes::TYPE_TOO_LARGE, message, span);
    }

    /// The count of an array: a positive integer override-expression.
    fn count(&mut self, id: ExprId, role: &str) -> Option<Count> {
        // A type is evaluated even in an unevaluated expression.
        let before = std::mem::replace(&mut self.evaluates, true);
        let operand = self.value(id);
        self.evaluates = before;
        let operand = operand?;
        let span = self.nodes[id].span;
        let scalar = operand.value.as_number().map(crate::scalar::Number::scalar);
        if !scalar.is_some_and(Scalar::counts) {
            let kind = if scalar.is_some_and(Scalar::is_integer) { "`i32` or `u32`" } else { "an integer" };
            let message = format!("{role} must be {kind}, found `{}`", self.type_name(operand.value.ty()));
            self.error(&codes::ARRAY_SIZE, message, span);
            return None;
        }
        match operand.known {
            EvaluationTime::Const => {}
            EvaluationTime::Override => return Some(Count::Override(self.override_count(id))),
            EvaluationTime::Runtime => {
                self.error(&codes::NOT_CONSTANT, format!("{role} must be known at pipeline creation"), span);
                return None;
            }
        }
        let count = self.concrete_integer(operand, span)?.as_integer().unwrap_or(0);
        if count <= 0 {
            self.error(&codes::ARRAY_SIZE, format!("{role} must be positive, found {count}"), span);
            return None;
        }
        u32::try_from(count).ok().map(Count::Known)
    }

    /// Counts are equal if they are the name of the same override; any other expression is equal only to itself.
    fn override_count(&mut self, id: ExprId) -> u32 {
        if let ExpressionKind::Name(symbol) = self.nodes[id].kind
            && let Some(Entity::Global(position)) = self.scope.lookup(symbol)
        {
            return position;
        }
        self.override_count_ids += 1;
        self.tree.declarations.len() as u32 + self.override_count_ids
    }

    /// `ptr<storage, T, read_write>`
    fn pointer(&mut self, space: ExprId, store: ExprId, access: Option<ExprId>) -> Option<TypeId> {
        let space_at = self.nodes[space].span;
        let space = self.address_space(space)?;
        let store_at = self.nodes[store].span;
        let store = self.type_expression(store)?;
        let access = match access {
            Some(access) => {
                let access_at = self.nodes[access].span;
                let access = self.access_mode(access)?;
                if space != AddressSpace::Storage {
                    let message = format!(
                        "a pointer into `{}` cannot have an access mode: it is always `{}`",
                        space.name(),
                        space.default_access().name()
                    );
                    self.error(&codes::ACCESS_MODE, message, access_at);
                    return None;
                }
                access
            }
            // In 2020 pointers had no access mode: they have that of the variable.
            None if self.is_draft() && space == AddressSpace::Storage => AccessMode::ReadWrite,
            None => space.default_access(),
        };
        if matches!(self.types[store], Type::Pointer(_)) || self.types[store].is_resource() {
            let message = format!("memory cannot contain a `{}`, so a pointer cannot refer to one", self.type_name(store));
            self.error(&codes::STORE_TYPE, message, store_at);
            return None;
        }
        self.check_store_type(space, store, access, store_at, space_at)?;
        Some(self.types.intern(Type::Pointer(Memory { space, store, access })))
    }

    /// The address space with this name.
    pub(crate) fn address_space(&mut self, id: ExprId) -> Option<AddressSpace> {
        if self.is_draft()
            && let ExpressionKind::Name(symbol) = self.nodes[id].kind
        {
            match self.text(symbol) {
                "in" => return Some(AddressSpace::In),
                "out" => return Some(AddressSpace::Out),
                _ => {}
            }
        }
        self.word(id, "an address space", |word| if let Predeclared::AddressSpace(space) = word { Some(space) } else { None })
    }

    /// The access mode with this name.
    pub(super) fn access_mode(&mut self, id: ExprId) -> Option<AccessMode> {
        self.word(id, "an access mode", |word| if let Predeclared::AccessMode(access) = word { Some(access) } else { None })
    }

    /// A predeclared name that is neither a type nor a value.
    pub(super) fn word<T>(&mut self, id: ExprId, role: &str, select: fn(Predeclared) -> Option<T>) -> Option<T> {
        let name = self.plain_name(id, role)?;
        let Some(entity) = self.lookup(name) else {
            self.report_unresolved(name, &|candidate| matches!(candidate, Candidate::Predeclared(word) if select(word).is_some()));
            return None;
        };
        let found = if let Entity::Predeclared(word) = entity { select(word) } else { None };
        if found.is_none() {
            self.report_wrong_kind(name, entity, role);
        }
        found
    }

    /// An expression that must be a plain name.
    fn plain_name(&mut self, id: ExprId, role: &str) -> Option<Ident> {
        let expression = self.nodes[id];
        match expression.kind {
            ExpressionKind::Name(symbol) if !symbol.is_empty() => Some(Ident { symbol, span: expression.span }),
            ExpressionKind::Name(_) | ExpressionKind::Error => None,
            _ => {
                self.error(&codes::WRONG_KIND_OF_NAME, format!("expected {role}"), expression.span);
                None
            }
        }
    }
}

/// An example of a type of this generator.
fn example(generator: TypeGenerator) -> String {
    let arguments = match generator {
        TypeGenerator::AccelerationStructure | TypeGenerator::RayQuery => "vertex_return",
        TypeGenerator::Array => "f32, 4",
        TypeGenerator::Atomic => "u32",
        TypeGenerator::BindingArray => "texture_2d<f32>, 4",
        TypeGenerator::Buffer => "64",
        TypeGenerator::Pointer => "function, f32",
        TypeGenerator::StorageTexture(_) => "rgba8unorm, write",
        TypeGenerator::TexelBuffer => "r32uint, read",
        TypeGenerator::Matrix { .. } | TypeGenerator::SampledTexture(_) | TypeGenerator::Vector { .. } => "f32",
    };
    format!("{}<{arguments}>", generator.name())
}
