//! `cargo xtask mutants --rewrite`: introduces defects in a copy of the rewriter's sources, one at a time. The
//! tests on the device must detect each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::command::{cargo, program, root, succeeds};

/// The list of defects.
const LIST: &str = "device/mutants.txt";

/// A change of one file that introduces a defect.
#[derive(Debug, PartialEq, Eq)]
struct Mutant<'t> {
    name: &'t str,
    file: &'t str,
    /// Lines that occur once in the file.
    old: String,
    new: String,
}

/// Introduces each defect whose name contains `filter`, and reports the test that detects it.
pub(crate) fn run(filter: &str) -> ExitCode {
    let list = match fs::read_to_string(root().join(LIST)) {
        Ok(list) => list,
        Err(error) => {
            println!("{LIST}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let copy = root().join("target/mutants");
    let verdict = copy_sources(&copy).and_then(|()| {
        if !SUITES.iter().all(|(_, suite)| succeeds(tests(&copy, suite))) {
            return Err("the tests on the device fail as it is".to_owned());
        }
        read(&list)
            .iter()
            .filter(|mutant| mutant.name.contains(filter))
            .map(|mutant| plant(&copy, mutant))
            .collect::<Result<Vec<bool>, _>>()
    });
    match verdict {
        Ok(noticed) => {
            let count = noticed.iter().filter(|&&noticed| noticed).count();
            println!("{count} of {} defects are detected", noticed.len());
            if count == noticed.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether a test fails with the defect.
fn plant(copy: &Path, mutant: &Mutant<'_>) -> Result<bool, String> {
    let Mutant { name, file, old, new } = mutant;
    let path = copy.join(file);
    let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
    if text.matches(old.as_str()).count() != 1 {
        return Err(format!("{name}: the lines do not occur exactly once in {file}:\n{old}"));
    }
    let write = |text: &str| fs::write(&path, text).map_err(|error| format!("{file}: {error}"));
    write(&text.replacen(old.as_str(), new, 1))?;
    let compiles = succeeds(tests(copy, &["--no-run"]));
    let red = SUITES.iter().filter(|_| compiles).find(|(_, suite)| !succeeds(tests(copy, suite)));
    write(&text)?;
    println!("{name}: {}", red.map_or_else(|| "NOT NOTICED".to_owned(), |(by, _)| format!("noticed by {by}")));
    if compiles { Ok(red.is_some()) } else { Err(format!("{name}: the changed source does not compile")) }
}

/// The tests that detect defects: rewritten programs that are executed. The manual ones take seconds, and detect most.
const SUITES: &[(&str, &[&str])] = &[("the traps", &["--", "traps"]), ("generated programs", &["--", "rewritten_programs"])];

/// The command that runs some of the tests on the device.
fn tests(copy: &Path, selection: &[&str]) -> Command {
    let manifest = copy.join("device/Cargo.toml");
    let mut command = cargo(&["test", "--quiet", "--test", "device", "--manifest-path"]);
    command.arg(manifest).args(selection);
    // wgpu is already built there.
    if std::env::var_os("CARGO_TARGET_DIR").is_none() {
        command.env("CARGO_TARGET_DIR", root().join("target"));
    }
    command
}

/// All source files, committed or not.
fn copy_sources(to: &Path) -> Result<(), String> {
    let listed = program("git", &["ls-files", "--cached", "--others", "--exclude-standard"]).output();
    let listed = listed.map_err(|error| format!("git: {error}"))?;
    for file in String::from_utf8_lossy(&listed.stdout).lines() {
        let (old, new): (PathBuf, PathBuf) = (root().join(file), to.join(file));
        // Unchanged files are not rebuilt.
        let same = fs::read(&old).ok().is_some_and(|old| fs::read(&new).is_ok_and(|new| new == old));
        if same || !old.is_file() {
            continue;
        }
        let folder = new.parent().expect("a file is in a directory");
        fs::create_dir_all(folder).and_then(|()| fs::copy(&old, &new)).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

fn read(list: &str) -> Vec<Mutant<'_>> {
    let sections = list.split("\n== ").skip(1);
    sections
        .map(|section| {
            let mut lines = section.lines();
            let (name, file) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
            let marked = |mark: char| -> String {
                let lines = section.lines().filter_map(|line| line.strip_prefix(mark));
                lines.map(|line| format!("{line}\n")).collect()
            };
            Mutant { name, file, old: marked('-'), new: marked('+') }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{LIST, read};
    use crate::command::root;

    #[test]
    fn every_defect_can_be_planted() {
        let list = std::fs::read_to_string(root().join(LIST)).expect("the list");
        let mutants = read(&list);
        assert!(mutants.len() >= 5, "there are few defects");
        let mut lost = Vec::new();
        for mutant in mutants {
            let text = std::fs::read_to_string(root().join(mutant.file)).unwrap_or_else(|error| panic!("{}: {error}", mutant.file));
            let found = text.matches(&mutant.old).count();
            if found != 1 {
                lost.push(format!("{}: {} contains its lines {found} times, not once", mutant.name, mutant.file));
            }
        }
        assert!(lost.is_empty(), "{}", lost.join("\n"));
    }
}
