//! The report as text.

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
        let mut paths: Vec<&str> = Vec::new();
        for difference in self.differences.iter().filter(|difference| difference.is_consequence) {
            let is_known = paths.contains(&difference.path.as_str()) || self.causes().any(|cause| cause.path == difference.path);
            if !is_known {
                paths.push(&difference.path);
            }
        }
        paths
    }

    /// The consequences in one sentence; `None` without any.
    pub fn consequence(&self) -> Option<String> {
        let paths = self.consequences();
        if paths.is_empty() {
            return None;
        }
        let shown = paths.iter().take(SHOWN).map(|path| printable_path(path)).collect::<Vec<_>>().join(", ");
        let more = paths.len().saturating_sub(SHOWN);
        Some(if more > 0 { format!("{shown}, and {more} more") } else { shown })
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

/// The maximum number of consequences that are named.
const SHOWN: usize = 8;

fn printable_path(path: &str) -> String {
    if path.is_empty() { "the whole struct".to_owned() } else { printable(path).into_owned() }
}
