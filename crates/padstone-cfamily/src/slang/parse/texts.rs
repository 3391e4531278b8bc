//! Texts of a program, of which libslang gives out the hashes: those in functions, and in the values of what is `static`; and the numbers
//! and characters that stand beside them in functions.

use padstone_source::Symbol;

use super::super::tree::{ExprId, ExprKind};
use super::super::words::{Particle, Words};
use super::Parser;
use super::literals::unquoted;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// The texts in a body, as its tokens come by.
pub(super) struct Texts<'w> {
    words: &'w Words,
    /// Each with those that directly follow it, which it goes on with.
    found: Vec<Vec<Symbol>>,
    /// Whether the last token was such a text.
    goes_on: bool,
    /// Numbers and characters.
    others: Vec<Token>,
    code: Code,
}

/// Code of a target in a body. Its texts are not the program's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Code {
    None,
    /// `__intrinsic_asm`, up to a `;`.
    Intrinsic,
    /// `spirv_asm { … }`, so many braces deep.
    Assembly(u32),
}

impl<'w> Texts<'w> {
    pub(super) fn new(words: &'w Words) -> Self {
        Texts { words, found: Vec::new(), goes_on: false, others: Vec::new(), code: Code::None }
    }

    pub(super) fn see(&mut self, token: Token) {
        self.code = match (self.code, token.kind) {
            (Code::None, TokenKind::Ident) => match self.words.particle(token.symbol) {
                Some(Particle::IntrinsicAsm) => Code::Intrinsic,
                Some(Particle::SpirvAsm) => Code::Assembly(0),
                _ => Code::None,
            },
            (Code::Intrinsic, TokenKind::Semicolon) => Code::None,
            (Code::Assembly(depth), TokenKind::BraceOpen) => Code::Assembly(depth + 1),
            (Code::Assembly(0 | 1), TokenKind::BraceClose) => Code::None,
            (Code::Assembly(depth), TokenKind::BraceClose) => Code::Assembly(depth - 1),
            (code, _) => code,
        };
        if matches!(token.kind, TokenKind::Number | TokenKind::Char) && self.code == Code::None {
            self.others.push(token);
        }
        let is_text = token.kind == TokenKind::String && self.code == Code::None;
        match self.found.last_mut() {
            Some(text) if is_text && self.goes_on => text.push(token.symbol),
            _ if is_text => self.found.push(vec![token.symbol]),
            _ => {}
        }
        self.goes_on = is_text;
    }
}

impl Parser<'_, '_> {
    /// Reports numbers and characters of a body that are none.
    pub(super) fn check_literals(&mut self, texts: &Texts<'_>) {
        for &token in &texts.others {
            self.literal(token);
        }
    }

    /// Hashes the texts of a body.
    pub(super) fn hash(&mut self, texts: Texts<'_>) {
        for parts in texts.found {
            let text = parts.into_iter().map(|part| unquoted(self.text(part))).collect();
            self.tree.hash(text);
        }
    }

    /// Hashes the texts in a value.
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
