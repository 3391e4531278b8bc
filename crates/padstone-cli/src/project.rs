//! The settings of projects: `padstone.toml`, searched upwards from the input files.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use padstone_check::config::{self, Config, FILE_NAME, Spanned};
use padstone_read::diag::{Diagnostic, Diagnostics, codes};
use padstone_read::source::{Interner, Loader, SourceMap};

use crate::Failure;
use crate::files::{FileLoader, STDIN};
use crate::reporter::Reporter;
use padstone_read::input as inputs;
use padstone_read::options::{CompilerOptions, OptionError, OptionKey, ParsedArgument};

/// A project with its settings.
pub(crate) struct Project {
    /// The directory, relative to the working directory if possible; empty for the working directory itself.
    pub(crate) folder: PathBuf,
    pub(crate) config: Config,
    /// The file of the settings, for diagnostics about them.
    pub(crate) sources: SourceMap,
    /// The compiler options of the settings, for all targets.
    pub(crate) options: CompilerOptions,
    /// The compiler options for each target.
    pub(crate) targets: Vec<CompilerOptions>,
}

/// The source of the settings.
pub(crate) enum ProjectSettings {
    /// The files found upwards from each input file.
    Found,
    /// The requested settings file.
    File(String),
    /// None.
    None,
}

/// All projects of the input files.
pub(crate) struct Projects {
    settings: ProjectSettings,
    /// By the directory in which a search began.
    found: HashMap<PathBuf, Option<Rc<Project>>>,
    /// By path of the settings.
    read: HashMap<String, Rc<Project>>,
}

impl Projects {
    pub(crate) fn new(settings: ProjectSettings) -> Projects {
        Projects { settings, found: HashMap::new(), read: HashMap::new() }
    }

    /// The project of a file; of the working directory for standard input.
    pub(crate) fn of(&mut self, path: &str, files: &FileLoader, reporter: &mut Reporter) -> Result<Option<Rc<Project>>, Failure> {
        let folder = if path == STDIN.0 { PathBuf::new() } else { Path::new(path).parent().unwrap_or(Path::new("")).to_owned() };
        self.of_folder(folder, files, reporter)
    }

    /// The project of a directory.
    pub(crate) fn of_folder(
        &mut self,
        folder: PathBuf,
        files: &FileLoader,
        reporter: &mut Reporter,
    ) -> Result<Option<Rc<Project>>, Failure> {
        let path = match &self.settings {
            ProjectSettings::None => return Ok(None),
            ProjectSettings::File(path) => path.clone(),
            ProjectSettings::Found => {
                if let Some(known) = self.found.get(&folder) {
                    return Ok(known.clone());
                }
                let absolute = absolute(&folder);
                let Some(dir) = absolute.ancestors().find(|dir| exists(&dir.join(FILE_NAME))) else {
                    self.found.insert(folder, None);
                    return Ok(None);
                };
                text(&relative_path(dir).join(FILE_NAME))
            }
        };
        let project = match self.read.get(&path) {
            Some(known) => Rc::clone(known),
            None => Rc::new(read(&path, files, reporter)?),
        };
        self.read.insert(path, Rc::clone(&project));
        self.found.insert(folder, Some(Rc::clone(&project)));
        Ok(Some(project))
    }
}

/// Whether settings exist, even if they cannot be read.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|known| !known.is_dir())
}

/// Reads the settings. Their errors are reported, and end the command.
fn read(path: &str, files: &FileLoader, reporter: &mut Reporter) -> Result<Project, Failure> {
    let mut sources = SourceMap::new();
    let text = files.load(path).map_err(|error| error.to_string());
    let file = text.and_then(|text| sources.add_file(path, text).map_err(|full| full.to_string()));
    let mut found = Diagnostics::new();
    let (config, options, targets) = match file {
        Ok(file) => {
            let config = config::read(&sources, file, &mut found);
            let options = options(&config.settings, Path::new(path), &config.include_dirs, &mut found);
            let of_target = |target: &config::Target| self::options(&target.settings, Path::new(path), &[], &mut found);
            let targets = config.targets.iter().map(of_target).collect();
            for (_, language) in &config.languages {
                if let Err(reason) = inputs::named(&language.value) {
                    found.push(Diagnostic::error(&codes::CONFIG_VALUE, reason, language.span));
                }
            }
            if let Some(mebibytes) = config.max_file_size {
                files.limit.of_project(mebibytes);
            }
            (config, options, targets)
        }
        Err(reason) => {
            found.push(Diagnostic::without_place(&codes::FILE_UNREADABLE, format!("cannot read `{path}`: {reason}")));
            (Config::default(), CompilerOptions::default(), Vec::new())
        }
    };
    reporter.report_in(&sources, &Interner::new(), &[&found]);
    if found.has_errors() {
        reporter.finish();
        return Err(Failure::Reported);
    }
    let folder = Path::new(path).parent().unwrap_or(Path::new("")).to_owned();
    Ok(Project { folder, config, sources, options, targets })
}

/// The compiler options of the settings.
fn options(settings: &config::Settings, path: &Path, include_dirs: &[Spanned<String>], found: &mut Diagnostics) -> CompilerOptions {
    let mut options = CompilerOptions::default();
    let mut report =
        |position: &Spanned<String>, reason: String| found.push(Diagnostic::error(&codes::CONFIG_VALUE, reason, position.span));
    let mut words = settings.options.iter();
    while let Some(word) = words.next() {
        match options.take(word.value.clone(), &mut words.by_ref().map(|word| word.value.clone())) {
            Ok(ParsedArgument::Option | ParsedArgument::Irrelevant) => {}
            Ok(ParsedArgument::Other(option)) => report(word, format!("unknown option `{option}`")),
            Err(OptionError(reason)) => report(word, reason),
        }
    }
    for (keys, instead) in [
        (
            &[OptionKey::Dependencies, OptionKey::DependencyFile, OptionKey::DependencyTarget, OptionKey::Output][..],
            "pass it on the command line",
        ),
        (&[OptionKey::Language], "use the table `languages`"),
    ] {
        if let Some(key) = keys.iter().find(|key| options.has(key)) {
            report(&settings.options[0], format!("`{}` is not a project setting: {instead}", options.spelling(key)));
        }
    }
    if !options.include_dirs.is_empty() {
        report(&settings.options[0], "`-I` is not a project setting: use the list `include-dirs`".to_owned());
    }
    for define in &settings.defines {
        // The library parses `-D`.
        if let Err(OptionError(reason)) = options.take("-D".to_owned(), &mut std::iter::once(define.value.clone())) {
            report(define, reason);
        }
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    options.include_dirs = include_dirs.iter().map(|dir| text(&folder.join(&dir.value))).collect();
    options
}

impl Project {
    /// The path of a file relative to the project's directory; `None` if it is outside.
    pub(crate) fn inner(&self, path: &str) -> Option<String> {
        let (path, folder) = (absolute(Path::new(path)), absolute(&self.folder));
        Some(text(path.strip_prefix(folder).ok()?))
    }

    /// The language that the settings specify for a file.
    pub(crate) fn language(&self, path: &str) -> Option<&str> {
        let inner = self.inner(path)?;
        self.config.languages.iter().find(|(files, _)| files.matches(&inner)).map(|(_, language)| &*language.value)
    }
}

/// A path with `/` between directories.
pub(crate) fn text(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' { text.into_owned() } else { text.replace(std::path::MAIN_SEPARATOR, "/") }
}

/// A path from the root, without `.` and `..`.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(if path.as_os_str().is_empty() { Path::new(".") } else { path }).unwrap_or_else(|_| path.to_owned());
    let mut clean = PathBuf::new();
    for component in absolute.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => _ = clean.pop(),
            other => clean.push(other),
        }
    }
    clean
}

/// A path without links, as far as it exists.
pub(crate) fn real(path: &Path) -> PathBuf {
    let path = absolute(path);
    let known = path.ancestors().find_map(|known| Some((known, known.canonicalize().ok()?)));
    // Joining nothing returns a directory.
    let joined = |(known, real): (&Path, PathBuf)| {
        let rest = path.strip_prefix(known).ok()?;
        Some(if rest.as_os_str().is_empty() { real } else { real.join(rest) })
    };
    known.and_then(joined).unwrap_or_else(|| path.clone())
}

/// A directory relative to the working directory, if one contains the other.
fn relative_path(folder: &Path) -> PathBuf {
    let current_dir = absolute(Path::new(""));
    if let Ok(below) = folder.strip_prefix(&current_dir) {
        return below.to_owned();
    }
    match current_dir.strip_prefix(folder) {
        Ok(below) => below.components().map(|_| Component::ParentDir).collect(),
        Err(_) => folder.to_owned(),
    }
}
