//! Files as a compiler reads them, and the paths that were requested while reading.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use padstone_read::model::{Language, Module};
use padstone_read::selection::RuleSelection;
use padstone_read::source::{Encoding, LoadError, Loader};
use padstone_read::{Unit, bind, input, layout, program};

use crate::compiler::{Compiler, ReaderChoice};
use crate::declarations::{DeclarationIndex, RowIndex};
use crate::files::{Files, LoadResult, is_same};
use crate::position::File;
use crate::{Error, ErrorKind, Input, Options};

/// Files that were read.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) unit: Unit,
    /// By file id.
    pub(crate) files: Vec<File>,
    /// Every path that was requested, with the result.
    pub(crate) trace: Vec<(String, LoadResult)>,
    /// The layouts computed so far.
    laid_out: Mutex<Vec<Arc<LaidOut>>>,
    /// The declarations by position.
    declared: OnceLock<DeclarationIndex>,
}

/// The layouts of a reading.
#[derive(Debug)]
pub(crate) struct LaidOut {
    pub(crate) compiler: Compiler,
    pub(crate) layouts: layout::ModuleLayout,
    pub(crate) bindings: bind::Bindings,
    /// The rows of each declaration.
    used: OnceLock<RowIndex>,
}

impl Reading {
    /// Reads files in their known languages.
    pub(crate) fn new(files: &Files, inputs: &Inputs, reader: ReaderChoice) -> Reading {
        let tracing = Tracing::new(files);
        let unit = match (&inputs.files[..], reader) {
            ([input], ReaderChoice::Own(reader)) if input.language != Language::Slang => input.load(&tracing, reader),
            (files, ReaderChoice::Documented) => program::load_program(files, &inputs.units, &bind::binding_rules::DOCUMENTED, &tracing),
            (files, _) => program::load_program(files, &inputs.units, &bind::binding_rules::SLANG_2026, &tracing),
        };
        let text = |file: &padstone_read::source::SourceFile| File::new(&file.name, Arc::clone(&file.text));
        let files = unit.sources.files().map(|(_, file)| text(file)).collect();
        Reading { unit, files, trace: tracing.seen.into_inner(), laid_out: Mutex::default(), declared: OnceLock::new() }
    }

    /// Whether every requested path still has the same result.
    pub(crate) fn holds(&self, files: &Files) -> bool {
        self.trace.iter().all(|(path, found)| is_same(&files.get(path), found))
    }

    /// The declarations by position, computed once.
    pub(crate) fn declarations(&self) -> &DeclarationIndex {
        self.declared.get_or_init(|| DeclarationIndex::new(&self.unit))
    }

    /// The layouts under a compiler, computed once.
    pub(crate) fn laid_out(&self, compiler: &Compiler, chosen: &RuleSelection, options: &bind::Options) -> Arc<LaidOut> {
        let stored = || self.laid_out.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = stored().iter().find(|laid_out| laid_out.compiler == *compiler) {
            return Arc::clone(known);
        }
        let layouts = self.unit.layout(chosen.profile);
        let bindings = self.unit.bind(chosen.policy, options);
        let laid_out = Arc::new(LaidOut { compiler: compiler.clone(), layouts, bindings, used: OnceLock::new() });
        stored().push(Arc::clone(&laid_out));
        laid_out
    }
}

impl LaidOut {
    /// The rows of each declaration, computed once.
    pub(crate) fn rows(&self, module: &Module) -> &RowIndex {
        self.used.get_or_init(|| RowIndex::new(module, &self.layouts))
    }
}

/// The files of a unit with their languages.
#[derive(Debug)]
pub(crate) struct Inputs {
    pub(crate) files: Vec<input::Input>,
    pub(crate) units: Vec<padstone_read::cfamily::SlangUnit>,
}

impl Inputs {
    pub(crate) fn new(input: &Input, options: &Options, reader: ReaderChoice) -> Result<Inputs, Error> {
        let named = |path: &String| Inputs::named(path.as_str(), options);
        let files: Vec<input::Input> = input.files.iter().map(named).collect::<Result<_, Error>>()?;
        let units: Vec<Vec<input::Input>> =
            input.units.iter().map(|unit| unit.iter().map(named).collect()).collect::<Result<_, Error>>()?;
        let listed = program::ProgramFiles { files, separate_units: input.separate, units };
        let is_program = matches!(reader, ReaderChoice::Slangc | ReaderChoice::Documented) || listed.language(None) == Language::Slang;
        if is_program {
            let (files, units) = listed.divided(false).map_err(|reason| Error::new(ErrorKind::Input, reason))?;
            return Ok(Inputs { files, units });
        }
        let files: Vec<input::Input> = listed.inputs().cloned().collect();
        match files.get(1) {
            Some(other) => Err(Error::new(ErrorKind::Input, program::second_program(&other.path, other.language))),
            None => Ok(Inputs { files, units: Vec::new() }),
        }
    }

    fn named(path: &str, options: &Options) -> Result<input::Input, Error> {
        let mut input = match options.language {
            Some(language) => input::Input::of(path, language),
            None => input::Input::new(path, None).map_err(|reason| Error::new(ErrorKind::Input, reason))?,
        };
        input.options = options.compiler.clone();
        input.bodies = options.bodies;
        Ok(input)
    }
}

/// Records the requested paths.
pub(crate) struct Tracing<'a> {
    files: &'a Files,
    seen: RefCell<Vec<(String, LoadResult)>>,
}

impl Tracing<'_> {
    pub(crate) fn new(files: &Files) -> Tracing<'_> {
        Tracing { files, seen: RefCell::default() }
    }

    fn get(&self, path: &str) -> LoadResult {
        let path = padstone_read::source::normalized(path);
        let found = self.files.get(&path);
        let mut seen = self.seen.borrow_mut();
        if !seen.iter().any(|(known, _)| *known == path) {
            seen.push((path, found.clone()));
        }
        found
    }
}

impl Loader for Tracing<'_> {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        self.get(path).map(|file| file.text())
    }

    fn load_bytes(&self, path: &str) -> Result<Arc<[u8]>, LoadError> {
        self.get(path).map(|file| file.bytes())
    }

    fn encoding(&self, path: &str) -> Encoding {
        self.get(path).map(|file| file.encoding()).unwrap_or_default()
    }
}
