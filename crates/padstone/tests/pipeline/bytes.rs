//! Reads the language and the options from the first byte of an input, and the source from the rest.

use std::io::{self, Write};

use padstone_read::{Options, cfamily, model, wgsl};

use crate::pipeline::run;

/// Runs the pipeline on a text whose first byte encodes the options.
///
/// # Errors
/// Those of `out`.
pub(crate) fn run_bytes(data: &[u8], out: &mut dyn Write) -> io::Result<()> {
    match data.split_first() {
        Some((&choice, text)) => run(&String::from_utf8_lossy(text), &options(choice), out),
        None => Ok(()),
    }
}

/// The three high bits select the language, the others its options.
fn options(choice: u8) -> Options {
    let is_set = |bit: u8| choice & bit != 0;
    let default_major = if is_set(2) { model::Major::Row } else { model::Major::Column };
    let entry = is_set(8).then(|| "main".to_owned());
    let defines = vec![("feature".to_owned(), None), ("VALUE".to_owned(), Some("3".to_owned()))];
    let language = match choice >> 5 {
        0 => model::Language::Hlsl,
        1 => model::Language::Slang,
        2 | 3 => model::Language::Glsl,
        4 | 5 => model::Language::Wgsl,
        6 => model::Language::Wgsl2020,
        _ => model::Language::SpirV,
    };
    Options {
        language,
        hlsl: cfamily::Options {
            native_16bit: is_set(1),
            default_major,
            spirv: is_set(4),
            entry: entry.clone(),
            hlsl_version: if is_set(16) { 2016 } else { 2021 },
            ..cfamily::Options::default()
        },
        slang: cfamily::SlangOptions { default_major, ..cfamily::SlangOptions::default() },
        glsl: cfamily::GlslOptions {
            stage: is_set(1).then_some(padstone_read::model::Stage::Compute),
            target: if is_set(4) { cfamily::TargetEnv::OpenGl } else { cfamily::TargetEnv::Vulkan },
            default_major,
            entry: entry.clone(),
            ..cfamily::GlslOptions::default()
        },
        wgsl: wgsl::Options { entry, bodies: is_set(1), defines, ..wgsl::Options::default() },
    }
}
