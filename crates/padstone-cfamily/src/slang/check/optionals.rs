//! Checks the argument of `Optional<T>` (E30902 of slangc).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{FieldRole, StructKind, Type, TypeId};

use super::super::keywords::Builtin;
use super::super::resolve::{EnvId, Resolver, Scope};
use super::super::tree::{DeclId, DeclKind, ExprKind};

impl Resolver<'_> {
    /// Reports a variable or a function whose type is an `Optional` of a resource, or of a struct that contains one. libslang 2026.12
    /// checks only the type as written: not aliases, tuples, or buffers (measured).
    pub(in crate::slang) fn check_optional(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        let (DeclKind::Variable { ty: Some(mut ty), .. }
        | DeclKind::Function { result: Some(mut ty), .. }
        | DeclKind::Accessor { result: Some(mut ty), .. }) = declared.kind
        else {
            return;
        };
        while let ExprKind::Index(inner, _) = self.tree.exprs[ty].kind {
            ty = inner;
        }
        let ExprKind::Apply(inner, ref arguments) = self.tree.exprs[ty].kind else { return };
        let (&ExprKind::Name(name), &[element]) = (&self.tree.exprs[inner].kind, &**arguments) else { return };
        if self.keywords.builtin(name) != Some(Builtin::OptionalOf) || self.tree.declares(name) || declared.generic_depth > 0 {
            return;
        }
        let scope = Scope { decl: declared.parent.unwrap_or(decl), env: EnvId::EMPTY };
        if let Ok(element) = self.type_of(element, scope)
            && self.is_opaque(element)
        {
            let message = format!("`Optional` cannot contain `{}`, which is or contains a resource", self.type_text(element));
            let found = Diagnostic::error(&codes::OPTIONAL_OBJECT, message, self.span(ty));
            self.report(found.help("use a `DescriptorHandle` of the resource, or declare a flag next to the resource"));
        }
    }

    /// Whether a type is an object, or an array or struct that contains one.
    fn is_opaque(&mut self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Resource(resource) => resource.kind.is_object(),
            Type::Array { element, .. } => self.is_opaque(element),
            Type::Struct(id) if self.module.structs[id].kind == StructKind::Declared => {
                let members = self.module.structs[id].fields.iter().filter(|field| field.role == FieldRole::Member);
                let members: Vec<TypeId> = members.map(|field| field.ty).collect();
                members.into_iter().any(|ty| self.contents(ty).classes != 0)
            }
            _ => false,
        }
    }
}
