//! `@if(feature)`, `@elif(feature)` and `@else` of WESL, before a complete syntax node: a declaration, a member, a parameter, a statement,
//! a clause of a `switch`, an import.

use std::ops::Range;

use padstone_diag::{Code, Diagnostic, Diagnostics, codes};
use padstone_source::Span;
use rustc_hash::FxHashMap;

use super::defines::Defines;
use super::text::LinkedText;
use crate::lex::{PieceKind, pieces};
use crate::token::TokenKind;

/// The maximum nesting depth of a condition.
const MOST: u32 = 64;

/// The text without the parts that features exclude.
pub(crate) fn select(text: LinkedText, defines: &Defines, found: &mut Diagnostics) -> LinkedText {
    let mut tokens = Vec::new();
    for piece in pieces(text.source()) {
        if let PieceKind::Token(kind) = piece.kind {
            tokens.push((kind, piece.span.start as usize..piece.span.end as usize));
        }
    }
    let closers = closers(&tokens);
    let mut selector =
        BranchSelector { text: &text, tokens: &tokens, closers: &closers, defines, found, open: Vec::new(), chains: FxHashMap::default() };
    let dropped = selector.run();
    if dropped.is_empty() {
        return text;
    }
    let (mut selected, mut from) = (LinkedText::default(), 0);
    for range in dropped {
        selected.copy(&text, from..range.start);
        from = range.end;
    }
    selected.copy(&text, from..text.as_str().len());
    selected
}

/// The position of the closing delimiter of each opening one.
fn closers(tokens: &[(TokenKind, Range<usize>)]) -> Vec<u32> {
    use TokenKind::{BraceClose, BraceOpen, BracketClose, BracketOpen, ParenClose, ParenOpen, TemplateClose, TemplateOpen};
    let mut closers = vec![u32::MAX; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (position, (kind, _)) in tokens.iter().enumerate() {
        match kind {
            BraceOpen | BracketOpen | ParenOpen | TemplateOpen => open.push(position),
            BraceClose | BracketClose | ParenClose | TemplateClose => {
                if let Some(opener) = open.pop() {
                    closers[opener] = position as u32;
                }
            }
            _ => {}
        }
    }
    closers
}

struct BranchSelector<'a> {
    text: &'a LinkedText,
    tokens: &'a [(TokenKind, Range<usize>)],
    closers: &'a [u32],
    defines: &'a Defines,
    found: &'a mut Diagnostics,
    /// The open delimiters: whether their contents are separated by commas.
    open: Vec<bool>,
    /// By the position after a conditional node: whether a branch of its chain was taken.
    chains: FxHashMap<usize, bool>,
}

/// A condition of WESL.
struct ConditionAttribute {
    /// The index of the token after the condition.
    end: usize,
    is_true: bool,
}

impl<'a> BranchSelector<'a> {
    /// The ranges of the text to exclude.
    fn run(&mut self) -> Vec<Range<usize>> {
        let mut dropped: Vec<Range<usize>> = Vec::new();
        // The start of the attributes before this token.
        let (mut run_start, mut run_end, mut conditional) = (0, usize::MAX, false);
        let mut position = 0;
        while position < self.tokens.len() {
            match self.kind(position) {
                TokenKind::At => {
                    if run_end != position {
                        (run_start, conditional) = (position, false);
                    }
                    let Some(attribute) = self.condition(position, run_start) else {
                        position = self.attribute_end(position);
                        run_end = position;
                        continue;
                    };
                    if std::mem::replace(&mut conditional, true) {
                        self.report(&codes::ATTRIBUTE_TWICE, "duplicate condition", position..attribute.end);
                        dropped.push(self.bytes(position, attribute.end));
                        position = attribute.end;
                        run_end = position;
                        continue;
                    }
                    let end = self.node_end(attribute.end);
                    let was_taken = self.chains.get(&run_start).is_some_and(|&was_taken| was_taken);
                    let takes_branch = attribute.is_true && !was_taken;
                    self.chains.insert(end, was_taken || attribute.is_true);
                    if takes_branch {
                        dropped.push(self.bytes(position, attribute.end));
                        position = attribute.end;
                        run_end = position;
                    } else {
                        let run = self.bytes(run_start, end);
                        while dropped.last().is_some_and(|last| last.start >= run.start) {
                            dropped.pop();
                        }
                        dropped.push(run);
                        position = end.max(attribute.end);
                    }
                    continue;
                }
                TokenKind::BraceOpen => {
                    let is_struct = position >= 2 && self.kind(position - 2) == TokenKind::Struct;
                    self.open.push(is_struct);
                }
                TokenKind::ParenOpen | TokenKind::BracketOpen | TokenKind::TemplateOpen => self.open.push(true),
                TokenKind::BraceClose | TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::TemplateClose => {
                    self.open.pop();
                }
                _ => {}
            }
            position += 1;
        }
        dropped
    }

    fn kind(&self, index: usize) -> TokenKind {
        self.tokens.get(index).map_or(TokenKind::End, |(kind, _)| *kind)
    }

    fn word(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |(_, range)| &self.text.as_str()[range.clone()])
    }

    fn bytes(&self, from: usize, to: usize) -> Range<usize> {
        let end = self.text.as_str().len();
        let start = self.tokens.get(from).map_or(end, |(_, range)| range.start);
        start..to.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(end, |(_, range)| range.end).max(start)
    }

    /// The position after the closing delimiter of the one here.
    fn end_of_bracket(&self, opener: usize) -> usize {
        self.closers.get(opener).filter(|&&position| position != u32::MAX).map_or(self.tokens.len(), |&position| position as usize + 1)
    }

    /// The position after `@name` or `@name(…)`.
    fn attribute_end(&self, position: usize) -> usize {
        if self.kind(position + 2) == TokenKind::ParenOpen {
            self.end_of_bracket(position + 2)
        } else {
            (position + 2).min(self.tokens.len())
        }
    }

    /// The condition at this `@`, if it is one. Errors in it have been reported.
    fn condition(&mut self, index: usize, run_start: usize) -> Option<ConditionAttribute> {
        let word = self.word(index + 1);
        if !matches!(word, "if" | "elif" | "else") {
            return None;
        }
        let follows = word != "if";
        if follows && !self.chains.contains_key(&run_start) {
            let message = format!("`@{word}` without a preceding `@if`");
            self.report(&codes::CONDITION_UNMATCHED, message, index..index + 2);
        }
        if word == "if" {
            self.chains.remove(&run_start);
        }
        if word == "else" {
            return Some(ConditionAttribute { end: index + 2, is_true: true });
        }
        if self.kind(index + 2) != TokenKind::ParenOpen {
            self.report(&codes::CONDITION_SYNTAX, "expected a condition in parentheses", index..index + 2);
            return Some(ConditionAttribute { end: index + 2, is_true: false });
        }
        let end = self.end_of_bracket(index + 2);
        let mut position = index + 3;
        let value = self.disjunction(&mut position, 0);
        // A comma may end the arguments of any attribute.
        if self.kind(position) == TokenKind::Comma {
            position += 1;
        }
        if value.is_none() || position + 1 != end {
            let found = self.syntax_error(&codes::CONDITION_SYNTAX, "malformed condition".to_owned(), index..end);
            self.found.push(found.help("use features, `true`, `false`, `!`, `&&`, `||`, and parentheses"));
        }
        Some(ConditionAttribute { end, is_true: value.unwrap_or(false) })
    }

    fn disjunction(&self, position: &mut usize, depth: u32) -> Option<bool> {
        let mut value = self.conjunction(position, depth)?;
        while self.kind(*position) == TokenKind::OrOr {
            *position += 1;
            value |= self.conjunction(position, depth)?;
        }
        Some(value)
    }

    fn conjunction(&self, position: &mut usize, depth: u32) -> Option<bool> {
        let mut value = self.feature(position, depth)?;
        while self.kind(*position) == TokenKind::AndAnd {
            *position += 1;
            value &= self.feature(position, depth)?;
        }
        Some(value)
    }

    fn feature(&self, index: &mut usize, depth: u32) -> Option<bool> {
        let mut value = true;
        while self.kind(*index) == TokenKind::Bang {
            *index += 1;
            value = !value;
        }
        let word = self.word(*index);
        let (kind, position) = (self.kind(*index), *index);
        *index += 1;
        let is_true = match (kind, word) {
            (TokenKind::ParenOpen, _) if depth < MOST => {
                let inner = self.disjunction(index, depth + 1)?;
                if self.kind(*index) != TokenKind::ParenClose {
                    return None;
                }
                *index = self.end_of_bracket(position);
                inner
            }
            (_, "true") => true,
            (_, "false") => false,
            (TokenKind::Name, feature) => self.defines.enables(feature),
            _ => return None,
        };
        Some(is_true == value)
    }

    /// The end of the node that begins here: at a comma or semicolon, or after braces.
    fn node_end(&self, start: usize) -> usize {
        let in_list = self.open.last().is_some_and(|&in_list| in_list);
        let mut position = start;
        while self.kind(position) == TokenKind::At {
            position = self.attribute_end(position);
        }
        let is_import = self.word(position) == "import";
        loop {
            match self.kind(position) {
                TokenKind::End | TokenKind::BraceClose | TokenKind::ParenClose | TokenKind::BracketClose => return position,
                TokenKind::Comma if in_list => return position + 1,
                TokenKind::Semicolon if !in_list => return position + 1,
                TokenKind::BraceOpen => {
                    position = self.end_of_bracket(position);
                    if !in_list && !is_import && self.kind(position) != TokenKind::Else {
                        return position;
                    }
                }
                TokenKind::ParenOpen | TokenKind::BracketOpen | TokenKind::TemplateOpen => position = self.end_of_bracket(position),
                _ => position += 1,
            }
        }
    }

    fn report(&mut self, code: &'static Code, message: impl Into<String>, position: Range<usize>) {
        let found = self.syntax_error(code, message.into(), position);
        self.found.push(found);
    }

    fn syntax_error(&self, code: &'static Code, message: String, position: Range<usize>) -> Diagnostic {
        let bytes = self.bytes(position.start, position.end);
        let span = self.text.origin(Span { start: bytes.start as u32, end: bytes.end as u32 });
        Diagnostic::error(code, message, span).label(span, "")
    }
}
