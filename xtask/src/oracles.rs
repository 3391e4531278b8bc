//! The tools that the tests run, and how to install them.

use std::process::Command;

use crate::command::{cargo, find, program, run, succeeds};
use crate::debian::install_packages;
use crate::tools::{ACTIONS, SARIF, SLANGPY, TYPESCRIPT, ZIG};

/// Programs that tests run, and their Debian packages.
const ORACLES: &[(&str, &str)] = &[
    ("clang-22", "clang-22"),
    ("opt-22", "llvm-22"),
    ("lli-22", "llvm-22"),
    ("/usr/include/glslang/Public/ShaderLang.h", "glslang-dev"),
    ("spirv-val", "spirv-tools"),
    ("lld-link-22", "lld-22"),
    ("gcc", "gcc"),
    ("g++", "g++"),
    // The system's Python: numpy's package belongs to it, not to another Python that may be first in PATH.
    ("/usr/bin/python3", "python3"),
    ("/usr/lib/python3/dist-packages/numpy/__init__.py", "python3-numpy"),
    ("/usr/lib/python3/dist-packages/pip/__init__.py", "python3-pip"),
    ("/usr/include/glm/glm.hpp", "libglm-dev"),
    ("/usr/share/mingw-w64/include/directxmath.h", "mingw-w64-common"),
    ("esbuild", "esbuild"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("cmake", "cmake"),
    ("ninja", "ninja-build"),
    ("git", "git"),
    ("pre-commit", "pre-commit"),
    // Vulkan's headers, for compiling generated layouts.
    ("/usr/include/vulkan/vulkan.h", "libvulkan-dev"),
    // lavapipe, a Vulkan device in software.
    ("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json", "mesa-vulkan-drivers"),
];

/// The command that installs missing tools, to be run in parallel.
pub(crate) fn installer() -> Command {
    let executable = std::env::current_exe().expect("the path of a running program is known");
    program(executable, &["install"])
}

/// Installs missing tools, if that is permitted. Tests report the checks that they skipped.
pub(crate) fn install() {
    install_components();
    install_packages(ORACLES);
    install_libslang();
    install_zig();
    install_from_npm("sarif", SARIF);
    install_from_npm("actions", ACTIONS);
    install_from_npm("typescript", TYPESCRIPT);
}

/// A package of npm, without what it depends on: the schema of SARIF is a file of one, and what tests use of the others needs none.
fn install_from_npm(folder: &str, package: &str) {
    let folder = std::path::Path::new("target/oracles").join(folder);
    if folder.join("package").exists() || find("npm").is_none() {
        return;
    }
    println!("installing {package}");
    std::fs::create_dir_all(&folder).expect("the folder of oracles can be written");
    let to = folder.to_string_lossy();
    let packed = program("npm", &["pack", "--silent", "--pack-destination", &to, package]).output();
    let name = packed.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    let archive = folder.join("package.tgz");
    if std::fs::rename(folder.join(&name), &archive).is_ok() {
        run(program("tar", &["-xzf", &archive.to_string_lossy(), "-C", &to]));
    } else {
        println!("failed: npm pack {package}");
    }
}

/// Zig is a Python package, which includes the headers of macOS.
fn install_zig() {
    let folder = "target/oracles/zig";
    if !std::path::Path::new(folder).join("ziglang").exists() {
        println!("installing Zig (ziglang {ZIG})");
        let package = format!("ziglang=={ZIG}");
        run(program("python3", &["-m", "pip", "install", "-q", "--no-deps", "--target", folder, &package]));
    }
}

/// libslang is part of a Python package, which gets its own directory.
fn install_libslang() {
    let folder = "target/oracles/python";
    if std::env::var_os("PADSTONE_SLANGPY").is_some() || std::path::Path::new(folder).join("slangpy").exists() {
        return;
    }
    println!("installing libslang (slangpy {SLANGPY})");
    let package = format!("slangpy=={SLANGPY}");
    run(program("python3", &["-m", "pip", "install", "-q", "--no-deps", "--target", folder, &package]));
}

/// rustfmt and clippy are components of Rust that a minimal installation lacks.
fn install_components() {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !succeeds(cargo(&[subcommand, "--version"])) && find("rustup").is_some() {
            println!("installing {component}");
            succeeds(program("rustup", &["component", "add", component]));
        }
    }
}
