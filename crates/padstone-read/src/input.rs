//! The files of the command line and their languages.

use crate::bind::{self, BoundRegister, Capabilities, Heaps, Shift, VkSlot};
use crate::cfamily::{self, GLSL_STAGES, GlslOptions, SlangOptions, glsl_stage};
use crate::model::{Language, ResourceClass, Stage};
use crate::source::{Interner, Loader};
use crate::wgsl::Options as WgslOptions;
use crate::{Options, Unit};

use crate::options::{CompilerOptions, Heap, OptionKey};
use crate::selection::HlslReader;

/// A file to read.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path, as on the command line; `<stdin>` for standard input.
    pub path: String,
    /// The language.
    pub language: Language,
    /// The stage implied by its extension.
    pub stage: Option<Stage>,
    /// The compiler options of the command line and the project.
    pub options: CompilerOptions,
    /// The rules of the project.
    pub rules: Vec<String>,
    /// Whether to check function bodies even where layouts do not depend on them.
    pub bodies: bool,
    /// Whether to determine the resources that each entry point uses (WGSL).
    pub usage: bool,
}

impl Input {
    /// A file of the command line, in the language of `--lang` or else of its extension.
    ///
    /// # Errors
    /// The language or the extension is unknown.
    pub fn new(path: &str, lang: Option<&str>) -> Result<Input, String> {
        let language = match lang {
            Some(name) => named(name)?,
            None => by_extension(path).ok_or_else(|| format!("cannot infer the language of `{path}`; pass `--lang`"))?,
        };
        Ok(Input::of(path, language))
    }

    /// A file in a language.
    pub fn of(path: &str, language: Language) -> Input {
        let stage = if language == Language::Glsl { stage(path) } else { None };
        Input {
            path: path.to_owned(),
            language,
            stage,
            options: CompilerOptions::default(),
            rules: Vec::new(),
            bodies: false,
            usage: false,
        }
    }

    /// Reads the file with a loader.
    pub fn load(&self, loader: &dyn Loader, reader: HlslReader) -> Unit {
        Unit::load(&self.path, loader, &self.reading(reader))
    }

    /// The options for reading the file.
    pub fn reading(&self, reader: HlslReader) -> Options {
        let (include_dirs, defines) = (&self.options.include_dirs, &self.options.defines);
        let entry = self.options.get(&OptionKey::OptionEntry).map(str::to_owned);
        let wgsl = WgslOptions {
            include_dirs: include_dirs.clone(),
            defines: defines.clone(),
            entry: entry.clone(),
            bodies: self.bodies,
            usage: self.usage,
            ..WgslOptions::default()
        };
        let options = Options { language: self.language, wgsl, ..Options::default() };
        if !cfg!(feature = "cfamily") {
            return options;
        }
        Options {
            hlsl: cfamily::Options {
                names: Interner::new(),
                include_dirs: include_dirs.clone(),
                defines: defines.clone(),
                native_16bit: self.options.has(&OptionKey::Native16Bit),
                default_major: self.options.default_major(),
                entry: entry.clone(),
                spirv: matches!(reader, HlslReader::SpirV | HlslReader::ClangSpirV),
                fxc: reader == HlslReader::Fxc,
                clang: reader.is_clang(),
                hlsl_version: self
                    .options
                    .number(&OptionKey::LanguageVersion)
                    .and_then(|year| year.try_into().ok())
                    .unwrap_or(if reader.is_clang() { cfamily::CLANG_HLSL_VERSION } else { 2021 }),
                target: self.options.target(),
            },
            glsl: GlslOptions {
                names: Interner::new(),
                include_dirs: include_dirs.clone(),
                defines: defines.clone(),
                stage: self.options.stage().or(self.stage),
                target: self.options.target_env(),
                entry,
                default_major: self.options.default_major(),
            },
            slang: slang_options(&self.options),
            ..options
        }
    }

    /// The options for registers and bindings.
    pub fn bind_options(&self) -> bind::Options {
        let class_of = |letter| match letter {
            'b' => ResourceClass::ConstantBuffer,
            't' => ResourceClass::ShaderResource,
            's' => ResourceClass::Sampler,
            _ => ResourceClass::UnorderedAccess,
        };
        let shift = |(letter, space, by)| Shift { class: class_of(letter), space, by };
        let bound =
            |(letter, number, space, binding, set)| BoundRegister { class: class_of(letter), number, space, slot: VkSlot { set, binding } };
        let slot = |key: OptionKey| self.options.slot(&key).map(|(binding, set)| VkSlot { set, binding });
        bind::Options {
            shifts: self.options.shifts().map(shift).collect(),
            registers: self.options.bound_registers().map(bound).collect(),
            bind_globals: slot(OptionKey::BindGlobals),
            heaps: Heaps {
                resources: slot(OptionKey::BindHeap(Heap::Resources)),
                samplers: slot(OptionKey::BindHeap(Heap::Samplers)),
                counters: slot(OptionKey::BindHeap(Heap::Counters)),
            },
            auto_binding_space: self.options.number(&OptionKey::AutoBindingSpace),
            shader_model: self.options.shader_model(),
            capabilities: Capabilities::read(
                self.options.get(&OptionKey::Target),
                self.options.capabilities.iter().map(|capability| &**capability),
            ),
            bindless_space: self.options.number(&OptionKey::BindlessSpace),
        }
    }
}

/// The options for parsing Slang.
pub fn slang_options(options: &CompilerOptions) -> SlangOptions {
    // Errors in them were already reported.
    let (entry_points, default_stage) = options.entry_points().unwrap_or_default();
    SlangOptions {
        names: Interner::new(),
        include_dirs: options.include_dirs.clone(),
        defines: options.defines.clone(),
        default_major: options.default_major(),
        entry_points,
        default_stage,
        specialize: options.specialize.clone(),
        msvc_bit_fields: options.has(&OptionKey::MsvcBitFields),
        unscoped_enums: options.has(&OptionKey::UnscopedEnums),
        unknown_formats: options.has(&OptionKey::UnknownFormats),
        unsized_constants: false,
        units: Vec::new(),
    }
}

/// The languages by their names in `--lang`.
const LANGUAGES: [(&str, Language); 6] = [
    ("hlsl", Language::Hlsl),
    ("slang", Language::Slang),
    ("glsl", Language::Glsl),
    ("wgsl", Language::Wgsl),
    ("wgsl-2020", Language::Wgsl2020),
    ("spirv", Language::SpirV),
];

/// The language of that name.
///
/// # Errors
/// The language is unknown.
pub fn named(name: &str) -> Result<Language, String> {
    let known = LANGUAGES.iter().find(|(known, _)| *known == name);
    known.map(|&(_, language)| language).ok_or_else(|| format!("unknown language `{name}`: expected {}", names()))
}

fn names() -> String {
    let [others @ .., (last, _)] = &LANGUAGES;
    format!("{} or {last}", others.map(|(name, _)| name).join(", "))
}

fn by_extension(path: &str) -> Option<Language> {
    let extension = extensions(path).next()?.to_ascii_lowercase();
    Some(match &*extension {
        "spv" => Language::SpirV,
        "glsl" => Language::Glsl,
        other if stage_named(other).is_some() => Language::Glsl,
        other => EXTENSIONS.iter().find(|(_, shaders, includes)| [shaders, includes].iter().any(|list| list.contains(&other)))?.0,
    })
}

/// Whether the name of a file tells its language.
pub fn is_shader_name(path: &str) -> bool {
    by_extension(path).is_some()
}

/// The extensions of shaders and of files that shaders include, by language; those of GLSL are the names of stages.
const EXTENSIONS: [(Language, &[&str], &[&str]); 3] = [
    (Language::Hlsl, &["hlsl", "fx", "usf", "compute"], &["hlsli", "fxh", "ush", "cginc"]),
    (Language::Slang, &["slang"], &["slangh"]),
    (Language::Wgsl, &["wgsl", "wesl"], &[]),
];

/// Globs of all shader sources, by the extensions that select a language: not those of includes, nor `.glsl` without a stage, which may be an
/// include, nor `.vs` and `.fs`, which other languages use too.
pub fn shader_globs() -> Vec<String> {
    let of_extensions = |extensions: &[&str]| match extensions {
        [extension] => format!("**/*.{extension}"),
        extensions => format!("**/*.{{{}}}", extensions.join(",")),
    };
    let stages = of_extensions(&GLSL_STAGES.map(|(stage, _)| stage));
    let of_languages = EXTENSIONS.iter().map(|(_, shaders, _)| of_extensions(shaders));
    of_languages.chain([stages.clone(), format!("{stages}.glsl")]).collect()
}

/// `sky.frag`, `sky.frag.glsl`.
fn stage(path: &str) -> Option<Stage> {
    extensions(path)
        .map(str::to_ascii_lowercase)
        .take_while(|extension| extension == "glsl" || stage_named(extension).is_some())
        .find_map(|extension| stage_named(&extension))
}

fn stage_named(extension: &str) -> Option<Stage> {
    match extension {
        "vs" => Some(Stage::Vertex),
        "fs" => Some(Stage::Fragment),
        other => glsl_stage(other),
    }
}

/// The extensions of a file name, last first.
fn extensions(path: &str) -> impl Iterator<Item = &str> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let (_, extensions) = name.split_once('.').unwrap_or((name, ""));
    extensions.rsplit('.').filter(|extension| !extension.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_select_language_and_stage() {
        let check = |path: &str, expected: Option<(Language, Option<Stage>)>| {
            let input = Input::new(path, None);
            assert_eq!(input.ok().map(|input| (input.language, input.stage)), expected, "{path}");
        };
        check("a.b/sky.hlsl", Some((Language::Hlsl, None)));
        check("sky.WGSL", Some((Language::Wgsl, None)));
        check("sky.slangh", Some((Language::Slang, None)));
        check("sky.frag", Some((Language::Glsl, Some(Stage::Fragment))));
        check("sky.comp.glsl", Some((Language::Glsl, Some(Stage::Compute))));
        check("comp.glsl", Some((Language::Glsl, None)));
        check("sky.frag.spv", Some((Language::SpirV, None)));
        check("frag", None);
        check(".frag", Some((Language::Glsl, Some(Stage::Fragment))));
        check("sky.glsl/readme", None);
    }
}
