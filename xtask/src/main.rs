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

use test::Extent;

const USAGE: &str = "\
usage: cargo xtask test [--no-install] [--full]
       cargo xtask install
       cargo xtask fuzz [SECONDS]
       cargo xtask instructions [--renew]
       cargo xtask mutants [--rewrite [NAME]]
       cargo xtask words
       cargo xtask dist [--target TRIPLE] [--profile NAME]
       cargo xtask ship [--no-install]
       cargo xtask wasm
       cargo xtask web

test      formatting, lints, unit, integration and documentation tests, documentation: everything once, in a few minutes.
          Installs the Debian packages of the compilers that the tests ask (clang, opt, lli, glslang, spirv-val, gcc, numpy, esbuild) and a Vulkan device in software where it
          may: as root or with a sudo that asks no password. What could not be checked is listed at the end; with the environment
          variable CI set it is a failure.
            --no-install    take the machine as it is
            --full          everything in large numbers, optimised: thousands of generated programs beside each compiler,
                            rewritten programs on the device, structs in the libraries of hosts, naga in process, mutants, fuzz targets
install   the packages that the tests ask, and nothing else
fuzz      arbitrary bytes through the whole pipeline, for 60 or so many SECONDS a target. Put what it finds into
          crates/padstone/tests/fuzz-finds once it is fixed.
instructions
          builds the command optimised, counts its instructions for ten inputs with callgrind, and compares them with xtask/instructions.txt
            --renew         writes them there
mutants   changes each field of each rule set and says which change no test notices
            --rewrite       plants the defects of device/mutants.txt in the rewriter instead, or those with NAME in their names
wasm      the library in WebAssembly with its package for JavaScript, in target/wasm/package, asked what the command is asked
web       the page, built into web/dist and tried in Chromium
words     phrases that docs/glossary.md replaces, in pages, messages, documentation and names; xtask/words.txt has the exceptions
dist      writes to target/packages, for one TRIPLE (this machine's, static, without it): the archive, the wheel of Python, the packages of npm, the
          bill of materials, checksums. `--profile dev` tries packages with a program that is built sooner.
ship      dist, twice and compared byte for byte, and each package installed and used with the tool that it is for. What it needs is installed
          below target/ship, in the versions of xtask/src/tools.rs; what is missing is listed at the end and is a failure with CI set.
            --no-install    take the machine as it is
          PADSTONE_DIST_PROFILE=dev takes a program that is built sooner, and builds it once.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test", ref flags @ ..] if flags.iter().all(|flag| ["--no-install", "--full"].contains(flag)) => {
            let extent = if flags.contains(&"--full") { Extent::Full } else { Extent::Everyday };
            test::run(!flags.contains(&"--no-install"), extent)
        }
        ["install"] => {
            oracles::install();
            ExitCode::SUCCESS
        }
        ["fuzz"] => fuzz::run("60"),
        ["fuzz", seconds] if seconds.bytes().all(|byte| byte.is_ascii_digit()) => fuzz::run(seconds),
        ["instructions"] => instructions::run(false),
        ["instructions", "--renew"] => instructions::run(true),
        ["mutants"] => exit_code(&mut command::cargo(&["test", "-p", "padstone", "--test", "tests", "mutants", "--", "--nocapture"])),
        ["mutants", "--rewrite"] => mutants::run(""),
        ["mutants", "--rewrite", name] => mutants::run(name),
        ["wasm"] => wasm::run(),
        ["web"] => web::run(),
        ["words"] => words::run(),
        ["dist", ref options @ ..] => dist::run(options).unwrap_or_else(wrong_usage),
        ["ship"] => ship::run(true),
        ["ship", "--no-install"] => ship::run(false),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => wrong_usage(),
    }
}

fn wrong_usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

fn exit_code(command: &mut std::process::Command) -> ExitCode {
    if command.status().is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
