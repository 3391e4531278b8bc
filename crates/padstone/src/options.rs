//! Compiler options: those of dxc, slangc and glslang, in one form for all languages.

use padstone_read::input;
use padstone_read::model::Language;
use padstone_read::options::{self as table, CompilerOptions, OptionError, OptionKey, ParsedArgument};

use crate::{Error, ErrorKind};

/// Compiler options. Options that are not specified have the compiler's default.
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
    /// Parses options of dxc, slangc or glslang.
    ///
    /// # Errors
    /// An argument is not one of their options, or a value is invalid.
    pub fn from_args<S: AsRef<str>>(args: impl IntoIterator<Item = S>) -> Result<Options, Error> {
        let (options, others) = Options::take_args(args)?;
        match others.first() {
            None => Ok(options),
            Some(other) => Err(Error::new(ErrorKind::Options, format!("unknown option `{other}`")).suggesting(table::nearest(other))),
        }
    }

    /// Like [`from_args`](Self::from_args), for a command line with other arguments, which are returned in order.
    ///
    /// # Errors
    /// The value of an option is invalid.
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
            if let ParsedArgument::Other(other) = options.compiler.take(argument, &mut args).map_err(option_error)? {
                others.push(other);
            }
        }
        if let Some(name) = options.compiler.get(&OptionKey::Language) {
            options.language = Some(named(name)?);
        }
        Ok((options, others))
    }

    /// The options of the command line and of the project settings, for the command.
    #[doc(hidden)]
    pub fn of_command(compiler: CompilerOptions) -> Options {
        Options { compiler, ..Options::default() }
    }

    /// Sets the language, which overrides the extension of the file.
    #[must_use]
    pub fn with_language(self, language: Language) -> Options {
        Options { language: Some(language), ..self }
    }

    /// Sets whether to check the bodies of WGSL functions too; layouts do not depend on them.
    #[cfg(feature = "bodies")]
    #[must_use]
    pub fn with_bodies(self, bodies: bool) -> Options {
        Options { bodies, ..self }
    }

    /// Adds a directory to search for included and imported files.
    #[must_use]
    pub fn with_include_dir(mut self, dir: &str) -> Options {
        self.compiler.include_dirs.push(dir.to_owned());
        self
    }

    /// Defines a macro, or in WGSL a feature or definition. The default value is 1.
    #[must_use]
    pub fn with_define(mut self, name: &str, value: Option<&str>) -> Options {
        let text = value.map_or_else(|| name.to_owned(), |value| format!("{name}={value}"));
        // `-D` accepts any text.
        let _ = self.compiler.take("-D".to_owned(), &mut std::iter::once(text));
        self
    }

    /// The language, if specified.
    pub fn language(&self) -> Option<Language> {
        self.language
    }

    /// The directories to search for included and imported files, in order.
    pub fn include_dirs(&self) -> &[String] {
        &self.compiler.include_dirs
    }

    /// The defined macros, in order, with their values.
    pub fn defines(&self) -> &[(String, Option<String>)] {
        &self.compiler.defines
    }

    /// These options, with `lower` as defaults: its directories are appended, its macros apply unless these define the same name, and its
    /// other settings apply unless these have the setting.
    #[must_use]
    pub fn or(mut self, lower: &Options) -> Options {
        self.compiler.add_defaults(&lower.compiler);
        Options { language: self.language.or(lower.language), bodies: self.bodies || lower.bodies, ..self }
    }

    /// Combines two sets of options, such as those before and after `--`.
    ///
    /// # Errors
    /// An option of one conflicts with the other.
    pub fn and(mut self, other: &Options) -> Result<Options, Error> {
        if let (Some(left), Some(right)) = (self.language, other.language)
            && left != right
        {
            let message = format!("{} conflicts with {}", right.name(), left.name());
            return Err(Error::new(ErrorKind::Options, message));
        }
        self.compiler.merge(other.compiler.clone()).map_err(option_error)?;
        Ok(Options { language: self.language.or(other.language), bodies: self.bodies || other.bodies, ..self })
    }

    /// Checks that each option applies to at least one of the languages.
    ///
    /// # Errors
    /// The first option that does not.
    pub fn check(&self, languages: &[Language]) -> Result<(), Error> {
        self.compiler.check(languages).map_err(option_error)
    }
}

/// The language of that name: `hlsl`, `slang`, `glsl`, `wgsl`, `wgsl-2020`, `spirv`.
pub(crate) fn named(name: &str) -> Result<Language, Error> {
    input::named(name).map_err(|reason| Error::new(ErrorKind::Options, reason))
}

fn option_error(OptionError(reason): OptionError) -> Error {
    Error::new(ErrorKind::Options, reason)
}
