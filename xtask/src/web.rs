//! `cargo xtask web`: builds the page into `web/dist`, and tests it in Chromium.

use std::io;
use std::process::{Command, ExitCode};

use crate::command::{find, program, root};
use crate::report::Report;
use crate::test::RunExtent;
use crate::wasm::{self, run_or};

/// Builds the package, then the page, and runs the tests of both.
pub(crate) fn run() -> ExitCode {
    let mut report = Report::default();
    if wasm::add_to(&mut report, RunExtent::Full) {
        add_to(&mut report, RunExtent::Full);
    }
    report.finish()
}

/// Builds and tests the page, as a part of a report, around the package that was built.
pub(crate) fn add_to(report: &mut Report, extent: RunExtent) {
    const NAME: &str = "page in the browser";
    match missing_tool() {
        Some(tool) => report.missing(NAME, tool),
        None => drop(report.done(NAME, || build().and_then(|()| test(extent)).map_err(io::Error::other))),
    }
}

/// The missing requirement, if any.
fn missing_tool() -> Option<&'static str> {
    if find("npm").is_none() {
        return Some("npm is not installed (Debian package npm)");
    }
    let has_browser = find("chromium").is_some() || std::env::var_os("CHROMIUM").is_some();
    (!has_browser).then_some("Chromium is not installed (Debian package chromium, or its path in CHROMIUM)")
}

fn build() -> Result<(), String> {
    run_or(in_web("npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"]), "the packages of the page could not be installed")?;
    run_or(in_web("npm", &["run", "--silent", "build"]), "the page could not be built")
}

fn test(extent: RunExtent) -> Result<(), String> {
    let mut tests = in_web("npm", &["test", "--silent"]);
    wasm::set_extent(&mut tests, extent);
    run_or(tests, "the page does not do what it should")
}

fn in_web(name: &str, arguments: &[&str]) -> Command {
    let mut command = program(name, arguments);
    command.current_dir(root().join("web"));
    command
}
