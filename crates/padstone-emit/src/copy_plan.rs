//! Copies of a type from one layout to another: for `padstone emit copy-plan`, and for `--copies` of
//! `padstone emit llvm`.
//!
//! Data is copied, padding is not: the padding after a struct on one side may be the
//! next member on the other side.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::{Layout, ModuleLayout, Shape, Subject, TypeLayouts, max_rows};
use padstone_model::{Count, Module, Offset, Scalar, Size, Stride, Type, TypeId};

use crate::display::unbounded_stride;

/// Writes, for each buffer and struct in both layouts, the ranges of bytes to copy from one layout to the
/// other: offset in the source, offset in the destination, length.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, module: &Module, from: &ModuleLayout, to: &ModuleLayout) -> io::Result<Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let most = max_rows(module);
    let mut left = most;
    let mut first = true;
    let others: HashMap<usize, &Layout> = to.layouts.iter().map(|layout| (subject_index(module, layout.subject), layout)).collect();
    let mut pairs: HashMap<(usize, usize), Correspondence<'_>> = HashMap::new();
    for source in &from.layouts {
        let Some(&destination) = others.get(&subject_index(module, source.subject)) else { continue };
        let (name, span) = match source.subject {
            Subject::Buffer(id) => (module.buffers[id].name, module.buffers[id].span),
            Subject::Struct(id) => (module.structs[id].name, module.structs[id].span),
        };
        let name = module.name(name);
        let sets = (source.set, destination.set);
        let pair = pairs.entry(sets).or_insert_with(|| Correspondence::new(module, from.types(source), to.types(destination)));
        let strides = (
            unbounded_stride(module, from.types(source), source.content),
            unbounded_stride(module, to.types(destination), destination.content),
        );
        if let (Some(source_stride), Some(destination_stride)) = strides {
            let message = format!("`{name}` ends with a runtime-sized array: its length is known only at run time");
            let help = format!(
                "copy the elements in the program: their stride is {source_stride} in `{}`, {destination_stride} in `{}`",
                from.rules(source).name,
                to.rules(destination).name
            );
            diagnostics.push(Diagnostic::error(&codes::COPY_DIFFERS, message, span).label(span, "").help(help));
            continue;
        }
        if pair.properties[source.content.index()].is_none() {
            let rules = format!("`{}` and `{}`", from.rules(source).name, to.rules(destination).name);
            let message = format!("`{name}` cannot be copied byte by byte: {rules} store part of it differently");
            diagnostics.push(Diagnostic::error(&codes::COPY_DIFFERS, message, span).label(span, ""));
            continue;
        }
        if !first {
            writeln!(out)?;
        }
        first = false;
        write_heading(out, name, from, source, to, destination)?;
        if pair.write_rows(out, source.content, &mut left)? == MatrixRows::TooMany {
            let message = format!("the copy of `{name}` has more than {most} runs");
            diagnostics.push(Diagnostic::error(&codes::TOO_MANY_ROWS, message, span).label(span, "the list ends here"));
        }
    }
    Ok(diagnostics)
}

/// A number for each subject.
fn subject_index(module: &Module, subject: Subject) -> usize {
    match subject {
        Subject::Buffer(id) => id.index(),
        Subject::Struct(id) => module.buffers.len() + id.index(),
    }
}

fn write_heading(
    out: &mut dyn Write,
    name: &str,
    from: &ModuleLayout,
    source: &Layout,
    to: &ModuleLayout,
    destination: &Layout,
) -> io::Result<()> {
    writeln!(out, "{name}: {} to {}", from.rules(source).name, to.rules(destination).name)?;
    writeln!(out, "{:>10} {:>11} {:>10}", "source", "destination", "length")
}

/// Bytes that are contiguous on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) source: Offset,
    pub(crate) destination: Offset,
    pub(crate) length: Size,
}

impl Run {
    /// The combined range, if `next` continues `self` on both sides.
    pub(crate) fn joined(self, next: Run) -> Option<Run> {
        let follows = self.source.plus(self.length) == Some(next.source) && self.destination.plus(self.length) == Some(next.destination);
        if follows { Some(Run { length: self.length.plus(next.length)?, ..self }) } else { None }
    }
}

/// The comparison of every type of a module under two rule sets.
pub(crate) struct Correspondence<'m> {
    module: &'m Module,
    source: &'m TypeLayouts,
    destination: &'m TypeLayouts,
    /// By [`TypeId`]; `None` if the bytes do not correspond.
    properties: Vec<Option<CopyProperties>>,
}

/// The properties of a type that determine how it is copied.
#[derive(Clone, Copy, Debug)]
struct CopyProperties {
    /// The size of its data, if they are contiguous from its start on both sides.
    run: Option<Size>,
    /// Whether its layouts are equal on both sides, including padding and size.
    same: bool,
}

/// The parts of a type, on both sides.
pub(crate) enum Parts {
    /// One contiguous range from the start.
    Run(Size),
    /// One part, repeated.
    Repeat {
        /// The number of repetitions.
        count: u64,
        /// The stride in the source.
        source: Stride,
        /// The stride in the destination.
        destination: Stride,
        /// The repeated part.
        element: Element,
    },
    /// Fields: offset in the source, offset in the destination, type; in the order of the source offsets.
    Fields(Vec<(Offset, Offset, TypeId)>),
}

/// The element of an array or a matrix.
#[derive(Clone, Copy)]
pub(crate) enum Element {
    /// A type.
    Type(TypeId),
    /// One vector of a matrix, of this many bytes.
    Vector(Size),
}

#[derive(PartialEq, Eq)]
enum MatrixRows {
    All,
    TooMany,
}

impl<'m> Correspondence<'m> {
    pub(crate) fn new(module: &'m Module, source: &'m TypeLayouts, destination: &'m TypeLayouts) -> Self {
        let mut pair = Correspondence { module, source, destination, properties: Vec::with_capacity(module.types.len()) };
        // A type refers only to earlier types, whose properties are known.
        for (ty, _) in module.types.iter() {
            let properties = pair.compare(ty);
            pair.properties.push(properties);
        }
        pair
    }

    /// Whether the type can be copied byte by byte.
    pub(crate) fn corresponds(&self, ty: TypeId) -> bool {
        self.properties[ty.index()].is_some()
    }

    /// Whether the type has the same layout on both sides.
    pub(crate) fn has_same_layout(&self, ty: TypeId) -> bool {
        self.properties[ty.index()].is_some_and(|properties| properties.same)
    }

    /// Whether the type has any data.
    pub(crate) fn has_bytes(&self, ty: TypeId) -> bool {
        self.properties[ty.index()].is_some_and(|properties| properties.run != Some(Size::ZERO))
    }

    /// The parts of a type; `None` if its bytes do not correspond.
    pub(crate) fn parts(&self, ty: TypeId) -> Option<Parts> {
        if let Some(run) = self.properties[ty.index()]?.run {
            return Some(Parts::Run(run));
        }
        let (source, destination) = (self.source.get(ty).ok()?, self.destination.get(ty).ok()?);
        match self.module.types[ty] {
            Type::Array { element, count: Count::Known(count) } => {
                let (Shape::Array { stride: from }, Shape::Array { stride: to }) = (source.shape, destination.shape) else { return None };
                Some(Parts::Repeat { count, source: from, destination: to, element: Element::Type(element) })
            }
            Type::Matrix { .. } => {
                let (vectors, vector) = self.vectors(ty)?;
                let (source, destination) = (stride_of(source.shape, vector), stride_of(destination.shape, vector));
                Some(Parts::Repeat { count: vectors, source, destination, element: Element::Vector(vector) })
            }
            Type::Struct(_) => Some(Parts::Fields(self.fields(ty)?)),
            _ => None,
        }
    }

    fn compare(&self, ty: TypeId) -> Option<CopyProperties> {
        let (source, destination) = (self.source.get(ty).ok()?, self.destination.get(ty).ok()?);
        let equal = source.size == destination.size;
        Some(match self.module.types[ty] {
            Type::Scalar(scalar) | Type::Atomic(scalar) => CopyProperties { run: Some(self.scalar_bytes(scalar)?), same: equal },
            Type::Pointer(_) => CopyProperties { run: Some(source.size), same: equal },
            Type::Enum(_) | Type::Handle(_) | Type::Interface(_) => {
                CopyProperties { run: Some(equal.then_some(source.size)?), same: equal }
            }
            Type::Vector { scalar, width } => {
                CopyProperties { run: Some(self.scalar_bytes(scalar)?.times(u64::from(width))?), same: equal }
            }
            Type::Matrix { .. } => {
                let (vectors, vector) = self.vectors(ty)?;
                let (from, to) = (stride_of(source.shape, vector), stride_of(destination.shape, vector));
                let dense = vectors == 1 || (from == vector.as_stride() && to == from);
                CopyProperties { run: if dense { vector.times(vectors) } else { None }, same: equal && from == to }
            }
            Type::Array { element, count } => {
                let (Shape::Array { stride: from }, Shape::Array { stride: to }) = (source.shape, destination.shape) else { return None };
                let (count, inner) = (count.known()?, self.properties[element.index()]?);
                let dense = |run: &Size| *run == Size::ZERO || count <= 1 || (from == run.as_stride() && to == from);
                CopyProperties { run: inner.run.filter(dense).and_then(|run| run.times(count)), same: equal && inner.same && from == to }
            }
            Type::Struct(_) => self.compare_fields(ty, equal)?,
            Type::Resource(_) => CopyProperties { run: Some(Size::ZERO), same: true },
            Type::Unspecialized(_) | Type::Unknown => return None,
        })
    }

    fn compare_fields(&self, ty: TypeId, equal: bool) -> Option<CopyProperties> {
        let mut cursor = Offset::ZERO;
        let mut properties = CopyProperties { run: None, same: equal };
        let mut dense = true;
        for (source, destination, field) in self.fields(ty)? {
            let inner = self.properties[field.index()]?;
            properties.same &= source == destination && inner.same;
            if inner.run == Some(Size::ZERO) {
                continue;
            }
            dense &= source == cursor && destination == cursor && inner.run.is_some();
            cursor = source.plus(inner.run.unwrap_or_default())?;
        }
        properties.run = dense.then_some(cursor.as_size());
        Some(properties)
    }

    /// The fields that have bytes. Bit-fields must share allocation units on both sides or on neither.
    fn fields(&self, ty: TypeId) -> Option<Vec<(Offset, Offset, TypeId)>> {
        let sources = self.source.fields(self.module, ty);
        let destinations = self.destination.fields(self.module, ty);
        let mut found = Vec::with_capacity(sources.len());
        for ((field, from), (_, to)) in sources.zip(destinations) {
            if matches!(self.module.types[field.ty], Type::Resource(_)) {
                continue;
            }
            if field.bitfield.is_some() && (from.bits != to.bits || (from.size == Size::ZERO) != (to.size == Size::ZERO)) {
                return None;
            }
            if from.size > Size::ZERO && to.size > Size::ZERO {
                found.push((from.offset, to.offset, field.ty));
            }
        }
        found.sort_by_key(|&(source, ..)| source);
        Some(found)
    }

    /// The number of vectors of a matrix, and the size of one.
    fn vectors(&self, ty: TypeId) -> Option<(u64, Size)> {
        let Type::Matrix { scalar, rows, columns, major } = self.module.types[ty] else { return None };
        let (vectors, length) = major.vectors(rows, columns);
        Some((u64::from(vectors), self.scalar_bytes(scalar)?.times(u64::from(length))?))
    }

    /// The size of a scalar; `None` if the sides store it with different sizes, as they may a bool.
    fn scalar_bytes(&self, scalar: Scalar) -> Option<Size> {
        let [source, destination] = [self.source, self.destination].map(|side| side.rules.scalar_bytes(self.module, scalar));
        (source == destination).then_some(Size::new(source))
    }

    fn write_rows(&self, out: &mut dyn Write, ty: TypeId, left: &mut u64) -> io::Result<MatrixRows> {
        let mut pending: Option<Run> = None;
        let mut failed = None;
        let mut print = |run: Run| match writeln!(out, "{:>10} {:>11} {:>10}", run.source, run.destination, run.length) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        };
        let walked = self.walk(ty, Offset::ZERO, Offset::ZERO, &mut |run| {
            if *left == 0 {
                return ControlFlow::Break(());
            }
            *left -= 1;
            match pending.and_then(|before| before.joined(run)) {
                Some(joined) => pending = Some(joined),
                None => pending.replace(run).map_or(ControlFlow::Continue(()), &mut print)?,
            }
            ControlFlow::Continue(())
        });
        if let (ControlFlow::Continue(()), Some(last)) = (walked, pending) {
            let _ = print(last);
        }
        match failed {
            Some(error) => Err(error),
            None => Ok(if walked.is_break() { MatrixRows::TooMany } else { MatrixRows::All }),
        }
    }

    /// Passes every range of a type to `sink`, in source order. The depth of recursion is limited by the layout.
    fn walk(&self, ty: TypeId, source: Offset, destination: Offset, sink: &mut dyn FnMut(Run) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.parts(ty) {
            None | Some(Parts::Run(Size::ZERO)) => ControlFlow::Continue(()),
            Some(Parts::Run(length)) => sink(Run { source, destination, length }),
            Some(Parts::Fields(fields)) => {
                fields.into_iter().try_for_each(|(from, to, field)| match (from.within(source), to.within(destination)) {
                    (Some(from), Some(to)) => self.walk(field, from, to, sink),
                    _ => ControlFlow::Break(()),
                })
            }
            Some(Parts::Repeat { count, source: from, destination: to, element }) => {
                let (mut source, mut destination) = (Some(source), Some(destination));
                for _ in 0..count {
                    let (Some(source_start), Some(destination_start)) = (source, destination) else { return ControlFlow::Break(()) };
                    match element {
                        Element::Type(element) => self.walk(element, source_start, destination_start, sink)?,
                        Element::Vector(length) => sink(Run { source: source_start, destination: destination_start, length })?,
                    }
                    source = source_start.plus(Size::new(from.bytes()));
                    destination = destination_start.plus(Size::new(to.bytes()));
                }
                ControlFlow::Continue(())
            }
        }
    }
}

/// The matrix stride; the size of a vector if the vectors are contiguous.
fn stride_of(shape: Shape, vector: Size) -> Stride {
    match shape {
        Shape::Matrix { stride, .. } => stride,
        _ => vector.as_stride(),
    }
}
