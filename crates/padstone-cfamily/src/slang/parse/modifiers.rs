//! Modifiers before a declaration: keywords, `[attributes]`, `layout(…)`, `__generic<…>`.

use padstone_diag::{Diagnostic, codes};

use super::super::keywords::{ContextualKeyword, Keyword, Modifier};
use super::super::tree::{Attribute, ExprId, ExprKind, Generics, Ident, Modifiers};
use super::{Parser, ident};
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::reader::Reader;

/// The modifiers before a declaration.
#[derive(Default)]
pub(super) struct DeclPrefix {
    pub(super) modifiers: Modifiers,
    pub(super) generics: Option<Box<Generics>>,
}

impl Parser<'_, '_> {
    pub(super) fn modifiers(&mut self) -> DeclPrefix {
        let mut prefix = DeclPrefix::default();
        loop {
            let token = self.cursor.peek();
            match token.kind {
                TokenKind::BracketOpen => self.attributes(&mut prefix.modifiers),
                TokenKind::Ident if self.keyword(token) == Some(Keyword::Generic) => {
                    self.cursor.next();
                    prefix.generics = self.generic_parameters();
                }
                TokenKind::Ident if self.is_layout() => self.layout(&mut prefix.modifiers),
                TokenKind::Ident => match self.modifier(token).filter(|_| self.modifies()) {
                    Some(word) => {
                        let written = ident(self.cursor.next());
                        prefix.modifiers.add(word, written);
                        if word == Modifier::NeutralWithArguments
                            && let Some(open) = self.cursor.eat(TokenKind::ParenOpen)
                        {
                            self.skip_to_close(open.span);
                        }
                    }
                    None => return prefix,
                },
                _ => return prefix,
            }
        }
    }

    /// Reports an `each` on something other than a generic parameter.
    pub(super) fn check_each_word(&mut self, prefix: &DeclPrefix) {
        if prefix.modifiers.has(Modifier::Each)
            && let Some(word) = prefix.modifiers.written().iter().find(|word| self.text(word.symbol) == "each")
        {
            self.check_each(word.span);
        }
    }

    /// Reports a `const` before a variable whose type contains a star: libslang 2026.12 rejects it as ambiguous (E20017).
    pub(super) fn check_pointer(&mut self, modifiers: &Modifiers, ty: ExprId) {
        if !modifiers.has(Modifier::Const) || !matches!(self.tree.exprs[ty].kind, ExprKind::Pointer(_)) {
            return;
        }
        if let Some(word) = modifiers.written().iter().find(|word| self.text(word.symbol) == "const") {
            let found = Diagnostic::error(&codes::TYPE_WORD, "a pointer type written with `*` cannot be `const`", word.span);
            self.report(found.help("remove it, or write `Ptr<…>`"));
        }
    }

    /// Reports a modifier before a type that is allowed only on declarations (E20018 and E20019 of slangc, each modifier measured).
    pub(super) fn check_type_word(&mut self, word: Modifier, written: Ident) {
        let is_of_types = matches!(word, Modifier::RowMajor | Modifier::ColumnMajor | Modifier::Normalized | Modifier::NoDiff);
        if !is_of_types {
            let message = format!("modifier `{}` is not allowed in a type", self.text(written.symbol));
            let found = Diagnostic::error(&codes::TYPE_WORD, message, written.span);
            self.report(found.help("move it before the whole declaration, or remove it"));
        }
    }

    /// Whether the current word is a modifier rather than a name, judged by the token after it.
    fn modifies(&mut self) -> bool {
        matches!(self.cursor.peek_at(1).kind, TokenKind::Ident | TokenKind::BracketOpen | TokenKind::ParenOpen)
    }

    fn is_layout(&mut self) -> bool {
        self.contextual_keyword(self.cursor.peek()) == Some(ContextualKeyword::Layout)
            && self.cursor.peek_at(1).kind == TokenKind::ParenOpen
    }

    /// `layout(binding = 1, set = 2)`, once (E31202 of slangc).
    fn layout(&mut self, into: &mut Modifiers) {
        let word = self.cursor.next();
        self.cursor.next();
        if !into.layout().is_empty() {
            let found = Diagnostic::error(&codes::MODIFIER_TWICE, "a declaration can have only one `layout(…)`", word.span);
            self.report(found.help("merge them: `layout(binding = 1, set = 2)`"));
        }
        while let Some(name) = self.cursor.eat(TokenKind::Ident) {
            let has_value = self.cursor.eat(TokenKind::Assign).is_some();
            self.check_layout_word(ident(name), has_value);
            let value = if has_value { self.value() } else { None };
            into.annotate().layout.push((ident(name), value));
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.expect(TokenKind::ParenClose, "`)`");
    }

    /// `[name(args)]`, `[[ns::name(args), …]]`.
    fn attributes(&mut self, into: &mut Modifiers) {
        let open = self.cursor.next();
        let double = self.cursor.eat(TokenKind::BracketOpen).is_some();
        if self.cursor.at(TokenKind::BracketClose) {
            self.expected("an attribute name");
        }
        while let Some(attribute) = self.attribute() {
            into.annotate().attributes.push(attribute);
            // libslang also accepts them without commas.
            if self.cursor.eat(TokenKind::Comma).is_some() && self.cursor.at(TokenKind::BracketClose) {
                self.expected("an attribute name");
            }
        }
        let closed = self.cursor.eat(TokenKind::BracketClose).is_some();
        if !closed || double && self.cursor.eat(TokenKind::BracketClose).is_none() {
            self.expected("`]`");
            self.skip_to_close(open.span);
            if double && !closed {
                self.cursor.eat(TokenKind::BracketClose);
            }
        }
    }

    fn attribute(&mut self) -> Option<Attribute> {
        let outermost = self.cursor.eat(TokenKind::ColonColon);
        let first = match outermost {
            Some(_) => self.name("an attribute name")?,
            None => ident(self.cursor.eat(TokenKind::Ident)?),
        };
        let mut name = first.symbol;
        if outermost.is_some() {
            name = self.intern(&format!("_{}", self.text(name)));
        }
        while self.cursor.eat(TokenKind::ColonColon).is_some() {
            let inner = self.name("an attribute name")?;
            name = self.intern(&format!("{}_{}", self.text(name), self.text(inner.symbol)));
        }
        let mut arguments = Vec::new();
        if self.cursor.eat(TokenKind::ParenOpen).is_some() {
            arguments = self.values_until(TokenKind::ParenClose);
        }
        Some(Attribute { name, arguments, span: self.cursor.span_from(outermost.map_or(first.span, |token| token.span)) })
    }

    /// Comma-separated expressions, past `close`.
    pub(super) fn values_until(&mut self, close: TokenKind) -> Vec<ExprId> {
        let mut values = Vec::new();
        while !self.cursor.at(close) {
            // `name = value`.
            if self.cursor.at(TokenKind::Ident) && self.cursor.peek_at(1).kind == TokenKind::Assign {
                self.cursor.next();
                self.cursor.next();
            }
            match self.value() {
                Some(value) => values.push(value),
                None => {
                    self.collect_until(&[close]);
                    break;
                }
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.expect(close, close.text().map(|text| format!("`{text}`")).as_deref().unwrap_or(""));
        values
    }
}
