//! Errors of calls. Errors of a source are diagnostics.

use std::fmt;

use padstone_read::emit::lookup::Ambiguity;

/// The reason why a call has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Error {
    /// The kind.
    pub kind: ErrorKind,
    /// The problem: one clause, without a period.
    pub message: String,
    /// Similar names that exist; for an ambiguous name, a name of each buffer or struct that selects only it.
    pub suggestions: Vec<String>,
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An option is unknown, invalid, or conflicts with another.
    Options,
    /// The language of a file is unknown, or the files do not form a program.
    Input,
    /// Unknown compiler or rule set.
    UnknownCompiler,
    /// No buffer or struct with a layout has that name.
    UnknownBuffer,
    /// Several buffers or structs have that name.
    AmbiguousBuffer,
    /// No member has that path.
    UnknownField,
    /// A path is malformed.
    Path,
    /// A setting is unknown, or its value is invalid.
    Setting,
    /// A compiler has no program layout for the language.
    Target,
    /// A file has changed since the edit was computed.
    Stale,
    /// The source cannot be edited.
    Edit,
    /// A request is malformed.
    Request,
    /// The library was built without the feature that answers the request.
    Unavailable,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), suggestions: Vec::new() }
    }

    pub(crate) fn ambiguous(name: &str, ambiguity: Ambiguity) -> Error {
        let message = ambiguity.message(name);
        Error { suggestions: ambiguity.names, ..Error::new(ErrorKind::AmbiguousBuffer, message) }
    }

    pub(crate) fn suggesting<'a>(self, names: impl IntoIterator<Item = &'a str>) -> Error {
        Error { suggestions: names.into_iter().map(str::to_owned).collect(), ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.suggestions[..] {
            [] if self.kind == ErrorKind::AmbiguousBuffer => f.write_str("; rename one of them"),
            [] => Ok(()),
            names if self.kind == ErrorKind::AmbiguousBuffer => write!(f, "; specify `{}`", names.join("` or `")),
            names => write!(f, "; a similar name exists: `{}`", names.join("` or `")),
        }
    }
}

impl std::error::Error for Error {}
