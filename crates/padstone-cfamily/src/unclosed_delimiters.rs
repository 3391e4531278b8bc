//! Infers from indentation where unclosed delimiters end.
//!
//! An unclosed brace swallows the rest of the file, though its indentation shows where it should have ended: before the first line that is
//! not indented further than the line of the brace. When reading a unit leaves delimiters open, the unit is read once more, and the
//! preprocessor inserts the closing delimiters at these points. Indentation has no effect on a unit whose delimiters match.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::{SourceMap, Span};

use crate::{Preprocessor, Token, TokenKind, Unit};

/// The maximum number of delimiters to insert in a unit. Finding each takes a pass over the tokens.
const MOST: usize = 16;

/// Closing delimiters to insert.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Closing {
    /// The opening delimiter of the outermost of them.
    pub(crate) open: Span,
    /// The index of the token of the unit before which they are inserted.
    pub(crate) before: usize,
    /// The closing delimiters, and the `;` that ends the declaration.
    pub(crate) tokens: Vec<TokenKind>,
}

/// Whether the diagnostics contain an unclosed delimiter.
pub(crate) fn is_reason<'d>(mut found: impl Iterator<Item = &'d Diagnostic>) -> bool {
    found.any(|found| [codes::UNCLOSED, codes::UNEXPECTED_TOKEN].contains(found.code))
}

/// Reads a unit with `read`. If it has unclosed delimiters, reads it again with inserted ones, and returns that result.
pub(crate) fn read<T>(
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
    read: impl Fn(&mut SourceMap, &mut Diagnostics, bool) -> T,
) -> T {
    let mark = sources.mark();
    let mut found = Diagnostics::new();
    let mut result = read(sources, &mut found, false);
    if is_reason(found.iter()) {
        sources.rewind(mark);
        found = Diagnostics::new();
        result = read(sources, &mut found, true);
    }
    diagnostics.append(found);
    result
}

/// Starts a preprocessor on a unit, after a pass over its tokens if delimiters are to be inserted.
pub(crate) fn start<'a>(unit: Unit<'a>, closes_delimiters: bool, start: impl for<'u> Fn(Unit<'u>) -> Preprocessor<'u>) -> Preprocessor<'a> {
    if !closes_delimiters {
        return start(unit);
    }
    let Unit { sources, names, diagnostics, loader, include_dirs, outside_bodies } = unit;
    let mark = sources.mark();
    let mut ignored = Diagnostics::new();
    let mut first = start(Unit { sources, names, diagnostics: &mut ignored, loader, include_dirs, outside_bodies });
    let mut lines = IndentedLines::default();
    loop {
        let token = first.next();
        if token.kind == TokenKind::End {
            break;
        }
        lines.push(token, first.unit.sources);
    }
    lines.namespace = first.unit.names.lookup("namespace");
    lines.loop_head = first.unit.names.lookup("for");
    let names = first.unit.names;
    sources.rewind(mark);
    let mut second = start(Unit { sources, names, diagnostics, loader, include_dirs, outside_bodies });
    second.close(lines.closings());
    second
}

/// The tokens of a unit, and the indentation of its lines.
#[derive(Default)]
struct IndentedLines {
    tokens: Vec<Token>,
    /// For each token, the number of bytes before the first token of its line.
    indents: Vec<u32>,
    namespace: Option<padstone_source::Symbol>,
    loop_head: Option<padstone_source::Symbol>,
}

impl IndentedLines {
    fn push(&mut self, token: Token, sources: &SourceMap) {
        let indent = match self.indents.last() {
            Some(&same_line) if !token.starts_line => same_line,
            _ => indent(token.span, sources),
        };
        self.tokens.push(token);
        self.indents.push(indent);
    }

    fn closings(&self) -> Vec<Closing> {
        let mut closings = Vec::new();
        let mut from = 0;
        while closings.len() < MOST {
            let Some((open, before)) = self.next_unclosed(from) else { break };
            let mut tokens = self.closers(open, before);
            tokens.push(TokenKind::Semicolon);
            closings.push(Closing { open: self.tokens[open].span, before, tokens });
            from = before;
        }
        closings
    }

    /// The first delimiter after `from` that is unclosed at its end by indentation, and the token before which to close it.
    fn next_unclosed(&self, from: usize) -> Option<(usize, usize)> {
        let mut braces = Vec::new();
        // The first token of the current statement.
        let mut brackets: Vec<usize> = Vec::new();
        let mut bracket = None;
        // Inside an unclosed namespace, a brace further left likely closes the wrong delimiter.
        let mut further_left = None;
        for (index, token) in self.tokens.iter().enumerate().skip(from) {
            match token.kind {
                TokenKind::ParenOpen | TokenKind::BracketOpen => brackets.push(index),
                TokenKind::ParenClose | TokenKind::BracketClose => drop(brackets.pop()),
                TokenKind::Semicolon if brackets.last().is_some_and(|&open| self.is_loop_head(open)) => {}
                TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose => {
                    if bracket.is_none()
                        && let Some(&open) = brackets.first()
                    {
                        bracket = self.end(open, index + 1).map(|end| (open, end));
                    }
                    brackets.clear();
                    match token.kind {
                        TokenKind::BraceOpen => braces.push(index),
                        TokenKind::BraceClose => {
                            if let Some(open) = braces.pop()
                                && token.starts_line
                                && self.indents[index] < self.indents[open]
                            {
                                further_left = further_left.or(Some(open));
                            }
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        let end = self.tokens.len();
        let rest = brackets.first().and_then(|&open| Some((open, self.end(open, end)?)));
        let brace = match braces.iter().find(|&&open| !self.is_namespace(open)) {
            None if !braces.is_empty() => further_left,
            brace => brace.copied(),
        };
        let brace = brace.and_then(|open| Some((open, self.end(open, end)?)));
        [bracket.or(rest), brace].into_iter().flatten().min()
    }

    /// The token before which the delimiter at `open` ends by its indentation, if that is before `limit`.
    fn end(&self, open: usize, limit: usize) -> Option<usize> {
        let indent = self.indents[open];
        (open + 1..limit).find(|&index| {
            let token = self.tokens[index];
            token.starts_line
                && match token.kind {
                    TokenKind::Ident | TokenKind::BracketOpen => self.indents[index] <= indent,
                    TokenKind::BraceClose => self.indents[index] < indent,
                    _ => false,
                }
        })
    }

    /// The tokens that close at `before` all delimiters opened from `open` on, innermost first.
    fn closers(&self, open: usize, before: usize) -> Vec<TokenKind> {
        let mut closers = Vec::new();
        for token in &self.tokens[open..before] {
            match token.kind {
                TokenKind::ParenOpen => closers.push(TokenKind::ParenClose),
                TokenKind::BracketOpen => closers.push(TokenKind::BracketClose),
                TokenKind::BraceOpen => closers.push(TokenKind::BraceClose),
                // A closing brace also closes the open delimiters inside it.
                TokenKind::BraceClose => {
                    if let Some(own) = closers.iter().rposition(|&closer| closer == TokenKind::BraceClose) {
                        closers.truncate(own);
                    }
                }
                kind if closers.last() == Some(&kind) => drop(closers.pop()),
                _ => {}
            }
        }
        closers.reverse();
        closers
    }

    /// Whether a brace is that of a namespace, whose lines need not be indented: `namespace a::b {`.
    fn is_namespace(&self, open: usize) -> bool {
        let name = |token: &&Token| matches!(token.kind, TokenKind::Ident | TokenKind::ColonColon);
        let head = self.tokens[..open].iter().rev().take_while(name);
        self.namespace.is_some() && head.into_iter().any(|token| Some(token.symbol) == self.namespace)
    }

    /// Whether a parenthesis is that of a `for`, inside which `;` does not end a statement.
    fn is_loop_head(&self, open: usize) -> bool {
        self.loop_head.is_some() && open > 0 && Some(self.tokens[open - 1].symbol) == self.loop_head
    }
}

/// The number of bytes before a position on its line.
fn indent(span: Span, sources: &SourceMap) -> u32 {
    let start = sources.call_site(span).start;
    let file = sources.file(sources.file_of(start));
    let offset = (start - file.base()) as usize;
    let line = file.text.as_bytes()[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    (offset - line) as u32
}
