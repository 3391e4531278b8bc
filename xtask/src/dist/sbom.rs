//! The software bill of materials: the dependencies of the program, as CycloneDX.

use std::fs;
use std::path::PathBuf;

use super::{Build, VERSION, copy_of_sources, folder};
use crate::command::{cargo, root};
use crate::report::Report;
use crate::tools;

/// A copy of the sources: the tool writes next to every manifest, and builds in the copy must equal those in place.
fn copied_sources() -> PathBuf {
    root().join("target/ship/sources")
}

/// The path of the file.
pub(super) fn path(build: &Build) -> PathBuf {
    folder().join(format!("padstone-{VERSION}-{}.cdx.json", build.target))
}

pub(super) fn write(build: &Build, report: &mut Report) {
    if tools::find("cargo-cyclonedx").is_none() {
        report.missing("bill of materials", "cargo-cyclonedx is not installed");
        return;
    }
    let sources = copied_sources();
    let manifest = sources.join("crates/padstone-cli/Cargo.toml");
    if !report.done("copy of the sources", || copy_of_sources(&sources)) {
        return;
    }
    let options =
        ["--format", "json", "--spec-version", "1.5", "--no-build-deps", "--override-filename", "bill", "--target", &build.target];
    let mut command = cargo(&[&["cyclonedx", "--quiet"], &options[..]].concat());
    // Without a time, it has no serial number either.
    command.arg("--manifest-path").arg(&manifest).env("SOURCE_DATE_EPOCH", "0").env("PATH", tools::path());
    if report.check("bill of materials", command) {
        report.done("bill of materials without paths", || {
            let bill = fs::read_to_string(manifest.with_file_name("bill.json"))?;
            let url = format!("file://{}", sources.display());
            fs::write(path(build), bill.replace(&url, "file:///padstone"))
        });
    }
}
