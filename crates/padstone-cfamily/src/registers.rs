//! `register(…)` and `packoffset(…)` of HLSL and Slang.

use padstone_diag::{Diagnostic, Edit, codes};
use padstone_model::{PackOffset, Register, RegisterClass};
use padstone_source::Span;

use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// A parser that reads registers.
pub(crate) trait Registers: Reader {
    /// Parses the `[3]` of `t2[3]` and adds it to the register's number. Returns whether it is valid; errors have been reported.
    fn subcomponent(&mut self, register: &mut Register) -> bool;

    /// Whether a letter without a number is register 0 in every class; `c` is always c0.
    fn accepts_no_number(&self) -> bool {
        false
    }

    /// The part of a register's text after its letter that is its number.
    fn number_of<'t>(&self, text: &'t str) -> &'t str {
        text
    }

    /// Receives the profile that a register is limited to: `ps_5_0` in `register(ps_5_0, s3)`.
    fn for_profile(&mut self, _profile: Token) {}

    /// Whether a component is accepted and ignored: `t0.x` is `t0`.
    fn accepts_component(&self) -> bool {
        false
    }

    /// Whether `T0` is accepted for `t0` here.
    fn accepts_capitals(&self) -> bool {
        true
    }

    /// Whether a register must precede its space, with nothing before or after them, as in libslang: no profile (`ps_5_0`), and
    /// no second register.
    fn requires_order(&self) -> bool {
        false
    }

    /// The part of a packoffset's register name that the compiler evaluates.
    fn row_of<'t>(&self, name: &'t str) -> &'t str {
        name
    }

    /// The part of a packoffset's component that the compiler evaluates.
    fn component_of<'t>(&self, components: &'t str) -> &'t str {
        components
    }

    /// Skips past the `)` of an annotation whose `(` is at `open`. A body or the end of the declaration ends it too: an error, unless
    /// errors in the parentheses were already reported.
    fn close_annotation(&mut self, open: Span, is_reported: bool) {
        loop {
            match self.cursor().peek().kind {
                TokenKind::ParenClose => {
                    self.cursor_mut().next();
                    return;
                }
                TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose | TokenKind::End => {
                    if !is_reported {
                        self.unclosed(open);
                    }
                    return;
                }
                _ => {
                    self.cursor_mut().next();
                }
            }
        }
    }

    /// `register(b0, space1)`, `register(space1)`, `register(ps_5_0, s3)`.
    fn register(&mut self) -> Option<Register> {
        let word = self.cursor_mut().next();
        let open = self.expect(TokenKind::ParenOpen, "`(`")?;
        let mut register = Register { slot: None, space: None, span: word.span };
        let (mut valid, mut is_read) = (true, true);
        for part in 0.. {
            if part == 2 && self.requires_order() {
                self.expected("`)`");
                (valid, is_read) = (false, false);
                break;
            }
            let Some(token) = self.cursor_mut().eat(TokenKind::Ident) else {
                self.expected("a register, such as `b0` or `space1`");
                (valid, is_read) = (false, false);
                break;
            };
            if part == 0 && !self.requires_order() && is_profile(self.text(token.symbol)) {
                self.for_profile(token);
                if self.cursor_mut().eat(TokenKind::Comma).is_none() {
                    self.expected("`,` after the profile, and a register");
                    (valid, is_read) = (false, false);
                    break;
                }
                continue;
            }
            if part == 1 && self.requires_order() && !self.text(token.symbol).starts_with("space") {
                let message = format!("only a register space can follow a register, found {}", self.describe(token));
                let found = Diagnostic::error(&codes::REGISTER_SPACE_SYNTAX, message, token.span);
                self.report(found.help("write `space` and a number without white space, such as `space1`, or another `: register(…)`"));
                (valid, is_read) = (false, false);
                break;
            }
            valid &= self.register_operand(token, &mut register);
            if self.accepts_component() && self.cursor_mut().eat(TokenKind::Dot).is_some() {
                valid &= self.expect(TokenKind::Ident, "a component, such as `x`").is_some();
            }
            if self.cursor().peek().kind == TokenKind::BracketOpen {
                is_read &= self.subcomponent(&mut register);
                valid &= is_read;
            }
            if self.cursor_mut().eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if self.cursor().peek().kind != TokenKind::ParenClose && valid {
            self.expected("`)`");
            (valid, is_read) = (false, false);
        }
        self.close_annotation(open.span, !is_read);
        register.span = self.cursor().span_from(word.span);
        (valid && (register.slot.is_some() || register.space.is_some())).then_some(register)
    }

    fn register_operand(&mut self, token: Token, register: &mut Register) -> bool {
        let text = self.text(token.symbol).to_owned();
        if let Some(number) = text.strip_prefix("space") {
            register.space = number.parse().ok();
            if register.space.is_none() {
                let message = format!("invalid register space `{text}`");
                let found = Diagnostic::error(&codes::REGISTER_SPACE_SYNTAX, message, token.span);
                self.report(found.help("write `space` and a number without white space, such as `space1`"));
                return false;
            }
            return true;
        }
        match self.class_and_number(&text, token.span) {
            Some(slot) => {
                register.slot = Some(slot);
                true
            }
            None => false,
        }
    }

    /// `b12` is (B, 12); `c` alone is (C, 0), as in DXC.
    fn class_and_number(&mut self, text: &str, span: Span) -> Option<(RegisterClass, u32)> {
        let mut characters = text.chars();
        let class = match characters.next().map(|letter| letter.to_ascii_lowercase()) {
            Some('b') => RegisterClass::B,
            Some('t') => RegisterClass::T,
            Some('u') => RegisterClass::U,
            Some('s') => RegisterClass::S,
            Some('c') => RegisterClass::C,
            Some('i') => RegisterClass::I,
            _ => {
                let found = Diagnostic::error(&codes::REGISTER_UNKNOWN, format!("invalid register `{text}`"), span);
                self.report(found.help("write class b (CBV), t (SRV), u (UAV), s (sampler), or c (constant) and a number, such as `t3`"));
                return None;
            }
        };
        let number = self.number_of(characters.as_str());
        let is_capital = text.starts_with(|letter: char| letter.is_ascii_uppercase());
        if is_capital && !self.accepts_capitals() {
            let message = format!("invalid register `{text}`: the letter must be lowercase");
            let found = Diagnostic::error(&codes::REGISTER_UNKNOWN, message, span);
            let fix = vec![Edit { span, text: text.to_ascii_lowercase() }];
            self.report(found.guess(format!("write `{}`", text.to_ascii_lowercase()), fix));
            return None;
        }
        if number.is_empty() && (class == RegisterClass::C || self.accepts_no_number()) {
            return Some((class, 0));
        }
        match number.parse() {
            Ok(number) => Some((class, number)),
            Err(_) => {
                let message = match number.chars().all(|digit| digit.is_ascii_digit()) && !number.is_empty() {
                    true => format!("register number {number} does not fit in 32 bits"),
                    false => format!("`{text}` has no register number"),
                };
                self.error(&codes::REGISTER_NUMBER, message, span);
                None
            }
        }
    }

    /// `packoffset(c4.y)`. Microsoft's documentation writes `packoffset( c[Subcomponent][.component] )`, where brackets mark optional
    /// parts: `c` is c0, `c4` is c4.x.
    fn packoffset(&mut self) -> Option<PackOffset> {
        let colon = self.cursor().last();
        let word = self.cursor_mut().next();
        let open = self.expect(TokenKind::ParenOpen, "`(`")?;
        let offset = self.packoffset_place();
        if offset.is_some() && self.cursor().peek().kind != TokenKind::ParenClose {
            let position = self.cursor().peek();
            let found = self.describe(position);
            let found =
                Diagnostic::error(&codes::PACKOFFSET_SYNTAX, format!("expected `)` after the register, found {found}"), position.span);
            self.report(found.help("write, for example, `packoffset(c4)` or `packoffset(c4.y)`"));
            self.close_annotation(open.span, false);
            return None;
        }
        self.close_annotation(open.span, false);
        let (span, with_colon) = (self.cursor().span_from(word.span), self.cursor().span_from(colon));
        Some(PackOffset { span, with_colon, ..offset? })
    }

    /// Parses the contents of the parentheses.
    fn packoffset_place(&mut self) -> Option<PackOffset> {
        let Some(name) = self.cursor_mut().eat(TokenKind::Ident) else {
            let position = self.cursor().peek().span;
            let found = Diagnostic::error(&codes::PACKOFFSET_SYNTAX, "`packoffset` requires a register", position);
            self.report(found.help("write, for example, `packoffset(c4)` or `packoffset(c4.y)`"));
            return None;
        };
        let text = self.text(name.symbol).to_owned();
        let row = self.row_of(&text);
        if row != text {
            let rest = &text[row.len()..];
            let message = format!("`{text}` means `{row}`: `{rest}` is ignored");
            let found = Diagnostic::warning(&codes::PACKOFFSET_COMPONENT_UNKNOWN, message, name.span);
            self.report(found.help(format!("write a dot before the component, as in `{row}.y`, or remove `{rest}`")));
        }
        let (class, register) = self.class_and_number(row, name.span)?;
        if class != RegisterClass::C {
            let found = Diagnostic::error(&codes::PACKOFFSET_CLASS, format!("`{text}` is not a constant register"), name.span);
            self.report(found.help(format!("write `c{register}`: `packoffset` counts 16-byte registers as c0, c1, …")));
            return None;
        }
        let capital = text.starts_with('C');
        if self.cursor_mut().eat(TokenKind::Dot).is_none() {
            return Some(PackOffset { register, component: 0, capital, span: name.span, with_colon: name.span });
        }
        let component = self.cursor().peek();
        let text = if component.kind == TokenKind::Ident { self.text(component.symbol) } else { "" };
        let index = match self.component_of(text) {
            "x" | "r" => Some(0),
            "y" | "g" => Some(1),
            "z" | "b" => Some(2),
            "w" | "a" => Some(3),
            _ => None,
        };
        let Some(index) = index else {
            let found = self.describe(component);
            let found =
                Diagnostic::error(&codes::PACKOFFSET_COMPONENT_UNKNOWN, format!("{found} is not a register component"), component.span);
            self.report(
                found.help("use one of x, y, z, w or r, g, b, a: the first, second, third, or fourth 4 bytes of the 16-byte register"),
            );
            return None;
        };
        self.cursor_mut().next();
        Some(PackOffset { register, component: index, capital, span: name.span, with_colon: name.span })
    }
}

/// Whether the first operand of a `register` is a profile to which it is limited: `ps`, `ps_5_0`.
fn is_profile(text: &str) -> bool {
    matches!(text.split('_').next(), Some("vs" | "ps" | "gs" | "hs" | "ds" | "cs" | "ms" | "as" | "lib"))
}
