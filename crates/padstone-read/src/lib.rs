//! Byte-exact layouts of shader data: the offset of every member and the register of every resource, as real
//! compilers do it, with the reasons.
//!
//! ```
//! use padstone_read::{Options, Unit, layout, source::MemoryLoader};
//!
//! let text = "cbuffer Camera { float4x4 view; float3 position; float exposure; }";
//! let unit = Unit::read("camera.hlsl", text.into(), &MemoryLoader::default(), &Options::default());
//! let layouts = unit.layout(&layout::DXC);
//! let camera = &layouts.layouts[0];
//! assert_eq!(camera.size.bytes(), 80);
//! ```
//!
//! The other languages in the same way:
//!
//! ```
//! use padstone_read::{Options, Unit, layout, model::Language, source::MemoryLoader};
//!
//! let text = "struct Sky { rotation: mat3x3f, intensity: f32 } @group(0) @binding(0) var<uniform> sky: Sky;";
//! let options = Options { language: Language::Wgsl, ..Options::default() };
//! let unit = Unit::read("sky.wgsl", text.into(), &MemoryLoader::default(), &options);
//! let layouts = unit.layout(&layout::WGSL);
//! let sky = &layouts.layouts[0];
//! let (_, intensity) = layouts.types(sky).fields(&unit.module, sky.content).nth(1).unwrap();
//! assert_eq!(intensity.offset.bytes(), 48);
//! ```
//!
//! A [`Unit`] is one source file with its includes, or a compiled file. It re-exports the crates that it consists of:
//! [`model`] describes the declarations of a unit, [`mod@layout`] computes its offsets, [`bind`] its registers,
//! [`emit`] prints them, and [`diag`] and [`source`] contain diagnostics and spans.

pub mod input;
pub mod options;
pub mod program;
pub mod selection;

use std::sync::Arc;

#[cfg(feature = "spirv")]
pub use padstone_artifact as artifact;
pub use padstone_bind as bind;
pub use padstone_cfamily as cfamily;
pub use padstone_diag as diag;
pub use padstone_emit as emit;
pub use padstone_layout as layout;
pub use padstone_model as model;
pub use padstone_source as source;
pub use padstone_wgsl as wgsl;

use bind::{BindingRules, Bindings};
use diag::{Diagnostic, Diagnostics, codes};
use layout::{ModuleLayout, Profile, StatedLayout};
use model::{Language, Module};
#[cfg(feature = "cfamily")]
use source::Span;
use source::{Encoding, FileId, LoadError, Loader, SourceMap};
use wgsl::tree::Edition;

/// The options for reading a source file.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The language of the file.
    pub language: Language,
    /// Options of the HLSL front end.
    pub hlsl: cfamily::Options,
    /// Options of the Slang front end.
    pub slang: cfamily::SlangOptions,
    /// Options of the GLSL front end.
    pub glsl: cfamily::GlslOptions,
    /// Options of the WGSL front end. Its edition is that of `language`.
    pub wgsl: wgsl::Options,
}

/// A source file, read together with everything that it includes.
#[derive(Debug)]
pub struct Unit {
    /// All files that were read, and all macro expansions.
    pub sources: SourceMap,
    /// The declarations.
    pub module: Module,
    /// The diagnostics.
    pub diagnostics: Diagnostics,
    /// The offsets in a compiled file.
    compiled: Option<CompiledFile>,
}

#[derive(Debug)]
struct CompiledFile {
    layouts: ModuleLayout,
    stated_layout: StatedLayout,
    rules: Option<&'static Profile>,
}

impl Unit {
    /// Reads the file at a path. If that fails, the unit contains only a diagnostic.
    pub fn load(path: &str, loader: &dyn Loader, options: &Options) -> Unit {
        let unit = match options.language {
            Language::SpirV => loader.load_bytes(path).map(|bytes| Unit::read_compiled(path, &bytes)),
            _ => loader.load(path).map(|text| Unit::read(path, text, loader, options)),
        };
        unit.unwrap_or_else(|error| Unit::unreadable(path, &error))
    }

    /// Reads the files of one program of Slang. Files that cannot be read are diagnostics.
    ///
    /// ```
    /// use padstone_read::{Options, Unit, bind, model::Language, source::MemoryLoader};
    ///
    /// let loader = MemoryLoader::new([("sky.slang", "Texture2D clouds; cbuffer Sun { float3 to; float size; }")]);
    /// let options = Options { language: Language::Slang, ..Options::default() };
    /// let unit = Unit::load_program(&["sky.slang"], &loader, &options);
    /// let request = bind::Request {
    ///     target: bind::targets::VULKAN,
    ///     rules: bind::binding_rules::SLANG_2026,
    ///     options: bind::Options::default(),
    ///     profile: None,
    /// };
    /// let layout = unit.program(&request);
    /// assert_eq!(layout.globals[1].places.index(bind::LayoutUnit::DescriptorTableSlot), bind::Amount::Finite(1));
    /// ```
    pub fn load_program(paths: &[&str], loader: &dyn Loader, options: &Options) -> Unit {
        let mut unit = Unit::empty();
        let mut files = Vec::with_capacity(paths.len());
        for path in paths {
            let added = match loader.load(path) {
                Ok(text) => unit.sources.add_file(*path, text).map_err(|full| LoadError::Unreadable(full.to_string())),
                Err(error) => Err(error),
            };
            match added {
                Ok(file) => files.push(file),
                Err(error) => unit.diagnostics.push(unreadable(path, &error)),
            }
        }
        unit.module = unit.read_cfamily(&files, loader, options);
        unit
    }

    /// The layout of the unit as a program.
    pub fn program(&self, request: &bind::Request) -> bind::ProgramLayout {
        let compiled = self.compiled.as_ref().and_then(|_| {
            let bytes = self.bytes(request.profile.unwrap_or(&layout::AS_COMPILED));
            bind::lay_out_compiled(&self.module, request, &bytes)
        });
        let mut layout = compiled.unwrap_or_else(|| bind::lay_out_program(&self.module, request));
        if self.diagnostics.has_errors() {
            // Errors in bindings may be caused by these.
            layout.diagnostics.set_severities(|found| (found.severity != diag::Severity::Error).then_some(found.severity));
        }
        layout
    }

    /// How each slot of the unit was assigned. `layout` is its layout for the same request.
    pub fn assignments(&self, request: &bind::Request, layout: &bind::ProgramLayout) -> bind::Assignments {
        bind::assignments(&self.module, request, layout)
    }

    /// The parameters of the unit with their locations on a target, as plain data; and diagnostics about those that could not be
    /// listed.
    ///
    /// ```
    /// use padstone_read::emit::reflect::BindingLocation;
    /// use padstone_read::{Options, Unit, bind, model::Language, source::MemoryLoader};
    ///
    /// let text = "struct Sky { float3 to; Texture2D clouds; }; ParameterBlock<Sky> day; ParameterBlock<Sky> night;";
    /// let loader = MemoryLoader::new([("sky.slang", text)]);
    /// let options = Options { language: Language::Slang, ..Options::default() };
    /// let unit = Unit::load_program(&["sky.slang"], &loader, &options);
    /// let (target, rules) = (bind::targets::VULKAN, bind::binding_rules::SLANG_2026);
    /// let request = bind::Request { target, rules, options: bind::Options::default(), profile: None };
    /// let (sky, _) = unit.reflect(&unit.program(&request), "spirv");
    /// let [buffer, clouds] = &sky.parameters[1].slots[..] else { panic!("a buffer and a texture") };
    /// assert_eq!((&*clouds.path, clouds.place), ("night.clouds", Some(BindingLocation::Vulkan { set: 1, binding: 1 })));
    /// assert_eq!(buffer.buffer.as_ref().unwrap().members[0].size, bind::Amount::Finite(12));
    /// ```
    pub fn reflect(&self, layout: &bind::ProgramLayout, target: &str) -> (emit::reflect::Program, Diagnostics) {
        emit::reflect::reflect(&emit::reflect::Reflection {
            sources: &self.sources,
            module: &self.module,
            layout,
            target,
            documented: None,
        })
    }

    /// Reads a compiled SPIR-V module; `name` is its name in messages.
    ///
    /// ```
    /// let unit = padstone_read::Unit::read_compiled("note.spv", b"not a module");
    /// assert!(unit.diagnostics.has_errors());
    /// ```
    #[cfg(feature = "spirv")]
    pub fn read_compiled(name: &str, bytes: &[u8]) -> Unit {
        let artifact::Artifact { sources, module, layouts, stated_layout, rules, diagnostics } = artifact::read_spirv(name, bytes);
        Unit { sources, module, diagnostics, compiled: Some(CompiledFile { layouts, stated_layout, rules }) }
    }

    /// Without the feature `spirv`, a compiled module cannot be read.
    #[cfg(not(feature = "spirv"))]
    pub fn read_compiled(name: &str, _: &[u8]) -> Unit {
        Unit::unreadable(name, &LoadError::Unreadable("this build does not read SPIR-V".to_owned()))
    }

    /// Reads a source text; `name` is its name in messages, and the path that relative includes start from.
    pub fn read(name: &str, text: Arc<str>, loader: &dyn Loader, options: &Options) -> Unit {
        let mut unit = Unit::empty();
        match unit.sources.add_file(name, text) {
            Ok(file) => unit.parse(file, loader, options),
            Err(full) => return Unit::unreadable(name, &LoadError::Unreadable(full.to_string())),
        }
        unit
    }

    /// The layouts of the unit under a profile. For a compiled file, offsets are those of the file; sizes and alignments, which it does not
    /// contain, are those of the profile. [`layout::AS_COMPILED`] represents the rules that the file specifies, as files written by padstone
    /// do; if a file specifies none, sizes are the bytes in use.
    pub fn layout(&self, profile: &'static Profile) -> ModuleLayout {
        let mut layouts = self.bytes(profile);
        // The binding of whole programs is a third of `padstone-bind`, which a build for WGSL does without.
        if cfg!(feature = "cfamily") && self.module.language == Language::Slang && !self.diagnostics.has_errors() {
            layouts.diagnostics.append(bind::program_diagnostics(&self.module, profile));
        }
        layouts
    }

    /// The same, without the diagnostics about the program.
    pub fn bytes(&self, profile: &'static Profile) -> ModuleLayout {
        let Some(compiled) = &self.compiled else { return layout::layout(&self.module, profile) };
        let is_requested = !std::ptr::eq(profile, &layout::AS_COMPILED);
        let rules = if is_requested { Some(profile) } else { compiled.rules };
        let by_rules = rules.map(|rules| compiled.stated_layout.layout_under(&self.module, rules));
        // Rules that the file specifies, but that contradict its offsets, are ignored.
        let of_use = by_rules.filter(|layouts| is_requested || !layouts.diagnostics.has_errors());
        of_use.unwrap_or_else(|| compiled.layouts.clone())
    }

    /// The registers or bindings of the unit under binding rules.
    pub fn bind(&self, rules: &BindingRules, options: &bind::Options) -> Bindings {
        bind::bind(&self.module, rules, options)
    }

    fn parse(&mut self, file: FileId, loader: &dyn Loader, options: &Options) {
        self.declare(file, loader, options);
        self.check_encodings(loader, options.language);
    }

    /// Reports files that the compilers of the language reject for their encoding: tint, naga and glslang read UTF-8 without a byte order
    /// mark (measured; WGSL, 3, "Textual Structure"), DXC and slangc also UTF-16.
    fn check_encodings(&mut self, loader: &dyn Loader, language: Language) {
        let compilers = match language {
            Language::Wgsl | Language::Wgsl2020 => "tint and naga reject",
            Language::Glsl => "glslang rejects",
            Language::Hlsl | Language::Slang | Language::SpirV => return,
        };
        for (_, file) in self.sources.files() {
            let start = file.span(0, 0);
            let found = match loader.encoding(&file.name) {
                Encoding::Utf8 => continue,
                Encoding::MarkedUtf8 => {
                    let message = format!("the file begins with a byte order mark, which {compilers}");
                    let found =
                        Diagnostic::warning(&codes::SOURCE_ENCODING, message, start).help("save it as UTF-8 without a byte order mark");
                    found.note("a program that decodes the file removes the mark before it passes the text to a compiler")
                }
                Encoding::Utf16 => {
                    let message = format!("the file is UTF-16, which {compilers}");
                    Diagnostic::error(&codes::SOURCE_ENCODING, message, start).help("save it as UTF-8")
                }
            };
            self.diagnostics.push(found);
        }
    }

    fn declare(&mut self, file: FileId, loader: &dyn Loader, options: &Options) {
        match options.language {
            Language::Hlsl | Language::Glsl => {
                self.module = self.read_cfamily(&[file], loader, options);
                self.module.declare_globals();
            }
            Language::Slang => self.module = self.read_cfamily(&[file], loader, options),
            Language::Wgsl | Language::Wgsl2020 => {
                let edition = if options.language == Language::Wgsl { Edition::Current } else { Edition::Draft2020 };
                let options = wgsl::Options { edition, ..options.wgsl.clone() };
                self.module = wgsl::read_wgsl(&mut self.sources, file, loader, &options, &mut self.diagnostics);
                // Imports name what they import, so a missing module declares none of the unknown names.
                self.diagnostics.merge_unknown_names(|_, _| false);
                if cfg!(feature = "reflection") {
                    self.module.declare_globals();
                }
            }
            Language::SpirV => {
                let file = self.sources.file(file);
                *self = Unit::read_compiled(&file.name, file.text.as_bytes());
            }
        }
    }

    /// The declarations of a file in HLSL or GLSL, or those of a program in Slang.
    #[cfg(feature = "cfamily")]
    fn read_cfamily(&mut self, files: &[FileId], loader: &dyn Loader, options: &Options) -> Module {
        let (sources, mut found) = (&mut self.sources, Diagnostics::new());
        let module = match (options.language, files) {
            (Language::Hlsl, [file, ..]) => cfamily::read_hlsl(sources, *file, loader, &options.hlsl, &mut found),
            (Language::Glsl, [file, ..]) => cfamily::read_glsl(sources, *file, loader, &options.glsl, &mut found),
            _ => cfamily::read_slang(sources, files, loader, &options.slang, &mut found),
        };
        // The Slang front end does this for each translation unit.
        if options.language != Language::Slang {
            found.merge_unknown_names(|include, name| may_declare(&self.sources, include, name));
        }
        let is_limit = |found: &Diagnostic| [&codes::EXPANSION_LIMIT, &codes::SOURCE_TOO_LARGE].contains(&found.code);
        match found.iter().position(is_limit) {
            None => {
                self.diagnostics.append(found);
                module
            }
            // After a limit, macros and includes are not expanded, so later declarations may be wrong, and so may the bindings of earlier ones.
            Some(limit) => {
                found.iter().take(limit + 1).for_each(|found| self.diagnostics.push(found.clone()));
                // Diagnostics name the macros.
                Module { language: module.language, options: module.options, names: module.names, ..Module::default() }
            }
        }
    }

    /// Without the feature `cfamily`, WGSL is the only language.
    #[cfg(not(feature = "cfamily"))]
    fn read_cfamily(&mut self, files: &[FileId], _: &dyn Loader, options: &Options) -> Module {
        let reason = LoadError::Unreadable(format!("this build does not read {}", options.language.name()));
        for file in files {
            self.diagnostics.push(unreadable(&self.sources.file(*file).name, &reason));
        }
        Module::default()
    }

    fn unreadable(path: &str, error: &LoadError) -> Unit {
        let mut unit = Unit::empty();
        unit.diagnostics.push(unreadable(path, error));
        unit
    }

    fn empty() -> Unit {
        Unit { sources: SourceMap::new(), module: Module::default(), diagnostics: Diagnostics::new(), compiled: None }
    }
}

/// Whether a name may be declared by a file that an include requests: its use does not precede the include in one file.
#[cfg(feature = "cfamily")]
fn may_declare(sources: &SourceMap, include: Span, name: Span) -> bool {
    let [include, name] = [include, name].map(|span| sources.call_site(span).start);
    sources.file_of(include) != sources.file_of(name) || include < name
}

fn unreadable(path: &str, error: &LoadError) -> Diagnostic {
    let found = Diagnostic::without_place(&codes::FILE_UNREADABLE, format!("cannot read `{path}`: {error}"));
    if *error == LoadError::NotFound { found.missing(path, vec![path.to_owned()]) } else { found }
}
