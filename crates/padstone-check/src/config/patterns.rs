//! Globs that select files.

use globset::{Error, GlobBuilder, GlobMatcher};

/// Globs: they select a file if at least one matches, and no glob with `!` does. `*` matches within a directory, `**`
/// across directories.
///
/// ```
/// let mut shaders = padstone_check::config::Patterns::default();
/// shaders.add("shaders/**/*.hlsl").unwrap();
/// shaders.add("!shaders/old/**").unwrap();
/// assert!(shaders.matches("shaders/sky/clouds.hlsl") && !shaders.matches("shaders/old/sky.hlsl"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    included: Vec<GlobMatcher>,
    excluded: Vec<GlobMatcher>,
}

impl Patterns {
    /// Adds a glob.
    ///
    /// # Errors
    /// The reason why it is invalid.
    pub fn add(&mut self, glob: &str) -> Result<(), Error> {
        let (list, glob) = match glob.strip_prefix('!') {
            Some(glob) => (&mut self.excluded, glob),
            None => (&mut self.included, glob),
        };
        let glob = glob.strip_prefix("./").unwrap_or(glob);
        list.push(GlobBuilder::new(glob).literal_separator(true).build()?.compile_matcher());
        Ok(())
    }

    /// Whether there are no globs.
    pub fn is_empty(&self) -> bool {
        self.included.is_empty() && self.excluded.is_empty()
    }

    /// Whether a file is selected, if no globs select all files. Globs with `!` alone exclude files from all.
    pub fn allows(&self, path: &str) -> bool {
        if self.included.is_empty() { !self.excluded.iter().any(|glob| glob.is_match(path)) } else { self.matches(path) }
    }

    /// Whether a file is selected, by its path relative to the directory of the settings, with `/` between directories.
    pub fn matches(&self, path: &str) -> bool {
        let matches_any = |globs: &[GlobMatcher]| globs.iter().any(|glob| glob.is_match(path));
        matches_any(&self.included) && !matches_any(&self.excluded)
    }
}
