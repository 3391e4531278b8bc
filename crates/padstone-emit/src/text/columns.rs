//! The columns of a table: offset, size, registers, name, type.

use std::collections::BTreeMap;
use std::io::{self, Write};

use padstone_layout::{Padding, Row};
use padstone_model::{Module, Type, TypeId};

use super::in_registers;
use crate::style::{Styled, Styles};

/// Wider cells push what follows to the right, in their row only.
pub(super) const WIDEST: usize = 40;

/// What stands in the place of a name.
const PADDING: &str = "(padding)";

/// How wide each column is.
pub(super) struct Columns<'a> {
    module: &'a Module,
    /// Whether there is a column of registers.
    registers: bool,
    offset: usize,
    hex: usize,
    size: usize,
    register: usize,
    name: usize,
    ty: usize,
    /// Types as text, each made once.
    types: BTreeMap<TypeId, Box<str>>,
    empty: bool,
}

impl<'a> Columns<'a> {
    /// `end`: the largest number of bytes that is shown.
    pub(super) fn new(module: &'a Module, end: u64, registers: bool) -> Columns<'a> {
        Columns {
            module,
            registers,
            offset: end.to_string().len().max("offset".len()),
            hex: format!("{end:x}").len(),
            size: end.to_string().len().max("size".len()),
            register: "registers".len(),
            name: PADDING.len(),
            ty: "type".len(),
            types: BTreeMap::new(),
            empty: true,
        }
    }

    /// Makes the columns wide enough for a row.
    pub(super) fn measure(&mut self, level: usize, row: &Row<'_>) {
        self.measure_unknown(level, row.name, row.ty);
        if self.registers {
            self.register = self.register.max(in_registers(true, row.offset, row.size).len());
        }
    }

    /// The same for a row without numbers.
    pub(super) fn measure_unknown(&mut self, level: usize, name: &str, ty: TypeId) {
        self.empty = false;
        self.name = self.name.max((level * 2 + name.chars().count()).min(WIDEST));
        let ty = self.type_text(ty).chars().count();
        self.ty = self.ty.max(ty.min(WIDEST));
    }

    /// Whether no row was measured.
    pub(super) fn is_empty(&self) -> bool {
        self.empty
    }

    pub(super) fn heads(&self, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let hex = self.hex + 2;
        let mut line = format!("  {:>offset$}  {:>hex$}  {:>size$}", "offset", "hex", "size", offset = self.offset, size = self.size);
        if self.registers {
            line.push_str(&format!("  {:width$}", "registers", width = self.register));
        }
        line.push_str(&format!("  {:width$}  type", "name", width = self.name));
        writeln!(out, "{}", Styled(styles.faint, line))
    }

    /// A row up to its type; the last thing on its line, or padded so that more can follow.
    pub(super) fn row(&mut self, level: usize, row: &Row<'_>, last: bool, out: &mut dyn Write) -> io::Result<()> {
        // Bit-fields in the unit of the one before have no bytes of their own.
        let size = (row.bits.is_none() || row.size.bytes() > 0).then_some(row.size.bytes());
        self.place(row.offset.bytes(), size, in_registers(self.registers, row.offset, row.size), out)?;
        let (width, ty_width) = (self.name.saturating_sub(level * 2), if last { 0 } else { self.ty });
        write!(out, "  {:indent$}{:width$}", "", row.name, indent = level * 2)?;
        write!(out, "  {:ty_width$}", self.type_text(row.ty))
    }

    /// A row of a member whose offset and size are unknown.
    pub(super) fn unknown(&mut self, level: usize, name: &str, ty: TypeId, out: &mut dyn Write) -> io::Result<()> {
        let (offset, hex, size) = (self.offset, self.hex + 2, self.size);
        write!(out, "  {:>offset$}  {:>hex$}  {:>size$}", "?", "?", "?")?;
        if self.registers {
            write!(out, "  {:width$}", "?", width = self.register)?;
        }
        let width = self.name.saturating_sub(level * 2);
        writeln!(out, "  {:indent$}{name:width$}  {}", "", self.type_text(ty), indent = level * 2)
    }

    /// Bytes without a member, up to where a type would be.
    pub(super) fn padding(&self, level: usize, padding: &Padding, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let registers = in_registers(self.registers, padding.offset, padding.size);
        self.place(padding.offset.bytes(), Some(padding.size.bytes()), registers, out)?;
        let width = self.name.saturating_sub(level * 2);
        write!(out, "  {:indent$}{}", "", Styled(styles.padding, format!("{PADDING:width$}")), indent = level * 2)
    }

    fn place(&self, offset: u64, size: Option<u64>, registers: String, out: &mut dyn Write) -> io::Result<()> {
        let size = size.map_or_else(String::new, |size| size.to_string());
        let (offset_width, hex, size_width) = (self.offset, self.hex, self.size);
        write!(out, "  {offset:>offset_width$}  0x{offset:0hex$x}  {size:>size_width$}")?;
        if self.registers {
            write!(out, "  {registers:width$}", width = self.register)?;
        }
        Ok(())
    }

    fn type_text(&mut self, ty: TypeId) -> &str {
        let module = self.module;
        self.types.entry(ty).or_insert_with(|| module.type_name(ty).to_string().into())
    }
}

/// Which rows are shown, and how far they are indented.
#[derive(Default)]
pub(super) struct Indent {
    /// The depths of the rows above the current one that are not shown.
    hidden: Vec<usize>,
}

impl Indent {
    /// How many levels to indent a row; `None` if it is not shown: the element of an array lies where the array
    /// lies, and the row of the array says how far elements are apart.
    pub(super) fn of_row(&mut self, module: &Module, row: &Row<'_>) -> Option<usize> {
        self.of(module, row.depth, row.field.is_none() && row.name == "[]", row.ty)
    }

    /// The same for any row; `is_element`: of an array.
    pub(super) fn of(&mut self, module: &Module, depth: usize, is_element: bool, ty: TypeId) -> Option<usize> {
        self.leave(depth);
        if is_element && !matches!(module.types[ty], Type::Array { .. }) {
            self.hidden.push(depth);
            return None;
        }
        Some(depth - self.hidden.len())
    }

    /// How many levels to indent padding.
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
