//! The additions of version 2 of layouts: padding before members, reasons, and positions in a requested unit.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use padstone_layout::{Layout, Row, Subject, TypeLayouts, Visit, VisitOrder, rows, stored_matrix};
use padstone_model::{BufferKind, Stride, Type};
use padstone_source::{SourceFile, Span};

use super::{Member, SourceJson, ValueShape, majorness, number, optional};
use crate::Listing;
use crate::buffer::OutputBuffer;
use crate::reason::{self, PaddingBefore, Reason};
use crate::type_names::TypeNames;

/// The unit of positions: bytes, or UTF-16 code units.
#[derive(Clone, Default)]
pub enum PositionEncoding {
    /// Bytes of UTF-8.
    #[default]
    Utf8,
    /// UTF-16 code units: for each file, the number of code units before each byte.
    Utf16(CountUnits),
}

/// The number of UTF-16 code units before a byte of a file.
type CountUnits = Arc<dyn Fn(&SourceFile, u32) -> u32 + Send + Sync>;

impl PositionEncoding {
    /// The name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            PositionEncoding::Utf8 => "utf8",
            PositionEncoding::Utf16(_) => "utf16",
        }
    }
}

/// The details of one listing.
pub(super) struct Details<'a> {
    listing: Listing<'a>,
    positions: PositionEncoding,
    before: PaddingBefore,
}

impl<'a> Details<'a> {
    pub(super) fn new(listing: &Listing<'a>, positions: PositionEncoding) -> Details<'a> {
        Details { listing: *listing, positions, before: PaddingBefore::default() }
    }

    /// A position in the requested unit.
    pub(super) fn source(&self, span: Span) -> SourceJson<'a> {
        let source = SourceJson::new(&self.listing, span);
        match &self.positions {
            PositionEncoding::Utf8 => source,
            PositionEncoding::Utf16(count) => {
                let sources = self.listing.sources;
                let file = sources.file(sources.file_of(sources.call_site(span).start));
                SourceJson { start: count(file, source.start), end: count(file, source.end), ..source }
            }
        }
    }

    pub(super) fn member<'r>(&mut self, types: &TypeLayouts, layout: &Layout, row: &Row<'r>) -> Member<'r>
    where
        'a: 'r,
    {
        let padding_before = self.before.row(self.listing.module, types, layout, row);
        Member { padding_before, ..self.partial_member(types, row) }
    }

    /// A member of a struct whose layout is only partially known.
    pub(super) fn partial_member<'r>(&self, types: &TypeLayouts, row: &Row<'r>) -> Member<'r>
    where
        'a: 'r,
    {
        let of_type = row.field.and_then(|(field, _)| field.written.type_span);
        Member {
            value: ValueShape::new(self.listing.module, types.rules, row.ty, row.size),
            span: row.field.map(|(field, _)| self.source(field.span)),
            type_span: of_type.map(|span| self.source(span)),
            reason: Some(reason::of_row(self.listing.module, types, row)),
            ..Member::new(&self.listing, row)
        }
    }
}

/// The content of a buffer that is neither a struct nor a structured buffer, whose element has a row: WGSL has buffers of one value.
pub(super) fn write_content(listing: &Listing<'_>, layout: &Layout, names: &mut TypeNames<'_>, out: &mut OutputBuffer<'_>) {
    let (module, types) = (listing.module, listing.layouts.types(layout));
    let (Subject::Buffer(id), content) = (layout.subject, layout.content) else { return };
    if module.buffers[id].kind == BufferKind::Structured || matches!(module.types[content], Type::Struct(_)) {
        return;
    }
    out.text(",\"content\":{\"type\":");
    out.quoted(names.of(content));
    match module.types[content] {
        Type::Array { count, .. } => match count.known() {
            Some(count) => number(",\"count\":", count, out),
            None => out.text(",\"count\":null"),
        },
        _ => ValueShape::new(module, types.rules, content, layout.size).iter().for_each(|value| value.write(out)),
    }
    if let Some(matrix) = stored_matrix(module, types, content) {
        optional(",\"matrixStride\":", matrix.stride.map(Stride::bytes), out);
        out.text(",\"majorness\":");
        out.quoted(majorness(matrix.major));
    }
    out.text("}");
}

/// The padding with its reasons, that of array elements for element 0.
pub(super) fn write_paddings(listing: &Listing<'_>, layout: &Layout, out: &mut OutputBuffer<'_>) -> io::Result<()> {
    let (module, types) = (listing.module, listing.layouts.types(layout));
    let mut has_begun = false;
    let result = rows(module, types, layout, VisitOrder::Offset, &mut |visit| {
        let Visit::Padding { padding, parent, .. } = visit else { return ControlFlow::Continue(()) };
        out.text(if std::mem::replace(&mut has_begun, true) { ",\n  {\"offset\":" } else { ",\"paddingRows\":[\n  {\"offset\":" });
        out.number(padding.offset.bytes());
        out.text(",\"size\":");
        out.number(padding.size.bytes());
        write_reason(&reason::of_padding(module, types, parent, &padding), out);
        out.text("}");
        out.pass().map_or_else(ControlFlow::Break, ControlFlow::Continue)
    });
    match result {
        ControlFlow::Continue(()) if has_begun => out.text("]"),
        ControlFlow::Continue(()) => {}
        ControlFlow::Break(error) => return Err(error),
    }
    Ok(())
}

/// Writes a reason with its key, in the format of serde.
pub(super) fn write_reason(reason: &Reason, out: &mut OutputBuffer<'_>) {
    out.text(",\"reason\":{\"cause\":");
    out.quoted(reason.cause.name());
    out.text(",\"text\":");
    out.quoted(&reason.text);
    if !reason.rule.is_empty() {
        out.text(",\"rule\":");
        out.quoted(&reason.rule);
    }
    out.text("}");
}
