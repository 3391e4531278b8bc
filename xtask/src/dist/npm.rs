//! The npm packages: one with the program for each platform, and one that selects the right one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Build, VERSION, copy, folder, printed, stage};
use crate::command::{find, program, root};
use crate::report::Report;

/// Platforms in Node.js: `process.platform`, `process.arch`, and the suffix and prefix of Rust targets.
const PLATFORMS: &[(&str, &str, &str, &str)] = &[
    ("darwin", "arm64", "-apple-darwin", "aarch64-"),
    ("darwin", "x64", "-apple-darwin", "x86_64-"),
    ("linux", "arm64", "-linux-", "aarch64-"),
    ("linux", "x64", "-linux-", "x86_64-"),
    ("win32", "x64", "-windows-", "x86_64-"),
];

/// The npm program, which is a script on Windows.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

pub(super) fn write(build: &Build, report: &mut Report) {
    if find(NPM).is_none() {
        report.missing("packages of npm", "npm is not installed");
        return;
    }
    let found = PLATFORMS.iter().find(|(.., system, processor)| build.target.contains(system) && build.target.starts_with(processor));
    let Some(&(platform, processor, ..)) = found else {
        report.missing("packages of npm", &format!("none is for {}", build.target));
        return;
    };
    report.done("package of npm for this platform", || write_platform(build, platform, processor));
    report.done("package of npm for all platforms", write_main);
}

fn write_platform(build: &Build, platform: &str, processor: &str) -> io::Result<()> {
    let folder = stage(&format!("npm/{platform}-{processor}"))?;
    copy(&build.path(), &folder.join("bin").join(build.file_name()))?;
    fill("platform", &folder, &[("@PLATFORM@", platform), ("@PROCESSOR@", processor)])
}

fn write_main() -> io::Result<()> {
    let folder = stage("npm/cli")?;
    copy(&root().join("integrations/npm/cli/bin/padstone.js"), &folder.join("bin/padstone.js"))?;
    let package = |(platform, processor, ..): &(&str, &str, &str, &str)| format!("\"@padstone/cli-{platform}-{processor}\": \"{VERSION}\"");
    let packages: Vec<String> = PLATFORMS.iter().map(package).collect();
    fill("cli", &folder, &[("\"@PLATFORMS@\": \"\"", &packages.join(",\n    "))])
}

/// Completes the manifest of a package that contains its program, and packs it.
fn fill(template: &str, package: &Path, values: &[(&str, &str)]) -> io::Result<()> {
    let templates: PathBuf = root().join("integrations/npm").join(template);
    for name in ["package.json", "README.md"] {
        let text = fs::read_to_string(templates.join(name))?.replace("@VERSION@", VERSION);
        fs::write(package.join(name), values.iter().fold(text, |text, (key, value)| text.replace(key, value)))?;
    }
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&root().join(name), &package.join(name))?;
    }
    pack(package)
}

/// Packs a package that has everything.
pub(super) fn pack(package: &Path) -> io::Result<()> {
    let folder = folder();
    let mut pack = program(NPM, &["pack", "--silent", "--ignore-scripts", "--pack-destination", &folder.to_string_lossy()]);
    pack.current_dir(package);
    printed(pack).map(|_| ())
}
