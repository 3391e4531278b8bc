//! The compilers that tests run. They may be missing; skipped checks are listed.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Programs without an installable package: in CI, the tests do not fail without them.
const WITHOUT_PACKAGE: &[&str] = &["tint"];

/// Records a skipped check and its reason in the file that `PADSTONE_UNCHECKED` names, which `cargo xtask test` reads. With the environment
/// variable CI set, the absence of a required program is a failure.
///
/// # Panics
///
/// In that case, or if the file cannot be written.
pub fn report_unchecked(message: &str, has_to_be_there: bool) {
    if let Some(list) = std::env::var_os("PADSTONE_UNCHECKED") {
        let mut list = OpenOptions::new().create(true).append(true).open(list).expect("the list can be written");
        list.write_all(format!("{message}\n").as_bytes()).expect("the list can be written");
    }
    assert!(!has_to_be_there || std::env::var_os("CI").is_none(), "{message}, and CI is set");
}

/// A program in `PATH`.
#[derive(Clone, Debug)]
pub struct Oracle(PathBuf);

impl Oracle {
    /// Finds a program. If it is missing, `checks` are reported as skipped ([`report_unchecked`]), which is a failure in CI if the program has a package.
    pub fn find(program: &str, checks: &str) -> Option<Oracle> {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file());
        if found.is_none() {
            report_unchecked(&format!("{checks}: {program} is not installed"), !WITHOUT_PACKAGE.contains(&program));
        }
        found.map(Oracle)
    }

    /// A program that was built for a test.
    pub fn at(path: PathBuf) -> Oracle {
        Oracle(path)
    }

    /// Runs the program on a text, or on bytes, as its standard input, and returns its output.
    ///
    /// # Errors
    ///
    /// Its output, if it fails.
    pub fn run(&self, arguments: &[&str], input: &(impl AsRef<[u8]> + ?Sized)) -> Result<String, String> {
        let Output { status, stdout, stderr } = self.output(arguments, input);
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        if status.success() { Ok(text(stdout)) } else { Err(format!("{status}\n{}{}", text(stderr), text(stdout))) }
    }

    /// Runs the program on a text, or on bytes, as its standard input, and returns its whole output.
    pub fn output(&self, arguments: &[&str], input: &(impl AsRef<[u8]> + ?Sized)) -> Output {
        let mut child = Command::new(&self.0)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.0.display()));
        let mut stdin = child.stdin.take().expect("the input is piped");
        let input = input.as_ref().to_owned();
        // In a separate thread, because the program may print before it has read everything.
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().expect("the program was started");
        // A program may close its input early.
        let _ = writer.join();
        output
    }
}
