//! Files: those of the workspace, and those that a loader finds.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use padstone_read::source::{Encoding, LoadError, decode, normalized};

/// Finds files that the workspace does not contain: on a disk, in an archive, in an editor.
pub trait Loader: Send + Sync {
    /// The content of the file at `path`, whose segments are separated by `/`.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is no such file: the next include directory is tried. Any other error is a diagnostic.
    fn load(&self, path: &str) -> io::Result<Content>;
}

impl<L: Loader + ?Sized> Loader for Arc<L> {
    fn load(&self, path: &str) -> io::Result<Content> {
        (**self).load(path)
    }
}

/// The content of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Text.
    Text(Arc<str>),
    /// Bytes: a compiled file, or text in UTF-8, or in UTF-16 with a byte order mark.
    Bytes(Arc<[u8]>),
}

impl From<&str> for Content {
    fn from(text: &str) -> Content {
        Content::Text(text.into())
    }
}

impl From<String> for Content {
    fn from(text: String) -> Content {
        Content::Text(text.into())
    }
}

impl From<Arc<str>> for Content {
    fn from(text: Arc<str>) -> Content {
        Content::Text(text)
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Content {
        Content::Bytes(bytes.into())
    }
}

impl From<Arc<[u8]>> for Content {
    fn from(bytes: Arc<[u8]>) -> Content {
        Content::Bytes(bytes)
    }
}

/// A file with its text, which is decoded once.
#[derive(Debug)]
pub(crate) struct Stored {
    content: Content,
    text: OnceLock<Arc<str>>,
}

impl Stored {
    fn new(content: Content) -> Stored {
        Stored { content, text: OnceLock::new() }
    }

    pub(crate) fn text(&self) -> Arc<str> {
        match &self.content {
            Content::Text(text) => Arc::clone(text),
            Content::Bytes(bytes) => Arc::clone(self.text.get_or_init(|| decode(bytes.to_vec()).into())),
        }
    }

    pub(crate) fn encoding(&self) -> Encoding {
        match &self.content {
            Content::Text(_) => Encoding::Utf8,
            Content::Bytes(bytes) => Encoding::of(bytes),
        }
    }

    pub(crate) fn bytes(&self) -> Arc<[u8]> {
        match &self.content {
            Content::Text(text) => Arc::from(text.as_bytes()),
            Content::Bytes(bytes) => Arc::clone(bytes),
        }
    }
}

/// The file at a path, or the error.
pub(crate) type LoadResult = Result<Arc<Stored>, LoadError>;

/// Whether two results for a path are the same.
pub(crate) fn is_same(left: &LoadResult, right: &LoadResult) -> bool {
    match (left, right) {
        (Ok(left), Ok(right)) => Arc::ptr_eq(left, right) || left.content == right.content,
        (Err(left), Err(right)) => left == right,
        _ => false,
    }
}

/// All files of a revision of a workspace.
#[derive(Clone, Default)]
pub(crate) struct Files {
    own: Arc<BTreeMap<String, Arc<Stored>>>,
    loader: Option<Arc<dyn Loader>>,
    /// The results of the loader.
    loaded: Arc<Mutex<BTreeMap<String, LoadResult>>>,
}

impl Files {
    pub(crate) fn with_loader(loader: Arc<dyn Loader>) -> Files {
        Files { loader: Some(loader), ..Files::default() }
    }

    pub(crate) fn set(&mut self, path: &str, content: Content) {
        let path = normalized(path);
        if self.own.get(&path).is_none_or(|known| known.content != content) {
            Arc::make_mut(&mut self.own).insert(path, Arc::new(Stored::new(content)));
        }
    }

    pub(crate) fn forget(&mut self, path: &str) {
        let path = normalized(path);
        if self.own.contains_key(&path) {
            Arc::make_mut(&mut self.own).remove(&path);
        }
        // Clones share cached contents.
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if loaded.remove(&path).is_some() {
            self.loaded = Arc::new(Mutex::new(loaded));
        }
    }

    /// Returns the file at a path. Calls the loader once for each path.
    pub(crate) fn get(&self, path: &str) -> LoadResult {
        let path = normalized(path);
        if let Some(own) = self.own.get(&path) {
            return Ok(Arc::clone(own));
        }
        let Some(loader) = &self.loader else { return Err(LoadError::NotFound) };
        let known = || self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(&path) {
            return found.clone();
        }
        let found = match loader.load(&path) {
            Ok(content) => Ok(Arc::new(Stored::new(content))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(LoadError::NotFound),
            Err(error) => Err(LoadError::Unreadable(error.to_string())),
        };
        // If two threads loaded it concurrently, the first result is used.
        known().entry(path).or_insert(found).clone()
    }
}

impl std::fmt::Debug for Files {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.own.keys()).finish()
    }
}
