//! The tasks of this workspace.
//!
//! ```text
//! cargo xtask test           installs missing tools and runs all tests; with --full, many more cases
//! cargo xtask install        only installs missing tools
//! cargo xtask fuzz 600       runs each fuzz target for ten minutes
//! cargo xtask instructions   compares instruction counts of the command with the recorded ones
//! cargo xtask words          searches for phrases that the glossary replaces
//! cargo xtask wasm           builds and tests the JavaScript package
//! cargo xtask web            builds and tests the web page
//! cargo xtask mutants        checks that a test fails if a field of a rule set changes
//! cargo xtask dist           builds the packages for this machine's target
//! cargo xtask ship           builds all packages and tests them with their tools
//! ```
//!
//! It uses only the standard library, so that it builds in a second.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod command;
mod debian;
mod dist;
mod fuzz;
mod instructions;
mod mutants;
mod oracles;
mod programs;
mod report;
mod ship;
mod test;
mod tools;
mod wasm;
mod web;
mod words;

use std::process::ExitCode;

use test::RunExtent;

const USAGE: &str = "\
usage: cargo xtask test [--no-install] [--full]
       cargo xtask install
       cargo xtask fuzz [SECONDS]
       cargo xtask instructions [--renew]
       cargo xtask mutants [--rewrite [NAME]]
       cargo xtask words
       cargo xtask dist [--target TRIPLE] [--profile NAME]
       cargo xtask ship [--no-install] [--full]
       cargo xtask wasm [--quick]
       cargo xtask web

test      formatting, the tests of all crates and the examples in documentation: everything once, in a few minutes.
          As root, or with a sudo that needs no password, installs the Debian packages that the tests need: clang, opt, lli, glslang, spirv-val, gcc,
          numpy, esbuild and a Vulkan device in software. Lists skipped checks at the end, and fails if there are any and CI is set.
            --no-install    do not install packages
            --full          more inputs: thousands of generated programs compared with each compiler, rewritten programs on the device, structs in
                            host libraries, naga as a library, mutants; and unit tests, lints, documentation, instruction counts, fuzz targets
install   installs the packages that the tests need
fuzz      runs each fuzz target for SECONDS (60). After fixing a bug that it finds, add the input to
          crates/padstone/tests/fuzz-finds.
instructions
          builds the command in release mode, counts its instructions for ten inputs with callgrind, and compares them with xtask/instructions.txt
            --renew         write the counts to that file
mutants   changes each field of each rule set and lists the changes that no test detects
            --rewrite       plant the defects of device/mutants.txt in the rewriter instead, or those with NAME in their names
wasm      builds the npm package of the WebAssembly library in target/wasm/package, and compares its results with the command's
            --quick         without the optimizations that take most of the time, and without the tests of the sizes
web       builds the page in web/dist and tests it in Chromium
words     finds phrases that docs/glossary.md replaces in pages, messages, comments and names; xtask/words.txt has the exceptions
dist      writes the archive, the Python wheel, the npm packages, the bill of materials and the checksums for TRIPLE to target/packages.
          Without --target: this machine's triple, linked statically. `--profile dev` packages a debug build, which is ready sooner.
ship      runs dist, wasm and web, and installs and uses each package with its tool. Installs those tools in target/ship, in the versions of
          xtask/src/tools.rs. Lists missing tools at the end, and fails if there are any and CI is set.
            --no-install    do not install tools
            --full          package the program as it is published, build it a second time, in another directory, and compare the bytes.
                            Without it, the packages contain a debug build, and sizes are not tested.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test", ref flags @ ..] if flags.iter().all(|flag| ["--no-install", "--full"].contains(flag)) => {
            test::run(!flags.contains(&"--no-install"), extent(flags))
        }
        ["install"] => {
            oracles::install();
            ExitCode::SUCCESS
        }
        ["fuzz"] => fuzz::run("60"),
        ["fuzz", seconds] if seconds.bytes().all(|byte| byte.is_ascii_digit()) => fuzz::run(seconds),
        ["instructions"] => instructions::run(false),
        ["instructions", "--renew"] => instructions::run(true),
        ["mutants"] => {
            let arguments = ["test", "--profile", "full", "-p", "padstone", "--test", "tests", "every_mutant", "--", "--nocapture"];
            exit_code(command::cargo(&arguments).env(test::FULL, "1"))
        }
        ["mutants", "--rewrite"] => mutants::run(""),
        ["mutants", "--rewrite", name] => mutants::run(name),
        ["wasm"] => wasm::run(RunExtent::Full),
        ["wasm", "--quick"] => wasm::run(RunExtent::Everyday),
        ["web"] => web::run(),
        ["words"] => words::run(),
        ["dist", ref options @ ..] => dist::run(options).unwrap_or_else(wrong_usage),
        ["ship", ref flags @ ..] if flags.iter().all(|flag| ["--no-install", "--full"].contains(flag)) => {
            ship::run(!flags.contains(&"--no-install"), extent(flags))
        }
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => wrong_usage(),
    }
}

fn extent(flags: &[&str]) -> RunExtent {
    if flags.contains(&"--full") { RunExtent::Full } else { RunExtent::Everyday }
}

fn wrong_usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

fn exit_code(command: &mut std::process::Command) -> ExitCode {
    if command.status().is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
