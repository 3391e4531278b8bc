//! Names that are declared twice in one scope. Which declarations can share a name is the rule of C++ (ISO C++14, 3.3.10 and 7.1.3), as in DXC and
//! clang.

use std::collections::hash_map::Entry;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Field, Type, TypeId};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::Parser;
use super::scopes::ScopeId;
use crate::reader::Reader;

/// What a name is declared as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Declared {
    /// A struct, class, interface or enum.
    Tag,
    /// Another name of a type: `typedef`, `using`.
    Alias,
    Variable,
    Enumerator,
    Function,
    Template,
    TemplateParameter,
    Namespace,
}

impl Declared {
    /// Whether one scope can have both: overloads, the parts of a namespace, and a struct or enum that a variable hides.
    fn shares_name_with(self, other: Declared) -> bool {
        let is_hiding = |declared| matches!(declared, Declared::Variable | Declared::Enumerator | Declared::Function);
        match (self, other) {
            (Declared::Function, Declared::Function) | (Declared::Namespace, Declared::Namespace) => true,
            (Declared::Tag, hiding) | (hiding, Declared::Tag) => is_hiding(hiding),
            _ => false,
        }
    }
}

/// The type of a variable of a namespace, as far as all its declarations must have it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct VariableType {
    pub(super) ty: TypeId,
    pub(super) is_const: bool,
    pub(super) is_static: bool,
    pub(super) group_shared: bool,
}

/// The declarations of each name, by scope; of a struct and a variable that hides it, the variable.
#[derive(Default)]
pub(super) struct Declarations {
    names: FxHashMap<(ScopeId, Symbol), (Declared, Span)>,
    /// The types of variables, and whether each is defined: a declaration with `extern` is none without a value.
    variables: FxHashMap<(ScopeId, Symbol), (VariableType, bool)>,
}

impl Declarations {
    /// The declaration of a name in a scope.
    pub(super) fn span_of(&self, scope: ScopeId, name: Symbol) -> Option<Span> {
        self.names.get(&(scope, name)).map(|&(_, span)| span)
    }
}

impl Parser<'_> {
    /// Notes the name of `using N::S`, whose scope declares it. Returns false after reporting that the current scope has another one of
    /// the name.
    pub(super) fn note_used(&mut self, name: Symbol, span: Span, declared_in: ScopeId) -> bool {
        let origin = self.scopes.origin(declared_in, name);
        let is_again = self.scopes.declared_here(name).is_some() && self.scopes.origin(self.scopes.current, name) == origin;
        match self.declarations.names.get(&(origin, name)) {
            Some(&(declared, _)) if !is_again => self.note_name(name, span, declared),
            _ => true,
        }
    }

    /// Notes a variable of a namespace. Returns false after reporting that the scope has another declaration of the name: a variable can be declared
    /// with `extern` any number of times, and defined once, always with one type (ISO C++14, 7.1.1; as in clang 22, measured).
    pub(super) fn note_variable(&mut self, name: Symbol, span: Span, ty: VariableType, is_definition: bool) -> bool {
        // FXC was measured on definitions only.
        if self.options.fxc {
            return !is_definition || self.note_name(name, span, Declared::Variable);
        }
        let key = (self.scopes.current, name);
        match self.declarations.variables.get(&key).copied() {
            Some((known, is_defined)) if !(is_defined && is_definition) => {
                self.declarations.variables.insert(key, (known, is_defined || is_definition));
                let is_unknown = [known.ty, ty.ty].contains(&self.unknown);
                if is_unknown || known == (VariableType { ty: known.ty, ..ty }) && self.is_same_type(known.ty, ty.ty) {
                    return true;
                }
                let first = self.declarations.span_of(key.0, name).unwrap_or(span);
                let message = format!("redefinition of `{}` with another type", self.text(name));
                let found = Diagnostic::error(&codes::REDEFINITION, message, span).label(span, "").label(first, "first declared here");
                self.report(found.help("declare it with one type, or rename one of them"));
                false
            }
            _ => {
                self.declarations.variables.entry(key).or_insert((ty, is_definition));
                self.note_name(name, span, Declared::Variable)
            }
        }
    }

    /// Whether two types are the same for a compiler, to which the majorness of a matrix is no part of its type.
    fn is_same_type(&self, mut first: TypeId, mut second: TypeId) -> bool {
        loop {
            match (self.module.types[first], self.module.types[second]) {
                (Type::Array { element, count }, Type::Array { element: other, count: other_count }) if count == other_count => {
                    (first, second) = (element, other);
                }
                (
                    Type::Matrix { scalar, rows, columns, .. },
                    Type::Matrix { scalar: other, rows: other_rows, columns: other_columns, .. },
                ) => {
                    return (scalar, rows, columns) == (other, other_rows, other_columns);
                }
                _ => return first == second,
            }
        }
    }

    /// Notes a declaration in the current scope. Returns false after reporting that the scope has another one of the name.
    pub(super) fn note_name(&mut self, name: Symbol, span: Span, declared: Declared) -> bool {
        if name.is_empty() {
            return true;
        }
        match self.declarations.names.entry((self.scopes.current, name)) {
            Entry::Vacant(free) => {
                free.insert((declared, span));
                true
            }
            Entry::Occupied(mut known) => {
                let (first, first_span) = *known.get();
                // FXC was measured on two of a kind only.
                if first.shares_name_with(declared) || self.options.fxc && first != declared {
                    if first == Declared::Tag {
                        known.insert((declared, span));
                    }
                    return true;
                }
                self.redefinition(name, span, first_span);
                false
            }
        }
    }

    /// Hides a type from now on, whose name a member or function has. FXC was not measured.
    pub(super) fn hide_type(&mut self, name: Symbol) {
        if !self.options.fxc {
            self.scopes.hide_type(name);
        }
    }

    /// Notes the members of a struct, whose scope contains the names of its other declarations. Two members of one name are
    /// reported elsewhere.
    pub(super) fn compare_members(&mut self, scope: ScopeId, fields: &[Field]) {
        for field in fields {
            let Some(&(declared, span)) = self.declarations.names.get(&(scope, field.name)) else { continue };
            if !declared.shares_name_with(Declared::Variable) {
                let (first, second) = if span.start < field.span.start { (span, field.span) } else { (field.span, span) };
                self.redefinition(field.name, second, first);
            }
        }
    }

    fn redefinition(&mut self, name: Symbol, span: Span, first: Span) {
        let found = Diagnostic::error(&codes::REDEFINITION, format!("redefinition of `{}`", self.text(name)), span);
        let found = found.label(span, "").label(first, "first declared here");
        self.report(found.help("rename one of them, or move it into a namespace"));
    }
}
