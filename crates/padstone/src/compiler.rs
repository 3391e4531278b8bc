//! Compilers: the rules for layouts and bindings.

use std::borrow::Cow;

use padstone_read::bind::BindingRules;
#[cfg(feature = "reflection")]
use padstone_read::bind::binding_rules::{BINDING_RULES, SLANG_2026};
#[cfg(feature = "reflection")]
use padstone_read::bind::{self, SlotRules};
use padstone_read::diag::nearest;
use padstone_read::layout::{self, Profile};
use padstone_read::model::Language;
use padstone_read::selection::{self, RuleSelection};

use crate::rules::RuleSet;
use crate::{Error, ErrorKind, Options};

/// A compiler for a target, or a rule set that applies to every buffer.
///
/// ```
/// use padstone::compiler::{self, Compiler};
///
/// assert_eq!(Compiler::named("dxc-spirv")?, compiler::DXC_SPIRV);
/// assert_eq!(Compiler::named("slang-2026/metal")?.name(), "slang-2026/metal");
/// assert!(Compiler::named("dcx").unwrap_err().suggestions.contains(&"dxc".to_owned()));
/// # Ok::<(), padstone::Error>(())
/// ```
#[derive(Clone)]
pub struct Compiler {
    name: Cow<'static, str>,
    pub(crate) profile: &'static Profile,
    /// The binding rules and the name of the target, if one was requested.
    target: Option<(&'static BindingRules, &'static str)>,
}

/// How files are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum ReaderChoice {
    /// As the compiler of the language; HLSL as the compiler for that target.
    Own(selection::HlslReader),
    /// As slangc, which has its own rules for HLSL.
    Slangc,
    /// As Slang's documentation describes, where constant buffers may contain runtime-sized arrays.
    Documented,
}

macro_rules! compilers {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])* pub static $name: Compiler = Compiler::of(&layout::$name);)*
        /// All named compilers.
        static ALL: &[&Compiler] = &[$(&$name),*];
    };
}

compilers! {
    /// DXC for DXIL.
    DXC
    /// FXC.
    FXC
    /// FXC of the DirectX SDKs.
    FXC_9
    /// DXC for SPIR-V.
    DXC_SPIRV
    /// DXC for SPIR-V with `-fvk-use-dx-layout`.
    DXC_SPIRV_DX
    /// DXC for SPIR-V with `-fvk-use-gl-layout`.
    DXC_SPIRV_GL
    /// DXC for SPIR-V with `-fvk-use-scalar-layout`.
    DXC_SPIRV_SCALAR
    /// clang 22 for DXIL.
    CLANG_22
    /// clang 22 for SPIR-V.
    CLANG_22_SPIRV
    /// The HLSL working group's proposals, as documented.
    DOCUMENTED
    /// glslang.
    GLSLANG
    /// WGSL, as specified.
    WGSL
    /// WGSL without the language extension `uniform_buffer_standard_layout`.
    WGSL_LEGACY
    /// WGSL of 2020.
    WGSL_2020
    /// naga.
    NAGA
    /// slangc for HLSL and DXIL.
    SLANG_HLSL
    /// slangc for SPIR-V and GLSL.
    SLANG_SPIRV
    /// slangc for SPIR-V with `-fvk-use-scalar-layout`.
    SLANG_SPIRV_SCALAR
    /// slangc for SPIR-V with `-fvk-use-dx-layout`.
    SLANG_SPIRV_DX
    /// slangc for SPIR-V with `-fvk-use-c-layout`.
    SLANG_SPIRV_C
    /// slangc for WGSL.
    SLANG_WGSL
    /// slangc for WGSL with `-fvk-use-scalar-layout`.
    SLANG_WGSL_SCALAR
    /// slangc for WGSL with `-fvk-use-dx-layout`.
    SLANG_WGSL_DX
    /// slangc for WGSL with `-fvk-use-c-layout`.
    SLANG_WGSL_C
    /// slangc for Metal.
    SLANG_METAL
    /// slangc for CUDA.
    SLANG_CUDA
    /// slangc for C++.
    SLANG_CPP
    /// The offsets in a compiled file.
    AS_COMPILED
}

/// The compilers of a build without the feature `cfamily`.
static WEB: &[&Compiler] = &[&GLSLANG, &WGSL, &WGSL_LEGACY, &WGSL_2020, &NAGA];

fn available() -> &'static [&'static Compiler] {
    if cfg!(feature = "cfamily") { ALL } else { WEB }
}

impl Compiler {
    const fn of(profile: &'static Profile) -> Compiler {
        Compiler { name: Cow::Borrowed(profile.name), profile, target: None }
    }

    /// The compiler with the rules and the name of a profile.
    pub(crate) fn for_profile(profile: &'static Profile) -> Compiler {
        Compiler::of(profile)
    }

    /// Returns the compiler or rule set with a name of `padstone layout --rules`, or with a name `POLICY/TARGET` of `padstone reflect`.
    ///
    /// # Errors
    /// No compiler or rule set has that name.
    pub fn named(name: &str) -> Result<Compiler, Error> {
        #[cfg(feature = "reflection")]
        if let Some((policy, target)) = name.split_once('/') {
            let rules = BINDING_RULES.iter().copied().find(|rules| rules.name == policy);
            let rules = rules.ok_or_else(|| unknown(policy, BINDING_RULES.iter().map(|rules| rules.name)))?;
            let known = rules.targets.iter().find(|(known, _)| *known == target);
            let (target, slang_target) = known.ok_or_else(|| unknown(target, rules.targets.iter().map(|(target, _)| *target)))?;
            let profile = rules.profile_for(slang_target);
            return Ok(Compiler { name: Cow::Owned(name.to_owned()), profile, target: Some((rules, target)) });
        }
        let named = available().iter().find(|compiler| compiler.name == name).map(|compiler| (*compiler).clone());
        let named = named.or_else(|| layout::find(name).map(Compiler::of));
        named.ok_or_else(|| {
            let names = Compiler::all().map(|compiler| compiler.profile.name);
            unknown(name, names.chain(layout::rule_sets().iter().chain(layout::slang_rule_sets()).map(|rules| rules.name)))
        })
    }

    /// Custom rules for every buffer; registers and bindings are those of the language's default compiler. Equal rule sets are stored
    /// once, until the process ends. [`rules`](crate::rules) has an example.
    pub fn custom(rules: RuleSet) -> Compiler {
        Compiler::of(layout::custom(rules))
    }

    /// These rules for offsets, with the registers and bindings of a compiler `POLICY/TARGET`. Only the command line uses this.
    #[doc(hidden)]
    pub fn bound_by(&self, policy: &Compiler) -> Compiler {
        Compiler { target: policy.target, ..self.clone() }
    }

    /// All compilers, without the names of rule sets.
    pub fn all() -> impl ExactSizeIterator<Item = Compiler> {
        available().iter().map(|compiler| (*compiler).clone())
    }

    /// The name: `dxc-spirv`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A description of one line.
    pub fn summary(&self) -> &str {
        self.profile.summary
    }

    /// The rules for layouts and bindings of a file in a language.
    pub(crate) fn selection(&self, options: &Options, language: Language) -> RuleSelection {
        let selection = selection::for_profile(self.profile, &options.compiler, language);
        match self.target {
            // The rules of another compiler for offsets do not change how the file is read.
            Some((policy, _)) if policy.hlsl != selection.policy.hlsl => {
                RuleSelection { policy, reader: policy.hlsl.unwrap_or(selection.reader), ..selection }
            }
            Some((policy, _)) => RuleSelection { policy, ..selection },
            None => selection,
        }
    }

    /// The options for reading files in a language for it.
    pub(crate) fn reader(&self, options: &Options, language: Language) -> ReaderChoice {
        let is_slang = |rules: &BindingRules| language == Language::Slang || rules.reads_hlsl_as_slang() && language == Language::Hlsl;
        match self.target {
            Some((rules, _)) if rules.allows_unsized_constants() && is_slang(rules) => ReaderChoice::Documented,
            Some((rules, _)) if rules.reads_hlsl_as_slang() && language == Language::Hlsl => ReaderChoice::Slangc,
            _ => ReaderChoice::Own(self.selection(options, language).reader),
        }
    }

    /// The request for the layout of a program, and the name of the target.
    #[cfg(feature = "reflection")]
    pub(crate) fn request(&self, options: &Options, language: Language, bind: bind::Options) -> Result<(bind::Request, String), Error> {
        let of_slang = || SLANG_2026.target_of(self.profile).map(|(name, target)| (&SLANG_2026, name, target));
        let by_name = |rules: &'static BindingRules, name: &'static str| Some((rules, name, rules.target(name)?));
        let found = match (self.target, language) {
            (Some((rules, name)), _) => by_name(rules, name),
            (None, Language::Slang) => of_slang(),
            (None, _) => {
                let rules = self.selection(options, language).policy;
                rules.targets.first().and_then(|(name, _)| by_name(rules, name))
            }
        };
        let (rules, name, target) = found.ok_or_else(|| {
            let message = format!("`{}` has no program layout for {}", self.name, language.name());
            Error::new(ErrorKind::Target, message)
        })?;
        let profile = matches!(rules.slots, SlotRules::OfParameters(_)).then_some(self.profile);
        Ok((bind::Request { target, rules: *rules, options: bind, profile }, name.to_owned()))
    }
}

fn unknown<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Error {
    let limit = if cfg!(feature = "cfamily") { "" } else { "; this build has only those for WGSL and GLSL" };
    Error::new(ErrorKind::UnknownCompiler, format!("unknown compiler or rule set `{name}`{limit}")).suggesting(nearest(name, names))
}

impl PartialEq for Compiler {
    /// Whether it has the same name and the same rules.
    fn eq(&self, other: &Compiler) -> bool {
        let target = |compiler: &Compiler| compiler.target.map(|(rules, target)| (rules.name, target));
        self.name == other.name && std::ptr::eq(self.profile, other.profile) && target(self) == target(other)
    }
}

impl Eq for Compiler {}

impl std::fmt::Debug for Compiler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Compiler({})", self.name)
    }
}

impl std::fmt::Display for Compiler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}
