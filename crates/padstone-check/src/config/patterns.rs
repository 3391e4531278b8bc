//! Which files are meant.

use globset::{Error, GlobBuilder, GlobMatcher};

/// Globs: a file is meant if one of them matches, and none of those with `!` before them. `*` matches within a directory, `**`
/// any directories.
///
/// ```
/// let mut shaders = padstone_check::config::Patterns::default();
/// shaders.add("shaders/**/*.hlsl").unwrap();
/// shaders.add("!shaders/old/**").unwrap();
/// assert!(shaders.matches("shaders/sky/clouds.hlsl") && !shaders.matches("shaders/old/sky.hlsl"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    meant: Vec<GlobMatcher>,
    not_meant: Vec<GlobMatcher>,
}

impl Patterns {
    /// Adds a glob.
    ///
    /// # Errors
    /// Why it is none.
    pub fn add(&mut self, glob: &str) -> Result<(), Error> {
        let (list, glob) = match glob.strip_prefix('!') {
            Some(glob) => (&mut self.not_meant, glob),
            None => (&mut self.meant, glob),
        };
        let glob = glob.strip_prefix("./").unwrap_or(glob);
        list.push(GlobBuilder::new(glob).literal_separator(true).build()?.compile_matcher());
        Ok(())
    }

    /// Whether there are no globs at all.
    pub fn is_empty(&self) -> bool {
        self.meant.is_empty() && self.not_meant.is_empty()
    }

    /// Whether a file is left, where no globs mean all files: without a glob that includes, those with `!` take away from all.
    pub fn allows(&self, path: &str) -> bool {
        if self.meant.is_empty() { !self.not_meant.iter().any(|glob| glob.is_match(path)) } else { self.matches(path) }
    }

    /// Whether a file is meant, by its path from the directory of the settings, with `/` between directories.
    pub fn matches(&self, path: &str) -> bool {
        let any = |globs: &[GlobMatcher]| globs.iter().any(|glob| glob.is_match(path));
        any(&self.meant) && !any(&self.not_meant)
    }
}
