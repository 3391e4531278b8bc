//! Compares the offsets that DXC's generated code reads with those that padstone reports.

use std::collections::BTreeMap;

use padstone_read::diag::{Diagnostic, Severity};
use padstone_read::layout::{Shape, TypeLayouts};
use padstone_read::model::{FieldRole, Major, Module, Offset, Type, TypeId};
use padstone_read::source::Span;

use crate::common::layouts::{Compiled, compile};
use crate::golden::record::Record;

/// The differences; adds the number of compared reads to `values`.
pub(crate) fn compare(record: &Record, values: &mut usize) -> Vec<String> {
    let compiled = compile(&record.source, &record.flags, record.profile());
    let mut differences = Vec::new();
    // For each member: whether some of it is read from another offset, and the offset from which its start is read, if known.
    let mut members: BTreeMap<String, Member> = BTreeMap::new();
    for (expression, read) in &record.reads {
        *values += 1;
        let Some(recorded_read) = RecordedRead::find(&compiled, &record.source, expression) else {
            differences.push(format!("{expression}: not found"));
            continue;
        };
        if recorded_read.offset != *read {
            differences.push(format!("{expression}: DXC reads at {read}, padstone says {}", recorded_read.offset));
        }
        let member = members.entry(recorded_read.path).or_default();
        member.declaration = recorded_read.declaration;
        member.is_displaced |= *read != recorded_read.reported;
        if recorded_read.is_start {
            member.start = Some((recorded_read.reported, *read));
        }
    }
    let rows = compiled.answer().json;
    let warned = warned_places(&compiled);
    for (path, member) in members {
        let row = rows["layouts"].as_array().into_iter().flatten().filter(|layout| layout["kind"] != "struct");
        let row = row.flat_map(|layout| layout["members"].as_array().into_iter().flatten()).find(|row| row["path"] == *path);
        let Some(row) = row else {
            differences.push(format!("{path}: no row"));
            continue;
        };
        let expected = member.start.and_then(|(reported, read)| (reported != read).then_some(read));
        if member.start.is_some() && row["readOffset"].as_u64() != expected {
            differences.push(format!("{path}: readOffset is {}, expected {expected:?}", row["readOffset"]));
        }
        let is_warned = warned.iter().any(|&position| (member.declaration.start..member.declaration.end).contains(&position));
        if is_warned != member.is_displaced {
            let is = if member.is_displaced {
                "no warning, but the code reads another offset"
            } else {
                "a warning, but the code reads the reflected offset"
            };
            differences.push(format!("{path}: {is}"));
        }
    }
    differences
}

/// The recording of a member.
#[derive(Default)]
struct Member {
    declaration: Span,
    is_displaced: bool,
    start: Option<(u64, u64)>,
}

/// The positions of warnings about reads from other offsets.
fn warned_places(compiled: &Compiled) -> Vec<u32> {
    let about_reads = |found: &&Diagnostic| {
        found.severity == Severity::Warning && [&found.message].into_iter().chain(&found.notes).any(|text| text.contains("read"))
    };
    compiled.layouts.diagnostics.iter().filter(about_reads).filter_map(|found| found.span).map(|span| span.start).collect()
}

/// The offset of an expression such as `s.m[1]._m01`, and the offset that the code reads.
struct RecordedRead {
    /// The path of the member, `s.m`, in the form of rows.
    path: String,
    /// The span of its declaration, from its name to the semicolon.
    declaration: Span,
    /// Whether the expression is the first scalar of the member.
    is_start: bool,
    /// The offset in reflection.
    reported: u64,
    /// The offset that the code reads.
    offset: u64,
}

impl RecordedRead {
    fn find(compiled: &Compiled, source: &str, expression: &str) -> Option<RecordedRead> {
        let module = &compiled.unit.module;
        let root = expression.split(['.', '[']).next()?;
        compiled.layouts.layouts.iter().find_map(|layout| {
            let types = compiled.layouts.types(layout);
            let mut walk = Walk { source, module, types, ty: layout.content, read: RecordedRead::start() };
            let is_buffer = layout.stride.is_some_and(|_| matches!(layout.subject, padstone_read::layout::Subject::Buffer(_)));
            // `sb[0].a` names the structured buffer, `a` a member of a cbuffer.
            let rest = if is_buffer { expression.strip_prefix(root)?.strip_prefix("[0].")? } else { expression };
            rest.split('.').try_for_each(|step| walk.step(step))?;
            walk.end()
        })
    }

    fn start() -> RecordedRead {
        RecordedRead { path: String::new(), declaration: Span::default(), is_start: true, reported: 0, offset: 0 }
    }
}

struct Walk<'m> {
    source: &'m str,
    module: &'m Module,
    types: &'m TypeLayouts,
    ty: TypeId,
    read: RecordedRead,
}

impl Walk<'_> {
    /// One name with its indices, or a scalar of a vector or matrix.
    fn step(&mut self, step: &str) -> Option<()> {
        match self.module.types[self.ty] {
            Type::Struct(_) => {
                let mut parts = step.split('[');
                self.field(parts.next()?)?;
                parts.try_for_each(|index| self.element(index.strip_suffix(']')?.parse().ok()?))
            }
            Type::Matrix { .. } => self.number_of_matrix(step.strip_prefix("_m")?),
            Type::Vector { .. } => self.component(step),
            _ => None,
        }
    }

    fn field(&mut self, name: &str) -> Option<()> {
        let mut fields = self.types.fields(self.module, self.ty);
        if let Some((field, layout)) = fields.clone().find(|(field, _)| self.module.name(field.name) == name) {
            self.move_by(field.ty, layout.offset);
            self.read.path.push_str(if self.read.path.is_empty() { "" } else { "." });
            self.read.path.push_str(name);
            self.read.declaration = Span { start: field.span.start, end: self.end_with_semicolon(field.span.end) };
            return Some(());
        }
        let (base, layout) = fields.find(|(field, _)| field.role == FieldRole::Base)?;
        self.move_by(base.ty, layout.offset);
        self.read.path.push('.');
        self.read.path.push_str(self.module.name(base.name));
        self.field(name)
    }

    fn end_with_semicolon(&self, position: u32) -> u32 {
        // The source is the only file, so positions are byte offsets in it.
        position + self.source[position as usize..].find(';').unwrap_or(0) as u32
    }

    fn move_by(&mut self, ty: TypeId, offset: Offset) {
        self.ty = ty;
        self.read.reported += offset.bytes();
        self.read.offset += offset.bytes();
    }

    fn element(&mut self, index: u64) -> Option<()> {
        let Type::Array { element, .. } = self.module.types[self.ty] else { return None };
        let Shape::Array { stride } = self.types.get(self.ty).ok()?.shape else { return None };
        self.read.reported += index * stride.bytes();
        self.read.offset += index * self.types.read_stride(self.module, self.ty)?.bytes();
        self.read.is_start &= index == 0;
        self.ty = element;
        Some(())
    }

    /// `01` of `_m01`: row and column.
    fn number_of_matrix(&mut self, digits: &str) -> Option<()> {
        let Type::Matrix { scalar, major, .. } = self.module.types[self.ty] else { return None };
        let digit = |index: usize| digits.as_bytes().get(index)?.checked_sub(b'0');
        let (row, column) = (digit(0)?, digit(1)?);
        let (vector, number) = if major == Major::Row { (row, column) } else { (column, row) };
        let stride = match self.types.get(self.ty).ok()?.shape {
            Shape::Matrix { stride, .. } => stride.bytes(),
            _ => 0,
        };
        let read = self.types.read_offset_of_element(self.module, self.ty, Offset::new(self.read.offset), row, column)?;
        self.read.reported += u64::from(vector) * stride + u64::from(number) * self.module.scalar_bytes(scalar);
        self.read.offset = read.bytes();
        self.read.is_start &= (row, column) == (0, 0);
        Some(())
    }

    fn component(&mut self, letter: &str) -> Option<()> {
        let Type::Vector { scalar, .. } = self.module.types[self.ty] else { return None };
        let index = "xyzw".find(letter)? as u64;
        self.read.reported += index * self.module.scalar_bytes(scalar);
        let start = self.types.first_read(self.module, self.ty, Offset::new(self.read.offset)).bytes();
        self.read.offset = start + index * self.module.scalar_bytes(scalar);
        self.read.is_start &= index == 0;
        Some(())
    }

    fn end(mut self) -> Option<RecordedRead> {
        if matches!(self.module.types[self.ty], Type::Scalar(_) | Type::Enum(_)) {
            self.read.offset = self.types.first_read(self.module, self.ty, Offset::new(self.read.offset)).bytes();
        }
        Some(self.read)
    }
}
