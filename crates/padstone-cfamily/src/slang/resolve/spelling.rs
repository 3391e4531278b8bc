//! The spellings of types in the source.

use padstone_model::{Type, TypeId};
use padstone_source::Symbol;

use super::super::keywords::Builtin;
use super::super::tree::{ExprId, ExprKind};
use super::{EnvId, Resolver, Scope};

impl Resolver<'_> {
    /// Whether a type is spelled with this name.
    pub(super) fn is_named_like(&self, ty: ExprId, name: Symbol) -> bool {
        match &self.tree.exprs[ty].kind {
            ExprKind::Name(known) => *known == name,
            ExprKind::Apply(callee, arguments) => {
                self.is_named_like(*callee, name) || arguments.iter().any(|&argument| self.is_named_like(argument, name))
            }
            ExprKind::Index(callee, _) | ExprKind::Modified(_, callee) => self.is_named_like(*callee, name),
            _ => false,
        }
    }

    /// Whether a type is written as a matrix, or an array of matrices, without an explicit majorness.
    pub(super) fn names_matrix(&self, ty: ExprId) -> bool {
        match &self.tree.exprs[ty].kind {
            ExprKind::Name(name) => matches!(self.keywords.builtin(*name), Some(Builtin::Matrix(..) | Builtin::MatrixOf)),
            // The fourth argument is the majorness.
            ExprKind::Apply(_, arguments) if arguments.len() > 3 => false,
            ExprKind::Apply(callee, _) | ExprKind::Index(callee, _) => self.names_matrix(*callee),
            _ => false,
        }
    }

    /// The spelling of the type of a variable, if it differs from the type's name: an alias, or another spelling.
    pub(super) fn alias(&mut self, mut ty: ExprId, mut resolved: TypeId) -> Option<(Symbol, TypeId)> {
        loop {
            match (&self.tree.exprs[ty].kind, self.module.types[resolved]) {
                (ExprKind::Modified(_, inner), _) => ty = *inner,
                (ExprKind::Index(inner, _), Type::Array { element, .. }) => (ty, resolved) = (*inner, element),
                _ => break,
            }
        }
        let ExprKind::Name(name) = self.tree.exprs[ty].kind else { return None };
        let other = match self.memo.known_spellings.get(&(name, resolved)) {
            Some(&other) => other,
            None => {
                let text = self.type_text(resolved);
                // Exceptions: `Texture2D` for `Texture2D<float4>`, and names without their qualifiers.
                let unqualified = text.split('<').next().unwrap_or_default().rsplit('.').next().unwrap_or_default();
                let other =
                    !matches!(self.module.types[resolved], Type::Unknown | Type::Unspecialized(_)) && unqualified != self.text(name);
                self.memo.known_spellings.insert((name, resolved), other);
                other
            }
        };
        other.then_some((name, resolved))
    }

    /// Whether the spelling of a type contains a parameter of the enclosing generics.
    #[inline]
    pub(super) fn names_parameter(&self, ty: ExprId, scope: Scope) -> bool {
        scope.env != EnvId::EMPTY && self.mentions_parameter(ty, scope)
    }

    /// Whether the spelling of a type contains a parameter of the enclosing generics, whatever their arguments are.
    pub(super) fn mentions_parameter(&self, ty: ExprId, scope: Scope) -> bool {
        let mut pending = vec![ty];
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Name(name) => {
                    let generics = self.tree.outward(scope.decl).filter_map(|decl| self.tree.decls[decl].generics.as_ref());
                    let mut parameters = generics.flat_map(|generics| &generics.parameters);
                    if parameters.any(|&parameter| self.tree.decls[parameter].name == *name) {
                        return true;
                    }
                }
                // The size of a pointer does not depend on its target.
                ExprKind::Pointer(_) => {}
                kind => pending.extend(kind.parts()),
            }
        }
        false
    }
}
