//! Expansion of macros: contexts, uses and their arguments.
//!
//! A use of a macro puts a *context* on a stack, from which its tokens are read before any others; while the context is there the macro is
//! *active*, and another token with its name is painted, which excludes that token from expansion permanently (ISO C17, 6.10.3.4). An
//! argument of a function-like macro is expanded as if it formed the rest of the file (6.10.3.1): it is a context too, and the tokens below
//! it are invisible at its end. Its expanded tokens go to the *call* that it belongs to, the topmost one of a second stack.

mod arguments;
mod builtin;
mod call;
mod substitute;

use std::ops::Range;

use padstone_diag::{Diagnostic, codes};
use padstone_source::{Expansion, Span, Symbol};

use super::macros::{BuiltinMacro, MacroId, MacroKind};
use super::{Preprocessor, limit};
use crate::{Token, TokenKind};
use arguments::MacroArguments;
use call::MacroCall;

/// The state of expansion.
#[derive(Debug, Default)]
pub(super) struct Expander {
    contexts: Vec<ExpansionContext>,
    calls: Vec<MacroCall>,
    /// The white space before macros with an empty expansion; the next token gets it.
    gap: Option<SpaceBefore>,
    /// Whether tokens need more than being returned: there is a gap, or a call collects them.
    is_busy: bool,
    /// The start of the last token read from a file: outside arguments, the "current line".
    position: u32,
    /// The line of the last `__LINE__`: a cache for many uses on one line.
    line: Option<(Range<u32>, Symbol)>,
    counter: u32,
    /// Set once the unit exceeds the expansion limit: later macros are not expanded.
    stopped: bool,
    spare_tokens: Vec<Vec<Token>>,
    spare_calls: Vec<MacroCall>,
}

#[derive(Clone, Copy, Default, Debug)]
struct SpaceBefore {
    starts_line: bool,
    after_space: bool,
}

impl SpaceBefore {
    fn before(token: Token) -> Self {
        SpaceBefore { starts_line: token.starts_line, after_space: token.after_space }
    }
}

/// Tokens to read before those of the contexts below.
#[derive(Debug)]
struct ExpansionContext {
    tokens: Tokens,
    next: usize,
    end: usize,
    /// The offset to add to the spans of a macro's body.
    base: u32,
    /// The white space before the first token: that before the macro's name.
    gap: SpaceBefore,
    /// The macro that is active until the context ends.
    active: Option<MacroId>,
}

#[derive(Debug)]
enum Tokens {
    /// The unchanged body of a macro.
    Body(MacroId),
    /// Tokens made for this context.
    Own(Vec<Token>),
    /// An argument of the topmost call. Tokens below are invisible at its end.
    Argument,
    /// The line of a directive. Tokens below are invisible at its end.
    Line(Vec<Token>),
}

impl Expander {
    /// Whether the unit has exceeded the expansion limit.
    pub(super) fn has_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the next token comes from a file.
    pub(super) fn is_idle(&self) -> bool {
        self.contexts.is_empty()
    }
}

impl Preprocessor<'_> {
    /// The next token after expansion, [`TokenKind::End`] at the end of the file or of the line of a directive.
    pub(super) fn next_expanded(&mut self) -> Token {
        let token = self.pull();
        self.expanded(token)
    }

    /// The expansion of a token that was just read; if it is empty, the token after it.
    pub(super) fn expanded(&mut self, mut token: Token) -> Token {
        while !self.is_returned(&token) {
            match self.consider(token) {
                Some(token) => return token,
                None => token = self.pull(),
            }
        }
        token
    }

    /// Whether a token that was just read is returned unchanged.
    #[inline]
    pub(super) fn is_returned(&self, token: &Token) -> bool {
        let special = match token.kind {
            TokenKind::Ident => !token.painted && self.macros.find(token.symbol).is_some(),
            kind => kind == TokenKind::End,
        };
        !special && !self.expander.is_busy
    }

    /// The next token before expansion.
    pub(super) fn pull(&mut self) -> Token {
        if self.expander.is_idle() { self.pull_from_file() } else { self.pull_from_context() }
    }

    /// Handles a token that is a macro name or an end, or that is not to be returned yet. Returns the token to return, if there is one.
    #[inline(never)]
    fn consider(&mut self, mut token: Token) -> Option<Token> {
        if token.kind == TokenKind::End {
            return (!self.end_argument()).then_some(token);
        }
        if let Some(gap) = self.expander.gap.take() {
            token.starts_line |= gap.starts_line;
            token.after_space |= gap.after_space;
        }
        if token.kind == TokenKind::Ident
            && !token.painted
            && let Some(id) = self.macros.find(token.symbol)
        {
            token = self.expand(id, token)?;
        }
        match self.expander.calls.last_mut() {
            Some(call) => {
                call.arguments.expanded.push(token);
                None
            }
            None => {
                self.expander.is_busy = false;
                Some(token)
            }
        }
    }

    #[inline(always)]
    pub(super) fn pull_from_file(&mut self) -> Token {
        loop {
            let token = self.file.lexer.next(&mut self.unit.names, self.unit.diagnostics);
            self.expander.position = token.span.start;
            match token.kind {
                TokenKind::Hash if token.starts_line => self.directive(token.span),
                TokenKind::End => return token,
                _ => {
                    self.file.has_tokens = true;
                    return token;
                }
            }
        }
    }

    #[inline(never)]
    fn pull_from_context(&mut self) -> Token {
        while let Some(context) = self.expander.contexts.last_mut() {
            if context.next < context.end {
                let index = context.next;
                context.next += 1;
                return match &context.tokens {
                    Tokens::Body(id) => {
                        let mut token = self.macros.get(*id).tokens[index];
                        token.span.start += context.base;
                        token.span.end += context.base;
                        if index == 0 {
                            token.starts_line = context.gap.starts_line;
                            token.after_space = context.gap.after_space;
                        }
                        token
                    }
                    Tokens::Own(tokens) | Tokens::Line(tokens) => tokens[index],
                    Tokens::Argument => self.expander.calls[self.expander.calls.len() - 1].arguments.tokens[index],
                };
            }
            if matches!(context.tokens, Tokens::Argument | Tokens::Line(_)) {
                return end_token(self.expander.position);
            }
            self.leave_context();
        }
        self.pull_from_file()
    }

    /// Makes the tokens of a directive's line the next ones, until [`Self::end_line`].
    pub(super) fn begin_line(&mut self, tokens: Vec<Token>) {
        let end = tokens.len();
        self.push_context(Tokens::Line(tokens), 0..end, 0, SpaceBefore::default(), None);
    }

    /// Returns to the file.
    pub(super) fn end_line(&mut self) {
        while !self.expander.contexts.is_empty() {
            self.leave_context();
        }
        self.expander.gap = None;
    }

    /// The tokens of a directive's line, expanded.
    pub(super) fn expand_line(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        self.begin_line(tokens);
        let mut expanded = Vec::new();
        loop {
            let token = self.next_expanded();
            if token.kind == TokenKind::End {
                self.end_line();
                return expanded;
            }
            expanded.push(token);
        }
    }

    /// An empty list of tokens, reusing an allocation if possible.
    pub(super) fn spare_tokens(&mut self) -> Vec<Token> {
        self.expander.spare_tokens.pop().unwrap_or_default()
    }

    /// Expands a macro whose name was read. Returns the name if this is not a use of the macro.
    fn expand(&mut self, id: MacroId, mut name: Token) -> Option<Token> {
        let definition = self.macros.get(id);
        if definition.active {
            name.painted = true;
            return Some(name);
        }
        if self.expander.stopped {
            return Some(name);
        }
        match definition.kind {
            MacroKind::Object => {
                self.enter_object(id, name);
                None
            }
            MacroKind::Function(_) if self.at_paren() => self.enter_call(id, name),
            MacroKind::Builtin(BuiltinMacro::Pragma) if self.at_paren() => {
                self.pragma_operator(name.span);
                None
            }
            MacroKind::Builtin(builtin) => Some(self.builtin(builtin, name)),
            MacroKind::Function(_) => Some(name),
        }
    }

    fn enter_object(&mut self, id: MacroId, name: Token) {
        let definition = self.macros.get(id);
        let (count, operates) = (definition.tokens.len(), definition.operates);
        if count == 0 {
            return self.leave_gap(name);
        }
        if !self.limit.spend(count) {
            return self.stop_expanding(name);
        }
        if operates {
            return self.substitute(MacroCall { definition: id, name, arguments: MacroArguments::default() });
        }
        let expansion = Expansion { name: name.symbol, body: definition.body, site: name.span };
        match self.unit.sources.add_expansion(expansion) {
            Ok(base) => self.push_context(Tokens::Body(id), 0..count, base, SpaceBefore::before(name), Some(id)),
            Err(_) => self.stop_expanding(name),
        }
    }

    /// Whether the next token is `(`; false at the end of a file, argument or line.
    fn at_paren(&self) -> bool {
        for context in self.expander.contexts.iter().rev() {
            if context.next < context.end {
                let kind = match &context.tokens {
                    Tokens::Body(id) => self.macros.get(*id).tokens[context.next].kind,
                    Tokens::Own(tokens) | Tokens::Line(tokens) => tokens[context.next].kind,
                    Tokens::Argument => self.expander.calls[self.expander.calls.len() - 1].arguments.tokens[context.next].kind,
                };
                return kind == TokenKind::ParenOpen;
            }
            if matches!(context.tokens, Tokens::Argument | Tokens::Line(_)) {
                return false;
            }
        }
        self.file.lexer.at_paren()
    }

    fn push_context(&mut self, tokens: Tokens, range: Range<usize>, base: u32, gap: SpaceBefore, active: Option<MacroId>) {
        if let Some(id) = active {
            self.macros.set_active(id, true);
        }
        self.expander.contexts.push(ExpansionContext { tokens, next: range.start, end: range.end, base, gap, active });
    }

    fn leave_context(&mut self) {
        let Some(context) = self.expander.contexts.pop() else { return };
        if let Some(id) = context.active {
            self.macros.set_active(id, false);
        }
        if let Tokens::Own(mut tokens) | Tokens::Line(mut tokens) = context.tokens {
            tokens.clear();
            self.expander.spare_tokens.push(tokens);
        }
    }

    /// A macro with an empty expansion: the white space before its name precedes the next token.
    fn leave_gap(&mut self, name: Token) {
        self.expander.gap = Some(SpaceBefore::before(name));
        self.expander.is_busy = true;
    }

    /// Stops expanding macros: the rest of this use is dropped, and later macros are not expanded.
    fn stop_expanding(&mut self, name: Token) {
        self.expander.stopped = true;
        self.expander.calls.clear();
        // The end of a directive's line must remain visible.
        while self.expander.contexts.len() > 1 {
            self.leave_context();
        }
        match self.expander.contexts.last_mut() {
            Some(ExpansionContext { tokens: Tokens::Line(_), next, end, .. }) => *next = *end,
            _ => self.leave_context(),
        }
        let name_text = self.unit.names.resolve(name.symbol);
        let site = self.unit.sources.call_site(name.span);
        let found = Diagnostic::error(&codes::EXPANSION_LIMIT, "macro expansion limit exceeded", site)
            .label(site, format!("limit reached while expanding `{name_text}`"))
            .note(format!("the limit is {} tokens plus {} per byte of source", limit::BASE, limit::PER_BYTE))
            .note(limit::UNREAD)
            .help("look for macros that use one another more than once");
        self.unit.diagnostics.push(found);
    }
}

fn end_token(position: u32) -> Token {
    Token {
        kind: TokenKind::End,
        starts_line: true,
        after_space: false,
        painted: false,
        symbol: Symbol::EMPTY,
        span: Span { start: position, end: position },
    }
}
