//! Template list discovery: which `<` begins a template list, and which `>` ends it.
//!
//! WGSL, 3.9, decides this before anything is parsed. Here it is done when the parser asks, for the stretch of text from
//! the `<` in question to where no candidate is left, so that every character is looked at once at most.

use super::chars::{byte, skip_trivia};
use super::token;
use crate::token::TokenKind;

/// The template lists of the text that was looked at so far.
#[derive(Debug, Default)]
pub(super) struct Templates {
    /// The lists of the last stretch: `<` and `>`, in the order of the `<`.
    found: Vec<(usize, usize)>,
    /// The `<` at which the last stretch starts.
    from: usize,
    /// Where the last stretch ends: nothing before is an open candidate.
    to: usize,
    /// `<` that may begin a list, and how many brackets are open there.
    candidates: Vec<(usize, u32)>,
}

impl Templates {
    /// Where the `>` is that closes the template list which begins at the `<` at `less`, if one does. A name appears
    /// before the `<`.
    pub(super) fn end_of(&mut self, text: &str, less: usize) -> Option<usize> {
        if !(self.from..self.to).contains(&less) {
            self.discover(text, less);
        }
        self.found.binary_search_by_key(&less, |&(start, _)| start).ok().map(|index| self.found[index].1)
    }

    fn discover(&mut self, text: &str, less: usize) {
        let bytes = text.as_bytes();
        self.found.clear();
        self.candidates.clear();
        self.candidates.push((less, 0));
        self.from = less;
        let mut depth = 0_u32;
        let mut at = less + 1;
        while !self.candidates.is_empty() {
            let start = skip_trivia(bytes, at).0;
            let (kind, end) = token(text, start);
            at = end;
            match kind {
                TokenKind::ParenOpen | TokenKind::BracketOpen => depth += 1,
                TokenKind::ParenClose | TokenKind::BracketClose => {
                    self.drop_from(depth);
                    depth = depth.saturating_sub(1);
                }
                TokenKind::AndAnd | TokenKind::OrOr => self.drop_from(depth),
                // A `>` may be the first character of a longer operator, of which the list then takes that character.
                TokenKind::Greater | TokenKind::GreaterEqual | TokenKind::ShiftRight | TokenKind::ShiftRightEqual
                    if self.candidates.last().is_some_and(|&(_, open)| open == depth) =>
                {
                    self.found.extend(self.candidates.pop().map(|(open, _)| (open, start)));
                    at = start + 1;
                }
                TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::Colon | TokenKind::Equal | TokenKind::End => {
                    self.candidates.clear();
                }
                kind if kind == TokenKind::Name || kind == TokenKind::Reserved || kind.is_keyword() => {
                    let next = skip_trivia(bytes, end).0;
                    if byte(bytes, next) == b'<' && !matches!(byte(bytes, next + 1), b'<' | b'=') {
                        self.candidates.push((next, depth));
                        at = next + 1;
                    }
                }
                _ => {}
            }
        }
        self.to = at;
        self.found.sort_unstable();
    }

    /// Gives up the candidates inside `depth` open brackets and more.
    fn drop_from(&mut self, depth: u32) {
        while self.candidates.last().is_some_and(|&(_, open)| open >= depth) {
            self.candidates.pop();
        }
    }
}
