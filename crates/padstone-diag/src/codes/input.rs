//! P00xx: files and options.

codes! {
    FILE_UNREADABLE = "P0001", "file-unreadable", "A source file could not be read.";
    MORE_DIAGNOSTICS = "P0003", "more-diagnostics", "There are more errors and warnings than are shown.";
    OPTION_UNKNOWN = "P0004", "option-unknown", "An option after `--` is not one that padstone knows.";
    OUTPUT_UNWRITABLE = "P0005", "output-unwritable", "An output file could not be written.";
}
