//! The directives that only GLSL has: `#version` and `#extension`.

mod extensions;

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::Preprocessor;
use crate::{Token, TokenKind};
pub(crate) use extensions::{Behaviour, Extensions, macros as extension_macros};

/// The extensions that add `#include`.
const INCLUDES: [&str; 2] = ["GL_GOOGLE_include_directive", "GL_ARB_shading_language_include"];

/// The state of the directives of a shader.
#[derive(Debug, Default)]
pub(crate) struct Directives {
    /// The span of the effective `#version`, at the start of the shader. It is evaluated first, because macros depend on it.
    pub(crate) version: Option<Span>,
    /// The version of GLSL, which is the value of `__VERSION__`: 460.
    pub(crate) number: u16,
    /// Whether `#version` specifies GLSL ES.
    pub(crate) es: bool,
    pub(crate) extensions: Extensions,
}

impl Preprocessor<'_> {
    /// Checks a `#version`: it was evaluated already, unless it is at a position where it has no effect.
    pub(super) fn version_directive(&mut self, directive: Span) {
        let Some(glsl) = &self.glsl else { return };
        if glsl.version == Some(directive) {
            return;
        }
        let found = Diagnostic::error(&codes::GLSL_VERSION, "`#version` must come first in the shader", directive)
            .label(directive, "ignored here")
            .help("move it before everything except comments and white space");
        self.unit.diagnostics.push(found);
    }

    /// `#extension GL_EXT_buffer_reference : require`.
    pub(super) fn extension_directive(&mut self, directive: Span) {
        if self.glsl.is_none() {
            return;
        }
        let words = self.line();
        let span = words.last().map_or(directive, |last| self.unit.sources.join(directive, last.span));
        let [name, colon, behaviour] = words[..] else { return self.report_extension("malformed `#extension`", span) };
        if name.kind != TokenKind::Ident || colon.kind != TokenKind::Colon || behaviour.kind != TokenKind::Ident {
            return self.report_extension("malformed `#extension`", span);
        }
        let word = self.unit.names.resolve(behaviour.symbol);
        let Some(requested) = Behaviour::named(word) else {
            return self.report_extension(&format!("unknown extension behavior `{word}`"), behaviour.span);
        };
        let text = self.unit.names.resolve(name.symbol).to_owned();
        let extensions = &mut self.glsl.get_or_insert_default().extensions;
        let on = matches!(requested, Behaviour::Require | Behaviour::Enable);
        match extensions::known(&text) {
            _ if text == "all" && on => self.report_extension("`all` allows only `warn` and `disable`", name.span),
            _ if text == "all" => extensions.set_all(requested),
            Some(known) => extensions.set(known, requested),
            None => {
                let message = format!("unknown extension `{text}`");
                let found = match requested {
                    Behaviour::Require => Diagnostic::error(&codes::GLSL_EXTENSION_UNKNOWN, message, name.span),
                    _ => Diagnostic::warning(&codes::GLSL_EXTENSION_UNKNOWN, message, name.span),
                };
                self.unit.diagnostics.push(found.label(name.span, "its features are not supported"));
            }
        }
    }

    /// Macro names that begin with `GL_` are reserved for the language.
    pub(super) fn check_reserved(&mut self, name: Token) {
        if self.glsl.is_some() && !self.is_in_command_line() && self.unit.names.resolve(name.symbol).starts_with("GL_") {
            let found = Diagnostic::error(&codes::NAME_RESERVED, "macro names that begin with `GL_` are reserved", name.span)
                .label(name.span, "")
                .help("rename the macro");
            self.unit.diagnostics.push(found);
        }
    }

    /// GLSL has `#include` only with an extension.
    pub(super) fn check_include(&mut self, directive: Span) {
        let Some(glsl) = &self.glsl else { return };
        if INCLUDES.iter().all(|name| glsl.extensions.behaviour(name).is_none()) {
            let message = "`#include` requires extension `GL_GOOGLE_include_directive`";
            let found = Diagnostic::error(&codes::GLSL_EXTENSION_MISSING, message, directive)
                .label(directive, "included anyway")
                .help("add `#extension GL_GOOGLE_include_directive : require` after the `#version`");
            self.unit.diagnostics.push(found);
        }
    }

    fn report_extension(&mut self, message: &str, span: Span) {
        let found = Diagnostic::error(&codes::GLSL_EXTENSION_SYNTAX, message, span)
            .label(span, "")
            .help("write `#extension NAME : require`, or `enable`, `warn`, or `disable`");
        self.unit.diagnostics.push(found);
    }
}
