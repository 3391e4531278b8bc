//! P01xx: the preprocessor.

codes! {
    SOURCE_ENCODING = "P0100", "source-encoding", "encoding of a file that the compilers of its language reject";
    INCLUDE_NOT_FOUND = "P0101", "include-not-found", "included file not found in any include directory";
    INCLUDE_CYCLE = "P0102", "include-cycle", "file includes itself, directly or through other files";
    ERROR_DIRECTIVE = "P0103", "error-directive", "`#error` directive in the source";
    WARNING_DIRECTIVE = "P0104", "warning-directive", "`#warning` directive in the source";
    INCLUDE_UNREADABLE = "P0105", "include-unreadable", "included file exists but cannot be read";
    INCLUDE_TOO_DEEP = "P0106", "include-too-deep", "includes nest deeper than 200 files";
    INCLUDE_SYNTAX = "P0107", "bad-include", "`#include` without a file name";
    UNKNOWN_DIRECTIVE = "P0108", "unknown-directive", "unknown preprocessor directive";
    CONDITION_UNTERMINATED = "P0109", "unterminated-condition", "`#if` without a matching `#endif` in the same file";
    CONDITION_UNMATCHED = "P0110", "unmatched-condition", "`#elif`, `#else`, or `#endif` without a matching `#if`";
    CONDITION_SYNTAX = "P0111", "bad-condition", "malformed expression in an `#if` or `#elif`";
    CONDITION_DIVISION = "P0112", "condition-divides-by-zero", "result of an `#if` or `#elif` depends on a division by zero";
    MACRO_SYNTAX = "P0113", "bad-macro", "malformed macro name, parameter list, or operator in a macro definition";
    MACRO_REDEFINED = "P0114", "macro-redefined", "macro redefined with a different definition";
    MACRO_ARGUMENTS = "P0115", "macro-argument-count", "wrong number of arguments in a macro invocation";
    MACRO_UNTERMINATED = "P0116", "unterminated-macro-arguments", "macro arguments without a closing parenthesis";
    PASTE_INVALID = "P0117", "bad-paste", "`##` forms an invalid token";
    EXPANSION_LIMIT = "P0118", "expansion-limit", "macro expansion or repeated inclusion exceeds the size limit";
    LINE_SYNTAX = "P0119", "bad-line-directive", "`#line` without a line number";
    PRAGMA_SYNTAX = "P0120", "bad-pragma", "malformed pragma that affects layout";
    COMMENT_UNTERMINATED = "P0121", "unterminated-comment", "`/*` without a closing `*/`";
    LITERAL_UNTERMINATED = "P0122", "unterminated-literal", "unterminated string or character literal";
    SOURCE_TOO_LARGE = "P0123", "source-too-large", "source files and macro expansions of one translation unit exceed 4 GiB";
    LANGUAGE_UNKNOWN = "P0124", "language-unknown", "unknown language version in `#language`";
    DIRECTIVE_END = "P0125", "directive-end", "extra tokens after a directive, or an invalid pragma";
}
