//! P00xx: files and options.

codes! {
    FILE_UNREADABLE = "P0001", "file-unreadable", "A source file could not be read.";
    LANGUAGE_UNSUPPORTED = "P0002", "language-unsupported", "The language of the file is not supported yet.";
}
