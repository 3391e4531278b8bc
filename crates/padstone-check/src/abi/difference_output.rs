//! The changes of several files, as text and as JSON.

use std::io::{self, Write};

use padstone_source::{printable, printable_json};
use serde::Serialize;

use super::AbiChange;

/// The schema of the output of [`write_json`].
pub const SCHEMA: &str = include_str!("../../../../schema/diff-v1.schema.json");

/// The changes of a file for one target.
#[derive(Clone, Debug)]
pub struct AbiDifference {
    /// The file, as specified on the command line.
    pub file: String,
    /// The path of the old version, if the file was renamed.
    pub renamed_from: Option<String>,
    /// The target; empty if there are none.
    pub target: String,
    /// The changes, in the order of the new version; none if the file was only renamed.
    pub changes: Vec<AbiChange>,
    /// The position of each change in the new version.
    pub positions: Vec<Option<ChangePosition>>,
}

/// The position of a change.
#[derive(Clone, Debug)]
pub struct ChangePosition {
    /// The file, which the file of the difference may include.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

/// The number of changes, and how many of them break the ABI.
fn counts(different: &[AbiDifference]) -> (usize, usize) {
    let changes = || different.iter().flat_map(|file| &file.changes);
    (changes().count(), changes().filter(|change| !change.compatible).count())
}

/// Writes the changes by file and resource, then a verdict. `failed` means that some versions could not be read.
///
/// # Errors
/// Those of `out`.
pub fn write_text(different: &[AbiDifference], failed: bool, out: &mut dyn Write) -> io::Result<()> {
    for AbiDifference { file, renamed_from, target, changes, .. } in different {
        write!(out, "{}", printable(file))?;
        if !target.is_empty() {
            write!(out, " ({})", printable(target))?;
        }
        match renamed_from {
            Some(old) => writeln!(out, ", renamed from {}", printable(old))?,
            None => writeln!(out)?,
        }
        let mut resource = None;
        for change in changes {
            if resource.replace(&change.resource) != Some(&change.resource) {
                writeln!(out, "  {}", change.resource)?;
            }
            writeln!(out, "    {}  {}", if change.compatible { "fits  " } else { "breaks" }, change.text)?;
        }
        writeln!(out)?;
    }
    match counts(different) {
        (_, 0) if failed => writeln!(out, "some layouts or bindings could not be compared"),
        (0, _) => writeln!(out, "no layout or binding changed"),
        (_, 0) => writeln!(out, "compatible: no change breaks the ABI"),
        (1, 1) => writeln!(out, "incompatible: the change breaks the ABI"),
        (all, broken) => writeln!(out, "incompatible: {broken} of {all} changes {} the ABI", if broken == 1 { "breaks" } else { "break" }),
    }
}

/// Writes the changes as JSON that follows [`SCHEMA`]. With `failed`, they are not compatible.
///
/// # Errors
/// Those of `out`.
pub fn write_json(different: &[AbiDifference], failed: bool, out: &mut dyn Write) -> io::Result<()> {
    let files = different.iter().map(|AbiDifference { file, renamed_from, target, changes, positions }| JsonFile {
        file,
        renamed_from: renamed_from.as_deref(),
        target: Some(target.as_str()).filter(|target| !target.is_empty()),
        changes: changes.iter().zip(positions).map(|(change, position)| JsonChange::new(file, change, position.as_ref())).collect(),
    });
    let document = JsonDiff { version: 1, compatible: counts(different).1 == 0 && !failed, files: files.collect() };
    writeln!(out, "{}", printable_json(&serde_json::to_string_pretty(&document)?))
}

#[derive(Serialize)]
struct JsonDiff<'a> {
    version: u32,
    compatible: bool,
    files: Vec<JsonFile<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonFile<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    renamed_from: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
    changes: Vec<JsonChange<'a>>,
}

#[derive(Serialize)]
struct JsonChange<'a> {
    resource: &'a str,
    kind: &'static str,
    compatible: bool,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

impl<'a> JsonChange<'a> {
    fn new(file: &str, change: &'a AbiChange, position: Option<&'a ChangePosition>) -> Self {
        JsonChange {
            resource: &change.resource,
            kind: change.kind.name(),
            compatible: change.compatible,
            message: &change.text,
            source: position.map(|position| &*position.file).filter(|source| *source != file),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
        }
    }
}
