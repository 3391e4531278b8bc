//! Uses of function-like macros: reads and expands their arguments, and substitutes them into the body.

use padstone_diag::{Diagnostic, Severity, codes, counted};
use padstone_source::Expansion;

use super::super::Preprocessor;
use super::super::macros::{MacroId, Parameters};
use super::arguments::MacroArguments;
use super::substitute::{Pasting, Substitution};
use super::{ExpansionContext, SpaceBefore, Tokens};
use crate::{Token, TokenKind};

/// A use of a function-like macro whose arguments are being expanded.
#[derive(Debug)]
pub(super) struct MacroCall {
    pub(super) definition: MacroId,
    pub(super) name: Token,
    pub(super) arguments: MacroArguments,
}

impl Preprocessor<'_> {
    /// Reads the arguments of a function-like macro and starts to expand them. Returns the name if they are invalid.
    pub(super) fn enter_call(&mut self, id: MacroId, name: Token) -> Option<Token> {
        let mut call = self.expander.spare_calls.pop().unwrap_or(MacroCall { definition: id, name, arguments: MacroArguments::default() });
        (call.definition, call.name) = (id, name);
        if self.collect(&mut call) && self.count_arguments(&mut call) {
            if self.limit.spend(call.arguments.tokens.len()) {
                self.expander.calls.push(call);
                self.expander.is_busy = true;
                self.expand_arguments();
            } else {
                self.stop_expanding(name);
            }
            return None;
        }
        // The consumed tokens are returned unchanged. Expanding them would read each of many nested unfinished uses as often as it is deep.
        let mut tokens = std::mem::take(&mut call.arguments.tokens);
        tokens.iter_mut().for_each(|token| token.painted = true);
        let end = tokens.len();
        self.push_context(Tokens::Own(tokens), 0..end, 0, SpaceBefore::default(), None);
        Some(Token { painted: true, ..name })
    }

    /// Reads from `(` to its `)`. Reports and returns false if the input ends first.
    fn collect(&mut self, call: &mut MacroCall) -> bool {
        let last = match self.macros.get(call.definition).parameters() {
            Some(parameters) if parameters.variadic => parameters.names.len() - 1,
            _ => usize::MAX,
        };
        let files = self.parents.len();
        let arguments = &mut call.arguments;
        arguments.clear();
        arguments.tokens.push(self.pull());
        let mut depth = 0usize;
        let mut start = 1;
        loop {
            let mut token = self.pull();
            // A line end in an argument is white space.
            token.starts_line = false;
            match token.kind {
                // A file included within the arguments ends: they continue after it.
                TokenKind::End if self.expander.is_idle() && self.parents.len() > files => {
                    self.leave_file();
                    continue;
                }
                // libslang 2026.12 accepts the end of the file instead of the closing parenthesis.
                TokenKind::End if self.is_slang => {
                    arguments.ranges.push(start..arguments.tokens.len());
                    token.kind = TokenKind::ParenClose;
                    arguments.tokens.push(token);
                    return true;
                }
                TokenKind::End => {
                    self.report_unterminated(call.name);
                    return false;
                }
                TokenKind::ParenOpen => depth += 1,
                TokenKind::ParenClose if depth > 0 => depth -= 1,
                TokenKind::ParenClose => {
                    arguments.ranges.push(start..arguments.tokens.len());
                    arguments.tokens.push(token);
                    return true;
                }
                TokenKind::Comma if depth == 0 && arguments.ranges.len() < last => {
                    arguments.ranges.push(start..arguments.tokens.len());
                    start = arguments.tokens.len() + 1;
                }
                // Reading further may end the context that keeps this macro active: paint the name before.
                TokenKind::Ident if self.macros.find(token.symbol).is_some_and(|id| self.macros.get(id).active) => token.painted = true,
                _ => {}
            }
            arguments.tokens.push(token);
        }
    }

    /// Whether the number of arguments is correct; reports it otherwise.
    fn count_arguments(&mut self, call: &mut MacroCall) -> bool {
        let definition = self.macros.get(call.definition);
        let Some(parameters) = definition.parameters() else { return false };
        let declared = parameters.names.len();
        let arguments = &mut call.arguments;
        if declared == 0 && arguments.ranges.len() == 1 && arguments.ranges[0].is_empty() {
            arguments.ranges.clear();
        }
        let passed = arguments.ranges.len();
        // The variable arguments may be omitted together with their comma (C23, 6.10.5p4).
        if passed == declared || (parameters.variadic && passed + 1 == declared) {
            return true;
        }
        let name = self.unit.names.resolve(call.name.symbol);
        let least = if parameters.variadic { "at least " } else { "" };
        let most = counted(declared - usize::from(parameters.variadic), "argument");
        let span = self.unit.sources.join(call.name.span, arguments.tokens[arguments.tokens.len() - 1].span);
        let found = Diagnostic::error(&codes::MACRO_ARGUMENTS, format!("macro `{name}` takes {least}{most}, found {passed}"), span)
            .label(span, format!("found {passed}"))
            .label(definition.definition, "macro defined here")
            .help(if passed < declared { "add the missing arguments" } else { "parenthesize an argument that contains commas" });
        self.unit.diagnostics.push(found);
        false
    }

    /// Continues the topmost call with its next argument that needs expansion, or, after the last, with its body.
    pub(super) fn expand_arguments(&mut self) {
        let Some(call) = self.expander.calls.last_mut() else { return };
        let parameters = self.macros.get(call.definition).parameters();
        let MacroArguments { tokens, ranges, expanded, ends } = &mut call.arguments;
        for (index, range) in ranges.iter().enumerate().skip(ends.len()) {
            if parameters.is_some_and(|parameters| parameters.expanded[index]) {
                let uses = |token: &Token| token.kind == TokenKind::Ident && !token.painted && self.macros.find(token.symbol).is_some();
                if tokens[range.clone()].iter().any(uses) {
                    let range = range.clone();
                    return self.push_context(Tokens::Argument, range, 0, SpaceBefore::default(), None);
                }
                expanded.extend_from_slice(&tokens[range.clone()]);
            }
            ends.push(expanded.len());
        }
        if let Some(call) = self.expander.calls.pop() {
            self.substitute(call);
        }
    }

    /// At the end of an argument, continues its call.
    pub(super) fn end_argument(&mut self) -> bool {
        if !matches!(self.expander.contexts.last(), Some(ExpansionContext { tokens: Tokens::Argument, .. })) {
            return false;
        }
        self.expander.contexts.pop();
        self.expander.gap = None;
        if let Some(call) = self.expander.calls.last_mut() {
            call.arguments.ends.push(call.arguments.expanded.len());
        }
        self.expand_arguments();
        true
    }

    /// Substitutes the arguments into the body, and makes the result the next tokens to read.
    pub(super) fn substitute(&mut self, call: MacroCall) {
        let definition = self.macros.get(call.definition);
        let close = call.arguments.tokens.last().map_or(call.name.span, |close| close.span);
        let name = call.name;
        if definition.tokens.is_empty() {
            self.expander.spare_calls.push(call);
            return self.leave_gap(name);
        }
        let expansion = Expansion { name: name.symbol, body: definition.body, site: self.unit.sources.join(name.span, close) };
        let Ok(base) = self.unit.sources.add_expansion(expansion) else {
            return self.stop_expanding(name);
        };
        let out = self.expander.spare_tokens.pop().unwrap_or_default();
        let no_parameters = Parameters::default();
        let substitution = Substitution {
            parameters: definition.parameters().unwrap_or(&no_parameters),
            definition,
            arguments: &call.arguments,
            base,
            names: &mut self.unit.names,
            diagnostics: self.unit.diagnostics,
            limit: &mut self.limit,
            pasting: match &self.glsl {
                None => Pasting::Any,
                Some(glsl) if glsl.es => Pasting::None,
                Some(_) if self.expander.contexts.iter().any(|context| matches!(context.tokens, Tokens::Line(_))) => {
                    Pasting::NoneInDirectives
                }
                Some(_) => Pasting::Glsl,
            },
            // E15503 of slangc is a warning.
            invalid_paste: if self.is_slang { Severity::Warning } else { Severity::Error },
            out,
        };
        let Some(mut out) = substitution.run() else {
            return self.stop_expanding(name);
        };
        match out.first_mut() {
            None => {
                self.expander.spare_tokens.push(out);
                self.leave_gap(name);
            }
            Some(first) => {
                first.starts_line = name.starts_line;
                first.after_space = name.after_space;
                let end = out.len();
                self.push_context(Tokens::Own(out), 0..end, 0, SpaceBefore::default(), Some(call.definition));
            }
        }
        self.expander.spare_calls.push(call);
    }

    fn report_unterminated(&mut self, name: Token) {
        let text = self.unit.names.resolve(name.symbol);
        let found = Diagnostic::error(&codes::MACRO_UNTERMINATED, format!("unclosed arguments of macro `{text}`"), name.span)
            .label(name.span, "missing `)`")
            .help("add `)` after the arguments");
        self.unit.diagnostics.push(found);
    }
}
