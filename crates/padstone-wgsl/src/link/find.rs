//! Which file a module is in.
//!
//! naga_oil knows modules by their `#define_import_path`, and does not say where they are: a path is looked for as it is,
//! and by its last parts, and what is found has to be the module. In WESL a path is the way to the file.

use std::sync::Arc;

use padstone_source::{LoadError, Loader, normalized};
use rustc_hash::FxHashMap;

use super::directives::import_path;
use super::import::Dialect;

/// No path is longer.
const MOST_PARTS: usize = 64;
const WGSL: &str = ".wgsl";
const WESL: &str = ".wesl";

/// Where a module is, which says what `package` and `super` are in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ModulePath {
    /// The directory of its package; empty or with a `/` at its end.
    root: String,
    /// Its path from there: directories and, last, its own name.
    segments: Vec<String>,
    /// Whether its extension is that of WESL.
    pub(crate) is_wesl: bool,
}

impl ModulePath {
    /// What a module goes by that does not say it.
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

/// Why there is none.
#[derive(Clone, Debug)]
pub(crate) enum NotFound {
    /// None of these is a file, or the file is another module, which is reported.
    NoCandidate(Vec<String>),
    Unreadable(String, String),
}

/// The text of a file, and the path that it says it has.
type LoadedFile = (Arc<str>, Option<String>);

/// Looks for files, for each once.
pub(crate) struct Finder<'a> {
    loader: &'a dyn Loader,
    include_dirs: &'a [String],
    loaded: FxHashMap<String, Option<LoadedFile>>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(loader: &'a dyn Loader, include_dirs: &'a [String]) -> Self {
        Finder { loader, include_dirs, loaded: FxHashMap::default() }
    }

    /// Where the first file is: in the first of the directories that has it, or else by itself.
    pub(crate) fn home_of(&self, path: &str) -> ModulePath {
        let path = normalized(path);
        let roots = self.include_dirs.iter().map(|dir| directory(dir));
        let root = roots.filter(|root| path.starts_with(root.as_str())).max_by_key(String::len).unwrap_or_else(|| parent(&path).to_owned());
        let segments = without_extension(&path[root.len()..]).split('/').map(str::to_owned).collect();
        ModulePath { root, segments, is_wesl: path.ends_with(WESL) }
    }

    /// The file of a module that is named in another one.
    pub(crate) fn find(&mut self, dialect: Dialect, path: &[String], from: &ModulePath) -> Result<FoundFile, NotFound> {
        let mut tried = Vec::new();
        if path.len() > MOST_PARTS {
            return Err(NotFound::NoCandidate(tried));
        }
        for (place, module_path) in self.places(dialect, path, from) {
            let Some((text, named)) = self.load(&place).map_err(|why| NotFound::Unreadable(place.clone(), why))? else {
                tried.push(place);
                continue;
            };
            let full = path.join("::");
            let is_it = match (&named, dialect) {
                // A short way leads to many files: what is there has to say that it is the module.
                (None, Dialect::NagaOil) => module_path.segments.len() == path.len(),
                (None, Dialect::Wesl) => true,
                (Some(named), _) => dialect == Dialect::Wesl || path[0].starts_with('"') || *named == full,
            };
            if is_it {
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
            Err(LoadError::Unreadable(why)) => return Err(why),
        };
        self.loaded.insert(path.to_owned(), text.clone());
        Ok(text)
    }

    /// Where the module may be, the likeliest first.
    fn places(&self, dialect: Dialect, path: &[String], from: &ModulePath) -> Vec<(String, ModulePath)> {
        let here =
            format!("{}{}", from.root, from.segments[..from.segments.len() - 1].iter().map(|part| format!("{part}/")).collect::<String>());
        let mut places: Vec<(String, ModulePath)> = Vec::new();
        let mut add = |root: &str, segments: &[String], extension: &str| {
            let place = normalized(&format!("{root}{}{extension}", segments.join("/")));
            if !segments.is_empty() && !places.iter().any(|(known, _)| *known == place) {
                let is_wesl = place.ends_with(WESL);
                places.push((place, ModulePath { root: root.to_owned(), segments: segments.to_vec(), is_wesl }));
            }
        };
        let directories: Vec<String> = self.include_dirs.iter().map(|dir| directory(dir)).collect();
        match (dialect, path) {
            (_, [quoted, ..]) if quoted.starts_with('"') => {
                let segments: Vec<String> = quoted.trim_matches('"').split(['/', '\\']).map(str::to_owned).collect();
                directories.iter().chain([&here]).for_each(|root| add(root, &segments, ""));
            }
            (Dialect::NagaOil, _) => {
                // As it is; within the directory of its package; by its name alone.
                for skipped in [0, 1, path.len().saturating_sub(1)] {
                    let segments = path.get(skipped..).unwrap_or_default();
                    directories.iter().chain([&here]).for_each(|root| add(root, segments, WGSL));
                }
            }
            (Dialect::Wesl, [first, rest @ ..]) => {
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
                        // A file of this package, or a package of its own.
                        [&from.root, &here].into_iter().for_each(|root| add(root, path, extension));
                        directories.iter().for_each(|root| match rest {
                            [] => add(root, path, extension),
                            rest => add(&format!("{root}{first}/"), rest, extension),
                        });
                    }
                }
            }
            (Dialect::Wesl, []) => {}
        }
        places
    }
}

/// A directory's name with a `/` at its end; empty for the current one.
fn directory(dir: &str) -> String {
    match normalized(dir) {
        dir if dir.is_empty() || dir.ends_with('/') => dir,
        dir => format!("{dir}/"),
    }
}

fn parent(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |at| at + 1)]
}

fn without_extension(path: &str) -> &str {
    match path.rfind('.') {
        Some(dot) if !path[dot..].contains('/') => &path[..dot],
        _ => path,
    }
}
