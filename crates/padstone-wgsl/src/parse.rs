//! Parses tokens into a [`Tree`] or [`Body`]. Never fails: errors are reported, and parsing continues after them.
//!
//! One parser reads both editions. It reports the syntax of the other edition once, and otherwise accepts it.

mod attributes;
mod declarations;
mod edition;
mod expressions;
mod literal;
mod operators;
mod parser;
mod records;
mod recover;
mod statements;
mod switches;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::{Interner, Span};

use crate::lex::Lexer;
use crate::token::TokenKind;
use crate::tree::{Body, Ident, Source, Tree};
pub use operators::needs_parentheses;
use parser::Parser;

/// Parses the declarations of a text. Function bodies are skipped.
///
/// ```
/// use padstone_wgsl::{parse, tree::{Edition, Source}};
/// let source = Source { text: "struct S { a: f32, b: vec3<f32> } fn f() { }", base: 0, edition: Edition::Current };
/// let (mut names, mut found) = Default::default();
/// let tree = parse(source, &mut names, &mut found);
/// assert_eq!(tree.declarations.len(), 2);
/// assert!(!found.has_errors());
/// ```
pub fn parse(source: Source<'_>, names: &mut Interner, found: &mut Diagnostics) -> Tree {
    if let Some(position) = memchr::memchr(0, source.text.as_bytes()) {
        found.push(nul(source, position));
    }
    declarations::read(Parser::new(source, Lexer::new(source), names, found))
}

/// Parses a text composed of several files, in which declared names may be paths.
pub(crate) fn parse_linked(source: Source<'_>, names: &mut Interner, found: &mut Diagnostics) -> Tree {
    let mut parser = Parser::new(source, Lexer::new(source), names, found);
    parser.linked = true;
    declarations::read(parser)
}

/// Parses a body: the span is that of [`Function::body`](crate::tree::Function::body).
pub fn parse_body(source: Source<'_>, body: Span, names: &mut Interner, found: &mut Diagnostics) -> Body {
    statements::read(Parser::new(source, Lexer::within(source, body), names, found))
}

/// Calls `each` with every name in a body, in source order, which is faster than parsing it. Names after a dot, which are members, are
/// excluded; local variables are included.
pub fn names_in(source: Source<'_>, body: Span, names: &mut Interner, mut each: impl FnMut(Ident)) {
    let mut lexer = Lexer::within(source, body);
    let mut before = TokenKind::BraceOpen;
    loop {
        let token = lexer.next();
        match token.kind {
            TokenKind::End => return,
            TokenKind::Name | TokenKind::Reserved if before != TokenKind::Dot => {
                each(Ident { symbol: names.intern(lexer.token_text(token.span)), span: token.span });
            }
            _ => {}
        }
        before = token.kind;
    }
}

fn nul(source: Source<'_>, position: usize) -> Diagnostic {
    let start = source.base + position as u32;
    let span = Span { start, end: start + 1 };
    Diagnostic::error(&codes::WGSL_CHARACTER, "WGSL does not allow null characters, even in comments", span)
        .label(span, "U+0000")
        .help("check that the file is a text file")
}
