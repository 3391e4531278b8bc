//! Functions that replace others: `virtual fn lit(…)` in a module of naga_oil, and `override fn lighting::lit(…)` in one that
//! imports it.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::Span;
use rustc_hash::FxHashSet;

use super::text::LinkedText;
use crate::lex::Lexer;
use crate::token::TokenKind;

/// The virtual and overriding functions of a module.
#[derive(Debug, Default)]
pub(crate) struct Overrides {
    /// The names of its virtual functions.
    pub(crate) replaceable: Vec<String>,
    /// The functions that override others.
    pub(crate) replacing: Vec<Override>,
}

/// `override fn lighting::lit(…)`
#[derive(Clone, Debug)]
pub(crate) struct Override {
    /// The generated name, which no other declaration of the module has: `override_lighting_lit`.
    pub(crate) name: String,
    /// The path of the overridden function as written, and its span.
    pub(crate) replaced: String,
    pub(crate) span: Span,
}

/// Removes `virtual` and `override` from a text. Overriding functions get a generated name.
pub(crate) fn take_overrides(text: LinkedText, found: &mut Diagnostics) -> (LinkedText, Overrides) {
    let mut overrides = Overrides::default();
    if !["virtual", "override"].iter().any(|word| text.as_str().contains(word)) {
        return (text, overrides);
    }
    let mut taken = names(&text);
    let (mut left, mut from) = (LinkedText::default(), 0);
    let mut lexer = Lexer::new(text.source());
    // The two preceding tokens.
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
        let mut override_name = format!("override_{}", name.replace("::", "_"));
        while !taken.insert(override_name.clone()) {
            override_name.push('_');
        }
        left.substitute(&override_name, &text, token.span.start as usize..token.span.end as usize);
        from = token.span.end as usize;
        let span = text.origin(token.span);
        if name.contains("::") {
            overrides.replacing.push(Override { name: override_name, replaced: name.to_owned(), span });
        } else {
            let message = format!("`{name}` names no module, and a module cannot override its own functions");
            found.push(Diagnostic::error(&codes::IMPORT_SYNTAX, message, span).label(span, "").help("write `override fn module::name`"));
        }
    }
    left.copy(&text, from..text.as_str().len());
    (left, overrides)
}

/// The names in a text.
fn names(text: &LinkedText) -> FxHashSet<String> {
    let mut lexer = Lexer::new(text.source());
    let mut names = FxHashSet::default();
    loop {
        let token = lexer.next();
        match token.kind {
            TokenKind::End => return names,
            TokenKind::Name => _ = names.insert(lexer.token_text(token.span).to_owned()),
            _ => {}
        }
    }
}
