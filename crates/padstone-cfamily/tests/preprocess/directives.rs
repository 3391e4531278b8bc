use padstone_cfamily::TokenKind;
use padstone_model::Major;

use super::{check, spelling, with};

#[test]
fn directives_start_lines() {
    check(" # define A 1\n/* c */ #define B 2\na #define C 3\nA B C", "a # define C 3 1 2 C", &[]);
    check("#\n# // nothing\n#/* nothing */\nx", "x", &[]);
    check("#define A 1 /* over\nlines */ 2\nA", "1 2", &[]);
    check("#define A 1 \\\n 2\\\n3\nA", "1 23", &[]);
    check("#define A 1\r\n#define B \\\r\n 2\r\nA B\r\n", "1 2", &[]);
    check("#def\\\nine A 1\nA\\\nB A\\\n", "AB 1", &[]);
    check("\u{feff}#define A 1\nA", "1", &[]);
    check("#define A 1", "", &[]);
    check("#version 450\n#extension all : enable\n#pragma optimize(off)\nx", "x", &[]);
    check("#frobnicate\n#!\nx", "x", &["1:1 P0108 unknown directive", "2:1 P0108 unknown directive"]);
}

#[test]
fn malformed_definitions_are_reported() {
    check("#define\n", "", &["1:1 P0113 missing macro name"]);
    check("#define 1 2\n", "", &["1:9 P0113 expected a macro name"]);
    check("#define defined 1\n", "", &["1:9 P0113 `defined` cannot be a macro name"]);
    check("#define F(a\n", "", &["1:10 P0113 unclosed macro parameter list"]);
    check("#define F(a,\n", "", &["1:10 P0113 unclosed macro parameter list"]);
    check("#define F(a,) x\n", "", &["1:13 P0113 expected a parameter name"]);
    check("#define F(a b) x\n", "", &["1:13 P0113 expected `,` or `)`"]);
    check("#define F(..., a) x\n", "", &["1:14 P0113 expected `)`: `...` must be the last parameter"]);
    check("#define F(a, a) x\n", "", &["1:14 P0113 duplicate macro parameter name"]);
    check("#define F(a) #b\n", "", &["1:14 P0113 `#` is not followed by a macro parameter"]);
    check("#define A ## b\n", "", &["1:11 P0113 `##` requires a token on both sides"]);
    check("#define A b ##\n", "", &["1:13 P0113 `##` requires a token on both sides"]);
    check("#define A #b\nA", "# b", &[]);
}

#[test]
fn a_redefinition_must_be_identical() {
    let redefined = "2:9 P0114 macro `A` is redefined differently";
    check("#define A 1 + 2\n#define A   1  +  2 // c\nA", "1 + 2", &[]);
    check("#define A 1 + 2\n#define A 1 +2\nA", "1 + 2", &[redefined]);
    check("#define A 1\n#define A 2\nA", "2", &[redefined]);
    check("#define A(x) x\n#define A(y) y\n", "", &[redefined]);
    check("#define A(x) x\n#define A(x) x\n", "", &[]);
    check("#define A\n#define A()\n", "", &[redefined]);
    check("#define A 1\n#undef A\n#define A 2\nA", "2", &[]);
    check("#define __LINE__ 7\n__LINE__", "7", &["1:9 P0114 macro `__LINE__` is redefined differently"]);
}

#[test]
fn error_and_warning_directives_report_their_text() {
    check("#error   don't /* use */ \"this\"  \nx", "x", &["1:1 P0103 don't /* use */ \"this\""]);
    check("#error\n", "", &["1:1 P0103 directive without a message"]);
    check("#warning old\nx", "x", &["1:1 P0104 old"]);
}

#[test]
fn unclosed_text_is_reported() {
    check("a /* b\nc", "a", &["1:3 P0121 unterminated comment"]);
    check("a \"b\nc", "a \"b c", &["1:3 P0122 missing closing `\"` on this line"]);
    check("don't\nc", "don 't c", &["1:4 P0122 missing closing `'` on this line"]);
    check("#define A don't\n", "", &["1:14 P0122 missing closing `'` on this line"]);
    check("#if 0\n/*\n#endif", "", &["2:1 P0121 unterminated comment", "1:1 P0109 missing `#endif`"]);
}

#[test]
fn command_line_definitions_apply() {
    let defines = [("A", Some("2")), ("ON", None), ("F(x)", Some("[x]")), ("ODD", Some("a\\")), ("NL", Some("1\n2"))];
    let (text, found) = with(&[("main.hlsl", "A ON F(1) ODD NL __LINE__")], &defines, |preprocessor| {
        let mut text = String::new();
        loop {
            let token = preprocessor.next();
            if token.kind == TokenKind::End {
                return text;
            }
            text += spelling(preprocessor, token);
            text += " ";
        }
    });
    assert_eq!((text.as_str(), found), ("2 1 [ 1 ] a 1 2 1 ", vec![]));
    let (_, found) = with(&[("main.hlsl", "x")], &[("1", None)], |preprocessor| preprocessor.next());
    assert_eq!(found, ["<command line>:1:9 P0113 expected a macro name"]);
}

/// Compares the majorness at each `?` token.
#[track_caller]
fn check_majors(source: &str, expected: &[Option<Major>], diagnostics: &[&str]) {
    let (majors, found) = with(&[("main.hlsl", source), ("inc/row.h", "#pragma pack_matrix(row_major)\n")], &[], |preprocessor| {
        let mut majors = Vec::new();
        loop {
            match preprocessor.next().kind {
                TokenKind::Question => majors.push(preprocessor.pack_matrix()),
                TokenKind::End => return majors,
                _ => {}
            }
        }
    });
    assert_eq!((&majors[..], found), (expected, diagnostics.iter().map(|&line| line.to_owned()).collect()));
}

#[test]
fn pack_matrix_applies_from_its_position() {
    let (row, column) = (Some(Major::Row), Some(Major::Column));
    check_majors("?\n#pragma pack_matrix(row_major)\n? ?\n#pragma pack_matrix ( column_major )\n?", &[None, row, row, column], &[]);
    check_majors("#define M row_major\n#pragma pack_matrix(M)\n?", &[row], &[]);
    check_majors("#if 0\n#pragma pack_matrix(row_major)\n#endif\n?", &[None], &[]);
    check_majors("#include <row.h>\n?", &[row], &[]);
    check_majors("_Pragma(\"pack_matrix(row_major)\") ? _Pragma(\"other \\\"x\\\"\")", &[row], &[]);
    check_majors("#define ROW _Pragma(\"pack_matrix(row_major)\")\n? ROW ?", &[None, row], &[]);
    let wrong = "P0120 `pack_matrix` requires `(row_major)` or `(column_major)`";
    check_majors("#pragma pack_matrix(row)\n#pragma pack_matrix\n?", &[None], &[&format!("1:1 {wrong}"), &format!("2:1 {wrong}")]);
    check_majors("_Pragma(x) ?", &[None], &["1:1 P0120 `_Pragma` requires one string literal in parentheses"]);
}
