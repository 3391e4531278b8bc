//! `__LINE__`, `__FILE__`, `__COUNTER__` and `__VERSION__`.

use padstone_source::{Span, Symbol};

use super::super::Preprocessor;
use super::super::macros::BuiltinMacro;
use crate::{Token, TokenKind};

/// The number of nested macro uses that `__LINE__` follows to the outermost one. Beyond that, it is the last line that was read, so that
/// long chains remain linear.
const LINE_DEPTH: usize = 64;

impl Preprocessor<'_> {
    /// The value of `__LINE__` and similar macros.
    pub(super) fn builtin(&mut self, builtin: BuiltinMacro, name: Token) -> Token {
        let position = self.line_position(name.span);
        let (kind, symbol) = match builtin {
            BuiltinMacro::Line => (TokenKind::Number, self.line_number(position)),
            BuiltinMacro::File => {
                let file = self.unit.sources.locate(position).name;
                let quoted = format!("\"{}\"", file.replace('\\', "\\\\").replace('"', "\\\""));
                (TokenKind::String, self.unit.names.intern(&quoted))
            }
            BuiltinMacro::Counter => {
                let count = self.expander.counter;
                self.expander.counter += 1;
                (TokenKind::Number, self.unit.names.intern(&count.to_string()))
            }
            BuiltinMacro::Version => {
                let number = self.glsl.as_ref().map_or(0, |glsl| glsl.number);
                (TokenKind::Number, self.unit.names.intern(&number.to_string()))
            }
            BuiltinMacro::One => (TokenKind::Number, self.unit.names.intern("1")),
            BuiltinMacro::HasInclude | BuiltinMacro::Pragma => return name,
        };
        Token { kind, symbol, ..name }
    }

    /// The position that `__LINE__` gives the line of: in a file its own; otherwise, as in clang, the end of the outermost macro use that
    /// it comes from.
    fn line_position(&self, name: Span) -> u32 {
        if self.file.lexer.contains(name) {
            return name.start;
        }
        match self.unit.sources.expansions(name).take(LINE_DEPTH).last() {
            Some(outermost) if self.file.lexer.contains(outermost.site) => outermost.site.end,
            _ => self.expander.position,
        }
    }

    fn line_number(&mut self, position: u32) -> Symbol {
        if let Some((line, symbol)) = &self.expander.line
            && line.contains(&position)
        {
            return *symbol;
        }
        let location = self.unit.sources.locate(position);
        let symbol = self.unit.names.intern(&location.line.to_string());
        let file = self.unit.sources.file(location.file);
        let (before, after) = file.text.as_bytes().split_at(location.offset as usize);
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |index| index + 1);
        let end = after.iter().position(|&byte| byte == b'\n').map_or(file.text.len(), |index| before.len() + index);
        let line = file.span(start as u32, end as u32);
        self.expander.line = Some((line.start..line.end, symbol));
        symbol
    }
}
