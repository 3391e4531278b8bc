//! Sources in languages other than HLSL.

use padstone_read::bind::{self, binding_rules};
use padstone_read::model::Language;
use padstone_read::source::Interner;
use padstone_read::{Options, cfamily, layout, wgsl};

use crate::common::layouts::{Compiled, compile_with};

/// Reads and lays out a text as the compilers of its language do: WGSL by its extension, GLSL by that of a stage.
pub(crate) fn compile_file(file: &str, source: &str, profile: &str) -> Compiled {
    compile_file_knowing(file, source, profile, Interner::new())
}

/// The same with names that are interned already.
pub(crate) fn compile_file_knowing(file: &str, source: &str, profile: &str, names: Interner) -> Compiled {
    let profile = layout::find(profile).expect("a profile");
    let extension = file.rsplit('.').next().unwrap_or_default();
    let (language, policy) = match extension {
        "wgsl" => (Language::Wgsl, &binding_rules::WGSL),
        _ => (Language::Glsl, &binding_rules::GLSLANG),
    };
    let wgsl = wgsl::Options { names: names.clone(), ..wgsl::Options::default() };
    let glsl = cfamily::GlslOptions { names, stage: cfamily::glsl_stage(extension), ..cfamily::GlslOptions::default() };
    compile_with(file, source, &Options { language, glsl, wgsl, ..Options::default() }, profile, policy, &bind::Options::default())
}
