use std::io::Write as _;

use padstone_diag::{Diagnostic, Edit, codes};
use padstone_source::{Expansion, Interner, SourceMap, Span};

use super::{Context, FORMATS, TerminalColor};

const SOURCE: &str = "#define AT(n) packoffset(c##n.w)\n#define A AT(0)\n#line 7 \"gen, 1.hlsl\"\nfloat2 é : A;\r\nfloat b;\n";

/// A unit with two nested expansions, and a span in the inner one.
fn unit() -> (SourceMap, Interner, Span) {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let file = sources.add_file("a.hlsl", SOURCE.into()).unwrap();
    let find = |text: &str| {
        let start = SOURCE.rfind(text).unwrap() as u32;
        sources.file(file).span(start, start + text.len() as u32)
    };
    let (body, outer_body, site) = (find("packoffset(c##n.w)"), find("AT(0)"), find("A;"));
    let marker = find("#line").start;
    let site = Span { start: site.start, end: site.start + 1 };
    let a = sources.add_expansion(Expansion { name: names.intern("A"), body: outer_body, site }).unwrap();
    let expansion = Expansion { name: names.intern("AT"), body, site: Span { start: a, end: a + 5 } };
    let inner = sources.add_expansion(expansion).unwrap();
    sources.add_line_marker(marker, 7, Some("gen, 1.hlsl".into()));
    (sources, names, Span { start: inner, end: inner + 18 })
}

fn check(format: &str, expected: &str) {
    let (sources, names, span) = unit();
    let b = SOURCE.find("b;").unwrap() as u32;
    let file = sources.files().next().unwrap().1;
    let found = Diagnostic::error(&codes::PACKOFFSET_OUTSIDE, "two things: 100 % wrong", span)
        .label(span, "here")
        .label(file.span(b, b + 1), "and here")
        .note("a fact")
        .help("an advice")
        .fix("rename it", vec![Edit { span: file.span(b, b + 1), text: "c".into() }]);
    let placeless = Diagnostic::without_place(&codes::FILE_UNREADABLE, "no file");
    let format = FORMATS.iter().find(|known| known.name == format).unwrap();
    let mut renderer = (format.renderer)(TerminalColor::Never);
    let mut out = Vec::new();
    for diagnostic in [&found, &placeless] {
        renderer.diagnostic(Context { sources: &sources, names: &names }, diagnostic, &mut out).unwrap();
    }
    renderer.finish(&mut out).unwrap();
    out.flush().unwrap();
    let out = String::from_utf8(out).unwrap();
    assert_eq!(out, expected, "{out}");
}

#[test]
fn text_shows_the_use_of_a_macro_and_then_its_bodies() {
    check("text", include_str!("expected/text.txt"));
}

#[test]
fn json_is_one_object_per_line() {
    check("json", include_str!("expected/json.txt"));
}

#[test]
fn github_property_delimiters_are_escaped() {
    check("github", include_str!("expected/github.txt"));
}

#[test]
fn sarif_is_one_document() {
    check("sarif", include_str!("expected/sarif.txt"));
}
