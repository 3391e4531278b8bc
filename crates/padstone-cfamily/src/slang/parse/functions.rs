//! Functions: their parameters and results; their bodies are skipped.

use super::super::keywords::ContextualKeyword;
use super::super::tree::{Decl, DeclId, DeclKind, ExprId, Ident};
use super::Parser;
use super::modifiers::DeclPrefix;
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::reader::Reader;

/// The order of type and name in a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ParameterSyntax {
    /// `float3 position`.
    TypeFirst,
    /// `position : float3`, or type first.
    NameFirst,
}

impl Parser<'_, '_> {
    /// A function whose result type and name were just parsed.
    pub(super) fn function(&mut self, prefix: DeclPrefix, name: Ident, result: Option<ExprId>) -> Option<()> {
        self.function_with(prefix, name, result, ParameterSyntax::TypeFirst)
    }

    fn function_with(&mut self, mut prefix: DeclPrefix, name: Ident, result: Option<ExprId>, order: ParameterSyntax) -> Option<()> {
        if let Some(generics) = self.generic_parameters() {
            prefix.generics = Some(generics);
        }
        let parameters = self.parameters(order)?;
        if self.contextual_keyword(self.cursor.peek()) == Some(ContextualKeyword::Throws) {
            self.cursor.next();
            self.type_expression()?;
        }
        let has_result = order == ParameterSyntax::NameFirst && self.cursor.eat(TokenKind::Arrow).is_some();
        let result = if has_result { Some(self.type_expression()?) } else { result };
        // The result of a `func` has no semantic (libslang 2026.12).
        if order == ParameterSyntax::TypeFirst {
            self.colon_annotations(&mut prefix.modifiers);
        }
        self.where_clauses(&mut prefix.generics);
        self.finish_function(prefix, name, parameters, result)
    }

    /// `func f<T>(a : int) -> float { … }`.
    pub(super) fn func(&mut self, prefix: DeclPrefix) -> Option<()> {
        self.cursor.next();
        let name = self.name("a function name")?;
        self.function_with(prefix, name, None, ParameterSyntax::NameFirst)
    }

    fn finish_function(&mut self, prefix: DeclPrefix, name: Ident, parameters: Vec<DeclId>, result: Option<ExprId>) -> Option<()> {
        let has_body = self.accessor_body("a function")?;
        let kind = DeclKind::Function { parameters: parameters.clone(), result, has_body };
        let id = self.declare(name, prefix, kind);
        for parameter in parameters {
            self.tree.adopt(id, parameter);
        }
        Some(())
    }

    /// A body, or `;`. Returns whether there is one.
    pub(super) fn accessor_body(&mut self, postfix: &str) -> Option<bool> {
        let has_body = match self.cursor.eat(TokenKind::BraceOpen) {
            Some(open) => {
                self.skip_braces(open.span);
                true
            }
            None => {
                if self.cursor.eat(TokenKind::Semicolon).is_none() {
                    self.expected(&format!("`{{` or `;` after {postfix}"));
                    return None;
                }
                false
            }
        };
        Some(has_body)
    }

    pub(super) fn parameters(&mut self, order: ParameterSyntax) -> Option<Vec<DeclId>> {
        let open = self.expect(TokenKind::ParenOpen, "`(`")?;
        let mut parameters = Vec::new();
        while !self.cursor.at(TokenKind::ParenClose) {
            let outside = std::mem::replace(&mut self.in_parameters, true);
            let parameter = self.parameter(order);
            self.in_parameters = outside;
            match parameter {
                Some(parameter) => parameters.push(parameter),
                None => {
                    self.skip_to_close(open.span);
                    return Some(parameters);
                }
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.expect(TokenKind::ParenClose, "`)` after the function parameters")?;
        Some(parameters)
    }

    /// `in float3 position : POSITION`; in a `func` also `in position : float3`, where names are required.
    fn parameter(&mut self, order: ParameterSyntax) -> Option<DeclId> {
        let mut prefix = self.modifiers();
        self.check_each_word(&prefix);
        let (name, ty);
        if order == ParameterSyntax::NameFirst && self.cursor.peek_at(1).kind == TokenKind::Colon {
            name = self.name("a parameter name")?;
            self.cursor.next();
            let more = self.modifiers();
            prefix.modifiers.merge(more.modifiers);
            ty = self.type_expression()?;
        } else {
            let element = self.type_expression()?;
            let declarator = match order {
                ParameterSyntax::NameFirst => self.name("a parameter name, or `:` and its type")?.into(),
                _ if self.cursor.at(TokenKind::ParenOpen) => self.declarator("a parameter name")?,
                _ if self.cursor.at(TokenKind::Ident) => self.ident_here().into(),
                _ => self.anonymous().into(),
            };
            let outer = self.dimensions(element)?;
            ty = self.declared_type(&declarator, outer);
            name = declarator.name;
        }
        self.check_pointer(&prefix.modifiers, ty);
        let number = self.number_unnamed(name);
        // The width of a bit-field has no effect on a parameter (libslang 2026.12, measured).
        if self.cursor.at(TokenKind::Colon) && self.cursor.peek_at(1).kind == TokenKind::Number {
            self.cursor.next();
            self.width()?;
        }
        self.colon_annotations(&mut prefix.modifiers);
        let value = self.cursor.eat(TokenKind::Assign).map(|_| self.initializer());
        let kind = DeclKind::Variable { ty: Some(ty), value, bits: None };
        let decl = Decl { modifiers: prefix.modifiers, ..Decl::new(name, None, self.module, kind) };
        let id = self.tree.declare(decl, false);
        self.tree.unnamed.extend(number.map(|number| (id, number)));
        Some(id)
    }
}
