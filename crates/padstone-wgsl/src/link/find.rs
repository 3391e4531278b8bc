//! Finds the files of modules.
//!
//! naga_oil identifies modules by their `#define_import_path`, but does not specify their files: candidates are the path and its suffixes,
//! and a file found there must declare the path. In WESL the path of a module is the path of its file.

use std::sync::Arc;

use padstone_source::{LoadError, Loader, normalized};
use rustc_hash::FxHashMap;

use super::directives::import_path;
use super::import::ImportDialect;

/// The maximum number of segments of a path.
const MAX_PARTS: usize = 64;
const WGSL: &str = ".wgsl";
const WESL: &str = ".wesl";

/// The location of a module, which determines the meaning of `package` and `super` in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ModulePath {
    /// The directory of its package; empty or with a `/` at its end.
    root: String,
    /// The path from there: directories and, last, its own name.
    segments: Vec<String>,
    /// Whether its extension is that of WESL.
    pub(crate) is_wesl: bool,
}

impl ModulePath {
    /// The name of a module that does not declare one.
    pub(crate) fn name(&self) -> String {
        without_extension(&self.segments.join("/")).replace('/', "::")
    }
}

/// A file that was found.
pub(crate) struct FoundFile {
    pub(crate) path: String,
    pub(crate) text: Arc<str>,
    pub(crate) module_path: ModulePath,
}

/// The reason why a module was not found.
#[derive(Clone, Debug)]
pub(crate) enum NotFound {
    /// No candidate is a file, or the file is another module, which is reported.
    NoCandidate(Vec<String>),
    Unreadable(String, String),
}

/// The text of a file, and the import path that it declares.
type LoadedFile = (Arc<str>, Option<String>);

/// Searches for files, each at most once.
pub(crate) struct Finder<'a> {
    loader: &'a dyn Loader,
    include_dirs: &'a [String],
    loaded: FxHashMap<String, Option<LoadedFile>>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(loader: &'a dyn Loader, include_dirs: &'a [String]) -> Self {
        Finder { loader, include_dirs, loaded: FxHashMap::default() }
    }

    /// The location of the first file: in the first of the directories that contains it, or else by itself.
    pub(crate) fn home_of(&self, path: &str) -> ModulePath {
        let path = normalized(path);
        let roots = self.include_dirs.iter().map(|dir| directory(dir));
        // The working directory contains only relative paths.
        let is_outside = |root: &str| root.is_empty() && (path.starts_with(['/', '\\']) || path.starts_with("..") || path.contains(':'));
        let root = roots
            .filter(|root| path.starts_with(root.as_str()) && !is_outside(root))
            .max_by_key(String::len)
            .unwrap_or_else(|| parent(&path).to_owned());
        let segments = without_extension(&path[root.len()..]).split('/').map(str::to_owned).collect();
        ModulePath { root, segments, is_wesl: path.ends_with(WESL) }
    }

    /// The file of a module that another module imports.
    pub(crate) fn find(&mut self, dialect: ImportDialect, path: &[String], from: &ModulePath) -> Result<FoundFile, NotFound> {
        let mut tried = Vec::new();
        if path.len() > MAX_PARTS {
            return Err(NotFound::NoCandidate(tried));
        }
        for (place, module_path) in self.candidate_files(dialect, path, from) {
            let Some((text, named)) = self.load(&place).map_err(|reason| NotFound::Unreadable(place.clone(), reason))? else {
                tried.push(place);
                continue;
            };
            let full = path.join("::");
            let is_requested = match (&named, dialect) {
                // A short path matches many files: the file must declare that it is the module.
                (None, ImportDialect::NagaOil) => module_path.segments.len() == path.len(),
                (None, ImportDialect::Wesl) => true,
                (Some(named), _) => dialect == ImportDialect::Wesl || path[0].starts_with('"') || *named == full,
            };
            if is_requested {
                return Ok(FoundFile { path: place, text, module_path });
            }
            let named = named.map_or_else(|| "has no `#define_import_path`".to_owned(), |named| format!("is `{named}`"));
            tried.push(format!("{place} (which {named})"));
        }
        Err(NotFound::NoCandidate(tried))
    }

    fn load(&mut self, path: &str) -> Result<Option<LoadedFile>, String> {
        if let Some(known) = self.loaded.get(path) {
            return Ok(known.clone());
        }
        let text = match self.loader.load(path) {
            Ok(text) => {
                let named = import_path(&text).map(str::to_owned);
                Some((text, named))
            }
            Err(LoadError::NotFound) => None,
            Err(LoadError::Unreadable(reason)) => return Err(reason),
        };
        self.loaded.insert(path.to_owned(), text.clone());
        Ok(text)
    }

    /// The candidate paths of a module, the most likely first.
    fn candidate_files(&self, dialect: ImportDialect, path: &[String], from: &ModulePath) -> Vec<(String, ModulePath)> {
        let local =
            format!("{}{}", from.root, from.segments[..from.segments.len() - 1].iter().map(|part| format!("{part}/")).collect::<String>());
        let mut places: Vec<(String, ModulePath)> = Vec::new();
        let mut add = |root: &str, segments: &[String], extension: &str| {
            let module_path = normalized(&format!("{root}{}{extension}", segments.join("/")));
            if !segments.is_empty() && !places.iter().any(|(known, _)| *known == module_path) {
                let is_wesl = module_path.ends_with(WESL);
                places.push((module_path, ModulePath { root: root.to_owned(), segments: segments.to_vec(), is_wesl }));
            }
        };
        let directories: Vec<String> = self.include_dirs.iter().map(|dir| directory(dir)).collect();
        match (dialect, path) {
            (_, [quoted, ..]) if quoted.starts_with('"') => {
                let segments: Vec<String> = quoted.trim_matches('"').split(['/', '\\']).map(str::to_owned).collect();
                directories.iter().chain([&local]).for_each(|root| add(root, &segments, ""));
            }
            (ImportDialect::NagaOil, _) => {
                // The path as written; within the directory of its package; by its name alone.
                for skipped in [0, 1, path.len().saturating_sub(1)] {
                    let segments = path.get(skipped..).unwrap_or_default();
                    directories.iter().chain([&local]).for_each(|root| add(root, segments, WGSL));
                }
            }
            (ImportDialect::Wesl, [first, rest @ ..]) => {
                let base = match first.as_str() {
                    "package" => Some((&from.root, &from.segments[..0], rest)),
                    "super" => {
                        let more = rest.iter().take_while(|part| *part == "super").count();
                        let up = from.segments.len().checked_sub(more + 1);
                        up.map(|up| (&from.root, &from.segments[..up], &rest[more..]))
                    }
                    _ => None,
                };
                for extension in [WESL, WGSL] {
                    if let Some((root, base, rest)) = base {
                        add(root, &[base, rest].concat(), extension);
                    } else if !matches!(first.as_str(), "package" | "super") {
                        // A file of this package, or a separate package.
                        [&from.root, &local].into_iter().for_each(|root| add(root, path, extension));
                        directories.iter().for_each(|root| match rest {
                            [] => add(root, path, extension),
                            rest => add(&format!("{root}{first}/"), rest, extension),
                        });
                    }
                }
            }
            (ImportDialect::Wesl, []) => {}
        }
        places
    }
}

/// The name of a directory with a `/` at its end; empty for the current one.
fn directory(dir: &str) -> String {
    match normalized(dir) {
        dir if dir.is_empty() || dir.ends_with('/') => dir,
        dir => format!("{dir}/"),
    }
}

fn parent(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |position| position + 1)]
}

fn without_extension(path: &str) -> &str {
    match path.rfind('.') {
        Some(dot) if !path[dot..].contains('/') => &path[..dot],
        _ => path,
    }
}
