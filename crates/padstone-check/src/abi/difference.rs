//! The changes of several files, as text and as JSON.

use std::io::{self, Write};

use padstone_source::printable;
use serde::Serialize;

use super::Change;

/// The schema of the output of [`write_json`].
pub const SCHEMA: &str = include_str!("../../../../schema/diff-v1.schema.json");

/// The changes of a file for one target.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The file, as specified on the command line.
    pub file: String,
    /// The target; empty if there are none.
    pub target: String,
    /// The changes, in the order of the new version.
    pub changes: Vec<Change>,
    /// Line and column of each change in the new version, from 1.
    pub places: Vec<Option<(u32, u32)>>,
}

/// The number of changes, and how many of them break the ABI.
fn counts(different: &[Difference]) -> (usize, usize) {
    let changes = || different.iter().flat_map(|file| &file.changes);
    (changes().count(), changes().filter(|change| !change.compatible).count())
}

/// Writes the changes by file and resource, then a verdict. `failed` means that some versions could not be read.
///
/// # Errors
/// Those of `out`.
pub fn write_text(different: &[Difference], failed: bool, out: &mut dyn Write) -> io::Result<()> {
    for Difference { file, target, changes, .. } in different {
        match target.as_str() {
            "" => writeln!(out, "{}", printable(file))?,
            target => writeln!(out, "{} ({})", printable(file), printable(target))?,
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
        (all, broken) => writeln!(out, "incompatible: {broken} of {all} changes break the ABI"),
    }
}

/// Writes the changes as JSON that follows [`SCHEMA`]. With `failed`, they are not compatible.
///
/// # Errors
/// Those of `out`.
pub fn write_json(different: &[Difference], failed: bool, out: &mut dyn Write) -> io::Result<()> {
    let files = different.iter().map(|Difference { file, target, changes, places }| JsonFile {
        file,
        target: Some(target.as_str()).filter(|target| !target.is_empty()),
        changes: changes.iter().zip(places).map(|(change, place)| JsonChange::new(change, *place)).collect(),
    });
    let whole = JsonDiff { version: 1, compatible: counts(different).1 == 0 && !failed, files: files.collect() };
    serde_json::to_writer_pretty(&mut *out, &whole)?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct JsonDiff<'a> {
    version: u32,
    compatible: bool,
    files: Vec<JsonFile<'a>>,
}

#[derive(Serialize)]
struct JsonFile<'a> {
    file: &'a str,
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
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

impl<'a> JsonChange<'a> {
    fn new(change: &'a Change, place: Option<(u32, u32)>) -> Self {
        JsonChange {
            resource: &change.resource,
            kind: change.kind.name(),
            compatible: change.compatible,
            message: &change.text,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
        }
    }
}
