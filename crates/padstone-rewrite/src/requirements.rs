//! Language features that a module requires.

use padstone_wgsl::tree::DirectiveKind;

use crate::{Edits, Unit};

/// Removes a language extension from the `requires` directives, so that compilers without it accept the module.
pub(crate) fn drop_requirement(unit: &Unit<'_>, feature: &str, edits: &mut Edits) {
    for directive in &unit.tree.directives {
        let DirectiveKind::Requires(words) = directive.kind else { continue };
        let words: Vec<&str> = unit.tree[words].iter().map(|word| unit.text(word.span)).collect();
        let others: Vec<&str> = words.iter().copied().filter(|&word| word != feature).collect();
        if others.len() < words.len() {
            if others.is_empty() {
                edits.remove(unit.line_of(directive.span));
            } else {
                edits.replace(directive.span, format!("requires {};", others.join(", ")));
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
