//! Reads files of a git revision, by calling `git`.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use padstone_read::source::{LoadError, Loader, decode};

use crate::files::reason;
use crate::project::{absolute, text};
use crate::regular_files;

/// The files below a directory that git tracks although an ignore file matches them, relative to the directory. None if there is no repository.
///
/// # Errors
/// The reason why git does not list the files of the repository.
pub(crate) fn tracked_but_ignored(folder: &Path) -> Result<Vec<String>, String> {
    let is_repository = std::env::var_os("GIT_DIR").is_some() || absolute(folder).ancestors().any(|folder| folder.join(".git").exists());
    if !is_repository {
        return Ok(Vec::new());
    }
    let listed = git(&["-C", &text(folder), "ls-files", "--cached", "--ignored", "--exclude-standard", "-z"])?;
    if !listed.status.success() {
        return Err(complaint(&listed).unwrap_or_else(|| "git failed".to_owned()));
    }
    let names = String::from_utf8_lossy(&listed.stdout);
    Ok(names.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

/// The first line of git's message: `detected dubious ownership in repository at …`.
fn complaint(output: &Output) -> Option<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().next()?;
    Some(line.strip_prefix("fatal: ").or_else(|| line.strip_prefix("error: ")).unwrap_or(line).to_owned())
}

/// A revision that files are read from.
pub(crate) struct Revision {
    /// The name as passed: `HEAD~1`.
    pub(crate) name: String,
    commit: String,
    /// The files in it below the working directory, by relative path; also the targets of links.
    files: HashMap<String, Object>,
    /// Whether the revision contains links, so that an unlisted path may lead to a file.
    has_links: bool,
    submodules: Vec<Submodule>,
    /// The maximum size of a file in bytes.
    limit: u64,
}

impl Revision {
    /// The revision with that name: `HEAD~1`, a tag, a branch. Files of more than `limit` bytes are not read.
    ///
    /// # Errors Git's message if there is none.
    pub(crate) fn find(name: &str, limit: u64) -> Result<Revision, String> {
        // The name must not be parsed as an option.
        let verified = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{name}^{{commit}}")])?;
        if !verified.status.success() {
            return Err(match complaint(&verified) {
                Some(complaint) => format!("`{name}` is not a file, and git reads no revision: {complaint}"),
                None => format!("`{name}` is neither a file nor a git revision"),
            });
        }
        let commit = String::from_utf8_lossy(&verified.stdout).trim().to_owned();
        let mut revision =
            Revision { name: name.to_owned(), commit, files: HashMap::new(), has_links: false, submodules: Vec::new(), limit };
        let listed = git(&["ls-tree", "-r", "-l", "-z", &revision.commit])?;
        for (path, entry) in tree_entries(&listed) {
            let object = match entry {
                TreeEntry::Link => {
                    revision.has_links = true;
                    revision.find_object(&path).unwrap_or(Object::Missing)
                }
                TreeEntry::Blob(object) => object,
                TreeEntry::Submodule(commit) => {
                    revision.list_submodule(&path, &commit)?;
                    Object::Missing
                }
            };
            revision.files.insert(path, object);
        }
        Ok(revision)
    }

    /// Lists the files of a submodule, and of those in it, if they are checked out and have the commit.
    fn list_submodule(&mut self, path: &str, commit: &str) -> Result<(), String> {
        let known = Path::new(path).join(".git").exists().then(|| git(&["-C", path, "ls-tree", "-r", "-l", "-z", commit])).transpose()?;
        let is_listed = known.as_ref().is_some_and(|listed| listed.status.success());
        self.submodules.push(Submodule { path: path.to_owned(), commit: commit.to_owned(), is_listed });
        for (inner, entry) in known.iter().filter(|_| is_listed).flat_map(tree_entries) {
            let file = format!("{path}/{inner}");
            let object = match entry {
                TreeEntry::Blob(Object::Blob { id, bytes, .. }) => Object::Blob { id, bytes, submodule: Some(path.to_owned()) },
                TreeEntry::Blob(other) => other,
                TreeEntry::Link => Object::InSubmodule,
                TreeEntry::Submodule(commit) => {
                    self.list_submodule(&file, &commit)?;
                    continue;
                }
            };
            self.files.insert(file, object);
        }
        Ok(())
    }

    /// The submodules that have another commit in another revision, and whose files cannot be listed in both.
    pub(crate) fn uncompared_submodules<'r>(&'r self, other: &'r Revision) -> impl Iterator<Item = &'r str> {
        let differs = |one: &&Submodule| match other.submodules.iter().find(|other| other.path == one.path) {
            Some(other) => other.commit != one.commit && !(other.is_listed && one.is_listed),
            None => !one.is_listed,
        };
        self.submodules.iter().filter(differs).map(|submodule| &*submodule.path)
    }

    /// All files below the working directory, sorted by path, with the links to files that it does not have: reading them fails.
    pub(crate) fn files(&self) -> Vec<String> {
        let is_file = |object: &Object| !matches!(object, Object::Missing);
        let mut files: Vec<String> = self.files.iter().filter(|(_, object)| is_file(object)).map(|(path, _)| path.clone()).collect();
        files.sort();
        files
    }

    /// The path of a file, relative to the working directory: `./a.hlsl` is in the working directory, `shaders/a.hlsl` in the root of the repository,
    /// as in git, or else in the working directory.
    ///
    /// # Errors Both files exist.
    pub(crate) fn path(&self, path: &str) -> Result<String, String> {
        let up = git(&["rev-parse", "--show-cdup"])?;
        let up = String::from_utf8_lossy(&up.stdout).trim().to_owned();
        let is_relative = path.starts_with("./") || path.starts_with("../") || Path::new(path).is_absolute();
        let of_root = inner(&format!("{up}{path}"));
        match (self.has(path), self.has(&of_root)) {
            _ if is_relative || up.is_empty() => Ok(path.to_owned()),
            (true, true) => {
                let name = &self.name;
                Err(format!(
                    "`{name}:{path}` may be `{name}:./{path}`, or `{name}:{of_root}` from the root of the repository: write one of these"
                ))
            }
            (_, true) => Ok(of_root),
            _ => Ok(path.to_owned()),
        }
    }

    /// Whether a path exists, readable or not.
    pub(crate) fn has(&self, path: &str) -> bool {
        !matches!(self.object(path), Ok(Object::Missing))
    }

    /// The kind of broken link that a path of the revision is, if it is one.
    pub(crate) fn broken_link(&self, path: &str) -> Option<&'static str> {
        match self.files.get(&inner(path))? {
            Object::Dangling => Some(DANGLING_LINK),
            Object::Loop => Some(LINK_LOOP),
            _ => None,
        }
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, LoadError> {
        match self.object(path)? {
            Object::Blob { id, bytes, submodule } if bytes <= self.limit => {
                let repository = submodule.as_deref().unwrap_or(".");
                let shown = git(&["-C", repository, "cat-file", "blob", &id]).map_err(LoadError::Unreadable)?;
                if shown.status.success() { Ok(shown.stdout) } else { Err(LoadError::NotFound) }
            }
            Object::Blob { .. } => Err(LoadError::Unreadable(regular_files::too_large(self.limit))),
            Object::InSubmodule => Err(LoadError::Unreadable("it is a link in a submodule, which padstone does not follow".to_owned())),
            Object::Outside(target) => Err(LoadError::Unreadable(format!("it is a link to `{target}`, outside the revision"))),
            // As in the working tree, the search for an included file continues.
            Object::Dangling | Object::Missing => Err(LoadError::NotFound),
            Object::Loop => Err(LoadError::Unreadable(LINK_LOOP.to_owned())),
        }
    }

    fn object(&self, path: &str) -> Result<Object, LoadError> {
        let inner = inner(path);
        match self.files.get(&inner) {
            Some(known) => Ok(known.clone()),
            // Most paths that are tried for includes do not exist.
            None if !inner.starts_with("../") && !self.has_links => Ok(Object::Missing),
            // `folder/a.hlsl` is a dangling link for git if `folder` is a link, but no file has that path.
            None => self.find_object(&inner).map(|object| if let Object::Dangling = object { Object::Missing } else { object }),
        }
    }

    /// The git object at a path relative to the working directory, following links.
    fn find_object(&self, inner: &str) -> Result<Object, LoadError> {
        // git reads names line by line.
        if inner.contains('\n') {
            return Ok(Object::Missing);
        }
        let unreadable = |error: io::Error| LoadError::Unreadable(format!("cannot run git: {}", reason(&error)));
        let mut git = Command::new("git");
        git.args(["cat-file", "--batch-check", "--follow-symlinks"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = git.spawn().map_err(unreadable)?;
        let written = child.stdin.take().map_or(Ok(()), |mut to| writeln!(to, "{}:./{inner}", self.commit));
        let mut answer = Vec::new();
        let answered = child.stdout.take().map_or(Ok(0), |from| BufReader::new(from).read_to_end(&mut answer));
        child.wait().map_err(unreadable)?;
        written.and(answered).map_err(unreadable)?;
        Ok(Object::of(&answer))
    }
}

/// The description of a dangling link.
pub(crate) const DANGLING_LINK: &str = "it is a link to a file that does not exist";
/// The description of a loop of links.
const LINK_LOOP: &str = "it is a link that leads to itself";

/// The mode of a link in trees of git.
const LINK: &str = "120000";

/// A repository in a directory of another one, of which a revision records a commit.
struct Submodule {
    /// The path relative to the working directory.
    path: String,
    commit: String,
    /// Whether the files of the commit are known.
    is_listed: bool,
}

/// A path in a tree of git.
enum TreeEntry {
    Blob(Object),
    Link,
    /// The commit.
    Submodule(String),
}

/// The entries that `git ls-tree -l -z` lists, with their paths.
fn tree_entries(listed: &Output) -> Vec<(String, TreeEntry)> {
    let text = String::from_utf8_lossy(&listed.stdout);
    let entry = |entry: &str| {
        let (about, path) = entry.split_once('\t')?;
        // Mode, type, object id, size.
        let found = match about.split_ascii_whitespace().collect::<Vec<_>>()[..] {
            [LINK, ..] => TreeEntry::Link,
            [_, "blob", id, bytes] => TreeEntry::Blob(Object::blob(id, bytes)),
            [_, "commit", id, _] => TreeEntry::Submodule(id.to_owned()),
            _ => TreeEntry::Blob(Object::Missing),
        };
        Some((path.to_owned(), found))
    };
    text.split('\0').filter_map(entry).collect()
}

/// The object that a path refers to.
#[derive(Clone)]
enum Object {
    Blob {
        id: String,
        bytes: u64,
        /// The path of the submodule whose repository has it.
        submodule: Option<String>,
    },
    /// A link in a submodule.
    InSubmodule,
    /// A link to a path that the revision does not have.
    Outside(String),
    /// A link to a missing file, or a path that leads through a link to one.
    Dangling,
    /// A link that leads to itself.
    Loop,
    Missing,
}

impl Object {
    fn blob(id: &str, bytes: &str) -> Object {
        bytes.parse().map_or(Object::Missing, |bytes| Object::Blob { id: id.to_owned(), bytes, submodule: None })
    }

    /// Parses the output of `git cat-file --batch-check --follow-symlinks`: `ID blob SIZE`, `symlink SIZE` followed by the target of the link,
    /// `dangling SIZE`, `loop SIZE`, or another reason why there is no object.
    fn of(answer: &[u8]) -> Object {
        let mut lines = answer.lines().map_while(Result::ok);
        let first = lines.next().unwrap_or_default();
        match first.split(' ').collect::<Vec<_>>()[..] {
            [id, "blob", bytes] => Object::blob(id, bytes),
            ["symlink", _] => Object::Outside(lines.next().unwrap_or_default()),
            ["dangling", _] => Object::Dangling,
            ["loop", _] => Object::Loop,
            _ => Object::Missing,
        }
    }
}

/// A path relative to the working directory, with `..` if it is outside.
fn inner(path: &str) -> String {
    let (current, path) = (absolute(Path::new("")), absolute(Path::new(path)));
    if let Ok(inner) = path.strip_prefix(&current) {
        return text(inner);
    }
    let common = current.ancestors().find(|folder| path.starts_with(folder)).unwrap_or(Path::new("/"));
    let up = current.strip_prefix(common).map_or(0, |below| below.components().count());
    format!("{}{}", "../".repeat(up), text(path.strip_prefix(common).unwrap_or(&path)))
}

impl Loader for Revision {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        self.read(path).map(|bytes| decode(bytes).into())
    }

    fn load_bytes(&self, path: &str) -> Result<Arc<[u8]>, LoadError> {
        self.read(path).map(Arc::from)
    }
}

fn git(arguments: &[&str]) -> Result<Output, String> {
    let output = Command::new("git").args(arguments).stdin(Stdio::null()).output();
    output.map_err(|error: io::Error| format!("cannot run git: {}", reason(&error)))
}
