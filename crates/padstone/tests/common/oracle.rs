//! The compilers that tests ask. They need not be there; what was not checked then is not passed over in silence.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program of PATH.
pub(crate) struct Oracle(PathBuf);

impl Oracle {
    /// Finds a program. If there is none, says so in the file that `PADSTONE_UNCHECKED` names, where `cargo xtask test`
    /// looks for what was `not checked`; with the environment variable CI set that is a failure.
    pub(crate) fn find(program: &str, not_checked: &str) -> Option<Oracle> {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file());
        if found.is_none() {
            let message = format!("{not_checked}: {program} is not installed");
            if let Some(list) = std::env::var_os("PADSTONE_UNCHECKED") {
                let mut list = OpenOptions::new().create(true).append(true).open(list).expect("the list can be written");
                list.write_all(format!("{message}\n").as_bytes()).expect("the list can be written");
            }
            println!("{message}");
            assert!(std::env::var_os("CI").is_none(), "{message}, and CI is set");
        }
        found.map(Oracle)
    }

    /// Runs the program on a text, or on bytes, at its standard input and gives what it prints.
    ///
    /// # Errors
    /// What it prints as errors, if it fails.
    pub(crate) fn run(&self, arguments: &[&str], input: &(impl AsRef<[u8]> + ?Sized)) -> Result<String, String> {
        let mut child = Command::new(&self.0)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.0.display()));
        let mut stdin = child.stdin.take().expect("the input is piped");
        let input = input.as_ref().to_owned();
        // In a thread of its own: the program may print before it has read everything.
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().expect("the program was started");
        // A program that has seen enough closes its input.
        let _ = writer.join();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        if output.status.success() { Ok(text(output.stdout)) } else { Err(format!("{}\n{}", output.status, text(output.stderr))) }
    }
}

/// A file of the folder `tests/` of the workspace.
pub(crate) fn test_data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(path)
}
