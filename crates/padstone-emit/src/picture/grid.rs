//! Selects the rows of bytes to draw and those to fold.

use std::collections::BTreeSet;

use super::cells::{ByteCell, CellContent, Drawing};

/// A line of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PictureLine {
    /// A row of bytes, by its index.
    Row(u64),
    /// Folded rows: `first..end`.
    Folded {
        /// The index of the first row.
        first: u64,
        /// One past the last row.
        end: u64,
    },
}

impl PictureLine {
    /// The rows that the line represents.
    pub(super) fn rows(self) -> (u64, u64) {
        match self {
            PictureLine::Row(row) => (row, row + 1),
            PictureLine::Folded { first, end } => (first, end),
        }
    }
}

/// The lines that show all drawings, equal for all of them, so that they can be aligned.
pub(super) fn lines(drawings: &[Drawing], row_bytes: u64) -> Vec<PictureLine> {
    let mut shown = BTreeSet::new();
    for cell in drawings.iter().flat_map(|drawing| &drawing.cells) {
        show(&mut shown, cell, row_bytes);
    }
    let end = drawings.iter().map(|drawing| drawing.size.div_ceil(row_bytes)).max().unwrap_or(0);
    let mut lines = Vec::with_capacity(shown.len() * 2);
    let mut next = 0;
    for row in shown.into_iter().filter(|row| *row < end).chain([end]) {
        if next < row {
            // A single row takes no more space than the note about folded rows.
            lines.push(if row - next == 1 { PictureLine::Row(next) } else { PictureLine::Folded { first: next, end: row } });
        }
        if row < end {
            lines.push(PictureLine::Row(row));
        }
        next = row + 1;
    }
    lines
}

/// The number of rows to show at the ends of a folded run.
const AT_ENDS: u64 = 1;

fn show(shown: &mut BTreeSet<u64>, cell: &ByteCell, row_bytes: u64) {
    if cell.size == 0 {
        return;
    }
    let (first, last) = (cell.offset / row_bytes, (cell.offset + cell.size - 1) / row_bytes);
    let foldable = matches!(cell.content, CellContent::Rest { .. } | CellContent::Padding);
    if !foldable || last - first <= 2 * AT_ENDS {
        shown.extend(first..=last);
        return;
    }
    // The rows at the ends of the range, if they contain other cells too.
    if !cell.offset.is_multiple_of(row_bytes) {
        shown.insert(first);
    }
    if !(cell.offset + cell.size).is_multiple_of(row_bytes) {
        shown.insert(last);
    }
}

/// The part of a cell in a line: its first byte and length; `None` if it is not in the line. In a folded line, the whole line.
pub(super) fn visible_range(cell: &ByteCell, line: PictureLine, row_bytes: u64) -> Option<(u64, u64)> {
    let (first, end) = line.rows();
    let (from, to) = (first * row_bytes, end * row_bytes);
    let (start, stop) = (cell.offset.max(from), cell.offset.saturating_add(cell.size).min(to));
    if start >= stop {
        return None;
    }
    Some(match line {
        PictureLine::Row(_) => (start - from, stop - start),
        PictureLine::Folded { .. } => (0, row_bytes),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use padstone_model::Scalar;

    fn drawing(cells: &[(u64, u64, CellContent)], size: u64) -> Drawing {
        let cell =
            |&(offset, size, content): &_| ByteCell { offset, size, content, path: String::new(), note: String::new(), moved: false };
        Drawing { rules: String::new(), size, registers: false, cells: cells.iter().map(cell).collect() }
    }

    fn check(drawings: &[Drawing], expected: &str) {
        let text = |line: &PictureLine| match line {
            PictureLine::Row(row) => row.to_string(),
            PictureLine::Folded { first, end } => format!("{first}..{end}"),
        };
        assert_eq!(lines(drawings, 16).iter().map(text).collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn long_arrays_are_folded() {
        let numbers = CellContent::Numbers(Scalar::Float32);
        check(&[drawing(&[(0, 16, numbers), (16, 16, numbers)], 32)], "0 1");
        check(&[drawing(&[(0, 16, numbers), (16, 160, CellContent::Rest { padding: 0 }), (176, 4, numbers)], 180)], "0 1..11 11");
        check(&[drawing(&[(0, 4, numbers), (4, 160, CellContent::Rest { padding: 0 }), (164, 4, numbers)], 168)], "0 1..10 10");
        check(&[drawing(&[(0, 4, numbers), (4, 40, CellContent::Rest { padding: 0 }), (44, 4, numbers)], 48)], "0 1 2");
    }

    #[test]
    fn all_drawings_show_the_same_rows() {
        let numbers = CellContent::Numbers(Scalar::Float32);
        let long = drawing(&[(0, 16, numbers), (16, 160, CellContent::Rest { padding: 0 })], 176);
        let short = drawing(&[(0, 4, numbers), (4, 40, CellContent::Rest { padding: 0 }), (44, 4, numbers)], 48);
        check(&[long, short], "0 1 2 3..11");
    }
}
