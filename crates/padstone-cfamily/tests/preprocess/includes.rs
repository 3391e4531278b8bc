use super::{check_files, with};

#[test]
fn include_directories_are_searched_in_order() {
    let main = |include: &'static str| ("src/main.hlsl", include);
    let files = [
        ("src/a.h", "of_src"),
        ("inc/a.h", "of_inc"),
        ("lib/a.h", "of_lib"),
        ("lib/b.h", "b"),
        ("lib/sub/c.h", "#include \"d.h\"\n#include \"../b.h\""),
        ("lib/sub/d.h", "d"),
    ];
    let check = |include, tokens| check_files(&[&[main(include)], &files[..]].concat(), tokens, &[]);
    check("#include \"a.h\"\nx", "of_src x");
    check("#include <a.h>\nx", "of_inc x");
    check("#include \"b.h\" // c", "b");
    check("#include \"../lib/./b.h\"", "b");
    check("#include \"..\\lib\\b.h\"", "b");
    check("#include <sub/c.h>", "d b");
    check("#define HEADER <b.h>\n#include HEADER", "b");
    check("#define HEADER(x) <x.h>\n#include HEADER(b)", "b");
    check("#define HEADER \"b.h\"\n#include HEADER", "b");
    check("#if __has_include(\"b.h\") && __has_include(<sub/c.h>) && !__has_include(\"none\")\nyes\n#endif", "yes");
}

#[test]
fn missing_files_are_reported_and_the_rest_is_read() {
    check_files(
        &[("main.hlsl", "a\n#include \"none.h\"\nb\n#include <none.h>\nc")],
        "a b c",
        &["2:10 P0101 file `none.h` not found", "4:10 P0101 file `none.h` not found"],
    );
    check_files(
        &[("main.hlsl", "#include\n#include none\n#include \"\"\n#include <a\nx")],
        "x",
        &[
            "1:1 P0107 expected a file name",
            "2:10 P0107 expected a file name",
            "3:10 P0107 expected a file name",
            "4:10 P0107 expected a file name",
        ],
    );
    check_files(
        &[("main.hlsl", "#include \"a.h\"\nx"), ("a.h", "#include \"none.h\"\na")],
        "a x",
        &["a.h:1:10 P0101 file `none.h` not found"],
    );
}

#[test]
fn guards_and_pragma_once_skip_repeated_files() {
    let twice = "#include \"a.h\"\n#include \"./a.h\"\nx";
    check_files(&[("main.hlsl", twice), ("a.h", "#pragma once\na\n")], "a x", &[]);
    check_files(&[("main.hlsl", twice), ("a.h", "#ifndef A\n#define A\na\n#endif\n")], "a x", &[]);
    check_files(&[("main.hlsl", twice), ("a.h", "// c\n#if !defined(A)\n#define A\na\n#endif // A\n")], "a x", &[]);
    check_files(&[("main.hlsl", twice), ("a.h", "a\n")], "a a x", &[]);
}

/// Checks how many source-map entries `a.h` has after it is included twice.
#[track_caller]
fn check_entered(header: &str, times: usize) {
    let (entered, _) = with(&[("main.hlsl", "#include \"a.h\"\n#include \"a.h\"\n"), ("a.h", header)], &[], |preprocessor| {
        preprocessor.next();
        preprocessor.next();
        preprocessor.unit.sources.files().filter(|(_, file)| file.name == "a.h").count()
    });
    assert_eq!(entered, times, "{header}");
}

#[test]
fn guarded_files_are_not_read_again() {
    check_entered("#pragma once\n", 1);
    check_entered("#ifndef A\n#define A\n#endif\n", 1);
    check_entered("/* c */\n#ifndef A\n#define A\n#if 0\n#else\n#endif\n#endif // c\n", 1);
    check_entered("#if !defined A\n#define A\n#endif\n", 1);
    check_entered("#if !defined(A)\n#define A\n#endif\n", 1);
    // Not guarded: there is a token outside, there is an #else, or the name is not defined at the end.
    check_entered("#ifndef A\n#define A\n#endif\nx", 2);
    check_entered("x\n#ifndef A\n#define A\n#endif\n", 2);
    check_entered("#define B\n#ifndef A\n#define A\n#endif\n", 2);
    check_entered("#ifndef A\n#define A\n#endif\n#define B\n", 2);
    check_entered("#ifndef A\n#define A\n#else\n#endif\n", 2);
    check_entered("#ifndef A\n#define A\n#endif\n#ifdef B\n#endif\n", 2);
    check_entered("#ifndef A\n#endif\n", 2);
    check_entered("#ifndef A\n#define A\n#undef A\n#endif\n", 2);
    check_entered("#if !defined(A) || 1\n#define A\n#endif\n", 2);
}

#[test]
fn cycles_are_reported_once_and_the_rest_is_read() {
    check_files(&[("main.hlsl", "a\n#include \"main.hlsl\"\nb")], "a b", &["2:10 P0102 `main.hlsl` includes itself"]);
    check_files(
        &[("main.hlsl", "#include \"a.h\"\nx"), ("a.h", "#include \"b.h\"\na"), ("b.h", "b1\n#include \"a.h\"\nb2")],
        "b1 b2 a x",
        &["b.h:2:10 P0102 `a.h` includes itself"],
    );
    // A guard prevents the cycle.
    let a = "#ifndef A\n#define A\n#include \"b.h\"\na\n#endif";
    check_files(&[("main.hlsl", "#include \"a.h\"\nx"), ("a.h", a), ("b.h", "#include \"a.h\"\nb")], "b a x", &[]);
    // Any other condition that ends the recursion prevents it too.
    let a = "#ifndef A\n#define A\n#elif !defined(B)\n#define B\n#else\n#define C\n#endif\na\n#ifndef C\n#include \"a.h\"\n#endif";
    check_files(&[("main.hlsl", "#include \"a.h\"\nx"), ("a.h", a)], "a a a x", &[]);
}

#[test]
fn infinite_conditional_include_cycles_terminate() {
    let expected = ["a"; 200].join(" ") + " x";
    let a = "a\n#if 1\n#include \"a.h\"\n#include \"a.h\"\n#endif\n";
    check_files(&[("main.hlsl", "#include \"a.h\"\nx"), ("a.h", a)], &expected, &["a.h:3:10 P0102 `a.h` includes itself"]);
}

#[test]
fn includes_nest_200_deep() {
    let names: Vec<String> = (0..=201).map(|depth| format!("{depth}.h")).collect();
    let texts: Vec<String> = (0..=201).map(|depth| format!("#include \"{}.h\"\nx", depth + 1)).collect();
    let files: Vec<(&str, &str)> = names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
    check_files(&files, &["x"; 201].join(" "), &["200.h:1:10 P0106 includes are nested more than 200 files deep"]);
}

#[test]
fn conditions_pair_within_a_file() {
    check_files(
        &[("main.hlsl", "#if 1\n#include \"a.h\"\nx\n#endif"), ("a.h", "#endif\na\n#if 0\nb")],
        "a x",
        &["a.h:1:1 P0110 directive without a matching `#if`", "a.h:3:1 P0109 missing `#endif`"],
    );
}

#[test]
fn macro_uses_end_with_their_file() {
    let f = "#define F(x) [x]\n#include \"a.h\"\n(1)";
    check_files(&[("main.hlsl", f), ("a.h", "F")], "F ( 1 )", &[]);
    check_files(&[("main.hlsl", f), ("a.h", "F(2")], "F ( 2 ( 1 )", &["a.h:1:1 P0116 unclosed arguments of macro `F`"]);
    check_files(&[("main.hlsl", "#define F(x) [x]\nF(1\n#include \"a.h\"\n3)"), ("a.h", "+ 2 +")], "[ 1 + 2 + 3 ]", &[]);
}

#[test]
fn file_macros_name_the_included_file() {
    check_files(
        &[("main.hlsl", "#include \"a.h\"\n__FILE__ __LINE__"), ("inc/a.h", "\n__FILE__ __LINE__")],
        "\"inc/a.h\" 2 \"main.hlsl\" 2",
        &[],
    );
}
