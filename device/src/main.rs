//! Proves layouts: a software Vulkan device writes every leaf of every buffer, and exactly the bytes in padstone's layout must change.
//!
//! ```text
//! cargo run -p padstone-device -- scene.glsl --rules std430,scalar
//! cargo run -p padstone-device -- --generated 500
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::process::ExitCode;

use padstone_device::{Gpu, Proof, prove_naga, prove_spirv};
use padstone_generate::wgsl::{ModuleFeatures, module};
use padstone_generate::{Choices, bytes};
use padstone_read::layout::{self, Profile};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, cfamily::GlslOptions, cfamily::glsl_stage};

const USAGE: &str = "\
usage: padstone-device FILE… [--rules NAME[,NAME…]]
       padstone-device --generated COUNT [--rules NAME[,NAME…]]

Writes to every leaf of every buffer of each FILE (.wgsl, 2020.wgsl, .hlsl, .comp and other stages of GLSL, without #include), or of COUNT generated
WGSL modules, on lavapipe, and reports each byte that changed outside the leaf's bytes in padstone's layout. The shader is the SPIR-V module of
`padstone emit spirv` with added stores; for the profile `naga`, the source compiled by naga. Without --rules: std140, std430, scalar
and wgsl. The exit code is 1 if there is such a byte.";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(profiles) = rules(&mut arguments) else { return usage() };
    let Some(sources) = sources(&arguments) else { return usage() };
    let Some(gpu) = Gpu::find("layouts on a device") else {
        eprintln!("lavapipe is not installed (Debian package mesa-vulkan-drivers)");
        return ExitCode::from(2);
    };
    let mut matches_all = true;
    for profile in profiles {
        let mut all = Proof::default();
        for (name, text) in &sources {
            match prove(&gpu, name, text, profile) {
                Ok(mut proof) => {
                    proof.wrong.iter_mut().for_each(|line| line.insert_str(0, &format!("{name}, ")));
                    all.add(proof);
                }
                Err(reason) => all.wrong.push(format!("{name}: {reason}")),
            }
        }
        let Proof { buffers, structs, stores, left_out, wrong } = all;
        println!(
            "{}: {structs} structs in {buffers} buffers, {stores} stores; {} left out, {} wrong",
            profile.name,
            left_out.len(),
            wrong.len()
        );
        left_out.iter().for_each(|line| println!("  left out: {line}"));
        wrong.iter().for_each(|line| println!("  wrong: {line}"));
        matches_all &= wrong.is_empty();
    }
    if matches_all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

/// Removes `--rules` from the arguments.
fn rules(arguments: &mut Vec<String>) -> Option<Vec<&'static Profile>> {
    let names = match arguments.iter().position(|argument| argument == "--rules") {
        Some(index) if index + 1 < arguments.len() => arguments.drain(index..index + 2).nth(1)?,
        Some(_) => return None,
        None => "std140,std430,scalar,wgsl".to_owned(),
    };
    names.split(',').map(layout::find).collect()
}

/// The names and texts of the modules to prove.
fn sources(arguments: &[String]) -> Option<Vec<(String, String)>> {
    match arguments {
        [] => None,
        [flag, count] if flag == "--generated" => {
            let generated = |seed| (format!("{seed}.wgsl"), module(&mut Choices::new(&bytes(seed, 2_000)), ModuleFeatures::naga()));
            Some((0..count.parse().ok()?).map(generated).collect())
        }
        files => files.iter().map(|file| Some((file.clone(), std::fs::read_to_string(file).ok()?))).collect(),
    }
}

fn prove(gpu: &Gpu, name: &str, text: &str, profile: &'static Profile) -> Result<Proof, String> {
    let extension = name.rsplit('.').next().unwrap_or_default();
    let language = match extension {
        "wgsl" if name.ends_with("2020.wgsl") => Language::Wgsl2020,
        "wgsl" => Language::Wgsl,
        "hlsl" => Language::Hlsl,
        _ => Language::Glsl,
    };
    let glsl = GlslOptions { stage: glsl_stage(extension), ..GlslOptions::default() };
    let unit = Unit::read(name, text.into(), &MemoryLoader::default(), &Options { language, glsl, ..Options::default() });
    if let Some(error) = unit.diagnostics.iter().find(|found| found.severity == padstone_read::diag::Severity::Error) {
        return Err(error.message.clone());
    }
    if profile.name == "naga" { prove_naga(gpu, text, &unit, profile) } else { prove_spirv(gpu, &unit, profile) }
}
