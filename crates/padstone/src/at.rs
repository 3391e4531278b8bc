//! Looks up the declaration or the padding at a position in a file.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use padstone_read::emit::reason;
use padstone_read::layout::{PaddingCause, Row as LaidRow, Subject, Visit, VisitOrder, rows};
use padstone_read::model::{Module, StructKind};
use padstone_read::source::{self, normalized};

use crate::layout::{Buffer, Fields, Padding, Row};
use crate::position::{Position, Span};
use crate::reading::{LaidOut, Reading};
use crate::{Compiler, Layouts, Unit};

/// The item at a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct At {
    /// The name, the type, or the white space that contains the position.
    pub span: Span,
    /// The kind of declaration, or padding.
    pub kind: AtKind,
    /// The name of the buffer, struct or member; for padding, of the next member.
    pub name: String,
    /// The layouts: one for each compiler and each buffer or struct that contains it.
    pub uses: Vec<Use>,
}

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

/// One layout of the item at a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Use {
    /// The compiler.
    pub compiler: Compiler,
    /// The buffer or struct.
    pub buffer: Buffer,
    /// The row in that buffer or struct; `None` for the whole.
    pub row: Option<Row>,
}

/// A declaration in a file.
#[derive(Clone, Copy, Debug)]
struct DeclarationSpan {
    file: usize,
    start: u32,
    end: u32,
    kind: AtKind,
    /// The span of the declared name, which identifies the declaration.
    name: source::Span,
}

/// The declarations of a reading, by position.
#[derive(Debug, Default)]
pub(crate) struct DeclarationIndex {
    declarations: Vec<DeclarationSpan>,
    /// The name of the member after that of a name, in its struct.
    next: HashMap<source::Span, source::Span>,
    texts: HashMap<source::Span, String>,
}

impl DeclarationIndex {
    pub(crate) fn new(reading: &Reading) -> DeclarationIndex {
        let module = &reading.unit.module;
        let mut all = DeclarationIndex::default();
        for (_, buffer) in module.buffers.iter() {
            all.add(reading, AtKind::Buffer, buffer.span, buffer.span);
            all.texts.insert(buffer.span, module.name(buffer.name).to_owned());
        }
        for (_, content) in module.structs.iter() {
            if matches!(content.kind, StructKind::Declared | StructKind::Instance) {
                all.add(reading, AtKind::Struct, content.span, content.span);
                all.texts.insert(content.span, module.name(content.name).to_owned());
            }
            for field in &content.fields {
                all.add(reading, AtKind::Field, field.span, field.span);
                if let Some(ty) = field.written.type_span {
                    all.add(reading, AtKind::Field, field.span, ty);
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
    fn add(&mut self, reading: &Reading, kind: AtKind, name: source::Span, position: source::Span) {
        let sources = &reading.unit.sources;
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
    fn declarations_around(&self, file: usize, byte: u32) -> Vec<DeclarationSpan> {
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
    fn neighboring_declarations(&self, file: usize, byte: u32) -> Option<(DeclarationSpan, DeclarationSpan)> {
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
    pub(crate) fn new(module: &Module, laid_out: &LaidOut) -> RowIndex {
        let mut uses = RowIndex::default();
        for (index, layout) in laid_out.layouts.layouts.iter().enumerate() {
            let mut row = 0;
            let _ = rows(module, laid_out.layouts.types(layout), layout, VisitOrder::Source, &mut |visit| {
                if let Visit::Row(LaidRow { field: Some((field, _)), .. }) = visit {
                    uses.0.entry(field.span).or_default().push((index, row));
                }
                row += 1;
                ControlFlow::<()>::Continue(())
            });
        }
        uses
    }
}

impl Unit {
    /// Returns the item at a position of the first file, and its layouts under the compilers, or without any, under that of the language.
    /// Between two members, that is the padding between them.
    ///
    /// ```
    /// use padstone::{AtKind, Options, Position, Row, Workspace, compiler};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.hlsl", "cbuffer Sky { float2 wind; float3 sun; }");
    /// let unit = ws.unit("sky.hlsl", &Options::default())?;
    /// let at = unit.at(Position::Byte(35), &[&compiler::DXC, &compiler::DXC_SPIRV_SCALAR]).unwrap();
    /// assert_eq!((at.kind, &*at.name, at.span.text()), (AtKind::Field, "sun", "sun"));
    /// let offsets = at.uses.iter().map(|one| match &one.row { Some(Row::Field(field)) => field.offset, _ => 0 });
    /// assert_eq!(offsets.collect::<Vec<_>>(), [16, 8]);
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn at(&self, position: Position, by: &[&Compiler]) -> Option<At> {
        self.at_in(self.file().path(), position, by)
    }

    /// Like [`at`](Self::at), in any of the files that were read.
    pub fn at_in(&self, path: &str, position: Position, by: &[&Compiler]) -> Option<At> {
        let default_compiler = self.compiler();
        let by = if by.is_empty() { &[&default_compiler][..] } else { by };
        let mut found: Option<At> = None;
        for compiler in by {
            let layouts = self.layout(compiler);
            let Some(index) = at(&layouts, path, position) else { continue };
            match &mut found {
                Some(found) => found.uses.extend(index.uses),
                None => found = Some(index),
            }
        }
        found
    }
}

/// The item at a position, under one compiler.
fn at(layouts: &Layouts, path: &str, position: Position) -> Option<At> {
    let reading = layouts.reading();
    let path = normalized(path);
    let file = reading.files.iter().position(|file| normalized(file.path()) == path)?;
    let byte = reading.files[file].byte(position);
    let declarations = reading.declarations();
    let around = declarations.declarations_around(file, byte);
    let name = |item: &DeclarationSpan| declarations.texts.get(&item.name).cloned().unwrap_or_default();
    let span = |start, end| Span::in_text(&reading.files[file], start, end);
    if let Some(first) = around.first() {
        let uses = around.iter().flat_map(|item| uses_of(layouts, item)).collect();
        return Some(At { span: span(first.start, first.end), kind: first.kind, name: name(first), uses });
    }
    let (before, next) = declarations.neighboring_declarations(file, byte)?;
    let uses = paddings(layouts, &next);
    (!uses.is_empty()).then(|| At { span: span(before.end, next.start), kind: AtKind::Padding, name: name(&next), uses })
}

/// The layouts of a declaration.
fn uses_of(layouts: &Layouts, item: &DeclarationSpan) -> Vec<Use> {
    let (module, laid_out) = (&layouts.reading().unit.module, layouts.laid_out());
    let make = |buffer: Buffer, row| Use { compiler: laid_out.compiler.clone(), buffer, row };
    if item.kind != AtKind::Field {
        let is_subject = |subject: &Subject| match *subject {
            Subject::Buffer(id) => item.kind == AtKind::Buffer && module.buffers[id].span == item.name,
            Subject::Struct(id) => item.kind == AtKind::Struct && module.structs[id].span == item.name,
        };
        let with_subject = laid_out.layouts.layouts.iter().enumerate().filter(|(_, layout)| is_subject(&layout.subject));
        return with_subject.map(|(index, _)| make(Buffer::new(layouts, index), None)).collect();
    }
    let rows = laid_out.row_index(module).0.get(&item.name).map_or(&[][..], |rows| rows);
    let row = |&(index, row): &(usize, usize)| {
        let buffer = Buffer::new(layouts, index);
        let field = buffer.nth_field(row)?;
        Some(make(buffer, Some(Row::Field(field))))
    };
    rows.iter().filter_map(row).collect()
}

/// The padding before a member.
fn paddings(layouts: &Layouts, item: &DeclarationSpan) -> Vec<Use> {
    let (module, laid_out) = (&layouts.reading().unit.module, layouts.laid_out());
    let mut buffers: Vec<usize> =
        laid_out.row_index(module).0.get(&item.name).map_or(&[][..], |rows| rows).iter().map(|(index, _)| *index).collect();
    buffers.dedup();
    let mut uses = Vec::new();
    for index in buffers {
        let layout = &laid_out.layouts.layouts[index];
        let types = laid_out.layouts.types(layout);
        let _ = rows(module, types, layout, VisitOrder::Offset, &mut |visit| {
            if let Visit::Padding { padding, parent, .. } = visit
                && let PaddingCause::Before { field, .. } = padding.cause
                && module.as_struct(parent).and_then(|content| content.fields.get(field)).is_some_and(|field| field.span == item.name)
            {
                let row = Padding {
                    offset: padding.offset.bytes(),
                    size: padding.size.bytes(),
                    reason: reason::of_padding(module, types, parent, &padding),
                };
                let buffer = Buffer::new(layouts, index);
                uses.push(Use { compiler: laid_out.compiler.clone(), buffer, row: Some(Row::Padding(row)) });
            }
            ControlFlow::<()>::Continue(())
        });
    }
    uses
}

impl Buffer {
    /// The field of a row, in the order of the source.
    fn nth_field(&self, nth: usize) -> Option<crate::Field> {
        let (mut found, mut fields, mut position) = (None, Fields::new(self), 0);
        self.visit(VisitOrder::Source, &mut |module, types, visit| {
            if let Visit::Row(row) = visit {
                if position == nth {
                    found = Some(fields.field(module, types, &row));
                    return ControlFlow::Break(());
                }
                fields.pass(&row);
            }
            position += 1;
            ControlFlow::Continue(())
        });
        found
    }
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

/// The readings cache each answer.
impl Reading {
    fn declarations(self: &Arc<Reading>) -> &DeclarationIndex {
        self.declared.get_or_init(|| DeclarationIndex::new(self))
    }
}

impl LaidOut {
    fn row_index(&self, module: &Module) -> &RowIndex {
        self.used.get_or_init(|| RowIndex::new(module, self))
    }
}
