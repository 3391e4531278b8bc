//! Scalable vector graphics: the pictures one below the other.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};

use padstone_model::{Offset, Scalar, Size};
use padstone_source::printable;

use super::Picture;
use super::cells::{ByteCell, CellContent, Drawing};
use super::grid::{self, PictureLine};
use crate::Settings;
use crate::buffer::{OutputBuffer, characters};
use crate::registers::registers;

/// The colors, for a light and a dark page. The page's own style sheet has the same colors.
pub(super) const STYLE: &str = include_str!("picture.css");

/// Height of a row, in pixels.
const ROW: u64 = 30;
/// Space above the rows of a drawing, for the rule set and byte numbers, in pixels.
const HEAD: u64 = 44;
/// Space left of a drawing, for offsets or registers, in pixels.
const GUTTER: u64 = 64;
/// Space between adjacent drawings, in pixels.
const GAP: u64 = 28;
/// Width of a byte, in pixels.
const BYTE: u64 = 30;
/// Maximum width of a letter of the labels, in pixels.
const LETTER: u64 = 7;

pub(super) fn write(pictures: &[Picture], settings: Settings, out: &mut OutputBuffer<'_>) -> io::Result<()> {
    let sizes: Vec<(u64, u64)> = pictures.iter().map(|picture| size(picture, settings.row_bytes)).collect();
    let width = sizes.iter().map(|&(width, _)| width).max().unwrap_or(0) + 2 * GAP;
    let height: u64 = sizes.iter().map(|&(_, height)| height + ROW + GAP).sum::<u64>() + GAP + ROW;
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" class="padstone">"#
    )?;
    writeln!(out, "<style>{STYLE}</style>")?;
    writeln!(out, "{HATCH}")?;
    writeln!(out, r#"<rect class="page" width="{width}" height="{height}"/>"#)?;
    let mut top = GAP;
    for (picture, (_, height)) in pictures.iter().zip(sizes) {
        let title = format!("{}  {}", picture.title, picture.place);
        writeln!(out, r#"<text class="title" x="{GAP}" y="{}">{}</text>"#, top + 16, EscapedXml(&title))?;
        writeln!(out, r#"<g transform="translate({GAP},{})">"#, top + ROW)?;
        write_drawings(picture, settings, out)?;
        writeln!(out, "</g>")?;
        top += height + ROW + GAP;
    }
    write_legend(pictures, top, out)?;
    writeln!(out, "</svg>")
}

/// The classes of cells, and their names in the legend.
const LEGEND: [(&str, &str); 9] = [
    ("float", "float"),
    ("half", "half"),
    ("double", "double"),
    ("int", "int"),
    ("uint", "uint"),
    ("bool", "bool"),
    ("pointer", "pointer"),
    ("rest", "more elements"),
    ("padding", "padding"),
];

/// Writes the legend: the colors of all cells in the pictures.
fn write_legend(pictures: &[Picture], top: u64, out: &mut OutputBuffer<'_>) -> io::Result<()> {
    let cells = pictures.iter().flat_map(|picture| &picture.drawings).flat_map(|drawing| &drawing.cells);
    let used: BTreeSet<&str> = cells.map(|cell| class(cell.content)).collect();
    let mut left = GAP;
    for (class, name) in LEGEND.into_iter().filter(|(class, _)| used.contains(class)) {
        writeln!(
            out,
            r#"<g class="key {class}"><rect x="{left}" y="{top}" width="12" height="12" rx="3"/><text x="{}" y="{}">{name}</text></g>"#,
            left + 18,
            top + 10
        )?;
        left += 18 + LETTER * name.len() as u64 + 14;
    }
    Ok(())
}

/// The hatching of padding.
pub(super) const HATCH: &str = r#"<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-back" width="7" height="7"/><line class="hatch" x1="0" y1="0" x2="0" y2="7"/></pattern></defs>"#;

/// Width and height of the drawings of a picture, in pixels.
pub(super) fn size(picture: &Picture, row_bytes: u64) -> (u64, u64) {
    let count = picture.drawings.len() as u64;
    let lines = grid::lines(&picture.drawings, row_bytes).len() as u64;
    (count * (GUTTER + row_bytes * BYTE) + count.saturating_sub(1) * GAP, HEAD + lines.max(1) * ROW)
}

/// The drawings next to one another, from (0, 0) on.
pub(super) fn write_drawings(picture: &Picture, settings: Settings, out: &mut OutputBuffer<'_>) -> io::Result<()> {
    let row_bytes = settings.row_bytes;
    let lines = grid::lines(&picture.drawings, row_bytes);
    for (index, drawing) in picture.drawings.iter().enumerate() {
        let left = index as u64 * (GUTTER + row_bytes * BYTE + GAP);
        // A page that draws only some lines needs the positions of all.
        let count = lines.len();
        writeln!(out, r#"<g transform="translate({left},0)" data-head="{HEAD}" data-line="{ROW}" data-lines="{count}">"#)?;
        write_drawing(drawing, &lines, settings, out)?;
        writeln!(out, "</g>")?;
    }
    Ok(())
}

fn write_drawing(drawing: &Drawing, lines: &[PictureLine], settings: Settings, out: &mut OutputBuffer<'_>) -> io::Result<()> {
    let (row_bytes, drawn) = (settings.row_bytes, settings.lines.first..settings.lines.end);
    let head = format!("{}: {} bytes", drawing.rules, drawing.size);
    writeln!(out, r#"<text class="rules" x="{GUTTER}" y="14">{}</text>"#, EscapedXml(&head))?;
    for byte in (0..row_bytes).step_by(4) {
        writeln!(out, r#"<text class="scale" x="{}" y="{}">{byte}</text>"#, GUTTER + byte * BYTE + 2, HEAD - 6)?;
    }
    // Cells are sorted by offset and rarely overlap: each line begins with the cells that continue from the preceding one.
    let mut open: Vec<&ByteCell> = Vec::new();
    let mut cells = drawing.cells.iter().peekable();
    for (index, &line) in lines.iter().enumerate() {
        let end = line.rows().1.saturating_mul(row_bytes);
        while let Some(cell) = cells.next_if(|cell| cell.offset < end) {
            open.push(cell);
        }
        if drawn.contains(&(index as u64)) {
            let top = HEAD + index as u64 * ROW;
            write_gutter(drawing, line, row_bytes, top, out);
            for cell in &open {
                write_cell(cell, drawing.registers, line, row_bytes, top, out);
            }
            out.pass()?;
        }
        open.retain(|cell| cell.offset.saturating_add(cell.size) > end);
    }
    Ok(())
}

/// The offset of a row, or its register.
fn write_gutter(drawing: &Drawing, line: PictureLine, row_bytes: u64, top: u64, out: &mut OutputBuffer<'_>) {
    let (first, end) = line.rows();
    let offset = first * row_bytes;
    if offset >= drawing.size {
        return;
    }
    out.text(r#"<text class="gutter" x=""#);
    out.number(GUTTER - 8);
    attribute("y", top + 19, out);
    out.text(">");
    match line {
        PictureLine::Folded { .. } => out.text("⋮"),
        PictureLine::Row(_) if drawing.registers && row_bytes == 16 => {
            out.text(&registers(Offset::new(offset), Size::new((end - first) * row_bytes)));
        }
        PictureLine::Row(_) => out.number(offset),
    }
    out.text("</text>\n");
}

/// Ends the preceding attribute and writes another, without its closing quote.
fn next_attribute(name: &str, value: u64, out: &mut OutputBuffer<'_>) {
    out.text("\" ");
    out.text(name);
    out.text("=\"");
    out.number(value);
}

/// Ends the preceding attribute and writes another, with its closing quote.
fn attribute(name: &str, value: u64, out: &mut OutputBuffer<'_>) {
    next_attribute(name, value, out);
    out.text("\"");
}

fn write_cell(cell: &ByteCell, registers: bool, line: PictureLine, row_bytes: u64, top: u64, out: &mut OutputBuffer<'_>) {
    let Some((start, bytes)) = grid::visible_range(cell, line, row_bytes) else { return };
    let (left, width) = (GUTTER + start * BYTE, bytes * BYTE);
    let (offset, size) = (cell.offset, cell.size);
    let (first, end) = line.rows();
    let from = offset.max(first * row_bytes);
    let count = (offset + size).min(end * row_bytes) - from;
    out.text(r#"<g class="cell "#);
    out.text(class(cell.content));
    out.text(if cell.moved { " moved" } else { "" });
    next_attribute("data-offset", offset, out);
    next_attribute("data-size", size, out);
    next_attribute("data-from", from, out);
    attribute("data-count", count, out);
    if registers {
        out.text(r#" data-registers="""#);
    }
    if !cell.path.is_empty() {
        out.text(r#" data-path=""#);
        escaped(&cell.path, out);
        out.text("\"");
    }
    out.text(r#" data-note=""#);
    escaped(&cell.note, out);
    out.text(r#""><rect x=""#);
    out.number(left);
    next_attribute("y", top + 1, out);
    next_attribute("width", width, out);
    next_attribute("height", ROW - 2, out);
    out.text(r#"" rx="3"/>"#);
    let label = label(cell, width);
    if !label.is_empty() {
        out.text(r#"<text class="label" x=""#);
        out.number(left + width / 2);
        attribute("y", top + 19, out);
        out.text(">");
        escaped(&label, out);
        out.text("</text>");
    }
    out.text("<title>");
    escaped(if cell.path.is_empty() { "padding" } else { &cell.path }, out);
    out.text(", bytes ");
    out.number(offset);
    out.text("..");
    out.number(offset + size);
    out.text(": ");
    escaped(&cell.note, out);
    out.text("</title></g>\n");
}

/// Text between tags, or in an attribute.
fn escaped(text: &str, out: &mut OutputBuffer<'_>) {
    // Most names contain only letters and digits.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'&' | b'<' | b'>' | b'"');
    if text.bytes().all(is_plain) {
        return out.text(text);
    }
    out.text(&EscapedXml(text).to_string());
}

/// The last steps of the path that fit into the width.
fn label(cell: &ByteCell, width: u64) -> Cow<'_, str> {
    let room = (width.saturating_sub(6) / LETTER) as usize;
    let name = match cell.content {
        CellContent::Padding => return if room >= 3 { cell.size.to_string().into() } else { "".into() },
        _ => cell.path.as_str(),
    };
    if characters(name) <= room {
        return name.into();
    }
    // The dots of `lights[1..16]` are not steps.
    let last = name.rfind('.').filter(|&position| !name[..position].ends_with('.'));
    let last = last.map_or(name, |position| &name[position + 1..]);
    if characters(last) <= room {
        return last.into();
    }
    last.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}

fn class(content: CellContent) -> &'static str {
    match content {
        CellContent::Padding => "padding",
        CellContent::Rest { .. } => "rest",
        CellContent::Pointer => "pointer",
        CellContent::Numbers(scalar) => match scalar {
            Scalar::Bool => "bool",
            Scalar::Float64 => "double",
            Scalar::Float16 | Scalar::Min16Float | Scalar::Min10Float => "half",
            Scalar::Float32 => "float",
            Scalar::Uint8 | Scalar::Uint16 | Scalar::Uint32 | Scalar::Uint64 | Scalar::Min16Uint | Scalar::Uint8x4Packed => "uint",
            _ => "int",
        },
    }
}

/// Text between tags, or in an attribute.
pub(super) struct EscapedXml<'t>(pub(super) &'t str);

impl fmt::Display for EscapedXml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        printable(self.0).chars().try_for_each(|character| match character {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            character => write!(f, "{character}"),
        })
    }
}
