//! The report as text.

use std::collections::HashSet;
use std::io::{self, Write};

use padstone_read::source::printable;

use crate::compare_structs::{FieldMismatch, HostComparison};

impl HostComparison {
    /// Whether the struct matches the shader.
    pub fn agrees(&self) -> bool {
        self.differences.is_empty()
    }

    /// The mismatches that are not consequences of others, in the order of the members.
    pub fn causes(&self) -> impl Iterator<Item = &FieldMismatch> {
        self.differences.iter().filter(|difference| !difference.is_consequence)
    }

    /// The paths of the members that match once the causes are fixed; empty for the whole struct.
    pub fn consequences(&self) -> Vec<&str> {
        self.consequence_paths(&self.differences)
    }

    /// The consequences in one sentence; `None` without any.
    pub fn consequence(&self) -> Option<String> {
        listed(&self.consequences())
    }

    /// The causes, each with those consequences that follow it among the members in one sentence, if there are any.
    pub fn causes_with_consequences(&self) -> impl Iterator<Item = (&FieldMismatch, Option<String>)> {
        let starts: Vec<usize> = (0..self.differences.len()).filter(|&index| !self.differences[index].is_consequence).collect();
        (0..starts.len()).map(move |cause| {
            let start = if cause == 0 { 0 } else { starts[cause] };
            let end = starts.get(cause + 1).copied().unwrap_or(self.differences.len());
            (&self.differences[starts[cause]], listed(&self.consequence_paths(&self.differences[start..end])))
        })
    }

    /// The paths of the consequences among these differences, without those of causes.
    fn consequence_paths<'a>(&'a self, differences: &'a [FieldMismatch]) -> Vec<&'a str> {
        let mut known: HashSet<&str> = self.causes().map(|cause| cause.path.as_str()).collect();
        let consequences = differences.iter().filter(|difference| difference.is_consequence);
        consequences.map(|difference| difference.path.as_str()).filter(|path| known.insert(path)).collect()
    }

    /// Writes the causes, each with a fix in the program and one in the shader, their consequences, and a summary.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for cause in self.causes() {
            writeln!(out, "  {}: {}", printable_path(&cause.path), printable(&cause.message))?;
            writeln!(out, "    program: {}", printable(&cause.host_fix))?;
            writeln!(out, "    shader:  {}", printable(&cause.shader_fix))?;
        }
        if let Some(consequence) = self.consequence() {
            writeln!(out, "  as a consequence: {consequence}")?;
        }
        if !self.only_host.is_empty() {
            writeln!(out, "  only in the program: {}", printable(&self.only_host.join(", ")))?;
        }
        let members = if self.compared == 1 { "1 member".to_owned() } else { format!("{} members", self.compared) };
        match (self.causes().count(), self.consequences().len()) {
            (0, _) if self.compared == 1 => writeln!(out, "  the one member matches"),
            (0, _) => writeln!(out, "  all {members} match"),
            (1, 0) => writeln!(out, "  1 mismatch in {members}"),
            (1, more) => writeln!(out, "  1 mismatch in {members}, {more} as a consequence"),
            (causes, 0) => writeln!(out, "  {causes} mismatches in {members}"),
            (causes, more) => writeln!(out, "  {causes} mismatches in {members}, {more} as a consequence"),
        }
    }
}

/// The first of some paths; `None` if there are none.
fn listed(paths: &[&str]) -> Option<String> {
    let shown = paths.iter().take(SHOWN).map(|path| printable_path(path)).collect::<Vec<_>>().join(", ");
    match paths.len().saturating_sub(SHOWN) {
        _ if paths.is_empty() => None,
        0 => Some(shown),
        more => Some(format!("{shown}, and {more} more")),
    }
}

/// The maximum number of consequences that are named.
const SHOWN: usize = 8;

fn printable_path(path: &str) -> String {
    if path.is_empty() { "the whole struct".to_owned() } else { printable(path).into_owned() }
}
