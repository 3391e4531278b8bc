//! The directives of naga_oil, each on a separate line: `#import`, `#define_import_path`, `#define`, `#ifdef`, `#ifndef`,
//! `#if NAME == VALUE`, `#else` with or without another condition after it, `#endif`; and `#{NAME}` anywhere.

use std::ops::Range;

use padstone_diag::{Diagnostic, Diagnostics, codes, nearest};
use padstone_source::Span;

use super::defines::{DefineComparison, Defines, compare};
use super::import::{self, Import, ImportDialect};
use super::text::LinkedText;
use crate::lex::Lexer;
use crate::token::{Token, TokenKind};
use crate::tree::{Edition, Source};

const IMPORT_PATH: &str = "define_import_path";

const NAMES: [&str; 8] = ["define", IMPORT_PATH, "else", "endif", "if", "ifdef", "ifndef", "import"];

/// A file without its directives, and their contents.
#[derive(Debug, Default)]
pub(crate) struct PreprocessedFile {
    pub(crate) text: LinkedText,
    pub(crate) imports: Vec<Import>,
    /// `#define_import_path bevy_pbr::lighting`
    pub(crate) import_path: Option<String>,
}

/// Executes the directives of a file. Only the first file may contain `#define`.
pub(crate) fn preprocess(file: &LinkedText, defines: &mut Defines, is_root: bool, found: &mut Diagnostics) -> PreprocessedFile {
    let lexer = Lexer::new(file.source());
    let mut reader = Reader {
        file,
        lexer,
        defines,
        is_root,
        found,
        copied_to: 0,
        previous_end: 0,
        conditions: Vec::new(),
        output: PreprocessedFile::default(),
    };
    reader.read();
    reader.output
}

/// The `#define_import_path` of a text, if it has one.
pub(crate) fn import_path(text: &str) -> Option<&str> {
    // Most files have none, even in comments.
    if !text.contains(IMPORT_PATH) {
        return None;
    }
    let mut lexer = Lexer::new(Source { text, base: 0, edition: Edition::Current });
    let mut previous_end = 0;
    loop {
        let token = lexer.next();
        let start = token.span.start as usize;
        if token.kind == TokenKind::End {
            return None;
        }
        let is_directive = text[start..].starts_with('#') && is_first_on_line(text, previous_end, start);
        let name = if is_directive { lexer.next() } else { token };
        previous_end = name.span.end as usize;
        if is_directive && lexer.token_text(name.span) == IMPORT_PATH {
            return path_after(text, previous_end);
        }
    }
}

/// Whether no token precedes a position on its line.
fn is_first_on_line(text: &str, previous_end: usize, start: usize) -> bool {
    previous_end == 0 || text[previous_end..start].contains('\n')
}

/// The path of a `#define_import_path` that ends at a position.
fn path_after(text: &str, end: usize) -> Option<&str> {
    text[end..].lines().next()?.split_whitespace().next()
}

struct Reader<'a> {
    file: &'a LinkedText,
    lexer: Lexer<'a>,
    defines: &'a mut Defines,
    is_root: bool,
    found: &'a mut Diagnostics,
    /// The position up to which the file was copied or dropped.
    copied_to: usize,
    previous_end: usize,
    conditions: Vec<Condition>,
    output: PreprocessedFile,
}

/// An open `#ifdef`.
struct Condition {
    span: Span,
    state: BranchState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BranchState {
    Active,
    /// An earlier branch was taken, or the enclosing condition is skipped.
    Done,
    /// No branch was taken yet.
    Waiting,
}

/// The words of a directive, with their positions.
type DirectiveWords<'a> = Vec<(&'a str, Range<usize>)>;

impl<'a> Reader<'a> {
    fn read(&mut self) {
        loop {
            let token = self.lexer.next();
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            if token.kind == TokenKind::End {
                self.copy_to(start.max(self.copied_to));
                break;
            }
            if self.text()[start..].starts_with('#') {
                if !(is_first_on_line(self.text(), self.previous_end, start) && self.directive(token)) {
                    self.substitution(start);
                }
            } else {
                self.previous_end = end;
            }
        }
        for open in std::mem::take(&mut self.conditions) {
            self.report(&codes::CONDITION_UNTERMINATED, "condition without `#endif`", open.span, "opened here");
        }
    }

    fn text(&self) -> &'a str {
        self.file.as_str()
    }

    fn is_active(&self) -> bool {
        self.conditions.last().is_none_or(|condition| condition.state == BranchState::Active)
    }

    /// Copies the file up to this position, unless a condition excludes it.
    fn copy_to(&mut self, to: usize) {
        if self.is_active() {
            self.output.text.copy(self.file, self.copied_to..to);
        }
        self.copied_to = to;
    }

    /// Drops the text up to this position, and continues there.
    fn drop_to(&mut self, end: usize) {
        self.copied_to = end;
        self.previous_end = end;
        self.lexer.jump(end as u32);
    }

    /// Executes the directive that begins with this `#`. False if it is not a directive.
    fn directive(&mut self, hash: Token) -> bool {
        let start = hash.span.start as usize;
        let words = self.directive_words(hash);
        let Some((name, name_at)) = words.first().cloned() else { return false };
        let end = words.last().map_or(start + 1, |(_, index)| index.end);
        match name {
            "ifdef" | "ifndef" | "if" => {
                self.copy_to(start);
                let is_true = self.is_active() && self.condition(&words, start..end);
                let around = self.is_active();
                let state = if is_true {
                    BranchState::Active
                } else if around {
                    BranchState::Waiting
                } else {
                    BranchState::Done
                };
                self.conditions.push(Condition { span: self.origin(start..end), state });
                self.drop_to(end);
            }
            "else" => {
                self.copy_to(start);
                self.alternative(&words[1..], start..end);
                self.drop_to(end);
            }
            "endif" => {
                self.copy_to(start);
                if self.conditions.pop().is_none() {
                    self.report(&codes::CONDITION_UNMATCHED, "`#endif` without a condition", self.origin(start..end), "no open condition");
                }
                self.drop_to(end);
            }
            "import" => {
                self.copy_to(start);
                self.lexer.jump(name_at.end as u32);
                let mut ignored = Diagnostics::new();
                let found = if self.is_active() { &mut *self.found } else { &mut ignored };
                let imports = import::read(&mut self.lexer, ImportDialect::NagaOil, self.file, found);
                let end = self.lexer.position();
                if self.is_active() {
                    self.output.imports.extend(imports);
                }
                self.drop_to(end);
            }
            IMPORT_PATH => {
                self.copy_to(start);
                let path = path_after(self.text(), name_at.end);
                let end = path.map_or(end, |path| path.as_ptr() as usize - self.text().as_ptr() as usize + path.len());
                self.output.import_path = path.map(str::to_owned);
                self.drop_to(end);
            }
            "define" => {
                self.copy_to(start);
                self.define(&words[1..], start..end);
                self.drop_to(end);
            }
            _ => {
                // A line may also begin with a `#NAME` that refers to a value.
                if self.defines.get(name).is_some() || name.starts_with('{') {
                    return false;
                }
                self.copy_to(start);
                if self.is_active() {
                    let found =
                        Diagnostic::error(&codes::UNKNOWN_DIRECTIVE, format!("unknown directive `#{name}`"), self.origin(start..end));
                    let found = found.label(self.origin(name_at), "unknown");
                    self.found.push(match nearest(name, NAMES.into_iter()).first() {
                        Some(near) => found.help(format!("a similar name exists: `#{near}`")),
                        None => found,
                    });
                }
                self.drop_to(end);
            }
        }
        true
    }

    /// The words after a `#`, to the end of its line.
    fn directive_words(&mut self, hash: Token) -> DirectiveWords<'a> {
        let text = self.text();
        let mut words: DirectiveWords<'a> = Vec::new();
        let mut end = hash.span.end as usize;
        loop {
            let token = self.lexer.next();
            let position = token.span.start as usize..token.span.end as usize;
            if token.kind == TokenKind::End || text[end..position.start].contains('\n') {
                break;
            }
            end = position.end;
            words.push((&text[position.clone()], position));
        }
        words
    }

    /// Whether a condition is true; a malformed condition is false.
    fn condition(&mut self, words: &DirectiveWords<'a>, all: Range<usize>) -> bool {
        let texts: Vec<&str> = words.iter().map(|(text, _)| *text).collect();
        let span = self.origin(all);
        match texts.as_slice() {
            ["ifdef", name] => self.defines.get(name).is_some(),
            ["ifndef", name] => self.defines.get(name).is_none(),
            ["if", name, operator, value @ ..] if !value.is_empty() => {
                let Some(defined) = self.defines.get(name) else {
                    let message = format!("`{name}` is not defined and has no value to compare");
                    let found =
                        Diagnostic::error(&codes::CONDITION_SYNTAX, message, span).label(self.origin(words[1].1.clone()), "not defined");
                    self.found.push(found.help(format!("define it with `-D {name}=VALUE`")));
                    return false;
                };
                match compare(defined, operator, &value.concat()) {
                    DefineComparison::True => true,
                    DefineComparison::False => false,
                    DefineComparison::Senseless => {
                        let message = format!("`{name}` is `{defined}`, which does not support this comparison");
                        self.report(&codes::CONDITION_SYNTAX, message, span, "invalid comparison");
                        false
                    }
                }
            }
            _ => {
                let found = Diagnostic::error(&codes::CONDITION_SYNTAX, "incomplete condition", span).label(span, "");
                self.found.push(found.help("write `#ifdef NAME`, `#ifndef NAME`, or `#if NAME == VALUE`"));
                false
            }
        }
    }

    /// `#else`, `#else ifdef NAME`, `#else if NAME == VALUE`.
    fn alternative(&mut self, words: &[(&'a str, Range<usize>)], all: Range<usize>) {
        let Some(condition) = self.conditions.pop() else {
            let span = self.origin(all);
            return self.report(&codes::CONDITION_UNMATCHED, "`#else` without a condition", span, "no open condition");
        };
        let waits = condition.state == BranchState::Waiting;
        let is_true = waits && (words.is_empty() || self.condition(&words.to_vec(), all));
        let state = match (waits, is_true) {
            (false, _) => BranchState::Done,
            (true, true) => BranchState::Active,
            (true, false) => BranchState::Waiting,
        };
        self.conditions.push(Condition { state, ..condition });
    }

    /// `#define NAME VALUE`, which applies to all files, and therefore is allowed only in the first.
    fn define(&mut self, words: &[(&'a str, Range<usize>)], all: Range<usize>) {
        if !self.is_active() {
            return;
        }
        let span = self.origin(all);
        match words {
            _ if !self.is_root => {
                let found = Diagnostic::error(&codes::MACRO_SYNTAX, "`#define` is not allowed in an imported module", span).label(span, "");
                self.found.push(found.help("define the name in the importing file, or with `-D`"));
            }
            [(name, _), value @ ..] if import::is_name(name) => {
                let value: String = value.iter().map(|(text, _)| *text).collect();
                self.defines.define(name, (!value.is_empty()).then_some(&*value));
            }
            _ => self.report(&codes::MACRO_SYNTAX, "`#define` without a name", span, ""),
        }
    }

    /// `#{NAME}` or `#NAME`: the value of a definition.
    fn substitution(&mut self, start: usize) {
        let rest = &self.text()[start + 1..];
        let (name, length) = match rest.strip_prefix('{').map(|inner| (inner, inner.find('}'))) {
            Some((inner, Some(end))) => (inner[..end].trim(), end + 2),
            Some((_, None)) => ("", 0),
            None => {
                let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
                (&rest[..end], end)
            }
        };
        let end = start + 1 + length;
        if let Some(value) = self.defines.get(name) {
            let value = value.to_owned();
            self.copy_to(start);
            if self.is_active() {
                self.output.text.substitute(&value, self.file, start..end);
            }
            self.drop_to(end);
            return;
        }
        self.previous_end = start + 1;
        self.lexer.jump(start as u32 + 1);
        if self.is_active() && import::is_name(name) {
            let span = self.origin(start..end);
            let found = Diagnostic::error(&codes::UNRESOLVED_NAME, format!("`{name}` is not defined and has no value to substitute"), span);
            self.found.push(found.label(span, "not defined").help(format!("define it with `-D {name}=VALUE`")));
            // The value is unknown; a placeholder allows the rest to be parsed.
            self.copy_to(start);
            self.output.text.substitute(name, self.file, start..end);
            self.drop_to(end);
        }
    }

    fn origin(&self, position: Range<usize>) -> Span {
        self.file.origin(Span { start: position.start as u32, end: position.end as u32 })
    }

    fn report(&mut self, code: &'static padstone_diag::Code, message: impl Into<String>, span: Span, label: &str) {
        self.found.push(Diagnostic::error(code, message, span).label(span, label));
    }
}
