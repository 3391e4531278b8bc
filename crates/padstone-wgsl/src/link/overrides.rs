//! Functions that replace others: `virtual fn lit(…)` in a module of naga_oil, and `override fn lighting::lit(…)` in one that
//! imports it.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::Span;

use super::text::Text;
use crate::lex::Lexer;
use crate::token::TokenKind;

/// What a module says of its functions.
#[derive(Debug, Default)]
pub(crate) struct Overrides {
    /// The names of those that may be replaced.
    pub(crate) replaceable: Vec<String>,
    /// Those that replace others.
    pub(crate) replacing: Vec<Override>,
}

/// `override fn lighting::lit(…)`
#[derive(Clone, Debug)]
pub(crate) struct Override {
    /// The name that it goes by, since it is not its own: `override_lighting_lit`.
    pub(crate) name: String,
    /// What it replaces, as it is written, and where.
    pub(crate) replaced: String,
    pub(crate) span: Span,
}

/// Takes `virtual` and `override` from a text. Functions that replace others get a name.
pub(crate) fn take_overrides(text: Text, found: &mut Diagnostics) -> (Text, Overrides) {
    let mut overrides = Overrides::default();
    if !["virtual", "override"].iter().any(|word| text.as_str().contains(word)) {
        return (text, overrides);
    }
    let (mut left, mut from) = (Text::default(), 0);
    let mut lexer = Lexer::new(text.source());
    // The two tokens before.
    let mut last = [None; 2];
    loop {
        let token = lexer.next();
        if token.kind == TokenKind::End {
            break;
        }
        let [word, fn_word] = last;
        last = [fn_word, Some(token)];
        let (Some(word), Some(fn_word), TokenKind::Name) = (word, fn_word, token.kind) else { continue };
        let (is_override, is_virtual) = (word.kind == TokenKind::Override, lexer.token_text(word.span) == "virtual");
        if fn_word.kind != TokenKind::Fn || !(is_override || is_virtual) {
            continue;
        }
        let name = lexer.token_text(token.span);
        left.copy(&text, from..word.span.start as usize);
        from = word.span.end as usize;
        if is_virtual {
            overrides.replaceable.push(name.to_owned());
            continue;
        }
        left.copy(&text, from..token.span.start as usize);
        let own = format!("override_{}", name.replace("::", "_"));
        left.stand_for(&own, &text, token.span.start as usize..token.span.end as usize);
        from = token.span.end as usize;
        let span = text.origin(token.span);
        if name.contains("::") {
            overrides.replacing.push(Override { name: own, replaced: name.to_owned(), span });
        } else {
            let message = format!("`{name}` names no module, and a module cannot override its own functions");
            found.push(Diagnostic::error(&codes::IMPORT_SYNTAX, message, span).label(span, "").help("write `override fn module::name`"));
        }
    }
    left.copy(&text, from..text.as_str().len());
    (left, overrides)
}
