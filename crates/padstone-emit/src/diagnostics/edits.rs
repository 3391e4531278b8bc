//! Changes of what comes out of a macro.

use std::borrow::Cow;

use padstone_diag::Diagnostic;
use padstone_source::SourceMap;

/// The diagnostic with all of its edits in files: what replaces all of a macro replaces the use of the macro. A fix that would change
/// a part of a macro changes all uses of it, and becomes advice.
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
