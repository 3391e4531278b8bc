//! `cargo xtask web`: the page, built into `web/dist` and tried in Chromium.

use std::process::{Command, ExitCode};

use crate::command::{find, program, root};
use crate::wasm::{self, run_or};

/// Builds the package if there is none, then the page, and runs its tests.
pub(crate) fn run() -> ExitCode {
    match build().and_then(|()| test()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("web: {why}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    if find("npm").is_none() {
        return Err("missing: npm and node (Debian's nodejs and npm)".to_owned());
    }
    if !wasm::package().join("padstone.wasm").exists() {
        wasm::build()?;
    }
    run_or(in_web("npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"]), "the packages of the page could not be installed")?;
    run_or(in_web("npm", &["run", "--silent", "build"]), "the page could not be built")
}

fn test() -> Result<(), String> {
    if find("chromium").is_none() && std::env::var_os("CHROMIUM").is_none() {
        return Err("missing: Chromium (Debian's chromium, or its path in CHROMIUM)".to_owned());
    }
    run_or(in_web("npm", &["test", "--silent"]), "the page does not do what it should")
}

fn in_web(name: &str, arguments: &[&str]) -> Command {
    let mut command = program(name, arguments);
    command.current_dir(root().join("web"));
    command
}
