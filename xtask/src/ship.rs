//! `cargo xtask ship`: builds and tests all packages.

use std::fs;
use std::io;
use std::process::{Command, ExitCode};

use crate::command::{cargo, program, root};
use crate::dist::{self, Build, PUBLISHED};
use crate::report::{ParallelCheck, Report};
use crate::test::RunExtent;
use crate::{tools, wasm, web};

/// Builds all packages and tests each with its tool; in a full run with the program as it is published, which is also built elsewhere: the bytes
/// must be the same.
pub(crate) fn run(install: bool, extent: RunExtent) -> ExitCode {
    let mut report = Report::default();
    if install {
        report.done("tools", || {
            tools::install();
            Ok(())
        });
    }
    for tool in tools::missing() {
        report.missing("tools", &format!("{tool} is not installed"));
    }

    // To test packages, an unoptimized program is enough, and takes a quarter of the time to build.
    let profile = if extent == RunExtent::Full { PUBLISHED } else { "dev" };
    let build = Build { profile: profile.into(), ..Build::of_this_machine() };
    let second = (extent == RunExtent::Full).then(|| second_build(&mut report));
    let library = wasm::start(&mut report, extent);
    let is_built = build.program(&mut report);
    report.check("tests of packages build", tests(&["--no-run"]));
    report.check("lints", lints());
    let has_library = library.is_some_and(|library| report.finished(library));
    if is_built {
        dist::packages(&build, has_library.then(wasm::package), &mut report);
        try_packages(&mut report);
    }
    if has_library {
        web::add_to(&mut report, extent);
    }

    if let Some((second, check)) = second
        && report.finished(check)
        && is_built
    {
        report.done("both programs are the same bytes", || compare(&build, &second));
    }
    report.finish()
}

/// Installs and uses each package, and runs the tools that check packages.
fn try_packages(report: &mut Report) {
    let unchecked = root().join("target/unchecked-packages.txt");
    let _ = fs::remove_file(&unchecked);
    let mut tests = tests(&["--", "--show-output"]);
    tests.env("PADSTONE_UNCHECKED", &unchecked).env("PATH", tools::path()).env("PADSTONE_DIST", dist::folder());
    tests.env("PADSTONE_WHEELS", tools::wheels());
    report.tests("packages", tests);
    report.unchecked(&fs::read_to_string(&unchecked).unwrap_or_default());

    if let Some(deny) = tools::find("cargo-deny") {
        // Advisories are in a git repository, which the release workflow fetches.
        report.check("licenses and sources of dependencies", program(deny, &["check", "bans", "licenses", "sources"]));
    }
    if let Some(zizmor) = tools::find("zizmor") {
        report.check("workflows and the action", program(zizmor, &["--offline", "--persona", "pedantic", ".github", "action.yml"]));
    }
}

/// `cargo test` with some arguments, for the tests of packages.
fn tests(arguments: &[&str]) -> Command {
    cargo(&[&["test", "--no-fail-fast", "-p", "padstone-ship"], arguments].concat())
}

/// The lints of the crates here. Those of all others, which `cargo xtask test` has checked, are selected too: otherwise they would have other features,
/// and would be compiled again.
fn lints() -> Command {
    let mut command = cargo(&["clippy", "--quiet", "--workspace"]);
    command.args(
        ["padstone-device", "padstone-hosts", "padstone-peers", "padstone-wasm-bindings"].iter().flat_map(|package| ["--exclude", package]),
    );
    command.args(["--all-targets", "--", "-D", "warnings"]);
    command
}

/// Starts to build the same program from a copy of the sources in another directory.
fn second_build(report: &mut Report) -> (Build, ParallelCheck) {
    let sources = root().join("target/ship/elsewhere");
    report.done("second copy of the sources", || dist::copy_of_sources(&sources));
    let second = Build { sources, ..Build::of_this_machine() };
    let command = second.command();
    (second, ParallelCheck::start("program, built elsewhere", command))
}

fn compare(first: &Build, second: &Build) -> io::Result<()> {
    if fs::read(first.path())? == fs::read(second.path())? { Ok(()) } else { Err(io::Error::other("they differ")) }
}
