//! Language features that a module requires.

use padstone_source::Span;
use padstone_wgsl::tree::DirectiveKind;

use crate::tokens::Tokens;
use crate::{Edits, Unit};

/// Removes a language extension from the `requires` directives, so that compilers without it accept the module.
pub(crate) fn drop_requirement(unit: &Unit<'_>, feature: &str, edits: &mut Edits) {
    for directive in &unit.tree.directives {
        let DirectiveKind::Requires(words) = directive.kind else { continue };
        let words: Vec<Span> = unit.tree[words].iter().map(|word| word.span).collect();
        let (dropped, others): (Vec<Span>, Vec<Span>) = words.into_iter().partition(|&word| unit.text(word) == feature);
        if !dropped.is_empty() && others.is_empty() {
            edits.remove(unit.line_of(directive.span));
        } else if !dropped.is_empty() {
            drop_words(unit, &dropped, edits);
        }
    }
}

/// Removes words of a list, each with one comma. Comments remain.
fn drop_words(unit: &Unit<'_>, words: &[Span], edits: &mut Edits) {
    let tokens = Tokens::of(unit);
    let is_comma = |token: &Span| unit.text(*token) == ",";
    let mut commas: Vec<Span> = Vec::new();
    for &word in words {
        match tokens.after(word.end).next().filter(is_comma) {
            Some(comma) if comma.start == word.end => {
                edits.remove(unit.with_space_after(Span { start: word.start, end: comma.end }));
                commas.push(comma);
            }
            // The last word, or one before a comment.
            following => {
                let preceding = || tokens.before(word.start).find(|token| is_comma(token) && !commas.contains(token));
                let comma = following.or_else(preceding);
                match comma
                    .filter(|comma| comma.end <= word.start && unit.text(Span { start: comma.end, end: word.start }).trim().is_empty())
                {
                    Some(comma) => edits.remove(Span { start: comma.start, end: word.end }),
                    None => comma.into_iter().chain([word]).for_each(|span| edits.remove(span)),
                }
                commas.extend(comma);
            }
        }
    }
}

/// Whether a module enables an extension.
pub(crate) fn enables(unit: &Unit<'_>, extension: &str) -> bool {
    let words = unit.tree.directives.iter().filter_map(|directive| match directive.kind {
        DirectiveKind::Enable(words) => Some(&unit.tree[words]),
        _ => None,
    });
    words.flatten().any(|word| unit.text(word.span) == extension)
}
