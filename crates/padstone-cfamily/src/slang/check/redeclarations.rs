//! Redeclarations in one scope (E30200 of slangc), and references that are ambiguous because of them.

use padstone_diag::{Diagnostic, codes};
use rustc_hash::FxHashMap;

use super::super::keywords::{Keyword, Modifier};
use super::super::resolve::{Resolver, Scope};
use super::super::tree::{DeclId, DeclKind, Ident};

/// A cache of whether structs get a synthesized initializer for their members.
#[derive(Default)]
pub(super) struct MemberwiseInitializers(FxHashMap<DeclId, bool>);

impl Resolver<'_> {
    /// Reports a second declaration of a name in one scope.
    pub(super) fn check_name(&mut self, decl: DeclId, constructed: &mut MemberwiseInitializers) {
        let declared = &self.tree.decls[decl];
        let (name, span, rival) = (declared.name, declared.span, self.conflict_class(decl));
        let Some(parent) = declared.parent.filter(|_| !name.is_empty() && declared.before.is_some()) else { return };
        let is_function = matches!(declared.kind, DeclKind::Function { .. });
        let is_rival = |&other: &DeclId| {
            let is_namespace = matches!(self.tree.decls[other].kind, DeclKind::Namespace);
            // A declaration after a namespace of the same name (libslang 2026.12; a namespace after another declaration is allowed).
            self.conflict_class(other) == rival || rival == Some(NameConflictClass::Names) && is_namespace
        };
        // Functions can be overloaded.
        let first = match rival {
            Some(_) => self.tree.earlier(decl).find(is_rival),
            None if is_function => {
                self.tree.earlier(decl).next().filter(|&before| matches!(self.tree.decls[before].kind, DeclKind::Namespace))
            }
            None => None,
        };
        let Some(first) = first else { return self.check_ambiguous_member(decl, parent, constructed) };
        let (mut position, mut other) = (span, self.tree.decls[first].span);
        if rival == Some(NameConflictClass::Buffers) {
            // libslang reports the first one.
            std::mem::swap(&mut position, &mut other);
        }
        let is_member = matches!(self.tree.decls[parent].kind, DeclKind::Struct { .. } | DeclKind::Buffer { .. });
        let code = if is_member { &codes::DUPLICATE_MEMBER } else { &codes::REDEFINITION };
        let found = Diagnostic::error(code, format!("redeclaration of `{}`", self.text(name)), position);
        self.report(found.label(position, "").label(other, "other declaration").help("rename one of them"));
    }

    /// Reports the use of a type name that is declared twice, or both inside and outside a `cbuffer`.
    pub(in crate::slang) fn check_unambiguous(&mut self, decl: DeclId, name: Ident, scope: Scope) {
        let declared = &self.tree.decls[decl];
        if declared.before.is_none() && self.tree.buffers.is_empty() {
            return;
        }
        let Some(rival) = self.conflict_class(decl) else { return };
        let Some(mut place) = declared.parent else { return };
        // Inside the `cbuffer`, its own names take precedence.
        let is_inside = || self.tree.outward(scope.decl).any(|around| around == place);
        if matches!(self.tree.decls[place].kind, DeclKind::Buffer { .. }) && !is_inside() {
            place = self.tree.decls[place].parent.unwrap_or(place);
        }
        let is_type = |kind: &DeclKind| !matches!(kind, DeclKind::Variable { .. });
        let is_rival = |&other: &DeclId| {
            let other_kind = &self.tree.decls[other].kind;
            other != decl && self.conflict_class(other) == Some(rival) && is_type(other_kind) == is_type(&declared.kind)
        };
        let found = self.tree.named(place, name.symbol).chain(self.tree.named_in_buffers(place, name.symbol)).find(is_rival);
        if let Some(other) = found {
            let message = format!("reference to `{}` is ambiguous", self.text(name.symbol));
            let found = Diagnostic::error(&codes::AMBIGUOUS_NAME, message, name.span);
            let found = found.label(self.tree.decls[decl].span, "first candidate").label(self.tree.decls[other].span, "second candidate");
            self.report(found.help("rename one of them"));
        }
    }

    fn conflict_class(&self, decl: DeclId) -> Option<NameConflictClass> {
        let kind = &self.tree.decls[decl].kind;
        let is_open = matches!(kind, DeclKind::Open { .. } | DeclKind::OpenValue { .. });
        if is_open && self.tree.is_parameter(decl) { Some(NameConflictClass::GenericParameters) } else { conflict_class(kind) }
    }

    /// Reports a member that shares its name with a function or property. The initializer that libslang synthesizes for a struct takes all
    /// members by name: those are ambiguous (E39999 of slangc).
    fn check_ambiguous_member(&mut self, decl: DeclId, parent: DeclId, constructed: &mut MemberwiseInitializers) {
        if !self.is_constructed(parent, constructed) {
            return;
        }
        let shares = |id: DeclId| match self.tree.decls[id].kind {
            // A declaration that is named by its keyword is not a property.
            DeclKind::Accessor { .. } => self.keywords.keyword(self.tree.decls[id].name).is_none(),
            DeclKind::Function { .. } => true,
            _ => self.conflict_class(id) == Some(NameConflictClass::Names),
        };
        if !shares(decl) {
            return;
        }
        let Some(other) = self.tree.earlier(decl).find(|&other| shares(other)) else { return };
        let Some(member) = [decl, other].into_iter().find(|&id| self.is_constructed_from(id)) else { return };
        let spans = [decl, other].map(|id| self.tree.decls[id].span);
        let message = format!("reference to `{}` is ambiguous", self.text(self.tree.decls[decl].name));
        let found = Diagnostic::error(&codes::AMBIGUOUS_NAME, message, self.tree.decls[member].span);
        self.report(found.label(spans[0], "").label(spans[1], "").help("rename one of them"));
    }

    fn is_constructed(&self, owner: DeclId, constructed: &mut MemberwiseInitializers) -> bool {
        let declared = &self.tree.decls[owner];
        if !matches!(declared.kind, DeclKind::Struct { is_class: false, .. } | DeclKind::Buffer { .. }) {
            return false;
        }
        let is_initializer = |&member: &DeclId| {
            let member = &self.tree.decls[member];
            matches!(member.kind, DeclKind::Accessor { .. }) && self.keywords.keyword(member.name) == Some(Keyword::Init)
        };
        *constructed.0.entry(owner).or_insert_with(|| !declared.members.iter().any(is_initializer))
    }

    /// Whether the synthesized initializer of a struct takes a value for this declaration.
    fn is_constructed_from(&self, decl: DeclId) -> bool {
        let declared = &self.tree.decls[decl];
        let has = |word| declared.modifiers.has(word);
        let is_variable = matches!(declared.kind, DeclKind::Variable { .. });
        is_variable && !has(Modifier::Static) && !has(Modifier::Const) && !has(Modifier::Private)
    }
}

/// The groups of declarations within which names must be unique.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NameConflictClass {
    Names,
    /// The members of a generic hide its parameters (libslang 2026.12).
    GenericParameters,
    /// The name of a `cbuffer` exists only in reflection.
    Buffers,
}

/// Whether a declaration cannot share its name with a function.
pub(in crate::slang) fn is_named(kind: &DeclKind) -> bool {
    conflict_class(kind) == Some(NameConflictClass::Names)
}

fn conflict_class(kind: &DeclKind) -> Option<NameConflictClass> {
    match kind {
        DeclKind::Struct { .. }
        | DeclKind::Interface { .. }
        | DeclKind::Enum { .. }
        | DeclKind::Case { .. }
        | DeclKind::Alias { .. }
        | DeclKind::Variable { .. }
        | DeclKind::Open { .. }
        | DeclKind::OpenValue { .. }
        | DeclKind::Associated { .. } => Some(NameConflictClass::Names),
        DeclKind::Buffer { .. } => Some(NameConflictClass::Buffers),
        _ => None,
    }
}
