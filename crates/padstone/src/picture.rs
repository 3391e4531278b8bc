//! Pictures of bytes.

use std::ops::Range;

use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::{self, DrawnLines, Listing, Settings};
use padstone_read::layout::{ModuleLayout, Subject};

use crate::{BufferKind, Compiler, Error, ErrorKind, Layouts, Unit};

impl Unit {
    /// Draws the bytes of a buffer or struct under the compilers as SVG; without a name, those of all buffers. A row has
    /// `row_bytes` bytes, a multiple of 4 from 4 to 256. Without compilers, it uses the language's default compiler. Each cell has its offset, size and
    /// path as data attributes.
    ///
    /// # Errors
    /// No buffer of that name has a layout, or `row_bytes` is invalid.
    ///
    /// ```
    /// use padstone::{Options, Workspace, compiler};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.hlsl", "cbuffer Sky { float2 wind; float3 sun; }");
    /// let unit = ws.unit("sky.hlsl", &Options::default())?;
    /// let svg = unit.picture(Some("Sky"), &[&compiler::DXC, &compiler::DXC_SPIRV_SCALAR], 16)?;
    /// assert!(svg.starts_with("<svg") && svg.contains(r#"data-offset="16" data-size="12""#));
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn picture(&self, buffer: Option<&str>, by: &[&Compiler], row_bytes: u64) -> Result<String, Error> {
        self.picture_lines(buffer, by, row_bytes, 0..u64::MAX)
    }

    /// The same picture, of which only some lines are drawn, counted from 0. The others remain blank: a page first draws what is visible.
    pub(crate) fn picture_lines(&self, buffer: Option<&str>, by: &[&Compiler], row_bytes: u64, lines: Range<u64>) -> Result<String, Error> {
        let default_compiler = self.compiler();
        let by = if by.is_empty() { &[&default_compiler][..] } else { by };
        let sides: Vec<Layouts> = by.iter().map(|by| self.layout(by)).collect();
        let mut structs = false;
        if let Some(name) = buffer {
            let found = sides.iter().find_map(|side| side.buffer(name).ok()).map_or_else(|| sides[0].buffer(name), Ok)?;
            structs = found.kind == BufferKind::Struct;
        }
        let lines = DrawnLines { first: lines.start, end: lines.end };
        let settings = Settings { color: TerminalColor::Never, row_bytes: checked(row_bytes)?, lines, structs };
        let (mut writer, mut out) = (emit::svg(settings), Vec::new());
        for side in &sides {
            let (read, laid_out) = (&side.reading().unit, side.laid_out());
            let single = buffer.map(|name| {
                let found = side.buffer(name).map(|found| found.layout().subject);
                filtered(&laid_out.layouts, |subject| {
                    found.as_ref().map_or_else(|_| subject.name(&read.module) == name, |found| subject == *found)
                })
            });
            let file = side.reading().files.first().map_or("", |file| file.path());
            let layouts = single.as_ref().unwrap_or(&laid_out.layouts);
            let listing = Listing { file, sources: &read.sources, module: &read.module, layouts, bindings: &laid_out.bindings };
            // Writing to memory cannot fail.
            let _ = writer.listing(&listing, &mut out);
        }
        let _ = writer.finish(&mut out);
        Ok(String::from_utf8_lossy(&out).into_owned())
    }
}

/// Checks the number of bytes per row of a picture.
pub(crate) fn checked(row_bytes: u64) -> Result<u64, Error> {
    if (4..=256).contains(&row_bytes) && row_bytes.is_multiple_of(4) {
        return Ok(row_bytes);
    }
    let message = format!("expected a multiple of 4 from 4 to 256 bytes per row of a picture, found {row_bytes}");
    Err(Error::new(ErrorKind::Setting, message))
}

fn filtered(layouts: &ModuleLayout, keep: impl Fn(Subject) -> bool) -> ModuleLayout {
    let mut single = layouts.clone();
    single.layouts.retain(|layout| keep(layout.subject));
    single.partial.retain(|layout| keep(layout.subject));
    single
}
