//! Template list discovery: which `<` begins a template list, and which `>` ends it.
//!
//! WGSL, 3.9, defines this as a step before parsing. Here it runs when the parser needs it, on the range from the `<` in question to the
//! point at which no candidate is open, so that every character is visited at most once.

use super::chars::{byte, skip_trivia};
use super::token;
use crate::token::TokenKind;

/// The template lists of the range that was scanned last.
#[derive(Debug, Default)]
pub(super) struct TemplateLists {
    /// The lists: `<` and `>`, in the order of the `<`.
    found: Vec<(usize, usize)>,
    /// The `<` at which the range starts.
    from: usize,
    /// The end of the range: no candidate before it is open.
    to: usize,
    /// `<` that may begin a list, with the number of open delimiters there.
    candidates: Vec<(usize, u32)>,
}

impl TemplateLists {
    /// The position of the `>` that closes the template list whose `<` is at `open_angle`, if it is one. A name precedes the `<`.
    pub(super) fn end_of(&mut self, text: &str, open_angle: usize) -> Option<usize> {
        if !(self.from..self.to).contains(&open_angle) {
            self.discover(text, open_angle);
        }
        self.found.binary_search_by_key(&open_angle, |&(start, _)| start).ok().map(|index| self.found[index].1)
    }

    fn discover(&mut self, text: &str, open_angle: usize) {
        let bytes = text.as_bytes();
        self.found.clear();
        self.candidates.clear();
        self.candidates.push((open_angle, 0));
        self.from = open_angle;
        let mut depth = 0_u32;
        let mut position = open_angle + 1;
        while !self.candidates.is_empty() {
            let start = skip_trivia(bytes, position).0;
            let (kind, end) = token(text, start);
            position = end;
            match kind {
                TokenKind::ParenOpen | TokenKind::BracketOpen => depth += 1,
                TokenKind::ParenClose | TokenKind::BracketClose => {
                    self.drop_from(depth);
                    depth = depth.saturating_sub(1);
                }
                TokenKind::AndAnd | TokenKind::OrOr => self.drop_from(depth),
                // A template list also ends at a `>` that begins a longer operator, such as `>=`.
                TokenKind::Greater | TokenKind::GreaterEqual | TokenKind::ShiftRight | TokenKind::ShiftRightEqual
                    if self.candidates.last().is_some_and(|&(_, open)| open == depth) =>
                {
                    self.found.extend(self.candidates.pop().map(|(open, _)| (open, start)));
                    position = start + 1;
                }
                TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::Colon | TokenKind::Equal | TokenKind::End => {
                    self.candidates.clear();
                }
                kind if kind == TokenKind::Name || kind == TokenKind::Reserved || kind.is_keyword() => {
                    let next = skip_trivia(bytes, end).0;
                    if byte(bytes, next) == b'<' && !matches!(byte(bytes, next + 1), b'<' | b'=') {
                        self.candidates.push((next, depth));
                        position = next + 1;
                    }
                }
                _ => {}
            }
        }
        self.to = position;
        self.found.sort_unstable();
    }

    /// Drops the candidates inside `depth` or more open delimiters.
    fn drop_from(&mut self, depth: u32) {
        while self.candidates.last().is_some_and(|&(_, open)| open >= depth) {
            self.candidates.pop();
        }
    }
}
