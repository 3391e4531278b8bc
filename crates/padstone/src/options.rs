//! What compilers are told: the options of dxc, slangc and glslang, in one form for all languages.

use padstone_read::input;
use padstone_read::model::Language;
use padstone_read::options::{self as table, CompilerOptions, Key, Taken, Wrong};

use crate::{Error, ErrorKind};

/// The options of a compiler, as its command line has them. What is not specified is as the compiler has it.
///
/// ```
/// use padstone::Options;
///
/// let options = Options::from_args(["-T", "ps_6_6", "-I", "inc", "-DSHADOWS=2"])?;
/// assert_eq!(options.include_dirs(), ["inc"]);
/// assert!(Options::from_args(["-fvk-b-shift", "1"]).is_err());
/// # Ok::<(), padstone::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub(crate) compiler: CompilerOptions,
    pub(crate) language: Option<Language>,
    pub(crate) bodies: bool,
}

impl Options {
    /// Reads the options of dxc, slangc or glslang, in their spelling.
    ///
    /// # Errors
    /// Something is not one of their options, or a value is wrong.
    pub fn from_args<S: AsRef<str>>(args: impl IntoIterator<Item = S>) -> Result<Options, Error> {
        let (options, others) = Options::take_args(args)?;
        match others.first() {
            None => Ok(options),
            Some(other) => Err(Error::new(ErrorKind::Options, format!("unknown option `{other}`")).suggesting(table::nearest(other))),
        }
    }

    /// The same from a command line with other things in it, which are given back in order.
    ///
    /// # Errors
    /// The value of an option is wrong.
    ///
    /// ```
    /// let (_, files) = padstone::Options::take_args(["-Zpr", "sky.hlsl", "-O3"])?;
    /// assert_eq!(files, ["sky.hlsl"]);
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn take_args<S: AsRef<str>>(args: impl IntoIterator<Item = S>) -> Result<(Options, Vec<String>), Error> {
        let mut args = args.into_iter().map(|arg| arg.as_ref().to_owned());
        let (mut options, mut others) = (Options::default(), Vec::new());
        while let Some(argument) = args.next() {
            if let Taken::Other(other) = options.compiler.take(argument, &mut args).map_err(wrong)? {
                others.push(other);
            }
        }
        if let Some(name) = options.compiler.get(&Key::Language) {
            options.language = Some(named(name)?);
        }
        Ok((options, others))
    }

    /// Those of the command line with the settings of a project, for the command.
    #[doc(hidden)]
    pub fn of_command(compiler: CompilerOptions) -> Options {
        Options { compiler, ..Options::default() }
    }

    /// Sets the language, whatever the extension of the file.
    #[must_use]
    pub fn with_language(self, language: Language) -> Options {
        Options { language: Some(language), ..self }
    }

    /// Whether the bodies of WGSL functions are checked too, where layouts do not need them.
    #[must_use]
    pub fn with_bodies(self, bodies: bool) -> Options {
        Options { bodies, ..self }
    }

    /// Adds a directory for includes and imports.
    #[must_use]
    pub fn with_include_dir(mut self, dir: &str) -> Options {
        self.compiler.include_dirs.push(dir.to_owned());
        self
    }

    /// Defines a macro; in WGSL a feature or definition. Without a value it is 1.
    #[must_use]
    pub fn with_define(mut self, name: &str, value: Option<&str>) -> Options {
        let text = value.map_or_else(|| name.to_owned(), |value| format!("{name}={value}"));
        // `-D` takes every text.
        let _ = self.compiler.take("-D".to_owned(), &mut std::iter::once(text));
        self
    }

    /// The language, if it is specified.
    pub fn language(&self) -> Option<Language> {
        self.language
    }

    /// The directories for includes and imports, in order.
    pub fn include_dirs(&self) -> &[String] {
        &self.compiler.include_dirs
    }

    /// The macros that are defined, in order, with their values.
    pub fn defines(&self) -> &[(String, Option<String>)] {
        &self.compiler.defines
    }

    /// These options, and what they leave open from others: directories are added, macros replaced by name, all else replaced whole.
    #[must_use]
    pub fn or(mut self, lower: &Options) -> Options {
        self.compiler.add_defaults(&lower.compiler);
        Options { language: self.language.or(lower.language), bodies: self.bodies || lower.bodies, ..self }
    }

    /// Both, as a command line before and after `--`.
    ///
    /// # Errors
    /// One contradicts the other.
    pub fn and(mut self, other: &Options) -> Result<Options, Error> {
        if let (Some(here), Some(there)) = (self.language, other.language)
            && here != there
        {
            let message = format!("{} contradicts {}", there.name(), here.name());
            return Err(Error::new(ErrorKind::Options, message));
        }
        self.compiler.merge(other.compiler.clone()).map_err(wrong)?;
        Ok(Options { language: self.language.or(other.language), bodies: self.bodies || other.bodies, ..self })
    }

    /// Whether each option says something about one of the languages.
    ///
    /// # Errors
    /// The first that does not.
    pub fn check(&self, languages: &[Language]) -> Result<(), Error> {
        self.compiler.check(languages).map_err(wrong)
    }
}

/// The language of that name: `hlsl`, `slang`, `glsl`, `wgsl`, `wgsl-2020`, `spirv`.
pub(crate) fn named(name: &str) -> Result<Language, Error> {
    input::named(name).map_err(|why| Error::new(ErrorKind::Options, why))
}

fn wrong(Wrong(why): Wrong) -> Error {
    Error::new(ErrorKind::Options, why)
}
