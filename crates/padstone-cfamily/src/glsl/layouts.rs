//! `layout(…)`: its qualifiers, read and checked one by one.

mod identifiers;

use std::rc::Rc;

use padstone_diag::{Diagnostic, Edit, codes, nearest};
use padstone_model::{Align, ExplicitBinding, Major, Packing};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::constants::{Constant, Origin};
use super::features::{
    ALIGNMENTS, BINDINGS, BUFFER_REFERENCES, COMPUTED_QUALIFIERS, DESCRIPTOR_SETS, Feature, INPUT_ATTACHMENTS, PUSH_CONSTANTS, SCALAR,
    STD430,
};
use super::keywords::{Keyword, Texel};
use super::stage_qualifiers::{StageChoice, StageValue};
use super::storage::{Storage, written_storage};
use crate::constants::Expressions;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};
use identifiers::{Identifier, known, names, required};

/// What a declaration says in `layout(…)`; of several qualifiers of one sort the last counts (section 4.4).
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// From the first `layout` to the last `)`.
    pub(super) span: Option<Span>,
    pub(super) packing: Option<(Packing, Span)>,
    pub(super) major: Option<(Major, Span)>,
    pub(super) offset: Option<(u32, Span)>,
    pub(super) align: Option<(Align, Span)>,
    pub(super) binding: Option<(u32, Span)>,
    pub(super) set: Option<(u32, Span)>,
    pub(super) location: Option<(u32, Span)>,
    pub(super) push_constant: Option<Span>,
    pub(super) shader_record: Option<Span>,
    pub(super) buffer_reference: Option<Span>,
    pub(super) constant_id: Option<(u32, Span)>,
    pub(super) component: Option<(u32, Span)>,
    /// That of dual-source blending.
    pub(super) index: Option<(u32, Span)>,
    /// What it says of the stage, with the storages of the defaults that can say it.
    pub(super) of_stage: Option<(&'static [Storage], Span)>,
    /// What it chooses for the stage, such as `triangles`, by [`StageChoice`].
    pub(super) stage_choices: [Option<(&'static str, Span)>; StageChoice::COUNT],
    /// The values of the stage, by [`StageValue`].
    pub(super) stage_values: [Option<(u32, Span)>; StageValue::COUNT],
    /// The built-in variable that it is of.
    pub(super) redeclares: Option<(&'static str, Span)>,
    /// The qualifier by which a built-in variable can be redeclared.
    pub(super) of_builtin: Option<(&'static str, Span)>,
    pub(super) input_attachment: Option<(u32, Span)>,
    pub(super) format: Option<(Format, Span)>,
    /// `local_size_x` to `local_size_z`.
    pub(super) local_size: [Option<(u32, Span)>; 3],
    /// The ids of those that are specialized: `local_size_x_id` to `local_size_z_id`.
    pub(super) local_size_ids: [Option<(u32, Span)>; 3],
    /// Whether something in it was not understood, which has been reported.
    pub(super) incomplete: bool,
    /// Whether that may say how memory is laid out.
    pub(super) unplaced: bool,
    /// Whether it is the set or the binding.
    pub(super) unbound: bool,
}

impl Layout {
    /// The binding, in its set; `None` if one of them was not understood.
    pub(super) fn slot(&self) -> Option<ExplicitBinding> {
        let set = self.set.map(|(set, _)| set);
        self.binding.filter(|_| !self.unbound).map(|(binding, span)| ExplicitBinding { binding, set, span })
    }

    /// That of a declaration without `layout(…)`.
    pub(super) const NONE: Layout = Layout {
        span: None,
        packing: None,
        major: None,
        offset: None,
        align: None,
        binding: None,
        set: None,
        location: None,
        push_constant: None,
        shader_record: None,
        buffer_reference: None,
        constant_id: None,
        component: None,
        index: None,
        of_stage: None,
        stage_choices: [None; StageChoice::COUNT],
        stage_values: [None; StageValue::COUNT],
        redeclares: None,
        of_builtin: None,
        input_attachment: None,
        format: None,
        local_size: [None; 3],
        local_size_ids: [None; 3],
        incomplete: false,
        unplaced: false,
        unbound: false,
    };
}

impl Default for Layout {
    fn default() -> Self {
        Layout::NONE
    }
}

/// The format of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Format {
    pub(super) texel: Texel,
    pub(super) name: &'static str,
}

/// The largest binding and set that glslang 12 takes (measured).
const MAX_BINDING: u32 = 65534;
const MAX_SET: u32 = 62;
/// The largest location that glslang 12 takes (measured).
const MAX_LOCATION: u32 = 4094;
/// The largest work group that glslang 12 takes without a configuration (`gl_MaxComputeWorkGroupSize`).
const MAX_LOCAL_SIZE: [u32; 3] = [1024, 1024, 64];
/// The largest index of an attachment that glslang 12 takes (measured).
const MAX_ATTACHMENT: u32 = 254;
/// There are two sources to blend (section 4.4.2).
const MAX_INDEX: u32 = 1;
/// The largest number of a specialization constant that glslang 12 takes (measured).
const MAX_CONSTANT_ID: u32 = 2046;

impl Parser<'_> {
    /// Reads `( a, b = 1 )`, `layout` being read.
    pub(super) fn layout(&mut self, word: Span, into: &mut Layout) {
        if self.expect(TokenKind::ParenOpen, "`(` after `layout`").is_none() {
            return;
        }
        loop {
            let token = self.cursor.peek();
            let named = token.kind == TokenKind::Ident && (self.word(token).is_none() || self.keyword(token) == Some(Keyword::Shared));
            if !named {
                self.expected("a layout qualifier");
                self.close_layout();
                (into.incomplete, into.unplaced) = (true, true);
                break;
            }
            self.cursor.next();
            self.layout_qualifier(token.span, token.symbol, into);
            if self.cursor.eat(TokenKind::Comma).is_some() {
                continue;
            }
            if self.cursor.eat(TokenKind::ParenClose).is_none() {
                self.expected("`,` or `)`");
                self.close_layout();
                (into.incomplete, into.unplaced) = (true, true);
            }
            break;
        }
        let span = self.cursor.span_from(into.span.unwrap_or(word));
        into.span = Some(span);
    }

    /// Skips what is left of a `layout(…)`, which has been reported. A keyword, a body, or the end of the declaration ends
    /// it too.
    fn close_layout(&mut self) {
        while !self.ends_layout() {
            self.cursor.next();
        }
        self.cursor.eat(TokenKind::ParenClose);
    }

    /// Whether the next token is none of a `layout(…)` any more.
    fn ends_layout(&self) -> bool {
        match self.cursor.peek().kind {
            TokenKind::ParenClose | TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose | TokenKind::End => true,
            TokenKind::Ident => !matches!(self.peek_keyword(), None | Some(Keyword::Shared | Keyword::True | Keyword::False)),
            _ => false,
        }
    }

    /// The tokens of the value of a qualifier.
    fn layout_tokens(&mut self) -> Rc<[Token]> {
        let (mut tokens, mut depth) = (Vec::new(), 0u32);
        loop {
            let token = self.cursor.peek();
            match token.kind {
                TokenKind::Comma | TokenKind::ParenClose if depth == 0 => break,
                TokenKind::ParenOpen | TokenKind::BracketOpen => depth += 1,
                TokenKind::ParenClose | TokenKind::BracketClose => depth = depth.saturating_sub(1),
                _ if self.ends_layout() => break,
                _ => {}
            }
            tokens.push(self.cursor.next());
        }
        tokens.into()
    }

    fn layout_qualifier(&mut self, name: Span, symbol: Symbol, into: &mut Layout) {
        // The case of layout qualifiers does not count (section 4.4).
        let text = self.text(symbol).to_ascii_lowercase();
        let known = known(&text);
        if known.is_some_and(|known| !known.in_stage(self.options.stage)) {
            let message = format!("layout qualifier `{text}` is not available in this stage");
            self.error(&codes::STAGE_LACKS, message, name);
        }
        for feature in required(&text) {
            self.needs(feature, name);
        }
        let value = if self.cursor.at(TokenKind::Assign) { Some(self.layout_value(&text)) } else { None };
        let span = self.cursor.span_from(name);
        let places = |id| matches!(id, Valued::Offset | Valued::Align);
        let binds = |id| matches!(id, Valued::Set | Valued::Binding);
        match (known.map(|known| known.identifier), value) {
            (Some(Identifier::Flag(flag)), None) => self.flag(flag, name, into),
            (Some(Identifier::Value(id)), Some(Some(value))) => self.valued(id, &text, value, span, into),
            (Some(Identifier::Value(id)), Some(None)) => {
                into.incomplete = true;
                into.unplaced |= places(id);
                into.unbound |= binds(id);
            }
            (Some(Identifier::Flag(_)), Some(_)) => {
                (into.incomplete, into.unplaced) = (true, true);
                let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_VALUE, format!("`{text}` takes no value"), span);
                self.report(found.help("remove the `=` and the value"));
            }
            (Some(Identifier::Value(id)), None) => {
                into.incomplete = true;
                into.unplaced |= places(id);
                into.unbound |= binds(id);
                let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_VALUE, format!("`{text}` requires a value"), span);
                self.report(found.help(format!("write, for example, `{text} = 0`")));
            }
            (None, _) => {
                (into.incomplete, into.unplaced) = (true, true);
                let mut found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_UNKNOWN, format!("unknown layout qualifier `{text}`"), name);
                if let Some(&nearest) = nearest(&text, names()).first() {
                    let edit = Edit { span: name, text: nearest.to_owned() };
                    found = found.guess(format!("write `{nearest}`"), vec![edit]);
                }
                self.report(found);
            }
        }
    }

    /// The value of a qualifier behind its `=`; `None`, reported, if it is none.
    fn layout_value(&mut self, name: &str) -> Option<u32> {
        self.cursor.next();
        let start = self.cursor.peek().span;
        let tokens = self.layout_tokens();
        let at = tokens.last().map_or(start, |last| self.cursor.join(start, last.span));
        if tokens.is_empty() {
            self.expected("a number");
            return None;
        }
        let constant = self.constant(tokens, at);
        let constant: Constant = self.reported(constant)?;
        self.warn_by_zero(&constant);
        match constant.origin {
            Origin::Literal => {}
            Origin::Constant => self.needs(&COMPUTED_QUALIFIERS, at),
            Origin::Specialized | Origin::Computed => {
                let found =
                    Diagnostic::error(&codes::LAYOUT_QUALIFIER_VALUE, "a layout qualifier cannot depend on a specialization constant", at);
                self.report(found.help("write a number that is known at compile time"));
                return None;
            }
        }
        let value = self.integer(constant, at);
        let value = self.reported(value)?;
        if let Ok(value) = u32::try_from(value) {
            return Some(value);
        }
        let problem = if value < 0 { "cannot be negative" } else { "must fit in 32 bits" };
        let message = format!("`{name}` {problem}, found {value}");
        self.error(&codes::LAYOUT_QUALIFIER_VALUE, message, at);
        None
    }

    /// A qualifier without a value.
    fn flag(&mut self, flag: Flag, at: Span, into: &mut Layout) {
        match flag {
            Flag::Packing(packing) => {
                let feature: Option<&Feature> = match packing {
                    Packing::Std430 => Some(&STD430),
                    Packing::Scalar => Some(&SCALAR),
                    _ => None,
                };
                if let Some(feature) = feature {
                    self.needs(feature, at);
                }
                if matches!(packing, Packing::Shared | Packing::Packed) && self.is_vulkan() {
                    let name = if packing == Packing::Shared { "shared" } else { "packed" };
                    let message = format!("`{name}` blocks are available only on OpenGL");
                    let edit = Edit { span: at, text: "std140".to_owned() };
                    let found = Diagnostic::error(&codes::PACKING_UNPLACED, message, at);
                    self.report(found.fix("use `std140`", vec![edit]));
                }
                into.packing = Some((packing, at));
            }
            Flag::Major(major) => into.major = Some((major, at)),
            Flag::PushConstant => {
                self.needs(&PUSH_CONSTANTS, at);
                into.push_constant = Some(at);
            }
            Flag::ShaderRecord => into.shader_record = Some(at),
            Flag::BufferReference => {
                self.needs(&BUFFER_REFERENCES, at);
                into.buffer_reference = Some(at);
            }
            Flag::Format(format) => into.format = Some((format, at)),
            Flag::OfStage(storages) => into.of_stage = Some((storages, at)),
            Flag::Choice(choice, name, storages) => {
                into.stage_choices[choice as usize] = Some((name, at));
                into.of_stage = Some((storages, at));
            }
            Flag::Redeclares(name) => into.redeclares = Some((name, at)),
            Flag::OfBuiltin(name) => into.of_builtin = Some((name, at)),
            Flag::Other => {}
        }
    }

    /// A qualifier with a value.
    fn valued(&mut self, id: Valued, text: &str, value: u32, at: Span, into: &mut Layout) {
        let within = |parser: &mut Self, most: u32| {
            let fits = value <= most;
            if !fits {
                let message = format!("`{text}` {value} is too large: the maximum is {most}");
                parser.error(&codes::LAYOUT_QUALIFIER_VALUE, message, at);
            }
            fits
        };
        match id {
            Valued::Offset => into.offset = Some((value, at)),
            Valued::Align => {
                self.needs_unless_vulkan(&ALIGNMENTS, at);
                match Align::new(value.into()) {
                    Some(align) => into.align = Some((align, at)),
                    None => {
                        into.unplaced = true;
                        let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_VALUE, format!("{value} is not a power of two"), at);
                        let below = value.checked_ilog2().map_or(1, |log| 1u64 << log);
                        self.report(found.help(format!("write {below} or {}", below * 2)));
                    }
                }
            }
            Valued::Binding => {
                self.needs(&BINDINGS, at);
                into.unbound |= !within(self, MAX_BINDING);
                into.incomplete |= into.unbound;
                into.binding = Some((value, at));
            }
            Valued::Set => {
                self.needs(&DESCRIPTOR_SETS, at);
                into.unbound |= !within(self, MAX_SET);
                into.incomplete |= into.unbound;
                into.set = Some((value, at));
            }
            Valued::Location => {
                into.incomplete |= !within(self, MAX_LOCATION);
                into.location = Some((value, at));
            }
            Valued::ConstantId => {
                into.incomplete |= !within(self, MAX_CONSTANT_ID);
                into.constant_id = Some((value, at));
            }
            Valued::InputAttachment => {
                self.needs(&INPUT_ATTACHMENTS, at);
                into.incomplete |= !within(self, MAX_ATTACHMENT);
                into.input_attachment = Some((value, at));
            }
            Valued::LocalSize(_) if value == 0 => {
                self.error(&codes::LAYOUT_QUALIFIER_VALUE, "a workgroup size cannot be 0", at);
            }
            Valued::LocalSize(axis) if value > MAX_LOCAL_SIZE[usize::from(axis)] => {
                let most = MAX_LOCAL_SIZE[usize::from(axis)];
                let message = format!("the workgroup size exceeds the maximum of {most} in this dimension");
                self.error(&codes::LAYOUT_QUALIFIER_VALUE, message, at);
            }
            Valued::LocalSize(axis) => into.local_size[usize::from(axis)] = Some((value, at)),
            Valued::LocalSizeId(axis) => into.local_size_ids[usize::from(axis)] = Some((value, at)),
            Valued::ReferenceAlign if !value.is_power_of_two() => {
                self.error(&codes::LAYOUT_QUALIFIER_VALUE, format!("{value} is not a power of two"), at);
            }
            Valued::Component => into.component = Some((value, at)),
            Valued::Index => {
                into.incomplete |= !within(self, MAX_INDEX);
                into.index = Some((value, at));
            }
            Valued::OfStage(of_stage, storages) => {
                self.check_stage_value(of_stage, value, at);
                into.stage_values[of_stage as usize] = Some((value, at));
                into.of_stage = Some((storages, at));
            }
            Valued::OfBuiltin(name) => into.of_builtin = Some((name, at)),
            Valued::ReferenceAlign | Valued::Other => {}
        }
    }

    /// Reports qualifiers that nothing with a type takes: those of the stage, and `index` unless it is a variable's.
    pub(super) fn check_declared(&mut self, layout: &Layout, is_variable: bool) {
        if let Some((storages, at)) = layout.of_stage {
            let message = "the qualifier applies to the stage, not to a variable, block, or function";
            let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_PLACE, message, at);
            self.report(found.help(format!("declare it alone: `layout(…){};`", written_storage(storages))));
        }
        if let Some((_, at)) = layout.index.filter(|_| !is_variable) {
            self.error(&codes::LAYOUT_QUALIFIER_PLACE, "`index` is allowed only on outputs", at);
        }
    }

    /// [`Self::needs`] of what every version has on Vulkan.
    pub(super) fn needs_unless_vulkan(&mut self, feature: &Feature, at: Span) {
        if !self.is_vulkan() {
            self.needs(feature, at);
        }
    }
}

/// Qualifiers without a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flag {
    Packing(Packing),
    Major(Major),
    PushConstant,
    ShaderRecord,
    BufferReference,
    Format(Format),
    /// Of the stage, in a default of one of these storages; of none, without one.
    OfStage(&'static [Storage]),
    /// The same, of which the stage has one: `triangles`.
    Choice(StageChoice, &'static str, &'static [Storage]),
    /// Of a built-in variable that is redeclared.
    Redeclares(&'static str),
    /// Of built-in variables, which can be redeclared with it; on others it has no effect.
    OfBuiltin(&'static str),
    Other,
}

/// Qualifiers with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Valued {
    Offset,
    Align,
    Binding,
    Set,
    Location,
    ConstantId,
    InputAttachment,
    /// In the first, second or third dimension, counted from 0.
    LocalSize(u8),
    /// In the first, second or third dimension.
    LocalSizeId(u8),
    ReferenceAlign,
    Component,
    Index,
    /// As [`Flag::OfStage`].
    OfStage(StageValue, &'static [Storage]),
    /// As [`Flag::OfBuiltin`].
    OfBuiltin(&'static str),
    Other,
}
