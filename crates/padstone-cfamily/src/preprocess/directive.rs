//! Directives, conditions foremost.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::{Span, Symbol};

use super::Preprocessor;
use super::include::Guard;
use crate::lex::Stop;
use crate::{Token, TokenKind};

/// An `#if` that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    open: Span,
    group: Group,
    has_else: bool,
}

/// What happens to the group of lines that we are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    /// It is read.
    Read,
    /// The group is skipped; a later one may be read.
    Waiting,
    /// The group is skipped, and so are all later ones.
    Done,
}

/// What a directive is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    If,
    Ifdef,
    Ifndef,
    Elif,
    Elifdef,
    Elifndef,
    Else,
    Endif,
    Define,
    Undef,
    Include,
    Error,
    Warning,
    Line,
    Pragma,
    /// Of GLSL only, as is the next.
    Version,
    Extension,
    /// Of Slang only.
    Language,
    Unknown,
}

impl Word {
    fn of(text: &str) -> Self {
        match text {
            "if" => Word::If,
            "ifdef" => Word::Ifdef,
            "ifndef" => Word::Ifndef,
            "elif" => Word::Elif,
            "elifdef" => Word::Elifdef,
            "elifndef" => Word::Elifndef,
            "else" => Word::Else,
            "endif" => Word::Endif,
            "define" => Word::Define,
            "undef" => Word::Undef,
            "include" => Word::Include,
            "error" => Word::Error,
            "warning" => Word::Warning,
            "line" => Word::Line,
            "pragma" => Word::Pragma,
            "version" => Word::Version,
            "extension" => Word::Extension,
            "language" | "lang" => Word::Language,
            _ => Word::Unknown,
        }
    }

    /// Whether it ends one group of a condition and starts another.
    fn starts_group(self) -> bool {
        matches!(self, Word::Elif | Word::Elifdef | Word::Elifndef | Word::Else)
    }
}

impl Preprocessor<'_> {
    /// Executes the directive whose `#` was just read, and skips the lines that it excludes.
    #[inline(never)]
    pub(super) fn directive(&mut self, hash: Span) {
        self.obey(hash);
        while !self.reads() {
            match self.file.lexer.scan_group(self.unit.diagnostics) {
                Stop::Directive(hash) => self.obey(hash),
                // Unclosed conditions are reported at the end of the file.
                Stop::Closed(_) | Stop::Outside | Stop::End => return,
            }
        }
    }

    /// The next token of the line of a directive.
    pub(super) fn next_in_line(&mut self) -> Token {
        self.file.lexer.next_in_line(&mut self.unit.names, self.unit.diagnostics)
    }

    /// The tokens up to the end of the line.
    pub(super) fn line(&mut self) -> Vec<Token> {
        let mut tokens = self.spare_tokens();
        loop {
            let token = self.next_in_line();
            if token.kind == TokenKind::End {
                return tokens;
            }
            tokens.push(token);
        }
    }

    /// Closes, with a diagnostic each, the conditions that are open at the end of a file.
    pub(super) fn end_conditions(&mut self) {
        for condition in self.conditions.drain(self.file.conditions..) {
            let found = Diagnostic::error(&codes::CONDITION_UNTERMINATED, "missing `#endif`", condition.open)
                .label(condition.open, "opened here, never closed")
                .help("add `#endif` after its last line");
            self.unit.diagnostics.push(found);
        }
    }

    /// Whether the current lines are read and not skipped.
    fn reads(&self) -> bool {
        self.conditions[self.file.conditions..].last().is_none_or(|condition| condition.group == Group::Read)
    }

    fn obey(&mut self, hash: Span) {
        let reads = self.reads();
        // In skipped lines a stray quote is not an error.
        let mut unheard = Diagnostics::new();
        let found = if reads { &mut *self.unit.diagnostics } else { &mut unheard };
        let name = self.file.lexer.next_in_line(&mut self.unit.names, found);
        let span = self.unit.sources.join(hash, name.span);
        let word = match name.kind {
            // A `#` alone on its line says nothing (ISO C17, 6.10.7).
            TokenKind::End => return,
            // `# 12 "file"` is how preprocessors mark lines in their output.
            TokenKind::Number => Word::Line,
            TokenKind::Ident => Word::of(self.unit.names.resolve(name.symbol)),
            _ => Word::Unknown,
        };
        let guard = self.note_guard(word);
        match word {
            Word::If => self.open_condition(span, reads, Self::condition),
            Word::Ifdef | Word::Ifndef if self.is_slang => self.open_named_condition(span, reads, word),
            Word::Ifdef => self.open_condition(span, reads, Self::is_defined),
            Word::Ifndef => self.open_condition(span, reads, Self::is_not_defined),
            Word::Elif if self.is_slang && self.file.lexer.at_line_end() => self.bare_elif(span),
            Word::Elif => self.next_group(span, Self::condition),
            Word::Elifdef => self.next_group(span, Self::is_defined),
            Word::Elifndef => self.next_group(span, Self::is_not_defined),
            Word::Else => self.last_group(span),
            Word::Endif => self.close_condition(span, guard),
            _ if !reads => {}
            Word::Define => self.define(span),
            Word::Undef => {
                if let Some(name) = self.macro_name(span) {
                    self.check_reserved(name);
                    self.macros.undefine(name.symbol);
                }
            }
            Word::Include => return self.include_directive(span),
            Word::Warning if self.glsl.is_some() => self.report_unknown(span),
            Word::Error | Word::Warning => self.message(span, word),
            Word::Line => self.line_directive(name, span),
            Word::Pragma => self.pragma(span),
            Word::Version => self.version_directive(span),
            Word::Extension => self.extension_directive(span),
            Word::Language if self.is_slang => self.language_directive(span),
            Word::Language | Word::Unknown => self.report_unknown(span),
        }
        if matches!(word, Word::Ifdef | Word::Ifndef | Word::Else | Word::Endif | Word::Undef) {
            self.check_line_end();
        }
        self.file.lexer.skip_line(self.unit.diagnostics);
    }

    /// Opens a condition, which `holds` decides if the lines here are read.
    fn open_condition(&mut self, span: Span, reads: bool, holds: impl FnOnce(&mut Self, Span) -> bool) {
        let group = match reads {
            false => Group::Done,
            true if holds(self, span) => Group::Read,
            true => Group::Waiting,
        };
        self.conditions.push(Condition { open: span, group, has_else: false });
    }

    /// `#ifdef` and `#ifndef` of Slang. libslang 2026.12 also reads the name in skipped lines, and opens no conditional without one.
    fn open_named_condition(&mut self, span: Span, reads: bool, word: Word) {
        let Some(name) = self.macro_name(span) else { return };
        let is_defined = self.macros.find(name.symbol).is_some();
        self.open_condition(span, reads, |_, _| is_defined == (word == Word::Ifdef));
    }

    /// Reports extra tokens after a complete directive of Slang (E15103 of slangc).
    pub(super) fn check_line_end(&mut self) {
        if !self.is_slang {
            return;
        }
        let token = self.next_in_line();
        if token.kind != TokenKind::End {
            let found = Diagnostic::error(&codes::DIRECTIVE_END, "extra tokens after the directive", token.span)
                .help("move them into a comment: `// …`");
            self.unit.diagnostics.push(found);
        }
    }

    /// `#elif` and its like.
    fn next_group(&mut self, span: Span, holds: impl FnOnce(&mut Self, Span) -> bool) {
        let Some(&condition) = self.conditions[self.file.conditions..].last() else {
            return self.report_unmatched("directive without a matching `#if`", span, None);
        };
        if condition.has_else {
            return self.report_unmatched("directive after `#else`", span, Some(condition.open));
        }
        let group = match condition.group {
            Group::Waiting if holds(self, span) => Group::Read,
            Group::Waiting => Group::Waiting,
            Group::Read | Group::Done => Group::Done,
        };
        if let Some(condition) = self.conditions.last_mut() {
            condition.group = group;
        }
    }

    /// `#elif` without a condition, which is `#else` to libslang 2026.12.
    fn bare_elif(&mut self, span: Span) {
        let found = Diagnostic::warning(&codes::CONDITION_SYNTAX, "`#elif` without a condition: slangc treats it as `#else`", span);
        self.unit.diagnostics.push(found.help("write `#else`, or add a condition"));
        self.last_group(span);
    }

    fn last_group(&mut self, span: Span) {
        self.next_group(span, |_, _| true);
        if let Some(condition) = self.conditions[self.file.conditions..].last_mut() {
            condition.has_else = true;
        }
    }

    fn close_condition(&mut self, span: Span, guard: Option<Symbol>) {
        if self.conditions.len() == self.file.conditions {
            return self.report_unmatched("directive without a matching `#if`", span, None);
        }
        self.conditions.pop();
        if let Some(name) = guard
            && self.conditions.len() == self.file.conditions
        {
            self.file.guard = Guard::Closed(name);
            self.file.has_tokens = false;
        }
    }

    fn is_defined(&mut self, span: Span) -> bool {
        self.macro_name(span).is_some_and(|name| self.macros.find(name.symbol).is_some())
    }

    fn is_not_defined(&mut self, span: Span) -> bool {
        self.macro_name(span).is_some_and(|name| self.macros.find(name.symbol).is_none())
    }

    /// `#include` with a header name, or with macros that make one.
    fn include_directive(&mut self, directive: Span) {
        self.check_include(directive);
        let (header, span) = match self.file.lexer.header_name() {
            Some(span) => {
                self.check_line_end();
                (self.file.lexer.text(span).to_owned(), span)
            }
            None => {
                let tokens = self.line();
                let span =
                    tokens.first().zip(tokens.last()).map_or(directive, |(first, last)| self.unit.sources.join(first.span, last.span));
                let tokens = self.expand_line(tokens);
                (self.joined(&tokens), span)
            }
        };
        self.file.lexer.skip_line(self.unit.diagnostics);
        let brackets = [('"', '"'), ('<', '>')].iter().any(|&(open, close)| header.starts_with(open) && header.ends_with(close));
        if brackets && header.len() > 2 {
            return self.include(&header, span);
        }
        let found = Diagnostic::error(&codes::INCLUDE_SYNTAX, "expected a file name", span)
            .label(span, "")
            .help("write `#include \"file\"` or `#include <file>`");
        self.unit.diagnostics.push(found);
    }

    /// Tokens as they are written, white space between them as one space.
    pub(super) fn joined(&self, tokens: &[Token]) -> String {
        let mut text = String::new();
        for (index, &token) in tokens.iter().enumerate() {
            if index > 0 && token.after_space {
                text.push(' ');
            }
            text.push_str(self.spelling(token));
        }
        text
    }

    fn message(&mut self, directive: Span, word: Word) {
        let span = self.file.lexer.rest_of_line();
        let text = self.file.lexer.text(span);
        let text = if text.is_empty() { "directive without a message" } else { text };
        let span = self.unit.sources.join(directive, span);
        let found = if word == Word::Error {
            Diagnostic::error(&codes::ERROR_DIRECTIVE, text, span)
        } else {
            Diagnostic::warning(&codes::WARNING_DIRECTIVE, text, span)
        };
        self.unit.diagnostics.push(found.label(span, "written in the source"));
    }

    /// `#line 12 "file"`, `# 12 "file"`: the next line is called so.
    fn line_directive(&mut self, name: Token, directive: Span) {
        let mut tokens = self.line();
        if name.kind == TokenKind::Number {
            tokens.insert(0, name);
        }
        let tokens = self.expand_line(tokens);
        if self.is_slang {
            // libslang 2026.12: `#line` alone and `#line default` count as before.
            match &tokens[..] {
                [] => return,
                [word] if self.spelling(*word) == "default" => return,
                [_, file] if file.kind != TokenKind::String => return self.report_line("expected a file name", file.span),
                [_, _, more, ..] => return self.report_line("extra tokens after the file name", more.span),
                _ => {}
            }
        }
        let number = match tokens.first() {
            Some(number) if number.kind == TokenKind::Number => self.unit.names.resolve(number.symbol).parse::<u32>().ok(),
            _ => None,
        };
        let file = match tokens.get(1) {
            Some(file) if file.kind == TokenKind::String => {
                let quoted = self.unit.names.resolve(file.symbol);
                Some(quoted[1..quoted.len() - 1].replace("\\\\", "\\"))
            }
            // Without a name the file keeps the one that it has here, which may come from an earlier `#line`.
            _ => Some(self.unit.sources.locate(directive.start).name),
        };
        match number {
            Some(number) => self.unit.sources.add_line_marker(self.file.lexer.position(), number, file),
            None => self.report_line("expected a line number", directive),
        }
    }

    fn report_line(&mut self, message: &str, span: Span) {
        let found =
            Diagnostic::error(&codes::LINE_SYNTAX, message, span).label(span, "").help("write `#line 12 \"file\"`, with a decimal number");
        self.unit.diagnostics.push(found);
    }

    /// Follows whether the file is guarded, before a directive is obeyed. Returns the guard's name if this may be its end.
    fn note_guard(&mut self, word: Word) -> Option<Symbol> {
        let outermost = self.conditions.len() == self.file.conditions + 1;
        self.file.guard = match self.file.guard {
            Guard::Possible if !self.file.has_tokens => self.guard_name(word).map_or(Guard::Absent, Guard::Open),
            Guard::Open(name) if outermost && word == Word::Endif => return Some(name),
            Guard::Open(name) if !(outermost && word.starts_group()) => Guard::Open(name),
            _ => Guard::Absent,
        };
        None
    }

    /// The name that `#ifndef NAME` or `#if !defined NAME` tests; the line is read again afterwards.
    fn guard_name(&mut self, word: Word) -> Option<Symbol> {
        let start = self.file.lexer.position();
        let mut next = || self.file.lexer.next_in_line(&mut self.unit.names, &mut Diagnostics::new());
        let tokens: Vec<Token> = std::iter::from_fn(|| Some(next()).filter(|token| token.kind != TokenKind::End)).collect();
        self.file.lexer.rewind(start);
        let words: Vec<&str> = tokens.iter().map(|&token| self.spelling(token)).collect();
        let name = match (word, &words[..]) {
            (Word::Ifndef, [_]) => tokens[0],
            (Word::If, ["!", "defined", _]) => tokens[2],
            (Word::If, ["!", "defined", "(", _, ")"]) => tokens[3],
            _ => return None,
        };
        Some(name.symbol).filter(|_| name.kind == TokenKind::Ident)
    }

    fn report_unknown(&mut self, span: Span) {
        let found = Diagnostic::error(&codes::UNKNOWN_DIRECTIVE, "unknown directive", span)
            .label(span, "ignored")
            .help("remove it: lines that begin with `#` are preprocessor directives");
        self.unit.diagnostics.push(found);
    }

    fn report_unmatched(&mut self, message: &str, span: Span, open: Option<Span>) {
        let mut found = Diagnostic::error(&codes::CONDITION_UNMATCHED, message, span).label(span, "ignored");
        if let Some(open) = open {
            found = found.label(open, "matching `#if`");
        }
        self.unit.diagnostics.push(found.help("remove it, or add the matching `#if`"));
    }
}
