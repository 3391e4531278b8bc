//! Directives, mainly conditions.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::{Span, Symbol};

use super::Preprocessor;
use super::include::Guard;
use crate::lex::Stop;
use crate::{Token, TokenKind};

/// An open `#if`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    open: Span,
    group: GroupState,
    has_else: bool,
}

/// Whether the current group of lines is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GroupState {
    /// The group is read.
    Read,
    /// The group is skipped; a later group may be active.
    Waiting,
    /// The group and all later groups are skipped.
    Done,
}

/// The name of a directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DirectiveName {
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
    /// Only in GLSL, like the next one.
    Version,
    Extension,
    /// Only in Slang.
    Language,
    Unknown,
}

impl DirectiveName {
    fn of(text: &str) -> Self {
        match text {
            "if" => DirectiveName::If,
            "ifdef" => DirectiveName::Ifdef,
            "ifndef" => DirectiveName::Ifndef,
            "elif" => DirectiveName::Elif,
            "elifdef" => DirectiveName::Elifdef,
            "elifndef" => DirectiveName::Elifndef,
            "else" => DirectiveName::Else,
            "endif" => DirectiveName::Endif,
            "define" => DirectiveName::Define,
            "undef" => DirectiveName::Undef,
            "include" => DirectiveName::Include,
            "error" => DirectiveName::Error,
            "warning" => DirectiveName::Warning,
            "line" => DirectiveName::Line,
            "pragma" => DirectiveName::Pragma,
            "version" => DirectiveName::Version,
            "extension" => DirectiveName::Extension,
            "language" | "lang" => DirectiveName::Language,
            _ => DirectiveName::Unknown,
        }
    }

    /// Whether it ends a group of a condition and starts another.
    fn starts_group(self) -> bool {
        matches!(self, DirectiveName::Elif | DirectiveName::Elifdef | DirectiveName::Elifndef | DirectiveName::Else)
    }
}

impl Preprocessor<'_> {
    /// Executes the directive whose `#` was just read, and skips the lines that it excludes.
    #[inline(never)]
    pub(super) fn directive(&mut self, hash: Span) {
        self.execute_directive(hash);
        while !self.reads() {
            match self.file.lexer.scan_group(self.unit.diagnostics) {
                Stop::Directive(hash) => self.execute_directive(hash),
                // Unclosed conditions are reported at the end of the file.
                Stop::Closed(_) | Stop::Outside | Stop::End => return,
            }
        }
    }

    /// The next token on the line of a directive.
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

    /// Reports and closes the conditions that are open at the end of a file.
    pub(super) fn end_conditions(&mut self) {
        for condition in self.conditions.drain(self.file.conditions..) {
            let found = Diagnostic::error(&codes::CONDITION_UNTERMINATED, "missing `#endif`", condition.open)
                .label(condition.open, "opened here, never closed")
                .help("add `#endif` after its last line");
            self.unit.diagnostics.push(found);
        }
    }

    /// Whether the current lines are read rather than skipped.
    fn reads(&self) -> bool {
        self.conditions[self.file.conditions..].last().is_none_or(|condition| condition.group == GroupState::Read)
    }

    fn execute_directive(&mut self, hash: Span) {
        let reads = self.reads();
        // In skipped lines, an unmatched quote is not an error.
        let mut ignored = Diagnostics::new();
        let found = if reads { &mut *self.unit.diagnostics } else { &mut ignored };
        let name = self.file.lexer.next_in_line(&mut self.unit.names, found);
        let span = self.unit.sources.join(hash, name.span);
        let word = match name.kind {
            // A `#` alone on its line has no effect (ISO C17, 6.10.7).
            TokenKind::End => return,
            // `# 12 "file"`: the line markers that preprocessors write.
            TokenKind::Number => DirectiveName::Line,
            TokenKind::Ident => DirectiveName::of(self.unit.names.resolve(name.symbol)),
            _ => DirectiveName::Unknown,
        };
        let guard = self.note_guard(word);
        let mut outer = self.conditions[self.file.conditions..].iter().rev().skip(1);
        let outer_reads = outer.next().is_none_or(|condition| condition.group == GroupState::Read);
        match word {
            DirectiveName::If => self.open_condition(span, reads, Self::condition),
            DirectiveName::Ifdef | DirectiveName::Ifndef if self.is_slang => self.open_named_condition(span, reads, word),
            DirectiveName::Ifdef => self.open_condition(span, reads, Self::is_defined),
            DirectiveName::Ifndef => self.open_condition(span, reads, Self::is_not_defined),
            DirectiveName::Elif if self.is_slang && self.file.lexer.at_line_end() => self.bare_elif(span),
            DirectiveName::Elif => self.next_group(span, Self::condition),
            // libslang 2026.12 and glslang 12 do not know them: in skipped lines they have no effect.
            DirectiveName::Elifdef | DirectiveName::Elifndef if self.is_slang || self.glsl.is_some() => {
                if reads {
                    self.report_unknown(span);
                }
            }
            DirectiveName::Elifdef => self.next_group(span, Self::is_defined),
            DirectiveName::Elifndef => self.next_group(span, Self::is_not_defined),
            DirectiveName::Else => self.last_group(span),
            DirectiveName::Endif => self.close_condition(span, guard),
            _ if !reads => {}
            DirectiveName::Define => self.define(span),
            DirectiveName::Undef => {
                if let Some(name) = self.macro_name(span) {
                    self.check_reserved(name);
                    self.macros.undefine(name.symbol);
                }
            }
            DirectiveName::Include => return self.include_directive(span),
            DirectiveName::Warning if self.glsl.is_some() => self.report_unknown(span),
            DirectiveName::Error | DirectiveName::Warning => self.message(span, word),
            DirectiveName::Line => self.line_directive(name, span),
            DirectiveName::Pragma => self.pragma(span),
            DirectiveName::Version => self.version_directive(span),
            DirectiveName::Extension => self.extension_directive(span),
            DirectiveName::Language if self.is_slang => self.language_directive(span),
            DirectiveName::Language | DirectiveName::Unknown => self.report_unknown(span),
        }
        let is_complete = match word {
            DirectiveName::Undef => reads,
            DirectiveName::Ifdef | DirectiveName::Ifndef => reads || self.is_slang,
            DirectiveName::Else | DirectiveName::Endif => outer_reads || self.is_slang,
            _ => false,
        };
        if is_complete {
            self.check_line_end();
        }
        self.file.lexer.skip_line(self.unit.diagnostics);
    }

    /// Opens a condition. `evaluate` evaluates it, and is called only if the current lines are read.
    fn open_condition(&mut self, span: Span, reads: bool, evaluate: impl FnOnce(&mut Self, Span) -> bool) {
        let group = match reads {
            false => GroupState::Done,
            true if evaluate(self, span) => GroupState::Read,
            true => GroupState::Waiting,
        };
        self.conditions.push(Condition { open: span, group, has_else: false });
    }

    /// `#ifdef` and `#ifndef` of Slang. libslang 2026.12 also reads the name in skipped lines, and without a name opens no condition.
    fn open_named_condition(&mut self, span: Span, reads: bool, word: DirectiveName) {
        let Some(name) = self.macro_name(span) else { return };
        let is_defined = self.is_defined_name(name.symbol);
        self.open_condition(span, reads, |_, _| is_defined == (word == DirectiveName::Ifdef));
    }

    /// Reports extra tokens after a complete directive of Slang (E15103 of slangc) and GLSL (glslang 12).
    pub(super) fn check_line_end(&mut self) {
        if !self.is_slang && self.glsl.is_none() {
            return;
        }
        let token = self.next_in_line();
        if token.kind != TokenKind::End {
            let found = Diagnostic::error(&codes::DIRECTIVE_END, "extra tokens after the directive", token.span)
                .help("move them into a comment: `// …`");
            self.unit.diagnostics.push(found);
        }
    }

    /// `#elif`, `#else` and similar directives.
    fn next_group(&mut self, span: Span, evaluate: impl FnOnce(&mut Self, Span) -> bool) {
        let Some(&condition) = self.conditions[self.file.conditions..].last() else {
            return self.report_unmatched("directive without a matching `#if`", span, None);
        };
        if condition.has_else {
            return self.report_unmatched("directive after `#else`", span, Some(condition.open));
        }
        let group = match condition.group {
            GroupState::Waiting if evaluate(self, span) => GroupState::Read,
            GroupState::Waiting => GroupState::Waiting,
            GroupState::Read | GroupState::Done => GroupState::Done,
        };
        if let Some(condition) = self.conditions.last_mut() {
            condition.group = group;
        }
    }

    /// `#elif` without a condition, which libslang 2026.12 treats as `#else`.
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
        self.macro_name(span).is_some_and(|name| self.is_defined_name(name.symbol))
    }

    fn is_not_defined(&mut self, span: Span) -> bool {
        self.macro_name(span).is_some_and(|name| !self.is_defined_name(name.symbol))
    }

    /// `#include` with a header name, or with macros that expand to one.
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

    /// The text of tokens, with single spaces for white space.
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

    fn message(&mut self, directive: Span, word: DirectiveName) {
        let span = self.file.lexer.rest_of_line();
        let text = self.file.lexer.text(span);
        let text = if text.is_empty() { "directive without a message" } else { text };
        let span = self.unit.sources.join(directive, span);
        let found = if word == DirectiveName::Error {
            Diagnostic::error(&codes::ERROR_DIRECTIVE, text, span)
        } else {
            Diagnostic::warning(&codes::WARNING_DIRECTIVE, text, span)
        };
        self.unit.diagnostics.push(found.label(span, "from this directive"));
    }

    /// `#line 12 "file"`, `# 12 "file"`: sets the number and file name of the next line.
    fn line_directive(&mut self, name: Token, directive: Span) {
        let mut tokens = self.line();
        if name.kind == TokenKind::Number {
            tokens.insert(0, name);
        }
        let tokens = self.expand_line(tokens);
        if self.is_slang {
            // In libslang 2026.12, `#line` alone and `#line default` restore the physical numbers.
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
            // Without a name, the file keeps its current name, which may come from an earlier `#line`.
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

    /// Tracks whether the file has an include guard, before a directive is executed. Returns the guard's name if this directive may end it.
    fn note_guard(&mut self, word: DirectiveName) -> Option<Symbol> {
        let outermost = self.conditions.len() == self.file.conditions + 1;
        self.file.guard = match self.file.guard {
            Guard::Possible if !self.file.has_tokens => self.guard_name(word).map_or(Guard::Absent, Guard::Open),
            Guard::Open(name) if outermost && word == DirectiveName::Endif => return Some(name),
            Guard::Open(name) if !(outermost && word.starts_group()) => Guard::Open(name),
            _ => Guard::Absent,
        };
        None
    }

    /// The name that `#ifndef NAME` or `#if !defined NAME` tests. The line is read again afterwards.
    fn guard_name(&mut self, word: DirectiveName) -> Option<Symbol> {
        let start = self.file.lexer.position();
        let mut next = || self.file.lexer.next_in_line(&mut self.unit.names, &mut Diagnostics::new());
        let tokens: Vec<Token> = std::iter::from_fn(|| Some(next()).filter(|token| token.kind != TokenKind::End)).collect();
        self.file.lexer.rewind(start);
        let words: Vec<&str> = tokens.iter().map(|&token| self.spelling(token)).collect();
        let name = match (word, &words[..]) {
            (DirectiveName::Ifndef, [_]) => tokens[0],
            (DirectiveName::If, ["!", "defined", _]) => tokens[2],
            (DirectiveName::If, ["!", "defined", "(", _, ")"]) => tokens[3],
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
