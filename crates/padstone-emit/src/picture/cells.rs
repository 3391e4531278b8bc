//! The content of a buffer as cells: scalars, vectors, columns or rows of matrices, padding, and folded elements of arrays.

use std::collections::HashMap;
use std::ops::ControlFlow;

use padstone_layout::{Layout, Row, Shape, Subject, TypeLayouts, Visit, VisitOrder, rows};
use padstone_model::{Count, Scalar, Type, TypeId};

use crate::registers::has_registers;
use crate::{Listing, Settings, display, reason};

/// A buffer under one rule set.
pub(super) struct Drawing {
    /// `dx-cbuffer (dxc)`.
    pub(super) rules: String,
    /// The size in bytes.
    pub(super) size: u64,
    /// Whether rows are registers of a constant buffer.
    pub(super) registers: bool,
    /// The cells by offset. Cells with explicit offsets may overlap.
    pub(super) cells: Vec<ByteCell>,
}

/// A range of bytes with one meaning.
pub(super) struct ByteCell {
    pub(super) offset: u64,
    pub(super) size: u64,
    pub(super) content: CellContent,
    /// `lights[0].position`; empty for padding.
    pub(super) path: String,
    /// The type, or the reason for padding.
    pub(super) note: String,
    /// Whether it has another offset in the first drawing of the picture, or is missing there.
    pub(super) moved: bool,
}

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellContent {
    /// Scalars of a type.
    Numbers(Scalar),
    /// A pointer.
    Pointer,
    /// Padding.
    Padding,
    /// All elements of an array except the first, folded, with their number.
    Rest(u64),
}

/// All layouts as pictures: title, location, drawing.
pub(super) fn drawings<'a>(listing: &'a Listing<'a>, settings: Settings) -> impl Iterator<Item = (String, String, Drawing)> + 'a {
    let module = listing.module;
    let is_buffer = |layout: &Layout| matches!(layout.subject, Subject::Buffer(_));
    let with_structs = settings.structs || !listing.layouts.layouts.iter().any(is_buffer);
    listing.layouts.layouts.iter().filter(move |layout| with_structs || is_buffer(layout)).map(move |layout| {
        let location = display::location_text(&listing.sources.locate(display::span(module, layout).start));
        (display::subject(module, layout), location, drawing(listing, layout))
    })
}

fn drawing(listing: &Listing<'_>, layout: &Layout) -> Drawing {
    let (module, types) = (listing.module, listing.layouts.types(layout));
    let mut cells = Vec::new();
    let _: ControlFlow<()> = rows(module, types, layout, VisitOrder::Offset, &mut |visit| {
        match visit {
            Visit::Row(row) => add_row(&mut cells, listing, types, &row),
            Visit::Padding { padding, parent, .. } => cells.push(ByteCell {
                offset: padding.offset.bytes(),
                size: padding.size.bytes(),
                content: CellContent::Padding,
                path: String::new(),
                note: reason::padding(module, types, parent, &padding),
                moved: false,
            }),
        }
        ControlFlow::Continue(())
    });
    cells.sort_by_key(|cell| cell.offset);
    let is_constant = matches!(layout.subject, Subject::Buffer(_)) && layout.stride.is_none();
    Drawing {
        rules: display::rules(types.rules.name, listing.layouts.profile.name),
        size: layout.size.bytes(),
        registers: has_registers(types.rules) && is_constant,
        cells,
    }
}

fn add_row(cells: &mut Vec<ByteCell>, listing: &Listing<'_>, types: &TypeLayouts, row: &Row<'_>) {
    let module = listing.module;
    let path = row.path.replace("[]", "[0]");
    let (offset, size) = (row.offset.bytes(), row.size.bytes());
    let mut note = module.type_name(row.ty).to_string();
    if let Some(bits) = row.bits {
        note = format!("{note}, bits {}..{}", bits.first, bits.first.saturating_add(bits.width));
        if size == 0 {
            return share_unit(cells, offset, &path, &note);
        }
    }
    match module.types[row.ty] {
        Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Vector { scalar, .. } => {
            cells.push(ByteCell { offset, size, content: CellContent::Numbers(scalar), path, note, moved: false });
        }
        Type::Enum(id) => {
            cells.push(ByteCell { offset, size, content: CellContent::Numbers(module.enums[id].scalar), path, note, moved: false })
        }
        Type::Pointer(_) => cells.push(ByteCell { offset, size, content: CellContent::Pointer, path, note, moved: false }),
        Type::Matrix { scalar, .. } => add_matrix(
            cells,
            types,
            row,
            types.rules.scalar_bytes(module, scalar),
            ByteCell { offset, size, content: CellContent::Numbers(scalar), path, note, moved: false },
        ),
        Type::Array { element, count: Count::Known(count @ 2..) } => {
            let Some(stride) = row.stride.map(|stride| stride.bytes()) else { return };
            if let (Type::Scalar(scalar) | Type::Vector { scalar, .. }, Ok(laid)) = (module.types[element], types.get(element))
                && count <= MAX_SEPARATE
            {
                let array =
                    ByteCell { offset, size, content: CellContent::Numbers(scalar), path, note: name(listing, element), moved: false };
                return add_elements(cells, array, (count, stride), laid.size.bytes());
            }
            let rest = size.saturating_sub(stride);
            let elements = if count == 2 { "1".to_owned() } else { format!("1..={}", count - 1) };
            let (path, note) = (
                format!("{path}[{elements}]"),
                format!("{} more {}: {}", count - 1, if count == 2 { "element" } else { "elements" }, name(listing, element)),
            );
            cells.push(ByteCell { offset: offset + stride, size: rest, content: CellContent::Rest(count - 1), path, note, moved: false });
        }
        Type::Array { .. }
        | Type::Struct(_)
        | Type::Resource(_)
        | Type::Interface(_)
        | Type::Unspecialized(_)
        | Type::Handle(_)
        | Type::Unknown => {}
    }
}

/// The maximum number of elements that are drawn separately, with the padding after each; of a longer array, only the first is drawn.
const MAX_SEPARATE: u64 = 16;

/// The elements of an array after the first, and the padding between them: `array` is the cell of the whole array.
fn add_elements(cells: &mut Vec<ByteCell>, array: ByteCell, (count, stride): (u64, u64), size: u64) {
    let end = array.offset + array.size;
    for index in 1..count {
        let offset = array.offset + index * stride;
        let path = format!("{}[{index}]", array.path);
        cells.push(ByteCell { offset, size, content: array.content, path, note: array.note.clone(), moved: false });
        let padding = end.min(offset + stride).saturating_sub(offset + size);
        if padding > 0 {
            let note = format!("after each element: stride {stride}");
            cells.push(ByteCell {
                offset: offset + size,
                size: padding,
                content: CellContent::Padding,
                path: String::new(),
                note,
                moved: false,
            });
        }
    }
}

/// A cell for each vector of a matrix.
fn add_matrix(cells: &mut Vec<ByteCell>, types: &TypeLayouts, row: &Row<'_>, number: u64, array: ByteCell) {
    let Ok(Shape::Matrix { stride, vectors, length }) = types.get(row.ty).map(|layout| layout.shape) else {
        cells.push(array);
        return;
    };
    let (stride, size) = (stride.bytes(), number * u64::from(length));
    for index in 0..u64::from(vectors) {
        let offset = array.offset + index * stride;
        cells.push(ByteCell {
            offset,
            size,
            content: array.content,
            path: format!("{}[{index}]", array.path),
            note: format!("{}, vector {index} of {vectors}", array.note),
            moved: false,
        });
        // The padding after the first vector is a row of the layout, and represents that of all vectors.
        if index > 0 && index + 1 < u64::from(vectors) && size < stride {
            let note = format!("after each vector: stride {stride}");
            cells.push(ByteCell {
                offset: offset + size,
                size: stride - size,
                content: CellContent::Padding,
                path: String::new(),
                note,
                moved: false,
            });
        }
    }
}

/// A bit-field in the allocation unit of the preceding one.
fn share_unit(cells: &mut [ByteCell], offset: u64, path: &str, note: &str) {
    if let Some(unit) = cells.iter_mut().rev().find(|cell| cell.offset == offset) {
        unit.path = format!("{} {path}", unit.path);
        unit.note = format!("{}; {path}: {note}", unit.note);
    }
}

fn name(listing: &Listing<'_>, ty: TypeId) -> String {
    listing.module.type_name(ty).to_string()
}

impl Drawing {
    /// Marks the members whose offsets differ from those in the first drawing.
    pub(super) fn compare_with(&mut self, other: &Drawing) {
        let places: HashMap<&str, u64> = other.cells.iter().map(|cell| (cell.path.as_str(), cell.offset)).collect();
        for cell in self.cells.iter_mut().filter(|cell| cell.content != CellContent::Padding) {
            cell.moved = places.get(cell.path.as_str()) != Some(&cell.offset);
        }
    }
}
