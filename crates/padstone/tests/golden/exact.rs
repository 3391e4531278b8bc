//! The recordings of tint and glslang: every member has a path, and there are no others.

use serde_json::Value;

use crate::golden::compare::{Findings, Judge, members, rows, take, text};

pub(crate) struct Tint;

impl Judge for Tint {
    const NAME: &'static str = "tint";

    fn content(findings: &mut Findings<'_>, buffer: &Value, layout: &Value) {
        content(findings, buffer, layout);
    }
}

pub(crate) struct Glslang;

impl Judge for Glslang {
    const NAME: &'static str = "glslang";

    fn content(findings: &mut Findings<'_>, buffer: &Value, layout: &Value) {
        content(findings, buffer, layout);
    }
}

fn content(findings: &mut Findings<'_>, buffer: &Value, layout: &Value) {
    let name = text(&buffer["name"]);
    let mut rest = rows(layout);
    for member in members(buffer) {
        match take(&mut rest, |path, _| path == member.path) {
            Some(row) => findings.member(buffer, member, row),
            None => findings.differences.push(format!("{name}: {}: missing, expected at {}", member.path, member.offset)),
        }
    }
    for (path, row) in rest {
        findings.differences.push(format!("{name}: {path}: there is no such member; ours is at {}", row["offset"]));
    }
}
