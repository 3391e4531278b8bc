//! `cargo xtask fuzz`: runs the whole pipeline on arbitrary bytes with libFuzzer, on stable Rust.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::command::{cargo, find, program, root};

/// The fuzz targets of `fuzz/targets`.
pub(crate) const TARGETS: [&str; 4] = ["bytes", "files", "programs", "rewrites"];

/// The time limit of one input, and the memory limit of all. The machine may be busy.
const LIMITS: &[&str] = &["-timeout=60", "-rss_limit_mb=2048", "-malloc_limit_mb=1024"];

/// The LLVM options of cargo-fuzz, which are available on stable, unlike the sanitizers.
const COVERAGE: &[&str] = &[
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "-Ccodegen-units=1",
];

/// Fuzzes every target for this many seconds.
pub(crate) fn run(seconds: &str) -> ExitCode {
    let Ok(build) = build() else {
        println!("{NO_COMPILER}");
        return ExitCode::FAILURE;
    };
    let succeeded = |mut command: Command| command.status().is_ok_and(|status| status.success());
    let clean = succeeded(build) && TARGETS.iter().all(|target| succeeded(fuzzer(target, &[&format!("-max_total_time={seconds}")])));
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The reason why the targets cannot be built, if any.
pub(crate) const NO_COMPILER: &str = "libFuzzer needs a C++ compiler (Debian package g++ or clang-22)";

/// The command that builds the targets.
///
/// # Errors
/// There is no C++ compiler to build libFuzzer with.
pub(crate) fn build() -> Result<Command, ()> {
    let mut build =
        cargo(&["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "fuzz/target", "--target", host().as_str()]);
    build.env("RUSTFLAGS", COVERAGE.join(" "));
    if std::env::var_os("CXX").is_none() && find("c++").is_none() {
        build.env("CXX", find("clang++-22").ok_or(())?);
    }
    Ok(build)
}

/// The command that runs a target. It writes new inputs to `fuzz/corpus`, and inputs that crash to `fuzz/artifacts`.
pub(crate) fn fuzzer(target: &str, arguments: &[&str]) -> Command {
    let corpus = format!("fuzz/corpus/{target}");
    let artifacts = format!("fuzz/artifacts/{target}/");
    for folder in [&corpus, &artifacts] {
        // The fuzzer reports failures.
        let _ = std::fs::create_dir_all(root().join(folder));
    }
    let binary: PathBuf = [root().to_str().expect("a path in UTF-8"), "fuzz/target", &host(), "release", target].iter().collect();
    let mut command = program(binary, &[&corpus]);
    match target {
        "bytes" => {
            sow(&root().join(&corpus));
            command.args(["crates/padstone/tests/fuzz-finds", "-dict=fuzz/languages.dict"]);
        }
        "rewrites" => {
            sow_rewrites(&root().join(&corpus));
            command.arg("-dict=fuzz/languages.dict");
        }
        _ => {}
    }
    command.arg(format!("-artifact_prefix={artifacts}")).args(LIMITS).args(arguments);
    command
}

/// Adds every example to a corpus, after the bytes that select its language in `crates/padstone/tests/pipeline/bytes.rs`.
fn sow(corpus: &Path) {
    let choices = |name: &str| match name.rsplit_once('.')?.1 {
        "hlsl" => Some([0x00, 0x05]),
        "slang" => Some([0x20, 0x22]),
        "vert" | "frag" | "comp" => Some([0x40, 0x44]),
        "wgsl" if name.contains("2020") => Some([0xC0, 0xC1]),
        "wgsl" | "wesl" => Some([0x80, 0x81]),
        _ => None,
    };
    for entry in std::fs::read_dir(root().join("examples")).expect("the examples").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        for choice in choices(&name).into_iter().flatten() {
            let text = std::fs::read(entry.path()).expect("an example is a file");
            // Without it, the fuzzer starts with a smaller corpus.
            let _ = std::fs::write(corpus.join(format!("{choice:02x}-{name}")), [&[choice][..], &text].concat());
        }
    }
}

/// Adds every input of the rewriter's tests to a corpus, after the bytes that select its edition, options and passes in
/// `fuzz/targets/rewrites.rs`: once for each of the first passes, with the options for Vulkan and without options.
fn sow_rewrites(corpus: &Path) {
    let inputs = root().join("crates/padstone-rewrite/tests/rewrite/files");
    for entry in std::fs::read_dir(inputs).expect("the inputs of the rewriter").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".wgsl").filter(|stem| !stem.ends_with(".out")) else { continue };
        let edition = u8::from(!stem.ends_with("_2020"));
        let text = std::fs::read(entry.path()).expect("an input is a file");
        for (target, pass) in (0..5).flat_map(|pass| [(0, pass), (0x10, pass)]) {
            // Without it, the fuzzer starts with a smaller corpus.
            let _ = std::fs::write(corpus.join(format!("{target:02x}-{pass}-{name}")), [&[edition | target, pass][..], &text].concat());
        }
    }
}

/// The triple of this machine. With an explicit `--target`, build scripts have no coverage counters.
fn host() -> String {
    let output = program("rustc", &["-vV"]).output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let host = output.ok().and_then(|text| Some(text.lines().find_map(|line| line.strip_prefix("host: "))?.to_owned()));
    host.expect("rustc prints its host")
}
