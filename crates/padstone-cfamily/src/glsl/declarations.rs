//! What stands at the top level.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Packing, Scalar, SpecializationConstant, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::features::{BUFFER_REFERENCES, EMPTY_DECLARATIONS, UNIFORM_STD430};
use super::keywords::Keyword;
use super::names::Entity;
use super::qualifiers::Qualifiers;
use super::storage::{Storage, written_storage};
use super::type_names::TypeSpec;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::usage::{DeclaredCode, ParameterCount};
use crate::{Token, TokenKind};

impl Parser<'_> {
    /// Everything in the file.
    pub(super) fn translation_unit(&mut self) {
        loop {
            let token = self.cursor.peek();
            match token.kind {
                TokenKind::End => return,
                TokenKind::Semicolon => {
                    self.cursor.next();
                    self.needs(&EMPTY_DECLARATIONS, token.span);
                }
                TokenKind::BraceClose => {
                    self.cursor.next();
                    self.error(&codes::UNEXPECTED_TOKEN, "unmatched `}`", token.span);
                }
                _ => {
                    if self.declaration().is_none() {
                        self.recover();
                        if self.cursor.peek().span == token.span {
                            self.cursor.next();
                        }
                    }
                }
            }
        }
    }

    /// One declaration. `None` if it could not be understood to its end.
    fn declaration(&mut self) -> Option<()> {
        if self.peek_keyword() == Some(Keyword::Precision) {
            return self.precision_statement();
        }
        let qualifiers = self.head.take().unwrap_or_else(|| self.qualifiers());
        let token = self.cursor.peek();
        if token.kind == TokenKind::Semicolon && qualifiers.span.is_some() {
            self.cursor.next();
            self.default_qualifiers(&qualifiers);
            return Some(());
        }
        if token.kind == TokenKind::Ident && self.word(token).is_none() {
            match self.cursor.peek_at(1).kind {
                TokenKind::BraceOpen => {
                    self.block(qualifiers);
                    return Some(());
                }
                TokenKind::Semicolon | TokenKind::Comma if !self.begins_type(token) && qualifiers.span.is_some() => {
                    return self.qualify_again(&qualifiers);
                }
                _ => {}
            }
        }
        if token.kind == TokenKind::BraceOpen && qualifiers.storage.is_some() {
            self.expected("a block name");
            return None;
        }
        let spec = self.type_specifier()?;
        if self.head.is_some() {
            return Some(());
        }
        self.check_precision_place(&spec, qualifiers.precision);
        self.check_precision(&spec, qualifiers.precision);
        if self.cursor.at(TokenKind::Semicolon) {
            self.cursor.next();
            self.check_declared(qualifiers.layout(), true);
            let is_default = self.default_counter_offset(&qualifiers, &spec);
            if !is_default && !spec.dims.counts.is_empty() {
                self.error(&codes::UNEXPECTED_TOKEN, "an array requires a name", spec.span);
            }
            return Some(());
        }
        if spec.defined && (self.begins_variable() || self.cursor.peek().starts_line && !self.continues_record()) {
            self.missing_semicolon("the closing brace");
            return Some(());
        }
        self.declarators(&qualifiers, &spec)
    }

    /// Whether what follows the `}` of a struct, on a new line, belongs to its declaration: a name and no new declaration.
    fn continues_record(&mut self) -> bool {
        let token = self.cursor.peek();
        token.kind == TokenKind::Ident
            && self.word(token).is_none()
            && matches!(
                self.cursor.peek_at(1).kind,
                TokenKind::Semicolon | TokenKind::Comma | TokenKind::BracketOpen | TokenKind::Assign | TokenKind::ParenOpen
            )
    }

    /// `a, b[2] = …;`, or a function.
    fn declarators(&mut self, qualifiers: &Qualifiers, spec: &TypeSpec) -> Option<()> {
        let mut first = true;
        loop {
            let (name, span) = self.declared_name(if spec.void { "a function name" } else { "a name" })?;
            if first && self.cursor.at(TokenKind::ParenOpen) {
                self.check_result(qualifiers);
                self.check_declared(qualifiers.layout(), false);
                self.check_counter(spec);
                return self.function(name, span, (!spec.void).then_some(spec.ty));
            }
            first = false;
            if spec.void {
                self.error(&codes::UNEXPECTED_TOKEN, "a variable cannot have type `void`", spec.span);
                return None;
            }
            let declarator = self.declarator(spec, name, span);
            self.variable(qualifiers, spec, declarator);
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.end_of_declaration()
    }

    /// Consumes the `;` of a declaration, or reports that it is missing. `None` if what follows is no other declaration either.
    pub(super) fn end_of_declaration(&mut self) -> Option<()> {
        if self.cursor.eat(TokenKind::Semicolon).is_some() {
            return Some(());
        }
        self.missing_semicolon("the declaration");
        let token = self.cursor.peek();
        (token.starts_line || self.begins_declaration(token) || self.begins_variable()).then_some(())
    }

    /// A function: its body is skipped. `result` is `None` for `void`.
    fn function(&mut self, name: Symbol, span: Span, result: Option<TypeId>) -> Option<()> {
        self.declare(name, span, Entity::Function);
        self.usage.forget();
        self.implicit.begin_parameters();
        let parameters = self.parameters()?;
        let token = self.cursor.peek();
        match token.kind {
            TokenKind::Semicolon => {
                self.check_function(name, span, result, &parameters, false);
                self.cursor.next();
                self.implicit.forget_parameters();
            }
            TokenKind::BraceOpen => {
                self.check_function(name, span, result, &parameters, true);
                self.check_parameter_names(&parameters.names);
                self.cursor.next();
                self.usage.forget();
                self.usage.begin_parameters();
                parameters.names.iter().for_each(|&(parameter, _)| self.usage.declare_parameter(parameter));
                self.usage.begin_body();
                self.implicit.begin_body();
                self.skip_braces(token.span);
                self.note_uses();
                let total = parameters.types.as_ref().map(|types| types.len() as u32);
                let count = total.map(|total| ParameterCount { total, defaults: 0 });
                self.usage.end_of_function(DeclaredCode::global(name, span), count);
            }
            _ => {
                self.expected("`{` or `;`");
                self.implicit.forget_parameters();
                return (token.starts_line && (self.begins_declaration(token) || self.begins_variable())).then_some(());
            }
        }
        Some(())
    }

    /// `invariant gl_Position;`, `layout(buffer_reference) buffer Node;`: qualifiers for what is declared elsewhere.
    fn qualify_again(&mut self, qualifiers: &Qualifiers) -> Option<()> {
        if qualifiers.layout().constant_id.is_none() {
            self.check_added(qualifiers);
        }
        loop {
            let name = self.expect(TokenKind::Ident, "a name")?;
            if qualifiers.layout().constant_id.is_some() {
                if !self.specialize_builtin(qualifiers, name) {
                    self.check_added(qualifiers);
                }
            } else if let Some(at) = qualifiers.layout().buffer_reference {
                self.needs(&BUFFER_REFERENCES, at);
                if !matches!(self.names.lookup(name.symbol), Some(Entity::Reference { .. })) {
                    let ty = self.reference_to(name.symbol);
                    self.declare(name.symbol, name.span, Entity::Reference { ty, defined: false });
                }
            } else if self.names.lookup(name.symbol).is_none() && !self.text(name.symbol).starts_with("gl_") {
                self.report_unknown_name(name, qualifiers);
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.end_of_declaration()
    }

    fn report_unknown_name(&mut self, name: Token, qualifiers: &Qualifiers) {
        let text = self.text(name.symbol).to_owned();
        let found = Diagnostic::error(&codes::UNKNOWN_TYPE, format!("unknown type or declaration `{text}`"), name.span).unknown(text);
        let help = match qualifiers.storage {
            Some(_) => "add a type before the name",
            None => "declare it before qualifying it again",
        };
        self.report(found.help(help));
    }

    /// `layout(std140, row_major) uniform;`, `layout(local_size_x = 64) in;`: what holds from here on.
    fn default_qualifiers(&mut self, qualifiers: &Qualifiers) {
        self.check_defaults(qualifiers);
        let layout = qualifiers.layout();
        let wrong = [
            (layout.binding.map(|(_, at)| at), "`binding` is allowed on a block, not as a default"),
            (layout.location.map(|(_, at)| at), "`location` is allowed on a variable, not as a default"),
            (layout.component.map(|(_, at)| at), "`component` is allowed on a variable, not as a default"),
            (layout.index.map(|(_, at)| at), "`index` is allowed on a variable, not as a default"),
            (layout.offset.map(|(_, at)| at), "`offset` is allowed on a member, not as a default"),
            (layout.align.map(|(_, at)| at), "`align` is allowed on a block or a member, not as a default"),
            (
                layout.push_constant.or(layout.shader_record).or(layout.buffer_reference),
                "the qualifier is allowed on a block, not as a default",
            ),
            (layout.constant_id.map(|(_, at)| at), "`constant_id` is allowed only on constants"),
        ];
        let mut is_wrong = false;
        for (at, message) in wrong {
            if let Some(at) = at {
                let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_PLACE, message, at);
                self.report(found.help("add a type or a block: without one, the declaration sets defaults"));
                is_wrong = true;
            }
        }
        if let Some((storages, at)) = layout.of_stage {
            let is_there = qualifiers.storage.map_or(storages.is_empty(), |(storage, _)| storages.contains(&storage));
            if !is_there {
                let written = format!("layout(…){};", written_storage(storages));
                let found =
                    Diagnostic::error(&codes::LAYOUT_QUALIFIER_PLACE, "the qualifier applies to the stage, not to this default", at);
                self.report(found.help(format!("write `{written}`")));
            }
            is_wrong = true;
        }
        match qualifiers.storage {
            Some((Storage::Uniform, _)) => {
                if let Some((Packing::Std430, at)) = layout.packing {
                    self.needs(&UNIFORM_STD430, at);
                }
                let defaults = &mut self.defaults.uniform;
                defaults.packing = layout.packing.map_or(defaults.packing, |(packing, _)| packing);
                defaults.major = layout.major.map_or(defaults.major, |(major, _)| major);
                defaults.unknown |= layout.unplaced || layout.offset.is_some() || layout.align.is_some();
            }
            Some((Storage::Buffer, _)) => {
                let defaults = &mut self.defaults.buffer;
                defaults.packing = layout.packing.map_or(defaults.packing, |(packing, _)| packing);
                defaults.major = layout.major.map_or(defaults.major, |(major, _)| major);
                defaults.unknown |= layout.unplaced || layout.offset.is_some() || layout.align.is_some();
            }
            storage => {
                let of_buffers = layout.packing.map(|(_, at)| at).or(layout.major.map(|(_, at)| at));
                if let Some(at) = of_buffers {
                    let found =
                        Diagnostic::error(&codes::LAYOUT_QUALIFIER_PLACE, "the qualifier is allowed only on uniforms and buffers", at);
                    self.report(found.help("add `uniform` or `buffer` after it"));
                    is_wrong = true;
                }
                let sizes = layout.local_size.iter().chain(&layout.local_size_ids).any(Option::is_some);
                if storage.is_none() && !is_wrong && !sizes && !qualifiers.subroutine && !layout.incomplete {
                    layout.span.into_iter().for_each(|at| self.report_no_default(at));
                }
            }
        }
        self.work_group_size(qualifiers);
        self.take_stage_qualifiers(qualifiers);
    }

    fn work_group_size(&mut self, qualifiers: &Qualifiers) {
        let layout = qualifiers.layout();
        let sizes = layout.local_size.iter().chain(&layout.local_size_ids).flatten();
        if let Some(at) = sizes.map(|&(_, at)| at).min()
            && !qualifiers.is(Storage::In)
        {
            let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_PLACE, "the workgroup size requires `in`", at);
            return self.report(found.help("write `layout(…) in;`"));
        }
        for (axis, id) in layout.local_size_ids.iter().enumerate() {
            let Some((id, span)) = *id else { continue };
            self.work_group.specialized = true;
            match self.work_group.ids[axis] {
                Some((before, first)) if before != id => {
                    let message = format!("workgroup size ID {id} differs from the earlier {before}");
                    let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_VALUE, message, span);
                    self.report(found.label(span, "").label(first, "first declared here"));
                    continue;
                }
                Some(_) => continue,
                None => self.work_group.ids[axis] = Some((id, span)),
            }
            let name = self.intern(["gl_WorkGroupSize.x", "gl_WorkGroupSize.y", "gl_WorkGroupSize.z"][axis]);
            let ty = self.module.types.intern(Type::Scalar(Scalar::Uint32));
            self.module.specialization_constants.push(SpecializationConstant { name, span, ty, id: Some(id), has_value: true });
        }
        for (axis, size) in layout.local_size.iter().enumerate() {
            let Some((size, at)) = *size else { continue };
            match self.work_group.sizes[axis] {
                Some((before, first)) if before != size => {
                    let message = format!("workgroup size {size} differs from the earlier {before}");
                    let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_VALUE, message, at);
                    self.report(found.label(at, "").label(first, "first declared here"));
                }
                Some(_) => {}
                None => self.work_group.sizes[axis] = Some((size, at)),
            }
        }
    }

    /// Reports a word that the language keeps for itself, where it is to be a name.
    pub(super) fn check_word(&mut self, token: Token) {
        if self.words.is_reserved(token.symbol) {
            let message = format!("`{}` is a reserved word", self.text(token.symbol));
            self.error(&codes::NAME_RESERVED, message, token.span);
        } else {
            let text = self.text(token.symbol);
            if !text.is_ascii() || text.contains('$') {
                self.check_name(token.symbol, token.span);
            }
        }
    }
}
