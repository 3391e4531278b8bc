//! Reads regular files up to a maximum size. A device, a pipe or a file of the system may be infinite, or block.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum number of bytes of a file, unless a setting changes it: 64 MiB.
pub(crate) const LIMIT: u64 = 64 << 20;

/// The maximum number of bytes of a file.
pub(crate) struct SizeLimit {
    /// The limit of the command line, which takes precedence.
    requested: Option<u64>,
    /// The largest limit of the projects that were read; 0 if none has one.
    of_projects: AtomicU64,
}

impl SizeLimit {
    /// `requested`: the limit of the command line, in MiB.
    pub(crate) fn new(requested: Option<u64>) -> SizeLimit {
        SizeLimit { requested: requested.map(bytes), of_projects: AtomicU64::new(0) }
    }

    /// Applies the limit of a project, in MiB.
    pub(crate) fn of_project(&self, mebibytes: u64) {
        self.of_projects.fetch_max(bytes(mebibytes), Ordering::Relaxed);
    }

    pub(crate) fn bytes(&self) -> u64 {
        let of_projects = Some(self.of_projects.load(Ordering::Relaxed)).filter(|&bytes| bytes > 0);
        self.requested.or(of_projects).unwrap_or(LIMIT)
    }
}

fn bytes(mebibytes: u64) -> u64 {
    mebibytes.saturating_mul(1 << 20)
}

/// The bytes of a regular file.
///
/// # Errors
/// The system's error; or that it is not a regular file, or exceeds `limit`.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Opening a device may have an effect, and opening a pipe blocks.
    check(&fs::metadata(path)?)?;
    let file = open(path)?;
    // The path may refer to another file by now.
    let known = file.metadata()?;
    check(&known)?;
    let bytes = read_at_most(&file, limit, known.len())?;
    // Virtual files, such as those of Linux in /proc, have size 0.
    if known.len() == 0 && !bytes.is_empty() {
        return Err(not_regular());
    }
    Ok(bytes)
}

/// Reads at most `limit` bytes; `expected` is the likely number.
///
/// # Errors
///
/// Those of the reader, and that the limit is exceeded.
pub(crate) fn read_at_most(from: impl Read, limit: u64, expected: u64) -> io::Result<Vec<u8>> {
    // One more, so that the end is found without growing the buffer.
    let mut bytes = Vec::with_capacity(expected.min(limit) as usize + 1);
    from.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(io::Error::other(too_large(limit))) } else { Ok(bytes) }
}

/// The reason why a larger file is not read.
pub(crate) fn too_large(limit: u64) -> String {
    format!("it exceeds {} MiB, the limit of --max-file-size", limit >> 20)
}

fn check(known: &fs::Metadata) -> io::Result<()> {
    match known {
        _ if known.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ if !known.is_file() => Err(not_regular()),
        _ => Ok(()),
    }
}

fn not_regular() -> io::Error {
    io::Error::other("not a regular file")
}

/// Opens without blocking, in case it is no longer a regular file.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    File::options().read(true).custom_flags(flags.bits() as i32).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}
