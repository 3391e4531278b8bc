//! The position of every token, and the macros that produced it.

use padstone_cfamily::TokenKind;

use super::with;

/// For each token: `written@line:column of the use < macros, innermost first`.
#[track_caller]
fn check_spans(source: &str, expected: &[&str]) {
    let (found, diagnostics) = with(&[("main.hlsl", source)], &[], |preprocessor| {
        let mut found = Vec::new();
        loop {
            let token = preprocessor.next();
            if token.kind == TokenKind::End {
                return found;
            }
            let sources = &preprocessor.unit.sources;
            let position = sources.locate(token.span.start);
            let macros: Vec<&str> = sources.expansions(token.span).map(|use_| preprocessor.unit.names.resolve(use_.name)).collect();
            let through = if macros.is_empty() { String::new() } else { format!(" < {}", macros.join(" < ")) };
            found.push(format!("{}@{}:{}{through}", sources.text(token.span), position.line, position.column));
        }
    });
    assert_eq!(diagnostics, [""; 0]);
    assert_eq!(found, expected);
}

#[test]
fn spans_of_file_tokens_are_in_the_file() {
    check_spans("a\n  b+=c", &["a@1:1", "b@2:3", "+=@2:4", "c@2:6"]);
    check_spans("\u{feff}a", &["a@1:2"]);
    check_spans("ü a", &["ü@1:1", "a@1:3"]);
    check_spans("a\\\nb", &["a\\\nb@1:1"]);
}

#[test]
fn spans_of_macro_tokens_are_in_the_macro_body() {
    check_spans("#define A B + 1\n#define B 7\n A;", &["7@3:2 < B < A", "+@3:2 < A", "1@3:2 < A", ";@3:3"]);
    check_spans("#define F(x, y) [x|y]\nF(a, 2)", &["[@2:1 < F", "a@2:3", "|@2:1 < F", "2@2:6", "]@2:1 < F"]);
    check_spans("#define F(x) <x>\n#define G(x) F(x)\nG(a)", &["<@3:1 < F < G", "a@3:3", ">@3:1 < F < G"]);
    check_spans("#define N 4\n#define F(x) x\nF(N)", &["4@3:3 < N"]);
}

#[test]
fn spans_of_operator_results_are_at_the_operator() {
    check_spans("#define P(a,b) a ## b;\nP(x,y)", &["##@2:1 < P", ";@2:1 < P"]);
    check_spans("#define S(a) #a\nS(x y)", &["#@2:1 < S"]);
    check_spans("#define O a ## b\nO", &["##@2:1 < O"]);
}

#[test]
fn a_macro_use_spans_its_name_and_arguments() {
    let (site, _) = with(&[("main.hlsl", "#define F(x) <x>\n F(1\n, (2)) z")], &[], |preprocessor| {
        let token = preprocessor.next();
        let site = preprocessor.unit.sources.call_site(token.span);
        preprocessor.unit.sources.text(site).to_owned()
    });
    // Two arguments for one parameter: not a use of the macro.
    assert_eq!(site, "F");
    let (site, _) = with(&[("main.hlsl", "#define F(x) <x>\n F(1\n+ (2)) z")], &[], |preprocessor| {
        let token = preprocessor.next();
        let site = preprocessor.unit.sources.call_site(token.span);
        preprocessor.unit.sources.text(site).to_owned()
    });
    assert_eq!(site, "F(1\n+ (2))");
}
