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
    for (at, (kind, _)) in tokens.iter().enumerate() {
        match kind {
            BraceOpen | BracketOpen | ParenOpen | TemplateOpen => open.push(at),
            BraceClose | BracketClose | ParenClose | TemplateClose => {
                if let Some(opener) = open.pop() {
                    closers[opener] = at as u32;
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
    /// The token after it.
    end: usize,
    is_true: bool,
}

impl<'a> BranchSelector<'a> {
    /// The ranges of the text to exclude.
    fn run(&mut self) -> Vec<Range<usize>> {
        let mut dropped: Vec<Range<usize>> = Vec::new();
        // The start of the attributes before this token.
        let (mut run_start, mut run_end, mut conditional) = (0, usize::MAX, false);
        let mut at = 0;
        while at < self.tokens.len() {
            match self.kind(at) {
                TokenKind::At => {
                    if run_end != at {
                        (run_start, conditional) = (at, false);
                    }
                    let Some(attribute) = self.condition(at, run_start) else {
                        at = self.attribute_end(at);
                        run_end = at;
                        continue;
                    };
                    if std::mem::replace(&mut conditional, true) {
                        self.report(&codes::ATTRIBUTE_TWICE, "duplicate condition", at..attribute.end);
                        dropped.push(self.bytes(at, attribute.end));
                        at = attribute.end;
                        run_end = at;
                        continue;
                    }
                    let end = self.node_end(attribute.end);
                    let was_taken = self.chains.get(&run_start).is_some_and(|&was_taken| was_taken);
                    let takes_branch = attribute.is_true && !was_taken;
                    self.chains.insert(end, was_taken || attribute.is_true);
                    if takes_branch {
                        dropped.push(self.bytes(at, attribute.end));
                        at = attribute.end;
                        run_end = at;
                    } else {
                        let run = self.bytes(run_start, end);
                        while dropped.last().is_some_and(|last| last.start >= run.start) {
                            dropped.pop();
                        }
                        dropped.push(run);
                        at = end.max(attribute.end);
                    }
                    continue;
                }
                TokenKind::BraceOpen => {
                    let is_struct = at >= 2 && self.kind(at - 2) == TokenKind::Struct;
                    self.open.push(is_struct);
                }
                TokenKind::ParenOpen | TokenKind::BracketOpen | TokenKind::TemplateOpen => self.open.push(true),
                TokenKind::BraceClose | TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::TemplateClose => {
                    self.open.pop();
                }
                _ => {}
            }
            at += 1;
        }
        dropped
    }

    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::End, |(kind, _)| *kind)
    }

    fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |(_, range)| &self.text.as_str()[range.clone()])
    }

    fn bytes(&self, from: usize, to: usize) -> Range<usize> {
        let end = self.text.as_str().len();
        let start = self.tokens.get(from).map_or(end, |(_, range)| range.start);
        start..to.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(end, |(_, range)| range.end).max(start)
    }

    /// The position after the closing delimiter of the one here.
    fn end_of_bracket(&self, opener: usize) -> usize {
        self.closers.get(opener).filter(|&&at| at != u32::MAX).map_or(self.tokens.len(), |&at| at as usize + 1)
    }

    /// The position after `@name` or `@name(…)`.
    fn attribute_end(&self, at: usize) -> usize {
        if self.kind(at + 2) == TokenKind::ParenOpen { self.end_of_bracket(at + 2) } else { (at + 2).min(self.tokens.len()) }
    }

    /// The condition at this `@`, if it is one. Errors in it have been reported.
    fn condition(&mut self, at: usize, run_start: usize) -> Option<ConditionAttribute> {
        let word = self.word(at + 1);
        if !matches!(word, "if" | "elif" | "else") {
            return None;
        }
        let follows = word != "if";
        if follows && !self.chains.contains_key(&run_start) {
            let message = format!("`@{word}` without a preceding `@if`");
            self.report(&codes::CONDITION_UNMATCHED, message, at..at + 2);
        }
        if word == "if" {
            self.chains.remove(&run_start);
        }
        if word == "else" {
            return Some(ConditionAttribute { end: at + 2, is_true: true });
        }
        if self.kind(at + 2) != TokenKind::ParenOpen {
            self.report(&codes::CONDITION_SYNTAX, "expected a condition in parentheses", at..at + 2);
            return Some(ConditionAttribute { end: at + 2, is_true: false });
        }
        let end = self.end_of_bracket(at + 2);
        let mut position = at + 3;
        let value = self.disjunction(&mut position, 0);
        // A comma may end the arguments of any attribute.
        if self.kind(position) == TokenKind::Comma {
            position += 1;
        }
        if value.is_none() || position + 1 != end {
            let found = self.syntax_error(&codes::CONDITION_SYNTAX, "malformed condition".to_owned(), at..end);
            self.found.push(found.help("use features, `true`, `false`, `!`, `&&`, `||`, and parentheses"));
        }
        Some(ConditionAttribute { end, is_true: value.unwrap_or(false) })
    }

    fn disjunction(&self, at: &mut usize, depth: u32) -> Option<bool> {
        let mut value = self.conjunction(at, depth)?;
        while self.kind(*at) == TokenKind::OrOr {
            *at += 1;
            value |= self.conjunction(at, depth)?;
        }
        Some(value)
    }

    fn conjunction(&self, at: &mut usize, depth: u32) -> Option<bool> {
        let mut value = self.feature(at, depth)?;
        while self.kind(*at) == TokenKind::AndAnd {
            *at += 1;
            value &= self.feature(at, depth)?;
        }
        Some(value)
    }

    fn feature(&self, at: &mut usize, depth: u32) -> Option<bool> {
        let mut value = true;
        while self.kind(*at) == TokenKind::Bang {
            *at += 1;
            value = !value;
        }
        let word = self.word(*at);
        let (kind, position) = (self.kind(*at), *at);
        *at += 1;
        let is_true = match (kind, word) {
            (TokenKind::ParenOpen, _) if depth < MOST => {
                let inner = self.disjunction(at, depth + 1)?;
                if self.kind(*at) != TokenKind::ParenClose {
                    return None;
                }
                *at = self.end_of_bracket(position);
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
        let mut at = start;
        while self.kind(at) == TokenKind::At {
            at = self.attribute_end(at);
        }
        let is_import = self.word(at) == "import";
        loop {
            match self.kind(at) {
                TokenKind::End | TokenKind::BraceClose | TokenKind::ParenClose | TokenKind::BracketClose => return at,
                TokenKind::Comma if in_list => return at + 1,
                TokenKind::Semicolon if !in_list => return at + 1,
                TokenKind::BraceOpen => {
                    at = self.end_of_bracket(at);
                    if !in_list && !is_import && self.kind(at) != TokenKind::Else {
                        return at;
                    }
                }
                TokenKind::ParenOpen | TokenKind::BracketOpen | TokenKind::TemplateOpen => at = self.end_of_bracket(at),
                _ => at += 1,
            }
        }
    }

    fn report(&mut self, code: &'static Code, message: impl Into<String>, at: Range<usize>) {
        let found = self.syntax_error(code, message.into(), at);
        self.found.push(found);
    }

    fn syntax_error(&self, code: &'static Code, message: String, at: Range<usize>) -> Diagnostic {
        let bytes = self.bytes(at.start, at.end);
        let span = self.text.origin(Span { start: bytes.start as u32, end: bytes.end as u32 });
        Diagnostic::error(code, message, span).label(span, "")
    }
}
