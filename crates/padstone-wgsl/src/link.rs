//! Modules of several files: the imports of naga_oil, as Bevy writes them, and of WESL.
//!
//! ```text
//! files ──directives, features──▶ texts ──parse──▶ modules ──follow names──▶ one text ──▶ as if it had been one file
//! ```
//!
//! The declarations of the first file, and the declarations of other files that they use, are composed into one text, in which names of
//! other modules are qualified by their paths (`lighting::Light`, which is one name to the lexer). It is read like any file, and the
//! results refer to the spans of the original files. Files without imports, conditions or paths are read directly.

mod compose;
mod defines;
mod directives;
mod features;
mod find;
mod import;
mod module;
mod origins;
mod overrides;
mod resolve;
mod text;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::{FileId, Loader, SourceFile, SourceMap, Span};
use rustc_hash::FxHashSet;

use crate::Options;
use crate::lex::Lexer;
use crate::token::TokenKind;
use crate::tree::{Edition, Source};
use text::LinkedText;

/// One text composed of several files.
pub(crate) struct Linked {
    text: LinkedText,
    /// Names in it that refer to missing declarations, which have been reported.
    pub(crate) missing: FxHashSet<String>,
}

/// Composes a file with its imports. `None` if it has none, and, with a diagnostic, without the feature `linking`.
pub(crate) fn link(
    sources: &mut SourceMap,
    file: FileId,
    loader: &dyn Loader,
    options: &Options,
    found: &mut Diagnostics,
) -> Option<Linked> {
    if options.edition == Edition::Draft2020 {
        return None;
    }
    let first = first_of_linking(sources.file(file))?;
    if !cfg!(feature = "linking") {
        let message = "this build does not read the imports, conditions and paths of naga_oil and WESL";
        found.push(Diagnostic::error(&codes::FILE_UNREADABLE, message, first));
        return None;
    }
    Some(resolve::Linker::new(sources, loader, options, found).link(file))
}

/// The first import, condition or module path of a file. `None`
/// if it has none.
pub fn first_of_linking(file: &SourceFile) -> Option<Span> {
    // Most files contain none of these, even in comments.
    let has = |word: &str| memchr::memmem::find(file.text.as_bytes(), word.as_bytes()).is_some();
    if !["#", "::", "import", "@if", "@el", "@ if"].into_iter().any(has) {
        return None;
    }
    let mut lexer = Lexer::new(Source::new(file, Edition::Current));
    let mut after_at = false;
    loop {
        let token = lexer.next();
        let text = lexer.token_text(token.span);
        let is_of_linking = match token.kind {
            TokenKind::End => return None,
            TokenKind::Stray => text == "#",
            TokenKind::Reserved => text == "import",
            TokenKind::Name => text.contains("::") || after_at && text == "elif",
            TokenKind::If | TokenKind::Else => after_at,
            _ => false,
        };
        if is_of_linking {
            return Some(token.span);
        }
        after_at = token.kind == TokenKind::At;
    }
}
