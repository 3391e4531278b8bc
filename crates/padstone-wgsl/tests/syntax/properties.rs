//! Properties of every text, and of every program.

use padstone_diag::Edit;
use padstone_source::Span;
use padstone_wgsl::tree::{Edition, Source, apply, print};
use padstone_wgsl::{names_in, pieces};
use proptest::prelude::*;

use crate::syntax::dump::Parsed;
use crate::syntax::programs::program;
use crate::syntax::spans::check_spans;

/// A text that does not begin at position 0 of its source map, as for the second file.
fn source(text: &str, edition: Edition) -> Source<'_> {
    Source { text, base: 1000, edition }
}

/// Parses a text in every mode, and checks the properties of all texts.
fn read(text: &str, edition: Edition) -> Parsed {
    let source = source(text, edition);
    let parsed = Parsed::new(source);
    let full = Span { start: source.base, end: source.base + text.len() as u32 };
    check_spans(&parsed.tree, &parsed.bodies, full);
    for diagnostic in &parsed.found {
        let places = diagnostic.span.iter().chain(diagnostic.labels.iter().map(|label| &label.span));
        for span in places.chain(diagnostic.fixes.iter().flat_map(|fix| fix.edits.iter().map(|edit| &edit.span))) {
            assert!(full.start <= span.start && span.start <= span.end && span.end <= full.end, "{diagnostic:?}");
        }
    }
    let (mut names, mut found) = (parsed.names.clone(), Vec::new());
    names_in(source, full, &mut names, |name| found.push(name));
    assert!(found.iter().all(|name| source.text(name.span) == names.resolve(name.symbol)));
    let joined: String = pieces(source).map(|piece| source.text(piece.span)).collect();
    assert_eq!(joined, text);
    let mut end = full.start;
    for piece in pieces(source) {
        assert!(piece.span.start == end && !piece.span.is_empty(), "{piece:?}");
        end = piece.span.end;
    }
    parsed
}

/// Pieces of WGSL in a meaningless order.
fn fragments() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "struct",
        "S",
        "{",
        "}",
        "a",
        ":",
        "f32",
        ",",
        ";",
        "fn",
        "(",
        ")",
        "->",
        "@",
        "align",
        "[[",
        "]]",
        "[",
        "]",
        "<",
        ">",
        "var",
        "let",
        "const",
        "=",
        "1",
        "0x1p",
        "1.5f",
        "+",
        "-",
        "--",
        "&&",
        "||",
        "<<",
        ">>",
        "<=",
        ">=",
        "==",
        "if",
        "else",
        "elseif",
        "for",
        "while",
        "loop",
        "continuing",
        "break",
        "switch",
        "case",
        "default",
        "return",
        "enable",
        "diagnostic",
        "alias",
        "type",
        "override",
        "const_assert",
        "/*",
        "*/",
        "//",
        "\n",
        " ",
        "é",
        "\u{2028}",
        "\0",
        "#",
        "\"",
        "_",
        "__a",
        ".",
        "!",
        "~",
        "*",
        "&",
        "|",
        "^",
        "%",
        "array<",
        "array<f32, 4>",
        "{ }",
        "()",
        "fallthrough",
        "discard",
        "true",
        "class",
    ]);
    prop::collection::vec((words, prop::bool::ANY), 0..60)
        .prop_map(|words| words.into_iter().map(|(word, space)| format!("{word}{}", if space { " " } else { "" })).collect())
}

fn edition() -> impl Strategy<Value = Edition> {
    prop::sample::select(vec![Edition::Current, Edition::Draft2020])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in any::<String>(), edition in edition()) {
        read(&text, edition);
    }

    #[test]
    fn any_fragments_are_read(text in fragments(), edition in edition()) {
        read(&text, edition);
        read(&format!("fn f() {{ {text}"), edition);
    }

    #[test]
    fn printed_programs_parse_to_the_same_tree(seed in prop::collection::vec(any::<u8>(), 0..400), edition in edition()) {
        let text = program(&seed, edition);
        let parsed = read(&text, edition);
        prop_assert!(!parsed.found.has_errors(), "{}\n{:?}", text, parsed.found);
        let printed = print(&parsed.tree, &parsed.bodies, &parsed.names, edition);
        let reparsed = read(&printed, edition);
        prop_assert!(!reparsed.found.has_errors(), "{}\n{:?}", printed, reparsed.found);
        prop_assert_eq!(parsed.dump(), reparsed.dump(), "{}\n{}", text, printed);
        prop_assert_eq!(&printed, &print(&reparsed.tree, &reparsed.bodies, &reparsed.names, edition));
    }

    #[test]
    fn truncated_programs_are_read(
        seed in prop::collection::vec(any::<u8>(), 0..300), from in any::<prop::sample::Index>(), len in 0_usize..20, edition in edition(),
    ) {
        let text: Vec<char> = program(&seed, edition).chars().collect();
        let from = from.index(text.len() + 1);
        let to = (from + len).min(text.len());
        read(&text[..from].iter().collect::<String>(), edition);
        read(&text[..from].iter().chain(&text[to..]).collect::<String>(), edition);
    }

    #[test]
    fn edits_change_only_their_range(text in "[a-zé ]{0,40}", cuts in prop::collection::vec((0_usize..41, ".{0,3}"), 0..8)) {
        let places: Vec<usize> = text.char_indices().map(|(position, _)| position).chain([text.len()]).collect();
        let mut cuts: Vec<(usize, String)> = cuts.into_iter().map(|(position, new)| (places[position % places.len()], new)).collect();
        cuts.sort_by_key(|&(position, _)| position);
        cuts.dedup_by_key(|&mut (position, _)| position);
        let source = source(&text, Edition::Current);
        let (mut edits, mut expected, mut end) = (Vec::new(), String::new(), 0);
        for pair in cuts.chunks_exact(2) {
            let ((from, new), (to, _)) = (&pair[0], &pair[1]);
            edits.push(Edit { span: Span { start: source.base + *from as u32, end: source.base + *to as u32 }, text: new.clone() });
            expected += &text[end..*from];
            expected += new;
            end = *to;
        }
        expected += &text[end..];
        edits.reverse();
        prop_assert_eq!(apply(source, &edits).unwrap(), expected);
        if let Some(edit) = edits.first() {
            prop_assert!(apply(source, &[edit.clone(), edit.clone()]).is_err());
        }
    }
}

#[test]
fn deep_nesting_never_overflows_the_stack() {
    let deep = if is_full() { 100_000 } else { 20_000 };
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("a<", ">"),
        ("a[", "]"),
        ("f(", ")"),
        ("!", ""),
        ("- ", ""),
        ("&", ""),
        ("*", ""),
        ("a.", ""),
        ("a+", ""),
        ("a&&", ""),
        ("[[", "]]"),
        ("@a(", ")"),
        ("/*", "*/"),
        ("if a {", "}"),
        ("loop {", "}"),
        ("switch a { default {", "} }"),
        ("if a { } else ", ""),
        ("[[a]] ", ""),
        ("a<b(", ")>"),
        ("struct {", "}"),
        ("fn f() {", "}"),
        ("for (;;) {", "}"),
    ] {
        let (opened, closed) = (open.repeat(deep), close.repeat(deep));
        for text in [
            format!("const x = {opened}1{closed};"),
            format!("var<private> x: {opened}a{closed};"),
            format!("fn f() {{ x = {opened}1{closed}; {opened} }} {closed}"),
            format!("fn f() {{ {opened} }} {closed}"),
            format!("{opened}{closed} const x = 1;"),
            opened.clone(),
            closed.clone(),
            format!("fn f() {{ {opened}"),
        ] {
            let parsed = Parsed::new(source(&text, Edition::Current));
            let old = Parsed::new(source(&text, Edition::Draft2020));
            assert!(parsed.tree.declarations.len() + old.tree.declarations.len() < 3 * deep);
            assert_eq!(pieces(source(&text, Edition::Current)).map(|piece| piece.span.len() as usize).sum::<usize>(), text.len());
        }
    }
}

#[test]
fn deep_nesting_is_reported_once() {
    for (text, expected) in [
        (format!("const x = {}1{}; const y = 2;", "(".repeat(300), ")".repeat(300)), "P0203"),
        (format!("const x = {}1; const y = 2;", "1 + ".repeat(600)), "P0203"),
        (format!("const x = f({}1, 2){}; const y = 2;", "1 + ".repeat(400), " + 1".repeat(200)), "P0203"),
        (format!("const x: {}f32{} = 1; const y = 2;", "a<".repeat(300), ">".repeat(300)), "P0203"),
        (format!("fn f() {{ {}{} }} const y = 2;", "{".repeat(300), "}".repeat(300)), "P0203"),
        (format!("const x = {}1{}; const y = 2;", "(".repeat(250), ")".repeat(250)), ""),
        (format!("const x = {}1; const y = 2;", "1 + ".repeat(500)), ""),
        (format!("fn f() {{ {} }} const y = 2;", "if a { } else ".repeat(2000) + "{ }"), ""),
    ] {
        let parsed = read(&text, Edition::Current);
        let codes: Vec<_> = parsed.found.iter().map(|found| found.code.id).collect();
        assert_eq!(codes.join(" "), expected, "{}", &text[..40]);
        assert_eq!(parsed.tree.declarations.len(), 2, "{}", &text[..40]);
    }
}

#[test]
fn megabytes_of_repetition_are_parsed() {
    // Quadratic work would take minutes.
    let long = if is_full() { 2_000_000 } else { 500_000 };
    for unit in [
        "struct S { a: f32, b: vec3<f32>, }\n",
        "fn f() { let a = b + c; }\n",
        "fn f() {",
        "fn f() { a < ",
        "a < ",
        "a<b,",
        "a<b>,",
        "(",
        "{",
        "}",
        ";",
        "/*",
        "// a\n",
        "@a ",
        "[[a]] ",
        "struct S { ",
        "struct S { a: f32; ",
        "fn f(",
        "fn f(a: b, ",
        "const x = (1;",
        "var<a x;",
        "if ",
        "fn ",
        "a ",
        "1 ",
        "é",
        "`",
        "array<",
        ",",
        ":",
        "const a = 1\n",
        "a<b;",
        "x(a<",
        "fn f() { switch a { x } }",
        "fn f() { {",
        "enable ",
        "@a(",
        "1+",
        "a.b",
        "[",
        "a[1]",
        "__a ",
        "fn f() { switch a {",
    ] {
        let text = unit.repeat(long / unit.len());
        let parsed = Parsed::new(source(&text, Edition::Current));
        assert!(parsed.tree.declarations.len() < long, "{unit}");
    }
}

/// Whether this is a full run (`cargo xtask test --full`).
fn is_full() -> bool {
    std::env::var_os("PADSTONE_FULL").is_some()
}
