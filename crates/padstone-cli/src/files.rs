//! Files: the sources that are read, the output that is written, the dependencies that were found.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use padstone::source::{LoadError, Loader};

/// The name of standard input among the files of the command line, and in messages.
pub(crate) const STDIN: (&str, &str) = ("-", "<stdin>");

/// Reads sources from the file system and remembers which.
#[derive(Default)]
pub(crate) struct Files {
    read: Mutex<Read>,
}

#[derive(Default)]
struct Read {
    /// In the order they were first read.
    paths: Vec<String>,
    known: HashSet<String>,
}

impl Files {
    /// The paths of all files that were read, in the order they were first read; sorted, if threads have read them.
    pub(crate) fn dependencies(&self, sorted: bool) -> Vec<String> {
        let mut paths = self.lock().paths.clone();
        if sorted {
            paths.sort();
        }
        paths
    }

    /// A list that a thread was adding to when it ended is whole all the same.
    fn lock(&self) -> MutexGuard<'_, Read> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files {
    fn read(&self, path: &str) -> Result<Vec<u8>, LoadError> {
        // Positions are 32 bits wide: of a longer file only the fact that it is longer matters.
        let most = u64::from(u32::MAX);
        let mut bytes = Vec::new();
        let result = if path == STDIN.1 {
            io::stdin().lock().take(most).read_to_end(&mut bytes)
        } else {
            fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
        };
        match result {
            Ok(_) => {
                let mut read = self.lock();
                if path != STDIN.1 && !read.known.contains(path) {
                    read.known.insert(path.to_owned());
                    read.paths.push(path.to_owned());
                }
                Ok(bytes)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(LoadError::NotFound),
            Err(error) => Err(LoadError::Unreadable(reason(&error))),
        }
    }
}

impl Loader for Files {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        self.read(path).map(|bytes| decode(&bytes).into())
    }

    fn load_bytes(&self, path: &str) -> Result<Arc<[u8]>, LoadError> {
        self.read(path).map(Arc::from)
    }
}

/// Text in UTF-8, or in UTF-16 if it begins with that mark; bytes that are neither are replaced: in a comment
/// they do no harm, anywhere else they are reported as what they are, no part of the language.
pub(crate) fn decode(bytes: &[u8]) -> String {
    let utf16 = |unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xFF, 0xFE, ..] => utf16(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => utf16(u16::from_be_bytes),
        _ => String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)).into_owned(),
    }
}

/// What the operating system says, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    text.chars().enumerate().map(|(at, c)| if at == 0 { c.to_ascii_lowercase() } else { c }).collect()
}

/// Where a result goes: standard output, or a file that gets its new content at once and only if all went well.
pub(crate) enum Output {
    Standard(BufWriter<io::StdoutLock<'static>>),
    /// A device or pipe, which cannot be replaced.
    Direct(BufWriter<fs::File>),
    File {
        new: BufWriter<fs::File>,
        new_path: PathBuf,
        path: PathBuf,
    },
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Output {
        Output::Standard(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// The file at `path`, which stays as it is until [`Self::commit`].
    pub(crate) fn file(path: &Path) -> io::Result<Output> {
        // What is replaced is the file, not a link to it.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&path) {
            Ok(known) if known.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            // A new file would take its place, whatever it allows.
            Ok(known) if known.permissions().readonly() => return Err(io::ErrorKind::PermissionDenied.into()),
            Ok(known) if !known.is_file() => return Ok(Output::Direct(BufWriter::new(fs::File::create(&path)?))),
            _ => {}
        }
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let mut new_name = std::ffi::OsString::from(".");
        new_name.push(name);
        new_name.push(format!(".{}.new", std::process::id()));
        let new_path = path.with_file_name(new_name);
        let new = BufWriter::with_capacity(1 << 16, fs::File::options().write(true).create_new(true).open(&new_path)?);
        Ok(Output::File { new, new_path, path })
    }

    /// Gives a file a new content.
    pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
        let mut out = Output::file(path)?;
        out.write_all(content)?;
        out.commit()
    }

    /// Ends the output. A file is replaced only if its content changes, so that build tools see no change where
    /// there is none.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        self.flush()?;
        let Output::File { new, new_path, path } = &self else { return Ok(()) };
        if same_content(new_path, path).unwrap_or(false) {
            return Ok(());
        }
        if let Ok(known) = fs::metadata(path) {
            fs::set_permissions(new_path, known.permissions())?;
        }
        new.get_ref().sync_all()?;
        fs::rename(new_path, path)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Standard(out) => out.write(bytes),
            Output::Direct(out) | Output::File { new: out, .. } => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Standard(out) => out.flush(),
            Output::Direct(out) | Output::File { new: out, .. } => out.flush(),
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Output::File { new_path, .. } = self {
            // Gone already if it took the place of the old one.
            let _ = fs::remove_file(new_path);
        }
    }
}

fn same_content(left: &Path, right: &Path) -> io::Result<bool> {
    let (left, right) = (fs::File::open(left)?, fs::File::open(right)?);
    if left.metadata()?.len() != right.metadata()?.len() {
        return Ok(false);
    }
    let (mut left, mut right) = (BufReader::new(left), BufReader::new(right));
    loop {
        let (a, b) = (left.fill_buf()?, right.fill_buf()?);
        let common = a.len().min(b.len());
        if a[..common] != b[..common] {
            return Ok(false);
        }
        if common == 0 {
            return Ok(a.len() == b.len());
        }
        left.consume(common);
        right.consume(common);
    }
}

/// A rule for make and ninja: `target` depends on the files.
pub(crate) fn dependency_rule(target: &str, files: &[String]) -> String {
    let mut rule = format!("{}:", escape(target));
    for file in files {
        rule.push_str(" \\\n  ");
        rule.push_str(&escape(file));
    }
    rule.push('\n');
    rule
}

/// A path as make reads it.
fn escape(path: &str) -> String {
    let mut escaped = String::with_capacity(path.len());
    for c in path.chars() {
        match c {
            ' ' | '#' => escaped.extend(['\\', c]),
            '$' => escaped.push_str("$$"),
            _ => escaped.push(c),
        }
    }
    escaped
}
