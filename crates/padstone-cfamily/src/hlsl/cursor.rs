//! A view of the tokens with as much look-ahead as is asked for, which can be told to replay stored tokens.

use std::collections::VecDeque;
use std::rc::Rc;

use padstone_source::{Span, Symbol};

use crate::{Preprocessor, Token, TokenKind};

pub(super) struct Cursor<'a> {
    pub(super) preprocessor: Preprocessor<'a>,
    ahead: VecDeque<Token>,
    /// Stored tokens to read instead of the preprocessor's; the last is the one being read.
    replays: Vec<Replay>,
    /// The token that was last consumed.
    pub(super) last: Span,
}

struct Replay {
    tokens: Rc<[Token]>,
    at: usize,
    /// What comes behind them.
    end: Token,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(preprocessor: Preprocessor<'a>) -> Self {
        Cursor { preprocessor, ahead: VecDeque::new(), replays: Vec::new(), last: Span::default() }
    }

    /// The token `n` places ahead, 0 being the next.
    pub(super) fn peek_at(&mut self, n: usize) -> Token {
        if let Some(replay) = self.replays.last() {
            return replay.tokens.get(replay.at + n).copied().unwrap_or(replay.end);
        }
        while self.ahead.len() <= n {
            let token = self.preprocessor.next();
            self.ahead.push_back(token);
        }
        self.ahead[n]
    }

    pub(super) fn peek(&mut self) -> Token {
        self.peek_at(0)
    }

    pub(super) fn next(&mut self) -> Token {
        let token = match self.replays.last_mut() {
            Some(replay) => {
                let token = replay.tokens.get(replay.at).copied().unwrap_or(replay.end);
                replay.at += 1;
                token
            }
            None => self.ahead.pop_front().unwrap_or_else(|| self.preprocessor.next()),
        };
        self.last = token.span;
        token
    }

    pub(super) fn at(&mut self, kind: TokenKind) -> bool {
        self.peek().kind == kind
    }

    pub(super) fn eat(&mut self, kind: TokenKind) -> Option<Token> {
        self.at(kind).then(|| self.next())
    }

    /// Reads `tokens` until [`Self::end_replay`]; behind them is an end.
    pub(super) fn replay(&mut self, tokens: Rc<[Token]>, at: Span) {
        let end = Token { kind: TokenKind::End, starts_line: false, after_space: true, painted: false, symbol: Symbol::EMPTY, span: at };
        self.replays.push(Replay { tokens, at: 0, end });
    }

    pub(super) fn end_replay(&mut self) {
        self.replays.pop();
    }

    /// Skips to behind the `}` that closes a `{` just consumed. Returns where that is, or `None` at the end of input.
    pub(super) fn skip_body(&mut self, mut names_used: Option<&mut Vec<Symbol>>) -> Option<Span> {
        let mut depth = 1u32;
        while !self.replays.is_empty() || !self.ahead.is_empty() {
            let token = self.next();
            match token.kind {
                TokenKind::BraceOpen => depth += 1,
                TokenKind::BraceClose => depth -= 1,
                TokenKind::Ident => {
                    if let Some(names) = names_used.as_deref_mut() {
                        names.push(token.symbol);
                    }
                }
                TokenKind::End => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(token.span);
            }
        }
        let mut close = None;
        for _ in 0..depth {
            close = Some(self.preprocessor.skip_body(names_used.as_deref_mut())?);
        }
        self.last = close.unwrap_or(self.last);
        close
    }
}
