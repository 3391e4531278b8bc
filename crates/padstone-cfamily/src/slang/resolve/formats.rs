//! Image formats that the type of a variable implies. libslang 2026.12 infers them from the type as declared, before generic arguments
//! apply (measured): `RWTexture2D<T>` has none, whatever `T` is, and `RWTexture2D<vector<half, N>>`
//! that of a scalar.

use padstone_model::{Annotation, Field, Type, TypeId};
use padstone_source::Symbol;

use super::super::keywords::{Builtin, Modifier};
use super::super::tree::{DeclKind, ExprId, ExprKind};
use super::{MAX_ALIASES, Resolver, Scope};

/// The format of a texture without an explicit or implied one.
const NONE: &str = "unknown";

impl Resolver<'_> {
    /// Adds the format that the declared type of a variable implies, if its resolved type would imply another.
    pub(super) fn add_declared_format(&mut self, field: &mut Field, ty: ExprId, scope: Scope) {
        let has_format = field.annotations.iter().any(|annotation| matches!(annotation, Annotation::Format(_)));
        if has_format || !self.is_image(field.ty) {
            return;
        }
        if self.options.unknown_formats {
            return self.add_no_format(field);
        }
        if let Some(format) = self.declared_format(ty, scope) {
            field.annotations.push(Annotation::Format(format));
        }
    }

    /// Marks a variable as having no format: the member of a tuple, whose type is an argument.
    pub(super) fn add_no_format(&mut self, field: &mut Field) {
        if self.is_image(field.ty) {
            field.annotations.push(Annotation::Format(self.names.intern(NONE)));
        }
    }

    fn is_image(&self, ty: TypeId) -> bool {
        let ty = self.module.types.peel_arrays(ty);
        matches!(self.module.types[ty], Type::Resource(resource) if resource.shape.dimension.has_texels())
    }

    /// The declared format, if it differs from that of the resolved type.
    fn declared_format(&mut self, ty: ExprId, scope: Scope) -> Option<Symbol> {
        let ty = self.resolve_own_aliases(ty, scope);
        match self.tree.exprs[ty].kind {
            ExprKind::Index(inner, _) | ExprKind::Modified(_, inner) => self.declared_format(inner, scope),
            ExprKind::Apply(inner, ref arguments) => {
                let (&first, ExprKind::Name(name)) = (arguments.first()?, &self.tree.exprs[inner].kind) else { return None };
                match self.keywords.builtin(*name) {
                    Some(Builtin::ArrayOf) => self.declared_format(first, scope),
                    Some(Builtin::ConditionalOf) => Some(self.names.intern(NONE)),
                    Some(Builtin::Resource(..)) => self.format_of_texels(first, scope),
                    _ => self.format_of_argument(ty, scope),
                }
            }
            _ => self.format_of_argument(ty, scope),
        }
    }

    /// The type of an alias declared in the same struct, where the generic parameters are known.
    fn resolve_own_aliases(&self, ty: ExprId, scope: Scope) -> ExprId {
        let mut alias = ty;
        // A cyclic alias has no type.
        for _ in 0..MAX_ALIASES {
            let ExprKind::Name(name) = self.tree.exprs[alias].kind else { break };
            let Some(DeclKind::Alias { target }) = self.tree.named(scope.decl, name).next().map(|decl| &self.tree.decls[decl].kind) else {
                break;
            };
            alias = *target;
        }
        alias
    }

    /// None, for a type that names a parameter.
    fn format_of_argument(&mut self, ty: ExprId, scope: Scope) -> Option<Symbol> {
        self.names_parameter(ty, scope).then(|| self.names.intern(NONE))
    }

    fn format_of_texels(&mut self, texels: ExprId, scope: Scope) -> Option<Symbol> {
        let texels = self.resolve_own_aliases(texels, scope);
        if matches!(self.tree.exprs[texels].kind, ExprKind::Modified(Modifier::Normalized, _)) {
            return Some(self.names.intern(NONE));
        }
        if !self.names_parameter(texels, scope) {
            return None;
        }
        let format = self.component_of_unspecialized_vector(texels, scope).and_then(|number| match self.module.types[number] {
            Type::Scalar(scalar) => scalar.image_format(1),
            _ => None,
        });
        Some(self.names.intern(format.as_deref().unwrap_or(NONE)))
    }

    /// The scalar type of `vector<half, N>`.
    fn component_of_unspecialized_vector(&mut self, ty: ExprId, scope: Scope) -> Option<TypeId> {
        let ExprKind::Apply(callee, ref arguments) = self.tree.exprs[ty].kind else { return None };
        let (&number, ExprKind::Name(name)) = (arguments.first()?, &self.tree.exprs[callee].kind) else { return None };
        let is_vector = self.keywords.builtin(*name) == Some(Builtin::VectorOf) && !self.names_parameter(number, scope);
        if is_vector { self.type_of(number, scope).ok() } else { None }
    }
}
