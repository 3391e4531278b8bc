//! Shared parts of the parsers of all languages: names, reports, delimiters, recovery.

use std::rc::Rc;

use padstone_diag::{Code, Diagnostic, Edit, codes};
use padstone_model::Annotation;
use padstone_source::{Span, Symbol};

use crate::cursor::Tokens;
use crate::{Token, TokenKind};

/// The maximum nesting depth of declarations, expressions and template arguments.
pub(crate) const MAX_NESTING: u32 = 100;

/// A parser of one dialect.
pub(crate) trait Reader {
    type Tokens: Tokens;

    fn cursor(&self) -> &Self::Tokens;
    fn cursor_mut(&mut self) -> &mut Self::Tokens;
    /// The nesting depth of the declaration or expression that is being parsed.
    fn nesting_mut(&mut self) -> &mut u32;
    /// Whether a token certainly begins a declaration, so that an unfinished one before it ends there.
    fn begins_declaration(&self, token: Token) -> bool;
    /// Whether a type and a name follow, which no expression contains: the declaration before them lacks its `;`.
    fn begins_variable(&mut self) -> bool {
        false
    }
    /// Whether a `<` after the name opens template arguments instead of being an operator.
    fn opens_arguments(&self, _name: Token) -> bool {
        false
    }
    /// Receives each token that is skipped without being parsed.
    fn see(&mut self, token: Token);
    /// Skips past the `}` of a body whose `{` was just consumed. Returns whether there is one.
    fn skip_body(&mut self) -> bool;

    // ---- names

    fn text(&self, symbol: Symbol) -> &str {
        self.cursor().names().resolve(symbol)
    }

    fn intern(&mut self, text: &str) -> Symbol {
        self.cursor_mut().names_mut().intern(text)
    }

    /// Parses a semantic with its index: `: TEXCOORD3`. Reports an index that is too large, and then returns `None`.
    fn semantic(&mut self, name: Symbol, span: Span) -> Option<Annotation> {
        let text = self.text(name).to_ascii_uppercase();
        let word = text.trim_end_matches(|character: char| character.is_ascii_digit());
        let index = match &text[word.len()..] {
            "" => 0,
            digits => match digits.parse() {
                Ok(index) => index,
                Err(_) => {
                    let message = format!("the index of the semantic `{text}` does not fit in 32 bits");
                    let found = Diagnostic::warning(&codes::ATTRIBUTE_ARGUMENT, message, span);
                    self.report(found.help("use an index up to 4294967295"));
                    return None;
                }
            },
        };
        Some(Annotation::Semantic { name: self.intern(word), index, span })
    }

    // ---- diagnostics

    fn report(&mut self, diagnostic: Diagnostic) {
        self.cursor_mut().diagnostics().push(diagnostic);
    }

    fn error(&mut self, code: &'static Code, message: impl Into<String>, span: Span) {
        self.report(Diagnostic::error(code, message, span));
    }

    /// Reports that the next token is not `expected`.
    fn expected(&mut self, expected: &str) {
        let token = self.cursor().peek();
        let found = self.describe(token);
        self.error(&codes::UNEXPECTED_TOKEN, format!("expected {expected}, found {found}"), token.span);
    }

    fn describe(&self, token: Token) -> String {
        match token.kind {
            TokenKind::End => "the end of the file".to_owned(),
            kind => format!("`{}`", kind.text().unwrap_or_else(|| self.text(token.symbol))),
        }
    }

    /// Reports that the `;` after the last token is missing.
    fn missing_semicolon(&mut self, previous: &str) {
        let token = self.cursor().peek();
        let position = self.cursor().last().after();
        let found = self.describe(token);
        let message = format!("expected `;` after {previous}, found {found}");
        let fix = vec![Edit { span: position, text: ";".to_owned() }];
        // The missing token may also be a `}`, or an initializer may not be allowed here.
        self.report(Diagnostic::error(&codes::UNEXPECTED_TOKEN, message, position).guess("insert `;`", fix));
    }

    /// Reports that the function of the entry point does not exist.
    fn report_no_entry(&mut self, entry: &str) {
        let message = format!("entry point function `{entry}` not found");
        let help = "pass another name with `-E`, or omit `-E` to treat every declaration as used";
        self.report(Diagnostic::without_place(&codes::ENTRY_NOT_FOUND, message).help(help));
    }

    /// Consumes a token of this kind, or reports that it is missing.
    fn expect(&mut self, kind: TokenKind, description: &str) -> Option<Token> {
        let found = self.cursor_mut().eat(kind);
        if found.is_none() {
            self.expected(description);
        }
        found
    }

    // ---- nesting and recovery

    /// The maximum nesting depth of this reader.
    fn most_nesting(&self) -> u32 {
        MAX_NESTING
    }

    /// Runs `parse` one level deeper, or reports that the maximum depth is exceeded.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let most = self.most_nesting();
        if *self.nesting_mut() >= most {
            let position = self.cursor().peek().span;
            let message = format!("the source is nested more than {most} levels deep");
            self.error(&codes::NESTED_TOO_DEEP, message, position);
            return None;
        }
        *self.nesting_mut() += 1;
        let parsed = parse(self);
        *self.nesting_mut() -= 1;
        Some(parsed)
    }

    /// Skips past the delimiter that closes an opening one just consumed, at `open`. If there is none, reports it, stops
    /// before the next token that is certainly outside, and returns false.
    fn skip_to_close(&mut self, open: Span) -> bool {
        let (mut depth, mut braces) = (1u32, 0u32);
        while depth > 0 {
            let token = self.cursor().peek();
            let outside = match token.kind {
                TokenKind::ParenOpen | TokenKind::BracketOpen => {
                    depth += 1;
                    false
                }
                TokenKind::ParenClose | TokenKind::BracketClose => {
                    depth -= 1;
                    false
                }
                TokenKind::BraceOpen => {
                    (depth, braces) = (depth + 1, braces + 1);
                    false
                }
                TokenKind::BraceClose if braces > 0 => {
                    (depth, braces) = (depth - 1, braces - 1);
                    false
                }
                TokenKind::Ident => token.starts_line && self.begins_declaration(token),
                TokenKind::Semicolon => braces == 0,
                TokenKind::BraceClose | TokenKind::End => true,
                _ => false,
            };
            if outside {
                self.unclosed(open);
                return false;
            }
            self.see(token);
            self.cursor_mut().next();
        }
        true
    }

    /// Reports that the delimiter at `open` is unclosed.
    fn unclosed(&mut self, open: Span) {
        self.error(&codes::UNCLOSED, "unclosed delimiter", open);
    }

    /// Recovers from an error: skips past the next `;`, or to the `}` that closes the enclosing declaration.
    fn recover(&mut self) {
        loop {
            let token = self.cursor().peek();
            match token.kind {
                TokenKind::End | TokenKind::BraceClose => return,
                TokenKind::Semicolon => {
                    self.cursor_mut().next();
                    return;
                }
                TokenKind::BraceOpen => {
                    self.cursor_mut().next();
                    self.skip_braces(token.span);
                    // A body ends a declaration; so does the `;` after it.
                    self.cursor_mut().eat(TokenKind::Semicolon);
                    return;
                }
                TokenKind::ParenOpen | TokenKind::BracketOpen => {
                    self.cursor_mut().next();
                    self.skip_to_close(token.span);
                }
                TokenKind::Ident if token.starts_line && self.begins_declaration(token) => return,
                _ => {
                    self.cursor_mut().next();
                }
            }
        }
    }

    /// Skips the rest of a `{ … }` whose opening brace at `open` was just consumed.
    fn skip_braces(&mut self, open: Span) {
        if !self.skip_body() {
            self.error(&codes::UNCLOSED, "unclosed delimiter", open);
        }
    }

    /// Collects the tokens of an expression: those before the first of `ends` outside all delimiters, or before the next declaration.
    fn collect_until(&mut self, ends: &[TokenKind]) -> Rc<[Token]> {
        self.collect(ends, true)
    }

    /// Collects the tokens of parameters, before the `)` that ends them.
    fn collect_parameters(&mut self) -> Rc<[Token]> {
        self.collect(&[TokenKind::ParenClose], false)
    }

    fn collect(&mut self, ends: &[TokenKind], is_expression: bool) -> Rc<[Token]> {
        let mut tokens: Vec<Token> = Vec::new();
        let (mut depth, mut braces) = (0u32, 0u32);
        // The depths in template arguments whose `>` is to come.
        let mut angles: Vec<u32> = Vec::new();
        loop {
            let token = self.cursor().peek();
            match token.kind {
                TokenKind::End => break,
                kind if depth == 0 && ends.contains(&kind) => break,
                // An unclosed bracket ends with the declaration.
                TokenKind::Semicolon if braces == 0 => break,
                TokenKind::Ident if braces == 0 && token.starts_line && self.begins_declaration(token) => break,
                TokenKind::Ident if is_expression && depth as usize == angles.len() && self.begins_variable() => break,
                TokenKind::ParenOpen | TokenKind::BracketOpen | TokenKind::BraceOpen => {
                    depth += 1;
                    braces += u32::from(token.kind == TokenKind::BraceOpen);
                }
                TokenKind::Less if tokens.last().is_some_and(|name| self.opens_arguments(*name)) => {
                    depth += 1;
                    angles.push(depth);
                }
                TokenKind::Greater if angles.last() == Some(&depth) => {
                    angles.pop();
                    depth -= 1;
                }
                TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::BraceClose => {
                    // Template arguments in the brackets lack their `>`.
                    while angles.last() == Some(&depth) {
                        angles.pop();
                        depth -= 1;
                    }
                    let Some(outer) = depth.checked_sub(1) else { break };
                    depth = outer;
                    braces = braces.saturating_sub(u32::from(token.kind == TokenKind::BraceClose));
                }
                _ => {}
            }
            self.see(token);
            tokens.push(self.cursor_mut().next());
        }
        tokens.into()
    }
}
