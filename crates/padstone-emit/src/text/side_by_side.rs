//! Layouts under several rule sets in one table: a row for each member, a column for each rule set, and a mark where they diverge.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

use padstone_layout::{Layout, MemberAbi, Row, Subject, Visit, VisitOrder, rows, without_namespaces};
use padstone_model::Module;

use super::columns::{Indent, WIDEST};
use crate::style::{Styled, Styles};
use crate::{LayoutWriter, Listing, Settings, display};

/// Collects layouts; those of one buffer form one table.
pub(crate) struct SideBySide {
    styles: Styles,
    structs: bool,
    tables: Vec<SideBySideTable>,
    /// The index in `tables` by title and location.
    known: HashMap<(String, String), usize>,
}

impl SideBySide {
    pub(crate) fn new(settings: Settings) -> SideBySide {
        SideBySide { styles: Styles::new(settings.color), structs: settings.structs, tables: Vec::new(), known: HashMap::new() }
    }
}

impl LayoutWriter for SideBySide {
    fn listing(&mut self, listing: &Listing<'_>, _: &mut dyn Write) -> io::Result<()> {
        let is_buffer = |layout: &&Layout| matches!(layout.subject, Subject::Buffer(_));
        let with_structs = self.structs || !listing.layouts.layouts.iter().any(|layout| is_buffer(&layout));
        for layout in listing.layouts.layouts.iter().filter(|layout| with_structs || is_buffer(layout)) {
            let location = display::location_text(&listing.sources.locate(display::span(listing.module, layout).start));
            let key = (display::subject(listing.module, layout), location);
            let next = self.tables.len();
            let index = *self.known.entry(key.clone()).or_insert(next);
            if index == next {
                self.tables.push(SideBySideTable {
                    title: key.0,
                    place: key.1,
                    heads: Vec::new(),
                    by_path: HashMap::new(),
                    columns: Vec::new(),
                });
            }
            self.tables[index].add(listing, layout);
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        for (index, table) in self.tables.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            table.write(self.styles, out)?;
        }
        Ok(())
    }
}

/// One buffer or struct.
struct SideBySideTable {
    title: String,
    place: String,
    /// A row for each member of any of the layouts.
    heads: Vec<RowHeader>,
    /// The rows of each path without namespaces: a base class and a member may have one name.
    by_path: HashMap<String, Vec<usize>>,
    columns: Vec<Column>,
}

/// The path, name and type of a row.
struct RowHeader {
    path: String,
    name: String,
    ty: String,
}

/// The column of one rule set.
struct Column {
    rules: String,
    size: u64,
    /// By row; `None` if the layout has no such member.
    cells: Vec<Option<TableCell>>,
}

#[derive(Clone, Copy)]
struct TableCell {
    abi: MemberAbi,
    size: u64,
}

impl SideBySideTable {
    fn add(&mut self, listing: &Listing<'_>, layout: &Layout) {
        let types = listing.layouts.types(layout);
        let rules = display::rules(types.rules.name, listing.layouts.profile.name);
        let mut column = Column { rules, size: layout.size.bytes(), cells: Vec::new() };
        let mut indent = Indent::default();
        let _: ControlFlow<()> = rows(listing.module, types, layout, VisitOrder::Source, &mut |visit| {
            if let Visit::Row(row) = visit
                && let Some(level) = indent.of_row(listing.module, &row)
            {
                let index = self.row(listing.module, level, &row, &column);
                column.cells.resize(self.heads.len().max(column.cells.len()), None);
                column.cells[index] = Some(TableCell { abi: MemberAbi::of(listing.module, types.rules, &row), size: row.size.bytes() });
            }
            ControlFlow::Continue(())
        });
        self.columns.push(column);
    }

    /// The row of a member: the first of its path in which the column has no cell.
    fn row(&mut self, module: &Module, level: usize, row: &Row<'_>, column: &Column) -> usize {
        let is_free = |index: &&usize| column.cells.get(**index).copied().flatten().is_none();
        let key = without_namespaces(row.path);
        if let Some(&index) = self.by_path.get(key).and_then(|rows| rows.iter().find(is_free)) {
            return index;
        }
        let name = format!("{:indent$}{}", "", row.name, indent = level * 2);
        self.by_path.entry(key.to_owned()).or_default().push(self.heads.len());
        self.heads.push(RowHeader { path: row.path.to_owned(), name, ty: module.type_name(row.ty).to_string() });
        self.heads.len() - 1
    }

    fn write(&self, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}  {}", Styled(styles.title, &self.title), Styled(styles.faint, &self.place))?;
        let width = |texts: &mut dyn Iterator<Item = &String>, least: usize| {
            texts.map(|text| text.chars().count()).max().unwrap_or(0).clamp(least, WIDEST)
        };
        let name = width(&mut self.heads.iter().map(|head| &head.name), "name".len());
        let ty = width(&mut self.heads.iter().map(|head| &head.ty), "type".len());
        let widths: Vec<usize> = self.columns.iter().map(|column| column.rules.chars().count().max("offset    size".len())).collect();
        let mut rules = format!("  {:name$}  {:ty$}", "", "");
        let mut heads = format!("  {:name$}  {:ty$}", "name", "type");
        for (column, width) in self.columns.iter().zip(&widths) {
            rules.push_str(&format!("  {:>width$}", column.rules));
            heads.push_str(&format!("  {:>rest$}    size", "offset", rest = width - "    size".len()));
        }
        writeln!(out, "{}", Styled(styles.faint, rules))?;
        writeln!(out, "{}", Styled(styles.faint, heads))?;
        let mut diverging: Option<&RowHeader> = None;
        for (index, head) in self.heads.iter().enumerate() {
            let differs = self.differs(index);
            let mark = if !differs {
                ' '
            } else if diverging.is_none() {
                '>'
            } else {
                '|'
            };
            let mut line = format!("{mark} {:name$}  {:ty$}", head.name, head.ty);
            for (column, width) in self.columns.iter().zip(&widths) {
                line.push_str(&column.cell(index, *width));
            }
            match differs {
                true if diverging.is_none() => writeln!(out, "{}", Styled(styles.warning, line))?,
                _ => writeln!(out, "{line}")?,
            }
            diverging = diverging.or(differs.then_some(head));
        }
        let mut line = format!("  {:name$}  {:ty$}", "", "bytes");
        for (column, width) in self.columns.iter().zip(&widths) {
            line.push_str(&format!("  {:>width$}", column.size));
        }
        writeln!(out, "{}", Styled(styles.strong, line))?;
        match diverging {
            Some(head) => {
                let line = format!("  layouts diverge at `{}`; `padstone compare` shows why and how to fix it", head.path);
                writeln!(out, "{}", Styled(styles.faint, line))
            }
            None => Ok(()),
        }
    }

    /// Whether the layouts of a member differ.
    fn differs(&self, row: usize) -> bool {
        let abi = |column: &Column| column.cells.get(row).copied().flatten().map(|cell| cell.abi);
        self.columns.windows(2).any(|pair| abi(&pair[0]) != abi(&pair[1]))
    }
}

impl Column {
    fn cell(&self, row: usize, width: usize) -> String {
        match self.cells.get(row).copied().flatten() {
            Some(cell) => format!("  {:>rest$}  {:>6}", cell.abi.offset.bytes(), cell.size, rest = width - 8),
            None => format!("  {:>width$}", "-"),
        }
    }
}
