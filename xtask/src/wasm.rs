//! `cargo xtask wasm`: the library in WebAssembly, and its package for JavaScript in `target/wasm/package`.
//!
//! If rustup cannot add the target `wasm32-unknown-unknown`, the compiler and the sources of its standard library are
//! Debian's packages, unpacked below `target/`: if installed, they would conflict with rustup.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{fs, io};

use crate::command::{cargo, find, program, root};
use crate::report::{ParallelCheck, Report};
use crate::test::RunExtent;

/// The version of Debian's Rust for web browsers.
const PACKAGES: &[&str] = &["rustc-web", "libstd-rust-web-1.96", "libstd-rust-web-dev", "rust-web-src"];

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the package, then runs it on the examples in node. In a full run as it is published; otherwise without optimizations that take minutes, so
/// that its sizes are not those that the tests know.
pub(crate) fn run(extent: RunExtent) -> ExitCode {
    let mut report = Report::default();
    add_to(&mut report, extent);
    report.finish()
}

const NAME: &str = "library for JavaScript";

/// Starts another process that does the same; `None` if a tool is missing.
pub(crate) fn start(report: &mut Report, extent: RunExtent) -> Option<ParallelCheck> {
    if let Some(tool) = missing_tool() {
        report.missing(NAME, &tool);
        return None;
    }
    let arguments: &[&str] = if extent == RunExtent::Full { &["xtask", "wasm"] } else { &["xtask", "wasm", "--quick"] };
    Some(ParallelCheck::start(NAME, cargo(arguments)))
}

/// The same as a part of a report. Returns whether the package exists.
pub(crate) fn add_to(report: &mut Report, extent: RunExtent) -> bool {
    if let Some(tool) = missing_tool() {
        report.missing(NAME, &tool);
        return false;
    }
    report.done(NAME, || build(extent).and_then(|()| test(extent)).map_err(io::Error::other))
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

/// A module of the package.
struct WasmModule {
    name: &'static str,
    features: &'static [&'static str],
    /// The level of optimization: for size, "z" is a twelfth smaller than "s" and slower.
    level: &'static str,
    flags: &'static str,
}

const MODULES: [WasmModule; 2] = [
    WasmModule { name: "padstone.wasm", features: &[], level: "s", flags: "" },
    // `{:?}` writes nothing: this module has it only in messages of panics.
    WasmModule { name: "padstone-wgsl.wasm", features: &["--no-default-features"], level: "z", flags: "-Zfmt-debug=none" },
];

/// Compiles the library and writes its package.
fn build(extent: RunExtent) -> Result<(), String> {
    let failed = |error: io::Error| format!("the package could not be written: {error}");
    fs::create_dir_all(package()).map_err(failed)?;
    let mut glue: Option<String> = None;
    let start = |module: &WasmModule| compiler(module, extent)?.spawn().map_err(failed);
    // Linking an optimized module takes one processor for minutes: these are compiled at the same time.
    let mut started = Vec::new();
    if extent == RunExtent::Full {
        started = MODULES.iter().map(start).collect::<Result<_, _>>()?;
    }
    let mut started = started.into_iter();
    for module in &MODULES {
        let name = module.name;
        let mut build = started.next().map_or_else(|| start(module), Ok)?;
        if !build.wait().is_ok_and(|status| status.success()) {
            return Err(format!("{name} could not be compiled"));
        }
        let (module, bound) = (compiled(module, extent).join(TARGET).join("release/padstone_wasm.wasm"), folder().join("bound"));
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
    let glue = glue.unwrap_or_default().replace("bindings_bg.wasm", MODULES[0].name);
    fs::write(package().join("bindings.js"), glue).and_then(|()| assemble()).map_err(failed)
}

/// The directory in which a module is compiled; one for those that have the same options.
fn compiled(module: &WasmModule, extent: RunExtent) -> PathBuf {
    let name = module.name.trim_end_matches(".wasm");
    folder().join(if extent == RunExtent::Full { name } else { "quick" })
}

/// The compiler of a module.
fn compiler(module: &WasmModule, extent: RunExtent) -> Result<Command, String> {
    let mut build = cargo(&["build", "--release", "-p", "padstone-wasm", "--target", TARGET]);
    build.arg("--target-dir").arg(compiled(module, extent)).args(module.features);
    let (level, lto, units) = if extent == RunExtent::Full { (module.level, "fat", "1") } else { ("0", "off", "16") };
    build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level).env("CARGO_PROFILE_RELEASE_LTO", lto);
    build.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", units).env("CARGO_PROFILE_RELEASE_PANIC", "abort");
    if !has_target() {
        let rust = toolchain()?;
        // A nightly feature of cargo builds the standard library from its sources. Its size-optimized sorts take a tenth of the code of the others,
        // and panic messages are omitted because the page cannot show them.
        build.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
        let flags = if extent == RunExtent::Full { module.flags } else { "" };
        build.env("RUSTFLAGS", format!("-Zunstable-options -Cpanic=immediate-abort {flags}"));
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
fn test(extent: RunExtent) -> Result<(), String> {
    run_or(cargo(&["build", "-p", "padstone-cli"]), "the command could not be compiled")?;
    let mut node = program("node", &["--test", "wasm/tests/"]);
    set_extent(&mut node, extent);
    run_or(node, "the package does not answer as the command does")
}

/// Tells tests in JavaScript whether the modules are the published ones.
pub(crate) fn set_extent(tests: &mut Command, extent: RunExtent) {
    if extent == RunExtent::Full {
        tests.env("PADSTONE_PUBLISHED", "1");
    }
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
