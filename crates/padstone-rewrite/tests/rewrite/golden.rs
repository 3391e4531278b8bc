//! Files to rewrite, and the expected results: for `files/NAME.wgsl`, there is `NAME.out.wgsl`, and `NAME.messages` if there are
//! diagnostics. The first line of a file contains the passes and options: `// rewrite pin --padding-members`.
//!
//! `PADSTONE_OVERWRITE=1 cargo test -p padstone-rewrite --test tests rewrite::golden` renews the expected results.

use std::fs;
use std::path::{Path, PathBuf};

use padstone_rewrite::PASSES;
use padstone_testing::Tint;
use padstone_wgsl::tree::Edition;

use crate::rewrite::outcome::{Outcome, run};

#[test]
fn outputs_match_the_recorded_files() {
    let tint = Tint::find("rewritten files");
    let files = files();
    for pass in PASSES {
        let of_pass = format!("{}_", pass.name.replace('-', "_"));
        let is_of_pass = |file: &&PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&of_pass));
        assert!(files.iter().any(|file| is_of_pass(&file)), "there is no file for {}", pass.name);
    }
    let wrong: Vec<String> = files.iter().filter_map(|file| check(file, tint.as_ref()).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rewrite/files");
    let entries = fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("it can be listed").path());
    let is_input = |path: &PathBuf| path.to_string_lossy().ends_with(".wgsl") && !path.to_string_lossy().ends_with(".out.wgsl");
    let mut files: Vec<PathBuf> = entries.filter(is_input).collect();
    files.sort();
    files
}

fn check(path: &Path, tint: Option<&Tint>) -> Result<(), String> {
    let text = fs::read_to_string(path).expect("it can be read");
    let command = text.lines().next().and_then(|line| line.strip_prefix("// rewrite ")).expect("the first line names the passes");
    let name = path.file_name().expect("it has a name").to_string_lossy();
    let first = run(&name, &text, command);
    expect(&path.with_extension("out.wgsl"), &first.text)?;
    expect(&path.with_extension("messages"), &first.messages)?;
    if first.messages.contains("P1201") {
        return Err(format!("{name}: the rewrite failed:\n{}", first.messages));
    }
    let second = run(&name, &text, command);
    if (&second.text, &second.messages) != (&first.text, &first.messages) {
        return Err(format!("{name}: the second run has another result"));
    }
    idempotent(&name, command, &first)?;
    if first.edition == Edition::Draft2020 {
        of_the_draft(&name, &text, &first.text)?;
    }
    // A part of a module is not complete WGSL, and tint does not support fictitious extensions.
    let Some(tint) = tint.filter(|_| !["P1214", "P0827"].iter().any(|code| first.messages.contains(code))) else { return Ok(()) };
    let was_today = !command.contains("wgsl-2020");
    for (when, text, is_today) in [("before", &text, was_today), ("after", &first.text, first.edition == Edition::Current)] {
        if is_today {
            tint.structs(text).map_err(|why| format!("{name}, {when}: tint: {why}"))?;
        }
    }
    Ok(())
}

/// In 2020 functions had no `let`, there were no compound assignments, and the value of a `switch` was in parentheses.
fn of_the_draft(name: &str, before: &str, after: &str) -> Result<(), String> {
    let unknown = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("let ")
            || ["++", "--;", "+= ", "-= "].iter().any(|later| line.contains(later))
            || line.contains("switch ") && !line.contains("switch (")
    };
    match after.lines().filter(unknown).find(|line| !before.contains(line) && !line.starts_with("//")) {
        Some(line) => Err(format!("{name}: the language of 2020 has no `{line}`")),
        None => Ok(()),
    }
}

/// Rewriting is idempotent. A file of 2020 that was converted to current WGSL is not read as 2020 again.
fn idempotent(name: &str, command: &str, first: &Outcome) -> Result<(), String> {
    if command.contains("modernize") && first.edition == Edition::Current {
        return Ok(());
    }
    let second = run(name, &first.text, command);
    if second.text == first.text { Ok(()) } else { Err(format!("{name}: the second run changes it again:\n{}", second.text)) }
}

/// Compares with a file; an empty text must have no file.
fn expect(path: &Path, found: &str) -> Result<(), String> {
    if std::env::var_os("PADSTONE_OVERWRITE").is_some() {
        if found.is_empty() {
            let _ = fs::remove_file(path);
        } else {
            fs::write(path, found).expect("it can be written");
        }
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    if expected == found { Ok(()) } else { Err(format!("{}: expected\n{expected}\nfound\n{found}", path.display())) }
}
