//! Directories for running padstone.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A directory for one test.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
}

impl Folder {
    /// An empty directory.
    pub(crate) fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder can be made");
        Folder { path }
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().expect("the file is in a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_padstone"));
        command.args(arguments).current_dir(&self.path);
        command
    }

    /// Runs padstone, which must exit with `code`.
    pub(crate) fn run(&self, code: i32, arguments: &[&str]) -> Output {
        let output = self.command(arguments).output().expect("padstone starts");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }
}
