//! Builds the program: static if the target supports it, and with the same bytes on every machine.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{copy, printed};
use crate::command::{cargo, program, root};
use crate::report::Report;
use crate::tools;

/// The target and the sources of a build.
pub(crate) struct Build {
    pub(crate) target: String,
    /// `dist`; or `dev`, to test packages with a program that takes less time to build.
    pub(crate) profile: String,
    pub(crate) sources: PathBuf,
}

/// The profile of published programs.
pub(crate) const PUBLISHED: &str = "dist";

impl Build {
    /// The builds that the arguments of `cargo xtask dist` request.
    pub(super) fn of_arguments(arguments: &[&str]) -> Option<Build> {
        let mut build = Build::of_this_machine();
        for option in arguments.chunks(2) {
            match *option {
                ["--target", target] => build.target = target.into(),
                ["--profile", profile] => build.profile = profile.into(),
                _ => return None,
            }
        }
        Some(build)
    }

    /// The build for this machine, as it is published.
    pub(crate) fn of_this_machine() -> Build {
        Build { target: target_of_this_machine(), profile: PUBLISHED.into(), sources: root().to_owned() }
    }

    /// Builds the program.
    pub(crate) fn program(&self, report: &mut Report) -> bool {
        if tools::find("cargo-auditable").is_none() {
            report.missing("list of dependencies in the program", "cargo-auditable is not installed");
        }
        report.check(format!("program for {}", self.target), self.command())
    }

    /// The command that builds the program.
    pub(crate) fn command(&self) -> Command {
        let auditable: &[&str] = if tools::find("cargo-auditable").is_some() { &["auditable"] } else { &[] };
        let mut command = cargo(&[auditable, &["build", "-p", "padstone-cli", "--bin", "padstone"], &self.options()].concat());
        command.current_dir(&self.sources).envs(self.environment()).env("PATH", tools::path());
        command
    }

    /// The options of cargo and maturin.
    pub(super) fn options(&self) -> [&str; 5] {
        ["--locked", "--target", &self.target, "--profile", &self.profile]
    }

    /// The environment of cargo and maturin, so that builds are reproducible.
    pub(super) fn environment(&self) -> [(&'static str, String); 2] {
        let folder = self.sources.join("target").to_string_lossy().into_owned();
        [("CARGO_ENCODED_RUSTFLAGS", self.flags().join("\u{1f}")), ("CARGO_TARGET_DIR", folder)]
    }

    /// The path of the program, once it is built.
    pub(crate) fn path(&self) -> PathBuf {
        let profile = if self.profile == "dev" { "debug" } else { &self.profile };
        self.sources.join("target").join(&self.target).join(profile).join(self.file_name())
    }

    /// The file name of the program.
    pub(super) fn file_name(&self) -> &'static str {
        if self.target.contains("windows") { "padstone.exe" } else { "padstone" }
    }

    /// Flags of rustc. Without them, panic messages would contain paths of this machine.
    fn flags(&self) -> Vec<String> {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap_or_default();
        let mut flags = vec![
            format!("--remap-path-prefix={}=cargo", home.display()),
            format!("--remap-path-prefix={}=padstone", self.sources.display()),
        ];
        // No system library is required at run time, so that the program runs on the oldest distribution.
        if self.target.contains("linux") || self.target.contains("windows") {
            flags.push("-Ctarget-feature=+crt-static".into());
        }
        flags
    }
}

/// The target of this machine: with musl if its standard library is installed.
fn target_of_this_machine() -> String {
    let host = printed(program("rustc", &["--print", "host-tuple"])).unwrap_or_default().trim().to_owned();
    let musl = host.replace("-gnu", "-musl");
    let library = printed(program("rustc", &["--print", "target-libdir", "--target", &musl])).unwrap_or_default();
    if Path::new(library.trim()).is_dir() { musl } else { host }
}

/// A copy of the sources in another directory; builds there must be identical.
pub(crate) fn copy_of_sources(folder: &Path) -> io::Result<()> {
    let list = printed(program("git", &["ls-files", "--cached", "--others", "--exclude-standard", "-z"]))?;
    // Earlier build outputs save time; files that are no longer sources are removed.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().filter(|entry| entry.file_name() != "target") {
        let _ = fs::remove_dir_all(entry.path()).or_else(|_| fs::remove_file(entry.path()));
    }
    for name in list.split('\0').filter(|name| root().join(name).is_file()) {
        copy(&root().join(name), &folder.join(name))?;
    }
    Ok(())
}
