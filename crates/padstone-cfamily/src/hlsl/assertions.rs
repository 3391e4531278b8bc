//! `static_assert(condition, "message");`, at the top level and in structs.

use padstone_diag::{Diagnostic, Severity, codes};
use padstone_source::Span;

use super::Parser;
use super::entities::Constant;
use crate::TokenKind;
use crate::constants::{Expressions, Fail, Outcome, not_constant, to_bool};
use crate::cursor::Tokens;
use crate::reader::Reader;

impl Parser<'_> {
    /// Reads an assertion and evaluates its condition.
    pub(super) fn static_assertion(&mut self) {
        self.cursor.next();
        if self.expect(TokenKind::ParenOpen, "`(`").is_none() {
            return self.recover();
        }
        let start = self.cursor.peek().span;
        let parsed = self.expression();
        let at = self.cursor.span_from(start);
        let mut condition = match parsed {
            Ok(condition) => condition,
            Err(fail) => {
                self.reported::<()>(Err(fail));
                return self.recover();
            }
        };
        // `v.x`, `a[1]`
        let rest = self.cursor.peek();
        if matches!(rest.kind, TokenKind::Dot | TokenKind::BracketOpen) {
            self.collect_until(&[TokenKind::Comma, TokenKind::ParenClose]);
            condition = condition.and_then(|_| Err(not_constant("unsupported expression", "write its value", rest.span)));
        }
        let mut text = String::new();
        if self.cursor.eat(TokenKind::Comma).is_some() {
            if !self.cursor.at(TokenKind::String) {
                self.expected("the message, a string");
            }
            while let Some(part) = self.cursor.eat(TokenKind::String) {
                text.push_str(self.text(part.symbol).trim_matches('"'));
            }
        }
        self.check_assertion(condition, &text, at);
        if self.cursor.eat(TokenKind::ParenClose).is_none() {
            self.expected("`)`");
            // What begins with a type is the next declaration.
            if !self.begins_variable() {
                self.recover();
            }
        } else if self.cursor.eat(TokenKind::Semicolon).is_none() {
            self.missing_semicolon("the assertion");
        }
    }

    fn check_assertion(&mut self, condition: Outcome<Constant>, text: &str, at: Span) {
        match condition {
            Ok(condition) if condition.scoped_enum.is_some() => {
                let number = self.integer(condition, at);
                self.reported(number);
            }
            Ok(condition) if to_bool(condition.value) => {}
            Ok(_) => {
                let message =
                    if text.is_empty() { "static assertion failed".to_owned() } else { format!("static assertion failed: {text}") };
                let found = Diagnostic::error(&codes::ASSERTION_FAILED, message, at).label(at, "this is false");
                self.report(found.help("change the condition, or the declarations that it checks"));
            }
            // A warning, because no number depends on it.
            Err(Fail::Report(mut found)) if *found.code == codes::NOT_CONSTANT => {
                found.severity = Severity::Warning;
                self.report(*found);
            }
            Err(fail) => drop(self.reported::<()>(Err(fail))),
        }
    }
}
