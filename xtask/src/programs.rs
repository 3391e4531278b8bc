//! Runs test programs in parallel: cargo runs one after the other, and some consist mostly of one
//! long test, which uses only one processor.

use std::collections::VecDeque;
use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::thread;

/// A test program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestProgram {
    /// The directory of its package, in which cargo runs it.
    folder: PathBuf,
    path: PathBuf,
}

/// Builds tests with a command like `cargo test`, and returns the programs; `None` if they cannot be built.
pub(crate) fn build(mut command: Command) -> Option<Vec<TestProgram>> {
    command.args(["--no-run", "--message-format", "json-render-diagnostics"]);
    let built = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().ok()?;
    let mut programs = read(&String::from_utf8_lossy(&built.stdout));
    // The program that runs longest starts first: one that only starts others, or else probably the largest.
    let size = |program: &TestProgram| program.path.metadata().map_or(0, |file| file.len());
    programs.sort_by_key(|program| (!program.name().ends_with(": growth"), std::cmp::Reverse(size(program))));
    built.status.success().then_some(programs)
}

/// Runs programs in parallel, one for each processor. The output of each is printed when it has finished.
pub(crate) fn run(
    programs: Vec<TestProgram>,
    arguments: &[&str],
    environment: &[(&str, PathBuf)],
    finished: impl Fn(&TestProgram, io::Result<Output>) + Sync,
) {
    let waiting = Mutex::new(VecDeque::from(programs));
    let next = || waiting.lock().expect("nobody panics while it is locked").pop_front();
    let shown = Mutex::new(());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(program) = next() {
                    let mut command = Command::new(&program.path);
                    command.args(arguments).current_dir(&program.folder).envs(environment.iter().map(|(name, value)| (name, value)));
                    // cargo sets this for test programs.
                    let output = command.env("CARGO_MANIFEST_DIR", &program.folder).stdin(Stdio::null()).output();
                    let _one_at_a_time = shown.lock().expect("nobody panics while it is locked");
                    finished(&program, output);
                }
            });
        }
    });
}

impl TestProgram {
    /// The name in lists: its package, and its own name without the hash.
    pub(crate) fn name(&self) -> String {
        let text = |path: Option<&std::ffi::OsStr>| path.map_or_else(String::new, |text| text.to_string_lossy().into_owned());
        let file = text(self.path.file_stem());
        format!("{}: {}", text(self.folder.file_name()), file.rsplit_once('-').map_or(&*file, |(name, _)| name))
    }
}

/// The test programs in the messages of cargo, one JSON object on each line.
fn read(messages: &str) -> Vec<TestProgram> {
    // The `test` key of the profile, not the one of the target.
    let is_program = |line: &&str| line.contains(r#""reason":"compiler-artifact""#) && line.contains(r#""test":true},"features""#);
    let program = |line: &str| {
        let manifest = PathBuf::from(value(line, "manifest_path")?);
        Some(TestProgram { folder: manifest.parent()?.to_owned(), path: value(line, "executable")?.into() })
    };
    messages.lines().filter(is_program).filter_map(program).collect()
}

/// The string value of a key of a JSON object; paths contain no escapes except `\\`.
fn value(object: &str, key: &str) -> Option<String> {
    let start = object.find(&format!(r#""{key}":""#))? + key.len() + 4;
    let text = &object[start..];
    Some(text[..text.find('"')?].replace(r"\\", r"\"))
}

#[cfg(test)]
mod tests {
    use super::{TestProgram, read};

    #[test]
    fn programs_are_found_among_cargo_messages() {
        let messages = concat!(
            r#"{"reason":"compiler-artifact","manifest_path":"/a/crates/b/Cargo.toml","profile":{"opt_level":"0","test":false},"executable":null}"#,
            "\n",
            r#"{"reason":"compiler-artifact","manifest_path":"/a/crates/b/Cargo.toml","target":{"kind":["bin"],"doctest":false,"test":true},"#,
            r#""profile":{"opt_level":"0","test":false},"features":[],"executable":"/a/target/debug/b","fresh":true}"#,
            "\n",
            r#"{"reason":"compiler-artifact","manifest_path":"/a/crates/b/Cargo.toml","profile":{"opt_level":"0","test":true},"features":[],"#,
            r#""filenames":["/a/target/debug/deps/tests-1f"],"executable":"/a/target/debug/deps/tests-1f","fresh":true}"#,
            "\n",
            r#"{"reason":"build-finished","success":true}"#,
        );
        let program = TestProgram { folder: "/a/crates/b".into(), path: "/a/target/debug/deps/tests-1f".into() };
        assert_eq!(program.name(), "b: tests");
        assert_eq!(read(messages), [program]);
    }
}
