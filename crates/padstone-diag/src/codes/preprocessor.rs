//! P01xx: the preprocessor.

codes! {
    INCLUDE_NOT_FOUND = "P0101", "include-not-found", "An included file was not found in any include folder.";
    INCLUDE_CYCLE = "P0102", "include-cycle", "A file includes itself, directly or through others.";
    ERROR_DIRECTIVE = "P0103", "error-directive", "The source says `#error`.";
}
