//! Units: a file with everything that it includes, or a program.

use std::sync::Arc;

use padstone_read::model::Language;
use padstone_read::selection;
use padstone_read::source::LoadError;

use crate::compiler::{Compiler, ReaderChoice};
use crate::position::File;
use crate::reading::{Inputs, Reading};
use crate::span::Span;
use crate::workspace::Workspace;
use crate::{Diagnostics, Error, Input, Options};

/// Files that were read, in one revision of the workspace.
#[derive(Clone, Debug)]
pub struct Unit {
    workspace: Workspace,
    input: Arc<Input>,
    options: Arc<Options>,
    inputs: Arc<Inputs>,
    reader: ReaderChoice,
    reading: Arc<Reading>,
}

/// A file that the source refers to, but that was not found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Missing {
    /// The name in the source.
    pub written: String,
    /// The span of the reference; `None` for an input file.
    pub span: Option<Span>,
    /// The paths that were tried, in order.
    pub tried: Vec<String>,
}

/// A path that was requested while reading.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Dependency {
    /// The path.
    pub path: String,
    /// Whether the file exists.
    pub found: bool,
}

impl Workspace {
    /// Reads a file, or the files of a Slang program, unless a reading exists and no file that it depends on has changed. A file that cannot
    /// be read is a diagnostic, not an error.
    ///
    /// # Errors
    /// The language is unknown, the files do not form a program, or an option does not apply to the language.
    pub fn unit(&self, input: impl Into<Input>, options: &Options) -> Result<Unit, Error> {
        Unit::new(self.clone(), input.into(), options.clone())
    }

    /// Returns the units that read a file, or would read it if it existed, among the units requested so far: request them again when the file
    /// changes.
    ///
    /// ```
    /// use padstone::{Options, Workspace};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.hlsl", "#include \"sun.hlsli\"");
    /// let sky = ws.unit("sky.hlsl", &Options::default())?;
    /// assert_eq!(ws.includers("sun.hlsli"), [sky.clone()]);
    /// assert_eq!(ws.includers("./sky.hlsl"), [sky]);
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn includers(&self, path: &str) -> Vec<Unit> {
        self.requesting(path).into_iter().filter_map(|(input, options)| self.unit(input, &options).ok()).collect()
    }
}

impl Unit {
    fn new(workspace: Workspace, input: Input, options: Options) -> Result<Unit, Error> {
        if input.paths().next().is_none() {
            return Err(Error::new(crate::ErrorKind::Input, "there is no file"));
        }
        let inputs = Inputs::new(&input, &options, ReaderChoice::Own(selection::HlslReader::Dxil))?;
        let mut languages: Vec<Language> = inputs.files.iter().map(|input| input.language).collect();
        languages.dedup();
        options.check(&languages)?;
        let default_compiler = Unit::default_compiler(&options, languages[0]);
        let reader = default_compiler.reader(&options, languages[0]);
        let reading = workspace.reading(&input, &options, &inputs, reader);
        Ok(Unit { workspace, input: input.into(), options: options.into(), inputs: inputs.into(), reader, reading })
    }

    fn default_compiler(options: &Options, language: Language) -> Compiler {
        Compiler::for_profile(selection::automatic(&options.compiler, language))
    }

    /// The default compiler of the language, under the options.
    pub fn compiler(&self) -> Compiler {
        Unit::default_compiler(&self.options, self.language())
    }

    /// The language; Slang for programs that also have HLSL files.
    pub fn language(&self) -> Language {
        self.inputs.files[0].language
    }

    /// The first of its files.
    pub fn file(&self) -> File {
        match self.reading.files.first() {
            Some(file) => file.clone(),
            None => File::new(&self.inputs.files[0].path, "".into()),
        }
    }

    /// All files that were read.
    pub fn files(&self) -> &[File] {
        &self.reading.files
    }

    /// The same input as read for another compiler: DXC defines `__spirv__` for SPIR-V, and FXC parses registers differently.
    pub(crate) fn under(&self, by: &Compiler) -> Unit {
        let reader = by.reader(&self.options, self.language());
        if reader == self.reader {
            return self.clone();
        }
        // The languages of the files are known and form a program; otherwise no command can use them as one.
        let inputs = Inputs::new(&self.input, &self.options, reader).map_or_else(|_| Arc::clone(&self.inputs), Arc::new);
        let reading = self.workspace.reading(&self.input, &self.options, &inputs, reader);
        Unit { inputs, reader, reading, ..self.clone() }
    }

    pub(crate) fn reading(&self) -> &Arc<Reading> {
        &self.reading
    }

    /// The unit of the crate `padstone-read`, for the command.
    #[doc(hidden)]
    pub fn inner(&self) -> &padstone_read::Unit {
        &self.reading.unit
    }

    #[cfg(feature = "edits")]
    pub(crate) fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// The options of the command line for its registers and bindings.
    pub(crate) fn bind_options(&self) -> padstone_read::bind::Options {
        self.inputs.files[0].bind_options()
    }

    /// The first file, and the options for reading it for a compiler.
    #[cfg(feature = "edits")]
    pub(crate) fn first_input(&self, by: &Compiler) -> (&padstone_read::input::Input, selection::HlslReader) {
        (&self.inputs.files[0], by.selection(&self.options, self.language()).reader)
    }

    /// The diagnostics of reading; layouts have further ones.
    pub fn diagnostics(&self) -> Diagnostics {
        Diagnostics::new(&self.reading, &[&self.reading.unit.diagnostics])
    }

    /// The files that were not found, with the paths that were tried. Add one of them to the workspace, and request the unit again.
    ///
    /// ```
    /// use padstone::{Options, Workspace};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.hlsl", "#include \"common.hlsli\"\ncbuffer Sky { SkyParameters sky; }");
    /// let options = Options::from_args(["-I", "inc"])?;
    /// let mut unit = ws.unit("sky.hlsl", &options)?;
    /// while let Some(file) = unit.missing().first() {
    ///     assert_eq!(file.tried, ["common.hlsli", "inc/common.hlsli"]);
    ///     ws.set_file(&file.tried[1], "struct SkyParameters { float3 tint; };");
    ///     unit = ws.unit("sky.hlsl", &options)?;
    /// }
    /// assert!(!unit.diagnostics().has_errors());
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn missing(&self) -> Vec<Missing> {
        let mut missing: Vec<Missing> = Vec::new();
        for found in &self.reading.unit.diagnostics {
            let Some(file) = &found.missing else { continue };
            if !missing.iter().any(|known| known.tried == file.tried && known.written == file.written) {
                let span = found.span.map(|span| Span::new(&self.reading, span));
                missing.push(Missing { written: file.written.clone(), span, tried: file.tried.clone() });
            }
        }
        missing
    }

    /// Every path that was requested while reading, in order. The unit stays valid as long as the files at these paths do not change.
    pub fn dependencies(&self) -> Vec<Dependency> {
        let dependency = |(path, found): &(String, crate::files::LoadResult)| Dependency {
            path: path.clone(),
            found: !matches!(found, Err(LoadError::NotFound)),
        };
        self.reading.trace.iter().map(dependency).collect()
    }
}

impl PartialEq for Unit {
    /// Whether both are the same reading of the same input, with no dependency changed.
    fn eq(&self, other: &Unit) -> bool {
        self.reader == other.reader
            && self.input == other.input
            && self.options == other.options
            && Arc::ptr_eq(&self.reading, &other.reading)
    }
}

impl Eq for Unit {}
