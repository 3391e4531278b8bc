//! The files of a project.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, Walk, WalkBuilder};
use padstone_check::config::FILE_NAME;
use padstone_read::input::shader_globs;

use crate::files::reason;
use crate::git::tracked_but_ignored;
use crate::project::{Project, absolute, text};
use crate::{Failure, print};

/// The files that the settings select, without hidden files and those that git ignores, sorted by path.
pub(crate) fn of(project: &Project) -> Result<Vec<String>, Failure> {
    let current_dir = Path::new(".");
    let folder = if project.folder.as_os_str().is_empty() { current_dir } else { &project.folder };
    let mut found = Vec::new();
    let wrong = Arc::new(Mutex::new(absolute(folder).ancestors().find_map(irregular)));
    let found_wrong = || wrong.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let in_walk = Arc::clone(&wrong);
    let visits = move |entry: &DirEntry| {
        let found = irregular(entry.path());
        let is_regular = found.is_none();
        found.into_iter().for_each(|found| *in_walk.lock().unwrap_or_else(PoisonError::into_inner) = Some(found));
        is_regular
    };
    // The directory itself is always read, even if git ignores it.
    let walk = found_wrong().is_none().then(|| WalkBuilder::new(folder).require_git(false).ignore(false).filter_entry(visits).build());
    if let Some(walk) = walk {
        walked(project, walk, &mut found)?;
    }
    // A file that git tracks is a part of the project, even if an ignore file matches it.
    match tracked_but_ignored(folder) {
        Ok(tracked) => {
            found.extend(tracked.into_iter().filter(|inner| !is_hidden(inner) && project.config.files.matches(inner)).filter_map(|inner| {
                let path = text(&project.folder.join(&inner));
                Path::new(&path).is_file().then_some(path)
            }))
        }
        Err(reason) if found_wrong().is_none() => {
            let mut all = Vec::new();
            walked(
                project,
                WalkBuilder::new(folder).git_ignore(false).git_global(false).git_exclude(false).ignore(false).build(),
                &mut all,
            )?;
            if let Some(ignored) = all.iter().find(|path| !found.contains(path)) {
                return Err(Failure::Usage(format!(
                    "an ignore file matches `{ignored}`, and git does not say whether it tracks it ({reason}): repair that, or exclude it in `files`"
                )));
            }
        }
        Err(_) => {}
    }
    if let Some(wrong) = found_wrong() {
        return Err(Failure::Usage(format!("cannot read `{}`: not a regular file", text(&wrong))));
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// Adds the files among those of a directory that the settings select.
fn walked(project: &Project, walk: Walk, found: &mut Vec<String>) -> Result<(), Failure> {
    for entry in walk {
        let entry = entry.map_err(|error| Failure::Usage(format!("cannot list files: {error}")))?;
        // A link to a file is also a file of the project: build systems create sandboxes of links. Unreadable files are reported when they
        // are read.
        if entry.path().is_dir() {
            continue;
        }
        let path = text(entry.path().strip_prefix(Path::new(".")).unwrap_or(entry.path()));
        if project.inner(&path).is_some_and(|inner| project.config.files.matches(&inner)) {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether a file, or a directory around it, is hidden: no such file is one of the project. The path is relative to the directory of the project.
pub(crate) fn is_hidden(inner: &str) -> bool {
    inner.split('/').any(|part| part.starts_with('.') && part != "..")
}

/// An ignore file that is not a regular file, on which the library that reads it would block.
fn irregular(folder: &Path) -> Option<PathBuf> {
    let files = [".gitignore", ".git/info/exclude"].map(|name| folder.join(name));
    files.into_iter().find(|file| file.metadata().is_ok_and(|known| !known.is_file() && !known.is_dir()))
}

/// Writes initial settings.
pub(super) fn init() -> Result<u8, Failure> {
    match fs::File::create_new(FILE_NAME).and_then(|mut file| std::io::Write::write_all(&mut file, starter().as_bytes())) {
        Ok(()) => Ok(print(&format!("wrote {FILE_NAME}\n"))),
        Err(error) => Err(Failure::Usage(format!("cannot write `{FILE_NAME}`: {}", reason(&error)))),
    }
}

fn starter() -> String {
    let globs: Vec<String> = shader_globs().into_iter().map(|glob| format!("    \"{glob}\",\n")).collect();
    format!("{HEAD}files = [\n{}]\n{STARTER}", globs.concat())
}

const HEAD: &str = "# The settings of this project; `padstone schema project` prints the schema.\n";

const STARTER: &str = r#"include-dirs = []
defines = []

# The targets of the project: padstone checks each file for every target that it matches.
# [[target]]
# name = "d3d12"
# files = ["**/*.hlsl"]
# rules = "dxc"

# [[target]]
# name = "vulkan"
# files = ["**/*.hlsl"]
# rules = "dxc-spirv"

# Levels of lints: allow, warn or error. This one is off by default.
[lints]
# implicit-padding = "warn"
"#;
