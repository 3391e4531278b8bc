//! Files as they were in a git revision, by calling `git`.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use padstone::source::{LoadError, Loader};

use crate::files::{decode, reason};
use crate::project::{absolute, text};

/// A revision, in which all files are looked for.
pub(crate) struct Revision {
    name: String,
    /// The files in it and below the working directory, from there.
    files: HashSet<String>,
}

impl Revision {
    /// The revision of that name: `HEAD~1`, a tag, a branch.
    ///
    /// # Errors
    /// What git says if there is none.
    pub(crate) fn find(name: &str) -> Result<Revision, String> {
        // The name must not be taken for an option.
        let verified = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{name}^{{commit}}")])?;
        if !verified.status.success() {
            return Err(format!("`{name}` is no file and no revision of git"));
        }
        let commit = String::from_utf8_lossy(&verified.stdout).trim().to_owned();
        let listed = git(&["ls-tree", "-r", "-z", "--name-only", &commit])?;
        let files = String::from_utf8_lossy(&listed.stdout).split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        Ok(Revision { name: commit, files })
    }

    /// All files below the working directory, in the order of their paths.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut files: Vec<String> = self.files.iter().cloned().collect();
        files.sort();
        files
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, LoadError> {
        let (here, path) = (absolute(Path::new("")), absolute(Path::new(path)));
        // What lies above is asked for by its way up.
        let inner = match path.strip_prefix(&here) {
            Ok(inner) => {
                let inner = text(inner);
                if !self.files.contains(&inner) {
                    return Err(LoadError::NotFound);
                }
                inner
            }
            Err(_) => {
                let common = here.ancestors().find(|folder| path.starts_with(folder)).unwrap_or(Path::new("/"));
                let up = here.strip_prefix(common).map_or(0, |below| below.components().count());
                format!("{}{}", "../".repeat(up), text(path.strip_prefix(common).unwrap_or(&path)))
            }
        };
        let shown = git(&["cat-file", "blob", &format!("{}:./{inner}", self.name)]).map_err(LoadError::Unreadable)?;
        if shown.status.success() { Ok(shown.stdout) } else { Err(LoadError::NotFound) }
    }
}

impl Loader for Revision {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        self.read(path).map(|bytes| decode(&bytes).into())
    }

    fn load_bytes(&self, path: &str) -> Result<Arc<[u8]>, LoadError> {
        self.read(path).map(Arc::from)
    }
}

fn git(arguments: &[&str]) -> Result<Output, String> {
    let output = Command::new("git").args(arguments).stdin(Stdio::null()).output();
    output.map_err(|error: io::Error| format!("cannot run git: {}", reason(&error)))
}
