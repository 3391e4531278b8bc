//! Looks up the declaration or the padding at a position in a file.

use std::ops::ControlFlow;

use padstone_read::emit::reason;
use padstone_read::layout::{DynVisitor, PaddingCause, Subject, Visit, VisitOrder, rows};
use padstone_read::source::normalized;

use crate::declarations::{AtKind, DeclarationSpan};
use crate::layout::{Buffer, Fields, Padding, Row};
use crate::position::Position;
use crate::span::Span;
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
    let rows = laid_out.rows(module).rows(item.name);
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
    let mut buffers: Vec<usize> = laid_out.rows(module).rows(item.name).iter().map(|(index, _)| *index).collect();
    buffers.dedup();
    let mut uses = Vec::new();
    for index in buffers {
        let layout = &laid_out.layouts.layouts[index];
        let types = laid_out.layouts.types(layout);
        let visitor: &mut DynVisitor<'_> = &mut |visit| {
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
            ControlFlow::Continue(())
        };
        let _ = rows(module, types, layout, VisitOrder::Offset, visitor);
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
