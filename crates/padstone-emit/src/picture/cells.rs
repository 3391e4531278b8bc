//! The content of a buffer as cells: scalars, vectors, columns or rows of matrices, padding, and folded elements of arrays.

use std::collections::HashMap;
use std::ops::ControlFlow;

use padstone_layout::{DynVisitor, Layout, Padding, Row, Shape, Subject, TypeLayouts, Visit, VisitOrder, rows};
use padstone_model::{BufferKind, Count, Major, Offset, Scalar, Size, Stride, Type, TypeId};

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
    /// All elements of an array except the first, folded.
    Rest {
        /// The padding in them, in bytes.
        padding: u64,
    },
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
    let mut cells = Cells { listing, types, cells: Vec::new(), open: Vec::new() };
    cells.root(layout);
    let visitor: &mut DynVisitor<'_> = &mut |visit| {
        match visit {
            Visit::Row(row) => cells.row(&row),
            Visit::Padding { padding, parent, depth } => {
                cells.close(depth + 1);
                cells.padding(padding, parent);
            }
        }
        ControlFlow::Continue(())
    };
    let _ = rows(module, types, layout, VisitOrder::Offset, visitor);
    cells.close(0);
    let mut cells: Vec<ByteCell> = cells.cells.into_iter().map(VisitedCell::into_cell).collect();
    cells.sort_by_key(|cell| cell.offset);
    let is_constant = matches!(layout.subject, Subject::Buffer(_)) && layout.stride.is_none();
    Drawing {
        rules: display::rules(types.rules.name, listing.layouts.profile.name),
        size: layout.size.bytes(),
        registers: has_registers(types.rules) && is_constant,
        cells,
    }
}

/// The maximum number of elements of an array that are drawn separately, and of their cells; of a longer array, only the first element is
/// drawn.
const MAX_SEPARATE: u64 = 16;
const MAX_CELLS: u64 = 256;

/// The cells while the rows of a layout are visited.
struct Cells<'a> {
    listing: &'a Listing<'a>,
    types: &'a TypeLayouts,
    cells: Vec<VisitedCell>,
    /// The arrays and matrices around the next cell, from the outside in.
    open: Vec<EqualParts>,
}

/// A cell before it is copied for the other elements of the arrays around it.
struct VisitedCell {
    offset: u64,
    size: u64,
    content: CellContent,
    /// The path and the note; several for bit-fields in one allocation unit.
    members: Vec<(String, String)>,
    /// For padding, its reason.
    padding: Option<(Padding, TypeId)>,
}

impl VisitedCell {
    fn into_cell(self) -> ByteCell {
        let VisitedCell { offset, size, content, members, .. } = self;
        let mut cell = ByteCell { offset, size, content, path: String::new(), note: String::new(), moved: false };
        for (path, note) in members {
            if cell.note.is_empty() {
                (cell.path, cell.note) = (path, note);
            } else {
                cell.note = format!("{}; {path}: {note}", cell.note);
                cell.path = format!("{} {path}", cell.path);
            }
        }
        cell
    }
}

/// A member, or the content of a buffer that is not a struct.
struct Value {
    /// The nesting depth; 0 for the content.
    depth: usize,
    path: String,
    ty: TypeId,
    offset: u64,
    size: u64,
    /// Of an array.
    stride: Option<Stride>,
}

/// An array or matrix. Only its first element or vector is visited.
struct EqualParts {
    depth: usize,
    /// The path, without an index.
    path: String,
    offset: u64,
    end: u64,
    count: u64,
    stride: u64,
    /// The type of an element.
    element: String,
    /// The text before the index in the paths of the parts: `column ` for vectors of a matrix that the source does not index.
    vector: &'static str,
    /// The index of the first cell of the first part.
    first: usize,
}

impl Cells<'_> {
    fn push(&mut self, (offset, size): (u64, u64), content: CellContent, path: String, note: String) {
        self.cells.push(VisitedCell { offset, size, content, members: vec![(path, note)], padding: None });
    }

    fn padding(&mut self, padding: Padding, parent: TypeId) {
        let note = reason::padding(self.listing.module, self.types, parent, &padding);
        let (offset, size) = (padding.offset.bytes(), padding.size.bytes());
        let members = vec![(String::new(), note)];
        self.cells.push(VisitedCell { offset, size, content: CellContent::Padding, members, padding: Some((padding, parent)) });
    }

    /// A bit-field in the allocation unit of the preceding one.
    fn share_unit(&mut self, offset: u64, path: String, note: String) {
        if let Some(unit) = self.cells.iter_mut().rev().find(|cell| cell.offset == offset) {
            unit.members.push((path, note));
        }
    }

    /// The content of a buffer that is one value or an array: it has no row.
    fn root(&mut self, layout: &Layout) {
        let (module, ty) = (self.listing.module, layout.content);
        let is_elements = matches!(layout.subject, Subject::Buffer(id) if module.buffers[id].kind == BufferKind::Structured);
        if is_elements || matches!(module.types[ty], Type::Struct(_)) {
            return;
        }
        let path = if matches!(module.types[ty], Type::Array { .. }) { "" } else { display::name(module, layout) };
        let note = module.type_name(ty).to_string();
        self.value(Value { depth: 0, path: path.to_owned(), ty, offset: 0, size: layout.size.bytes(), stride: layout.stride }, note);
    }

    fn row(&mut self, row: &Row<'_>) {
        let depth = row.depth + 1;
        self.close(depth);
        let path = row.path.replace("[]", "[0]");
        let (offset, size) = (row.offset.bytes(), row.size.bytes());
        let mut note = self.listing.module.type_name(row.ty).to_string();
        if let Some(bits) = row.bits {
            note = format!("{note}, bits {}..{}", bits.first, bits.first.saturating_add(bits.width));
            if size == 0 {
                return self.share_unit(offset, path, note);
            }
        }
        self.value(Value { depth, path, ty: row.ty, offset, size, stride: row.stride }, note);
    }

    fn value(&mut self, value: Value, note: String) {
        let module = self.listing.module;
        let Value { ty, offset, size, .. } = value;
        match module.types[ty] {
            Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Vector { scalar, .. } => {
                self.push((offset, size), CellContent::Numbers(scalar), value.path, note)
            }
            Type::Enum(id) => self.push((offset, size), CellContent::Numbers(module.enums[id].scalar), value.path, note),
            Type::Pointer(_) => self.push((offset, size), CellContent::Pointer, value.path, note),
            Type::Matrix { scalar, major, .. } => {
                let Ok(Shape::Matrix { stride, vectors, length }) = self.types.get(ty).map(|layout| layout.shape) else {
                    return self.push((offset, size), CellContent::Numbers(scalar), value.path, note);
                };
                let element = format!("a {} of {note}", if major == Major::Row { "row" } else { "column" });
                let vector = self.types.rules.scalar_bytes(module, scalar) * u64::from(length);
                let part = match major {
                    _ if major == display::indexed_vectors(module.language) => "",
                    Major::Row => "row ",
                    Major::Column => "column ",
                };
                let first = format!("{}[{part}0]", value.path);
                self.open_parts(value, (vectors.into(), stride.bytes()), part, element.clone());
                self.push((offset, vector), CellContent::Numbers(scalar), first, element);
            }
            Type::Array { element, count: Count::Known(count @ 2..) } => {
                if let Some(stride) = value.stride {
                    self.open_parts(value, (count, stride.bytes()), "", module.type_name(element).to_string());
                }
            }
            Type::Interface(_) | Type::Handle(_) => self.push((offset, size), CellContent::Numbers(Scalar::Uint32), value.path, note),
            Type::Resource(_) if size > 0 => self.push((offset, size), CellContent::Pointer, value.path, note),
            Type::Array { .. } | Type::Struct(_) | Type::Resource(_) | Type::Unspecialized(_) | Type::Unknown => {}
        }
    }

    fn open_parts(&mut self, value: Value, (count, stride): (u64, u64), vector: &'static str, element: String) {
        let Value { depth, path, offset, size, .. } = value;
        let (end, first) = (offset.saturating_add(size), self.cells.len());
        self.open.push(EqualParts { depth, path, offset, end, count, stride, element, vector, first });
    }

    /// Ends the arrays and matrices that contain nothing at a depth.
    fn close(&mut self, depth: usize) {
        while let Some(parts) = self.open.pop_if(|parts| parts.depth >= depth) {
            self.repeat(&parts);
        }
    }

    /// Adds the cells of all parts after the first, which are those of the first, with its padding.
    fn repeat(&mut self, parts: &EqualParts) {
        let EqualParts { path, end, count, stride, vector, first, .. } = parts;
        let cells = (self.cells.len() - first) as u64;
        if *count > MAX_SEPARATE || cells == 0 || cells * (count - 1) > MAX_CELLS {
            return self.fold(parts);
        }
        let first_path = format!("{path}[{vector}0]");
        let copied = *first..self.cells.len();
        for index in 1..*count {
            let inside = |member: &String| match member.strip_prefix(&first_path) {
                Some(rest) => format!("{path}[{vector}{index}]{rest}"),
                None => member.clone(),
            };
            for cell in copied.clone() {
                let VisitedCell { offset, size, content, members, padding } = &self.cells[cell];
                let offset = offset.saturating_add(index.saturating_mul(*stride));
                match *padding {
                    Some((padding, parent)) => {
                        // The last part may end before its padding.
                        let size = (*size).min(end.saturating_sub(offset));
                        if size > 0 {
                            self.padding(Padding { offset: Offset::new(offset), size: Size::new(size), ..padding }, parent);
                        }
                    }
                    None => {
                        let members = members.iter().map(|(path, note)| (inside(path), note.clone())).collect();
                        let (size, content) = (*size, *content);
                        self.cells.push(VisitedCell { offset, size, content, members, padding: None });
                    }
                }
            }
        }
    }

    /// Adds one cell for all parts after the first.
    fn fold(&mut self, parts: &EqualParts) {
        let EqualParts { path, offset, end, count, stride, element, vector, first, .. } = parts;
        let (start, more) = (offset.saturating_add(*stride), count - 1);
        let (indices, noun) = if more == 1 { ("1".to_owned(), "element") } else { (format!("1..={more}"), "elements") };
        let (mut in_each, mut after_last) = (0_u64, 0);
        for cell in &self.cells[*first..] {
            match cell.content {
                CellContent::Padding => {
                    in_each = in_each.saturating_add(cell.size);
                    let last = cell.offset.saturating_add(cell.size).saturating_add(more.saturating_mul(*stride));
                    after_last += last.saturating_sub(*end).min(cell.size);
                }
                CellContent::Rest { padding } => in_each = in_each.saturating_add(padding),
                CellContent::Numbers(_) | CellContent::Pointer => {}
            }
        }
        let note = match in_each {
            0 => format!("{more} more {noun}: {element}"),
            _ => format!("{more} more {noun}: {element}; {in_each} of every {stride} bytes are padding"),
        };
        let padding = in_each.saturating_mul(more).saturating_sub(after_last);
        self.push((start, end.saturating_sub(start)), CellContent::Rest { padding }, format!("{path}[{vector}{indices}]"), note);
    }
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
