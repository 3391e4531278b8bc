//! What stands around a declaration: `[attributes]` before it, `: register(…)`, `: packoffset(…)` and semantics behind.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, ExplicitBinding, PackOffset, Register, RegisterClass};
use padstone_source::{Span, Symbol};

use super::{Keyword, Parser};
use crate::constants::Expressions;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// The attributes that bear on layouts and registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub(super) binding: Option<ExplicitBinding>,
    pub(super) counter_binding: Option<ExplicitBinding>,
    pub(super) vk_offset: Option<(u64, Span)>,
    pub(super) push_constant: Option<Span>,
    pub(super) shader_record: Option<Span>,
    /// `[[vk::constant_id]]` or `[[vk::ext_builtin_input]]`: the variable has no place in a buffer.
    pub(super) outside_buffers: bool,
    /// `[shader("…")]`: the function is an entry point.
    pub(super) shader: bool,
}

impl Parser<'_> {
    /// Reads any number of `[name(args)]` and `[[ns::name(args), …]]`.
    pub(super) fn attributes(&mut self, into: &mut Attributes) {
        while self.cursor.at(TokenKind::BracketOpen) {
            let open = self.cursor.next();
            let double = self.cursor.eat(TokenKind::BracketOpen).is_some();
            loop {
                self.attribute(into);
                if self.cursor.eat(TokenKind::Comma).is_none() {
                    break;
                }
            }
            let closed = self.cursor.eat(TokenKind::BracketClose).is_some();
            if !closed || double && self.cursor.eat(TokenKind::BracketClose).is_none() {
                self.expected("`]`");
                self.skip_to_close(open.span);
                if double && !closed {
                    self.cursor.eat(TokenKind::BracketClose);
                }
            }
        }
    }

    fn attribute(&mut self, into: &mut Attributes) {
        let Some(first) = self.cursor.eat(TokenKind::Ident) else { return };
        let mut name = first;
        let mut vulkan = false;
        while self.cursor.eat(TokenKind::ColonColon).is_some() {
            vulkan = self.text(first.symbol) == "vk";
            match self.cursor.eat(TokenKind::Ident) {
                Some(last) => name = last,
                None => break,
            }
        }
        let known = match (vulkan, self.text(name.symbol)) {
            (true, "binding") => Known::Binding,
            (true, "counter_binding") => Known::CounterBinding,
            (true, "offset") => Known::Offset,
            (true, "push_constant") => Known::PushConstant,
            (true, "shader_record_nv" | "shader_record_ext") => Known::ShaderRecord,
            (true, "constant_id" | "ext_builtin_input" | "ext_builtin_output") => Known::OutsideBuffers,
            (false, "shader") => Known::Shader,
            (false, "patchconstantfunc") => Known::PatchConstantFunction,
            _ => Known::Other,
        };
        let open = self.cursor.eat(TokenKind::ParenOpen);
        let mut arguments = Vec::new();
        if let Some(open) = open {
            if matches!(known, Known::PatchConstantFunction) && self.cursor.at(TokenKind::String) {
                let name = self.text(self.cursor.peek().symbol).trim_matches('"').to_owned();
                let name = self.intern(&name);
                self.usage.mention(name);
            }
            if matches!(known, Known::Binding | Known::CounterBinding | Known::Offset) {
                arguments = self.attribute_arguments();
            } else {
                self.skip_to_close(open.span);
            }
        }
        let span = first.span.to(self.cursor.last);
        match known {
            Known::Binding => into.binding = self.binding(&arguments, span).or(into.binding),
            Known::CounterBinding => into.counter_binding = self.binding(&arguments, span).or(into.counter_binding),
            Known::Offset => match arguments[..] {
                [bytes] => into.vk_offset = Some((bytes.into(), span)),
                _ => self.wrong_arguments("`vk::offset` takes one argument, an offset in bytes", span),
            },
            Known::PushConstant => into.push_constant = Some(span),
            Known::ShaderRecord => into.shader_record = Some(span),
            Known::OutsideBuffers => into.outside_buffers = true,
            Known::Shader => into.shader = true,
            Known::PatchConstantFunction | Known::Other => {}
        }
    }

    fn binding(&mut self, arguments: &[u32], span: Span) -> Option<ExplicitBinding> {
        match *arguments {
            [binding] => Some(ExplicitBinding { binding, set: None, span }),
            [binding, set] => Some(ExplicitBinding { binding, set: Some(set), span }),
            _ => {
                self.wrong_arguments("`vk::binding` takes a binding and, optionally, a set", span);
                None
            }
        }
    }

    fn wrong_arguments(&mut self, message: &str, span: Span) {
        self.error(&codes::ATTRIBUTE_ARGUMENT, message, span);
    }

    /// Constant arguments up to and including the closing parenthesis.
    fn attribute_arguments(&mut self) -> Vec<u32> {
        let mut arguments = Vec::new();
        loop {
            let start = self.cursor.peek().span;
            let tokens = self.collect_until(&[TokenKind::Comma, TokenKind::ParenClose]);
            if !tokens.is_empty()
                && let Some(value) = self.integer_constant(tokens, start)
            {
                match u32::try_from(value) {
                    Ok(value) => arguments.push(value),
                    Err(_) => {
                        let message = format!("the argument {value} does not fit 32 bits without a sign");
                        self.error(&codes::ATTRIBUTE_ARGUMENT, message, start);
                    }
                }
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.expect(TokenKind::ParenClose, "`)`");
        arguments
    }

    /// Reads any number of `: something` behind a declarator: registers, packoffsets, semantics. Returns whether all of
    /// them were understood; what was not has been reported.
    pub(super) fn colon_annotations(&mut self, into: &mut Vec<Annotation>) -> bool {
        let mut understood = true;
        while self.cursor.at(TokenKind::Colon) {
            self.cursor.next();
            match self.peek_keyword() {
                Some(Keyword::Register) => match self.register() {
                    Some(register) => into.push(Annotation::Register(register)),
                    None => understood = false,
                },
                Some(Keyword::PackOffset) => match self.packoffset() {
                    Some(offset) => into.push(Annotation::PackOffset(offset)),
                    None => understood = false,
                },
                _ => {
                    if self.expect(TokenKind::Ident, "a semantic, `register` or `packoffset`").is_none() {
                        return false;
                    }
                    // Payload access: `: read(caller, anyhit)`.
                    if let Some(open) = self.cursor.eat(TokenKind::ParenOpen) {
                        self.skip_to_close(open.span);
                    }
                }
            }
        }
        understood
    }

    /// Skips to behind the `)` of an annotation whose `(` is at `open`. A body or the end of the declaration ends it too.
    fn close_annotation(&mut self, open: Span) {
        loop {
            match self.cursor.peek().kind {
                TokenKind::ParenClose => {
                    self.cursor.next();
                    return;
                }
                TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose | TokenKind::End => {
                    return self.error(&codes::UNCLOSED, "this bracket is never closed", open);
                }
                _ => {
                    self.cursor.next();
                }
            }
        }
    }

    /// `register(b0, space1)`, `register(space1)`, `register(ps_5_0, s3)`.
    pub(super) fn register(&mut self) -> Option<Register> {
        let word = self.cursor.next();
        let open = self.expect(TokenKind::ParenOpen, "`(`")?;
        let mut register = Register { slot: None, space: None, span: word.span };
        let mut valid = true;
        loop {
            let Some(token) = self.cursor.eat(TokenKind::Ident) else {
                self.expected("a register, such as `b0` or `space1`");
                valid = false;
                break;
            };
            valid &= self.register_part(token, &mut register);
            if self.cursor.at(TokenKind::BracketOpen) {
                valid &= self.subcomponent(&mut register);
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if !self.cursor.at(TokenKind::ParenClose) && valid {
            self.expected("`)`");
            valid = false;
        }
        self.close_annotation(open.span);
        register.span = word.span.to(self.cursor.last);
        (valid && (register.slot.is_some() || register.space.is_some())).then_some(register)
    }

    /// `t2[3]` is t5: an old way to count on from a register.
    fn subcomponent(&mut self, register: &mut Register) -> bool {
        let open = self.cursor.next();
        let tokens = self.collect_until(&[TokenKind::BracketClose]);
        let index = self.integer_constant(tokens, open.span).and_then(|index| u32::try_from(index).ok());
        let closed = self.cursor.eat(TokenKind::BracketClose).is_some();
        let slot = register.slot.zip(index).and_then(|((class, number), index)| Some((class, number.checked_add(index)?)));
        if slot.is_none() || !closed {
            self.error(&codes::REGISTER_NUMBER, "this is no number of a register", open.span);
            return false;
        }
        register.slot = slot;
        true
    }

    fn register_part(&mut self, token: Token, register: &mut Register) -> bool {
        let text = self.text(token.symbol).to_owned();
        if let Some(number) = text.strip_prefix("space") {
            register.space = number.parse().ok();
            if register.space.is_none() {
                let message = format!("`{text}` is no register space");
                let found = Diagnostic::error(&codes::REGISTER_SPACE_SYNTAX, message, token.span);
                self.report(found.help("write `space` and a number without a blank, such as `space1`"));
                return false;
            }
            return true;
        }
        // `register(ps_5_0, s3)`: the profile that the register is for.
        if text.contains('_') || matches!(&*text, "vs" | "ps" | "gs" | "hs" | "ds" | "cs") {
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

    /// `b12` is (B, 12); `c` alone is (C, 0), as DXC has it.
    fn class_and_number(&mut self, text: &str, span: Span) -> Option<(RegisterClass, u32)> {
        let mut characters = text.chars();
        let class =
            match characters.next().map(|letter| letter.to_ascii_lowercase()) {
                Some('b') => RegisterClass::B,
                Some('t') => RegisterClass::T,
                Some('u') => RegisterClass::U,
                Some('s') => RegisterClass::S,
                Some('c') => RegisterClass::C,
                Some('i') => RegisterClass::I,
                _ => {
                    let found = Diagnostic::error(&codes::REGISTER_UNKNOWN, format!("`{text}` is no register"), span);
                    self.report(found.help(
                        "registers are b (constant buffers), t (textures), u (writable), s (samplers) and c (constants), with a number",
                    ));
                    return None;
                }
            };
        let number = characters.as_str();
        if number.is_empty() && class == RegisterClass::C {
            return Some((class, 0));
        }
        match number.parse() {
            Ok(number) => Some((class, number)),
            Err(_) => {
                let message = match number.chars().all(|digit| digit.is_ascii_digit()) && !number.is_empty() {
                    true => format!("the register number {number} does not fit 32 bits"),
                    false => format!("`{text}` has no register number"),
                };
                self.error(&codes::REGISTER_NUMBER, message, span);
                None
            }
        }
    }

    /// `packoffset(c4.y)`. The seed writes `packoffset( c[Subcomponent][.component] )`, where the brackets say that
    /// something may be left out: `c` is c0, `c4` is c4.x.
    pub(super) fn packoffset(&mut self) -> Option<PackOffset> {
        let word = self.cursor.next();
        let open = self.expect(TokenKind::ParenOpen, "`(`")?;
        let offset = self.packoffset_place();
        if offset.is_some() && !self.cursor.at(TokenKind::ParenClose) {
            let at = self.cursor.peek();
            let found = self.describe(at);
            let found = Diagnostic::error(&codes::PACKOFFSET_SYNTAX, format!("expected `)` after the register, found {found}"), at.span);
            self.report(found.help("a packoffset is `packoffset(c4)` or `packoffset(c4.y)`"));
            self.close_annotation(open.span);
            return None;
        }
        self.close_annotation(open.span);
        Some(PackOffset { span: word.span.to(self.cursor.last), ..offset? })
    }

    /// What stands in the parentheses.
    fn packoffset_place(&mut self) -> Option<PackOffset> {
        let Some(name) = self.cursor.eat(TokenKind::Ident) else {
            let at = self.cursor.peek().span;
            let found = Diagnostic::error(&codes::PACKOFFSET_SYNTAX, "packoffset names no register", at);
            self.report(found.help("a packoffset is `packoffset(c4)` or `packoffset(c4.y)`"));
            return None;
        };
        let text = self.text(name.symbol).to_owned();
        let (class, register) = self.class_and_number(&text, name.span)?;
        if class != RegisterClass::C {
            let found =
                Diagnostic::error(&codes::PACKOFFSET_CLASS, format!("`{text}` is no register of a constant buffer's constants"), name.span);
            self.report(found.help(format!("packoffset counts 16-byte rows as c0, c1, …: write `c{register}`")));
            return None;
        }
        let capital = text.starts_with('C');
        if self.cursor.eat(TokenKind::Dot).is_none() {
            return Some(PackOffset { register, component: 0, capital, span: name.span });
        }
        let component = self.cursor.peek();
        let text = if component.kind == TokenKind::Ident { self.text(component.symbol) } else { "" };
        let index = match text {
            "x" | "r" => Some(0),
            "y" | "g" => Some(1),
            "z" | "b" => Some(2),
            "w" | "a" => Some(3),
            _ => None,
        };
        let Some(index) = index else {
            let found = self.describe(component);
            let found =
                Diagnostic::error(&codes::PACKOFFSET_COMPONENT_UNKNOWN, format!("{found} is no component of a register"), component.span);
            self.report(
                found.help("a component is one of x, y, z, w or r, g, b, a: the first, second, third or fourth 4 bytes of the row"),
            );
            return None;
        };
        self.cursor.next();
        Some(PackOffset { register, component: index, capital, span: name.span })
    }

    /// Skips effect annotations: `< string UIName = "Tint"; >`.
    pub(super) fn effect_annotations(&mut self) {
        if !self.cursor.at(TokenKind::Less) {
            return;
        }
        loop {
            match self.cursor.next().kind {
                TokenKind::Greater | TokenKind::End => return,
                _ => {}
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Known {
    Binding,
    CounterBinding,
    Offset,
    PushConstant,
    ShaderRecord,
    OutsideBuffers,
    Shader,
    /// `[patchconstantfunc("name")]`: the function calls that one.
    PatchConstantFunction,
    Other,
}

/// The registers among annotations.
pub(super) fn registers(annotations: &[Annotation]) -> Vec<Register> {
    let registers = annotations.iter().filter_map(|annotation| match annotation {
        Annotation::Register(register) => Some(*register),
        _ => None,
    });
    registers.collect()
}

/// The name of an anonymous thing.
pub(super) const ANONYMOUS: Symbol = Symbol::EMPTY;
