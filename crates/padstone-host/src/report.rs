//! A report, for people.

use std::io::{self, Write};

use crate::check::Report;

impl Report {
    /// Whether the struct lies as the shader asks.
    pub fn agrees(&self) -> bool {
        self.differences.is_empty()
    }

    /// Writes the differences, each with what to change on either side, and a sum.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut paths: Vec<&str> = Vec::new();
        for difference in &self.differences {
            let path = difference.path.as_str();
            if paths.last() != Some(&path) {
                paths.push(path);
            }
            let path = if path.is_empty() { "the whole" } else { path };
            writeln!(out, "  {path}: {}", difference.what)?;
            writeln!(out, "    program: {}", difference.host_fix)?;
            writeln!(out, "    shader:  {}", difference.shader_fix)?;
        }
        if !self.only_host.is_empty() {
            writeln!(out, "  only in the program: {}", self.only_host.join(", "))?;
        }
        match paths.len() {
            0 if self.compared == 1 => writeln!(out, "  the one member agrees"),
            0 => writeln!(out, "  all {} members agree", self.compared),
            1 => writeln!(out, "  one place differs; {} members were compared", self.compared),
            apart => writeln!(out, "  {apart} places differ; {} members were compared", self.compared),
        }
    }
}
