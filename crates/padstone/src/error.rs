//! What goes wrong with a question. What is wrong with a source is a diagnostic.

use std::fmt;

/// A question that has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Error {
    /// The kind.
    pub kind: ErrorKind,
    /// What is wrong: one clause, without a period.
    pub message: String,
    /// Names that may be meant.
    pub suggestions: Vec<String>,
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An option is unknown, wrong, or contradicts another.
    Options,
    /// The language of a file is unknown, or files form no program.
    Input,
    /// No compiler or rule set has that name.
    UnknownCompiler,
    /// No buffer or struct that was laid out has that name.
    UnknownBuffer,
    /// A path leads to no member.
    UnknownField,
    /// A path cannot be read.
    Path,
    /// No setting has that name, or a value is wrong.
    Setting,
    /// A compiler has no program layout for the language.
    Target,
    /// A file has changed since.
    Stale,
    /// There is no such change: the source cannot be edited.
    Edit,
    /// A request is not understood.
    Request,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), suggestions: Vec::new() }
    }

    pub(crate) fn suggesting<'a>(self, names: impl IntoIterator<Item = &'a str>) -> Error {
        Error { suggestions: names.into_iter().map(str::to_owned).collect(), ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.suggestions[..] {
            [] => Ok(()),
            names => write!(f, "; a similar name exists: `{}`", names.join("` or `")),
        }
    }
}

impl std::error::Error for Error {}
