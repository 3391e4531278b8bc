//! Guards that allow two generated headers in one translation unit: a macro with the name of each definition, whose value
//! identifies the definition. An equal definition is skipped; a different one is an error that names it.

use std::io::{self, Write};

use crate::definition_hash::definition_hash;

/// Writes a definition of `name` once for each translation unit. `scope` is the namespace or empty; `text` ends with a line break.
pub(super) fn write(out: &mut dyn Write, scope: &str, name: &str, text: &str) -> io::Result<()> {
    let scope = if scope.is_empty() { String::new() } else { format!("{}_", scope.replace("::", "_")) };
    let (macro_name, value) = (format!("PADSTONE_{scope}{name}"), definition_hash(text));
    writeln!(out, "\n#ifndef {macro_name}\n#define {macro_name} {value:#010x}")?;
    out.write_all(text.as_bytes())?;
    writeln!(out, "#elif {macro_name} != {value:#010x}")?;
    writeln!(out, "#error \"{name} has a different layout in another generated header; generate one of them with --namespace\"\n#endif")
}
