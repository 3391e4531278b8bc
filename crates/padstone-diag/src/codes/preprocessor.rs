//! P01xx: the preprocessor.

codes! {
    INCLUDE_NOT_FOUND = "P0101", "include-not-found", "An included file was not found in any include folder.";
    INCLUDE_CYCLE = "P0102", "include-cycle", "A file includes itself, directly or through others.";
    ERROR_DIRECTIVE = "P0103", "error-directive", "The source says `#error`.";
    WARNING_DIRECTIVE = "P0104", "warning-directive", "The source says `#warning`.";
    INCLUDE_UNREADABLE = "P0105", "include-unreadable", "An included file is there but cannot be read.";
    INCLUDE_TOO_DEEP = "P0106", "include-too-deep", "Includes nest deeper than 200 files.";
    INCLUDE_SYNTAX = "P0107", "bad-include", "An `#include` names no file.";
    UNKNOWN_DIRECTIVE = "P0108", "unknown-directive", "There is no preprocessor directive of that name.";
    CONDITION_UNTERMINATED = "P0109", "unterminated-condition", "An `#if` has no `#endif` in its file.";
    CONDITION_UNMATCHED = "P0110", "unmatched-condition", "An `#elif`, `#else` or `#endif` has no `#if` that it could belong to.";
    CONDITION_SYNTAX = "P0111", "bad-condition", "The expression of an `#if` or `#elif` makes no sense.";
    CONDITION_DIVISION = "P0112", "condition-divides-by-zero", "The result of an `#if` or `#elif` depends on a division by zero.";
    MACRO_SYNTAX = "P0113", "bad-macro", "A macro's name, parameters or operators are not as they must be.";
    MACRO_REDEFINED = "P0114", "macro-redefined", "A macro is defined again, differently.";
    MACRO_ARGUMENTS = "P0115", "macro-argument-count", "A macro is used with more or fewer arguments than it takes.";
    MACRO_UNTERMINATED = "P0116", "unterminated-macro-arguments", "The arguments of a macro have no closing parenthesis.";
    PASTE_INVALID = "P0117", "bad-paste", "A `##` makes something that is no token.";
    EXPANSION_LIMIT = "P0118", "expansion-limit", "Macros or repeated includes make too much out of too little source.";
    LINE_SYNTAX = "P0119", "bad-line-directive", "A `#line` has no line number.";
    PRAGMA_SYNTAX = "P0120", "bad-pragma", "A pragma that bears on layout is not written as it must be.";
    COMMENT_UNTERMINATED = "P0121", "unterminated-comment", "A `/*` has no `*/`.";
    LITERAL_UNTERMINATED = "P0122", "unterminated-literal", "A string or character is not closed on its line.";
    SOURCE_TOO_LARGE = "P0123", "source-too-large", "All files of a unit together, with their macro expansions, exceed 4 GiB.";
    LANGUAGE_UNKNOWN = "P0124", "language-unknown", "A `#language` names no version of the language.";
    DIRECTIVE_END = "P0125", "directive-end", "Something stands behind a directive that takes no more, or a pragma is none.";
}
