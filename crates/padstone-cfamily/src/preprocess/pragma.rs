//! `#pragma` and `_Pragma`. Unknown pragmas are ignored, as in every compiler.

use std::sync::Arc;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::Major;
use padstone_source::Span;

use super::Preprocessor;
use crate::lex::Lexer;
use crate::{Token, TokenKind};

impl Preprocessor<'_> {
    /// Parses a pragma after `#pragma`.
    pub(super) fn pragma(&mut self, directive: Span) {
        let name = self.next_in_line();
        let mut words = Vec::new();
        if self.is_slang {
            self.check_pragma(name, directive);
        }
        // As in clang, only known pragmas are expanded: in others, a macro name may have another meaning.
        if self.spelling(name) == "pack_matrix" {
            words = self.line();
            words = self.expand_line(words);
        }
        self.obey_pragma(name, &words, self.unit.sources.join(directive, name.span));
    }

    /// Reports pragmas that libslang 2026.12 rejects: those without a name (E15600), and known ones with unknown arguments (E15103,
    /// E20002).
    fn check_pragma(&mut self, name: Token, directive: Span) {
        match self.spelling(name) {
            _ if name.kind != TokenKind::Ident => {
                let found =
                    Diagnostic::error(&codes::DIRECTIVE_END, "expected a pragma name", self.unit.sources.join(directive, name.span));
                self.unit.diagnostics.push(found.help("add it, or remove the line"));
            }
            "once" => self.check_line_end(),
            "warning" => self.check_warning_pragma(self.unit.sources.join(directive, name.span)),
            _ => {}
        }
    }

    /// `warning(push)`, `warning(disable : 3 4; error : 5)`.
    fn check_warning_pragma(&mut self, span: Span) {
        let line = self.line();
        let mut words = line.iter().map(|token| token.kind);
        let is_stack = matches!(line.get(1), Some(&word) if matches!(self.spelling(word), "push" | "pop"));
        let is_right = words.next() == Some(TokenKind::ParenOpen)
            && words.next() == Some(TokenKind::Ident)
            && match is_stack {
                true => words.next() == Some(TokenKind::ParenClose),
                false => closes_specifiers(&mut words),
            };
        if !is_right || words.next().is_some() {
            let found = Diagnostic::error(&codes::DIRECTIVE_END, "malformed `#pragma warning`", span);
            self.unit.diagnostics.push(found.help("write `#pragma warning(disable : 30081)`, `warning(push)`, or `warning(pop)`"));
        }
    }

    /// `_Pragma ( "…" )`, after `_Pragma` was consumed.
    pub(super) fn pragma_operator(&mut self, operator: Span) {
        self.pull();
        let text = self.pull();
        if text.kind != TokenKind::String || self.pull().kind != TokenKind::ParenClose {
            return self.report_pragma("`_Pragma` requires one string literal in parentheses", operator);
        }
        let quoted = self.unit.names.resolve(text.symbol);
        let written = quoted[1..quoted.len() - 1].replace("\\\"", "\"").replace("\\\\", "\\");
        let mut lexer = Lexer::new(Arc::from(written), 0);
        let mut next = || Token { span: operator, ..lexer.next(&mut self.unit.names, &mut Diagnostics::new()) };
        let name = next();
        let words: Vec<Token> = std::iter::from_fn(|| Some(next()).filter(|token| token.kind != TokenKind::End)).collect();
        self.obey_pragma(name, &words, operator);
    }

    fn obey_pragma(&mut self, name: Token, words: &[Token], span: Span) {
        match self.spelling(name) {
            "once" => self.set_once(),
            "pack_matrix" => self.set_pack_matrix(words, span),
            _ => {}
        }
    }

    /// `(row_major)` or `(column_major)`. It applies until the next one, even beyond the end of a file.
    fn set_pack_matrix(&mut self, words: &[Token], span: Span) {
        let words: Vec<&str> = words.iter().map(|&token| self.spelling(token)).collect();
        self.pack_matrix = match words[..] {
            ["(", "row_major", ")"] => Some(Major::Row),
            ["(", "column_major", ")"] => Some(Major::Column),
            _ => return self.report_pragma("`pack_matrix` requires `(row_major)` or `(column_major)`", span),
        };
    }

    fn report_pragma(&mut self, message: &str, span: Span) {
        let found = Diagnostic::warning(&codes::PRAGMA_SYNTAX, message, span)
            .label(span, "ignored")
            .help("write, for example, `#pragma pack_matrix(row_major)`");
        self.unit.diagnostics.push(found);
    }
}

/// Parses `: 3 4; error : 5)` after the first specifier. Returns whether it is well-formed.
fn closes_specifiers(words: &mut impl Iterator<Item = TokenKind>) -> bool {
    loop {
        if words.next() != Some(TokenKind::Colon) || words.next() != Some(TokenKind::Number) {
            return false;
        }
        match words.find(|kind| *kind != TokenKind::Number) {
            Some(TokenKind::ParenClose) => return true,
            Some(TokenKind::Semicolon) if words.next() == Some(TokenKind::Ident) => {}
            _ => return false,
        }
    }
}
