//! Byte-exact layouts of shader data: where every byte lies and which register everything gets, as real
//! compilers do it, with the reasons.
//!
//! ```
//! use padstone::{Options, Unit, layout, source::MemoryLoader};
//!
//! let text = "cbuffer Camera { float4x4 view; float3 position; float exposure; }";
//! let unit = Unit::read("camera.hlsl", text.into(), &MemoryLoader::default(), &Options::default());
//! let layouts = unit.layout(&layout::DXC);
//! let camera = &layouts.layouts[0];
//! assert_eq!(camera.size.bytes(), 80);
//! ```
//!
//! A [`Unit`] is one source file with all it includes, read. The crates behind it are modules here:
//! [`model`] is what a unit declares, [`mod@layout`] says where its bytes lie, [`bind`] which registers it gets,
//! [`emit`] writes that out, [`diag`] and [`source`] are what messages are made of.

use std::sync::Arc;

pub use padstone_bind as bind;
pub use padstone_cfamily as cfamily;
pub use padstone_diag as diag;
pub use padstone_emit as emit;
pub use padstone_layout as layout;
pub use padstone_model as model;
pub use padstone_source as source;

use bind::{Bindings, Policy};
use diag::{Diagnostic, Diagnostics, codes};
use layout::{ModuleLayout, Profile};
use model::{Language, Module};
use source::{FileId, LoadError, Loader, SourceMap};

/// How to read a source file.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The language of the file.
    pub language: Language,
    /// What the front end of HLSL takes into account.
    pub hlsl: cfamily::Options,
}

/// A source file with all that it includes, read.
#[derive(Debug)]
pub struct Unit {
    /// All files that were read, and all macro expansions.
    pub sources: SourceMap,
    /// What they declare.
    pub module: Module,
    /// What is wrong with them.
    pub diagnostics: Diagnostics,
}

impl Unit {
    /// Reads the file at a path. If that fails, the unit holds nothing but the diagnostic that says so.
    pub fn load(path: &str, loader: &dyn Loader, options: &Options) -> Unit {
        match loader.load(path) {
            Ok(text) => Unit::read(path, text, loader, options),
            Err(error) => Unit::unreadable(path, &error),
        }
    }

    /// Reads a source text; `name` is what messages call it and what relative includes start from.
    pub fn read(name: &str, text: Arc<str>, loader: &dyn Loader, options: &Options) -> Unit {
        let mut unit = Unit::empty();
        match unit.sources.add_file(name, text) {
            Ok(file) => unit.parse(file, loader, options),
            Err(full) => return Unit::unreadable(name, &LoadError::Unreadable(full.to_string())),
        }
        unit
    }

    /// Where every byte of the unit lies under a profile.
    pub fn layout(&self, profile: &'static Profile) -> ModuleLayout {
        layout::layout(&self.module, profile)
    }

    /// Which registers or bindings the unit gets under a policy.
    pub fn bind(&self, policy: &'static Policy, options: &bind::Options) -> Bindings {
        bind::bind(&self.module, policy, options)
    }

    fn parse(&mut self, file: FileId, loader: &dyn Loader, options: &Options) {
        let language = match options.language {
            Language::Hlsl => {
                self.module = cfamily::read_hlsl(&mut self.sources, file, loader, &options.hlsl, &mut self.diagnostics);
                return;
            }
            Language::Slang => "Slang",
            Language::Glsl => "GLSL",
            Language::Wgsl | Language::Wgsl2020 => "WGSL",
            Language::SpirV => "SPIR-V",
        };
        let start = self.sources.file(file).span(0, 0);
        let message = format!("{language} is not supported yet");
        self.diagnostics.push(Diagnostic::error(&codes::LANGUAGE_UNSUPPORTED, message, start).help("padstone reads HLSL so far"));
    }

    fn unreadable(path: &str, error: &LoadError) -> Unit {
        let mut unit = Unit::empty();
        unit.diagnostics.push(Diagnostic::without_place(&codes::FILE_UNREADABLE, format!("cannot read `{path}`: {error}")));
        unit
    }

    fn empty() -> Unit {
        Unit { sources: SourceMap::new(), module: Module::default(), diagnostics: Diagnostics::new() }
    }
}
