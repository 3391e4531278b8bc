//! The options of dxc, slangc and glslang, in their spelling. They may appear anywhere; after a lone `--`, only they may.
//!
//! clap cannot read them (`-fvk-b-shift 10 0` is one option with two values, `-Iinc` and `-I inc` are the same), so they are removed from
//! the command line before clap parses it. `table.rs` lists all options, and the help prints it.

mod slang_entry_points;
mod table;

use std::collections::BTreeMap;

use crate::cfamily::{HLSL_STAGES, SlangOptions, Target, TargetEnv, glsl_stage};
use crate::model::{Language, Major, Stage};

pub use table::{help, nearest};

/// Parsed compiler options. If options conflict, the last one applies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompilerOptions {
    /// `-I`, in order.
    pub include_dirs: Vec<String>,
    /// `-D`: name and value, in order.
    pub defines: Vec<(String, Option<String>)>,
    /// The entry points; Slang may have several.
    entries: Vec<String>,
    /// The options about the stages of entry points, in order.
    stages: Vec<slang_entry_points::StageOption>,
    /// The stage of the project settings, the default.
    default_stage: Option<crate::model::Stage>,
    /// The arguments for unspecialized types, in order.
    pub specialize: Vec<String>,
    /// The capabilities of `-capability`, in addition to those of a profile.
    pub capabilities: Vec<String>,
    settings: BTreeMap<OptionKey, Setting>,
    /// Each option as written, and the languages that it affects.
    written_options: Vec<(String, &'static [Language])>,
}

/// An option that has one value. A second occurrence replaces the first on the same side of `--`; on the other side, it must have the same value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OptionKey {
    /// `-T`: stage and shader model.
    Target,
    /// `-E`: the entry point.
    OptionEntry,
    /// `-stage`, `-S`.
    Stage,
    /// `-V`, `-G`, `--target-env`: the environment of GLSL.
    TargetEnv,
    /// `-Zpr`, `-Zpc`: `row` or `column`.
    Major,
    /// `-enable-16bit-types`.
    Native16Bit,
    /// `-spirv`: DXC for Vulkan.
    SpirV,
    /// `-msvc-style-bitfield-packing`.
    MsvcBitFields,
    /// `-unscoped-enum`.
    UnscopedEnums,
    /// `-default-image-format-unknown`.
    UnknownFormats,
    /// `-fvk-use-…-layout`: `dx`, `gl` or `scalar`.
    VulkanLayout,
    /// `-fvk-b-shift`, `-fvk-t-shift`, `-fvk-s-shift`, `-fvk-u-shift`: the shift of a register class, in a space or in `all`.
    Shift(char, String),
    /// `-fvk-bind-register`: binding and set of a register (`t5`) in a space.
    BindRegister(String, String),
    /// `-fvk-bind-globals`: binding and set.
    BindGlobals,
    /// `-fvk-bind-resource-heap`, `-fvk-bind-sampler-heap`, `-fvk-bind-counter-heap`.
    BindHeap(Heap),
    /// `-auto-binding-space`.
    AutoBindingSpace,
    /// `-bindless-space-index`.
    BindlessSpace,
    /// `-target`: the target of slangc.
    OutputTarget,
    /// `-HV`.
    LanguageVersion,
    /// `-MD`: write a dependency file.
    Dependencies,
    /// `-MF`: the path of the dependency file.
    DependencyFile,
    /// `-MT`: the target in the dependency file.
    DependencyTarget,
    /// `-o`.
    Output,
    /// `-lang`.
    Language,
    /// `-D`, by the name of the macro.
    Define(String),
}

/// A D3D descriptor heap, which DXC lowers to a variable for Vulkan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Heap {
    /// `ResourceDescriptorHeap`.
    Resources,
    /// `SamplerDescriptorHeap`.
    Samplers,
    /// The counters of buffers in `ResourceDescriptorHeap`.
    Counters,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Setting {
    value: String,
    /// The option as written, for messages.
    spelling: String,
}

/// An error in the command line.
#[derive(Debug)]
pub struct OptionError(
    /// The message.
    pub String,
);

/// One option or argument of the command line.
pub enum ParsedArgument {
    /// An option that applies.
    Option,
    /// An option of the compilers that does not affect layouts.
    Irrelevant,
    /// Not one of the options in the table.
    Other(String),
}

impl CompilerOptions {
    /// Parses the next option with its values.
    ///
    /// # Errors
    /// A value is missing or invalid.
    pub fn take(&mut self, argument: String, rest: &mut impl Iterator<Item = String>) -> Result<ParsedArgument, OptionError> {
        let Some((entry, joined)) = table::find(&argument) else { return Ok(ParsedArgument::Other(argument)) };
        let is_joined = joined.is_some();
        let mut values: Vec<String> = joined.into_iter().collect();
        while values.len() < entry.values.count() {
            let value = rest.next().ok_or_else(|| OptionError(format!("`{argument}` needs {}", entry.values.description())))?;
            values.push(value);
        }
        let spelling = if is_joined || values.is_empty() { argument } else { format!("{argument} {}", values.join(" ")) };
        self.written_options.push((spelling.clone(), entry.languages));
        match (entry.read)(&values) {
            OptionEffect::IncludeDir => self.include_dirs.append(&mut values),
            OptionEffect::Specialize => self.specialize.append(&mut values),
            OptionEffect::Capability => {
                self.add_stage(&OptionKey::Target, &format!("+{}", values[0]), &spelling);
                self.capabilities.append(&mut values);
            }
            OptionEffect::Set(key, value) => {
                if let OptionKey::Define(name) = &key {
                    self.defines.retain(|(defined, _)| defined != name);
                    self.defines.push((name.clone(), values[0].split_once('=').map(|(_, value)| value.to_owned())));
                }
                match key {
                    OptionKey::OptionEntry => self.entries.push(value.clone()),
                    OptionKey::Stage | OptionKey::Target => self.add_stage(&key, &value, &spelling),
                    _ => {}
                }
                self.settings.insert(key, Setting { value, spelling });
            }
            OptionEffect::Nothing => return Ok(ParsedArgument::Irrelevant),
            OptionEffect::OptionError(reason) => return Err(OptionError(format!("`{spelling}`: {reason}"))),
        }
        Ok(ParsedArgument::Option)
    }

    /// Adds the options after `--`, which must not conflict with those before.
    ///
    /// # Errors
    /// The conflict.
    pub fn merge(&mut self, after: CompilerOptions) -> Result<(), OptionError> {
        for (key, setting) in &after.settings {
            if let Some(before) = self.settings.get(key)
                && before.value != setting.value
            {
                return Err(OptionError(format!("`{}` after `--` conflicts with `{}` before it", setting.spelling, before.spelling)));
            }
        }
        self.include_dirs.extend(after.include_dirs);
        self.defines.extend(after.defines.into_iter().filter(|(name, _)| !self.settings.contains_key(&OptionKey::Define(name.clone()))));
        self.add_entries(after.entries, after.stages);
        self.specialize.extend(after.specialize);
        self.capabilities.extend(after.capabilities);
        self.settings.extend(after.settings);
        self.written_options.extend(after.written_options);
        Ok(())
    }

    /// Adds defaults for options that are not set: the settings of a project.
    pub fn add_defaults(&mut self, defaults: &CompilerOptions) {
        self.include_dirs.extend(defaults.include_dirs.iter().cloned());
        self.capabilities.extend(defaults.capabilities.iter().cloned());
        if self.stages.is_empty() {
            self.default_stage = defaults.entry_points().ok().and_then(|(_, stage)| stage);
        }
        let settings = &self.settings;
        let other = defaults.defines.iter().filter(|(name, _)| !settings.contains_key(&OptionKey::Define(name.clone())));
        self.defines = other.cloned().chain(std::mem::take(&mut self.defines)).collect();
        for (key, setting) in &defaults.settings {
            self.settings.entry(key.clone()).or_insert_with(|| setting.clone());
        }
    }

    /// Checks that each option applies to at least one of the languages, if there are any.
    ///
    /// # Errors
    /// The first option that does not.
    pub fn check(&self, languages: &[Language]) -> Result<(), OptionError> {
        if cfg!(feature = "cfamily") && languages.contains(&Language::Slang) {
            self.entry_points()?;
        }
        let idle = |(_, about): &&(String, &[Language])| !languages.iter().any(|language| about.contains(language));
        match self.written_options.iter().find(idle) {
            Some((spelling, about)) if !languages.is_empty() => {
                let (about, read) = (names(about), names(languages));
                Err(OptionError(format!("`{spelling}` is an option for {about}; the input is {read}")))
            }
            _ => Ok(()),
        }
    }

    /// The stored value of an option.
    pub fn get(&self, key: &OptionKey) -> Option<&str> {
        self.settings.get(key).map(|setting| &*setting.value)
    }

    /// The options that are set.
    pub fn keys(&self) -> impl Iterator<Item = &OptionKey> {
        self.settings.keys()
    }

    /// Whether an option without a value is set.
    pub fn has(&self, key: &OptionKey) -> bool {
        self.settings.contains_key(key)
    }

    /// The option as written, for messages.
    pub fn spelling(&self, key: &OptionKey) -> &str {
        self.settings.get(key).map_or("", |setting| &setting.spelling)
    }

    /// The value of an option that the table validated as a number.
    pub fn number(&self, key: &OptionKey) -> Option<u32> {
        self.get(key)?.parse().ok()
    }

    /// `-fvk-*-shift`: class, space (`None` for `all`), shift.
    pub fn shifts(&self) -> impl Iterator<Item = (char, Option<u32>, i64)> + '_ {
        self.settings.iter().filter_map(|(key, setting)| match key {
            OptionKey::Shift(class, space) => Some((*class, space.parse().ok(), setting.value.parse().ok()?)),
            _ => None,
        })
    }

    /// `-fvk-bind-register`: class, number, space, binding and set.
    pub fn bound_registers(&self) -> impl Iterator<Item = (char, u32, u32, u32, u32)> + '_ {
        self.settings.iter().filter_map(|(key, setting)| {
            let OptionKey::BindRegister(register, space) = key else { return None };
            let (binding, set) = setting.value.split_once(' ')?;
            Some((register.chars().next()?, register[1..].parse().ok()?, space.parse().ok()?, binding.parse().ok()?, set.parse().ok()?))
        })
    }

    /// `-fvk-bind-*`: binding and set.
    pub fn slot(&self, key: &OptionKey) -> Option<(u32, u32)> {
        let (binding, set) = self.get(key)?.split_once(' ')?;
        Some((binding.parse().ok()?, set.parse().ok()?))
    }

    /// The shader model, if a profile specifies one.
    pub fn shader_model(&self) -> Option<(u32, u32)> {
        self.get(&OptionKey::Target).and_then(parse_target).map(|target| (target.major.into(), target.minor.into()))
    }

    /// The default majorness of matrices.
    pub fn default_major(&self) -> Major {
        if self.get(&OptionKey::Major) == Some("row") { Major::Row } else { Major::Column }
    }

    /// Stage and shader model.
    pub fn target(&self) -> Target {
        let mut target = self.get(&OptionKey::Target).and_then(parse_target).unwrap_or_default();
        target.stage = self.stage().or(target.stage);
        target
    }

    /// The requested stage.
    pub fn stage(&self) -> Option<Stage> {
        self.get(&OptionKey::Stage).and_then(stage_named)
    }

    /// The target environment of GLSL.
    pub fn target_env(&self) -> TargetEnv {
        if self.get(&OptionKey::TargetEnv) == Some("opengl") { TargetEnv::OpenGl } else { TargetEnv::Vulkan }
    }
}

/// The stage of a name of slangc or glslang.
fn stage_named(name: &str) -> Option<Stage> {
    SlangOptions::stage(name).or_else(|| glsl_stage(name))
}

/// `HLSL and GLSL`.
fn names(languages: &[Language]) -> String {
    let mut names: Vec<&str> = languages.iter().map(|language| language.name()).collect();
    names.dedup();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// The effect of an option on the parsed ones.
enum OptionEffect {
    IncludeDir,
    Specialize,
    Capability,
    Set(OptionKey, String),
    Nothing,
    OptionError(String),
}

/// Parses a profile: `cs_6_6` of dxc, `sm_6_6` of slangc.
fn parse_target(text: &str) -> Option<Target> {
    // slangc accepts capabilities after it.
    let text = text.split('+').next()?;
    let (stage, version) = text.split_once('_')?;
    let (major, minor) = version.split_once('_')?;
    let stage = match stage {
        "sm" => None,
        letters => HLSL_STAGES.iter().find(|(known, ..)| *known == letters)?.1,
    };
    // `lib_6_x` means the newest shader model.
    let minor = if minor == "x" { 9 } else { minor.parse().ok()? };
    Some(Target { stage, major: major.parse().ok()?, minor })
}

/// Whether slangc knows a profile: those of dxc followed by capabilities, or those of GLSL, SPIR-V and Metal.
fn is_slang_profile(text: &str) -> bool {
    parse_target(text).is_some() || ["glsl_", "spirv_", "metallib_"].iter().any(|family| text.starts_with(family))
}

/// The target environment without its version: `vulkan` for `vulkan1.2`.
fn parse_target_env(name: &str) -> Option<&'static str> {
    match name {
        "vulkan1.0" | "vulkan1.1" | "vulkan1.2" | "vulkan1.3" | "vulkan1.4" | "vulkan" => Some("vulkan"),
        "opengl" | "opengl4.5" => Some("opengl"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn read(text: &str) -> Result<CompilerOptions, String> {
        let mut options = CompilerOptions::default();
        let mut rest = text.split_whitespace().map(str::to_owned);
        while let Some(argument) = rest.next() {
            if let ParsedArgument::Other(other) = options.take(argument, &mut rest).map_err(|OptionError(reason)| reason)? {
                return Err(format!("not in the table: {other}"));
            }
        }
        Ok(options)
    }

    #[test]
    fn values_may_be_joined_or_separate() {
        let options = read("-Iinc -I more -DA -D B=2 -Tcs_6_6 -HV=2018 -fvk-b-shift 10 all").unwrap();
        assert_eq!(options.include_dirs, ["inc", "more"]);
        assert_eq!(options.defines, [("A".into(), None), ("B".into(), Some("2".into()))]);
        assert_eq!(options.target(), Target { stage: Some(Stage::Compute), major: 6, minor: 6 });
        assert_eq!(options.number(&OptionKey::LanguageVersion), Some(2018));
        assert_eq!(options.shifts().collect::<Vec<_>>(), [('b', None, 10)]);
    }

    #[test]
    fn the_last_option_wins_and_native_options_must_agree_with_padstones() {
        assert_eq!(read("-Zpr -Zpc").unwrap().default_major(), Major::Column);
        let mut before = read("-Zpr -DA=1").unwrap();
        before.merge(read("-Zpr -DA=1 -DB").unwrap()).unwrap();
        assert_eq!(before.defines.len(), 2);
        let OptionError(reason) = before.merge(read("-Zpc").unwrap()).unwrap_err();
        assert_eq!(reason, "`-Zpc` after `--` conflicts with `-Zpr` before it");
    }

    #[test]
    fn stages_and_environments_have_the_names_of_several_compilers() {
        let check = |text: &str, stage: Stage| {
            let options = read(text).unwrap();
            assert_eq!((options.target().stage, options.stage()), (Some(stage), Some(stage)), "{text}");
        };
        check("-S frag", Stage::Fragment);
        check("-stage pixel", Stage::Fragment);
        check("-stage comp", Stage::Compute);
        for (text, expected) in [
            ("", TargetEnv::Vulkan),
            ("-V", TargetEnv::Vulkan),
            ("--target-env vulkan1.3", TargetEnv::Vulkan),
            ("-V -G", TargetEnv::OpenGl),
            ("--target-env opengl", TargetEnv::OpenGl),
        ] {
            assert_eq!(read(text).unwrap().target_env(), expected, "{text}");
        }
        assert_eq!(read("-e main").unwrap().get(&OptionKey::OptionEntry), Some("main"));
    }

    #[test]
    fn options_belong_to_languages() {
        let check = |text: &str, languages: &[Language], expected: Result<(), &str>| {
            let found = read(text).unwrap().check(languages).map_err(|OptionError(reason)| reason);
            assert_eq!(found.as_ref().map(|_| ()).map_err(String::as_str), expected.map(|_| ()), "{text}");
        };
        check("-E main -O3 -o out.json", &[Language::Wgsl], Ok(()));
        check("-DA -S comp -G", &[Language::Glsl], Ok(()));
        check("-DA -Zpr -T cs_6_6 -G", &[Language::Hlsl, Language::Glsl], Ok(()));
        check("-T cs_6_6", &[Language::Wgsl], Err("`-T cs_6_6` is an option for HLSL and Slang; the input is WGSL"));
        check(
            "-E main -spirv",
            &[Language::Wgsl, Language::Glsl],
            Err("`-spirv` is an option for HLSL and Slang; the input is WGSL and GLSL"),
        );
        // Whether there are inputs is another question.
        check("-MD -DA", &[], Ok(()));
        check("-G", &[Language::Hlsl, Language::Hlsl], Err("`-G` is an option for GLSL; the input is HLSL"));
    }

    #[test]
    fn wrong_values_are_named() {
        assert_eq!(read("-T cs").unwrap_err(), "`-T cs`: expected stage and shader model, such as `cs_6_6`");
        assert_eq!(read("-fvk-b-shift 1").unwrap_err(), "`-fvk-b-shift` needs two values");
        assert_eq!(read("-HV 2019").unwrap_err(), "`-HV 2019`: expected 2015, 2016, 2017, 2018, 2021 or 202x");
    }

    #[test]
    fn every_entry_is_found_by_its_names() {
        for entry in table::all() {
            for name in entry.names {
                assert!(table::find(name).is_some_and(|(found, _)| found.names == entry.names), "{name}");
            }
        }
    }
}
