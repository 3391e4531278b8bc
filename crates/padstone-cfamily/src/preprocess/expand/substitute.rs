//! One expansion of a function-like macro, or of a macro with operators: its body with the arguments substituted.

use std::sync::Arc;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_source::{Interner, Span};

use super::super::limit::ExpansionLimit;
use super::super::macros::{Macro, MacroKind, Parameters};
use super::arguments::MacroArguments;
use crate::lex::Lexer;
use crate::{Token, TokenKind};

/// The inputs of a substitution, and its result so far.
pub(super) struct Substitution<'s> {
    pub(super) definition: &'s Macro,
    pub(super) parameters: &'s Parameters,
    pub(super) arguments: &'s MacroArguments,
    /// The position of the body's first byte in this expansion.
    pub(super) base: u32,
    pub(super) names: &'s mut Interner,
    pub(super) diagnostics: &'s mut Diagnostics,
    pub(super) limit: &'s mut ExpansionLimit,
    pub(super) pasting: Pasting,
    /// The severity of a `##` that does not form a token.
    pub(super) invalid_paste: Severity,
    pub(super) out: Vec<Token>,
}

/// The tokens that `##` can paste.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pasting {
    /// All that form a token; an empty operand yields the other one.
    Any,
    /// Names with names and numbers, and operators; no operand is empty (glslang 12, measured).
    Glsl,
    /// None, in directives of GLSL, where glslang 12 leaves the operands as they are (measured).
    NoneInDirectives,
    /// None, in GLSL ES.
    None,
}

impl Substitution<'_> {
    /// The tokens of the expansion, or `None` if the limit is exceeded.
    pub(super) fn run(mut self) -> Option<Vec<Token>> {
        let definition = self.definition;
        let body = &definition.tokens;
        // The preceding `##`.
        let mut paste: Option<Span> = None;
        // Whether the left operand of a following `##` is an empty argument.
        let mut is_left_empty = false;
        let mut index = 0;
        while index < body.len() {
            let mut token = self.placed(body[index]);
            if token.kind == TokenKind::HashHash && paste.is_none() && index > 0 {
                paste = Some(token.span);
                index += 1;
                continue;
            }
            let is_operand = paste.is_some() || is_paste(body, index + 1);
            let mut width = 1;
            if token.kind == TokenKind::Hash && matches!(definition.kind, MacroKind::Function(_)) && index + 1 < body.len() {
                token = self.stringized(self.slot(index + 1), token)?;
                width = 2;
            }
            let slot = if width == 1 { self.slot(index) } else { Parameters::NONE };
            index += width;

            let start = self.out.len();
            if slot == Parameters::NONE {
                self.put(&[token], paste.take(), is_left_empty)?;
                is_left_empty = false;
                continue;
            }
            // `, ## __VA_ARGS__` does not paste; without variable arguments the comma is removed: a gcc extension that clang also supports.
            if paste.is_some() && self.is_rest(slot) && self.out.last().is_some_and(|last| last.kind == TokenKind::Comma) {
                paste = None;
                if self.lacks_variadic_arguments() {
                    self.out.pop();
                    continue;
                }
            }
            let arguments = self.arguments;
            let argument = if is_operand { arguments.raw(slot as usize) } else { arguments.expanded(slot as usize) };
            if argument.is_empty() {
                if let (Pasting::Glsl, true, Some(operator)) =
                    (self.pasting, is_operand, paste.or_else(|| body.get(index).map(|next| self.placed(*next).span)))
                {
                    let found = Diagnostic::error(&codes::PASTE_INVALID, "`##` requires a token on both sides in GLSL", operator);
                    self.diagnostics.push(found.label(operator, "an operand is empty").help("pass an argument"));
                }
                // Pasting with an empty operand yields the other operand.
                is_left_empty = is_operand && (paste.is_none() || is_left_empty);
                paste = None;
                continue;
            }
            let pasted = paste.is_some() && !is_left_empty;
            self.put(argument, paste.take(), is_left_empty)?;
            is_left_empty = false;
            if !pasted && let Some(first) = self.out.get_mut(start) {
                first.after_space = token.after_space;
            }
        }
        Some(self.out)
    }

    /// Whether a parameter is the variadic one.
    fn is_rest(&self, slot: u32) -> bool {
        self.parameters.variadic && slot as usize == self.parameters.names.len() - 1
    }

    /// Whether the use has no variadic arguments. An empty argument differs from a missing one, except for a macro without
    /// other parameters.
    fn lacks_variadic_arguments(&self) -> bool {
        let last = self.parameters.names.len() - 1;
        self.arguments.count() <= last || (last == 0 && self.arguments.raw(0).is_empty())
    }

    /// Appends tokens; if there is an operator between them, pastes the first of them to the last existing one.
    fn put(&mut self, tokens: &[Token], paste: Option<Span>, is_left_empty: bool) -> Option<()> {
        if !self.limit.spend(tokens.len()) {
            return None;
        }
        if let (Some(operator), false) = (paste, is_left_empty)
            && let Some(left) = self.out.pop()
        {
            match self.pasted(left, tokens[0], operator)? {
                Some(token) => self.out.push(token),
                None => self.out.extend([left, tokens[0]]),
            }
            self.out.extend_from_slice(&tokens[1..]);
        } else {
            self.out.extend_from_slice(tokens);
        }
        Some(())
    }

    /// `left ## right`: one token, or `None` after reporting that they do not form one.
    fn pasted(&mut self, left: Token, right: Token, operator: Span) -> Option<Option<Token>> {
        let text = [spelling(self.names, left), spelling(self.names, right)].concat();
        if !self.limit.spend(text.len()) {
            return None;
        }
        let rejected = match self.pasting {
            Pasting::None => Some("GLSL ES has no operator `##`"),
            Pasting::NoneInDirectives => Some("glslang does not evaluate `##` in directives"),
            Pasting::Glsl if left.kind == TokenKind::Number => Some("GLSL cannot paste to a number"),
            _ => None,
        };
        if let Some(message) = rejected {
            let found = Diagnostic::error(&codes::PASTE_INVALID, message, operator);
            self.diagnostics.push(found.label(operator, "").help("write the token that it would form"));
        }
        let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if left.kind == TokenKind::Ident && is_name(&text) {
            let symbol = self.names.intern(&text);
            return Some(Some(Token { symbol, painted: false, span: operator, ..left }));
        }
        let mut lexer = Lexer::new(Arc::from(text.as_str()), 0);
        let token = lexer.next(self.names, &mut Diagnostics::new());
        if lexer.position() as usize == text.len() && !token.after_space && !matches!(token.kind, TokenKind::End | TokenKind::Stray) {
            let Token { kind, symbol, .. } = token;
            return Some(Some(Token { kind, symbol, painted: false, span: operator, ..left }));
        }
        // `>>` is two tokens here, so pasting two `>` leaves them as they are.
        if (left.kind, right.kind) != (TokenKind::Greater, TokenKind::Greater) {
            let found = Diagnostic::error(&codes::PASTE_INVALID, format!("pasting formed `{text}`, which is not a token"), operator)
                .label(operator, "operands remain two tokens")
                .help("remove the `##`");
            self.diagnostics.push(Diagnostic { severity: self.invalid_paste, ..found });
        }
        Some(None)
    }

    /// `# parameter`: the source text of the argument as a string (ISO C17, 6.10.3.2).
    fn stringized(&mut self, slot: u32, operator: Token) -> Option<Token> {
        let arguments = self.arguments;
        let mut text = String::from("\"");
        for (index, &token) in arguments.raw(slot as usize).iter().enumerate() {
            if index > 0 && token.after_space {
                text.push(' ');
            }
            let written = spelling(self.names, token);
            if written.starts_with(['"', '\'']) {
                written.chars().for_each(|char| text.extend(matches!(char, '"' | '\\').then_some('\\').into_iter().chain([char])));
            } else {
                text.push_str(written);
            }
            if text.len() > self.limit.left() {
                return None;
            }
        }
        text.push('"');
        if !self.limit.spend(text.len()) {
            return None;
        }
        Some(Token { kind: TokenKind::String, symbol: self.names.intern(&text), ..operator })
    }

    /// A token of the body with its span in this expansion.
    fn placed(&self, token: Token) -> Token {
        let span = Span { start: token.span.start + self.base, end: token.span.end + self.base };
        Token { span, ..token }
    }

    /// The parameter that a token of the body names.
    fn slot(&self, index: usize) -> u32 {
        self.parameters.slots.get(index).copied().unwrap_or(Parameters::NONE)
    }
}

fn is_paste(body: &[Token], index: usize) -> bool {
    body.get(index).is_some_and(|token| token.kind == TokenKind::HashHash)
}

fn spelling(names: &Interner, token: Token) -> &str {
    token.kind.text().unwrap_or_else(|| names.resolve(token.symbol))
}
