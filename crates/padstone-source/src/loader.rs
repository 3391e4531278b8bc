//! Loads the text of included files through the caller, never from the file system directly.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::Encoding;

/// Loads files by path. Only the command line implements it with real files.
pub trait Loader {
    /// The text of the file at `path`.
    ///
    /// # Errors
    /// [`LoadError::NotFound`] if there is no such file, otherwise the reason.
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError>;

    /// The bytes of the file at `path`, for compiled files.
    ///
    /// # Errors
    /// The same as for [`Self::load`].
    fn load_bytes(&self, path: &str) -> Result<Arc<[u8]>, LoadError> {
        self.load(path).map(|text| text.as_bytes().into())
    }

    /// How the text of the file at `path`, which was loaded, is stored.
    fn encoding(&self, _path: &str) -> Encoding {
        Encoding::Utf8
    }
}

/// The reason why a file could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// There is no file at that path; an include directive tries the next directory.
    NotFound,
    /// The file exists, but cannot be read as text (no permission, not UTF-8, …).
    Unreadable(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NotFound => f.write_str("no such file"),
            LoadError::Unreadable(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for LoadError {}

/// A path with `/` as the only separator, without `.`, and without `..` after a directory name, so that each file has one path.
///
/// ```
/// assert_eq!(padstone_source::normalized("a\\./b/../c.wgsl"), "a/c.wgsl");
/// ```
pub fn normalized(path: &str) -> String {
    let path = path.replace('\\', "/");
    let root = if path.starts_with('/') { "/" } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match (part, parts.last()) {
            ("..", Some(&last)) if last != ".." => {
                parts.pop();
            }
            ("..", None) if !root.is_empty() => {}
            _ => parts.push(part),
        }
    }
    format!("{root}{}", parts.join("/"))
}

/// Files in memory, for tests and for editors.
///
/// ```
/// use padstone_source::{Loader, MemoryLoader};
/// let files = MemoryLoader::new([("common.hlsli", "float4 tint;")]);
/// assert_eq!(&*files.load("common.hlsli").unwrap(), "float4 tint;");
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryLoader {
    files: BTreeMap<String, Arc<str>>,
}

impl MemoryLoader {
    /// A loader of (path, text) pairs.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        MemoryLoader { files: files.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect() }
    }
}

impl Loader for MemoryLoader {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        self.files.get(path).cloned().ok_or(LoadError::NotFound)
    }
}
