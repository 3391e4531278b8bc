//! The results of libslang 2026.12 in `tests/golden`.

use std::path::Path;

use serde_json::Value;

use crate::slang::reflect::{ReportedError, errors, reflect};
use crate::slang::tree::differences;

/// The maximum number of disagreements printed.
const SHOWN: usize = 5;

/// padstone's codes for an error of libslang. Its E39999 has many meanings.
const CODES: &[(&str, &[&str])] = &[
    ("E00001", &["P1101"]),
    ("E15000", &["P0109"]),
    ("E15300", &["P0101"]),
    ("E15900", &["P0103"]),
    ("E20001", &["P0201", "P0202"]),
    ("E30009", &["P1108"]),
    ("E30015", &["P0301", "P0312"]),
    ("E30019", &["P0303", "P1146"]),
    ("E30025", &["P0306"]),
    ("E30028", &["P1110"]),
    ("E30031", &["P1109"]),
    ("E30070", &["P1109"]),
    ("E30200", &["P0307", "P0308"]),
    ("E30408", &["P0309"]),
    ("E31215", &["P1109"]),
    ("E31222", &["P0206", "P0602"]),
    ("E36105", &["P1105"]),
    ("E38007", &["P1106"]),
    ("E38029", &["P1104"]),
    ("E38100", &["P1103"]),
    ("E39000", &["P0613"]),
    ("E39008", &["P0207"]),
    ("E39009", &["P0208"]),
    ("E39010", &["P0208"]),
    ("E39011", &["P0211"]),
    ("E39015", &["P0616"]),
    ("E39020", &["P0622"]),
    ("E39023", &["P0625"]),
    ("E39997", &["P0302"]),
    ("E39999", &["P0303", "P0309"]),
];

/// A redeclared name, and a use of one.
const REDEFINED: &str = "P0308";
const AMBIGUOUS: &str = "P1143";

#[test]
fn reflection_matches_the_recording() {
    check("slang.jsonl");
}

#[test]
fn reflection_of_other_targets_matches_the_recording() {
    check("slang-more.jsonl");
}

fn check(file: &str) {
    let lines = lines(file);
    let failures: Vec<String> = lines.iter().filter_map(|line| judge(line).err().map(|why| format!("-- {}\n{why}", line["id"]))).collect();
    println!("{} lines", lines.len());
    assert!(failures.is_empty(), "{} of {} lines\n{}", failures.len(), lines.len(), failures[..failures.len().min(SHOWN)].join("\n"));
}

/// The lines of a file of recordings.
pub(crate) fn lines(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(file);
    let text = std::fs::read_to_string(path).expect("the recorded answers");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is a JSON object")).collect()
}

fn judge(line: &Value) -> Result<(), String> {
    let text = |key: &str| line[key].as_str().expect("a line has texts");
    let mut files = vec![(text("file"), text("source"))];
    for (name, source) in line["files"].as_object().into_iter().flatten() {
        files.push((name, source.as_str().expect("a file is a text")));
    }
    let flags: Vec<String> = line["flags"].as_array().into_iter().flatten().filter_map(|flag| Some(flag.as_str()?.to_owned())).collect();
    let ours = reflect(&files, text("target"), &flags);
    match (ours, line.get("json")) {
        (Ok(ours), Some(theirs)) => {
            let found = differences(theirs, &ours);
            if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
        }
        (Err(errors), Some(_)) => Err(format!("rejected: {}", errors.join("; "))),
        (Ok(_), None) => Err(format!("accepted, but libslang reports: {}", line["error"])),
        (Err(_), None) => judge_errors(line, &errors(&files, text("target"), &flags)),
    }
}

/// The same error is reported on the same line, and no other.
fn judge_errors(line: &Value, ours: &[ReportedError]) -> Result<(), String> {
    let theirs = line["errorCode"].as_str().expect("an error has a code");
    let codes = CODES.iter().find(|(code, _)| *code == theirs).map_or(&[][..], |(_, codes)| codes);
    let position = line["errorAt"][0].as_u64();
    let same = |found: &&ReportedError| codes.contains(&found.code) && (position.is_none() || found.line.map(u64::from) == position);
    // The recording contains libslang's first error; for a redeclared name, each of its uses is another error.
    let is_twice = ours.iter().any(|found| found.code == REDEFINED);
    let first: Vec<&ReportedError> = ours.iter().filter(|found| !(is_twice && found.code == AMBIGUOUS)).collect();
    if first.len() == 1 && first.iter().all(same) {
        Ok(())
    } else {
        Err(format!(
            "libslang says {theirs} on line {position:?}, padstone {:?}",
            ours.iter().map(|found| (found.code, found.line)).collect::<Vec<_>>()
        ))
    }
}
