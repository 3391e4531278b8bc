//! `cargo xtask test`: installs missing tools and runs all tests.

use std::fs;
use std::process::{Command, ExitCode};

use crate::command::{cargo, root, succeeds};
use crate::report::{ParallelCheck, Report};
use crate::{fuzz, instructions, oracles};

/// The extent of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunExtent {
    /// All recorded results, and small numbers of generated programs.
    Everyday,
    /// Large numbers of generated programs, with unit tests, lints, documentation, a device, host libraries, peers and fuzz targets.
    Full,
}

/// The programs of `device`, `hosts` and `peers`, which only full runs build.
const HEAVY_PROGRAMS: &[&str] = &["device", "imports", "layouts", "libraries", "naga"];

/// The environment variable of a full run.
pub(crate) const FULL: &str = "PADSTONE_FULL";

/// The time for each fuzz target, which only checks that it still runs.
const FUZZING: &[&str] = &["-seed=1", "-max_total_time=15", "-verbosity=0"];

/// Installs missing tools unless disabled, runs all tests, and reports the results.
pub(crate) fn run(install: bool, extent: RunExtent) -> ExitCode {
    let mut report = Report::default();
    // Downloads run while the tests are compiled.
    let set_up = install.then(|| ParallelCheck::start("set-up", oracles::installer()));
    let mut programs = match extent {
        RunExtent::Everyday => report.build("tests build", cargo(&["test", "--test", "*", "--examples"])),
        RunExtent::Full => report.build("tests build", cargo(&["test", "--profile", "full", "--test", "*", "--examples"])),
    };
    if extent == RunExtent::Everyday {
        // Brief, and no other everyday test notices when the lists of this program no longer match the sources.
        programs.extend(report.build("unit tests build", cargo(&["test", "--bins", "--package", "xtask"])));
    } else {
        // They take longest, so they start first.
        programs = [report.build("device, hosts and peers build", heavy_tests()), programs].concat();
        // The few tests inside crates run briefly, but each crate is compiled again for them: optimized, that would take three times as long.
        programs.extend(report.build("unit tests build", cargo(&["test", "--lib", "--bins", "--profile", "dev"])));
    }
    let fuzz_targets = (extent == RunExtent::Full).then(|| {
        fuzz::build().map(|mut build| {
            // Optimized as in tests: a higher level takes longer to compile than it saves in so short a run.
            build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
            ParallelCheck::start("fuzz targets build", build)
        })
    });
    if let Some(set_up) = set_up {
        report.finished(set_up);
    }

    if succeeds(cargo(&["fmt", "--version"])) {
        report.check("formatting", cargo(&["fmt", "--all", "--check"]));
    } else {
        report.missing("formatting", "rustfmt is not installed");
    }

    // Tests that skip a compiler because it is not installed append a line to this file.
    let unchecked = root().join("target/unchecked.txt");
    let _ = fs::create_dir_all(root().join("target"));
    let _ = fs::remove_file(&unchecked);
    let mut environment = vec![("PADSTONE_UNCHECKED", unchecked.clone())];
    if extent == RunExtent::Full {
        environment.push((FULL, "1".into()));
    }
    // Their counts are informative.
    report.programs("tests", programs, &["--show-output"], &environment);
    report.tests("examples in documentation", cargo(&["test", "--doc", "--no-fail-fast"]));
    report.unchecked(&fs::read_to_string(&unchecked).unwrap_or_default());

    if extent == RunExtent::Full {
        // They compile every crate again.
        check_sources(&mut report);
        count_instructions(&mut report);
    }
    match fuzz_targets {
        Some(Ok(build)) => run_fuzzers(&mut report, build),
        Some(Err(())) => report.missing("fuzz targets", fuzz::NO_COMPILER),
        None => {}
    }

    report.finish()
}

/// The tests of the packages that are not default members. The whole workspace is selected, but for the packages of WebAssembly: only then
/// the features of shared dependencies, and with them the builds of padstone, are the same as for the other tests.
fn heavy_tests() -> Command {
    let mut command = cargo(&["test", "--profile", "full", "--workspace"]);
    // The tests of packages need built packages: `cargo xtask ship` does both.
    command.args(["padstone-ship", "padstone-wasm", "padstone-wasm-bindings"].iter().flat_map(|package| ["--exclude", package]));
    command.args(HEAVY_PROGRAMS.iter().flat_map(|program| ["--test", program]));
    command
}

/// Runs clippy and rustdoc on all crates.
fn check_sources(report: &mut Report) {
    if succeeds(cargo(&["clippy", "--version"])) {
        report.check("lints", cargo(&["clippy", "--all-targets", "--", "-D", "warnings"]));
    } else {
        report.missing("lints", "clippy is not installed");
    }
    let mut documentation = cargo(&["doc", "--no-deps", "--lib"]);
    documentation.env("RUSTDOCFLAGS", "-D warnings");
    report.check("documentation", documentation);
}

/// Compares the instruction counts of the command with the recorded ones. cargo starts this program again to count them.
fn count_instructions(report: &mut Report) {
    if instructions::can_count() {
        report.check("instructions", cargo(&["xtask", "instructions"]));
    } else {
        report.missing("instructions", instructions::NO_VALGRIND);
    }
}

/// Waits for the fuzz targets, and runs each briefly.
fn run_fuzzers(report: &mut Report, build: ParallelCheck) {
    if report.finished(build) {
        let fuzzers = fuzz::TARGETS.map(|target| ParallelCheck::start(format!("fuzz target {target}"), fuzz::fuzzer(target, FUZZING)));
        for fuzzer in fuzzers {
            report.finished(fuzzer);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::HEAVY_PROGRAMS;
    use crate::command::root;

    #[test]
    fn full_runs_build_every_program_of_heavy_packages() {
        let mut programs = Vec::new();
        for package in ["device", "hosts", "peers"] {
            for entry in fs::read_dir(root().join(package).join("tests")).expect("a folder of tests").flatten() {
                let path = entry.path();
                if path.extension().is_some_and(|extension| extension == "rs") || path.join("main.rs").is_file() {
                    programs.push(path.file_stem().expect("a name").to_string_lossy().into_owned());
                }
            }
        }
        programs.sort();
        assert_eq!(programs, HEAVY_PROGRAMS);
    }

    /// Checks that the tests of a crate are modules of one program, or programs in its manifest: other files would not be compiled.
    #[test]
    fn every_file_of_tests_is_a_module() {
        let mut forgotten = Vec::new();
        for folder in fs::read_dir(root().join("crates")).expect("the crates").flatten() {
            let tests = folder.path().join("tests");
            let Ok(main) = fs::read_to_string(tests.join("main.rs")) else { continue };
            let manifest = fs::read_to_string(folder.path().join("Cargo.toml")).expect("the manifest");
            for entry in fs::read_dir(&tests).expect("a folder of tests").flatten() {
                let path = entry.path();
                let name = path.file_stem().and_then(|name| name.to_str()).expect("a name in UTF-8");
                let is_source = path.extension().is_some_and(|extension| extension == "rs") || path.join("main.rs").is_file();
                if is_source && name != "main" && !main.contains(&format!("mod {name};")) && !manifest.contains(&format!("\"tests/{name}"))
                {
                    forgotten.push(path);
                }
            }
        }
        assert!(forgotten.is_empty(), "no module of their `tests/main.rs`: {forgotten:?}");
    }
}
