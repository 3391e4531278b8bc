//! A view of the tokens with arbitrary look-ahead, which can also replay stored tokens.

use std::collections::VecDeque;
use std::rc::Rc;

use padstone_diag::Diagnostics;
use padstone_source::{Interner, Span, Symbol};

use crate::{Preprocessor, Token, TokenKind};

/// A sequence of tokens with look-ahead and replay: the part of [`Cursor`] that parsers need, without its lifetime.
pub(crate) trait Tokens {
    /// The next token.
    fn peek(&self) -> Token;
    /// The token `n` places ahead, 0 being the next.
    fn peek_at(&mut self, n: usize) -> Token;
    fn next(&mut self) -> Token;
    /// Reads `tokens` until [`Self::end_replay`]; the token after the last of them is [`TokenKind::End`].
    fn replay(&mut self, tokens: Rc<[Token]>, span: Span);
    fn end_replay(&mut self);
    /// The position of the last consumed token.
    fn last(&self) -> Span;
    /// The span from `first` to the last consumed token.
    fn span_from(&self, first: Span) -> Span;
    fn names(&self) -> &Interner;
    fn names_mut(&mut self) -> &mut Interner;
    fn diagnostics(&mut self) -> &mut Diagnostics;

    /// Consumes the next token if it has this kind.
    #[inline]
    fn eat(&mut self, kind: TokenKind) -> Option<Token> {
        if self.peek().kind == kind { Some(self.next()) } else { None }
    }
}

/// The tokens of a translation unit.
pub(crate) struct Cursor<'a> {
    pub(crate) preprocessor: Preprocessor<'a>,
    /// The next token.
    token: Token,
    /// Tokens after it that the preprocessor has already returned.
    ahead: VecDeque<Token>,
    /// Stored tokens to read instead of the preprocessor's; the innermost replay, which is being read, is last.
    replays: Vec<Replay>,
    /// The position of the last consumed token.
    pub(crate) last: Span,
}

struct Replay {
    tokens: Rc<[Token]>,
    /// The index after the next token.
    at: usize,
    /// The token to return after them.
    end: Token,
    /// The token with which reading continues afterwards.
    interrupted: Token,
}

impl Replay {
    fn get(&self, ahead: usize) -> Token {
        self.tokens.get(self.at + ahead).copied().unwrap_or(self.end)
    }
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(mut preprocessor: Preprocessor<'a>) -> Self {
        let token = preprocessor.next();
        Cursor { preprocessor, token, ahead: VecDeque::new(), replays: Vec::new(), last: Span::default() }
    }

    /// The range from `first` to `last`.
    pub(crate) fn join(&self, first: Span, last: Span) -> Span {
        self.preprocessor.unit.sources.join(first, last)
    }

    #[inline]
    pub(crate) fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// The token after the next, if some are stored.
    #[cold]
    fn stored(&mut self) -> Token {
        match self.replays.last_mut() {
            Some(replay) => {
                let next = replay.get(0);
                replay.at += 1;
                next
            }
            None => self.ahead.pop_front().unwrap_or_else(|| self.preprocessor.next()),
        }
    }

    /// Skips past the `}` that closes a `{` just consumed. Returns its position, or `None` at the end of input. Passes the skipped tokens
    /// to `see`, if there is one.
    pub(crate) fn skip_body(&mut self, mut see: Option<&mut dyn FnMut(Token)>) -> Option<Span> {
        // Skipping in the preprocessor is fastest; start it after the tokens that were already looked at.
        let mut depth = 1_usize;
        loop {
            let token = self.token;
            match token.kind {
                TokenKind::BraceOpen => depth += 1,
                TokenKind::BraceClose => depth -= 1,
                TokenKind::End => return None,
                _ => {}
            }
            if depth == 0 {
                self.next();
                return Some(token.span);
            }
            if let Some(see) = &mut see {
                see(token);
            }
            if self.replays.is_empty() && self.ahead.is_empty() {
                break;
            }
            self.next();
        }
        let close = self.preprocessor.skip_body(depth, see);
        self.token = self.preprocessor.next();
        self.last = close.unwrap_or(self.last);
        close
    }
}

impl Tokens for Cursor<'_> {
    #[inline]
    fn peek(&self) -> Token {
        self.token
    }

    fn peek_at(&mut self, n: usize) -> Token {
        let Some(offset) = n.checked_sub(1) else { return self.token };
        if let Some(replay) = self.replays.last() {
            return replay.get(offset);
        }
        while self.ahead.len() <= offset {
            let token = self.preprocessor.next();
            self.ahead.push_back(token);
        }
        self.ahead[offset]
    }

    #[inline]
    fn next(&mut self) -> Token {
        let token = self.token;
        self.last = token.span;
        if self.replays.is_empty() && self.ahead.is_empty() {
            self.preprocessor.advance(&mut self.token);
        } else {
            self.token = self.stored();
        }
        token
    }

    fn replay(&mut self, tokens: Rc<[Token]>, at: Span) {
        let end = Token { kind: TokenKind::End, starts_line: false, after_space: true, painted: false, symbol: Symbol::EMPTY, span: at };
        let replay = Replay { tokens, at: 0, end, interrupted: self.token };
        self.token = replay.get(0);
        self.replays.push(Replay { at: 1, ..replay });
    }

    fn end_replay(&mut self) {
        if let Some(replay) = self.replays.pop() {
            self.token = replay.interrupted;
        }
    }

    fn last(&self) -> Span {
        self.last
    }

    fn span_from(&self, first: Span) -> Span {
        self.join(first, self.last)
    }

    fn names(&self) -> &Interner {
        &self.preprocessor.unit.names
    }

    fn names_mut(&mut self) -> &mut Interner {
        &mut self.preprocessor.unit.names
    }

    fn diagnostics(&mut self) -> &mut Diagnostics {
        self.preprocessor.unit.diagnostics
    }
}
