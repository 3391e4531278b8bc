//! Which parts of the layout of a member depend on a generic argument.

use padstone_model::{Annotation, Field, GenericDependence, ResourceKind, StructKind, Type, TypeId};

use super::super::tree::{ExprId, ExprKind};
use super::{Resolver, Scope};

/// Size and bindings both depend on an argument.
const ALL: GenericDependence = GenericDependence { bytes: true, bindings: true, of_program: false };

impl Resolver<'_> {
    /// Which parts of the layout of a variable depend on arguments; `resolved` is its type, written as `ty`.
    pub(super) fn generic_dependence(&mut self, ty: ExprId, resolved: TypeId, scope: Scope) -> GenericDependence {
        let of_generic = self.mentions_parameter(ty, scope);
        let of_program = !of_generic && self.names_type_param(ty);
        let written = if of_generic || of_program { self.written_dependence(ty, resolved, scope) } else { GenericDependence::default() };
        let inside = self.inner_dependence(resolved);
        GenericDependence { of_program: of_program || inside.of_program, ..written.with(inside) }
    }

    /// Which parts of the layout of a type that names a parameter depend on arguments.
    fn written_dependence(&mut self, ty: ExprId, resolved: TypeId, scope: Scope) -> GenericDependence {
        match (&self.tree.exprs[ty].kind, self.module.types[resolved]) {
            (&ExprKind::Modified(_, operand), _) => self.written_dependence(operand, resolved, scope),
            (&ExprKind::Index(operand, count), Type::Array { element, .. }) => {
                let inner = self.written_dependence(operand, element, scope);
                match count.is_some_and(|count| self.mentions_parameter(count, scope)) {
                    true => inner.with(self.content_dependence(element)),
                    false => inner,
                }
            }
            (ExprKind::Name(_) | ExprKind::Member(..), _) if self.names_unspecialized(ty, scope) || self.names_type_param(ty) => ALL,
            (ExprKind::Name(_), _) => GenericDependence::default(),
            (_, Type::Array { element, .. }) => self.content_dependence(element),
            // The size of a buffer or pointer does not depend on its element type.
            (_, Type::Resource(resource)) => {
                GenericDependence { bindings: resource.kind == ResourceKind::ConstantBuffer, ..GenericDependence::default() }
            }
            (_, Type::Pointer(_) | Type::Handle(_)) => GenericDependence::default(),
            (_, Type::Struct(id)) if self.module.structs[id].kind == StructKind::Tuple => ALL,
            (_, Type::Struct(id)) => of_members(&self.module.structs[id].fields, |_| true),
            _ => GenericDependence { bytes: true, ..GenericDependence::default() },
        }
    }

    /// Which parts of the layout of a type depend on a `type_param`, wherever the type is used.
    fn inner_dependence(&mut self, ty: TypeId) -> GenericDependence {
        if self.type_params.is_empty() {
            return GenericDependence::default();
        }
        let ty = self.module.types.peel_arrays(ty);
        match self.module.types[ty] {
            Type::Resource(resource) if resource.kind == ResourceKind::ConstantBuffer => {
                let inner = resource.element.map_or(GenericDependence::default(), |element| self.inner_dependence(element));
                GenericDependence { bytes: false, ..inner }
            }
            Type::Struct(id) => match self.memo.generic_dependences.get(&ty) {
                Some(&known) => known,
                None => {
                    let found = of_members(&self.module.structs[id].fields, |dependence| dependence.of_program);
                    self.memo.generic_dependences.insert(ty, found);
                    found
                }
            },
            _ => GenericDependence::default(),
        }
    }

    /// Combines the dependences of all parts of a type.
    fn content_dependence(&mut self, ty: TypeId) -> GenericDependence {
        let contents = self.contents(ty);
        GenericDependence { bytes: contents.bytes, bindings: contents.classes != 0, of_program: false }
    }

    /// Whether a type names a `type_param`.
    fn names_type_param(&self, ty: ExprId) -> bool {
        if self.type_params.is_empty() {
            return false;
        }
        let mut pending = vec![ty];
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Name(name) if self.type_params.contains(name) => return true,
                kind => pending.extend(kind.parts()),
            }
        }
        false
    }
}

fn of_members(fields: &[Field], filter: impl Fn(&GenericDependence) -> bool) -> GenericDependence {
    let dependence = fields.iter().flat_map(|field| &field.annotations).filter_map(|annotation| match annotation {
        Annotation::GenericDependence(dependence) if filter(dependence) => Some(*dependence),
        _ => None,
    });
    dependence.fold(GenericDependence::default(), GenericDependence::with)
}
