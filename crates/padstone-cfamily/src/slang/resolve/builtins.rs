//! Built-in types.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Dimension, Major, Packing, ResourceKind, ResourceShape, ResourceType, Scalar, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::super::keywords::{ATOMICS, Builtin, ElementArgument, Implementers, LAYOUTS, Sequences, TEXELS};
use super::super::tree::{DeclKind, ExprId, ExprKind};
use super::structs::joined;
use super::{Entity, Resolved, Resolver, Scope};
use crate::constants::{Fail, Value};

/// The maximum number of components in libslang is unknown; the model counts them in a byte.
const MAX_WIDTH: i128 = 255;

/// The values of the fourth argument of `matrix` , as measured with libslang; others mean the default.
const ROW_MAJOR_LAYOUT: i128 = 1;
const COLUMN_MAJOR_LAYOUT: i128 = 2;

impl Resolver<'_> {
    /// A built-in type without arguments.
    pub(super) fn builtin(&mut self, builtin: Builtin, name: Symbol, span: Span) -> Resolved<TypeId> {
        let float4 = Type::Vector { scalar: Scalar::Float32, width: 4 };
        let major = self.module.options.default_major;
        let ty = match builtin {
            Builtin::Scalar(scalar) => Type::Scalar(scalar),
            Builtin::Vector(scalar, width) => Type::Vector { scalar, width },
            Builtin::Matrix(scalar, rows, columns) => Type::Matrix { scalar, rows, columns, major },
            Builtin::VectorOf => float4,
            Builtin::MatrixOf => Type::Matrix { scalar: Scalar::Float32, rows: 4, columns: 4, major },
            Builtin::Resource(_, _, ElementArgument::Needed) => return Err(self.missing_arguments(name, span)),
            Builtin::Resource(kind, shape, element) => {
                let element = match element {
                    ElementArgument::Float4 => Some(self.module.types.intern(float4)),
                    ElementArgument::Float => Some(self.scalar(Scalar::Float32)),
                    ElementArgument::None | ElementArgument::Needed => None,
                };
                return Ok(self.resource(kind, shape, name, element, Packing::ByKind));
            }
            Builtin::Struct(members) => return Ok(self.builtin_struct(name, members)),
            // A type without bytes and registers, which only its name represents.
            Builtin::Tag(kind) => return Ok(self.resource(kind, ResourceShape::NONE, name, None, Packing::ByKind)),
            Builtin::DataLayout(_) => {
                return Ok(self.resource(ResourceKind::Other, ResourceShape::NONE, name, None, Packing::ByKind));
            }
            Builtin::Interface(_) => return Ok(self.builtin_interface(name)),
            Builtin::TensorPair => {
                let float = self.scalar(Scalar::Float32);
                return Ok(self.tensor_pair(name, float, None));
            }
            Builtin::Text => {
                let name = self.names.intern("String");
                return Ok(self.resource(ResourceKind::Other, ResourceShape::NONE, name, None, Packing::ByKind));
            }
            Builtin::TensorAdder => return Ok(self.tensor_adder()),
            // Without arguments, the dimension is part of the name: `TextureFootprint2D`.
            Builtin::Footprint if self.text(name) != "TextureFootprint" => return Ok(self.footprint()),
            Builtin::Constant(_) | Builtin::LinearAlgebra => {
                return Err(self.error(&codes::UNKNOWN_TYPE, "expected a type", "write the name of a type", span));
            }
            Builtin::ArrayOf
            | Builtin::OptionalOf
            | Builtin::TupleOf
            | Builtin::PointerTo
            | Builtin::PointerStruct
            | Builtin::AtomicOf
            | Builtin::HandleOf
            | Builtin::ConditionalOf
            | Builtin::Closed(..)
            | Builtin::LayoutPointer
            | Builtin::Footprint => return Err(self.missing_arguments(name, span)),
        };
        Ok(self.module.types.intern(ty))
    }

    pub(super) fn missing_arguments(&mut self, name: Symbol, span: Span) -> super::Reported {
        let message = format!("`{}` requires generic arguments", self.text(name));
        self.error(&codes::TEMPLATE_ARGUMENTS, message, "add them in `<…>` after the name", span)
    }

    pub(super) fn resource(
        &mut self,
        kind: ResourceKind,
        shape: ResourceShape,
        name: Symbol,
        element: Option<TypeId>,
        packing: Packing,
    ) -> TypeId {
        self.module.types.intern(Type::Resource(ResourceType::new(kind, shape, name, element).packed(packing)))
    }

    /// A built-in type with arguments.
    pub(super) fn apply_builtin(
        &mut self,
        builtin: Builtin,
        name: Symbol,
        arguments: &[ExprId],
        scope: Scope,
        span: Span,
    ) -> Resolved<Entity> {
        // The function or element that it refers to does not affect the layout.
        let is_fit =
            |interface: &Implementers| interface.has_type_arguments && (interface.sequences == Sequences::None || arguments.len() == 1);
        if matches!(builtin, Builtin::Interface(interface) if is_fit(interface)) {
            return Ok(Entity::Builtin(builtin, name));
        }
        let at_most = match builtin {
            Builtin::TupleOf => usize::MAX,
            Builtin::MatrixOf => 4,
            Builtin::VectorOf | Builtin::ArrayOf | Builtin::ConditionalOf => 2,
            Builtin::PointerTo => match pointer_values(self.text(name)).len() {
                0 => 1,
                values => 1 + values + 1,
            },
            Builtin::OptionalOf | Builtin::AtomicOf => 1,
            Builtin::Closed(_, arguments) => arguments,
            Builtin::Footprint if self.text(name) == "TextureFootprint" => 1,
            Builtin::LayoutPointer | Builtin::HandleOf | Builtin::PointerStruct | Builtin::TensorPair => 2,
            Builtin::Resource(_, _, ElementArgument::Float) => 0,
            // `RayQuery<RAY_FLAG_NONE>`: this type has an optional argument.
            Builtin::Resource(kind, _, ElementArgument::None) if kind != ResourceKind::Other => 0,
            Builtin::Resource(kind, shape, _) => most_arguments(kind, shape.dimension),
            _ => 0,
        };
        if arguments.len() > at_most {
            let message = format!("too many generic arguments for `{}`: found {}", self.text(name), arguments.len());
            return Err(self.error(&codes::TEMPLATE_ARGUMENTS, message, "remove the extra arguments", span));
        }
        let (&first, rest) = match (arguments.split_first(), builtin) {
            (Some(arguments), _) => arguments,
            (None, Builtin::TupleOf) => return self.tuple_of(&[], scope).map(Entity::Type),
            (None, _) => return self.builtin(builtin, name, span).map(Entity::Type),
        };
        let ty = match builtin {
            Builtin::VectorOf => {
                let width = self.extent(rest.first(), scope)?;
                let is_linked = rest.first().is_some_and(|&count| self.linked_integer(count, scope).1);
                match (self.number(first, scope)?, width) {
                    (Some(scalar), Some(width)) if is_linked => return Ok(Entity::Type(self.linked_vector(scalar, width))),
                    (Some(scalar), Some(width)) => Type::Vector { scalar, width },
                    _ => Type::Unknown,
                }
            }
            Builtin::MatrixOf => {
                let (rows, columns) = (self.extent(rest.first(), scope)?, self.extent(rest.get(1), scope)?);
                let major = match rest.get(2).map(|&layout| self.linked_integer(layout, scope).0).transpose()?.flatten() {
                    Some(ROW_MAJOR_LAYOUT) => Major::Row,
                    Some(COLUMN_MAJOR_LAYOUT) => Major::Column,
                    _ => self.module.options.default_major,
                };
                match (self.number(first, scope)?, rows, columns) {
                    _ if rest.iter().any(|&count| matches!(self.linked_integer(count, scope), (Ok(None), true))) => Type::Unknown,
                    (Some(scalar), Some(rows), Some(columns)) => Type::Matrix { scalar, rows, columns, major },
                    _ => Type::Unknown,
                }
            }
            Builtin::ArrayOf => {
                let element = self.type_of(first, scope)?;
                let Some(&count) = rest.first() else { return Err(self.missing_arguments(name, span)) };
                return self.counted_array((first, element), Some(count), scope, span).map(Entity::Type);
            }
            Builtin::OptionalOf => {
                let argument = self.type_of(first, scope)?;
                return Ok(Entity::Type(self.optional(argument)));
            }
            Builtin::TupleOf => return self.tuple_of(arguments, scope).map(Entity::Type),
            Builtin::PointerTo => {
                self.check_pointer_arguments(name, rest, scope)?;
                Type::Pointer(self.as_argument(|resolver| resolver.pointee(first, scope))?)
            }
            Builtin::PointerStruct => {
                let to = self.as_argument(|resolver| resolver.pointee(first, scope))?;
                return Ok(Entity::Type(self.pointer_struct(name, to)));
            }
            Builtin::TensorPair => {
                let argument = self.type_of(first, scope)?;
                let adder = rest.first().map(|&adder| self.type_of(adder, scope)).transpose()?;
                return Ok(Entity::Type(self.tensor_pair(name, argument, adder)));
            }
            Builtin::AtomicOf => {
                let argument = self.argument_type(first, scope)?;
                self.check_element_of(name, argument, &ATOMICS, span)?;
                match self.module.types[argument] {
                    Type::Scalar(scalar) => Type::Atomic(scalar),
                    _ => Type::Unknown,
                }
            }
            Builtin::Closed(requested, wants) => {
                if arguments.len() < wants {
                    return Err(self.missing_arguments(name, span));
                }
                let argument = self.argument_type(first, scope)?;
                self.check_element_of(name, argument, requested, span)?;
                for &number in rest {
                    let _ = self.integer(number, scope);
                }
                return Ok(Entity::Type(self.resource(ResourceKind::Other, ResourceShape::NONE, name, Some(argument), Packing::ByKind)));
            }
            Builtin::LayoutPointer => {
                let Some(&layout) = rest.first() else { return Err(self.missing_arguments(name, span)) };
                let layout = self.entity(layout, scope)?;
                if self.data_layout(layout).is_none() {
                    return Err(self.no_layout(span));
                }
                Type::Pointer(self.as_argument(|resolver| resolver.pointee(first, scope))?)
            }
            Builtin::Footprint => {
                let _ = self.integer(first, scope)?;
                return Ok(Entity::Type(self.footprint()));
            }
            Builtin::HandleOf => {
                let argument = self.argument_type(first, scope)?;
                if !self.has_handle(argument) {
                    let message = format!("a descriptor handle cannot refer to `{}`", self.type_text(argument));
                    let found = Diagnostic::error(&codes::CONSTRAINT_UNMET, message, span);
                    return Err(self.report(found.help("use a texture, buffer, sampler, or acceleration structure")));
                }
                Type::Handle(argument)
            }
            Builtin::ConditionalOf => {
                let Some(&condition) = rest.first() else { return Err(self.missing_arguments(name, span)) };
                let argument = self.argument_type(first, scope)?;
                let (value, is_linked) = self.linked_value(condition, scope);
                // A link-time constant is unknown, and so is a constant without a value: libslang 2026.12 treats both as `false`.
                let is_undecided = is_linked && matches!(value, Ok(Value::Int(..)) | Err(Fail::Dependent));
                let condition = if is_undecided { Some(0) } else { self.integer(condition, scope)? };
                return Ok(Entity::Type(match condition {
                    Some(0) | None => self.builtin_struct(name, &[]),
                    Some(_) => argument,
                }));
            }
            Builtin::Resource(kind, shape, _) => return self.resource_of((kind, shape, name), arguments, scope, span).map(Entity::Type),
            _ => Type::Unknown,
        };
        Ok(Entity::Type(self.module.types.intern(ty)))
    }

    fn tuple_of(&mut self, arguments: &[ExprId], scope: Scope) -> Resolved<TypeId> {
        let mut types = Vec::new();
        for argument in self.expand_arguments(arguments, scope)? {
            types.push(self.expanded_argument_type(argument, scope)?);
        }
        Ok(self.tuple_with(&types))
    }

    pub(super) fn tuple_with(&mut self, types: &[TypeId]) -> TypeId {
        let texts: Vec<String> = types.iter().map(|&ty| self.type_text(ty)).collect();
        let name = format!("Tuple<{}>", joined(&texts));
        let members = types.iter().enumerate().map(|(index, &ty)| (format!("_{index}"), ty)).collect();
        self.tuple(&name, members)
    }

    fn resource_of(
        &mut self,
        (kind, mut shape, name): (ResourceKind, ResourceShape, Symbol),
        arguments: &[ExprId],
        scope: Scope,
        span: Span,
    ) -> Resolved<TypeId> {
        let position = self.span(arguments[0]);
        if self.text(name) == "RayQuery" {
            return Ok(self.resource(kind, shape, name, None, Packing::ByKind));
        }
        let element = self.type_of(arguments[0], scope)?;
        let mut packing = Packing::ByKind;
        if let Some(&second) = arguments.get(1)
            && accepts_layout(kind)
        {
            let layout = self.entity(second, scope)?;
            let Some(layout) = self.data_layout(layout) else {
                return Err(self.no_layout(self.span(second)));
            };
            packing = layout;
        }
        // `SubpassInput<float4, 1>` is a `SubpassInputMS<float4>`.
        if kind == ResourceKind::SubpassInput
            && let Some(&several) = arguments.get(1)
        {
            shape.multisampled |= self.integer(several, scope)?.is_some_and(|several| several != 0);
        }
        // The sample count of a texture, or the element count of a patch.
        if let Some(&number) = arguments.get(1)
            && !accepts_layout(kind)
            && kind != ResourceKind::SubpassInput
        {
            let _ = self.integer(number, scope);
        }
        let declared = self.declared_by_expression(arguments[0], element, scope);
        self.check_resource_element(kind, shape.dimension, (element, declared), position)?;
        if requires_texels(kind) && !self.implements_builtin(element, &TEXELS)? {
            let element = self.type_text(element);
            return Err(self.no_texel(name, &element, span));
        }
        Ok(self.resource(kind, shape, name, Some(element), packing))
    }

    /// Reports arguments of a pointer that are not values of the enumerations that it requires (E30019 and E30027 of slangc), or not a data
    /// layout (E38029).
    fn check_pointer_arguments(&mut self, name: Symbol, arguments: &[ExprId], scope: Scope) -> Resolved<()> {
        let values = pointer_values(self.text(name));
        for (&value, &enumeration) in arguments.iter().zip(values) {
            self.integer(value, scope)?;
            if !self.may_be_case_of(value, enumeration, scope)? {
                let message = format!("expected a value of `{enumeration}`");
                let help = format!("write, for example, `{enumeration}.{}`", if enumeration == "Access" { "Read" } else { "Device" });
                return Err(self.error(&codes::TEMPLATE_ARGUMENTS, message, help, self.span(value)));
            }
        }
        let Some(&layout) = arguments.get(values.len()) else { return Ok(()) };
        let entity = self.entity(layout, scope)?;
        if self.data_layout(entity).is_none() {
            return Err(self.no_layout(self.span(layout)));
        }
        Ok(())
    }

    /// Whether a value may have the type of a built-in enumeration: literals, and values declared with another type, have not.
    fn may_be_case_of(&mut self, value: ExprId, enumeration: &str, scope: Scope) -> Resolved<bool> {
        match self.tree.exprs[value].kind {
            ExprKind::Constant(_) | ExprKind::Fraction(..) => return Ok(false),
            ExprKind::Cast(ty, _) => return self.may_be_enumeration(ty, enumeration, scope),
            ExprKind::Member(subject, _) => {
                if let Entity::Builtin(_, name) = self.entity(subject, scope)? {
                    return Ok(self.text(name) == enumeration);
                }
            }
            ExprKind::Name(name) => {
                let parameter = self.find(name, scope);
                if let Some(parameter) = parameter
                    && let DeclKind::OpenValue { ty: Some(ty), .. } = self.tree.decls[parameter.decl].kind
                {
                    return self.may_be_enumeration(ty, enumeration, parameter);
                }
            }
            _ => return Ok(true),
        }
        let Entity::Constant(declared) = self.entity(value, scope)? else { return Ok(true) };
        match self.tree.decls[declared.decl].kind {
            DeclKind::Case { .. } => Ok(false),
            DeclKind::Variable { ty: Some(ty), .. } => self.may_be_enumeration(ty, enumeration, declared),
            DeclKind::Variable { value: Some(initial), .. } => {
                self.deeper(self.span(value), |resolver| resolver.may_be_case_of(initial, enumeration, declared))
            }
            _ => Ok(true),
        }
    }

    /// Whether a type may be a built-in enumeration. As a generic argument, that is its underlying type.
    fn may_be_enumeration(&mut self, ty: ExprId, enumeration: &str, scope: Scope) -> Resolved<bool> {
        Ok(match self.entity(ty, scope)? {
            Entity::Builtin(_, name) => self.text(name) == enumeration,
            Entity::Declared(_) => false,
            Entity::Type(ty) => !matches!(self.module.types[ty], Type::Enum(_)),
            _ => true,
        })
    }

    fn no_layout(&mut self, span: Span) -> super::Reported {
        let found = Diagnostic::error(&codes::TEMPLATE_ARGUMENTS, "expected a data layout", span);
        self.report(found.help("use `Std140DataLayout`, `Std430DataLayout`, `ScalarDataLayout`, `CDataLayout`, or `DefaultDataLayout`"))
    }

    /// The packing of a data layout; for an unknown one, the default of the buffer.
    fn data_layout(&self, entity: Entity) -> Option<Packing> {
        match entity {
            Entity::Builtin(Builtin::DataLayout(layout), _) => Some(layout),
            Entity::Builtin(Builtin::Interface(interface), _) => interface.is_or_extends(&LAYOUTS).then_some(Packing::ByKind),
            Entity::Type(ty) => match self.module.types[ty] {
                Type::Unspecialized(_) | Type::Unknown => Some(Packing::ByKind),
                Type::Resource(resource) => match self.keywords.builtin(resource.spelling()) {
                    Some(Builtin::DataLayout(layout)) => Some(layout),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a descriptor handle can refer to a type: not to a block, and not to ordinary data.
    pub(super) fn has_handle(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Unspecialized(_) | Type::Unknown => true,
            Type::Resource(resource) => !matches!(
                resource.kind,
                ResourceKind::ParameterBlock
                    | ResourceKind::SubpassInput
                    | ResourceKind::StorageBlock
                    | ResourceKind::OutputStream
                    | ResourceKind::TensorView
                    | ResourceKind::MeshOutput
                    | ResourceKind::MeshIndices
                    | ResourceKind::Patch
                    | ResourceKind::FeedbackType
                    | ResourceKind::Other
            ),
            _ => false,
        }
    }

    /// The scalar type of an argument; `None` if it is unspecialized.
    fn number(&mut self, argument: ExprId, scope: Scope) -> Resolved<Option<Scalar>> {
        let ty = self.type_of(argument, scope)?;
        match self.module.types[ty] {
            Type::Scalar(scalar) => Ok(Some(scalar)),
            Type::Unspecialized(_) | Type::Unknown => Ok(None),
            // A check of a declaration does not need the scalar type: the size of the result is the same for all.
            _ if self.checks_only || self.is_argument => Ok(None),
            _ => {
                let message = format!("expected a scalar type, found `{}`", self.type_text(ty));
                Err(self.error(&codes::TEMPLATE_ARGUMENTS, message, "write a type such as `float` or `int`", self.span(argument)))
            }
        }
    }

    /// A component count, 4 by default; `None` if it is unspecialized.
    fn extent(&mut self, argument: Option<&ExprId>, scope: Scope) -> Resolved<Option<u8>> {
        let Some(&argument) = argument else { return Ok(Some(4)) };
        let (value, is_linked) = self.linked_integer(argument, scope);
        let value = value?;
        if is_linked && value.is_none() {
            let message = "the component count is unknown until link time";
            let found = Diagnostic::warning(&codes::UNKNOWN_COUNT, message, self.span(argument));
            self.report(found.note("slangc counts 0 components until then").help("initialize the constant"));
            return Ok(Some(0));
        }
        let Some(value) = value else { return Ok(None) };
        if (self.checks_only || self.is_argument) && value == 0 {
            return Ok(None);
        }
        if !(0..=MAX_WIDTH).contains(&value) {
            let message = format!("component count {value} is out of range: expected 0 to {MAX_WIDTH}");
            return Err(self.error(&codes::TEMPLATE_ARGUMENTS, message, "use an array for more components", self.span(argument)));
        }
        Ok(u8::try_from(value).ok())
    }
}

/// Whether the elements of a resource must be texels.
pub(super) fn requires_texels(kind: ResourceKind) -> bool {
    matches!(kind, ResourceKind::Texture | ResourceKind::RwTexture | ResourceKind::CombinedSampler)
}

/// The maximum number of arguments of a resource (libslang 2026.12).
fn most_arguments(kind: ResourceKind, base: Dimension) -> usize {
    match (kind, base) {
        (ResourceKind::ParameterBlock | ResourceKind::TextureBuffer | ResourceKind::OutputStream, _) => 1,
        // The element type, and a data layout or count; for textures also a format.
        (_, Dimension::None | Dimension::StructuredBuffer | Dimension::TextureBuffer) => 2,
        _ => 3,
    }
}

/// Whether the second argument of a resource is a data layout.
fn accepts_layout(kind: ResourceKind) -> bool {
    matches!(
        kind,
        ResourceKind::ConstantBuffer
            | ResourceKind::StructuredBuffer
            | ResourceKind::RwStructuredBuffer
            | ResourceKind::AppendStructuredBuffer
            | ResourceKind::ConsumeStructuredBuffer
            | ResourceKind::StorageBlock
    )
}

/// The enumerations of the values after the type of a pointer. A data layout may follow these; the other pointers take only a type.
fn pointer_values(pointer: &str) -> &'static [&'static str] {
    match pointer {
        "Ptr" => &["Access", "AddressSpace"],
        "ImmutablePtr" => &["AddressSpace"],
        _ => &[],
    }
}
