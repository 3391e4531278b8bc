//! The Python package: a wheel that contains only the program.

use std::fs;
use std::path::Path;

use super::{Build, folder, sbom};
use crate::command::{program, root};
use crate::report::Report;
use crate::tools;

pub(super) fn write(build: &Build, report: &mut Report) {
    let Some(maturin) = tools::find("maturin") else {
        report.missing("wheel", "maturin is not installed");
        return;
    };
    report.done("old wheels", || {
        let old = fs::read_dir(folder())?.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|x| x == "whl"));
        old.filter(|path| is_for(path, &build.target)).try_for_each(fs::remove_file)
    });
    let out = folder();
    let mut arguments = vec!["build", "--out", out.to_str().expect("a path in UTF-8"), "--strip", "false"];
    arguments.extend(build.options());
    // A static program requires no library, so it runs on any distribution; for musl, maturin accepts this compatibility tag.
    if build.target.contains("linux") {
        arguments.extend(["--compatibility", "manylinux2014"]);
    }
    if build.target.contains("linux-musl") {
        arguments.extend(["--compatibility", "musllinux_1_1"]);
    }
    let bill = sbom::path(build);
    if bill.is_file() {
        arguments.extend(["--sbom-include", bill.to_str().expect("a path in UTF-8")]);
    }
    let mut command = program(maturin, &arguments);
    command.current_dir(root().join("integrations/python")).envs(build.environment()).env("PATH", tools::path());
    // The list of dependencies that `cargo auditable` embeds in the program. Without it, the program would differ and be rebuilt.
    if let Some(auditable) = tools::find("cargo-auditable") {
        // The arguments for `cargo metadata`.
        let arguments = r#"{"offline":false,"locked":true,"frozen":false,"config":[]}"#;
        command.env("RUSTC_WORKSPACE_WRAPPER", auditable).env("CARGO_AUDITABLE_ORIG_ARGS", arguments);
    }
    report.check("wheel", command);
}

/// Whether a wheel is for a target, from its system and processor.
fn is_for(wheel: &Path, target: &str) -> bool {
    let name = wheel.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (system, processors): (_, [&str; 2]) = match target {
        target if target.contains("linux") => ("linux", ["x86_64", "aarch64"]),
        target if target.contains("apple") => ("macosx", ["x86_64", "arm64"]),
        _ => ("win", ["amd64", "arm64"]),
    };
    name.contains(system) && name.contains(processors[usize::from(target.starts_with("aarch64"))])
}
