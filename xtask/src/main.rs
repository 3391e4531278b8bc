//! The chores of this workspace.
//!
//! ```text
//! cargo xtask test      does all set-up for and runs all tests
//! ```
//!
//! Standard library only, so that it builds in a second on a fresh machine.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod command;
mod oracles;
mod report;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask test [--no-install]

test    formatting, lints, unit, integration and documentation tests, documentation, fuzzing for a moment.
        Installs the Debian packages of the compilers that the tests ask (clang, opt, lli) where it may: as root or
        with a sudo that asks no password. What could not be checked is listed at the end; with the environment
        variable CI set it is a failure.
          --no-install    take the machine as it is";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test::run(true),
        ["test", "--no-install"] => test::run(false),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
