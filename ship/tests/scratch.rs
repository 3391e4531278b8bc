//! Directories for testing packages, with an environment without padstone.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory for one test.
pub(crate) struct Scratch {
    pub(crate) path: PathBuf,
    /// The home directory of its commands.
    pub(crate) home: PathBuf,
    /// Variables of its commands, in addition to the environment of the test.
    environment: Vec<(String, String)>,
}

impl Scratch {
    /// An empty directory.
    pub(crate) fn new(name: &str) -> Scratch {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        let (path, home) = (folder.join("work"), folder.join("home"));
        for folder in [&path, &home] {
            fs::create_dir_all(folder).expect("the folder can be made");
        }
        let caches = home.display().to_string();
        let mut scratch = Scratch { path, home, environment: Vec::new() };
        // The user's settings must not affect the tests.
        for name in ["HOME", "XDG_CACHE_HOME", "PRE_COMMIT_HOME", "npm_config_cache"] {
            scratch.set(name, &caches);
        }
        scratch.set("GIT_CONFIG_GLOBAL", "/dev/null");
        scratch.set("GIT_CONFIG_NOSYSTEM", "1");
        scratch
    }

    /// Sets a variable for all commands.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.environment.push((name.to_owned(), value.to_owned()));
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs a program in this directory, or in a subdirectory that it names.
    pub(crate) fn output(&self, program: impl AsRef<OsStr>, arguments: &[&str]) -> Output {
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(&self.path);
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "CARGO_MANIFEST_DIR"] {
            command.env_remove(name);
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.output().unwrap_or_else(|error| panic!("{}: {error}", program.as_ref().display()))
    }

    /// Runs a program that must succeed, and returns its output.
    pub(crate) fn run(&self, program: impl AsRef<OsStr>, arguments: &[&str]) -> String {
        let output = self.output(&program, arguments);
        let printed = printed(&output);
        assert!(output.status.success(), "{} {arguments:?}\n{printed}", program.as_ref().display());
        printed
    }

    /// Creates a git repository of all files here.
    pub(crate) fn commit(&self) {
        self.run("git", &["init", "--quiet"]);
        self.run("git", &["config", "user.name", "somebody"]);
        self.run("git", &["config", "user.email", "somebody@example.com"]);
        self.run("git", &["add", "."]);
        self.run("git", &["commit", "--quiet", "--message", "first"]);
    }
}

/// A failed test keeps its directory for inspection.
impl Drop for Scratch {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(self.path.parent().expect("it is in a folder of the test"));
        }
    }
}

/// The complete output of a program.
pub(crate) fn printed(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The root directory of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate is in a folder of the workspace")
}
