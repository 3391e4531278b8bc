//! Error recovery.

use padstone_source::Span;

use crate::lex::{BodyEnd, Braces};
use crate::token::TokenKind;

use super::parser::Parser;

impl Parser<'_> {
    /// Consumes the delimiter that closes `open`. After an error inside the delimiters, skips to their end.
    pub(super) fn close(&mut self, closer: TokenKind, open: Span) {
        if !self.failed && self.eat(closer) {
            return;
        }
        self.unclosed(closer, open);
        if self.skip_to(closer) {
            self.advance();
            self.failed = false;
        }
    }

    /// Skips to the next `target` inside the open delimiters, if it precedes the end of the statement or declaration.
    pub(super) fn skip_to(&mut self, target: TokenKind) -> bool {
        let mut depth = 0_u32;
        loop {
            match self.token.kind {
                kind if kind == target && depth == 0 => return true,
                TokenKind::ParenOpen | TokenKind::BracketOpen => depth += 1,
                TokenKind::ParenClose | TokenKind::BracketClose if depth == 0 => return false,
                TokenKind::ParenClose | TokenKind::BracketClose => depth -= 1,
                TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose | TokenKind::End => return false,
                kind if begins_declaration(kind) && self.on_new_line() => return false,
                _ => {}
            }
            self.advance();
        }
    }

    /// Skips to the `>` of the open template list, which exists, because the list was entered.
    pub(super) fn skip_to_template_end(&mut self) {
        let end = self.lexer.template_end();
        if self.token.span.start < end {
            self.jump(end);
        }
        self.failed = false;
    }

    /// Skips an erroneous member of a struct: to the next comma or semicolon, or the end of the struct.
    pub(super) fn skip_member(&mut self) {
        let mut depth = 0_u32;
        loop {
            match self.token.kind {
                TokenKind::Comma | TokenKind::Semicolon if depth == 0 => break,
                TokenKind::ParenOpen | TokenKind::BracketOpen => depth += 1,
                TokenKind::ParenClose | TokenKind::BracketClose => depth = depth.saturating_sub(1),
                TokenKind::BraceOpen | TokenKind::BraceClose | TokenKind::End => break,
                kind if begins_declaration(kind) => break,
                _ => {}
            }
            self.advance();
        }
        self.failed = false;
    }

    /// Skips an erroneous declaration.
    pub(super) fn skip_declaration(&mut self, braces: &mut Braces) {
        loop {
            match self.token.kind {
                TokenKind::End => break,
                TokenKind::Semicolon | TokenKind::BraceClose => {
                    self.advance();
                    break;
                }
                TokenKind::BraceOpen => {
                    self.skip_braces(braces);
                    break;
                }
                kind if begins_declaration(kind) => break,
                _ => {}
            }
            self.advance();
        }
        self.failed = false;
    }

    /// Skips past the braces that open here, or to the declaration that shows that they are unclosed.
    pub(super) fn skip_braces(&mut self, braces: &mut Braces) -> BodyEnd {
        let end = braces.skip(self.lexer.text(), (self.token.span.start - self.source.base) as usize);
        let (BodyEnd::Closed(position) | BodyEnd::Open(position)) = end;
        self.jump(self.source.base + position as u32);
        end
    }

    /// Skips an erroneous statement.
    pub(super) fn skip_statement(&mut self, braces: &mut Braces) {
        loop {
            match self.token.kind {
                TokenKind::End | TokenKind::BraceClose => break,
                TokenKind::Semicolon => {
                    self.advance();
                    break;
                }
                TokenKind::BraceOpen => {
                    self.skip_braces(braces);
                    break;
                }
                kind if begins_statement(kind) => break,
                _ => {}
            }
            self.advance();
        }
        self.failed = false;
    }

    /// Skips past the brace that closes the block that opens here.
    pub(super) fn skip_block(&mut self, braces: &mut Braces) {
        while !matches!(self.token.kind, TokenKind::BraceClose | TokenKind::End) {
            if self.at(TokenKind::BraceOpen) {
                self.skip_braces(braces);
            } else {
                self.advance();
            }
        }
        self.eat(TokenKind::BraceClose);
        self.failed = false;
    }

    /// Consumes the `;` at the end of `ended`, such as "the declaration". If it is missing before an obvious next item, only that is
    /// reported.
    pub(super) fn semicolon(&mut self, ended: &str) {
        if self.failed || self.eat(TokenKind::Semicolon) {
            return;
        }
        let kind = self.token.kind;
        if kind == TokenKind::BraceClose || begins_statement(kind) || begins_declaration(kind) || self.on_new_line() {
            self.missing(";", &format!("after {ended}"));
        } else {
            self.unexpected(&format!("`;` after {ended}"));
        }
    }

    /// Whether the current token is on a new line.
    fn on_new_line(&self) -> bool {
        let between = Span { start: self.previous_end, end: self.token.span.start };
        self.source.text(between).contains('\n')
    }
}

/// Keywords that begin a declaration, and are not allowed inside one.
fn begins_declaration(kind: TokenKind) -> bool {
    use TokenKind::{Alias, Const, ConstAssert, Enable, Fn, Let, Override, Requires, Struct, Var};
    matches!(kind, Alias | Const | ConstAssert | Enable | Fn | Let | Override | Requires | Struct | Var)
}

/// Keywords that begin a statement, and are not allowed inside one.
fn begins_statement(kind: TokenKind) -> bool {
    use TokenKind::{
        Break, Case, Const, ConstAssert, Continue, Continuing, Default, Discard, For, If, Let, Loop, Return, Switch, Var, While,
    };
    matches!(
        kind,
        Break
            | Case
            | Const
            | ConstAssert
            | Continue
            | Continuing
            | Default
            | Discard
            | For
            | If
            | Let
            | Loop
            | Return
            | Switch
            | Var
            | While
    )
}
