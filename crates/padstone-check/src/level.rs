//! How much a project minds.

use padstone_diag::Severity;

/// What becomes of a lint or warning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Nothing.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Error,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 3] = [Level::Allow, Level::Warn, Level::Error];

    /// Its name in `padstone.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Error => "error",
        }
    }

    /// The severity of what is reported at this level; none if nothing is.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Level::Allow => None,
            Level::Warn => Some(Severity::Warning),
            Level::Error => Some(Severity::Error),
        }
    }
}
