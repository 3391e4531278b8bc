//! Bases of structs.

use padstone_diag::{Code, Diagnostic, codes};
use padstone_model::{Field, FieldRole, Type};
use padstone_source::Span;

use super::super::keywords::Builtin;
use super::super::tree::{DeclId, DeclKind, ExprKind};
use super::{Entity, Resolver, Scope};

impl Resolver<'_> {
    /// The base struct of a struct, which becomes its first field. Invalid bases are reported.
    pub(super) fn derived_from(&mut self, scope: Scope) -> Option<Field> {
        let DeclKind::Struct { bases, .. } = &self.tree.decls[scope.decl].kind else { return None };
        let bases = bases.clone();
        let outside = Scope { decl: self.enclosing_declaration(scope.decl), ..scope };
        let mut field = None;
        for (position, base) in bases.into_iter().enumerate() {
            let span = self.span(base);
            let Ok(entity) = self.entity(base, outside) else {
                // It may be a struct, whose members come first; libslang allows only interfaces after another base.
                if let (0, ExprKind::Name(name)) = (position, &self.tree.exprs[base].kind) {
                    field = Some(Field { role: FieldRole::Base, ..Field::member(*name, span, self.unknown, Vec::new()) });
                }
                continue;
            };
            if !self.can_be_base(entity) {
                let found = Diagnostic::error(&codes::BASE_TYPE, "only structs and interfaces can be bases", span);
                self.report(found.help("declare a member of that type instead"));
                continue;
            }
            let (Entity::Declared(declared_base) | Entity::Generic(declared_base)) = entity else { continue };
            let declared_base = declared_base.decl;
            if !matches!(self.tree.decls[declared_base].kind, DeclKind::Struct { .. }) {
                continue;
            }
            if let Some((code, message, help)) = self.wrong_base(scope.decl, declared_base, position) {
                self.report(Diagnostic::error(code, message, span).help(help));
            } else if let Ok(ty) = self.as_type(entity, span) {
                self.check_own_argument(scope, ty);
                field = Some(self.base_field(declared_base, ty, span));
            }
        }
        field
    }

    fn base_field(&self, base: DeclId, ty: padstone_model::TypeId, span: Span) -> Field {
        let name = self.tree.decls[base].name;
        Field { role: FieldRole::Base, ..Field::member(name, span, ty, Vec::new()) }
    }

    /// The reason why a struct or class cannot be derived from another (E30811, E30814, E30820, E30831 and E30832 of slangc).
    fn wrong_base(&self, decl: DeclId, base: DeclId, position: usize) -> Option<(&'static Code, &'static str, &'static str)> {
        const MEMBER: &str = "declare a member of that type instead";
        let is_class = |decl: DeclId| matches!(self.tree.decls[decl].kind, DeclKind::Struct { is_class: true, .. });
        let module = self.tree.decls[decl].module;
        if is_class(base) {
            Some((&codes::BASE_TYPE, "a class cannot be a base", MEMBER))
        } else if is_class(decl) {
            Some((&codes::BASE_TYPE, "a class cannot inherit from a struct", MEMBER))
        } else if !self.modules[module as usize].derives_structs {
            let help = "declare a member of that type instead, or select an older version: `#language slang 2025`";
            Some((&codes::BASE_TYPE, "a struct cannot inherit from a struct since Slang 2026", help))
        } else if position > 0 {
            Some((
                &codes::SECOND_BASE,
                "only the first base can be a struct",
                "move it before the interfaces, or declare a member of that type instead",
            ))
        } else if self.tree.decls[base].module != module && self.attribute(base, "open").is_none() {
            Some((
                &codes::SEALED,
                "only structs in its own module can inherit from this struct",
                "declare it `[open]`, or declare a member of that type instead",
            ))
        } else {
            None
        }
    }

    /// Whether a struct can be derived from an entity (E30811 and E30831 of slangc).
    fn can_be_base(&self, base: Entity) -> bool {
        match base {
            Entity::Declared(declared) | Entity::Generic(declared) => !matches!(self.tree.decls[declared.decl].kind, DeclKind::Enum { .. }),
            Entity::Builtin(builtin, _) => matches!(builtin, Builtin::Interface(_)),
            Entity::Type(ty) => match self.module.types[ty] {
                Type::Struct(_) => self.memo.origins.contains_key(&ty),
                Type::Interface(_) | Type::Unspecialized(_) | Type::Unknown => true,
                _ => false,
            },
            _ => true,
        }
    }
}
