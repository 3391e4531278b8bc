//! Reports errors.

use padstone_diag::{Code, Diagnostic, codes, nearest};
use padstone_source::Span;

use super::Resolver;
use crate::constant::EvaluationResult;
use crate::predeclared::{self, Entity, Predeclared};
use crate::tree::{DeclarationKind, Ident, VariableKind};
use crate::types::{TypeId, TypeName, Types};

/// The maximum number of suggestions, and of names compared for each, so that the work remains linear.
const MAX_SUGGESTIONS: usize = 20;
const MAX_CANDIDATES: usize = 10_000;

/// A declaration or predeclared name that could be suggested for an undeclared one.
#[derive(Clone, Copy)]
pub(crate) enum Candidate<'a> {
    Declared(&'a DeclarationKind),
    Predeclared(Predeclared),
}

impl Candidate<'_> {
    pub(super) fn is_type(self) -> bool {
        match self {
            Candidate::Declared(kind) => matches!(kind, DeclarationKind::Struct(_) | DeclarationKind::Alias(_)),
            Candidate::Predeclared(predeclared) => matches!(predeclared, Predeclared::Type(_) | Predeclared::Generator(_)),
        }
    }

    pub(super) fn is_function(self) -> bool {
        match self {
            Candidate::Declared(kind) => matches!(kind, DeclarationKind::Function(_)),
            Candidate::Predeclared(predeclared) => {
                matches!(predeclared, Predeclared::ConstFunction(_) | Predeclared::Bitcast | Predeclared::RuntimeFunction(_))
            }
        }
    }

    pub(super) fn is_value(self) -> bool {
        matches!(self, Candidate::Declared(DeclarationKind::Variable(_)))
    }

    /// Whether it is a `var`, which only functions can read.
    pub(super) fn is_memory(self) -> bool {
        matches!(self, Candidate::Declared(DeclarationKind::Variable(variable)) if variable.kind == VariableKind::Var)
    }
}

impl<'a> Resolver<'a> {
    pub(crate) fn report(&mut self, found: Diagnostic) {
        self.diagnostics.push(found);
    }

    /// Whether an error has been reported.
    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Reports an error.
    pub(crate) fn error(&mut self, code: &'static Code, message: impl Into<String>, span: Span) {
        self.report(Diagnostic::error(code, message, span).label(span, ""));
    }

    /// Reports an error with a help.
    pub(crate) fn error_help(&mut self, code: &'static Code, message: impl Into<String>, span: Span, help: impl Into<String>) {
        self.report(Diagnostic::error(code, message, span).label(span, "").help(help));
    }

    pub(crate) fn type_name(&self, ty: TypeId) -> TypeName<'_> {
        self.types.name(ty, self.names)
    }

    /// The value, or `None` after reporting why there is none: `operation` describes the missing overload.
    pub(super) fn outcome<T>(&mut self, outcome: EvaluationResult<T>, span: Span, operation: impl FnOnce(&Self) -> String) -> Option<T> {
        let error = match outcome {
            Ok(value) => return Some(value),
            Err(error) => error,
        };
        let (code, message) = error.of_values().unwrap_or_else(|| (&codes::NO_OVERLOAD, operation(self)));
        self.error(code, message, span);
        None
    }

    /// Reports an undeclared name, and suggests the most similar name that suits the context.
    pub(super) fn report_unresolved(&mut self, name: Ident, suits: &dyn Fn(Candidate<'_>) -> bool) {
        let text = self.text(name.symbol);
        if self.missing.is_some_and(|missing| missing.contains(text)) {
            return;
        }
        let found = Diagnostic::error(&codes::UNRESOLVED_NAME, format!("`{text}` is not declared"), name.span).unknown(text);
        let found = found.label(name.span, "not found in this scope");
        match self.nearest_name(text, suits) {
            Some(near) => {
                let edits = vec![padstone_diag::Edit { span: name.span, text: near.clone() }];
                let found = found.help(format!("a similar name exists: `{near}`")).guess(format!("write `{near}`"), edits);
                self.report_unknown_name(found, true);
            }
            None => self.report_unknown_name(found, false),
        }
    }

    /// The declared or built-in name that is most similar to an undeclared one.
    fn nearest_name(&mut self, text: &str, suits: &dyn Fn(Candidate<'_>) -> bool) -> Option<String> {
        self.suggestions += 1;
        if self.suggestions > MAX_SUGGESTIONS {
            return None;
        }
        let mut candidates: Vec<String> = Vec::new();
        predeclared::all(&mut Types::new(), |name, meaning| {
            if suits(Candidate::Predeclared(meaning)) {
                candidates.push(name.to_owned());
            }
        });
        let declared_names =
            self.tree.declarations.iter().take(MAX_CANDIDATES).filter(|declaration| suits(Candidate::Declared(&declaration.kind)));
        let declared_names = declared_names.filter_map(|declaration| declaration.name()).map(|name| self.text(name.symbol));
        nearest(text, declared_names.chain(candidates.iter().map(String::as_str))).first().map(|&near| near.to_owned())
    }

    /// Reports that a name does not refer to an `expected`.
    pub(super) fn report_wrong_kind(&mut self, name: Ident, entity: Entity, expected: &str) {
        let text = self.text(name.symbol);
        let kind = self.kind_of(entity);
        let mut found = Diagnostic::error(&codes::WRONG_KIND_OF_NAME, format!("expected {expected}, found `{text}`, {kind}"), name.span)
            .label(name.span, kind);
        if let Entity::Global(position) = entity
            && let Some(declared) = self.tree.declarations[position as usize].name()
        {
            found = found.label(declared.span, format!("`{text}` is declared here"));
        }
        self.report(found);
    }

    fn kind_of(&self, entity: Entity) -> &'static str {
        use predeclared::Predeclared as P;
        match entity {
            Entity::Global(position) => match &self.tree.declarations[position as usize].kind {
                DeclarationKind::Struct(_) => "a struct",
                DeclarationKind::Alias(_) => "a type",
                DeclarationKind::Function(_) => "a function",
                DeclarationKind::ConstAssert(_) => "an assertion",
                DeclarationKind::Variable(variable) => match variable.kind {
                    VariableKind::Var => "a variable",
                    VariableKind::Let | VariableKind::Const => "a constant",
                    VariableKind::Override => "an override",
                },
            },
            Entity::Local(_) => "a local variable",
            Entity::Predeclared(P::Type(_)) => "a type",
            Entity::Predeclared(P::Generator(_)) => "a type generator",
            Entity::Predeclared(P::AddressSpace(_)) => "an address space",
            Entity::Predeclared(P::AccessMode(_)) => "an access mode",
            Entity::Predeclared(P::TexelFormat(_)) => "a texel format",
            Entity::Predeclared(P::Constant(_)) => "a constant",
            Entity::Predeclared(P::ConstFunction(_) | P::Bitcast | P::RuntimeFunction(_)) => "a function",
        }
    }

    pub(super) fn report_redeclaration(&mut self, name: Ident, first: u32) {
        let text = self.text(name.symbol);
        let mut found =
            Diagnostic::error(&codes::NAME_TAKEN, format!("redeclaration of `{text}`"), name.span).label(name.span, "redeclared here");
        if let Some(declared) = self.tree.declarations[first as usize].name() {
            found = found.label(declared.span, "first declared here");
        }
        self.report(found);
    }

    /// Reports cyclic declarations.
    pub(crate) fn report_cycle(&mut self, cycle: &[u32]) {
        const MAX_SHOWN: usize = 8;
        let tree = self.tree;
        // Start at the first one in source order.
        let start = cycle.iter().enumerate().min_by_key(|(_, position)| **position).map_or(0, |(start, _)| start);
        let around: Vec<Ident> =
            cycle[start..].iter().chain(&cycle[..start]).filter_map(|&position| tree.declarations[position as usize].name()).collect();
        let Some(first) = around.first() else { return };
        let mut path: Vec<&str> = around.iter().take(MAX_SHOWN).map(|name| self.text(name.symbol)).collect();
        if around.len() > MAX_SHOWN {
            path.push("…");
        }
        path.push(self.text(first.symbol));
        let message = format!("`{}` depends on itself: {}", path[0], path.join(" → "));
        let mut found = Diagnostic::error(&codes::CYCLIC_DECLARATION, message, first.span);
        for name in around.iter().take(MAX_SHOWN) {
            found = found.label(name.span, "");
        }
        self.report(found);
    }
}
