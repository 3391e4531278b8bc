//! Runs other programs.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root directory of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate is in a folder of the workspace")
}

/// A program to run in the root directory of the workspace.
pub(crate) fn program(name: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root());
    command
}

/// The cargo that runs this program.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), arguments)
}

/// Whether a program exits successfully, without output on the terminal.
pub(crate) fn succeeds(mut command: Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Runs a program whose standard output goes to the terminal and, line by line, to `see`.
pub(crate) fn stream(mut command: Command, mut see: impl FnMut(&str)) -> bool {
    let Ok(mut child) = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn() else {
        println!("cannot start {command:?}");
        return false;
    };
    let output = child.stdout.take().expect("the output is piped");
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        see(&line);
    }
    child.wait().is_ok_and(|status| status.success())
}

/// The path of a program in PATH.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Runs a command with its output on the terminal. Its result is checked afterwards instead of its status.
pub(crate) fn run(mut command: Command) {
    if !command.status().is_ok_and(|status| status.success()) {
        println!("failed: {command:?}");
    }
}
