//! The large programs in `examples/slang`: libslang compiles them, including bodies, and its reflection of each equals
//! padstone's.

use std::path::Path;

use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::sampled;
use padstone_testing::slang::{GeneratedCode, Slang, SlangVerdict};

use crate::slang::compiled::{Case, request};
use crate::slang::reflect::{options, reflect};
use crate::slang::tree::differences;

/// The directory of each, and its first file; the others are modules.
const PROGRAMS: [(&str, &str); 3] =
    [("clustered", "clustered.slang"), ("path-tracer", "path_tracer.slang"), ("gpu-driven", "gpu_driven.slang")];
const TARGETS: [&str; 7] = ["hlsl", "spirv", "wgsl", "metal", "cuda", "cpp", "glsl"];
/// The targets that support all of the stages, and for which libslang itself generates code.
const COMPILED: [&str; 2] = ["spirv", "hlsl"];

#[test]
fn renderers_are_compiled() {
    let Some(slang) = Slang::find("programs as large as a renderer's compiled by libslang") else { return };
    for target in sampled(COMPILED, 2) {
        let cases: Vec<Case> = PROGRAMS.iter().map(|program| case(*program, target, &[])).collect();
        let requests: Vec<_> = cases.iter().map(|case| request(case, &case.files[0].1, target)).collect();
        for (case, compiled) in cases.iter().zip(slang.compile(&requests)) {
            let GeneratedCode::Code(codes) = compiled else { panic!("{} for {target}: {compiled:?}", case.name) };
            let bytes: usize = codes.iter().map(Vec::len).sum();
            assert!(bytes > 40_000, "{} for {target} are {bytes} bytes", case.name);
        }
    }
}

#[test]
fn renderers_match_libslang() {
    let Some(slang) = Slang::find("programs as large as a renderer's compared with libslang's reflection") else { return };
    for target in sampled(TARGETS, 4) {
        let cases: Vec<Case> = PROGRAMS.iter().map(|program| case(*program, target, of_target(program.0, target))).collect();
        let requests: Vec<_> = cases.iter().map(|case| request(case, &case.files[0].1, target)).collect();
        for (case, verdict) in cases.iter().zip(slang.ask(&requests)) {
            let SlangVerdict::Accepted(theirs) = verdict else { panic!("{} for {target}: {verdict:?}", case.name) };
            let files: Vec<(&str, &str)> = case.files.iter().map(|(name, text)| (&**name, &**text)).collect();
            let ours = reflect(&files, target, &case.flags).unwrap_or_else(|errors| panic!("{} for {target}: {errors:?}", case.name));
            let found = differences(&theirs, &ours);
            assert!(found.is_empty(), "{} for {target}\n{}", case.name, found.join("\n"));
        }
    }
}

#[test]
fn renderers_have_no_errors() {
    for (folder, main) in PROGRAMS {
        let case = case((folder, main), "spirv", &[]);
        let files = case.files.iter().map(|(name, text)| (&**name, &**text));
        let (slang, request) = options("spirv", &case.flags);
        let unit =
            Unit::load_program(&[main], &MemoryLoader::new(files), &Options { language: Language::Slang, slang, ..Options::default() });
        let layout = unit.program(&request);
        let found: Vec<&str> = unit.diagnostics.iter().chain(layout.diagnostics.iter()).map(|found| &*found.message).collect();
        assert_eq!(found, [""; 0], "{folder}");
    }
}

/// Bodies use features that some targets lack, which does not affect locations; and libslang 2026.12 crashes on ray tracing for targets
/// without it, so for those only the first stage is compared.
fn of_target(folder: &str, target: &str) -> &'static [&'static str] {
    match (folder, target) {
        ("path-tracer", "metal" | "cuda" | "cpp") => &["-ignore-capabilities", "-entry", "generate", "-stage", "raygeneration"],
        _ => &["-ignore-capabilities"],
    }
}

fn case((folder, main): (&str, &str), target: &str, flags: &[&str]) -> Case {
    let profile: &[&str] = if target == "hlsl" { &["-profile", "sm_6_6"] } else { &[] };
    let flags = [&["-matrix-layout-row-major"], profile, flags].concat();
    Case { name: folder.to_owned(), files: files(folder, main), flags: flags.into_iter().map(str::to_owned).collect() }
}

/// The files of a program, the first one first.
fn files(folder: &str, main: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/slang").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the examples are there");
    let mut names: Vec<String> = entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    names.sort_by_key(|name| (name != main, name.clone()));
    let read = |name: String| {
        let text = std::fs::read_to_string(folder.join(&name)).expect("an example");
        (name, text)
    };
    names.into_iter().map(read).collect()
}
