//! Destinations of results: standard output, or files, which are replaced atomically and only on success.

use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The destination of a result.
pub(crate) enum OutputTarget {
    Standard(BufWriter<io::StdoutLock<'static>>),
    /// A device or pipe, which cannot be replaced.
    Direct(BufWriter<File>),
    /// No file exists on disk until the result is complete: a killed process leaves nothing.
    File {
        content: Vec<u8>,
        path: PathBuf,
    },
}

impl OutputTarget {
    /// Standard output.
    pub(crate) fn standard() -> OutputTarget {
        OutputTarget::Standard(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// The file at `path`, which is unchanged until [`Self::commit`].
    pub(crate) fn file(path: &Path) -> io::Result<OutputTarget> {
        let known = fs::metadata(path);
        match &known {
            Ok(known) if known.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            // A new file would replace it even if it is read-only.
            Ok(known) if known.permissions().readonly() => return Err(io::ErrorKind::PermissionDenied.into()),
            Ok(known) if !known.is_file() => return Ok(OutputTarget::Direct(BufWriter::new(File::create(path)?))),
            _ => {}
        }
        let path = target(path)?;
        match known {
            Ok(_) => {}
            // A file that cannot be created is reported before the work is done.
            Err(_) if !folder(&path).is_dir() => return Err(io::Error::new(io::ErrorKind::NotFound, "no such directory")),
            Err(_) => {}
        }
        path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        Ok(OutputTarget::File { content: Vec::new(), path })
    }

    /// Replaces the content of a file.
    pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
        let mut out = OutputTarget::file(path)?;
        out.write_all(content)?;
        out.commit()
    }

    /// Ends the output. A file is replaced only if its content changes, so that build tools do not see it as modified.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        self.flush()?;
        let OutputTarget::File { content, path } = self else { return Ok(()) };
        let known = fs::metadata(&path).ok();
        if known.as_ref().is_some_and(|known| known.len() == content.len() as u64) && fs::read(&path).is_ok_and(|old| old == content) {
            return Ok(());
        }
        if known.as_ref().is_some_and(has_other_names) {
            return write_over(&path, &content);
        }
        let new = TemporaryFile::write(&path, &content)?;
        match known {
            Some(known) if !new.copy_owner_and_mode(&known)? => write_over(&path, &content),
            // A new file has no other name at any time, whatever ends the process.
            None if new.path.is_none() && give_name(&new.file, &path).is_ok() => Ok(()),
            _ => new.replace(&path, &content),
        }
    }
}

impl Write for OutputTarget {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            OutputTarget::Standard(out) => out.write(bytes),
            OutputTarget::Direct(out) => out.write(bytes),
            OutputTarget::File { content, .. } => content.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputTarget::Standard(out) => out.flush(),
            OutputTarget::Direct(out) => out.flush(),
            OutputTarget::File { .. } => Ok(()),
        }
    }
}

/// The maximum number of links to follow, as in Linux.
const MAX_LINKS: usize = 40;

/// The target of a path: links are followed, even if the file does not exist yet.
pub(crate) fn target(path: &Path) -> io::Result<PathBuf> {
    if let Ok(known) = fs::canonicalize(path) {
        return Ok(known);
    }
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file that will replace another one.
struct TemporaryFile {
    file: File,
    /// The name; `None` if it has none until it is linked.
    path: Option<PathBuf>,
}

impl TemporaryFile {
    fn write(target: &Path, content: &[u8]) -> io::Result<TemporaryFile> {
        match unnamed(folder(target)) {
            Some(file) => TemporaryFile { file, path: None }.filled(content),
            None => TemporaryFile::named(target, content),
        }
    }

    fn named(target: &Path, content: &[u8]) -> io::Result<TemporaryFile> {
        let path = new_name(target);
        TemporaryFile { file: File::options().write(true).create_new(true).open(&path)?, path: Some(path) }.filled(content)
    }

    fn filled(mut self, content: &[u8]) -> io::Result<TemporaryFile> {
        self.file.write_all(content)?;
        self.file.sync_all()?;
        Ok(self)
    }

    /// Copies the owner and the mode of another file; returns whether that was permitted.
    fn copy_owner_and_mode(&self, known: &Metadata) -> io::Result<bool> {
        if !take_owner(&self.file, known)? {
            return Ok(false);
        }
        self.file.set_permissions(known.permissions())?;
        Ok(true)
    }

    fn replace(mut self, path: &Path, content: &[u8]) -> io::Result<()> {
        if self.path.is_none() {
            let named = new_name(path);
            if give_name(&self.file, &named).is_ok() {
                self.path = Some(named);
            } else {
                // Without /proc, an unnamed file cannot be linked.
                let known = self.file.metadata()?;
                self = TemporaryFile::named(path, content)?;
                self.copy_owner_and_mode(&known)?;
            }
        }
        if let Some(named) = &self.path {
            fs::rename(named, path)?;
        }
        self.path = None;
        Ok(())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
        }
    }
}

/// An unpredictable name: process ids are reused.
fn new_name(path: &Path) -> PathBuf {
    let random = RandomState::new().build_hasher().finish();
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{random:016x}.new"));
    path.with_file_name(name)
}

/// Overwrites a file in place if replacing it would change its owner or break its hard links.
fn write_over(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).open(path)?;
    let old = file.metadata()?.len();
    // What is longer comes first: if there is no space for it, the file is as before.
    let common = content.len().min(usize::try_from(old).unwrap_or(usize::MAX));
    if common < content.len() {
        file.seek(SeekFrom::Start(old))?;
        if let Err(error) = file.write_all(&content[common..]).and_then(|()| file.sync_all()) {
            file.set_len(old)?;
            return Err(error);
        }
        file.rewind()?;
    }
    file.write_all(&content[..common])?;
    file.set_len(content.len() as u64)?;
    file.sync_all()
}

/// Whether a file has further hard links.
#[cfg(unix)]
pub(crate) fn has_other_names(known: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(known) > 1
}

#[cfg(not(unix))]
pub(crate) fn has_other_names(_: &Metadata) -> bool {
    false
}

/// Copies the owner and the group of another file; returns whether that was permitted.
#[cfg(unix)]
fn take_owner(file: &File, known: &Metadata) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let current = file.metadata()?;
    let is_same = current.uid() == known.uid() && current.gid() == known.gid();
    Ok(is_same || fchown(file, Some(known.uid()), Some(known.gid())).is_ok())
}

#[cfg(not(unix))]
fn take_owner(_: &File, _: &Metadata) -> io::Result<bool> {
    Ok(true)
}

/// An unnamed file, which disappears unless it is linked; `None` if the system does not support it.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    rustix::fs::open(folder, OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC, Mode::from_raw_mode(0o666)).ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path) -> Option<File> {
    None
}

/// The path of a file that was opened with `O_TMPFILE`: see open(2).
#[cfg(target_os = "linux")]
fn give_name(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    let open = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(file));
    Ok(rustix::fs::linkat(CWD, open, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn give_name(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
