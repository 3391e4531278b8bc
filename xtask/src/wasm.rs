//! `cargo xtask wasm`: the library in WebAssembly, and its package for JavaScript in `target/wasm/package`.
//!
//! If rustup cannot add the target `wasm32-unknown-unknown`, the compiler and the sources of its standard library are
//! Debian's packages, unpacked below `target/`: if installed, they would conflict with rustup.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{fs, io};

use crate::command::{cargo, find, program, root};
use crate::report::{ParallelCheck, Report};

/// The version of Debian's Rust for web browsers.
const PACKAGES: &[&str] = &["rustc-web", "libstd-rust-web-1.96", "libstd-rust-web-dev", "rust-web-src"];

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the package, then runs it on the examples in node.
pub(crate) fn run() -> ExitCode {
    let mut report = Report::default();
    add_to(&mut report);
    report.finish()
}

const NAME: &str = "library for JavaScript";

/// Starts another process that does the same; `None` if a tool is missing.
pub(crate) fn start(report: &mut Report) -> Option<ParallelCheck> {
    if let Some(tool) = missing_tool() {
        report.missing(NAME, &tool);
        return None;
    }
    Some(ParallelCheck::start(NAME, cargo(&["xtask", "wasm"])))
}

/// The same as a part of a report. Returns whether the package exists.
pub(crate) fn add_to(report: &mut Report) -> bool {
    if let Some(tool) = missing_tool() {
        report.missing(NAME, &tool);
        return false;
    }
    report.done(NAME, || build().and_then(|()| test()).map_err(io::Error::other))
}

/// The missing requirement, if any.
fn missing_tool() -> Option<String> {
    if find("node").is_none() {
        return Some("node is not installed (Debian package nodejs)".to_owned());
    }
    let can_unpack = find("apt-get").is_some() && find("wasm-ld-22").is_some();
    let is_there = has_target() || can_unpack || is_unpacked(&unpacked());
    (!is_there).then(|| format!("no Rust compiles for {TARGET} (`rustup target add {TARGET}`, or Debian's rustc-web and lld-22)"))
}

/// The directory of the package.
pub(crate) fn package() -> PathBuf {
    folder().join("package")
}

fn folder() -> PathBuf {
    root().join("target/wasm")
}

/// The modules of the package, each with its features and the level of optimization: for size, "z" is a twelfth smaller than "s" and slower.
const MODULES: [(&str, &[&str], &str); 2] = [("padstone.wasm", &[], "s"), ("padstone-wgsl.wasm", &["--no-default-features"], "z")];

/// Compiles the library and writes its package.
fn build() -> Result<(), String> {
    let failed = |error: io::Error| format!("the package could not be written: {error}");
    fs::create_dir_all(package()).map_err(failed)?;
    let mut glue: Option<String> = None;
    // Linking takes one processor: the modules are compiled at the same time.
    let mut builds = Vec::new();
    for (name, features, level) in MODULES {
        builds.push((name, compiler(name, features, level)?.spawn().map_err(failed)?));
    }
    let built: Vec<(&str, bool)> =
        builds.into_iter().map(|(name, mut build)| (name, build.wait().is_ok_and(|status| status.success()))).collect();
    for (name, is_compiled) in built {
        if !is_compiled {
            return Err(format!("{name} could not be compiled"));
        }
        let (module, bound) = (compiled(name).join(TARGET).join("release/padstone_wasm.wasm"), folder().join("bound"));
        let mut bind = cargo(&["run", "-q", "-p", "padstone-wasm-bindings", "--"]);
        bind.arg(module).arg(&bound);
        run_or(bind, "the JavaScript could not be written")?;
        fs::rename(bound.join("bindings_bg.wasm"), package().join(name)).map_err(failed)?;
        let written = fs::read_to_string(bound.join("bindings.js")).map_err(failed)?;
        // Both modules have the same interface, so one script loads either.
        if glue.replace(written.clone()).is_some_and(|before| before != written) {
            return Err(format!("{name} needs different JavaScript than the previous module"));
        }
    }
    let glue = glue.unwrap_or_default().replace("bindings_bg.wasm", MODULES[0].0);
    fs::write(package().join("bindings.js"), glue).and_then(|()| assemble()).map_err(failed)
}

/// The directory in which a module is compiled.
fn compiled(module: &str) -> PathBuf {
    folder().join(module.trim_end_matches(".wasm"))
}

/// The compiler of a module.
fn compiler(module: &str, features: &[&str], level: &str) -> Result<Command, String> {
    let mut build = cargo(&["build", "--release", "-p", "padstone-wasm", "--target", TARGET]);
    build.arg("--target-dir").arg(compiled(module)).args(features);
    build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level).env("CARGO_PROFILE_RELEASE_PANIC", "abort").env("CARGO_PROFILE_RELEASE_LTO", "fat");
    if !has_target() {
        let rust = toolchain()?;
        // A nightly feature of cargo builds the standard library from its sources. Its size-optimized sorts take a tenth of the code of the others,
        // and panic messages are omitted because the page cannot show them.
        build.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
        build.env("RUSTFLAGS", "-Zunstable-options -Cpanic=immediate-abort");
        build.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", rust.join("bin/rustc"));
        build.env("LD_LIBRARY_PATH", rust.join("lib/x86_64-linux-gnu"));
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22");
    }
    Ok(build)
}

/// The files of the package that are written by hand, and the licenses.
fn assemble() -> io::Result<()> {
    for entry in fs::read_dir(root().join("wasm/package"))? {
        let entry = entry?;
        fs::copy(entry.path(), package().join(entry.file_name()))?;
    }
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(license), package().join(license))?;
    }
    Ok(())
}

/// Compares the package in node with the command.
fn test() -> Result<(), String> {
    run_or(cargo(&["build", "-p", "padstone-cli"]), "the command could not be compiled")?;
    run_or(program("node", &["--test", "wasm/tests/"]), "the package does not answer as the command does")
}

/// Whether the installed Rust has the target.
fn has_target() -> bool {
    let Ok(output) = program("rustc", &["--print", "target-libdir", "--target", TARGET]).output() else { return false };
    Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
}

/// The directory of Debian's Rust for browsers, unpacked below `target`.
fn unpacked() -> PathBuf {
    folder().join("toolchain/usr")
}

fn is_unpacked(rust: &Path) -> bool {
    rust.join("lib/rustlib/src/rust/library/Cargo.lock").exists() && rust.join("bin/rustc").exists()
}

/// Unpacks Debian's Rust for browsers, unless it is there already.
fn toolchain() -> Result<PathBuf, String> {
    let (folder, rust) = (folder().join("toolchain"), unpacked());
    if is_unpacked(&rust) {
        return Ok(rust);
    }
    println!("unpacking Debian's Rust for browsers: {}", PACKAGES.join(" "));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut download = Command::new("apt-get");
    download.args(["-qq", "download"]).args(PACKAGES).current_dir(&folder);
    run_or(download, "Debian's packages could not be downloaded")?;
    for entry in fs::read_dir(&folder).map_err(|error| error.to_string())?.flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "deb") {
            let mut unpack = Command::new("dpkg");
            unpack.arg("-x").arg(entry.path()).arg(&folder);
            run_or(unpack, "a package could not be unpacked")?;
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(rust)
}

pub(crate) fn run_or(mut command: Command, message: &str) -> Result<(), String> {
    if command.status().is_ok_and(|status| status.success()) { Ok(()) } else { Err(message.to_owned()) }
}
