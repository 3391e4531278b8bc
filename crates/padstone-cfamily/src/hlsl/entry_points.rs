//! Functions, and what goes into entry points and comes out. Bodies are skipped.

use std::rc::Rc;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Annotation, Direction, EntryPoint, Field, Signature, Undeclared};
use padstone_source::{Span, Symbol};

use super::annotations::{ANONYMOUS, Attributes};
use super::redeclarations::Declared;
use super::scopes::ScopeId;
use super::specifiers::{Interface, Name, Specifiers};
use super::{Keyword, Parser};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::usage::DeclaredCode;
use crate::{Token, TokenKind};

impl Specifiers {
    /// What makes a member, a parameter or a result a stage input or output, besides its semantic.
    pub(super) fn interface_annotations(&self, direction: Option<Direction>) -> Vec<Annotation> {
        let Interface { interpolation, sampling, .. } = self.interface;
        let location = self.attributes.location.map(|(location, span)| Annotation::Location { location, span });
        let index = self.attributes.index.map(Annotation::Index);
        // Most declarations have none of these: nothing is allocated for them.
        let mut annotations = Vec::new();
        annotations.extend(location);
        annotations.extend(index);
        annotations.extend(interpolation.into_iter().chain(sampling).map(Annotation::Interpolation));
        annotations.extend(direction.map(Annotation::Direction));
        annotations
    }
}

/// What the arrays of parameters of geometry and mesh shaders hold.
const ELEMENTS: [&str; 9] = ["point", "line", "triangle", "lineadj", "triangleadj", "vertices", "primitives", "indices", "payload"];

impl Parser<'_> {
    /// A function: its parameters and body are skipped.
    pub(super) fn function(&mut self, specifiers: &Specifiers, name: Name) -> Option<()> {
        let Name { symbol: name, span, qualifier } = name;
        if qualifier.is_none() {
            self.note_name(name, span, Declared::Function);
            if self.templates.reading_function {
                // The current scope is that of the template's parameters.
                let outer = self.scopes.parent(self.scopes.current);
                let inner = std::mem::replace(&mut self.scopes.current, outer);
                self.note_name(name, span, Declared::Function);
                self.hide_type(name);
                self.scopes.current = inner;
            }
            self.hide_type(name);
        }
        let open = self.cursor.next();
        let mut is_entry_like = specifiers.attributes.shader || specifiers.attributes.of_entry || self.text(name) == "main";
        let is_selected = match self.options.entry.as_deref() {
            Some(entry) => entry == self.text(name),
            // The default of dxc and fxc.
            None => self.options.target.stage.is_some() && self.text(name) == "main",
        };
        let is_entry = specifiers.attributes.shader || is_selected;
        let parameters = if is_entry || self.has_undeclared_params() { self.parameters_ahead() } else { Vec::new() };
        self.refuse_annotations_on_parameters();
        self.usage.begin_parameters();
        if !self.skip_to_close(open.span) {
            return None;
        }
        let count = self.usage.is_recording().then(|| self.usage.parameter_count());
        let mut annotations = specifiers.interface_annotations(None);
        loop {
            let token = self.cursor.peek();
            match token.kind {
                TokenKind::Semicolon => {
                    self.cursor.next();
                    break;
                }
                TokenKind::BraceOpen => {
                    self.cursor.next();
                    self.usage.begin_body();
                    if !self.skip_function_body(token.span) {
                        self.unclosed(token.span);
                    }
                    if is_entry {
                        let result = Field::member(ANONYMOUS, span, specifiers.ty, std::mem::take(&mut annotations));
                        self.entry_point(specifiers, name, span, &parameters, result);
                    }
                    self.module.program.unstaged_entry_points |= is_entry_like && !is_entry && self.options.entry.is_none();
                    if is_entry_like {
                        self.usage.declare_entry(name);
                        self.undeclared_uniforms(name, span, &parameters);
                    }
                    break;
                }
                TokenKind::End | TokenKind::BraceClose => {
                    self.expected("`{` or `;`");
                    return None;
                }
                TokenKind::Ident if token.starts_line && (self.begins_declaration(token) || self.begins_variable()) => {
                    self.expected("`{` or `;`");
                    break;
                }
                TokenKind::Ident if self.keyword(token) == Some(Keyword::Const) => {
                    self.cursor.next();
                }
                // A semantic, a subobject annotation.
                TokenKind::Colon => {
                    self.cursor.next();
                    let semantic = self.expect(TokenKind::Ident, "a semantic")?;
                    if self.keyword(semantic) == Some(Keyword::Register) {
                        self.refuse_register("on a function", semantic.span);
                    }
                    if self.at_packoffset(semantic) {
                        self.misplaced_packoffset("on a function", semantic.span);
                    }
                    is_entry_like |= self.text(semantic.symbol).get(..3).is_some_and(|start| start.eq_ignore_ascii_case("SV_"));
                    annotations.extend(self.semantic(semantic.symbol, semantic.span));
                    if let Some(open) = self.cursor.eat(TokenKind::ParenOpen) {
                        self.skip_to_close(open.span);
                    }
                }
                _ => {
                    self.expected("`{` or `;`");
                    return None;
                }
            }
        }
        let is_generic = self.templates.reading_function || qualifier == Some(ScopeId::UNKNOWN);
        let (scope, body_scope) = self.scopes_of(qualifier);
        let (names_before, ty) = (self.scopes.count(), Some(specifiers.ty));
        self.usage.end_of_function(DeclaredCode { name, scope, body_scope, is_generic, names_before, span, ty }, count);
        Some(())
    }

    /// The scope that a function or variable with this qualifier is declared in, and the innermost around the names in it: the current scope of a
    /// template is that of its parameters.
    pub(super) fn scopes_of(&self, qualifier: Option<ScopeId>) -> (ScopeId, ScopeId) {
        let current = self.scopes.current;
        match qualifier {
            Some(ScopeId::UNKNOWN) => (ScopeId::UNKNOWN, current),
            Some(scope) => (scope, scope),
            None if self.templates.reading_function => (self.scopes.parent(current), current),
            None => (current, current),
        }
    }

    /// An entry point, as far as what goes in and comes out.
    fn entry_point(&mut self, specifiers: &Specifiers, name: Symbol, span: Span, parameters: &[Vec<Token>], result: Field) {
        let parameters: Vec<Field> = parameters.iter().filter_map(|tokens| self.entry_parameter(tokens)).collect();
        let is_uniform = |field: &&Field| field.annotations.contains(&Annotation::Direction(Direction::Uniform));
        match self.options.fxc {
            true if self.options.entry.as_deref() == Some(self.text(name)) => {
                let uniforms = parameters.iter().filter(is_uniform).cloned().collect();
                self.entry_uniforms(span, uniforms);
            }
            true => {}
            false => parameters.iter().filter(is_uniform).for_each(|parameter| self.report_entry_uniform(parameter)),
        }
        let result = (!specifiers.spec.void).then_some(result);
        let signature = self.module.program.signatures.push(Signature { parameters, result, ..Signature::default() });
        if specifiers.attributes.shader || self.options.entry.is_none() {
            let stage = specifiers.attributes.stage.or(self.options.target.stage);
            self.module.entry_points.push(EntryPoint { name, span, stage, signature: Some(signature) });
        } else {
            self.usage.enters(name, signature);
        }
    }

    /// Without a requested entry point, FXC's `$Params` of the functions that may be one is not declared.
    fn has_undeclared_params(&self) -> bool {
        self.options.fxc && self.options.entry.is_none()
    }

    fn undeclared_uniforms(&mut self, function: Symbol, span: Span, parameters: &[Vec<Token>]) {
        let is_uniform = |token: &Token| self.keyword(*token) == Some(Keyword::Uniform);
        if self.has_undeclared_params() && parameters.iter().flatten().any(is_uniform) {
            self.module.undeclared.push(Undeclared::Uniforms { function, span });
        }
    }

    /// The tokens of each parameter at hand, up to the closing parenthesis.
    fn parameters_ahead(&mut self) -> Vec<Vec<Token>> {
        // In a default value, `<` compares: `bool a = 1 < 2, float4 b : B`.
        let (mut parameters, mut depth, mut in_default) = (vec![Vec::new()], 0u32, false);
        for ahead in 0.. {
            let token = self.cursor.peek_at(ahead);
            match token.kind {
                TokenKind::ParenOpen | TokenKind::BracketOpen => depth += 1,
                TokenKind::ParenClose if depth == 0 => break,
                TokenKind::ParenClose | TokenKind::BracketClose => depth = depth.saturating_sub(1),
                TokenKind::Less if !in_default => depth += 1,
                TokenKind::Greater if !in_default => depth = depth.saturating_sub(1),
                TokenKind::Assign if depth == 0 => in_default = true,
                TokenKind::Comma if depth == 0 => {
                    in_default = false;
                    parameters.push(Vec::new());
                    continue;
                }
                TokenKind::BraceOpen | TokenKind::BraceClose | TokenKind::Semicolon | TokenKind::End => break,
                _ => {}
            }
            parameters.last_mut().into_iter().for_each(|last| last.push(token));
        }
        parameters
    }

    /// A parameter of an entry point. What is wrong with it is not reported: no function's parameters are checked.
    fn entry_parameter(&mut self, tokens: &[Token]) -> Option<Field> {
        let is_element = |(at, token): (usize, &Token)| {
            let qualifies = tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Ident);
            token.kind == TokenKind::Ident && qualifies && ELEMENTS.contains(&self.text(token.symbol))
        };
        let element = tokens.iter().enumerate().position(is_element);
        let mut kept = tokens.to_vec();
        if let Some(at) = element {
            kept.remove(at);
        }
        let (kept, at): (Rc<[Token]>, Span) = (kept.into(), tokens.first()?.span);
        let (before, last) = (std::mem::take(self.cursor.diagnostics()), self.cursor.last);
        self.cursor.replay(kept, at);
        let field = self.parameter_declaration(element.is_some());
        self.cursor.end_replay();
        self.cursor.last = last;
        let found = std::mem::replace(self.cursor.diagnostics(), before);
        self.keep_outside(found, tokens);
        field
    }

    /// Reports what was found elsewhere than in those tokens: in templates that they name.
    fn keep_outside(&mut self, found: Diagnostics, tokens: &[Token]) {
        let is_inside = |span: Span| tokens.iter().any(|token| token.span.start <= span.start && span.start < token.span.end);
        for diagnostic in found.iter().filter(|diagnostic| diagnostic.span.is_some_and(|span| !is_inside(span))) {
            self.report(diagnostic.clone());
        }
    }

    fn parameter_declaration(&mut self, is_per_vertex: bool) -> Option<Field> {
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes);
        let specifiers = self.specifiers(attributes)?;
        let name = self.expect(TokenKind::Ident, "a name")?;
        let dims = self.dimensions();
        let ty = self.array_of(specifiers.ty, &dims);
        let mut annotations = specifiers.interface_annotations(Some(specifiers.interface.direction.unwrap_or(Direction::In)));
        self.colon_annotations(&mut annotations);
        if is_per_vertex && !dims.counts.is_empty() {
            annotations.push(Annotation::PerVertex);
        }
        Some(Field::member(name.symbol, name.span, ty, annotations))
    }

    /// Reports `packoffset` and `register` among the parameters at hand.
    fn refuse_annotations_on_parameters(&mut self) {
        let (mut depth, mut previous) = (0u32, TokenKind::ParenOpen);
        for ahead in 0.. {
            let token = self.cursor.peek_at(ahead);
            match token.kind {
                TokenKind::ParenOpen => depth += 1,
                TokenKind::ParenClose if depth == 0 => return,
                TokenKind::ParenClose => depth -= 1,
                TokenKind::Ident if previous == TokenKind::Colon && self.at_packoffset(token) => {
                    self.misplaced_packoffset("on a function parameter", token.span);
                }
                TokenKind::Ident if previous == TokenKind::Colon && self.keyword(token) == Some(Keyword::Register) => {
                    self.refuse_register("on a function parameter", token.span);
                }
                TokenKind::BraceOpen | TokenKind::BraceClose | TokenKind::Semicolon | TokenKind::End => return,
                _ => {}
            }
            previous = token.kind;
        }
    }

    /// Reports a `packoffset` that is `inside a function` or on something else than a member of a buffer.
    pub(super) fn misplaced_packoffset(&mut self, place: &str, span: Span) {
        let found = Diagnostic::error(&codes::PACKOFFSET_OUTSIDE, format!("`packoffset` is not allowed {place}"), span)
            .label(span, "not a cbuffer or tbuffer member");
        self.report(found.help("remove the `packoffset`"));
    }

    /// DXC rejects it or ends on it: "dxc does not support uniform function arguments this way" (DirectXShaderCompiler #3377, #2197; with
    /// 1.8.2402 too, #7186). FXC put it into `$Params`.
    fn report_entry_uniform(&mut self, parameter: &Field) {
        let name = self.text(parameter.name);
        let message = format!("`{name}` has no binding: DXC ignores `uniform` parameters of entry points");
        let found = Diagnostic::warning(&codes::ENTRY_UNIFORM, message, parameter.span);
        self.report(found.help("declare it outside the function, as a separate texture or sampler or in a `cbuffer`"));
    }
}
