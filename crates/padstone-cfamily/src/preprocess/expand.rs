//! Expansion of macros: contexts, uses and their arguments.
//!
//! A use of a macro puts a *context* on a stack, from which its tokens are read before any others; while the context is
//! there the macro is *active*, and its name read again is painted: no use of it, ever (ISO C17, 6.10.3.4). The argument
//! of a function-like macro is expanded as if it were all there is (6.10.3.1): a context too, at whose end nothing below
//! it shows. What comes out meanwhile goes to the *call* that waits for it, the topmost of a second stack.

use std::ops::Range;

use padstone_diag::{Diagnostic, codes};
use padstone_source::{Expansion, Span, Symbol};

use super::macros::{Builtin, Kind, MacroId, Parameters};
use super::substitute::Substitution;
use super::{Preprocessor, limit};
use crate::{Token, TokenKind};

/// How many uses of macros, one in another, `__LINE__` looks through for the outermost. Beyond that the line is the one
/// that was read last, so that deep chains cost no more than they are long.
const LINE_DEPTH: usize = 256;

/// The state of expansion.
#[derive(Debug, Default)]
pub(super) struct Expander {
    contexts: Vec<Context>,
    calls: Vec<Call>,
    /// Whether white space stood before macros that came to nothing, for the token that comes next.
    gap: Gap,
    /// Where the last token read from a file starts: outside of arguments, the "current line".
    position: u32,
    /// The line that `__LINE__` stood on last, so that many of them on one line cost no more than one.
    line: Option<(Range<u32>, Symbol)>,
    counter: u32,
    /// Set once the unit has made too much of its macros: they are left as they stand from there.
    stopped: bool,
    spare_tokens: Vec<Vec<Token>>,
    spare_calls: Vec<Call>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Gap {
    starts_line: bool,
    after_space: bool,
}

impl Gap {
    fn before(token: Token) -> Self {
        Gap { starts_line: token.starts_line, after_space: token.after_space }
    }
}

/// Tokens to read before those below.
#[derive(Debug)]
struct Context {
    tokens: Tokens,
    next: usize,
    end: usize,
    /// What to add to the spans of a macro's body.
    base: u32,
    /// What stands before the first token: what stood before the name of the macro.
    gap: Gap,
    /// The macro that is active until the context ends.
    active: Option<MacroId>,
}

#[derive(Debug)]
enum Tokens {
    /// The body of a macro, as it is.
    Body(MacroId),
    /// These.
    Own(Vec<Token>),
    /// An argument of the topmost call. Tokens below do not show at its end.
    Argument,
    /// The line of a directive. Tokens below do not show at its end.
    Line(Vec<Token>),
}

/// A use of a function-like macro whose arguments are being expanded.
#[derive(Debug)]
struct Call {
    definition: MacroId,
    name: Token,
    arguments: Arguments,
}

/// The arguments of a use.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    /// All tokens of the use: `(`, arguments and commas, `)`.
    tokens: Vec<Token>,
    /// Where each argument lies in them.
    ranges: Vec<Range<usize>>,
    expanded: Vec<Token>,
    /// Where each expanded argument ends.
    ends: Vec<usize>,
}

impl Arguments {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.ranges.len()
    }

    /// The tokens of an argument, not expanded.
    pub(super) fn raw(&self, index: usize) -> &[Token] {
        self.ranges.get(index).map_or(&[], |range| &self.tokens[range.clone()])
    }

    /// The tokens of an argument, expanded.
    pub(super) fn expanded(&self, index: usize) -> &[Token] {
        let start = if index == 0 { 0 } else { self.ends.get(index - 1).copied().unwrap_or(0) };
        self.ends.get(index).map_or(&[], |&end| &self.expanded[start..end])
    }

    fn clear(&mut self) {
        self.tokens.clear();
        self.ranges.clear();
        self.expanded.clear();
        self.ends.clear();
    }
}

impl Expander {
    /// Whether the next token comes from a file.
    pub(super) fn is_idle(&self) -> bool {
        self.contexts.is_empty()
    }
}

impl Preprocessor<'_> {
    /// The next token after expansion, [`TokenKind::End`] at the end of the file or of the line of a directive.
    pub(super) fn next_expanded(&mut self) -> Token {
        loop {
            let mut token = self.pull();
            if token.kind != TokenKind::End {
                let gap = std::mem::take(&mut self.expander.gap);
                token.starts_line |= gap.starts_line;
                token.after_space |= gap.after_space;
            }
            match token.kind {
                TokenKind::Ident if !token.painted => {
                    if let Some(id) = self.macros.find(token.symbol) {
                        match self.expand(id, token) {
                            Some(left) => token = left,
                            None => continue,
                        }
                    }
                }
                TokenKind::End if self.end_argument() => continue,
                _ => {}
            }
            match self.expander.calls.last_mut() {
                Some(call) => call.arguments.expanded.push(token),
                None => return token,
            }
        }
    }

    /// The next token before expansion.
    pub(super) fn pull(&mut self) -> Token {
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
        loop {
            let token = self.file.lexer.next(&mut self.unit.names, self.unit.diagnostics);
            if token.kind == TokenKind::Hash && token.starts_line {
                self.directive(token.span);
                continue;
            }
            self.file.has_tokens |= token.kind != TokenKind::End;
            self.expander.position = token.span.start;
            return token;
        }
    }

    /// Lets the tokens of a directive's line be what is read next, up to [`Self::end_line`].
    pub(super) fn begin_line(&mut self, tokens: Vec<Token>) {
        let end = tokens.len();
        self.push_context(Tokens::Line(tokens), 0..end, 0, Gap::default(), None);
    }

    /// Goes back to the file.
    pub(super) fn end_line(&mut self) {
        while !self.expander.contexts.is_empty() {
            self.leave_context();
        }
        self.expander.gap = Gap::default();
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

    /// An empty list of tokens, which may have room already.
    pub(super) fn spare_tokens(&mut self) -> Vec<Token> {
        self.expander.spare_tokens.pop().unwrap_or_default()
    }

    /// Expands a macro where its name was read. Returns the name if this is no use of it.
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
            Kind::Object => {
                self.enter_object(id, name);
                None
            }
            Kind::Function(_) if self.at_paren() => self.enter_call(id, name),
            Kind::Builtin(Builtin::Pragma) if self.at_paren() => {
                self.pragma_operator(name.span);
                None
            }
            Kind::Builtin(builtin) => Some(self.builtin(builtin, name)),
            Kind::Function(_) => Some(name),
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
            return self.substitute(Call { definition: id, name, arguments: Arguments::default() });
        }
        let expansion = Expansion { name: name.symbol, body: definition.body, site: name.span };
        match self.unit.sources.add_expansion(expansion) {
            Ok(base) => self.push_context(Tokens::Body(id), 0..count, base, Gap::before(name), Some(id)),
            Err(_) => self.stop_expanding(name),
        }
    }

    /// Reads the arguments of a function-like macro and starts to expand them. Returns the name if they are not right.
    fn enter_call(&mut self, id: MacroId, name: Token) -> Option<Token> {
        let mut call = self.expander.spare_calls.pop().unwrap_or(Call { definition: id, name, arguments: Arguments::default() });
        (call.definition, call.name) = (id, name);
        if self.collect(&mut call) && self.count_arguments(&mut call) {
            if self.limit.spend(call.arguments.tokens.len()) {
                self.expander.calls.push(call);
                self.expand_arguments();
            } else {
                self.stop_expanding(name);
            }
            return None;
        }
        // What was read goes on as it stands. Nothing in it is expanded: else each of many unfinished uses, one in
        // another, would be read as often as it is deep.
        let mut tokens = std::mem::take(&mut call.arguments.tokens);
        tokens.iter_mut().for_each(|token| token.painted = true);
        let end = tokens.len();
        self.push_context(Tokens::Own(tokens), 0..end, 0, Gap::default(), None);
        Some(Token { painted: true, ..name })
    }

    /// Reads from `(` to its `)`. False, with a diagnostic, if the end comes first.
    fn collect(&mut self, call: &mut Call) -> bool {
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
                // A file included within the arguments ends: they go on behind it.
                TokenKind::End if self.expander.is_idle() && self.parents.len() > files => {
                    self.leave_file();
                    continue;
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
                // Reading on may end the context that keeps this macro active: paint the name while it does.
                TokenKind::Ident if self.macros.find(token.symbol).is_some_and(|id| self.macros.get(id).active) => token.painted = true,
                _ => {}
            }
            arguments.tokens.push(token);
        }
    }

    /// Whether there are as many arguments as the macro takes; if not there is a diagnostic.
    fn count_arguments(&mut self, call: &mut Call) -> bool {
        let definition = self.macros.get(call.definition);
        let Some(parameters) = definition.parameters() else { return false };
        let takes = parameters.names.len();
        let arguments = &mut call.arguments;
        if takes == 0 && arguments.ranges.len() == 1 && arguments.ranges[0].is_empty() {
            arguments.ranges.clear();
        }
        let given = arguments.ranges.len();
        // The variable part may be left out, comma and all (C23, 6.10.5p4).
        if given == takes || (parameters.variadic && given + 1 == takes) {
            return true;
        }
        let name = self.unit.names.resolve(call.name.symbol);
        let takes = if parameters.variadic { format!("at least {}", takes - 1) } else { takes.to_string() };
        let span = call.name.span.to(arguments.tokens[arguments.tokens.len() - 1].span);
        let found = Diagnostic::error(&codes::MACRO_ARGUMENTS, format!("macro `{name}` takes {takes} arguments, not {given}"), span)
            .label(span, format!("{given} given"))
            .label(definition.definition, "the macro is defined here")
            .help("put an argument that has commas in parentheses");
        self.unit.diagnostics.push(found);
        false
    }

    /// Goes on with the topmost call: to its next argument that has anything to expand, or, if there is none, to its body.
    fn expand_arguments(&mut self) {
        let Some(call) = self.expander.calls.last_mut() else { return };
        let parameters = self.macros.get(call.definition).parameters();
        let Arguments { tokens, ranges, expanded, ends } = &mut call.arguments;
        for (index, range) in ranges.iter().enumerate().skip(ends.len()) {
            if parameters.is_some_and(|parameters| parameters.expanded[index]) {
                let uses = |token: &Token| token.kind == TokenKind::Ident && !token.painted && self.macros.find(token.symbol).is_some();
                if tokens[range.clone()].iter().any(uses) {
                    let range = range.clone();
                    return self.push_context(Tokens::Argument, range, 0, Gap::default(), None);
                }
                expanded.extend_from_slice(&tokens[range.clone()]);
            }
            ends.push(expanded.len());
        }
        if let Some(call) = self.expander.calls.pop() {
            self.substitute(call);
        }
    }

    /// Where an argument has come to its end, goes on with its call.
    fn end_argument(&mut self) -> bool {
        if !matches!(self.expander.contexts.last(), Some(Context { tokens: Tokens::Argument, .. })) {
            return false;
        }
        self.expander.contexts.pop();
        self.expander.gap = Gap::default();
        if let Some(call) = self.expander.calls.last_mut() {
            call.arguments.ends.push(call.arguments.expanded.len());
        }
        self.expand_arguments();
        true
    }

    /// Puts the arguments into the body and lets the result be what is read next.
    fn substitute(&mut self, call: Call) {
        let definition = self.macros.get(call.definition);
        let close = call.arguments.tokens.last().map_or(call.name.span, |close| close.span);
        let name = call.name;
        if definition.tokens.is_empty() {
            self.expander.spare_calls.push(call);
            return self.leave_gap(name);
        }
        let expansion = Expansion { name: name.symbol, body: definition.body, site: name.span.to(close) };
        let Ok(base) = self.unit.sources.add_expansion(expansion) else {
            return self.stop_expanding(name);
        };
        let out = self.expander.spare_tokens.pop().unwrap_or_default();
        let none = Parameters::default();
        let substitution = Substitution {
            parameters: definition.parameters().unwrap_or(&none),
            definition,
            arguments: &call.arguments,
            base,
            names: &mut self.unit.names,
            diagnostics: self.unit.diagnostics,
            limit: &mut self.limit,
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
                self.push_context(Tokens::Own(out), 0..end, 0, Gap::default(), Some(call.definition));
            }
        }
        self.expander.spare_calls.push(call);
    }

    /// The value of `__LINE__` and its like.
    fn builtin(&mut self, builtin: Builtin, name: Token) -> Token {
        let position = self.line_position(name.span);
        let (kind, symbol) = match builtin {
            Builtin::Line => (TokenKind::Number, self.line_number(position)),
            Builtin::File => {
                let file = self.unit.sources.locate(position).name;
                let quoted = format!("\"{}\"", file.replace('\\', "\\\\").replace('"', "\\\""));
                (TokenKind::String, self.unit.names.intern(&quoted))
            }
            Builtin::Counter => {
                let count = self.expander.counter;
                self.expander.counter += 1;
                (TokenKind::Number, self.unit.names.intern(&count.to_string()))
            }
            Builtin::HasInclude | Builtin::Pragma => return name,
        };
        Token { kind, symbol, ..name }
    }

    /// Which position a name has for `__LINE__`: its own in a file, else, as in clang, the end of the outermost use of a
    /// macro that it comes from.
    fn line_position(&self, name: Span) -> u32 {
        if self.file.lexer.contains(name) {
            return name.start;
        }
        match self.unit.sources.expansions(name).take(LINE_DEPTH).last() {
            Some(outermost) if self.file.lexer.contains(outermost.site) => outermost.site.end,
            _ => self.expander.position,
        }
    }

    fn line_number(&mut self, position: u32) -> Symbol {
        if let Some((line, symbol)) = &self.expander.line
            && line.contains(&position)
        {
            return *symbol;
        }
        let location = self.unit.sources.locate(position);
        let symbol = self.unit.names.intern(&location.line.to_string());
        let file = self.unit.sources.file(location.file);
        let (before, after) = file.text.as_bytes().split_at(location.offset as usize);
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let end = after.iter().position(|&byte| byte == b'\n').map_or(file.text.len(), |at| before.len() + at);
        let line = file.span(start as u32, end as u32);
        self.expander.line = Some((line.start..line.end, symbol));
        symbol
    }

    /// Whether the next token is `(`. Where a source file ends there is none, nor where an argument or a line does.
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

    fn push_context(&mut self, tokens: Tokens, range: Range<usize>, base: u32, gap: Gap, active: Option<MacroId>) {
        if let Some(id) = active {
            self.macros.set_active(id, true);
        }
        self.expander.contexts.push(Context { tokens, next: range.start, end: range.end, base, gap, active });
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

    /// A macro came to nothing: what stood before its name stands before what follows.
    fn leave_gap(&mut self, name: Token) {
        self.expander.gap = Gap::before(name);
    }

    /// Gives up on macros: the rest of this use is dropped, and macros are left as they stand from here.
    fn stop_expanding(&mut self, name: Token) {
        self.expander.stopped = true;
        self.expander.calls.clear();
        // Of a directive's line the end must still show.
        while self.expander.contexts.len() > 1 {
            self.leave_context();
        }
        match self.expander.contexts.last_mut() {
            Some(Context { tokens: Tokens::Line(_), next, end, .. }) => *next = *end,
            _ => self.leave_context(),
        }
        let name_text = self.unit.names.resolve(name.symbol);
        let site = self.unit.sources.call_site(name.span);
        let found = Diagnostic::error(&codes::EXPANSION_LIMIT, "the macros of this unit expand to too much", site)
            .label(site, format!("the limit is reached here, in an expansion of `{name_text}`"))
            .note(format!(
                "the limit is {} tokens more than {} for each byte of source; macros are left unexpanded from here",
                limit::BASE,
                limit::PER_BYTE
            ))
            .help("look for macros that use each other twice or more");
        self.unit.diagnostics.push(found);
    }

    fn report_unterminated(&mut self, name: Token) {
        let text = self.unit.names.resolve(name.symbol);
        let found = Diagnostic::error(&codes::MACRO_UNTERMINATED, format!("the arguments of macro `{text}` are not closed"), name.span)
            .label(name.span, "its `(` has no `)`")
            .help("close them with `)`");
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
