//! `cargo xtask fuzz`: libFuzzer on the stable compiler.
//!
//! What `cargo fuzz` asks of a nightly compiler is the address sanitizer; the coverage counters alone are options
//! of LLVM that the stable one passes on, and with code that is all safe they are what counts. So nothing has to
//! be installed but a C++ compiler, which libFuzzer itself is built with.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::command::{cargo, program, root, stream, succeeds};

/// The programs in `fuzz/targets`.
const TARGETS: [&str; 2] = ["bytes", "programs"];

/// Coverage counters and compare tracing, as `cargo fuzz` asks for them, without a sanitizer; and overflow checks.
const RUSTFLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions -Ccodegen-units=1";

/// Where the targets are built: apart from the rest, whose flags are others.
const BUILD: &str = "target/fuzz";

/// Fuzzes every target for its share of `seconds`, beginning with the examples and all earlier finds.
pub(crate) fn run(seconds: u32) -> ExitCode {
    if commands(seconds).is_some_and(|commands| commands.into_iter().all(|command| stream(command, |_| {}))) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Whether the machine can build the targets.
pub(crate) fn possible() -> bool {
    succeeds(program("c++", &["--version"]))
}

/// One command for each target, built and ready; `None` if they do not build.
pub(crate) fn commands(seconds: u32) -> Option<Vec<Command>> {
    let host = host()?;
    let mut build = cargo(&["build", "--release", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target", &host]);
    build.args(["--target-dir", BUILD]).env("RUSTFLAGS", RUSTFLAGS).env_remove("CARGO_TARGET_DIR");
    if !stream(build, |_| {}) {
        return None;
    }
    let share = format!("-max_total_time={}", seconds.div_ceil(TARGETS.len() as u32));
    Some(TARGETS.iter().map(|target| fuzz(target, &host, &share)).collect())
}

fn fuzz(target: &str, host: &str, share: &str) -> Command {
    let corpus = format!("fuzz/corpus/{target}");
    let finds = format!("fuzz/artifacts/{target}/");
    for folder in [&corpus, &finds] {
        // Should this fail, libFuzzer says so.
        let _ = fs::create_dir_all(root().join(folder));
    }
    let binary: PathBuf = root().join(BUILD).join(host).join("release").join(target);
    let mut command = program(binary, &[&corpus]);
    if target == "bytes" {
        // The first folder is the one that new inputs go to; the others are only read.
        command.args(["crates/padstone/tests/fuzz-finds", "examples", "-dict=fuzz/hlsl.dict", "-max_len=4096"]);
    }
    command.args([share, "-timeout=10", "-rss_limit_mb=1024", "-print_final_stats=1", "-verbosity=0"]);
    command.arg(format!("-artifact_prefix={finds}"));
    command
}

/// The triple of this machine.
fn host() -> Option<String> {
    let output = Command::new("rustc").arg("-vV").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().find_map(|line| line.strip_prefix("host: ").map(str::to_owned))
}
