//! Plain data as JSON, version 1: `schema/reflection-v1.schema.json` describes it.

use std::io::{self, Write};

use padstone_diag::Diagnostics;
use padstone_source::printable_json;

use super::{Reflection, reflect};
use crate::buffer::OutputBuffer;

/// Writes a program, and returns diagnostics about omitted parts.
pub(super) fn write(reflection: &Reflection<'_>, out: &mut dyn Write) -> io::Result<Diagnostics> {
    let (program, diagnostics) = reflect(reflection);
    let mut out = OutputBuffer::new(out);
    out.text(&printable_json(&serde_json::to_string_pretty(&program)?));
    out.text("\n");
    out.finish()?;
    Ok(diagnostics)
}
