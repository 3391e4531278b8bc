//! `@align(16)`, and `[[align(16), size(32)]]`.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use crate::token::TokenKind;
use crate::tree::{Attribute, Edition, Ident, List};

use super::parser::Parser;

impl Parser<'_> {
    /// The attributes at the current token, in either syntax.
    pub(super) fn attribute_list(&mut self) -> List<Attribute> {
        if !self.at_attribute() {
            return List::EMPTY;
        }
        let first = self.attributes.len();
        while !self.failed && self.at_attribute() {
            if self.at(TokenKind::At) { self.at_sign() } else { self.double_brackets() }
        }
        List::take(&mut self.attributes, first, &mut self.nodes.attributes)
    }

    /// Reports attributes of a function body other than `@diagnostic` (WGSL, 12.1): they belong to the result, and `->` is missing.
    pub(super) fn only_diagnostic(&mut self, attributes: List<Attribute>) {
        let other = self.nodes[attributes].iter().find(|attribute| self.source.text(attribute.name.span) != "diagnostic");
        let Some(span) = other.map(|attribute| attribute.span) else { return };
        self.report(&codes::ATTRIBUTE_PLACE, span, |_| {
            Diagnostic::error(&codes::ATTRIBUTE_PLACE, "the attribute is not allowed on a function body", span)
                .help("write `->` before it if it is an attribute of the result")
        });
        // The type of the result may follow.
        self.failed = true;
    }

    fn at_sign(&mut self) {
        let start = self.token.span.start;
        self.require(Edition::Current, "use double brackets: `[[align(16)]]`");
        self.advance();
        let attribute = self.attribute(start);
        self.attributes.push(Attribute { brackets: attribute.span, ..attribute });
    }

    fn double_brackets(&mut self) {
        let open = self.token.span;
        self.require(Edition::Draft2020, "use an at sign: `@align(16)`");
        self.advance();
        self.advance();
        let first = self.attributes.len();
        while !self.failed && !matches!(self.token.kind, TokenKind::BracketClose | TokenKind::End) {
            let attribute = self.attribute(self.token.span.start);
            self.attributes.push(attribute);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.close(TokenKind::BracketClose, open);
        self.close(TokenKind::BracketClose, open);
        let brackets = self.span_from(open.start);
        self.attributes[first..].iter_mut().for_each(|attribute| attribute.brackets = brackets);
    }

    /// The name and arguments; the attribute starts at `start`.
    fn attribute(&mut self, start: u32) -> Attribute {
        let name = self.attribute_name();
        let arguments = (!self.failed && self.at(TokenKind::ParenOpen)).then(|| self.parenthesised().0);
        let span = self.span_from(start);
        Attribute { name, arguments, span, brackets: Span::default() }
    }

    /// A name that may be a keyword.
    fn attribute_name(&mut self) -> Ident {
        if self.token.kind.is_keyword() || self.at(TokenKind::Reserved) {
            return self.word();
        }
        self.name("an attribute name")
    }
}
