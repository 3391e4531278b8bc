//! Inputs for which naga deviates from WGSL, as data: `tests/oracle/deviations.jsonl`. A test fails when a deviation is fixed.

use std::fs;

use padstone_peers::layouts;
use padstone_testing::{Layouts, test_data};
use serde_json::Value;

use crate::{ours, warned};

/// One input with different layouts.
struct Deviation {
    id: String,
    source: String,
    /// The names of buffers or structs, paths and offsets, in WGSL and in naga.
    wgsl: Vec<(String, String, u64)>,
    naga: Vec<(String, String, u64)>,
}

#[test]
fn naga_still_deviates() {
    for Deviation { id, source, naga, .. } in deviations() {
        let theirs = layouts(&source).unwrap_or_else(|why| panic!("{id}: {why}"));
        agree(&id, "naga: is the deviation gone? Take it off the list and out of the rules `naga`", &naga, &theirs);
    }
}

#[test]
fn both_deviating_offsets_are_known() {
    for Deviation { id, source, wgsl, naga } in deviations() {
        let (by_wgsl, by_naga) = (ours(&source, "wgsl"), ours(&source, "naga"));
        agree(&id, "padstone under wgsl", &wgsl, &by_wgsl.layouts);
        agree(&id, "padstone under naga", &naga, &by_naga.layouts);
        for (profile, answer) in [("wgsl", &by_wgsl), ("naga", &by_naga)] {
            assert!(warned(answer), "{id}: no warning under {profile} that naga and WGSL differ");
        }
    }
}

fn agree(id: &str, compiler: &str, expected: &[(String, String, u64)], layouts: &Layouts) {
    for (name, path, offset) in expected {
        let found = layouts.get(name).and_then(|layout| layout.members.get(path)).map(|member| member.offset);
        assert_eq!(found, Some(*offset), "{id}: {name} {path}, {compiler}");
    }
}

fn deviations() -> Vec<Deviation> {
    let text = fs::read_to_string(test_data("oracle/deviations.jsonl")).expect("the list of deviations");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is a JSON object"));
    let found: Vec<Deviation> = lines.filter(|line| line["compiler"] == "naga 30.0.1").map(|line| deviation(&line)).collect();
    assert!(found.len() >= 5, "the list is not complete");
    found
}

fn deviation(line: &Value) -> Deviation {
    let text = |key: &str| line[key].as_str().expect("a text").to_owned();
    let places = |key: &str| serde_json::from_value(line[key].clone()).expect("[name, path, offset] triples");
    Deviation { id: text("id"), source: text("source"), wgsl: places("wgsl"), naga: places("naga") }
}
