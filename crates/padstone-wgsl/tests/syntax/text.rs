//! Operations on text: pieces, names in bodies, printing, edits.

use padstone_diag::{Diagnostics, Edit};
use padstone_source::{Interner, Span};
use padstone_wgsl::tree::{DeclarationKind, EditError, Edition, Source, apply, print};
use padstone_wgsl::{PieceKind, names_in, parse, pieces};

use crate::syntax::dump::Parsed;

fn today(text: &str) -> Source<'_> {
    Source { text, base: 7, edition: Edition::Current }
}

#[test]
fn pieces_distinguish_tokens_trivia_and_templates() {
    let source = today("a<b>>c // d\n/* e /* f */ */ x<y; 1<2>3; vec2<vec2<f32>>=1 \u{85}/* open");
    let cut: Vec<_> = pieces(source).map(|piece| format!("{:?} {:?}", piece.kind, source.text(piece.span))).collect();
    let expected = r#"
        Token(Name) "a", Token(TemplateOpen) "<", Token(Name) "b", Token(TemplateClose) ">", Token(Greater) ">", Token(Name) "c", Blank " ",
        LineComment "// d", Blank "\n", BlockComment "/* e /* f */ */", Blank " ", Token(Name) "x", Token(Less) "<", Token(Name) "y",
        Token(Semicolon) ";", Blank " ", Token(Number) "1", Token(Less) "<", Token(Number) "2", Token(Greater) ">", Token(Number) "3",
        Token(Semicolon) ";", Blank " ", Token(Name) "vec2", Token(TemplateOpen) "<", Token(Name) "vec2", Token(TemplateOpen) "<",
        Token(Name) "f32", Token(TemplateClose) ">", Token(TemplateClose) ">", Token(Equal) "=", Token(Number) "1", Blank " \u{85}",
        BlockComment "/* open""#;
    assert_eq!(cut.join(", "), expected.split_whitespace().collect::<Vec<_>>().join(" "));
    assert!(pieces(today("")).next().is_none());
    assert!(matches!(pieces(today("\"")).next().map(|piece| piece.kind), Some(PieceKind::Token(_))));
}

#[test]
fn names_in_a_body_are_found_without_parsing_it() {
    let source = today("fn f() @diagnostic(off, x) { var a = b.c . d[e]; /* f */ g<h>(1.5f, i); // j\n a = true; }");
    let (mut names, mut found) = (Interner::new(), Diagnostics::new());
    let tree = parse(source, &mut names, &mut found);
    let DeclarationKind::Function(function) = tree.declarations[0].kind else { panic!("a function") };
    let mut seen = Vec::new();
    names_in(source, function.body.unwrap(), &mut names, |name| seen.push(source.text(name.span).to_owned()));
    assert_eq!(seen.join(" "), "off x a b e g h i a");
}

#[test]
fn bodies_are_parsed_on_demand() {
    let (mut names, mut found) = (Interner::new(), Diagnostics::new());
    let source = today("fn f() { ) 1 = ]; /* } */ { // }\n } } const a = 1;");
    let tree = parse(source, &mut names, &mut found);
    assert_eq!((tree.declarations.len(), found.has_errors()), (2, false));
    assert!(Parsed::new(source).found.has_errors());
}

#[test]
fn printing_is_canonical() {
    let source = "enable f16;diagnostic(off,a.b);@group(0)@binding(1)var<storage,read>s:S;struct S{@size(16)a:f32,b:array<vec3<f32>,4>}
        @compute@workgroup_size(1)fn f(a:i32,@builtin(x)b:u32)->@location(0)f32{let a=- -1+2*(3);if a{}else if b{return;}else{}
        switch a{case 1,2{}default{}}for(var i=0;i<2;i++){}loop{continuing{break if a;}}_=f(1u,2f);a+=1;}fn g(){for(;;){}}";
    let expected = "enable f16;
diagnostic(off, a.b);
@group(0) @binding(1) var<storage, read> s: S;
struct S {
    @size(16) a: f32,
    b: array<vec3<f32>, 4>,
}
@compute @workgroup_size(1) fn f(a: i32, @builtin(x) b: u32) -> @location(0) f32 {
    let a = - -1 + 2 * (3);
    if a {
    } else if b {
        return;
    } else {
    }
    switch a {
        case 1, 2: {
        }
        default: {
        }
    }
    for (var i = 0; i < 2; i++) {
    }
    loop {
        continuing {
            break if a;
        }
    }
    _ = f(1u, 2.0f);
    a += 1;
}
fn g() {
    for (; ; ) {
    }
}
";
    let parsed = Parsed::new(today(source));
    assert_eq!(print(&parsed.tree, &parsed.bodies, &parsed.names, Edition::Current), expected);
    let old = Source { text: "[[a,b(1)]]struct S{[[c]]a:[[d]]T;};type A=f32;", base: 0, edition: Edition::Draft2020 };
    let parsed = Parsed::new(old);
    let expected = "[[a, b(1)]] struct S {\n    [[c]] a: [[d]] T;\n}\ntype A = f32;\n";
    assert_eq!(print(&parsed.tree, &parsed.bodies, &parsed.names, Edition::Draft2020), expected);
}

#[test]
fn overlapping_and_outside_edits_are_rejected() {
    let source = today("aéb");
    let edit = |start, end| Edit { span: Span { start, end }, text: "x".to_owned() };
    assert_eq!(apply(source, &[edit(7, 8), edit(8, 8), edit(8, 8)]).unwrap(), "xxxéb");
    assert_eq!(apply(source, &[edit(11, 11)]).unwrap(), "aébx");
    assert_eq!(apply(source, &[edit(7, 8), edit(7, 10)]), Err(EditError::Overlap(Span { start: 7, end: 8 }, Span { start: 7, end: 10 })));
    for (start, end) in [(0, 7), (6, 8), (9, 10), (8, 9), (10, 12), (20, 21)] {
        assert_eq!(apply(source, &[edit(start, end)]), Err(EditError::Outside(Span { start, end })), "{start}..{end}");
    }
}
