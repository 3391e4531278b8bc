//! Bytes as a text, and the options to read it with.

use std::io::{self, Write};

use padstone::{Options, cfamily, model};

use crate::pipeline::run;

/// Does everything with a text whose first byte stands for the options.
///
/// # Errors
/// Those of `out`.
pub(crate) fn run_bytes(data: &[u8], out: &mut dyn Write) -> io::Result<()> {
    match data.split_first() {
        Some((&choice, text)) => run(&String::from_utf8_lossy(text), &options(choice), out),
        None => Ok(()),
    }
}

fn options(choice: u8) -> Options {
    let hlsl = cfamily::Options {
        native_16bit: choice & 1 != 0,
        default_major: if choice & 2 != 0 { model::Major::Row } else { model::Major::Column },
        spirv: choice & 4 != 0,
        entry: (choice & 8 != 0).then(|| "main".to_owned()),
        hlsl_version: if choice & 16 != 0 { 2016 } else { 2021 },
        ..cfamily::Options::default()
    };
    let slang = cfamily::SlangOptions { default_major: hlsl.default_major, ..cfamily::SlangOptions::default() };
    let language = if choice & 32 != 0 { model::Language::Slang } else { model::Language::Hlsl };
    Options { language, hlsl, slang, ..Options::default() }
}
