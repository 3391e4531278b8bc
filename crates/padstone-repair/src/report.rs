//! The repair as text.

use std::io::{self, Write};

use padstone_read::source::printable_patch;

use crate::repair::Repair;

impl Repair {
    /// Writes the edits of each buffer, the reasons for buffers without edits, and the patch.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for repaired in &self.repaired {
            let claim = if repaired.smallest { "the smallest edit that padstone knows" } else { "an edit that may not be the smallest" };
            writeln!(out, "\n{} matches after {claim}:", repaired.name)?;
            for step in &repaired.steps {
                writeln!(out, "  {}", step.title)?;
                if let Some(note) = &step.note {
                    writeln!(out, "    ({note})")?;
                }
            }
        }
        for unrepaired in &self.unrepaired {
            writeln!(out, "\n{}: no edit found; {}", unrepaired.name, unrepaired.reason)?;
        }
        if !self.changed.is_empty() {
            writeln!(out)?;
        }
        write!(out, "{}", printable_patch(&self.patch()))
    }
}
