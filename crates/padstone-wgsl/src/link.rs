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
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Options;
use crate::lex::Lexer;
use crate::token::TokenKind;
use crate::tree::{Edition, Source};
use compose::compose;
use resolve::Linker;
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
    let mut linker = Linker::new(sources, loader, options, found);
    linker.read_root(file);
    let text = compose(&mut linker);
    // Composing loads further modules.
    linker.check_cycles();
    Some(Linked { text, missing: linker.missing })
}

/// The WGSL that a file and its imports compose, without imports, conditions and paths; comments outside declarations are dropped. `None` if
/// the file has none of these, or if there are errors in them, which are reported.
///
/// ```
/// # use padstone_diag::Diagnostics;
/// # use padstone_source::{MemoryLoader, SourceMap};
/// # use padstone_wgsl::{Options, composed_text};
/// let files = [("light.wgsl", "#define_import_path light\nstruct Light { at: vec3f }\nstruct Unused { x: f32 }")];
/// let text = "#import light\n@group(0) @binding(0) var<uniform> sun: light::Light;";
/// let (mut sources, mut found) = (SourceMap::new(), Diagnostics::new());
/// let file = sources.add_file("scene.wgsl", text.into()).unwrap();
/// let composed = composed_text(&mut sources, file, &MemoryLoader::new(files), &Options::default(), &mut found);
/// assert_eq!(composed.unwrap(), "@group(0) @binding(0) var<uniform> sun: light_Light;\nstruct light_Light { at: vec3f }\n");
/// ```
pub fn composed_text(
    sources: &mut SourceMap,
    file: FileId,
    loader: &dyn Loader,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let linked = link(sources, file, loader, options, diagnostics)?;
    (!diagnostics.has_errors()).then(|| without_paths(linked.text.as_str()))
}

/// A text whose names are identifiers: `light::Light` becomes `light_Light`, followed by underscores if that is the name of something else.
fn without_paths(text: &str) -> String {
    let source = Source { text, base: 0, edition: Edition::Current };
    let mut taken: FxHashSet<String> = crate::names_of_the_language().collect();
    let mut paths = Vec::new();
    let mut lexer = Lexer::new(source);
    loop {
        let token = lexer.next();
        let name = lexer.token_text(token.span);
        match token.kind {
            TokenKind::End => break,
            TokenKind::Name if name.contains("::") => paths.push(token.span),
            TokenKind::Name => drop(taken.insert(name.to_owned())),
            _ => {}
        }
    }
    let mut names: FxHashMap<&str, String> = FxHashMap::default();
    let (mut composed, mut from) = (String::with_capacity(text.len()), 0);
    for span in paths {
        let path = source.text(span);
        let name = names.entry(path).or_insert_with(|| {
            let mut name = path.replace("::", "_").trim_start_matches('_').to_owned();
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            name
        });
        composed.push_str(&text[from..span.start as usize]);
        composed.push_str(name);
        from = span.end as usize;
    }
    composed.push_str(&text[from..]);
    composed
}

/// Whether `if`, `else` or `elif` may follow an `@`, perhaps after spaces and comments.
fn may_have_conditions(text: &[u8]) -> bool {
    memchr::memchr_iter(b'@', text).any(|at| {
        let rest = &text[at + 1..];
        let word = &rest[rest.iter().take_while(|byte| **byte <= b' ').count()..];
        // Other spaces are not ASCII.
        word.starts_with(b"if") || word.starts_with(b"el") || word.first().is_some_and(|&byte| byte == b'/' || !byte.is_ascii())
    })
}

/// The first import, condition or module path of a file. `None`
/// if it has none.
pub fn first_of_linking(file: &SourceFile) -> Option<Span> {
    // Most files contain none of these, even in comments.
    let has = |word: &str| memchr::memmem::find(file.text.as_bytes(), word.as_bytes()).is_some();
    if !["#", "::", "import"].into_iter().any(has) && !may_have_conditions(file.text.as_bytes()) {
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
