//! The changes of several files, as text and as JSON.

use std::collections::HashMap;
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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ChangePosition {
    /// The file, which the file of the difference may include.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

/// A file that was not compared, because a version has errors or does not exist.
#[derive(Clone, Debug)]
pub struct UncomparedFile {
    /// The path of the new version.
    pub file: String,
    /// The revision that has the error; `None` for the working tree, and for a file that does not exist.
    pub revision: Option<String>,
    /// The code of its first error.
    pub code: &'static str,
    /// The text of that error.
    pub message: String,
    /// Its place, if it has one.
    pub position: Option<ChangePosition>,
}

/// The same changes with the same verdicts at the same positions, in one or several files for one or several targets: a changed include has them in every file.
struct SameChanges<'a> {
    /// The files and targets, in order.
    differences: Vec<&'a AbiDifference>,
}

impl<'a> SameChanges<'a> {
    /// The changes.
    fn changes(&self) -> &'a [AbiChange] {
        self.differences.first().map_or(&[], |first| &first.changes)
    }

    /// `a.hlsl, b.hlsl (d3d12, vulkan)`: the files with the same targets on one line; each renamed file on its own.
    fn titles(&self) -> Vec<String> {
        let mut by_file: Vec<(&AbiDifference, Vec<&str>)> = Vec::new();
        for &difference in &self.differences {
            match by_file.last_mut().filter(|(known, _)| known.file == difference.file) {
                Some((_, targets)) => targets.push(&difference.target),
                None => by_file.push((difference, vec![&difference.target])),
            }
        }
        let mut by_targets: Vec<(Vec<&str>, Option<&str>, String)> = Vec::new();
        for (AbiDifference { file, renamed_from, .. }, targets) in by_file {
            let same = by_targets.iter_mut().find(|(known, old, _)| *known == targets && old.is_none() && renamed_from.is_none());
            match same {
                Some((.., files)) => files.push_str(&format!(", {}", printable(file))),
                None => by_targets.push((targets, renamed_from.as_deref(), printable(file).into_owned())),
            }
        }
        let title = |(targets, renamed_from, files): (Vec<&str>, Option<&str>, String)| {
            let targets: Vec<_> = targets.into_iter().filter(|target| !target.is_empty()).map(printable).collect();
            let targets = if targets.is_empty() { String::new() } else { format!(" ({})", targets.join(", ")) };
            let renamed = renamed_from.map_or(String::new(), |old| format!(", renamed from {}", printable(old)));
            files + &targets + &renamed
        };
        by_targets.into_iter().map(title).collect()
    }
}

/// The differences, with those that have the same changes at the same positions joined.
fn joined(different: &[AbiDifference]) -> Vec<SameChanges<'_>> {
    let mut all: Vec<SameChanges<'_>> = Vec::new();
    let mut by_key: HashMap<_, usize> = HashMap::new();
    for difference in different {
        let changes: Vec<(&str, &str, bool)> =
            difference.changes.iter().map(|change| (change.resource.as_str(), change.text.as_str(), change.compatible)).collect();
        let index = *by_key.entry((changes, &difference.positions)).or_insert(all.len());
        match all.get_mut(index) {
            Some(same) => same.differences.push(difference),
            None => all.push(SameChanges { differences: vec![difference] }),
        }
    }
    all
}

/// The number of changes, and how many of them break the ABI.
fn counts<'a>(changes: impl Iterator<Item = &'a AbiChange> + Clone) -> (usize, usize) {
    (changes.clone().count(), changes.filter(|change| !change.compatible).count())
}

/// Writes the changes by file and resource, then a verdict. `failed` means that some versions could not be read.
///
/// # Errors
/// Those of `out`.
pub fn write_text(different: &[AbiDifference], failed: bool, out: &mut dyn Write) -> io::Result<()> {
    let joined = joined(different);
    for same in &joined {
        for title in same.titles() {
            writeln!(out, "{title}")?;
        }
        let mut resource = None;
        for change in same.changes() {
            if resource.replace(&change.resource) != Some(&change.resource) {
                writeln!(out, "  {}", change.resource)?;
            }
            writeln!(out, "    {}  {}", if change.compatible { "fits  " } else { "breaks" }, change.text)?;
        }
        writeln!(out)?;
    }
    match counts(joined.iter().flat_map(SameChanges::changes)) {
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
pub fn write_json(different: &[AbiDifference], uncompared: &[UncomparedFile], failed: bool, out: &mut dyn Write) -> io::Result<()> {
    let files = different.iter().map(|AbiDifference { file, renamed_from, target, changes, positions }| JsonFile {
        file,
        renamed_from: renamed_from.as_deref(),
        target: Some(target.as_str()).filter(|target| !target.is_empty()),
        changes: changes.iter().zip(positions).map(|(change, position)| JsonChange::new(file, change, position.as_ref())).collect(),
    });
    let document = JsonDiff {
        version: 1,
        compatible: counts(different.iter().flat_map(|file| &file.changes)).1 == 0 && !failed,
        files: files.collect(),
        not_compared: uncompared.iter().map(JsonUncompared::new).collect(),
    };
    writeln!(out, "{}", printable_json(&serde_json::to_string_pretty(&document)?))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonDiff<'a> {
    version: u32,
    compatible: bool,
    files: Vec<JsonFile<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_compared: Vec<JsonUncompared<'a>>,
}

#[derive(Serialize)]
struct JsonUncompared<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<&'a str>,
    code: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

impl<'a> JsonUncompared<'a> {
    fn new(uncompared: &'a UncomparedFile) -> Self {
        let position = uncompared.position.as_ref();
        JsonUncompared {
            file: &uncompared.file,
            revision: uncompared.revision.as_deref(),
            code: uncompared.code,
            message: &uncompared.message,
            source: position.map(|position| &*position.file).filter(|source| *source != uncompared.file),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
        }
    }
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
