//! The contents of types: bytes, resources, parts without a size.

use padstone_model::{Annotation, Dimension, Field, FieldRole, ResourceKind, StructKind, Type, TypeId};

use super::super::keywords::Builtin;
use super::super::tree::{DeclKind, ExprId, ExprKind};
use super::{Resolver, Scope};

/// The contents of a type.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::slang) struct TypeContents {
    /// Ordinary data that is not in a buffer.
    pub(in crate::slang) bytes: bool,
    /// Registers of the classes `b`, `t`, `u`, `s`, as bits.
    pub(in crate::slang) classes: u8,
    /// Buffers with their own layout.
    pub(in crate::slang) buffers: bool,
    /// A value of a class.
    pub(in crate::slang) has_class: bool,
    /// The contents according to its declaration.
    pub(in crate::slang) declared: DeclaredContents,
}

/// The contents of a type according to its declaration. libslang 2026.12 determines them at the declaration, so that a generic parameter contributes
/// nothing, whatever its argument is, and neither do a base and the members of a tuple (measured).
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::slang) struct DeclaredContents {
    /// A runtime-sized array.
    pub(in crate::slang) is_unsized: bool,
    /// A runtime-sized array of ordinary data.
    pub(in crate::slang) unsized_values: bool,
    /// A parameter block.
    pub(in crate::slang) has_block: bool,
}

impl TypeContents {
    pub(in crate::slang) const B: u8 = 1;
    pub(in crate::slang) const T: u8 = 2;
    pub(in crate::slang) const U: u8 = 4;
    pub(in crate::slang) const S: u8 = 8;

    fn with(self, other: TypeContents) -> TypeContents {
        TypeContents {
            bytes: self.bytes | other.bytes,
            classes: self.classes | other.classes,
            buffers: self.buffers | other.buffers,
            has_class: self.has_class | other.has_class,
            declared: self.declared.with(other.declared),
        }
    }
}

impl DeclaredContents {
    fn with(self, other: DeclaredContents) -> DeclaredContents {
        DeclaredContents {
            is_unsized: self.is_unsized | other.is_unsized,
            unsized_values: self.unsized_values | other.unsized_values,
            has_block: self.has_block | other.has_block,
        }
    }

    /// The contents of an array whose elements have these contents.
    fn in_array(self, is_unsized: bool, of_objects: bool) -> DeclaredContents {
        DeclaredContents {
            is_unsized: self.is_unsized | is_unsized,
            unsized_values: self.unsized_values | (is_unsized && !of_objects),
            ..self
        }
    }
}

impl Resolver<'_> {
    pub(in crate::slang) fn contents(&mut self, ty: TypeId) -> TypeContents {
        // A type comes after the types that it refers to.
        while self.memo.contents.len() <= ty.index() {
            let id = TypeId::from_index(self.memo.contents.len());
            let mut found = self.contents_of(id);
            found.has_class |= self.memo.classes.contains(&id);
            self.memo.contents.push(found);
        }
        self.memo.contents[ty.index()]
    }

    fn contents_of(&self, id: TypeId) -> TypeContents {
        let no_contents = TypeContents::default();
        match self.module.types[id] {
            Type::Resource(resource) if resource.kind.data_bytes().is_some() => TypeContents { bytes: true, ..no_contents },
            Type::Resource(resource) => {
                let inner = resource.element.map(|element| self.memo.contents[element.index()]).unwrap_or_default();
                let classes = match resource.kind {
                    ResourceKind::CombinedSampler => TypeContents::T | TypeContents::S,
                    ResourceKind::SubpassInput => TypeContents::T,
                    ResourceKind::StorageBlock => TypeContents::U,
                    ResourceKind::ConstantBuffer => TypeContents::B | inner.classes,
                    ResourceKind::ParameterBlock => TypeContents::B | TypeContents::T | TypeContents::U | TypeContents::S,
                    kind => kind.class().map_or(0, |class| match class.letter() {
                        'b' => TypeContents::B,
                        't' => TypeContents::T,
                        'u' => TypeContents::U,
                        _ => TypeContents::S,
                    }),
                };
                let has_block = resource.kind == ResourceKind::ParameterBlock || inner.declared.has_block;
                let declared = DeclaredContents { has_block, ..no_contents.declared };
                TypeContents {
                    classes,
                    buffers: has_layout(resource.kind, resource.shape.dimension),
                    has_class: inner.has_class,
                    declared,
                    ..no_contents
                }
            }
            Type::Array { element, .. } => {
                let inner = self.memo.contents[element.index()];
                TypeContents { declared: inner.declared.in_array(self.is_unsized_array(id), self.is_object(element)), ..inner }
            }
            Type::Struct(id) => {
                let struct_type = &self.module.structs[id];
                let parts = struct_type.fields.iter().map(|field| {
                    let inner = self.memo.contents[field.ty.index()];
                    let declared =
                        if struct_type.kind == StructKind::Tuple { no_contents.declared } else { self.declared_by(field, inner) };
                    TypeContents { declared, ..inner }
                });
                parts.fold(no_contents, TypeContents::with)
            }
            Type::Scalar(padstone_model::Scalar::Void) | Type::Unspecialized(_) => no_contents,
            // An unknown type is likely ordinary data, and nothing that contains it gets a number.
            _ => TypeContents { bytes: true, ..no_contents },
        }
    }

    fn is_object(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Resource(_) | Type::Unspecialized(_))
    }

    /// The declared contents of the type of a field.
    pub(in crate::slang) fn declared_by_member(&mut self, field: &Field) -> DeclaredContents {
        let contents = self.contents(field.ty);
        self.declared_by(field, contents)
    }

    fn declared_by(&self, field: &Field, contents: TypeContents) -> DeclaredContents {
        if field.role == FieldRole::Base {
            return DeclaredContents::default();
        }
        let is_of_parameter = field.annotations.contains(&Annotation::OfParameter);
        let known = if is_of_parameter { self.memo.declared.get(&field.span) } else { None };
        known.copied().unwrap_or(contents.declared)
    }

    /// The contents of the declaration that a type expression names; `ty` is the type with its arguments.
    pub(in crate::slang) fn declared_by_expression(&mut self, expr: ExprId, ty: TypeId, scope: Scope) -> DeclaredContents {
        match self.tree.exprs[expr].kind {
            ExprKind::Name(_) if self.names_unspecialized(expr, scope) => DeclaredContents::default(),
            ExprKind::Member(inner, _) if self.names_unspecialized(inner, scope) => DeclaredContents::default(),
            ExprKind::Index(inner, count) => self.declared_by_array(inner, count.is_none(), ty, scope),
            ExprKind::Modified(_, inner) => self.declared_by_expression(inner, ty, scope),
            ExprKind::Apply(array, ref arguments) => {
                let (first, ExprKind::Name(array)) = (arguments.first().copied(), &self.tree.exprs[array].kind) else {
                    return self.contents(ty).declared;
                };
                match (self.keywords.builtin(*array), first) {
                    (Some(Builtin::ArrayOf), Some(inner)) => self.declared_by_array(inner, false, ty, scope),
                    _ => self.contents(ty).declared,
                }
            }
            _ => self.contents(ty).declared,
        }
    }

    fn declared_by_array(&mut self, element_expr: ExprId, is_unsized: bool, ty: TypeId, scope: Scope) -> DeclaredContents {
        let Type::Array { element, .. } = self.module.types[ty] else { return self.contents(ty).declared };
        let of_objects = self.is_object(element);
        let is_unsized = is_unsized || self.is_unsized_array(ty);
        self.declared_by_expression(element_expr, element, scope).in_array(is_unsized, of_objects)
    }

    /// Whether a name is that of a parameter of an enclosing generic. Parameters of aliases are ignored, because aliases are used with
    /// arguments.
    pub(super) fn names_unspecialized(&self, expr: ExprId, scope: Scope) -> bool {
        let name = match self.tree.exprs[expr].kind {
            ExprKind::Name(name) => name,
            ExprKind::Member(inner, _) => return self.names_unspecialized(inner, scope),
            _ => return false,
        };
        let generics = self.tree.outward(scope.decl).map(|decl| &self.tree.decls[decl]);
        let generics = generics.filter(|decl| !matches!(decl.kind, DeclKind::Alias { .. })).filter_map(|decl| decl.generics.as_ref());
        generics.flat_map(|generics| &generics.parameters).any(|&parameter| self.tree.decls[parameter].name == name)
    }
}

/// Whether resources of a kind are buffers with a layout.
pub(in crate::slang) fn has_layout(kind: ResourceKind, base: Dimension) -> bool {
    base == Dimension::StructuredBuffer
        || matches!(
            kind,
            ResourceKind::ConstantBuffer | ResourceKind::TextureBuffer | ResourceKind::ParameterBlock | ResourceKind::StorageBlock
        )
}
