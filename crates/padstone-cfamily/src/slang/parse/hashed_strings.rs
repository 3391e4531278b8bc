//! Strings that libslang hashes: the string literals in functions and in initializers of `static` variables; and the numbers and characters
//! in functions, whose literals are checked.

use padstone_source::Symbol;

use super::super::keywords::{ContextualKeyword, Keywords};
use super::super::tree::{ExprId, ExprKind};
use super::Parser;
use super::literals::unquoted;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// Collects the strings of a body from its tokens.
pub(super) struct HashedStrings<'w> {
    keywords: &'w Keywords,
    /// The strings, each with the adjacent literals that continue it.
    found: Vec<Vec<Symbol>>,
    /// Whether the last token was a string literal.
    continues: bool,
    /// Numbers and characters.
    others: Vec<Token>,
    code: TargetCode,
}

/// Target-specific code in a body. Its strings are not hashed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TargetCode {
    None,
    /// `__intrinsic_asm`, up to a `;`.
    Intrinsic,
    /// `spirv_asm { … }`, with the current depth of braces.
    Assembly(u32),
}

impl<'w> HashedStrings<'w> {
    pub(super) fn new(keywords: &'w Keywords) -> Self {
        HashedStrings { keywords, found: Vec::new(), continues: false, others: Vec::new(), code: TargetCode::None }
    }

    pub(super) fn see(&mut self, token: Token) {
        self.code = match (self.code, token.kind) {
            (TargetCode::None, TokenKind::Ident) => match self.keywords.contextual_keyword(token.symbol) {
                Some(ContextualKeyword::IntrinsicAsm) => TargetCode::Intrinsic,
                Some(ContextualKeyword::SpirvAsm) => TargetCode::Assembly(0),
                _ => TargetCode::None,
            },
            (TargetCode::Intrinsic, TokenKind::Semicolon) => TargetCode::None,
            (TargetCode::Assembly(depth), TokenKind::BraceOpen) => TargetCode::Assembly(depth + 1),
            (TargetCode::Assembly(0 | 1), TokenKind::BraceClose) => TargetCode::None,
            (TargetCode::Assembly(depth), TokenKind::BraceClose) => TargetCode::Assembly(depth - 1),
            (code, _) => code,
        };
        if matches!(token.kind, TokenKind::Number | TokenKind::Char) && self.code == TargetCode::None {
            self.others.push(token);
        }
        let is_text = token.kind == TokenKind::String && self.code == TargetCode::None;
        match self.found.last_mut() {
            Some(text) if is_text && self.continues => text.push(token.symbol),
            _ if is_text => self.found.push(vec![token.symbol]),
            _ => {}
        }
        self.continues = is_text;
    }
}

impl Parser<'_, '_> {
    /// Reports invalid numbers and characters of a body.
    pub(super) fn check_literals(&mut self, texts: &HashedStrings<'_>) {
        for &token in &texts.others {
            self.literal(token);
        }
    }

    /// Hashes the strings of a body.
    pub(super) fn hash(&mut self, texts: HashedStrings<'_>) {
        for parts in texts.found {
            let text = parts.into_iter().map(|part| unquoted(self.text(part))).collect();
            self.tree.hash(text);
        }
    }

    /// Hashes the strings in an initializer.
    pub(super) fn hash_value(&mut self, value: ExprId) {
        let mut pending = vec![value];
        while let Some(expr) = pending.pop() {
            if let ExprKind::Text(text) = self.tree.exprs[expr].kind {
                let text = self.text(text).to_owned();
                self.tree.hash(text);
            }
            pending.extend(self.tree.exprs[expr].kind.parts());
        }
    }
}
