//! Which parts of the layout of a member depend on a generic argument.

use padstone_model::{Annotation, Decided, Field, ResourceKind, StructKind, Type, TypeId};

use super::super::tree::{ExprId, ExprKind};
use super::{Resolver, Scope};

/// Everything that a type can take.
const ALL: Decided = Decided { bytes: true, objects: true, of_program: false };

impl Resolver<'_> {
    /// What parameters decide of what a variable takes, whose type is written `ty` and stands for `resolved`.
    pub(super) fn decided(&mut self, ty: ExprId, resolved: TypeId, scope: Scope) -> Decided {
        let of_generic = self.names_given(ty, scope);
        let of_program = !of_generic && self.names_type_param(ty);
        let written = if of_generic || of_program { self.decided_as_written(ty, resolved, scope) } else { Decided::default() };
        let inside = self.decided_inside(resolved);
        Decided { of_program: of_program || inside.of_program, ..written.with(inside) }
    }

    /// [`Self::decided`], where a parameter is named.
    fn decided_as_written(&mut self, ty: ExprId, resolved: TypeId, scope: Scope) -> Decided {
        match (&self.tree.exprs[ty].kind, self.module.types[resolved]) {
            (&ExprKind::Modified(_, of), _) => self.decided_as_written(of, resolved, scope),
            (&ExprKind::Index(of, count), Type::Array { element, .. }) => {
                let inner = self.decided_as_written(of, element, scope);
                match count.is_some_and(|count| self.names_given(count, scope)) {
                    true => inner.with(self.held(element)),
                    false => inner,
                }
            }
            (ExprKind::Name(_) | ExprKind::Member(..), _) if self.names_open(ty, scope) || self.names_type_param(ty) => ALL,
            (ExprKind::Name(_), _) => Decided::default(),
            (_, Type::Array { element, .. }) => self.held(element),
            // A buffer or a pointer takes as much, whatever is behind it.
            (_, Type::Resource(resource)) => Decided { objects: resource.kind == ResourceKind::ConstantBuffer, ..Decided::default() },
            (_, Type::Pointer(_) | Type::Handle(_)) => Decided::default(),
            (_, Type::Struct(id)) if self.module.structs[id].kind == StructKind::Tuple => ALL,
            (_, Type::Struct(id)) => of_members(&self.module.structs[id].fields, |_| true),
            _ => Decided { bytes: true, ..Decided::default() },
        }
    }

    /// What `type_param`s decide of what a type takes, whoever names it.
    fn decided_inside(&mut self, mut ty: TypeId) -> Decided {
        if self.type_params.is_empty() {
            return Decided::default();
        }
        while let Type::Array { element, .. } = self.module.types[ty] {
            ty = element;
        }
        match self.module.types[ty] {
            Type::Resource(resource) if resource.kind == ResourceKind::ConstantBuffer => {
                let inner = resource.element.map_or(Decided::default(), |element| self.decided_inside(element));
                Decided { bytes: false, ..inner }
            }
            Type::Struct(id) => match self.memo.decided.get(&ty) {
                Some(&known) => known,
                None => {
                    let found = of_members(&self.module.structs[id].fields, |decided| decided.of_program);
                    self.memo.decided.insert(ty, found);
                    found
                }
            },
            _ => Decided::default(),
        }
    }

    /// What a type takes at all.
    fn held(&mut self, ty: TypeId) -> Decided {
        let contents = self.contents(ty);
        Decided { bytes: contents.bytes, objects: contents.classes != 0, of_program: false }
    }

    /// Whether a type is written with a `type_param`.
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

fn of_members(fields: &[Field], counts: impl Fn(&Decided) -> bool) -> Decided {
    let decided = fields.iter().flat_map(|field| &field.annotations).filter_map(|annotation| match annotation {
        Annotation::Decided(decided) if counts(decided) => Some(*decided),
        _ => None,
    });
    decided.fold(Decided::default(), Decided::with)
}
