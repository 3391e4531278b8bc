//! P00xx: files and options.

codes! {
    FILE_UNREADABLE = "P0001", "file-unreadable", "source file cannot be read";
    MORE_DIAGNOSTICS = "P0003", "more-diagnostics", "more errors and warnings than are shown";
    OPTION_UNKNOWN = "P0004", "option-unknown", "unknown compiler option after `--`";
    OUTPUT_UNWRITABLE = "P0005", "output-unwritable", "output file cannot be written";
}
