//! `#define`.

use padstone_diag::{Diagnostic, Severity, codes};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::Preprocessor;
use super::macros::{Macro, MacroKind, Parameters};
use crate::{Token, TokenKind};

impl Preprocessor<'_> {
    /// Parses a macro definition after `#define`.
    pub(super) fn define(&mut self, directive: Span) {
        let Some(name) = self.macro_name(directive) else { return };
        self.check_reserved(name);
        let mut token = self.next_in_line();
        let parameters = if token.kind == TokenKind::ParenOpen && !token.after_space {
            let Some(parameters) = self.parameters(token.span) else { return };
            token = self.next_in_line();
            Some(parameters)
        } else {
            None
        };
        let mut body = self.spare_tokens();
        while token.kind != TokenKind::End {
            body.push(token);
            token = self.next_in_line();
        }
        if let Some(definition) = self.definition(name, parameters, &body) {
            self.install(definition);
        }
    }

    /// The name after `#define`, `#undef` and `#ifdef`.
    pub(super) fn macro_name(&mut self, directive: Span) -> Option<Token> {
        let name = self.next_in_line();
        let problem = match name.kind {
            TokenKind::Ident if self.is_slang || self.unit.names.resolve(name.symbol) != "defined" => return Some(name),
            TokenKind::Ident => "`defined` cannot be a macro name",
            TokenKind::End => "missing macro name",
            _ => "expected a macro name",
        };
        let span = if name.kind == TokenKind::End { directive } else { name.span };
        self.report_define(problem, span)
    }

    /// The parameters up to `)`, after a `(` that was consumed. `...` is a parameter named `__VA_ARGS__`.
    fn parameters(&mut self, open: Span) -> Option<(Vec<Symbol>, bool)> {
        let mut names = Vec::new();
        let mut known = FxHashMap::default();
        let mut token = self.next_in_line();
        if token.kind == TokenKind::ParenClose {
            return Some((names, false));
        }
        loop {
            let symbol = match token.kind {
                TokenKind::Ident => token.symbol,
                TokenKind::Ellipsis if self.glsl.is_some() => return self.report_define("GLSL has no variadic macros", token.span),
                TokenKind::Ellipsis => self.unit.names.intern("__VA_ARGS__"),
                TokenKind::End => return self.report_define("unclosed macro parameter list", open),
                _ => return self.report_define("expected a parameter name", token.span),
            };
            if known.insert(symbol, names.len()).is_some() {
                return self.report_define("duplicate macro parameter name", token.span);
            }
            names.push(symbol);
            let mut variadic = token.kind == TokenKind::Ellipsis;
            let mut next = self.next_in_line();
            // `name...` names the variable arguments: a gcc extension that clang also supports.
            if !variadic && next.kind == TokenKind::Ellipsis && self.glsl.is_none() {
                variadic = true;
                next = self.next_in_line();
            }
            match next.kind {
                TokenKind::ParenClose => return Some((names, variadic)),
                TokenKind::Comma if !variadic => token = self.next_in_line(),
                TokenKind::End => return self.report_define("unclosed macro parameter list", open),
                _ if variadic => return self.report_define("expected `)`: `...` must be the last parameter", next.span),
                _ => return self.report_define("expected `,` or `)`", next.span),
            }
        }
    }

    /// The macro, unless its operators are misplaced.
    fn definition(&mut self, name: Token, parameters: Option<(Vec<Symbol>, bool)>, body: &[Token]) -> Option<Macro> {
        let is = |token: Option<&Token>, kind| token.is_some_and(|token| token.kind == kind);
        for end in [body.first(), body.last()].into_iter().flatten() {
            if end.kind == TokenKind::HashHash {
                return self.report_define("`##` requires a token on both sides", end.span);
            }
        }
        let kind = match parameters {
            None => MacroKind::Object,
            Some((names, variadic)) => {
                let index: FxHashMap<Symbol, u32> = (0..).zip(&names).map(|(index, &name)| (name, index)).collect();
                let slot = |token: &Token| match token.kind {
                    TokenKind::Ident => index.get(&token.symbol).copied().unwrap_or(Parameters::NONE),
                    _ => Parameters::NONE,
                };
                let slots: Box<[u32]> = body.iter().map(slot).collect();
                let mut expanded = vec![false; names.len()].into_boxed_slice();
                for (position, token) in body.iter().enumerate() {
                    let before = position.checked_sub(1).and_then(|before| body.get(before));
                    if token.kind == TokenKind::Hash && slots.get(position + 1).is_none_or(|&slot| slot == Parameters::NONE) {
                        return self.report_define("`#` is not followed by a macro parameter", token.span);
                    }
                    let operand =
                        is(before, TokenKind::Hash) || is(before, TokenKind::HashHash) || is(body.get(position + 1), TokenKind::HashHash);
                    if slots[position] != Parameters::NONE && !operand {
                        expanded[slots[position] as usize] = true;
                    }
                }
                MacroKind::Function(Parameters { names: names.into(), variadic, slots, expanded })
            }
        };
        let span =
            body.first().zip(body.last()).map_or(name.span.after(), |(first, last)| Span { start: first.span.start, end: last.span.end });
        let relative =
            |token: &Token| Token { span: Span { start: token.span.start - span.start, end: token.span.end - span.start }, ..*token };
        Some(Macro {
            name: name.symbol,
            definition: name.span,
            body: span,
            tokens: body.iter().map(relative).collect(),
            kind,
            operates: body.iter().any(|token| token.kind == TokenKind::HashHash),
            active: false,
        })
    }

    fn install(&mut self, definition: Macro) {
        let (name, span) = (definition.name, definition.definition);
        let Some(before) = self.macros.define(definition) else { return };
        let before = self.macros.get(before);
        // An error only in GLSL (section 3.3 of its specification).
        let severity = if self.glsl.is_some() { Severity::Error } else { Severity::Warning };
        let mut found = Diagnostic::new(
            severity,
            &codes::MACRO_REDEFINED,
            format!("macro `{}` is redefined differently", self.unit.names.resolve(name)),
            span,
        )
        .label(span, "effective from here");
        if !matches!(before.kind, MacroKind::Builtin(_)) {
            found = found.label(before.definition, "previous definition");
        }
        self.unit.diagnostics.push(found.help("add `#undef` before it to redefine the macro"));
    }

    fn report_define<T>(&mut self, message: &str, span: Span) -> Option<T> {
        let found = Diagnostic::error(&codes::MACRO_SYNTAX, message, span)
            .label(span, "")
            .help("write `#define NAME body` or `#define NAME(parameter, …) body`");
        self.unit.diagnostics.push(found);
        None
    }
}
