//! The declarations of a unit by position, and their rows in layouts.

use std::collections::HashMap;
use std::ops::ControlFlow;

use padstone_read::Unit;
use padstone_read::layout::{DynVisitor, ModuleLayout, Row, Visit, VisitOrder, rows};
use padstone_read::model::{Module, StructKind};
use padstone_read::source;

/// The kind of item at a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AtKind {
    /// The name of a buffer.
    Buffer,
    /// The name of a struct.
    Struct,
    /// The name of a member, or its type.
    Field,
    /// White space between two members with padding between them.
    Padding,
}

impl AtKind {
    /// The name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            AtKind::Buffer => "buffer",
            AtKind::Struct => "struct",
            AtKind::Field => "field",
            AtKind::Padding => "padding",
        }
    }
}

/// A declaration in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeclarationSpan {
    pub(crate) file: usize,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) kind: AtKind,
    /// The span of the declared name, which identifies the declaration.
    pub(crate) name: source::Span,
}

/// The declarations of a unit, by position.
#[derive(Debug, Default)]
pub(crate) struct DeclarationIndex {
    declarations: Vec<DeclarationSpan>,
    /// The name of the member after that of a name, in its struct.
    next: HashMap<source::Span, source::Span>,
    pub(crate) texts: HashMap<source::Span, String>,
}

impl DeclarationIndex {
    pub(crate) fn new(unit: &Unit) -> DeclarationIndex {
        let module = &unit.module;
        let mut all = DeclarationIndex::default();
        for (_, buffer) in module.buffers.iter() {
            all.add(unit, AtKind::Buffer, buffer.span, buffer.span);
            all.texts.insert(buffer.span, module.name(buffer.name).to_owned());
        }
        for (_, content) in module.structs.iter() {
            if matches!(content.kind, StructKind::Declared | StructKind::Instance) {
                all.add(unit, AtKind::Struct, content.span, content.span);
                all.texts.insert(content.span, module.name(content.name).to_owned());
            }
            for field in &content.fields {
                all.add(unit, AtKind::Field, field.span, field.span);
                if let Some(ty) = field.written.type_span {
                    all.add(unit, AtKind::Field, field.span, ty);
                }
                all.texts.insert(field.span, module.name(field.name).to_owned());
            }
            let pairs = content.fields.iter().zip(content.fields.iter().skip(1));
            all.next.extend(pairs.map(|(field, next)| (field.span, next.span)));
        }
        all.declarations.sort_by_key(|item| (item.file, item.start, item.end));
        all.declarations.dedup_by_key(|item| (item.file, item.start, item.end, item.name));
        all
    }

    /// Adds the declaration written at `position`, also at the uses of a macro that contains it.
    fn add(&mut self, unit: &Unit, kind: AtKind, name: source::Span, position: source::Span) {
        let sources = &unit.sources;
        let (site, written) = (sources.call_site(position), sources.spelling(position));
        for span in std::iter::once(site).chain((written != site).then_some(written)) {
            let file = sources.file_of(span.start);
            let base = sources.file(file).base();
            let (start, end) = (span.start.saturating_sub(base), span.end.saturating_sub(base));
            if start < end {
                self.declarations.push(DeclarationSpan { file: file.index(), start, end, kind, name });
            }
        }
    }

    /// The innermost declarations around a byte: several if a macro or a generic expands one text several times.
    pub(crate) fn declarations_around(&self, file: usize, byte: u32) -> Vec<DeclarationSpan> {
        let before = self.declarations.partition_point(|item| (item.file, item.start) <= (file, byte));
        let is_before_end = |item: &&DeclarationSpan| item.file == file && byte <= item.end;
        // Declarations are short: those that begin far ahead end before.
        let near = self.declarations[..before].iter().rev().take_while(|item| item.file == file && byte - item.start <= LONGEST);
        let around: Vec<DeclarationSpan> = near.filter(is_before_end).copied().collect();
        // At the boundary of two items, the one that starts there takes precedence.
        let best = around.iter().map(|item| (byte == item.end, item.end - item.start)).min();
        around.into_iter().filter(|item| Some((byte == item.end, item.end - item.start)) == best).collect()
    }

    /// The members before and after the white space that contains a byte.
    pub(crate) fn neighboring_declarations(&self, file: usize, byte: u32) -> Option<(DeclarationSpan, DeclarationSpan)> {
        let after = self.declarations.partition_point(|item| (item.file, item.start) <= (file, byte));
        let before = self.declarations[..after].iter().rev().find(|item| item.file == file && item.end <= byte)?;
        let next = self.next.get(&before.name)?;
        let following = self.declarations[after..].iter().take_while(|item| item.file == file);
        let next = following.clone().find(|item| item.name == *next)?;
        // No other declaration is between the two.
        let is_next = following.take_while(|item| item.start < next.start).all(|item| item.name == next.name);
        is_next.then_some((*before, *next))
    }
}

/// The longest name or type that is looked up, in bytes.
const LONGEST: u32 = 4096;

/// The rows of each declaration, by the position of the layout and of the row in it.
#[derive(Debug, Default)]
pub(crate) struct RowIndex(HashMap<source::Span, Vec<(usize, usize)>>);

impl RowIndex {
    pub(crate) fn new(module: &Module, layouts: &ModuleLayout) -> RowIndex {
        let mut uses = RowIndex::default();
        for (index, layout) in layouts.layouts.iter().enumerate() {
            let mut row = 0;
            let visitor: &mut DynVisitor<'_> = &mut |visit| {
                if let Visit::Row(Row { field: Some((field, _)), .. }) = visit {
                    uses.0.entry(field.span).or_default().push((index, row));
                }
                row += 1;
                ControlFlow::Continue(())
            };
            let _ = rows(module, layouts.types(layout), layout, VisitOrder::Source, visitor);
        }
        uses
    }

    /// The rows of a declaration, by the span of its name.
    pub(crate) fn rows(&self, name: source::Span) -> &[(usize, usize)] {
        self.0.get(&name).map_or(&[], Vec::as_slice)
    }
}
