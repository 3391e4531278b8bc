//! What libslang 2026.12 answered, from `tests/golden`.

use std::path::Path;

use serde_json::Value;

use crate::reflect::reflect;
use crate::tree::differences;

/// How many disagreements are printed.
const SHOWN: usize = 5;

#[test]
fn reflection_is_what_is_recorded() {
    check("slang.jsonl");
}

#[test]
fn reflection_of_other_targets_is_what_is_recorded() {
    check("slang-more.jsonl");
}

fn check(file: &str) {
    let lines = lines(file);
    let failures: Vec<String> = lines.iter().filter_map(|line| judge(line).err().map(|why| format!("-- {}\n{why}", line["id"]))).collect();
    println!("{} lines", lines.len());
    assert!(failures.is_empty(), "{} of {} lines\n{}", failures.len(), lines.len(), failures[..failures.len().min(SHOWN)].join("\n"));
}

/// The lines of a file of recorded answers.
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
        (Err(errors), Some(_)) => Err(format!("refused: {}", errors.join("; "))),
        (Ok(_), None) => Err(format!("accepted, but libslang says: {}", line["error"])),
        (Err(_), None) => Ok(()),
    }
}
