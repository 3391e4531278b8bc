use padstone_diag::Diagnostics;
use padstone_source::Interner;

use super::Lexer;
use crate::TokenKind;

/// Compares the tokens of `source`, each as `kind text`, with `^` before the first of a line and `_` after white space.
#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let mut names = Interner::new();
    let mut lexer = Lexer::new(source.into(), 0);
    let mut found = Vec::new();
    loop {
        let token = lexer.next(&mut names, &mut Diagnostics::new());
        if token.kind == TokenKind::End {
            break;
        }
        let line = if token.starts_line { "^" } else { "" };
        let space = if token.after_space { "_" } else { "" };
        found.push(match token.kind.text() {
            Some(text) => format!("{line}{space}{text}"),
            None => format!("{line}{space}{:?} {}", token.kind, names.resolve(token.symbol)),
        });
    }
    assert_eq!(found, expected, "{source:?}");
    assert_eq!(lexer.position() as usize, source.len(), "all text is read");
}

#[test]
fn names_are_single_tokens() {
    check("a _b1 $c", &["^Ident a", "_Ident _b1", "_Ident $c"]);
    check("größe 变量", &["^Ident größe", "_Ident 变量"]);
    check("a\u{301}", &["^Ident a", "Stray \u{301}"]);
    check("ab\\\ncd", &["^Ident abcd"]);
    check("ab\\ \t\r\ncd e\\\n\\\nf", &["^Ident abcd", "_Ident ef"]);
    check("a\\\n+b", &["^Ident a", "+", "Ident b"]);
    check("a\\\nß", &["^Ident aß"]);
}

#[test]
fn numeric_literals_are_single_tokens() {
    for number in ["0", "12u", "0x1Fu", "0777", "1.", ".5", "1.5e-3f", "1E+10", "0x1p-4", "1.0h", "100LL", "1e+x", "0x1e"] {
        check(number, &[&format!("^Number {number}")]);
    }
    check("1+2 0xE+1", &["^Number 1", "+", "Number 2", "_Number 0xE+1"]);
    check("1.xxx", &["^Number 1.xxx"]);
    check("a.5", &["^Ident a", "Number .5"]);
    check("12\\\n34", &["^Number 1234"]);
    check("1\\\n", &["^Number 1"]);
}

#[test]
fn literals_are_single_tokens() {
    check(r#""a b" 'c' "\"" '\''"#, &["^String \"a b\"", "_Char 'c'", r#"_String "\"""#, r"_Char '\''"]);
    check("\"a\\\nb\"", &["^String \"ab\""]);
    check("\"a\nb", &["^Stray \"a", "^_Ident b"]);
    check("\"a\r\nb", &["^Stray \"a", "^_Ident b"]);
    check("'\\", &["^Stray '\\"]);
    check("\"\\é\"", &["^String \"\\é\""]);
    check("\"\\\\\\\n\\\"x\"", &["^String \"\\\\\\\"x\""]);
}

#[test]
fn punctuators_are_as_long_as_possible() {
    let tokens = "( ) [ ] { } ; , . ... : :: ? = == != < <= > >= << + - * / % & && | || ^ ~ ! -> ++ -- # ## \\";
    let spaced: Vec<String> =
        tokens.split(' ').enumerate().map(|(position, text)| format!("{}{text}", if position == 0 { "^" } else { "_" })).collect();
    check(tokens, &spaced.iter().map(String::as_str).collect::<Vec<_>>());
    for assign in ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="] {
        check(assign, &[&format!("^CompoundAssign {assign}")]);
    }
    check(">>", &["^>", ">"]);
    check(">>=", &["^>", ">="]);
    check("a<b<c>>d", &["^Ident a", "<", "Ident b", "<", "Ident c", ">", ">", "Ident d"]);
    check("..", &["^.", "."]);
    check("+++", &["^++", "+"]);
    check("<\\\n<\\\n=", &["^CompoundAssign <<="]);
    check("@`\u{0}€", &["^Stray @", "Stray `", "Stray \u{0}", "Stray €"]);
}

#[test]
fn space_and_comments_separate_tokens() {
    check("a/**/b//c\nd", &["^Ident a", "_Ident b", "^_Ident d"]);
    check("/* *\\\n/ a", &["^_Ident a"]);
    check("a // b \\\n c\nd", &["^Ident a", "^_Ident d"]);
    check("a /\\\n/ b\nc", &["^Ident a", "^_Ident c"]);
    check("/*\n*/ a", &["^_Ident a"]);
    check("a /*\n*/ b", &["^Ident a", "_Ident b"]);
    check("a /*/ b", &["^Ident a"]);
    check("\r\n\t\u{b}\u{c}a", &["^_Ident a"]);
    check("a\\\n b", &["^Ident a", "_Ident b"]);
    check("\u{feff}a\u{feff}", &["^Ident a", "Stray \u{feff}"]);
}
