//! Edits of macro expansions.

use std::borrow::Cow;

use padstone_diag::Diagnostic;
use padstone_source::SourceMap;

/// The diagnostic with all of its edits in files: an edit that replaces a whole expansion replaces the macro use. A fix that would edit
/// part of a macro body would change all uses of the macro, and becomes a help.
pub(super) fn in_files<'a>(sources: &SourceMap, diagnostic: &'a Diagnostic) -> Cow<'a, Diagnostic> {
    let edits = || diagnostic.fixes.iter().flat_map(|fix| &fix.edits);
    if edits().all(|edit| sources.replaceable(edit.span) == Some(edit.span)) {
        return Cow::Borrowed(diagnostic);
    }
    let mut diagnostic = diagnostic.clone();
    for mut fix in std::mem::take(&mut diagnostic.fixes) {
        let places: Option<Vec<_>> = fix.edits.iter().map(|edit| sources.replaceable(edit.span)).collect();
        match places {
            Some(places) => {
                fix.edits.iter_mut().zip(places).for_each(|(edit, span)| edit.span = span);
                diagnostic.fixes.push(fix);
            }
            None => diagnostic.helps.push(fix.title),
        }
    }
    Cow::Owned(diagnostic)
}
