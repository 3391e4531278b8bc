use super::check;

/// Checks that a condition is true, or false, without diagnostics.
#[track_caller]
fn check_if(condition: &str, is_true: bool) {
    check(&format!("#if {condition}\nyes\n#else\nno\n#endif\n"), if is_true { "yes" } else { "no" }, &[]);
}

/// Checks that a condition is reported as malformed, and so counts as false.
#[track_caller]
fn check_wrong(condition: &str, diagnostic: &str) {
    check(&format!("#if {condition}\nyes\n#else\nno\n#endif\n"), "no", &[diagnostic]);
}

#[test]
fn operators_bind_as_in_c() {
    for is_true in [
        "1 + 2 * 3 == 7",
        "(1 + 2) * 3 == 9",
        "10 - 4 - 3 == 3",
        "100 / 10 / 5 == 2",
        "7 % 4 == 3",
        "-7 / 2 == -3",
        "-7 % 3 == -1",
        "1 << 2 + 1 == 8",
        "8 >> 1 == 4",
        "8 >> 1 >> 1 == 2",
        "-8 >> 1 == -4",
        "1 < 2 == 1",
        "(6 & 3) == 2",
        "(6 | 3 ^ 1) == 6",
        "7 & 3 == 3",
        "0 || 1 && 1",
        "!0 + 1 == 2",
        "!!5 == 1",
        "~0 == -1",
        "- - 1 == 1",
        "1 ? 0 ? 2 : 3 : 4",
        "(0 ? 1 : 0 ? 2 : 3) == 3",
        "(1, 2) == 2",
        "0 == 1 ? 0 : 1",
    ] {
        check_if(is_true, true);
    }
}

#[test]
fn integers_have_64_bits_and_may_be_unsigned() {
    check_if("-1 < 0", true);
    check_if("-1 < 0u", false);
    check_if("0 - 1u > 0", true);
    check_if("0xFFFFFFFFFFFFFFFF == 18446744073709551615u", true);
    check_if("0x7fffffffffffffff + 1 < 0", true);
    check_if("(-9223372036854775807 - 1) / -1 < 0", true);
    check_if("(1 ? -1 : 0u) > 0", true);
    check_if("-1 >> 63 == -1", true);
    check_if("1 << 64", false);
    check_if("010 == 8 && 0b101 == 5 && 0XfULL == 15 && 1lu == 1", true);
    check_if("'a' == 97 && '\\n' == 10 && '\\x41' == 65 && '\\377' < 0", true);
    check_wrong("18446744073709551616", "1:5 P0111 `18446744073709551616` is not a 64-bit integer");
    check_wrong("1.0", "1:5 P0111 `1.0` is not a 64-bit integer");
    check_wrong("08", "1:5 P0111 `08` is not a 64-bit integer");
    check_wrong("'ab'", "1:5 P0111 'ab' is not a single character");
}

#[test]
fn division_by_zero_is_an_error_only_where_its_value_is_used() {
    check_wrong("1 / 0", "1:7 P0112 division by zero in a condition");
    check_wrong("1 + 5 % (2 - 2)", "1:11 P0112 division by zero in a condition");
    check_wrong("(1 / 0 || 1)", "1:8 P0112 division by zero in a condition");
    check_if("0 && 1 / 0", false);
    check_if("1 || 1 / 0", true);
    check_if("1 ? 2 : 1 / 0", true);
    check_if("0 ? 1 % 0 : 0", false);
    check_if("0 && (1 ? 1 / 0 : 1 / 0) == 3", false);
}

#[test]
fn undefined_names_evaluate_to_zero() {
    check_if("NOTHING", false);
    check_if("false", false);
    check_if("true", true);
    check("#define A 3\n#define F(x) x + A\n#if F(A) == 6 && A\nyes\n#endif", "yes", &[]);
    check("#define F(x) x\n#if F\n#else\nno\n#endif", "no", &[]);
}

#[test]
fn defined_requires_a_name() {
    let a = |condition: &str| format!("#define A B\n#if {condition}\nyes\n#endif");
    for is_true in ["defined A", "defined(A)", "defined ( A )", "!defined(B)", "defined A && !defined B", "defined(__LINE__)"] {
        check(&a(is_true), "yes", &[]);
    }
    check("#define HAS defined(A)\n#define A\n#if HAS\nyes\n#endif", "yes", &[]);
    check_wrong("defined", "1:5 P0111 `defined` requires a macro name, with or without parentheses");
    check_wrong("defined(A", "1:5 P0111 `defined` requires a macro name, with or without parentheses");
    check("#ifdef\nyes\n#endif", "", &["1:1 P0113 missing macro name"]);
    check("#ifndef 1\nyes\n#endif", "", &["1:9 P0113 expected a macro name"]);
}

#[test]
fn malformed_conditions_are_reported() {
    check_wrong("", "1:1 P0111 expected a value at the end of the condition");
    check_wrong("1 +", "1:7 P0111 expected a value at the end of the condition");
    check_wrong("1 2", "1:7 P0111 expected an operator before `2`");
    check_wrong("(1", "1:5 P0111 unclosed `(`");
    check_wrong("1)", "1:6 P0111 unmatched `)`");
    check_wrong("1 ? 2", "1:7 P0111 `?` without a matching `:`");
    check_wrong("(1 ? 2)", "1:8 P0111 `?` without a matching `:`");
    check_wrong("1 : 2", "1:7 P0111 unmatched `:`");
    check_wrong("1, 2", "1:6 P0111 `,` is not an operator here");
    check_wrong("* 1", "1:5 P0111 expected a value before `*`");
    check_wrong("1 > > 0", "1:9 P0111 expected a value before `>`");
    check_wrong("\"a\"", "1:5 P0111 expected a value before `\"a\"`");
}

#[test]
fn groups_are_chosen_in_order() {
    let chain = |a: u8, b: u8| format!("#if {a}\na\n#elif {b}\nb\n#else\nc\n#endif\nd");
    check(&chain(1, 0), "a d", &[]);
    check(&chain(1, 1), "a d", &[]);
    check(&chain(0, 1), "b d", &[]);
    check(&chain(0, 0), "c d", &[]);
    check("#define A\n#ifdef B\n1\n#elifdef A\n2\n#elifndef A\n3\n#endif", "2", &[]);
    check("#ifdef B\n1\n#elifdef A\n2\n#elifndef A\n3\n#endif", "3", &[]);
    // A condition after the chosen group is not evaluated.
    check("#if 1\na\n#elif 1 / 0 +\nb\n#endif", "a", &[]);
    check("#if 0\n#if 1 /\n#elif\n#else\nx\n#endif\n#else\ny\n#endif", "y", &[]);
}

#[test]
fn skipped_groups_are_not_read() {
    check("#if 0\ndon't \"stop\n#error no\n#unknown\n#define A 1\n#include \"no\"\n#endif\nA", "A", &[]);
    check("#if 0\n/* #endif */ \"/*\" // #endif \\\n#endif\n'#endif'\n # /* x */ endif\nafter", "after", &[]);
    check("#if 0\n/*\n#endif\n*/ #endif\nafter", "after", &[]);
    check("#if 0\nx #endif\n#endif\nafter", "after", &[]);
    check("#if 0\n\\\n#endif\nafter", "after", &[]);
}

#[test]
fn unpaired_conditionals_are_reported() {
    check("#if 1\na\n#if 0\nb", "a", &["1:1 P0109 missing `#endif`", "3:1 P0109 missing `#endif`"]);
    check("#if 0\n #ifdef X\n#endif", "", &["1:1 P0109 missing `#endif`"]);
    check(
        "#else\n#elif 1\n#endif\na",
        "a",
        &[
            "1:1 P0110 directive without a matching `#if`",
            "2:1 P0110 directive without a matching `#if`",
            "3:1 P0110 directive without a matching `#if`",
        ],
    );
    let twice = "#if 0\na\n#else\nb\n#else\nc\n#elif 1\nd\n#endif";
    let last = "P0110 directive after `#else`";
    check(twice, "b c d", &[&format!("5:1 {last}"), &format!("7:1 {last}")]);
}
