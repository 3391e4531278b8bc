//! Where to go on after a mistake.

use padstone_source::Span;

use crate::lex::{BodyEnd, Braces};
use crate::token::TokenKind;

use super::parser::Parser;

impl Parser<'_> {
    /// Consumes the delimiter that closes `open`. If a mistake was made inside the brackets, goes on after them.
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

    /// Goes to the next `target` inside the brackets that are open here, if it comes before the statement or declaration
    /// ends.
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

    /// Goes to the `>` of the template list that is open here: it has one, or it would not have been entered.
    pub(super) fn skip_to_template_end(&mut self) {
        let end = self.lexer.template_end();
        if self.token.span.start < end {
            self.jump(end);
        }
        self.failed = false;
    }

    /// Goes on after a member of a struct that has a mistake: at the next comma or semicolon, or at the end of the struct.
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

    /// Goes to the brace after the attributes of a body, which are read with the body.
    pub(super) fn skip_body_attributes(&mut self) {
        while !matches!(self.token.kind, TokenKind::BraceOpen | TokenKind::BraceClose | TokenKind::Semicolon | TokenKind::End)
            && !begins_declaration(self.token.kind)
        {
            self.advance();
        }
    }

    /// Goes on after a declaration that has a mistake.
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

    /// Goes on after the braces that open here, or before the declaration that shows that they are not closed.
    pub(super) fn skip_braces(&mut self, braces: &mut Braces) -> BodyEnd {
        let end = braces.skip(self.lexer.text(), (self.token.span.start - self.source.base) as usize);
        let (BodyEnd::Closed(at) | BodyEnd::Open(at)) = end;
        self.jump(self.source.base + at as u32);
        end
    }

    /// Goes on after a statement that has a mistake.
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

    /// Goes after the brace that closes those that are open here.
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

    /// Consumes the `;` that ends something: "the declaration". If it is missing where the next thing plainly begins,
    /// that is all that is wrong.
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

    /// Whether a line ends between the last token and the current one.
    fn on_new_line(&self) -> bool {
        let between = Span { start: self.previous_end, end: self.token.span.start };
        self.source.text(between).contains('\n')
    }
}

/// Words that begin a declaration, and appear nowhere inside one.
fn begins_declaration(kind: TokenKind) -> bool {
    use TokenKind::{Alias, Const, ConstAssert, Enable, Fn, Let, Override, Requires, Struct, Var};
    matches!(kind, Alias | Const | ConstAssert | Enable | Fn | Let | Override | Requires | Struct | Var)
}

/// Words that begin a statement, and appear nowhere inside one.
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
