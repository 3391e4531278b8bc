//! `cargo xtask dist`: all packages that are published for one target, in `target/packages`.
//!
//! Every package contains the same program: the archive, the wheel and the npm packages.

mod archive;
mod build;
mod contents;
mod licenses;
mod npm;
mod sbom;
mod tar;
mod wheel;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::command::root;
use crate::report::Report;
use crate::tools;

pub(crate) use build::{Build, PUBLISHED, copy_of_sources};

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The directory of the packages.
pub(crate) fn folder() -> PathBuf {
    root().join("target/packages")
}

/// Runs `cargo xtask dist` with its arguments; `None` if they are wrong.
pub(crate) fn run(arguments: &[&str]) -> Option<ExitCode> {
    let build = Build::of_arguments(arguments)?;
    let mut report = Report::default();
    tools::install();
    if build.program(&mut report) {
        packages(&build, None, &mut report);
    }
    Some(report.finish())
}

/// Writes all packages with the built program, and that of the library for JavaScript from its directory.
pub(crate) fn packages(build: &Build, library: Option<PathBuf>, report: &mut Report) {
    let folder = folder();
    // Files for other targets remain; files of earlier versions are removed.
    let version = root().join("target/ship/version-of-packages");
    if !fs::read_to_string(&version).is_ok_and(|version| version == VERSION) {
        let _ = fs::remove_dir_all(&folder);
    }
    report.done("package directory", || {
        fs::create_dir_all(&folder)?;
        fs::create_dir_all(version.parent().expect("a file is in a folder"))?;
        fs::write(version, VERSION)
    });
    sbom::write(build, report);
    report.done("archive", || archive::write(build));
    wheel::write(build, report);
    npm::write(build, report);
    if let Some(library) = library {
        report.done("package of npm with the library", || npm::pack(&library));
    }
    report.done("checksums", || checksums(&folder));
}

/// Lists the SHA-256 of every package, in the format of `sha256sum --check`.
fn checksums(folder: &Path) -> io::Result<()> {
    let mut names: Vec<String> = fs::read_dir(folder)?.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name != "SHA256SUMS");
    names.sort();
    // macOS has `shasum`, Linux `sha256sum`.
    let summers: [&[&str]; 2] = [&["sha256sum"], &["shasum", "-a", "256"]];
    for summer in summers {
        if let Ok(output) = Command::new(summer[0]).args(&summer[1..]).args(&names).current_dir(folder).output() {
            return if output.status.success() {
                fs::write(folder.join("SHA256SUMS"), output.stdout)
            } else {
                Err(io::Error::other("it failed"))
            };
        }
    }
    Err(io::Error::other("neither sha256sum nor shasum is installed"))
}

/// Creates an empty directory for the contents of a package.
fn stage(name: &str) -> io::Result<PathBuf> {
    let folder = root().join("target/ship/stage").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Copies a file, and creates the directories for it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to.parent().expect("a file is in a folder"))?;
    fs::copy(from, to).map(|_| ()).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", from.display())))
}

/// The output of a program, which must succeed.
fn printed(mut command: Command) -> io::Result<String> {
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    Err(io::Error::other(format!("{command:?}\n{text}{}", String::from_utf8_lossy(&output.stderr))))
}
