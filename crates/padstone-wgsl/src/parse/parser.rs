//! The shared parts of the parser: the current token, expectations, and diagnostics.

use padstone_diag::{Code, Diagnostic, Diagnostics, Edit, codes};
use padstone_source::{Interner, Span, Symbol};

use crate::lex::Lexer;
use crate::token::{Token, TokenKind};
use crate::tree::{Attribute, Edition, ExprId, ExpressionKind, Ident, Nodes, Source};

/// The maximum nesting depth of delimiters and blocks. tint stops at 128 (measured); WGSL, 2.4, requires at least 127 blocks.
const NESTING_LIMIT: u32 = 256;

/// Parses one text.
pub(super) struct Parser<'a> {
    pub(super) source: Source<'a>,
    pub(super) lexer: Lexer<'a>,
    /// The current token.
    pub(super) token: Token,
    /// The end of the previous token.
    pub(super) previous_end: u32,
    pub(super) names: &'a mut Interner,
    found: &'a mut Diagnostics,
    /// The nodes parsed so far.
    pub(super) nodes: Nodes,
    /// The arguments of unfinished lists.
    pub(super) arguments: Vec<ExprId>,
    /// The attributes of unfinished lists.
    pub(super) attributes: Vec<Attribute>,
    /// Whether an error was reported from which parsing has not recovered yet; further errors are suppressed until then.
    pub(super) failed: bool,
    /// Whether the other edition of the text was reported.
    pub(super) edition_reported: bool,
    /// Whether declared names may be paths, as in a composed text.
    pub(super) linked: bool,
    depth: u32,
}

impl<'a> Parser<'a> {
    pub(super) fn new(source: Source<'a>, mut lexer: Lexer<'a>, names: &'a mut Interner, found: &'a mut Diagnostics) -> Self {
        let token = lexer.next();
        Parser {
            source,
            lexer,
            token,
            previous_end: token.span.start,
            names,
            found,
            nodes: Nodes::default(),
            arguments: Vec::new(),
            attributes: Vec::new(),
            failed: false,
            edition_reported: false,
            linked: false,
            depth: 0,
        }
    }

    /// Consumes the current token, which is returned.
    #[inline]
    pub(super) fn advance(&mut self) -> Token {
        let token = self.token;
        self.previous_end = token.span.end;
        self.token = self.lexer.next();
        token
    }

    /// Continues at a position after the current token.
    pub(super) fn jump(&mut self, position: u32) {
        self.lexer.jump(position);
        self.token = self.lexer.next();
        self.previous_end = position;
    }

    #[inline]
    pub(super) fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// Consumes the current token if it has this kind.
    #[inline]
    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes a required token, or reports it as missing unless an error precedes; `context` completes the message: "to end the list".
    pub(super) fn expect(&mut self, kind: TokenKind, context: &str) {
        if !self.failed && !self.eat(kind) {
            self.unexpected(&format!("{} {context}", quoted(kind)));
        }
    }

    /// The span from `start`, an earlier start of the current token, to the end of the last token. Empty if no token was consumed.
    pub(super) fn span_from(&self, start: u32) -> Span {
        Span { start: start.min(self.previous_end), end: self.previous_end }
    }

    /// Whether the current token and the next form `[[`.
    pub(super) fn at_double_bracket(&self) -> bool {
        self.at(TokenKind::BracketOpen) && self.source.text(Span { start: self.token.span.end, end: self.token.span.end + 1 }) == "["
    }

    pub(super) fn at_attribute(&self) -> bool {
        self.at(TokenKind::At) || self.at_double_bracket()
    }

    /// Whether the current token can be a name.
    pub(super) fn at_name(&self) -> bool {
        use TokenKind::{Alias, ConstAssert, Diagnostic, Enable, Name, Override, Requires, Reserved, While};
        match self.token.kind {
            Name | Reserved => true,
            // None of them was a keyword in 2020.
            Alias | ConstAssert | Diagnostic | Enable | Override | Requires | While => self.source.edition == Edition::Draft2020,
            _ => false,
        }
    }

    /// A name. `expected` names it in messages: "a struct name".
    pub(super) fn name(&mut self, expected: &str) -> Ident {
        if self.at_name() {
            self.no_path();
            return self.take_name();
        }
        if self.token.kind.is_keyword() && self.lexer.ends_name() {
            return self.keyword_as_name();
        }
        self.unexpected(expected);
        let end = self.previous_end;
        Ident { symbol: Symbol::EMPTY, span: Span { start: end, end } }
    }

    /// The current token as a name.
    pub(super) fn take_name(&mut self) -> Ident {
        if self.at(TokenKind::Reserved) && self.source.edition == Edition::Current {
            self.reserved();
        }
        self.word()
    }

    /// Reports a path in a declaration. Only paths contain colons.
    fn no_path(&mut self) {
        if !self.linked && self.at(TokenKind::Name) && self.source.text(self.token.span).as_bytes().contains(&b':') {
            let span = self.token.span;
            self.report(&codes::RESERVED_WORD, span, |parser| {
                Diagnostic::error(&codes::RESERVED_WORD, format!("{} is a path, not a name", parser.shown_token()), span)
                    .label(span, "expected a name")
            });
        }
    }

    /// The current token as a name, whatever its kind is.
    pub(super) fn word(&mut self) -> Ident {
        let span = self.advance().span;
        Ident { symbol: self.names.intern(self.lexer.token_text(span)), span }
    }

    /// Reports a keyword that is used as a name.
    fn keyword_as_name(&mut self) -> Ident {
        self.reserved();
        self.word()
    }

    fn reserved(&mut self) {
        let (span, text) = (self.token.span, self.source.text(self.token.span));
        let keyword = self.token.kind.is_keyword();
        self.report(&codes::RESERVED_WORD, span, |_| {
            let (message, label) = if text.starts_with("__") {
                (format!("name {} starts with two underscores", printable_token(text)), "reserved for implementations")
            } else if keyword {
                (format!("{} is a keyword", printable_token(text)), "not allowed as a name")
            } else {
                (format!("{} is a reserved word", printable_token(text)), "not allowed as a name")
            };
            let new = format!("{}_", text.trim_start_matches('_'));
            Diagnostic::error(&codes::RESERVED_WORD, message, span)
                .label(span, label)
                .help(format!("rename it to {}", printable_token(&new)))
        });
    }

    /// Runs `read` one level deeper, unless that exceeds the maximum depth.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let entered = self.enter();
        let result = entered.then(|| read(self));
        if entered {
            self.leave();
        }
        result
    }

    /// Enters a deeper level, and returns whether its depth is allowed.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth >= NESTING_LIMIT {
            self.too_deep(self.token.span, &format!("more than {NESTING_LIMIT} open delimiters"));
            return false;
        }
        self.depth += 1;
        true
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    pub(super) fn too_deep(&mut self, span: Span, label: &str) {
        self.fail(&codes::NESTED_TOO_DEEP, span, |_| {
            Diagnostic::error(&codes::NESTED_TOO_DEEP, "nesting is too deep", span).label(span, label).help("split it into named parts")
        });
    }

    /// A placeholder for a missing or invalid expression.
    pub(super) fn error_node(&mut self) -> ExprId {
        let end = self.previous_end;
        self.nodes.add(ExpressionKind::Error, Span { start: end, end })
    }

    /// A placeholder after an expression that was only parsed in part.
    pub(super) fn error_after(&mut self, read: Span) -> ExprId {
        self.nodes.add(ExpressionKind::Error, read.after())
    }

    /// Reports that `expected` was expected at the current token.
    pub(super) fn unexpected(&mut self, expected: &str) {
        self.unexpected_with(expected, |found| found);
    }

    /// Like [`Self::unexpected`], with a help.
    pub(super) fn unexpected_with(&mut self, expected: &str, more: impl FnOnce(Diagnostic) -> Diagnostic) {
        let span = self.next_span();
        let code = if self.at(TokenKind::Stray) { &codes::WGSL_CHARACTER } else { &codes::UNEXPECTED_TOKEN };
        self.fail(code, span, |parser| {
            let shown = parser.shown_token();
            let message = match parser.token.kind {
                TokenKind::Stray => format!("unexpected character {shown}"),
                _ => format!("expected {expected}, found {shown}"),
            };
            more(Diagnostic::error(code, message, span).label(span, format!("expected {expected}")))
        });
    }

    /// Reports that the delimiter at `open` lacks its `closer`.
    pub(super) fn unclosed(&mut self, closer: TokenKind, open: Span) {
        let (span, closer) = (self.next_span(), quoted(closer));
        self.fail(&codes::UNCLOSED, span, |parser| {
            let message = format!("expected {closer}, found {}", parser.shown_token());
            Diagnostic::error(&codes::UNCLOSED, message, span).label(span, format!("expected {closer}")).label(open, "unclosed delimiter")
        });
    }

    /// The span of the current token. At the end of the file, the end of its last line.
    fn next_span(&self) -> Span {
        match self.token.kind {
            TokenKind::End if self.source.text.ends_with('\n') && self.ends_file() => {
                let position = self.token.span.start - 1;
                Span { start: position, end: position }
            }
            _ => self.token.span,
        }
    }

    fn ends_file(&self) -> bool {
        (self.token.span.end - self.source.base) as usize == self.source.text.len()
    }

    /// Reports a missing `text` after the last token, with a fix that inserts it. Parsing continues as if it were there.
    pub(super) fn missing(&mut self, text: &str, context: &str) {
        let position = Span { start: self.previous_end, end: self.previous_end };
        self.unexpected_with(&format!("`{text}` {context}"), |found| {
            found
                .label(position, format!("missing `{text}`"))
                .fix(format!("insert `{text}`"), vec![Edit { span: position, text: text.to_owned() }])
        });
        self.failed = false;
    }

    /// Reports an error that requires recovery. If an unclosed comment ends the text, the comment is the error.
    pub(super) fn fail(&mut self, code: &'static Code, span: Span, build: impl FnOnce(&Self) -> Diagnostic) {
        let in_comment = self.at(TokenKind::End) && self.lexer.open_comment().is_some();
        if !self.failed && !in_comment {
            self.report(code, span, build);
        }
        self.failed = true;
    }

    /// Reports an error that requires no recovery.
    pub(super) fn report(&mut self, code: &'static Code, span: Span, build: impl FnOnce(&Self) -> Diagnostic) {
        // The text of diagnostics beyond the limit is not needed.
        let diagnostic = if self.found.dropped() > 0 { Diagnostic::error(code, String::new(), span) } else { build(self) };
        self.found.push(diagnostic);
    }

    /// The name of the current token in messages.
    pub(super) fn shown_token(&self) -> String {
        match self.token.kind {
            TokenKind::End if self.ends_file() => "the end of the file".to_owned(),
            TokenKind::End => "the end of the function".to_owned(),
            _ => printable_token(self.source.text(self.token.span)),
        }
    }
}

/// The name of a token kind in messages.
pub(super) fn quoted(kind: TokenKind) -> String {
    match kind {
        TokenKind::TemplateClose => "`>`".to_owned(),
        kind => kind.text().map_or_else(|| "a name".to_owned(), |text| format!("`{text}`")),
    }
}

/// A piece of source in messages.
pub(super) fn printable_token(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().all(|c| c == '\u{feff}' || c.is_control()) {
        return text.chars().map(|c| format!("U+{:04X}", u32::from(c))).collect();
    }
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
