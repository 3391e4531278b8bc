//! `cargo xtask test`: all set-up, all tests.

use std::fs;
use std::process::ExitCode;

use crate::command::{cargo, root, succeeds};
use crate::report::{Beside, Report};
use crate::{fuzz, oracles};

/// How long each fuzz target runs: too short to find much, long enough to see that it still runs.
const FUZZING: &[&str] = &["-seed=1", "-max_total_time=15", "-verbosity=0"];

/// Installs what is missing unless told not to, runs everything, and says what came of it. `full` is for more than everyday.
pub(crate) fn run(install: bool, full: bool) -> ExitCode {
    if install {
        oracles::install();
    }
    let mut report = Report::default();

    if succeeds(cargo(&["fmt", "--version"])) {
        report.check("formatting", cargo(&["fmt", "--all", "--check"]));
    } else {
        report.missing("formatting", "rustfmt is not installed");
    }
    if succeeds(cargo(&["clippy", "--version"])) {
        report.check("lints", cargo(&["clippy", "--all-targets", "--", "-D", "warnings"]));
    } else {
        report.missing("lints", "clippy is not installed");
    }

    // All of the workspace at once: what the crates beside the default ones share with these is built once for both.
    report.check("tests build", cargo(&["test", "--workspace", "--no-run"]));
    // Many tests wait for one compiler: what the targets need is built on the cores that would wait with them.
    let fuzz_targets = fuzz::build().map(|mut build| {
        // Optimised as the tests are: for so short a run more is not worth its minutes.
        build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
        Beside::start("fuzz targets build", build)
    });

    // Tests that cannot ask a compiler because it is not there append a line to this file.
    let unchecked = root().join("target/unchecked.txt");
    let _ = fs::create_dir_all(root().join("target"));
    let _ = fs::remove_file(&unchecked);
    // What they count is worth reading.
    let mut tests = cargo(&["test", "--workspace", "--no-fail-fast", "--", "--show-output"]);
    tests.env("PADSTONE_UNCHECKED", &unchecked);
    if full {
        tests.env("PADSTONE_FULL", "1");
    }
    report.tests("tests", tests);
    report.unchecked(&fs::read_to_string(&unchecked).unwrap_or_default());

    let mut documentation = cargo(&["doc", "--no-deps", "--lib"]);
    documentation.env("RUSTDOCFLAGS", "-D warnings");
    report.check("documentation", documentation);

    match fuzz_targets {
        Ok(build) => {
            if report.finished(build) {
                let fuzzers = fuzz::TARGETS.map(|target| Beside::start(format!("fuzz target {target}"), fuzz::fuzzer(target, FUZZING)));
                for fuzzer in fuzzers {
                    report.finished(fuzzer);
                }
            }
        }
        Err(()) => report.missing("fuzz targets", fuzz::NO_COMPILER),
    }

    report.finish()
}
