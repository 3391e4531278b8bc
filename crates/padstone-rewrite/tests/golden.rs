//! Each pass on files: `golden/PASS/NAME.wgsl` becomes `NAME.out`, and what is said of it is `NAME.said`. Files that end in
//! `.2020.wgsl` are of that edition; `.check.` in a name asks only what would be changed, and `.vulkan.`, `.gl.`, `.d3d.` and `.metal.` for
//! whom. With `UPDATE` set the files are written, and a person has to look at them.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use padstone_diag::Diagnostics;
use padstone_rewrite::{Backend, Options, PASSES, Pass, Rewritten, find, rewrite};
use padstone_source::SourceMap;
use padstone_testing::Tint;
use padstone_wgsl::tree::Edition;

/// What became of a text, and what was said of it.
fn rewritten(file: &str, text: &str, pass: &'static Pass) -> (Rewritten, String) {
    let mut sources = SourceMap::new();
    let id = sources.add_file(file, text.into()).expect("a small file");
    let edition = if file.ends_with(".2020.wgsl") { Edition::Draft2020 } else { Edition::Today };
    let mut found = Diagnostics::new();
    let is = |word: &str| file.split('.').any(|part| part == word);
    let backends = [("vulkan", Backend::Vulkan), ("gl", Backend::Gl), ("d3d", Backend::D3d), ("metal", Backend::Metal)];
    let target = backends.into_iter().find(|(name, _)| is(name)).map(|(_, backend)| backend);
    let options = Options { target, check: is("check"), ..Options::default() };
    let rewritten = rewrite(&mut sources, id, edition, &[pass], &options, &mut found);
    let mut said = String::new();
    for found in found.iter() {
        let at = found.span.map(|span| sources.locate(span.start)).map_or_else(String::new, |at| format!("{}:{}: ", at.line, at.column));
        let (id, message) = (found.code.id, &found.message);
        writeln!(said, "{at}{id} {message}").expect("a string takes all");
        for note in found.notes.iter().chain(&found.helps) {
            writeln!(said, "    {note}").expect("a string takes all");
        }
    }
    (rewritten, said)
}

/// Compares with a file, or writes it. A text that is empty has none.
fn compare(path: &Path, text: &str, wrong: &mut Vec<String>) {
    let before = std::fs::read_to_string(path).unwrap_or_default();
    if before == text {
        return;
    }
    if std::env::var_os("UPDATE").is_some() {
        if text.is_empty() {
            std::fs::remove_file(path).expect("the file can be removed");
        } else {
            std::fs::write(path, text).expect("the file can be written");
        }
    }
    wrong.push(format!("{} is another:\n{text}", path.display()));
}

fn inputs(pass: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(pass);
    let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "wgsl"));
    paths.sort();
    paths
}

#[track_caller]
fn check(pass: &str, at_least: usize) {
    let tint = Tint::find("rewritten WGSL");
    let found = find(pass).expect("a pass");
    let paths = inputs(pass);
    assert!(paths.len() >= at_least, "{} files for {pass}", paths.len());
    let mut wrong = Vec::new();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let (out, said) = rewritten(name, &text, found);
        assert!(!said.contains("P1201"), "{name}: {said}");
        compare(&path.with_extension("out"), &out.text, &mut wrong);
        compare(&path.with_extension("said"), &said, &mut wrong);
        let (again, _) = rewritten(name, &out.text, found);
        assert_eq!(again.text, out.text, "{name}: a second time changes it again");
        if let Some(tint) = tint.as_ref().filter(|_| !name.ends_with(".2020.wgsl")) {
            for (which, text) in [("before", &text), ("after", &out.text)] {
                tint.structs(text).unwrap_or_else(|error| panic!("{name} {which}: {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pack() {
    check("pack", 6);
}

#[test]
fn scalarize() {
    check("scalarize", 4);
}

#[test]
fn inline() {
    check("inline", 10);
}

#[test]
fn legalize_uniform() {
    check("legalize-uniform", 1);
}

#[test]
fn every_folder_is_a_pass() {
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")).expect("the folder can be read") {
        let name = entry.expect("the folder can be read").file_name();
        assert!(PASSES.iter().any(|pass| name.to_str() == Some(pass.name)), "{name:?}");
    }
}
