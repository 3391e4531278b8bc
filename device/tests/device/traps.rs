//! Hand-written programs: each file of `tests/traps` covers a typical mistake.
//!
//! A file `NAME.wgsl` begins with a description. A line `// changed: pack, inline` lists passes that must change it, a
//! line `// unchanged: pack` those that must neither change nor report anything. `NAME.2020.wgsl` is WGSL of 2020. If naga does not accept a text,
//! `NAME.twin.wgsl` is equivalent; naga accepts the result of `specialize`, or of the pass in a line `// naga: after scalarize`.

use std::fs;
use std::path::Path;

use padstone_device::{Gpu, buffers};
use padstone_read::layout;
use padstone_wgsl::tree::Edition;

use crate::rewrite_equivalence::{Program, Tally, compare, rewritten, sequences, unit};

/// The number of different contents that each program runs on.
const SEEDS: u64 = 3;

#[test]
fn rewritten_traps_have_the_same_effect() {
    let Some(gpu) = Gpu::find("rewritten programs on a device") else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traps");
    let mut files: Vec<_> = fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let mut tally = Tally::default();
    for file in &files {
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        if name.ends_with(".twin.wgsl") {
            continue;
        }
        for seed in 0..SEEDS {
            let program = program(&folder, name, seed);
            tally.add(compare(&gpu, &program, &sequences(&program), false));
            if seed == 0 {
                tally.wrong.extend(reported(&program));
            }
        }
    }
    println!("{tally}");
    tally.assert_equal();
}

fn program(folder: &Path, name: &str, seed: u64) -> Program {
    let text = fs::read_to_string(folder.join(name)).expect("a trap");
    let (stem, _) = name.split_once('.').expect("it ends in .wgsl");
    let twin = fs::read_to_string(folder.join(format!("{stem}.twin.wgsl"))).ok();
    let (edition, profile) = if name.ends_with(".2020.wgsl") { (Edition::Draft2020, "wgsl-2020") } else { (Edition::Current, "wgsl") };
    let buffers = buffers(&unit(&text, edition), layout::find(profile).expect("a profile"));
    let (takes_naga, reference) = (twin.is_none(), twin.unwrap_or_else(|| text.clone()));
    let naga_after = text.lines().find_map(|line| line.strip_prefix("// naga: after ")).unwrap_or("specialize").to_owned();
    Program { name: format!("{name}, bytes {seed}"), edition, text, reference, takes_naga, naga_after, buffers, seed }
}

/// Passes for which the file's expectation is wrong.
fn reported(program: &Program) -> Vec<String> {
    let mut unlike = Vec::new();
    for line in program.text.lines() {
        let (names, expected) = match (line.strip_prefix("// changed: "), line.strip_prefix("// unchanged: ")) {
            (Some(names), _) => (names, true),
            (_, Some(names)) => (names, false),
            _ => continue,
        };
        for name in names.split(", ") {
            let Some(pass) = padstone_rewrite::find(name) else {
                unlike.push(format!("{}: there is no pass `{name}`", program.name));
                continue;
            };
            // A program of 2020 is translated first.
            let modern = (!pass.takes.contains(&program.edition)).then(|| padstone_rewrite::find("modernize").expect("a pass"));
            let before = rewritten(&program.text, program.edition, &Vec::from_iter(modern)).0.text;
            let (after, found) = rewritten(&program.text, program.edition, &modern.into_iter().chain([pass]).collect::<Vec<_>>());
            if (before != after.text) != expected {
                unlike.push(format!("{}: {name} was to change it: {expected}", program.name));
            }
            // A pass that reports an obstacle is not expected to change the program.
            if let Some(found) = found.iter().next().filter(|_| !expected) {
                unlike.push(format!("{}: {name} was to have nothing to do, and says: {}", program.name, found.message));
            }
        }
    }
    unlike
}
