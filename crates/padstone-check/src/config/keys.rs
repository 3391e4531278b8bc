//! The keys of `padstone.toml`, which its schema describes.

/// Of the file itself.
pub const TOP: &[&str] =
    &["files", "languages", "include-dirs", "rules", "defines", "options", "max-file-size", "output-dirs", "target", "lints", "host"];

/// Of `[[target]]`.
pub const TARGET: &[&str] = &["name", "files", "rules", "defines", "options"];

/// Of `[[host]]`.
pub const HOST: &[&str] = &["language", "types", "derive", "file", "shader", "buffers", "rules"];

/// In `[lints]`: all lints that are not named.
pub const ALL_LINTS: &str = "all";
