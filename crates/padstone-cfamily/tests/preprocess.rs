//! Examples of the preprocessor: source on the left, tokens and diagnostics on the right.

mod bodies;
mod conditions;
mod directives;
mod expansion;
mod includes;
mod limits;
mod spans;

use padstone_cfamily::{Preprocessor, Token, TokenKind, Unit};
use padstone_diag::{Diagnostic, Diagnostics};
use padstone_source::{Interner, MemoryLoader, SourceMap};

/// Preprocesses `source`, the file `main.hlsl`, and compares the tokens, joined by spaces, and the diagnostics, each as
/// `line:column code message`.
#[track_caller]
fn check(source: &str, tokens: &str, diagnostics: &[&str]) {
    check_files(&[("main.hlsl", source)], tokens, diagnostics);
}

/// Like [`check`] with several files, the first of which is the main one; `inc` and `lib` are include directories. Diagnostics in other files than
/// the main one are prefixed with `file:`.
#[track_caller]
fn check_files(files: &[(&str, &str)], tokens: &str, diagnostics: &[&str]) {
    let found = with(files, &[], |preprocessor| {
        let mut text = Vec::new();
        loop {
            let token = preprocessor.next();
            if token.kind == TokenKind::End {
                return text.join(" ");
            }
            text.push(spelling(preprocessor, token).to_owned());
        }
    });
    assert_eq!((found.0.as_str(), found.1), (tokens, diagnostics.iter().map(|&line| line.to_owned()).collect()));
}

/// Runs a preprocessor on files, the first of which is the main one. Returns the result of `run`, and the diagnostics.
fn with<T>(files: &[(&str, &str)], defines: &[(&str, Option<&str>)], run: impl FnOnce(&mut Preprocessor<'_>) -> T) -> (T, Vec<String>) {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add_file(files[0].0, files[0].1.into()).expect("a test is less than 4 GiB");
    let result = {
        let unit = Unit {
            sources: &mut sources,
            names: Interner::new(),
            diagnostics: &mut diagnostics,
            loader: &MemoryLoader::new(files.iter().copied()),
            include_dirs: &["inc".into(), "lib".into()],
            outside_bodies: &["cbuffer"],
        };
        let defines: Vec<_> = defines.iter().map(|&(name, value)| (name.to_owned(), value.map(str::to_owned))).collect();
        run(&mut Preprocessor::new(unit, file, &defines))
    };
    let line = |found: &Diagnostic| {
        let position = sources.locate(found.span.map_or(0, |span| span.start));
        let name = if position.name == files[0].0 { String::new() } else { format!("{}:", position.name) };
        format!("{name}{}:{} {} {}", position.line, position.column, found.code.id, found.message)
    };
    let lines = diagnostics.iter().map(line).collect();
    (result, lines)
}

/// The text of a token.
fn spelling<'a>(preprocessor: &'a Preprocessor<'_>, token: Token) -> &'a str {
    token.kind.text().unwrap_or_else(|| preprocessor.unit.names.resolve(token.symbol))
}
