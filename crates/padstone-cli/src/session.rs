//! The common part of all commands: reads files with the options, reports, writes, and returns the exit code.

use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use padstone::Workspace;
use padstone_check::abi::lock;
use padstone_check::config;
use padstone_read::Unit;
use padstone_read::diag::{Diagnostic, codes};
use padstone_read::model::Language;
use padstone_read::source::{BYTE_ORDER_MARK, Loader};
use padstone_repair::ChangedFile;

use crate::arguments::{ListedFiles, UnitFiles};
use crate::files::{FileLoader, STDIN, dependency_rule, inode, reason};
use crate::output::{self, OutputTarget};
use crate::project::{Project, Projects};
use crate::regular_files::{self, SizeLimit};
use crate::reporter::Reporter;
use crate::{ERRORS, Failure, SUCCESS};
use padstone_read::input::{Input, is_shader_name};
use padstone_read::options::{CompilerOptions, OptionError, OptionKey};
use padstone_read::program::ProgramFiles;
use padstone_read::selection::{self as rules, HlslReader, RuleSelection};

/// One run of a command.
pub(crate) struct Session {
    /// The options of the command line.
    pub(crate) options: CompilerOptions,
    pub(crate) reporter: Reporter,
    projects: Projects,
    pub(crate) files: Arc<FileLoader>,
    /// Whether threads read files, so that their order is arbitrary.
    pub(crate) threaded: bool,
    /// Whether function bodies are checked even if layouts do not depend on them.
    pub(crate) bodies: bool,
    /// Whether the resources of each entry point are determined.
    pub(crate) usage: bool,
    /// The file of the result, and those written in addition.
    results: Vec<String>,
    /// The generated files of the project.
    pub(crate) host_files: Vec<String>,
}

impl Session {
    pub(crate) fn new(options: CompilerOptions, reporter: Reporter, projects: Projects, limit: SizeLimit) -> Session {
        Session {
            options,
            reporter,
            projects,
            files: Arc::new(FileLoader::new(limit)),
            threaded: false,
            bodies: false,
            usage: false,
            results: Vec::new(),
            host_files: Vec::new(),
        }
    }

    /// The files of the command line, with their languages and the settings of their projects.
    pub(crate) fn inputs(&mut self, paths: &[String], lang: Option<&str>) -> Result<Vec<Input>, Failure> {
        let inputs = self.read(paths, lang)?;
        self.check_options(inputs.iter().map(|input| input.language))?;
        Ok(inputs)
    }

    /// Whether a file has a language: that of the options, of the settings of its project, or of its name.
    pub(crate) fn has_language(&mut self, path: &str, lang: Option<&str>) -> Result<bool, Failure> {
        if path == STDIN.0 || is_shader_name(path) || self.single_value("--lang", lang, &OptionKey::Language)?.is_some() {
            return Ok(true);
        }
        Ok(self.project(Some(path))?.is_some_and(|project| project.language(path).is_some()))
    }

    /// The files of one program, for the requested policy or that of its language.
    pub(crate) fn listed(&mut self, files: &ListedFiles, lang: Option<&str>, policy: Option<&str>) -> Result<ProgramFiles, Failure> {
        let units = files.units.iter().map(|UnitFiles(unit)| self.read(unit, lang)).collect::<Result<_, Failure>>()?;
        let listed = ProgramFiles { files: self.read(&files.files, lang)?, separate_units: files.separate_units, units };
        let language = listed.language(policy);
        self.check_options(listed.inputs().map(|input| input.language).chain([language]))?;
        Ok(listed)
    }

    fn read(&mut self, paths: &[String], lang: Option<&str>) -> Result<Vec<Input>, Failure> {
        let lang = self.single_value("--lang", lang, &OptionKey::Language)?.map(str::to_owned);
        paths.iter().map(|path| self.input(path, lang.as_deref())).collect()
    }

    fn check_options(&self, all: impl Iterator<Item = Language>) -> Result<(), OptionError> {
        let mut languages: Vec<Language> = Vec::new();
        for language in all {
            if !languages.contains(&language) {
                languages.push(language);
            }
        }
        self.options.check(&languages)
    }

    /// The project of the working directory, or that of a file.
    pub(crate) fn project(&mut self, file: Option<&str>) -> Result<Option<Rc<Project>>, Failure> {
        self.projects.of(file.unwrap_or(STDIN.0), &self.files, &mut self.reporter)
    }

    fn input(&mut self, path: &str, lang: Option<&str>) -> Result<Input, Failure> {
        if Path::new(path).is_dir() {
            let help = "pass its files, or run `padstone check` for the files of a project";
            return Err(Failure::Usage(format!("`{path}` is a directory; {help}")));
        }
        let project = self.projects.of(path, &self.files, &mut self.reporter)?;
        let lang = lang.or_else(|| project.as_ref()?.language(path));
        let mut input = if path == STDIN.0 { Input::new(STDIN.1, lang.or(Some("hlsl")))? } else { Input::new(path, lang)? };
        input.options = self.options.clone();
        input.bodies = self.bodies;
        input.usage = self.usage;
        if let Some(project) = &project {
            input.options.add_defaults(&project.options);
            input.rules = project.config.settings.rules.iter().map(|rules| rules.value.clone()).collect();
        }
        Ok(input)
    }

    /// The rules of each file: those of the command line, otherwise those of its project, otherwise those of its language.
    pub(crate) fn choices(&self, inputs: &[Input], rules: &[String]) -> Result<Vec<Vec<RuleSelection>>, String> {
        inputs.iter().map(|input| rules::select(&rule_names(input, rules), &input.options, input.language)).collect()
    }

    /// From now on, reads each file once.
    pub(crate) fn keep_texts(&mut self) {
        let files = Arc::get_mut(&mut self.files).expect("the files are not shared before the first is read");
        files.keep_texts();
    }

    /// Reads a file; the caller reports its diagnostics together with later ones.
    pub(crate) fn load(&self, input: &Input, reader: HlslReader) -> Unit {
        input.load(&*self.files, reader)
    }

    /// The loader of files.
    pub(crate) fn loader(&self) -> &dyn Loader {
        &*self.files
    }

    /// The files as the library reads them, each once.
    pub(crate) fn workspace(&self) -> Workspace {
        Workspace::with_loader(Arc::clone(&self.files))
    }

    /// Writes new texts of source files, if no file changed since it was read and all can be written.
    pub(crate) fn edit(&mut self, changed: &[ChangedFile]) {
        let mut contents = Vec::new();
        for ChangedFile { path, before, after, .. } in changed {
            // A byte order mark is not part of the text, and remains.
            let current = regular_files::read(Path::new(path), self.files.limit.bytes()).unwrap_or_default();
            let (mark, text) =
                if current.starts_with(BYTE_ORDER_MARK) { current.split_at(BYTE_ORDER_MARK.len()) } else { current.split_at(0) };
            if text != before.as_bytes() {
                let message = format!("`{path}` is unchanged: it is not UTF-8, or another program changed it");
                self.reporter.report_one(&Diagnostic::without_place(&codes::SOURCE_UNCHANGED, message));
            } else {
                match OutputTarget::file(Path::new(path)) {
                    Ok(target) => contents.push((path, target, [mark, after.as_bytes()].concat())),
                    Err(error) => self.unwritable(path, &error),
                }
            }
        }
        // An edit of several files is one edit: half of it would be wrong.
        if contents.len() < changed.len() {
            return;
        }
        for (path, mut target, content) in contents {
            if let Err(error) = io::Write::write_all(&mut target, &content).and_then(|()| target.commit()) {
                self.unwritable(path, &error);
            }
        }
    }

    /// The file to write to, if it is not standard output.
    pub(crate) fn output<'a>(&'a self, output: Option<&'a str>) -> Result<Option<&'a str>, String> {
        Ok(self.single_value("--output", output, &OptionKey::Output)?.filter(|path| *path != STDIN.0))
    }

    /// For what only prints: `-o` would be ignored.
    pub(crate) fn without_output(&self, printing: &str, output: Option<&str>) -> Result<(), String> {
        match self.output(output)? {
            Some(path) => Err(format!("`{printing}` does not write `{path}`: redirect its output")),
            None => Ok(()),
        }
    }

    /// Writes a result: `write` receives the session for reporting, and the output. Ends the session.
    pub(crate) fn write(
        mut self,
        inputs: &[Input],
        output: Option<&str>,
        write: impl FnOnce(&mut Session, &mut OutputTarget) -> io::Result<()>,
    ) -> Result<u8, String> {
        let path = self.output(output)?.map(str::to_owned);
        if let Some(input) = inputs.iter().find(|input| path.as_deref().is_some_and(|path| same_file(path, &input.path))) {
            return Err(format!("the output would replace the input `{}`", input.path));
        }
        self.results.extend(path.clone());
        let opened = path.as_deref().map_or_else(|| Ok(OutputTarget::standard()), |path| OutputTarget::file(Path::new(path)));
        let written = opened.and_then(|mut out| {
            write(&mut self, &mut out)?;
            if let Some(reason) = path.as_deref().and_then(|path| self.protection(path)) {
                return Err(io::Error::other(reason));
            }
            // A file remains unchanged if the new content has errors, and if its dependencies cannot be written: for make it would be up to date.
            if path.is_some() {
                self.write_dependencies(inputs, path.as_deref());
            }
            if path.is_none() || !self.reporter.has_errors() { out.commit() } else { Ok(()) }
        });
        match written {
            // The reader of the output closed it.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Err(error) => self.unwritable(path.as_deref().unwrap_or("standard output"), &error),
            Ok(()) if path.is_none() => self.write_dependencies(inputs, None),
            Ok(()) => {}
        }
        Ok(self.end())
    }

    /// Ends a session without output.
    pub(crate) fn end(mut self) -> u8 {
        if self.reporter.finish() { ERRORS } else { SUCCESS }
    }

    /// Writes `-MD`, `-MF`, `-MT`: the input files, for make and ninja, unless there were errors.
    fn write_dependencies(&mut self, inputs: &[Input], output: Option<&str>) {
        if self.reporter.has_errors() {
            return;
        }
        let is_requested = self.options.has(&OptionKey::Dependencies) || self.options.has(&OptionKey::DependencyFile);
        let first = inputs.iter().find(|input| input.path != STDIN.1);
        let default_path = || first.map(|first| Path::new(&first.path).with_extension("d").to_string_lossy().into_owned());
        let Some(path) = self.options.get(&OptionKey::DependencyFile).map(str::to_owned).or_else(default_path).filter(|_| is_requested)
        else {
            return;
        };
        let read = self.files.dependencies(self.threaded);
        let target = self.options.get(&OptionKey::DependencyTarget).or(output).unwrap_or(&path);
        let rule = match dependency_rule(target, &read) {
            Ok(rule) => rule,
            Err(name) => {
                let error = io::Error::other(format!("make and ninja cannot read the file name `{name}`"));
                return self.unwritable(&path, &error);
            }
        };
        self.write_additional(&path, |out| io::Write::write_all(out, rule.as_bytes()));
    }

    /// Writes a file in addition to the result. It must differ from the result and from all inputs.
    pub(crate) fn write_additional(&mut self, path: &str, write: impl FnOnce(&mut OutputTarget) -> io::Result<()>) {
        let is_result = self.results.iter().any(|result| same_file(result, path));
        self.results.push(path.to_owned());
        let written = match (is_result, self.protection(path)) {
            (true, _) => Err(io::Error::other("it is another output file")),
            (_, Some(reason)) => Err(io::Error::other(reason)),
            _ => OutputTarget::file(Path::new(path)).and_then(|mut out| {
                write(&mut out)?;
                out.commit()
            }),
        };
        if let Err(error) = written {
            self.unwritable(path, &error);
        }
    }

    /// The reason why a file must not be replaced, if there is one.
    fn protection(&self, path: &str) -> Option<&'static str> {
        // Through links too: the name is that of the file itself, and a hard link has the content of a lock file.
        let target = output::target(Path::new(path)).unwrap_or_else(|_| Path::new(path).to_owned());
        match target.file_name().and_then(|name| name.to_str()) {
            _ if is_lock_file(&target) => Some("it is the lock file of a project"),
            Some(lock::FILE_NAME) => Some("a file of this name is the lock file of a project"),
            Some(config::FILE_NAME) => Some("a file of this name contains the settings of a project"),
            _ if self.host_files.iter().any(|known| same_file(path, known)) => Some("it is a host file of the project"),
            _ => self.was_read(path).then_some("it is an input"),
        }
    }

    /// Whether a file is one of the inputs.
    pub(crate) fn was_read(&self, path: &str) -> bool {
        self.files.dependencies(false).iter().any(|read| same_file(path, read))
    }

    pub(crate) fn unwritable(&mut self, path: &str, error: &io::Error) {
        let message = format!("cannot write `{path}`: {}", reason(error));
        self.reporter.report_one(&Diagnostic::without_place(&codes::OUTPUT_UNWRITABLE, message));
    }

    /// The value of an option with two spellings: padstone's and that of one of the compilers.
    pub(crate) fn single_value<'a>(&'a self, name: &str, native: Option<&'a str>, key: &OptionKey) -> Result<Option<&'a str>, String> {
        match (native, self.options.get(key)) {
            (Some(native), Some(other)) if native != other => {
                Err(format!("`{}` conflicts with `{name} {native}`", self.options.spelling(key)))
            }
            (native, other) => Ok(native.or(other)),
        }
    }
}

/// The names of the rules of a file, one for each of its choices.
pub(crate) fn rule_names(input: &Input, rules: &[String]) -> Vec<String> {
    let requested = [rules, &input.rules].into_iter().find(|rules| !rules.is_empty());
    requested.map_or_else(|| vec!["auto".to_owned()], <[String]>::to_vec)
}

/// Whether a file exists and is a lock file.
fn is_lock_file(path: &Path) -> bool {
    let head = lock::write(&[]);
    let mut start = vec![0; head.len()];
    let is_regular = std::fs::metadata(path).is_ok_and(|known| known.is_file());
    is_regular
        && std::fs::File::open(path)
            .and_then(|mut file| io::Read::read_exact(&mut file, &mut start))
            .is_ok_and(|()| start == head.as_bytes())
}

/// Whether two paths refer to one file, which need not exist yet. Devices are ignored.
pub(crate) fn same_file(left: &str, right: &str) -> bool {
    let canonical_path = |path: &str| {
        let path = Path::new(path);
        let default_path = || {
            Some(
                path.parent()
                    .filter(|folder| !folder.as_os_str().is_empty())
                    .unwrap_or(Path::new("."))
                    .canonicalize()
                    .ok()?
                    .join(path.file_name()?),
            )
        };
        path.canonicalize().ok().or_else(default_path)
    };
    let is_device = std::fs::metadata(left).is_ok_and(|known| !known.is_file() && !known.is_dir());
    let have_one_content = || inode(Path::new(left)).is_some_and(|left| Some(left) == inode(Path::new(right)));
    !is_device && (have_one_content() || canonical_path(left).is_some_and(|left| Some(left) == canonical_path(right)))
}
