//! Structs, whose members are separated by commas in current WGSL and end in semicolons in the draft of 2020.

use padstone_diag::{Diagnostic, Edit, codes};
use padstone_source::{Span, Symbol};

use crate::token::TokenKind;
use crate::tree::{Edition, Ident, List, Member, Struct};

use super::declarations::DeclarationParser;
use super::parser::{Parser, quoted};

impl DeclarationParser<'_> {
    /// `struct S { … }`
    pub(super) fn structure(&mut self) -> Struct {
        self.parser.advance();
        let name = self.parser.name("a struct name");
        let open = self.parser.token.span;
        self.parser.expect(TokenKind::BraceOpen, "after the struct name");
        if self.parser.failed {
            return Struct { name, members: List::EMPTY, braces: self.parser.span_from(open.start) };
        }
        let mut separators = Separators::default();
        while self.parser.at_name() || self.parser.at_attribute() {
            self.member();
            if self.parser.failed {
                self.parser.skip_member();
                if !self.parser.eat(TokenKind::Comma) {
                    self.parser.eat(TokenKind::Semicolon);
                }
            } else if !self.parser.separator(&mut separators)
                && let Some(member) = self.members.last_mut()
            {
                member.ty = self.parser.error_after(member.name.span);
            }
        }
        if self.parser.at(TokenKind::BraceClose) {
            self.parser.advance();
        } else {
            self.parser.unclosed(TokenKind::BraceClose, open);
            // The remaining members are unknown.
            let span = self.parser.span_from(self.parser.token.span.start);
            let (name, ty) = (Ident { symbol: Symbol::EMPTY, span }, self.parser.error_node());
            self.members.push(Member { attributes: List::EMPTY, name, ty, span });
        }
        self.parser.report_separators(&separators);
        let members = List::take(&mut self.members, 0, &mut self.tree.members);
        Struct { name, members, braces: self.parser.span_from(open.start) }
    }

    fn member(&mut self) {
        let start = self.parser.token.span.start;
        let (attributes, name, ty) = self.parser.typed_name("a member name");
        self.members.push(Member { attributes, name, ty, span: self.parser.span_from(start) });
    }
}

/// The separators of the other edition in a struct.
#[derive(Default)]
struct Separators {
    wrong: Vec<Span>,
}

impl Parser<'_> {
    /// Consumes the separator after a member; returns whether it is allowed.
    fn separator(&mut self, separators: &mut Separators) -> bool {
        let (right, wrong) = separator_kinds(self.source.edition);
        if self.eat(right) {
            return true;
        }
        if self.at(wrong) {
            separators.wrong.push(self.advance().span);
        } else if self.at_name() || self.at_attribute() {
            self.missing(right.text().unwrap_or_default(), "after the member");
        } else if !self.at(TokenKind::BraceClose) {
            self.unexpected(&format!("{} or `}}` after the member", quoted(right)));
            self.skip_member();
            self.eat(right);
            return false;
        }
        true
    }

    /// Reports all wrong separators of a struct at once, so that one change fixes it.
    fn report_separators(&mut self, separators: &Separators) {
        let (Some(&first), false) = (separators.wrong.first(), self.edition_reported) else { return };
        let (right, wrong) = separator_kinds(self.source.edition);
        let option = match self.source.edition {
            Edition::Current => "pass `--lang wgsl-2020` to parse WGSL of 2020, where members end with `;`",
            Edition::Draft2020 => "pass `--lang wgsl` to parse today's WGSL, where members end with `,`",
        };
        self.report(&codes::WGSL_EDITION, first, |_| {
            let text = right.text().unwrap_or_default();
            let edits = separators.wrong.iter().map(|&span| Edit { span, text: text.to_owned() }).collect();
            let message = format!("struct members end with {}, not with {}", quoted(right), quoted(wrong));
            Diagnostic::error(&codes::WGSL_EDITION, message, first)
                .label(first, format!("expected {}", quoted(right)))
                .help(option)
                .fix(format!("end each member with {}", quoted(right)), edits)
        });
    }
}

/// The separator of members in an edition, and that of the other one.
fn separator_kinds(edition: Edition) -> (TokenKind, TokenKind) {
    match edition {
        Edition::Current => (TokenKind::Comma, TokenKind::Semicolon),
        Edition::Draft2020 => (TokenKind::Semicolon, TokenKind::Comma),
    }
}
