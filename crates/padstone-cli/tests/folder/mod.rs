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

    /// The values of an option, from the help of a command, so that no test forgets a new one; empty if the command has no such option, or if the
    /// option takes any value.
    pub(crate) fn values(&self, command: &[&str], option: &str) -> Vec<String> {
        let help = self.help(command);
        let is_option = |line: &&str| line.trim_start().starts_with('-') && line.split_whitespace().any(|word| word == option);
        let mut lines = help.lines().skip_while(|line| !is_option(line));
        if lines.next().is_none() {
            return Vec::new();
        }
        let described = lines.map(str::trim).take_while(|line| !line.starts_with('-') || line.starts_with("- "));
        let described: Vec<&str> = described.collect();
        match described.join(" ").split_once("[possible values: ").and_then(|(_, rest)| rest.split_once(']')) {
            Some((values, _)) => values.split(", ").map(str::to_owned).collect(),
            None => described.iter().filter_map(|line| Some(line.strip_prefix("- ")?.split_once(':')?.0.to_owned())).collect(),
        }
    }

    /// The names in a list of a command's help, without `help`: the kinds of `emit`, the passes of `rewrite`.
    pub(crate) fn listed(&self, command: &[&str], head: &str) -> Vec<String> {
        let help = self.help(command);
        let lines = help.lines().skip_while(|line| *line != head).skip(1).take_while(|line| !line.is_empty());
        // A long description continues in the next line.
        let names = lines.filter_map(|line| line.strip_prefix("  ")?.split_once("  ")).map(|(name, _)| name.to_owned());
        let names: Vec<String> = names.filter(|name| !name.is_empty() && name != "help").collect();
        assert!(names.len() > 1, "{command:?}: {help}");
        names
    }

    fn help(&self, command: &[&str]) -> String {
        let output = self.run(0, &[command, &["--help"]].concat());
        String::from_utf8(output.stdout).expect("help is text")
    }
}
