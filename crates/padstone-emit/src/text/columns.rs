//! The columns of a table: offset, size, registers, name, type.

use padstone_layout::{Padding, Row};
use padstone_model::{Module, Offset, Size, Type, TypeId};

use crate::buffer::{OutputBuffer, characters, digits, hexadecimal_digits};
use crate::registers::add_registers;
use crate::style::Styles;
use crate::type_names::TypeNames;

/// The maximum width of a column: a wider cell displaces only the rest of its row.
pub(super) const WIDEST: usize = 40;

/// The placeholder for a name.
const PADDING: &str = "(padding)";

/// The widths of the columns.
pub(super) struct Columns {
    /// Whether there is a column of registers.
    registers: bool,
    offset: usize,
    hex: usize,
    size: usize,
    register: usize,
    name: usize,
    ty: usize,
    /// The registers of the current row.
    text: String,
    empty: bool,
}

impl Columns {
    /// `end`: the largest offset or size shown.
    pub(super) fn new(end: u64, registers: bool) -> Columns {
        Columns {
            registers,
            offset: digits(end).max("offset".len()),
            hex: hexadecimal_digits(end),
            size: digits(end).max("size".len()),
            register: "registers".len(),
            name: PADDING.len(),
            ty: "type".len(),
            text: String::new(),
            empty: true,
        }
    }

    /// Widens the columns for a row.
    pub(super) fn measure(&mut self, level: usize, row: &Row<'_>, names: &mut TypeNames<'_>) {
        self.measure_unknown(level, row.name, names.of(row.ty));
        if self.registers {
            self.register = self.register.max(self.in_registers(row.offset, row.size).len());
        }
    }

    /// Widens the columns for a row without numbers.
    pub(super) fn measure_unknown(&mut self, level: usize, name: &str, ty: &str) {
        self.empty = false;
        self.name = self.name.max((level * 2 + characters(name)).min(WIDEST));
        self.ty = self.ty.max(characters(ty).min(WIDEST));
    }

    /// Whether no row was measured.
    pub(super) fn is_empty(&self) -> bool {
        self.empty
    }

    pub(super) fn heads(&self, styles: Styles, out: &mut OutputBuffer<'_>) {
        let hex = self.hex + 2;
        let mut line = format!("  {:>offset$}  {:>hex$}  {:>size$}", "offset", "hex", "size", offset = self.offset, size = self.size);
        if self.registers {
            line.push_str(&format!("  {:width$}", "registers", width = self.register));
        }
        line.push_str(&format!("  {:width$}  type", "name", width = self.name));
        out.styled(styles.faint, &line);
        out.text("\n");
    }

    /// A row up to its type, padded if more text follows.
    pub(super) fn row(&mut self, level: usize, row: &Row<'_>, last: bool, names: &mut TypeNames<'_>, out: &mut OutputBuffer<'_>) {
        // Bit-fields in the allocation unit of the preceding one have no bytes.
        let shown = row.bits.is_none() || row.size.bytes() > 0;
        self.write_offset_and_size(row.offset, row.size, shown, out);
        out.spaces(2 + level * 2);
        out.left(row.name, self.name.saturating_sub(level * 2));
        out.text("  ");
        out.left(names.of(row.ty), if last { 0 } else { self.ty });
    }

    /// A row of a member whose offset and size are unknown.
    pub(super) fn write_unknown(&mut self, level: usize, name: &str, ty: &str, out: &mut OutputBuffer<'_>) {
        for width in [self.offset, self.hex + 2, self.size] {
            out.text("  ");
            out.right_aligned("?", width);
        }
        if self.registers {
            out.text("  ");
            out.left("?", self.register);
        }
        out.spaces(2 + level * 2);
        out.left(name, self.name.saturating_sub(level * 2));
        out.text("  ");
        out.text(ty);
        out.text("\n");
    }

    /// Padding, up to the column of types.
    pub(super) fn padding(&mut self, level: usize, padding: &Padding, styles: Styles, out: &mut OutputBuffer<'_>) {
        self.write_offset_and_size(padding.offset, padding.size, true, out);
        out.spaces(2 + level * 2);
        let width = self.name.saturating_sub(level * 2);
        if styles.padding.is_plain() {
            return out.left(PADDING, width);
        }
        out.styled(styles.padding, &format!("{PADDING:width$}"));
    }

    /// `shown`: whether to print the size.
    fn write_offset_and_size(&mut self, offset: Offset, size: Size, shown: bool, out: &mut OutputBuffer<'_>) {
        out.text("  ");
        out.right_number(offset.bytes(), self.offset);
        out.text("  0x");
        out.hexadecimal(offset.bytes(), self.hex);
        out.text("  ");
        if shown {
            out.right_number(size.bytes(), self.size);
        } else {
            out.spaces(self.size);
        }
        if self.registers {
            let width = self.register;
            out.text("  ");
            out.left(self.in_registers(offset, size), width);
        }
    }

    fn in_registers(&mut self, offset: Offset, size: Size) -> &str {
        self.text.clear();
        add_registers(&mut self.text, offset, size);
        &self.text
    }
}

/// Selects the rows to show, and computes their indentation.
#[derive(Default)]
pub(super) struct Indent {
    /// The depths of the enclosing rows that are not shown.
    hidden: Vec<usize>,
}

impl Indent {
    /// The indentation of a row in levels; `None` if it is not shown: the element of an array has the offset of the array,
    /// and the row of the array shows its stride.
    pub(super) fn of_row(&mut self, module: &Module, row: &Row<'_>) -> Option<usize> {
        self.of(module, row.depth, row.field.is_none() && row.name == "[]", row.ty)
    }

    /// The indentation of any row; `is_element`: whether it is an element of an array.
    pub(super) fn of(&mut self, module: &Module, depth: usize, is_element: bool, ty: TypeId) -> Option<usize> {
        self.leave(depth);
        if is_element && !matches!(module.types[ty], Type::Array { .. }) {
            self.hidden.push(depth);
            return None;
        }
        Some(depth - self.hidden.len())
    }

    /// The indentation of padding in levels.
    pub(super) fn of_padding(&mut self, depth: usize) -> usize {
        self.leave(depth);
        depth - self.hidden.len()
    }

    fn leave(&mut self, depth: usize) {
        while self.hidden.last().is_some_and(|hidden| *hidden >= depth) {
            self.hidden.pop();
        }
    }
}
