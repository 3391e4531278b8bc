//! The two syntaxes of imports, which share one grammar:
//!
//! ```text
//! #import bevy_pbr::{mesh_types::Mesh, lighting as light}     naga_oil, to the end of the line
//! import package::lighting::{Light, falloff as fade};         WESL, to the semicolon
//! ```

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::Span;

use super::text::LinkedText;
use crate::lex::Lexer;
use crate::token::{Token, TokenKind};

/// The maximum nesting depth of import lists, and length of a path.
const MOST: usize = 64;

/// The dialect of an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ImportDialect {
    NagaOil,
    Wesl,
}

/// One imported name.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub(crate) dialect: ImportDialect,
    /// The segments of its path; a quoted string is one segment, including its quotes.
    pub(crate) path: Vec<String>,
    /// The name that it introduces: that after `as`, or the last of the path.
    pub(crate) alias: String,
    /// The span of its name.
    pub(crate) span: Span,
}

/// Parses the imports after the word `import`. The lexer is then at their end; errors have been reported.
pub(crate) fn read<'a>(lexer: &mut Lexer<'a>, dialect: ImportDialect, text: &'a LinkedText, found: &mut Diagnostics) -> Vec<Import> {
    let previous_end = lexer.position() as u32;
    let token = lexer.next();
    let mut reader = Reader { dialect, text, previous_end, token, lexer, prefix: Vec::new(), outer: Vec::new(), items: Vec::new() };
    if let Err(expected) = reader.list() {
        found.push(reader.syntax_error(expected));
        reader.skip();
    }
    let end = reader.previous_end;
    reader.lexer.jump(end);
    reader.items
}

struct Reader<'a, 'b> {
    dialect: ImportDialect,
    text: &'a LinkedText,
    lexer: &'b mut Lexer<'a>,
    token: Token,
    previous_end: u32,
    /// The path before the items of the list.
    prefix: Vec<String>,
    /// The lengths of the prefixes of the enclosing lists.
    outer: Vec<usize>,
    items: Vec<Import>,
}

impl Reader<'_, '_> {
    fn advance(&mut self) {
        self.previous_end = self.token.span.end;
        self.token = self.lexer.next();
    }

    fn token_text(&self) -> &str {
        &self.text.as_str()[self.token.span.start as usize..self.token.span.end as usize]
    }

    /// Whether a line ends before the current token.
    fn at_line_end(&self) -> bool {
        self.token.kind == TokenKind::End || self.text.as_str()[self.previous_end as usize..self.token.span.start as usize].contains('\n')
    }

    /// Whether the imports end here.
    fn ends(&self) -> bool {
        match self.dialect {
            ImportDialect::NagaOil => self.outer.is_empty() && (self.at_line_end() || self.token.kind == TokenKind::Semicolon),
            ImportDialect::Wesl => self.token.kind == TokenKind::Semicolon,
        }
    }

    fn list(&mut self) -> Result<(), &'static str> {
        if self.ends() {
            return Err("a name");
        }
        loop {
            if self.token.kind != TokenKind::BraceClose {
                self.item()?;
            }
            while self.token.kind == TokenKind::BraceClose {
                let length = self.outer.pop().ok_or("an opening brace before `}`")?;
                self.prefix.truncate(length);
                self.advance();
            }
            let more = !self.ends() && self.token.kind == TokenKind::Comma;
            if more {
                self.advance();
            }
            if self.ends() {
                if self.token.kind == TokenKind::Semicolon {
                    self.advance();
                }
                return Ok(());
            }
            if !more {
                return Err(match self.dialect {
                    ImportDialect::NagaOil => "`,` or the end of the line",
                    ImportDialect::Wesl => "`,` or `;`",
                });
            }
        }
    }

    /// `path`, `path as name`, or `path::{`, which begins a list.
    fn item(&mut self) -> Result<(), &'static str> {
        let (mut path, start) = (self.prefix.clone(), self.token.span.start);
        loop {
            let parts = self.segments()?;
            path.extend(parts);
            if path.len() > MOST || self.outer.len() > MOST {
                return Err("a shorter path");
            }
            if self.ends() || !self.eat_double_colon() {
                break;
            }
            if self.token.kind == TokenKind::BraceOpen {
                self.advance();
                self.outer.push(self.prefix.len());
                self.prefix = path;
                return if self.token.kind == TokenKind::BraceClose { Ok(()) } else { self.item() };
            }
        }
        let mut span = Span { start, end: self.previous_end };
        let mut alias = path.last().cloned().unwrap_or_default();
        if !self.ends() && self.token_text() == "as" {
            self.advance();
            if !is_name(self.token_text()) {
                return Err("a name");
            }
            span = self.token.span;
            alias = self.token_text().to_owned();
            self.advance();
        }
        // `#import path item, item`: the original syntax of naga_oil.
        if self.dialect == ImportDialect::NagaOil && !self.at_line_end() && is_name(self.token_text()) {
            self.prefix = path;
            return self.item();
        }
        self.items.push(Import { dialect: self.dialect, path, alias, span: self.text.origin(span) });
        Ok(())
    }

    /// The path segments of a token, or a quoted string.
    fn segments(&mut self) -> Result<Vec<String>, &'static str> {
        let start = self.token.span.start as usize;
        if self.token_text() == "\"" {
            let rest = &self.text.as_str()[start + 1..];
            let length = rest.find(['"', '\n']).filter(|&index| rest.as_bytes()[index] == b'"').ok_or("a closing quote")?;
            let quoted = self.text.as_str()[start..start + length + 2].to_owned();
            self.previous_end = (start + length + 2) as u32;
            self.lexer.jump(self.previous_end);
            self.token = self.lexer.next();
            return Ok(vec![quoted]);
        }
        let text = self.token_text();
        if !text.split("::").all(is_name) {
            return Err("a name");
        }
        let parts = text.split("::").map(str::to_owned).collect();
        self.advance();
        Ok(parts)
    }

    fn eat_double_colon(&mut self) -> bool {
        let is_double = self.text.as_str()[self.token.span.start as usize..].starts_with("::");
        if is_double {
            self.advance();
            self.advance();
        }
        is_double
    }

    fn syntax_error(&self, expected: &str) -> Diagnostic {
        let mut span = self.token.span;
        if self.at_line_end() {
            span = Span { start: self.previous_end, end: self.previous_end };
        }
        let span = self.text.origin(span);
        let example = match self.dialect {
            ImportDialect::NagaOil => "#import path::{item, other as name}",
            ImportDialect::Wesl => "import package::path::{item, other as name};",
        };
        Diagnostic::error(&codes::IMPORT_SYNTAX, format!("expected {expected} in an import"), span)
            .label(span, format!("expected {expected}"))
            .help(format!("write an import as `{example}`"))
    }

    /// Skips to the end of the import or line.
    fn skip(&mut self) {
        while !self.at_line_end() {
            let ends = self.token.kind == TokenKind::Semicolon;
            self.advance();
            if ends {
                break;
            }
        }
    }
}

/// Whether a word can be a segment of a path.
pub(crate) fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c == '_' || unicode_ident::is_xid_start(c)) && word.chars().skip(1).all(unicode_ident::is_xid_continue)
}
