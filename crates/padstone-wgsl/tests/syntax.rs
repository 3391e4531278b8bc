//! The parser: source in, a listing of the structure and the diagnostics out.

mod dump;
mod editions;
mod invalid;
mod programs;
mod properties;
mod spans;
mod text;
mod valid;

use std::fmt::Write;

use dump::Parsed;
use padstone_source::SourceMap;
use padstone_wgsl::tree::{Edition, Source, apply};

/// The structure of a text, its diagnostics, and the fixed text.
fn read(text: &str, edition: Edition) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.wgsl", text.into()).unwrap();
    let source = Source::new(sources.file(file), edition);
    let parsed = Parsed::new(source);
    let mut out = parsed.dump() + "\n";
    let mut edits = Vec::new();
    for diagnostic in &parsed.found {
        let position = sources.locate(diagnostic.span.unwrap().start);
        writeln!(out, "{}:{} {} {}", position.line, position.column, diagnostic.code.id, diagnostic.message).unwrap();
        edits.extend(diagnostic.fixes.iter().flat_map(|fix| fix.edits.clone()));
    }
    if !edits.is_empty() && parsed.found.iter().all(|diagnostic| !diagnostic.fixes.is_empty()) {
        let fixed = apply(source, &edits).unwrap();
        let parsed = Parsed::new(Source { text: &fixed, base: 0, edition });
        assert!(!parsed.found.has_errors(), "the fix does not remove the error: {fixed}\n{:?}", parsed.found);
        writeln!(out, "fixed: {fixed}").unwrap();
    }
    out
}

#[track_caller]
fn check_edition(edition: Edition, source: &str, expected: &str) {
    let lines = |text: &str| text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    assert_eq!(lines(&read(source, edition)), lines(expected), "\n{source}");
}

#[track_caller]
fn check(source: &str, expected: &str) {
    check_edition(Edition::Current, source, expected);
}

#[track_caller]
fn check_2020(source: &str, expected: &str) {
    check_edition(Edition::Draft2020, source, expected);
}
