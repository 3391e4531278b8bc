//! The output for each example is a file that its compiler accepts alone, without a warning.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use padstone_read::emit::host::{self, HostOptions, HostTypes};
use padstone_read::layout::{self, Profile, slang_profiles};
use padstone_read::model::Language;
use padstone_read::source::{LoadError, Loader};
use padstone_read::{Options, Unit};
use padstone_testing::{Oracle, is_full, sampled, test_data};

/// A host language, its extension, and a command that accepts a file, whose path is appended. A header is included by an empty file.
const COMPILERS: [(&str, &str, &[&str]); 5] = [
    ("rust", "rs", &["rustc", "--edition=2021", "--crate-type=lib", "--emit=metadata", "-Dwarnings", "-o", "alone.rmeta"]),
    (
        "c",
        "h",
        &[
            "gcc",
            "-std=c11",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
            "-Wno-unused-function",
            "-fsyntax-only",
            "-xc",
            "/dev/null",
            "-include",
        ],
    ),
    ("cpp", "hpp", &["g++", "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-xc++", "/dev/null", "-include"]),
    ("python", "py", &["/usr/bin/python3", "-W", "error"]),
    ("typescript", "ts", &["esbuild", "--outfile=alone.js", "--log-level=warning"]),
];

#[test]
fn compilers_accept_the_host_file_of_each_example() {
    let examples = examples();
    for (name, extension, line) in COMPILERS {
        if Oracle::find(line[0], &format!("emitted {name} of the examples compiled alone")).is_none() {
            continue;
        }
        let language = host::LANGUAGES.iter().find(|language| language.name == name).expect("a language");
        let types = HostTypes::new(language, None, &[]).expect("types of the language");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("alone-{name}"));
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        let mut files = 0;
        for (path, unit, profiles) in sampled(&examples, 2) {
            for profile in sampled(profiles, 3) {
                let layouts = unit.layout(profile);
                let mut text = Vec::new();
                let options = HostOptions { file: "scene", selected: &[], ..HostOptions::default() };
                host::write(&mut text, &types, &unit.module, &layouts, &options).expect("a vector takes all");
                let file = folder.join(format!("alone.{extension}"));
                std::fs::write(&file, &text).expect("the file can be written");
                let output = Command::new(line[0]).args(&line[1..]).arg(&file).current_dir(&folder).output().expect("it starts");
                let stderr = String::from_utf8_lossy(&output.stderr);
                let text = String::from_utf8_lossy(&text);
                assert!(output.status.success() && stderr.is_empty(), "{name} of {path} under {}: {stderr}\n{text}", profile.name);
                files += 1;
            }
        }
        println!("{name}: {files} files of {} examples", examples.len());
        assert!(files >= if is_full() { 25 } else { examples.len() / 2 }, "{name}: only {files} files");
    }
}

/// Every example with the profiles of its language, for Slang with each of them.
fn examples() -> Vec<(String, Unit, Vec<&'static Profile>)> {
    let folder = std::fs::read_dir(test_data("../examples")).expect("the folder of examples");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("an entry of the folder").path()).collect();
    paths.sort();
    let mut examples = Vec::new();
    for path in paths {
        let path = path.to_str().expect("a path in UTF-8");
        let (language, profiles) = match path.rsplit('.').next() {
            Some("hlsl") => (Language::Hlsl, vec![&layout::DXC, &layout::DXC_SPIRV, &layout::DXC_SPIRV_SCALAR]),
            Some("slang") => (Language::Slang, slang_profiles().to_vec()),
            Some("wgsl") if path.contains("2020") => (Language::Wgsl2020, vec![&layout::WGSL_2020]),
            Some("wgsl") => (Language::Wgsl, vec![&layout::WGSL, &layout::NAGA]),
            Some("vert" | "frag" | "comp") => (Language::Glsl, vec![&layout::GLSLANG]),
            _ => continue,
        };
        let wgsl = padstone_read::wgsl::Options {
            include_dirs: vec![test_data("../examples/include").to_string_lossy().into_owned()],
            defines: vec![("SHADOW_CASCADES".to_owned(), Some("2".to_owned()))],
            ..padstone_read::wgsl::Options::default()
        };
        let unit = Unit::load(path, &Files, &Options { language, wgsl, ..Options::default() });
        // One example demonstrates errors.
        if !unit.diagnostics.has_errors() {
            examples.push((path.to_owned(), unit, profiles));
        }
    }
    examples
}

struct Files;

impl Loader for Files {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        std::fs::read_to_string(path).map(Into::into).map_err(|_| LoadError::NotFound)
    }
}
