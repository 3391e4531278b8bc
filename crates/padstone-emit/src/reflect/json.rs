//! Plain data as JSON, version 1: `schema/reflection-v1.schema.json` describes it.

use std::io::{self, Write};

use padstone_diag::Diagnostics;

use super::{Reflection, reflect};
use crate::buffer::OutputBuffer;

/// Writes a program, and returns diagnostics about omitted parts.
pub(super) fn write(reflection: &Reflection<'_>, out: &mut dyn Write) -> io::Result<Diagnostics> {
    let (program, diagnostics) = reflect(reflection);
    let mut out = OutputBuffer::new(out);
    serde_json::to_writer_pretty(&mut out, &program)?;
    out.text("\n");
    out.finish()?;
    Ok(diagnostics)
}
