//! Reads sources, and records them as dependencies.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use padstone_read::source::{Encoding, LoadError, Loader, decode};

use crate::regular_files::{self, SizeLimit};

/// The name of standard input among the files of the command line, and in messages.
pub(crate) const STDIN: (&str, &str) = ("-", "<stdin>");

/// Reads sources from the file system and records their paths.
pub(crate) struct FileLoader {
    read: Mutex<ReadPaths>,
    /// The cached texts of files by path, because many units and permutations read the same files. `None` while files are also
    /// written.
    texts: Option<Mutex<HashMap<String, Arc<CachedText>>>>,
    /// Standard input, once it was read.
    stdin: OnceLock<Result<Vec<u8>, LoadError>>,
    /// The maximum size of a file.
    pub(crate) limit: SizeLimit,
}

/// The text of a file, once it was read; other threads wait for it.
type CachedText = OnceLock<Result<Arc<str>, LoadError>>;

#[derive(Default)]
struct ReadPaths {
    /// In the order they were first read.
    paths: Vec<String>,
    known: HashSet<String>,
    /// The encodings of the files that are not plain UTF-8.
    encodings: HashMap<String, Encoding>,
}

impl FileLoader {
    pub(crate) fn new(limit: SizeLimit) -> FileLoader {
        FileLoader { read: Mutex::default(), texts: None, stdin: OnceLock::new(), limit }
    }

    /// Turns on the cache: from now on, each file is read once.
    pub(crate) fn keep_texts(&mut self) {
        self.texts.get_or_insert_default();
    }

    /// The paths of all files that were read, in the order they were first read; sorted, if threads have read them.
    pub(crate) fn dependencies(&self, sorted: bool) -> Vec<String> {
        let mut paths = self.lock().paths.clone();
        if sorted {
            paths.sort();
        }
        paths
    }

    /// Records that the command read a file: it is a dependency, and no output may replace it.
    pub(crate) fn record(&self, path: &str) {
        let mut read = self.lock();
        if !read.known.contains(path) {
            read.known.insert(path.to_owned());
            read.paths.push(path.to_owned());
        }
    }

    /// The list is consistent even if a thread panicked while it added to it.
    fn lock(&self) -> MutexGuard<'_, ReadPaths> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FileLoader {
    fn read(&self, path: &str) -> Result<Vec<u8>, LoadError> {
        // Positions have 32 bits: for a longer file, only the error matters.
        let most = self.limit.bytes().min(u32::MAX.into());
        if path == STDIN.1 {
            // It can be read only once, but commands read sources once for each compiler.
            let input = self.stdin.get_or_init(|| {
                regular_files::read_at_most(io::stdin().lock(), most, 0).map_err(|error| LoadError::Unreadable(reason(&error)))
            });
            return input.clone();
        }
        match regular_files::read(Path::new(path), most) {
            Ok(bytes) => {
                self.record(path);
                Ok(bytes)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(LoadError::NotFound),
            Err(error) => Err(LoadError::Unreadable(reason(&error))),
        }
    }
}

impl padstone::Loader for FileLoader {
    fn load(&self, path: &str) -> io::Result<padstone::Content> {
        match self.load_bytes(path) {
            Ok(bytes) => Ok(bytes.into()),
            Err(LoadError::NotFound) => Err(io::ErrorKind::NotFound.into()),
            Err(LoadError::Unreadable(message)) => Err(io::Error::other(message)),
        }
    }
}

impl Loader for FileLoader {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        let read = || {
            let bytes = self.read(path)?;
            let encoding = Encoding::of(&bytes);
            if encoding != Encoding::Utf8 {
                self.lock().encodings.insert(path.to_owned(), encoding);
            }
            Ok(decode(bytes).into())
        };
        let Some(texts) = &self.texts else { return read() };
        let text = Arc::clone(texts.lock().unwrap_or_else(PoisonError::into_inner).entry(path.to_owned()).or_default());
        text.get_or_init(read).clone()
    }

    fn load_bytes(&self, path: &str) -> Result<Arc<[u8]>, LoadError> {
        self.read(path).map(Arc::from)
    }

    fn encoding(&self, path: &str) -> Encoding {
        self.lock().encodings.get(path).copied().unwrap_or_default()
    }
}

/// The operating system's message, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    text.chars().enumerate().map(|(position, c)| if position == 0 { c.to_ascii_lowercase() } else { c }).collect()
}

/// The device and the number of an existing file: equal for all its names. `None` where the system has none.
#[cfg(unix)]
pub(crate) fn inode(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|known| (known.dev(), known.ino()))
}

#[cfg(not(unix))]
pub(crate) fn inode(_: &Path) -> Option<(u64, u64)> {
    None
}

/// A rule for make and ninja: `target` depends on the files.
///
/// # Errors
/// The name that make or ninja cannot parse.
pub(crate) fn dependency_rule<'a>(target: &'a str, files: &'a [String]) -> Result<String, &'a str> {
    // In make, `%` is a pattern there, and `a&: b` a group.
    let target_escaped = escape(target).filter(|_| !target.contains('%')).ok_or(target)?;
    let mut rule = format!("{target_escaped}:");
    // In make, `a(b` starts a list of archive members that a later `)` ends.
    let opens_archive = |file: &&String| file.rfind('(').is_some_and(|at| at > 0 && !file[at..].contains(')'));
    if let Some(open) = files.iter().find(opens_archive).filter(|_| files.iter().any(|file| file.ends_with(')'))) {
        return Err(open);
    }
    for file in files {
        rule.push_str(" \\\n  ");
        rule.push_str(&escape(file).ok_or(&**file)?);
    }
    rule.push('\n');
    Ok(rule)
}

/// A path as both make and ninja parse it; `None` if one of them cannot. GNU make, "Rule Syntax": separators and patterns cannot be
/// written; ninja, `src/depfile_parser.in.cc`: the characters of a name.
fn escape(path: &str) -> Option<String> {
    // `a(b)` is a member of an archive, `~` a home directory.
    let is_archive = path.ends_with(')') && path.contains('(');
    if path.is_empty() || is_archive || path.starts_with([' ', '~']) || path.ends_with(' ') {
        return None;
    }
    let mut escaped = String::with_capacity(path.len());
    for (position, c) in path.char_indices() {
        match c {
            ' ' | '#' => escaped.extend(['\\', c]),
            '$' => escaped.push_str("$$"),
            // The drive letter.
            ':' if cfg!(windows) && position == 1 => escaped.push(c),
            '\\' if cfg!(windows) => escaped.push(c),
            '+' | ',' | '/' | '_' | '.' | '-' | '~' | '(' | ')' | '{' | '}' | '%' | '@' | '!' => escaped.push(c),
            _ if c.is_ascii_alphanumeric() || !c.is_ascii() => escaped.push(c),
            _ => return None,
        }
    }
    Some(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_texts_are_read_once() {
        let folder = padstone_testing::scratch("files");
        let path = folder.path().join("a.hlsli");
        let path = path.to_str().expect("a path of letters");
        let mut files = FileLoader::new(SizeLimit::new(None));
        let write = |text: &str| std::fs::write(path, text).expect("a scratch folder");
        write("before");
        assert_eq!(files.load(path).as_deref(), Ok("before"));
        files.keep_texts();
        assert_eq!(files.load("nowhere.hlsli"), Err(LoadError::NotFound));
        let first = files.load(path).expect("the file exists");
        write("after");
        let threads: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| files.load(path).expect("the file exists"))).collect();
            threads.into_iter().map(|thread| thread.join().expect("the thread does not panic")).collect()
        });
        assert!(threads.iter().all(|text| Arc::ptr_eq(text, &first)));
        assert_eq!(files.dependencies(true), [path]);
    }
}
