//! Input beyond the limits ends soon, with one error; the tokens before it are returned.

use padstone_cfamily::TokenKind;

use super::{check_files, spelling, with};

const TOO_MUCH: &str = "P0118 macro expansion limit exceeded";

/// Checks that preprocessing `source` returns fewer than `most` tokens, and these diagnostics.
#[track_caller]
fn check_limit(source: &str, most: usize, diagnostics: &[&str]) {
    let (count, found) = with(&[("main.hlsl", source)], &[], |preprocessor| {
        let mut count = 0;
        while preprocessor.next().kind != TokenKind::End {
            count += 1;
        }
        count
    });
    assert_eq!(found, diagnostics);
    assert!(count < most, "{count} tokens");
}

fn repeat(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn doubling_macros_reach_the_limit() {
    let objects = repeat(60, |n| format!("#define A{n} A{} A{}\n", n + 1, n + 1));
    check_limit(&format!("x\n{objects}A0\ny"), 5_000_000, &[&format!("62:1 {TOO_MUCH}")]);
    let functions = repeat(60, |n| format!("#define A{n}(x) A{}(x x)\n", n + 1));
    check_limit(&format!("{functions}A0(1)"), 10, &[&format!("61:1 {TOO_MUCH}")]);
    let sums = repeat(60, |n| format!("#define A{n} A{}+A{}\n", n + 1, n + 1));
    let in_condition = format!("{sums}#if A0\nx\n#endif\ny");
    check_limit(&in_condition, 10, &[&format!("61:5 {TOO_MUCH}")]);
}

#[test]
fn doubling_texts_reach_the_limit() {
    let pastes = repeat(60, |n| format!("#define A{} P(A{n},A{n})\n", n + 1));
    check_limit(&format!("#define P(x,y) Q(x,y)\n#define Q(x,y) x##y\n#define A0 x\n{pastes}A60"), 10, &[&format!("64:1 {TOO_MUCH}")]);
    let strings = repeat(60, |n| format!("#define A{} S(A{n} A{n})\n", n + 1));
    check_limit(&format!("#define S(x) T(x)\n#define T(x) #x\n#define A0 \"\"\n{strings}A60"), 10, &[&format!("64:1 {TOO_MUCH}")]);
}

#[test]
fn nested_macro_uses_reach_the_limit() {
    let deep = 20_000;
    let nested = format!("#define F(x) x\n{}1{}", "F(".repeat(deep), ")".repeat(deep));
    let (_, found) = with(&[("main.hlsl", &nested)], &[], |preprocessor| while preprocessor.next().kind != TokenKind::End {});
    assert_eq!(found.len(), 1, "{found:?}");
    // 1,000 levels are allowed.
    let nested = format!("#define F(x) x\n{}1{}", "F(".repeat(1000), ")".repeat(1000));
    check_limit(&nested, 2, &[]);
}

#[test]
fn tokens_appear_after_the_expansion_limit() {
    let objects = repeat(60, |n| format!("#define A{n}() A{}() A{}()\n", n + 1, n + 1));
    let (last, found) = with(&[("main.hlsl", &format!("{objects}#define B 1\nA0()\nB"))], &[], |preprocessor| {
        let mut last = String::new();
        loop {
            let token = preprocessor.next();
            if token.kind == TokenKind::End {
                return last;
            }
            last = spelling(preprocessor, token).to_owned();
        }
    });
    assert_eq!((last.as_str(), found), ("B", vec![format!("62:1 {TOO_MUCH}")]));
}

#[test]
fn the_limit_grows_with_the_text() {
    // Five million tokens from five million bytes are within the limit.
    let honest = format!("#define V x y\n{}", "V\n".repeat(2_500_000));
    check_limit(&honest, 5_000_001, &[]);
}

#[test]
fn doubling_includes_reach_the_limit() {
    let names: Vec<String> = (0..=40).map(|n| if n == 0 { "main.hlsl".into() } else { format!("{n}.h") }).collect();
    let texts: Vec<String> =
        (0..=40).map(|n| if n == 40 { "x".into() } else { format!("#include \"{0}.h\"\n#include \"{0}.h\"\n", n + 1) }).collect();
    let files: Vec<(&str, &str)> = names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (count, found) = with(&files, &[], |preprocessor| {
        let mut count = 0;
        while preprocessor.next().kind != TokenKind::End {
            count += 1;
        }
        count
    });
    assert!(count < 100_000, "{count}");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with("P0118 include limit exceeded"), "{found:?}");
}

#[test]
fn deep_nesting_is_accepted() {
    let deep = 100_000;
    let same = |source: String, tokens: &str| check_files(&[("main.hlsl", &source)], tokens, &[]);
    same(format!("{}x\n{}y", "#if 1\n".repeat(deep), "#endif\n".repeat(deep)), "x y");
    same(format!("{}x\n{}y", "#if 0\n".repeat(deep), "#endif\n".repeat(deep)), "y");
    same(format!("#if {}1{}\nx\n#endif", "(".repeat(deep), ")".repeat(deep)), "x");
    same(format!("#if {}1\nx\n#endif", "!".repeat(deep)), "x");
    same(format!("#if {}1{}\nx\n#endif", "1?".repeat(deep), ":1".repeat(deep)), "x");
    same(format!("{}#define A{deep} x\nA0 A0", repeat(deep, |n| format!("#define A{n} A{}\n", n + 1))), "x x");
    same(format!("#define f(x) f\nf{}", "(1)".repeat(deep)), &format!("f{}", " ( 1 )".repeat(deep - 1)));
}

#[test]
fn unfinished_uses_are_read_once() {
    let nested = format!("#define F(x) x\n{}", "F(".repeat(200_000));
    check_limit(&nested, 400_001, &["2:1 P0116 unclosed arguments of macro `F`"]);
}
