//! What stands around a declaration: `[attributes]` before it, `: register(…)`, `: packoffset(…)` and semantics behind.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, ExplicitBinding, Register, Stage};
use padstone_source::{Span, Symbol};

use super::{Keyword, Parser};
use crate::constants::Expressions;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::registers::Registers;
use crate::{SlangOptions, Token, TokenKind};

/// The attributes that bear on layouts and registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub(super) binding: Option<ExplicitBinding>,
    pub(super) counter_binding: Option<ExplicitBinding>,
    pub(super) input_attachment: Option<u32>,
    pub(super) image_format: Option<Symbol>,
    pub(super) vk_offset: Option<(u64, Span)>,
    pub(super) location: Option<(u32, Span)>,
    pub(super) index: Option<u32>,
    pub(super) push_constant: Option<Span>,
    pub(super) shader_record: Option<Span>,
    /// `[[vk::constant_id]]` or `[[vk::ext_builtin_input]]`: the variable has no place in a buffer.
    pub(super) outside_buffers: bool,
    /// The id of a specialization constant.
    pub(super) constant_id: Option<u32>,
    /// Something in them that places what follows was not understood, which has been reported.
    pub(super) broken: bool,
    /// An attribute that only entry points have: `[numthreads(8, 8, 1)]`.
    pub(super) of_entry: bool,
    /// `[shader("…")]`: the function is an entry point.
    pub(super) shader: bool,
    /// Of which stage, if that is one.
    pub(super) stage: Option<Stage>,
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
                into.broken = true;
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
            (true, "binding") => AnnotationName::Binding,
            (true, "counter_binding") => AnnotationName::CounterBinding,
            (true, "input_attachment_index") => AnnotationName::InputAttachment,
            (true, "image_format") => AnnotationName::ImageFormat,
            (true, "offset") => AnnotationName::Offset,
            (true, "location") => AnnotationName::Location,
            (true, "index") => AnnotationName::Index,
            (true, "push_constant") => AnnotationName::PushConstant,
            (true, "shader_record_nv" | "shader_record_ext") => AnnotationName::ShaderRecord,
            // Without SPIR-V, a specialization constant is a member of `$Globals` like any other.
            (true, "constant_id") if !self.options.spirv => AnnotationName::Other,
            (true, "constant_id") => AnnotationName::ConstantId,
            (true, "ext_builtin_input" | "ext_builtin_output") => AnnotationName::OutsideBuffers,
            (false, "shader") => AnnotationName::Shader,
            (false, "numthreads" | "maxvertexcount" | "domain" | "outputtopology" | "earlydepthstencil") => AnnotationName::OfEntry,
            (false, "patchconstantfunc") => AnnotationName::PatchConstantFunction,
            _ => AnnotationName::Other,
        };
        let open = self.cursor.eat(TokenKind::ParenOpen);
        let mut arguments = Vec::new();
        if let Some(open) = open {
            if matches!(known, AnnotationName::PatchConstantFunction) && self.cursor.at(TokenKind::String) {
                let name = self.text(self.cursor.peek().symbol).trim_matches('"').to_owned();
                let name = self.intern(&name);
                self.usage.mention_function(name);
            }
            if matches!(known, AnnotationName::Shader) && self.cursor.at(TokenKind::String) {
                into.stage = SlangOptions::stage(self.text(self.cursor.peek().symbol).trim_matches('"'));
            }
            if matches!(known, AnnotationName::ImageFormat) && self.cursor.at(TokenKind::String) {
                let format = self.text(self.cursor.peek().symbol).trim_matches('"').to_owned();
                into.image_format = Some(self.intern(&format));
            }
            if matches!(
                known,
                AnnotationName::Binding
                    | AnnotationName::CounterBinding
                    | AnnotationName::InputAttachment
                    | AnnotationName::ConstantId
                    | AnnotationName::Offset
                    | AnnotationName::Location
                    | AnnotationName::Index
            ) {
                match self.attribute_arguments() {
                    Some(found) => arguments = found,
                    None => {
                        into.broken = true;
                        return;
                    }
                }
            } else {
                self.skip_to_close(open.span);
            }
        }
        let span = self.cursor.span_from(first.span);
        match known {
            AnnotationName::Binding => into.binding = self.binding(&arguments, span).or(into.binding),
            AnnotationName::CounterBinding => into.counter_binding = self.binding(&arguments, span).or(into.counter_binding),
            AnnotationName::Offset => match arguments[..] {
                [bytes] => into.vk_offset = Some((bytes.into(), span)),
                _ => {
                    into.broken = true;
                    self.wrong_arguments("`vk::offset` takes one argument, an offset in bytes", span);
                }
            },
            AnnotationName::InputAttachment => into.input_attachment = arguments.first().copied(),
            AnnotationName::Location => into.location = arguments.first().map(|&location| (location, span)),
            AnnotationName::Index => into.index = arguments.first().copied(),
            AnnotationName::PushConstant => into.push_constant = Some(span),
            AnnotationName::ShaderRecord => into.shader_record = Some(span),
            AnnotationName::ConstantId => (into.outside_buffers, into.constant_id) = (true, arguments.first().copied()),
            AnnotationName::OutsideBuffers => into.outside_buffers = true,
            AnnotationName::Shader => into.shader = true,
            AnnotationName::OfEntry => into.of_entry = true,
            AnnotationName::ImageFormat | AnnotationName::PatchConstantFunction | AnnotationName::Other => {}
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

    /// Constant arguments up to and including the closing parenthesis; `None` if one has no value, which has been reported.
    fn attribute_arguments(&mut self) -> Option<Vec<u32>> {
        let (mut arguments, mut is_known) = (Vec::new(), true);
        loop {
            let start = self.cursor.peek().span;
            let tokens = self.collect_until(&[TokenKind::Comma, TokenKind::ParenClose]);
            if !tokens.is_empty() {
                match self.integer_constant(tokens, start).map(|value| (value, u32::try_from(value))) {
                    Some((_, Ok(value))) => arguments.push(value),
                    None => is_known = false,
                    Some((value, Err(_))) => {
                        is_known = false;
                        let message = format!("argument {value} does not fit in an unsigned 32-bit integer");
                        self.error(&codes::ATTRIBUTE_ARGUMENT, message, start);
                    }
                }
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.expect(TokenKind::ParenClose, "`)`");
        is_known.then_some(arguments)
    }

    /// Whether a token behind `:` is the word `packoffset`.
    pub(super) fn at_packoffset(&self, token: Token) -> bool {
        token.kind == TokenKind::Ident && self.text(token.symbol) == "packoffset"
    }

    /// Reads any number of `: something` behind a declarator: registers, packoffsets, semantics. Returns whether all of
    /// them were understood; what was not has been reported.
    pub(super) fn colon_annotations(&mut self, into: &mut Vec<Annotation>) -> bool {
        let (mut understood, mut registers) = (true, Vec::new());
        while self.cursor.at(TokenKind::Colon) {
            self.cursor.next();
            match self.peek_keyword() {
                Some(Keyword::Register) => understood &= self.register_annotation(into, &mut registers),
                // It is a name everywhere else (clang 22, measured).
                None if self.at_packoffset(self.cursor.peek()) => match self.packoffset() {
                    Some(offset) => into.push(Annotation::PackOffset(offset)),
                    None => understood = false,
                },
                _ => {
                    let Some(semantic) = self.expect(TokenKind::Ident, "a semantic, `register`, or `packoffset`") else {
                        return false;
                    };
                    into.extend(self.semantic(semantic.symbol, semantic.span));
                    if let Some(open) = self.cursor.eat(TokenKind::ParenOpen) {
                        into.pop();
                        understood &= self.is_payload_access(semantic, open.span);
                        self.skip_to_close(open.span);
                    }
                }
            }
        }
        understood
    }

    /// Whether what has arguments after `:` is payload access: `: read(caller, anyhit)`. Anything else may be a macro that was to give
    /// a `packoffset` or a `register`: if it is one that could not be expanded, that has been reported.
    fn is_payload_access(&mut self, semantic: Token, open: Span) -> bool {
        let is_access = matches!(self.text(semantic.symbol), "read" | "write");
        if !is_access && !self.cursor.preprocessor.is_macro(semantic.symbol) {
            let message = format!("the semantic `{}` takes no arguments", self.text(semantic.symbol));
            let found = Diagnostic::error(&codes::UNEXPECTED_TOKEN, message, open);
            self.report(found.help("define the macro before its use, or remove the parentheses"));
        }
        is_access
    }

    /// Skips effect annotations: `< string UIName = "Tint"; >`. Returns whether what begins with `<` is that, up to its end; if
    /// not, that has been reported and the `<` is the next token still.
    pub(super) fn effect_annotations(&mut self) -> bool {
        if !self.cursor.at(TokenKind::Less) {
            return true;
        }
        let Some(length) = self.effect_annotations_ahead() else {
            let token = self.cursor.peek();
            let message = "expected `;` or the annotations of an effect file, found `<`";
            self.error(&codes::UNEXPECTED_TOKEN, message, token.span);
            return false;
        };
        for _ in 0..length {
            self.cursor.next();
        }
        true
    }

    /// How many tokens annotations take, from `<` to `>`: each is a type, a name, and a value behind `=`. `None` for anything else.
    fn effect_annotations_ahead(&mut self) -> Option<usize> {
        let mut at = 1;
        loop {
            let mut words = 0;
            while self.cursor.peek_at(at).kind == TokenKind::Ident {
                (words, at) = (words + 1, at + 1);
            }
            if words == 0 {
                return (self.cursor.peek_at(at).kind == TokenKind::Greater).then_some(at + 1);
            }
            while matches!(self.cursor.peek_at(at).kind, TokenKind::BracketOpen | TokenKind::BracketClose | TokenKind::Number) {
                at += 1;
            }
            if words < 2 || self.cursor.peek_at(at).kind != TokenKind::Assign {
                return None;
            }
            loop {
                at += 1;
                match self.cursor.peek_at(at).kind {
                    TokenKind::Semicolon => break,
                    // The `;` of the last may be left out.
                    TokenKind::Greater => return Some(at + 1),
                    TokenKind::End => return None,
                    _ => {}
                }
            }
            at += 1;
        }
    }
}

#[derive(Clone, Copy)]
enum AnnotationName {
    Binding,
    CounterBinding,
    InputAttachment,
    ImageFormat,
    Offset,
    Location,
    Index,
    PushConstant,
    ShaderRecord,
    ConstantId,
    OutsideBuffers,
    Shader,
    OfEntry,
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
