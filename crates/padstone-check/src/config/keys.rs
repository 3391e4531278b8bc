//! The keys of `padstone.toml`, as in its schema.

/// At the top level.
pub const TOP: &[&str] =
    &["files", "languages", "include-dirs", "rules", "defines", "options", "max-file-size", "output-dirs", "target", "lints", "host"];

/// In `[[target]]`.
pub const TARGET: &[&str] = &["name", "files", "rules", "defines", "options"];

/// In `[[host]]`.
pub const HOST: &[&str] = &["language", "types", "derive", "file", "shader", "buffers", "target", "rules"];
