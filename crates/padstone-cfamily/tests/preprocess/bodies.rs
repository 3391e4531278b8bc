//! Both modes of `skip_body`: fast without tokens, and token by token when names are collected.

use padstone_cfamily::{Token, TokenKind};

use super::{spelling, with};

/// Skips the body after the first `{` of `source` and compares the following tokens, the names in the body, and the diagnostics.
#[track_caller]
fn check_body(source: &str, closed: bool, after: &str, names: &[&str], diagnostics: &[&str]) {
    let files = [("main.hlsl", source), ("tail.h", "a; }"), ("body.h", "{ inner }"), ("close.h", "}\n#ifndef A\n#define A\n#endif")];
    for collect in [false, true] {
        let (result, found) = with(&files, &[], |preprocessor| {
            while !matches!(preprocessor.next().kind, TokenKind::BraceOpen) {}
            let mut used = Vec::new();
            let mut see = |token: Token| used.extend((token.kind == TokenKind::Ident).then_some(token.symbol));
            let brace = preprocessor.skip_body(1, if collect { Some(&mut see) } else { None });
            let used: Vec<String> = used.iter().map(|&name| preprocessor.unit.names.resolve(name).to_owned()).collect();
            let mut rest = Vec::new();
            loop {
                let token = preprocessor.next();
                if token.kind == TokenKind::End {
                    break;
                }
                rest.push(spelling(preprocessor, token).to_owned());
            }
            let brace = brace.map(|brace| preprocessor.unit.sources.text(brace).to_owned());
            (brace, used, rest.join(" "))
        });
        let (brace, used, rest) = result;
        assert_eq!(brace.as_deref(), closed.then_some("}"), "{source}");
        assert_eq!(rest, after, "{source}");
        assert_eq!(found, diagnostics, "{source}");
        if collect {
            assert_eq!(used, names, "{source}");
        }
    }
}

#[test]
fn braces_nest() {
    check_body("{ } x", true, "x", &[], &[]);
    check_body("{ if (a) { b; } else { c(); } } x }", true, "x }", &["if", "a", "b", "else", "c"], &[]);
    check_body("{{{}}{}} x", true, "x", &[], &[]);
    check_body("{ a", false, "", &["a"], &[]);
    check_body("{ { }", false, "", &[], &[]);
    let deep = 100_000;
    check_body(&format!("{{{}{}}} x", "{".repeat(deep), "}".repeat(deep)), true, "x", &[], &[]);
}

#[test]
fn a_declaration_keyword_ends_an_unclosed_body() {
    check_body("{ if (a) {\n  cbuffer B { b; }", false, "cbuffer B { b ; }", &["if", "a"], &[]);
    check_body(
        "{ cbuffer b; cbuffer_size;\ncbuffers;\n cbuffer_count; } x",
        true,
        "x",
        &["cbuffer", "b", "cbuffer_size", "cbuffers", "cbuffer_count"],
        &[],
    );
}

#[test]
fn braces_in_comments_and_literals_are_text() {
    check_body("{ // }\n/* } */ a } x", true, "x", &["a"], &[]);
    check_body("{ // } \\\n }\n} x", true, "x", &[], &[]);
    check_body("{ \"}\" '}' \"\\\"}\" '\\'' } x", true, "x", &[], &[]);
    check_body("{ /\\\n/ }\n } x", true, "x", &[], &[]);
    check_body("{ a /* b\n}", false, "", &["a"], &["1:5 P0121 unterminated comment"]);
}

#[test]
fn directives_in_bodies_apply() {
    check_body("{\n#if 0\n}\n#else\n{ }\n#endif\n} x", true, "x", &[], &[]);
    check_body("{ a\n#define X y\n} X", true, "y", &["a"], &[]);
    check_body("{ a # b } x", true, "x", &["a", "b"], &[]);
    check_body("{\n # error no\n} x", true, "x", &[], &["2:2 P0103 no"]);
    check_body("{\n#include \"body.h\"\n} x", true, "x", &["inner"], &[]);
    check_body("{\n#include \"tail.h\"\nx", true, "x", &["a"], &[]);
    check_body("{\n#if 1\n} x", true, "x", &[], &["2:1 P0109 missing `#endif`"]);
}

#[test]
fn names_are_those_after_expansion() {
    check_body("#define F(x) g(x, h)\n{ F(a); F } F(1)", true, "g ( 1 , h )", &["g", "a", "h", "F"], &[]);
}

#[test]
fn macros_with_single_braces_are_expanded() {
    check_body("#define BEGIN {\n#define END }\n{ BEGIN a END } x", true, "x", &["a"], &[]);
    check_body("#define END }\n{ a END x", true, "x", &["a"], &[]);
    check_body("{ a\n#define END }\nEND x", true, "x", &["a"], &[]);
    check_body("#define CLOSE_OPEN } {\n{ CLOSE_OPEN } x", true, "{ } x", &[], &[]);
    check_body("#define BLOCK { a; }\n{ BLOCK } x", true, "x", &["a"], &[]);
    check_body("#define END }\n#undef END\n{ END } x", true, "x", &["END"], &[]);
}

#[test]
fn counters_count_in_bodies_too() {
    check_body("{ a = __COUNTER__; } __COUNTER__", true, "1", &["a"], &[]);
    check_body("#define NEXT __COUNTER__\n{ NEXT NEXT } NEXT", true, "2", &[], &[]);
}

#[test]
fn an_open_brace_from_a_macro_is_closed_too() {
    check_body("#define BODY { a; } x\nBODY", true, "x", &["a"], &[]);
}

#[test]
fn skipped_text_counts_as_text_outside_an_include_guard() {
    // Therefore the `#ifndef` after it is not an include guard, and the file is read twice.
    check_body("{ {\n#include \"close.h\"\n#include \"close.h\"\nx", true, "x", &[], &[]);
}
