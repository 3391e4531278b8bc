//! The levels of lints and warnings.

use padstone_diag::Severity;

/// The level of a lint or warning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The finding is not reported.
    Allow,
    /// The finding is a warning.
    Warn,
    /// The finding is an error.
    Error,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 3] = [Level::Allow, Level::Warn, Level::Error];

    /// The name in `padstone.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Error => "error",
        }
    }

    /// The severity at this level; `None` if nothing is reported.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Level::Allow => None,
            Level::Warn => Some(Severity::Warning),
            Level::Error => Some(Severity::Error),
        }
    }
}
