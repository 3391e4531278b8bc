//! The command as users see it: runs every block of `tests/cases/*.md` and compares its output.
//!
//! `PADSTONE_OVERWRITE=1 cargo test -p padstone-cli --test tests cases` renews the expected output.

use std::path::Path;
use std::process::Command;

#[test]
fn cases_print_the_expected_output() {
    run_in(Path::new(env!("CARGO_MANIFEST_DIR")), "cases::command_cases");
}

#[test]
#[ignore = "the process of `cases_print_the_expected_output`"]
fn command_cases() {
    trycmd::TestCases::new().case("tests/cases/*.md");
}

/// Runs a test with console blocks in a directory. The working directory and the overwriting belong to the whole process, so it runs in one.
pub(crate) fn run_in(folder: &Path, test: &str) {
    let mut command = Command::new(std::env::current_exe().expect("the path of a running program is known"));
    command.args(["--exact", test, "--ignored"]).current_dir(folder);
    if std::env::var_os("PADSTONE_OVERWRITE").is_some() {
        command.env("TRYCMD", "overwrite");
    }
    let output = command.output().expect("it runs");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
}
