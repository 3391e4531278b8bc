//! All rows of a layout, computed one by one: members at every level, depth first, aggregates before their members.

use std::ops::{ControlFlow, Range};

use padstone_model::{Align, Count, Field, Language, Major, Module, Offset, Size, Stride, Type, TypeId};

use crate::OF_CFAMILY;
use crate::nesting::is_empty_array;
use crate::ranges::{BytePiece, Padding, PaddingCause, pieces};
use crate::result::{BitRange, FieldLayout, Layout, PlacementReason, Shape, Subject, TypeLayout, TypeLayouts};
use crate::types::is_array_of_vectors;

/// One member, at any level. Offsets count from the start of the buffer or struct.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The path: `lights[].pos`. `[]` is element 0 of an array; a base class is a separate level.
    pub path: &'a str,
    /// The nesting depth; 0 for the members of the buffer.
    pub depth: usize,
    /// The last step of the path: the member's name, `[]`, or `$Element`.
    pub name: &'a str,
    /// The type.
    pub ty: TypeId,
    /// The offset.
    pub offset: Offset,
    /// The size in the reflection of the profile's compiler. 0 for a bit-field that shares the allocation unit of the preceding one.
    pub size: Size,
    /// The alignment.
    pub align: Align,
    /// For arrays, and for matrices that the rules store as arrays, the stride.
    pub stride: Option<Stride>,
    /// For arrays, the stride with which generated code reads the elements, if it is not `stride`.
    pub read_stride: Option<Stride>,
    /// For matrices and arrays of matrices: how the matrix is stored.
    pub matrix: Option<MatrixRow>,
    /// For arrays, the element count.
    pub count: Option<Count>,
    /// For bit-fields, their bits, counted from the lowest bit at `offset`.
    pub bits: Option<BitRange>,
    /// The offset from which generated code reads it, if it is not `offset`.
    pub read_offset: Option<Offset>,
    /// The field of the row, and its layout in its struct; `None` for array elements and `$Element`.
    pub field: Option<(&'a Field, &'a FieldLayout)>,
    /// The struct that contains the field.
    pub parent: Option<TypeId>,
}

/// How the scalars of a matrix are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatrixRow {
    /// The matrix stride; `None` if the rules treat the matrix as a vector.
    pub stride: Option<Stride>,
    /// Whether its rows or columns are the vectors.
    pub major: Major,
}

/// An item passed to a visitor.
#[derive(Clone, Copy, Debug)]
pub enum Visit<'a> {
    /// A member.
    Row(Row<'a>),
    /// Padding in the struct or array `parent`. The offset counts from the start of the
    /// buffer. In [`VisitOrder::Offset`] only.
    Padding {
        /// The bytes.
        padding: Padding,
        /// The nesting depth of the members next to it.
        depth: usize,
        /// The struct or array that contains them.
        parent: TypeId,
    },
}

/// The order in which the members of a struct are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VisitOrder {
    /// In source order, without the padding.
    Source,
    /// By offset, with the padding.
    Offset,
}

/// A visitor that is called through a pointer.
pub type DynVisitor<'v> = dyn FnMut(Visit<'_>) -> ControlFlow<()> + 'v;

/// Visits all rows of a layout until the visitor returns `Break`. Visitors of the type [`DynVisitor`] share their code, which keeps
/// the library for browsers small.
pub fn rows<'a, B>(
    module: &'a Module,
    types: &'a TypeLayouts,
    layout: &Layout,
    order: VisitOrder,
    visitor: &mut (impl FnMut(Visit<'_>) -> ControlFlow<B> + ?Sized),
) -> ControlFlow<B> {
    let mut walk = RowWalk::<_, true> { module, types, order, path: String::new(), read_shift: 0, values: Vec::new(), visitor };
    walk.visit_layout(layout)
}

/// Visits the padding of a layout like [`rows`] in [`VisitOrder::Offset`], but does not compute the rows between.
pub fn paddings<'a, B>(
    module: &'a Module,
    types: &'a TypeLayouts,
    layout: &Layout,
    visitor: &mut impl FnMut(Padding) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let visitor = &mut |visit: Visit<'_>| match visit {
        Visit::Padding { padding, .. } => visitor(padding),
        Visit::Row(_) => ControlFlow::Continue(()),
    };
    let mut walk =
        RowWalk::<_, false> { module, types, order: VisitOrder::Offset, path: String::new(), read_shift: 0, values: Vec::new(), visitor };
    walk.visit_layout(layout)
}

/// How a matrix, or those of an array, are stored; `None` for other types.
pub fn stored_matrix(module: &Module, types: &TypeLayouts, ty: TypeId) -> Option<MatrixRow> {
    let ty = module.types.peel_arrays(ty);
    let Type::Matrix { major, .. } = module.types[ty] else { return None };
    let stride = match types.get(ty).ok()?.shape {
        Shape::Matrix { stride, .. } => Some(stride),
        _ => None,
    };
    Some(MatrixRow { stride, major })
}

/// The rows of one member of a buffer, at a known offset.
pub(crate) fn member_rows<'a, B>(
    module: &'a Module,
    types: &'a TypeLayouts,
    parent: TypeId,
    (field, placed): (&'a Field, &'a FieldLayout),
    (path, depth): (&str, usize),
    visitor: &mut impl FnMut(Visit<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut walk =
        RowWalk::<_, true> { module, types, order: VisitOrder::Source, path: path.to_owned(), read_shift: 0, values: Vec::new(), visitor };
    walk.member(parent, field, placed, Offset::ZERO, depth)
}

/// A traversal of a layout; `ROWS`: whether to create rows with their paths.
struct RowWalk<'a, 'v, V: ?Sized, const ROWS: bool> {
    module: &'a Module,
    types: &'a TypeLayouts,
    order: VisitOrder,
    path: String,
    /// The displacement of reads, in bytes: the parts of a field have the displacement of the field.
    read_shift: i64,
    /// The bytes with values in a struct whose members are in the padding of others: ascending, from the start of the buffer.
    values: Vec<Range<Offset>>,
    visitor: &'v mut V,
}

/// A name and an offset, from which a row is created.
#[derive(Clone, Copy)]
struct RowPosition<'a> {
    ty: TypeId,
    offset: Offset,
    depth: usize,
    field: Option<(&'a Field, &'a FieldLayout)>,
    parent: Option<TypeId>,
}

/// The equal parts of an array or matrix.
#[derive(Clone, Copy)]
struct EqualParts {
    ty: TypeId,
    /// The number; `None` if the array is runtime-sized.
    count: Option<u64>,
    /// The distance between consecutive parts.
    stride: Stride,
    /// The size of a part in bytes.
    part: Size,
}

impl<'a, B, V, const ROWS: bool> RowWalk<'a, '_, V, ROWS>
where
    V: FnMut(Visit<'_>) -> ControlFlow<B> + ?Sized,
{
    fn visit_layout(&mut self, layout: &Layout) -> ControlFlow<B> {
        let ty = layout.content;
        match self.module.types[ty] {
            Type::Struct(_) => self.members(ty, Offset::ZERO, layout.size, 0),
            _ => self.root(layout, ty),
        }
    }

    /// The content of a buffer that is not a struct. In HLSL it has a row `$Element`; in other languages a structured buffer is an array, and
    /// the content itself has no row.
    fn root(&mut self, layout: &Layout, ty: TypeId) -> ControlFlow<B> {
        let structured = match layout.subject {
            Subject::Buffer(id) => self.module.buffers[id].kind == padstone_model::BufferKind::Structured,
            Subject::Struct(_) => false,
        };
        if !structured {
            return self.visit_parts(ty, Offset::ZERO, 0);
        }
        self.path.push_str(if self.module.language == Language::Hlsl { "$Element" } else { "[]" });
        self.row(RowPosition { ty, offset: Offset::ZERO, depth: 0, field: None, parent: None }, 0)
    }

    /// The row at an offset, and the rows of its parts. The name is the path from `name` on.
    fn row(&mut self, position: RowPosition<'a>, name: usize) -> ControlFlow<B> {
        let Ok(layout) = self.types.get(position.ty) else { return ControlFlow::Continue(()) };
        if !ROWS {
            return self.visit_parts(position.ty, position.offset, position.depth + 1);
        }
        let field = position.field.map(|(_, placed)| placed);
        let reflected = self.types.reflected(self.module, position.ty);
        let row = Row {
            path: &self.path,
            depth: position.depth,
            name: &self.path[name..],
            ty: position.ty,
            offset: position.offset,
            size: self.types.miscounted_size(self.module, position.ty).unwrap_or(field.map_or(layout.size, |placed| placed.size)),
            align: self.contiguous_align(&position).unwrap_or(layout.align),
            stride: reflected.map_or_else(|| self.stride(position.ty, layout), |reflected| Some(reflected.stride)),
            read_stride: self.types.other_read_stride(self.module, position.ty),
            matrix: stored_matrix(self.module, self.types, position.ty),
            count: match self.module.types[position.ty] {
                Type::Array { count, .. } => Some(reflected.map_or(count, |reflected| Count::Known(reflected.count))),
                _ => None,
            },
            bits: field.and_then(|placed| placed.bits),
            read_offset: match self.read_shift {
                0 => None,
                shift => position.offset.bytes().checked_add_signed(shift).map(Offset::new),
            },
            field: position.field,
            parent: position.parent,
        };
        (self.visitor)(Visit::Row(row))?;
        self.visit_parts(position.ty, position.offset, position.depth + 1)
    }

    /// The alignment of a member of a `[[contiguous]]` struct.
    fn contiguous_align(&self, position: &RowPosition<'a>) -> Option<Align> {
        let parent = self.module.as_struct(position.parent?)?;
        if !parent.contiguous || !self.types.rules.has_contiguous_structs() {
            return None;
        }
        Align::new(self.largest_scalar(position.ty))
    }

    /// The size of the widest scalar of a type, in bytes.
    fn largest_scalar(&self, ty: TypeId) -> u64 {
        match self.module.types[ty] {
            Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } => {
                self.types.rules.scalar_bytes(self.module, scalar)
            }
            Type::Array { element, .. } => self.largest_scalar(element),
            Type::Struct(id) => self.module.structs[id].fields.iter().map(|field| self.largest_scalar(field.ty)).max().unwrap_or(1),
            _ => 1,
        }
    }

    fn stride(&self, ty: TypeId, layout: &TypeLayout) -> Option<Stride> {
        match layout.shape {
            Shape::Array { stride } => Some(stride),
            Shape::Matrix { stride, .. } if is_array_of_vectors(self.types.rules, &self.module.types[ty]) => Some(stride),
            _ => None,
        }
    }

    /// Visits the rows below that of a type: element 0 of an array, the members of a struct.
    fn visit_parts(&mut self, ty: TypeId, offset: Offset, depth: usize) -> ControlFlow<B> {
        match self.module.types[ty] {
            Type::Array { element, .. } => self.element(ty, element, offset, depth),
            Type::Matrix { .. } => self.vectors(ty, offset, depth),
            Type::Struct(_) => match self.types.get(ty) {
                Ok(layout) => self.members(ty, offset, layout.size, depth),
                Err(_) => ControlFlow::Continue(()),
            },
            _ => ControlFlow::Continue(()),
        }
    }

    fn element(&mut self, array: TypeId, element: TypeId, offset: Offset, depth: usize) -> ControlFlow<B> {
        let before = self.path.len();
        if ROWS {
            self.path.push_str("[]");
        }
        self.row(RowPosition { ty: element, offset, depth, field: None, parent: None }, before)?;
        self.path.truncate(before);
        let (Ok(Shape::Array { stride }), Ok(inner)) = (self.types.get(array).map(|array| array.shape), self.types.get(element)) else {
            return ControlFlow::Continue(());
        };
        let count = match self.module.types[array] {
            Type::Array { count: Count::Known(count), .. } => Some(count),
            _ => None,
        };
        self.visit_padding_between(EqualParts { ty: array, count, stride, part: inner.size }, offset, depth, |last| {
            PaddingCause::Elements { last }
        })
    }

    /// A matrix has no rows below its own, but may have padding between its vectors.
    fn vectors(&mut self, matrix: TypeId, offset: Offset, depth: usize) -> ControlFlow<B> {
        let (Type::Matrix { scalar, .. }, Ok(layout)) = (self.module.types[matrix], self.types.get(matrix)) else {
            return ControlFlow::Continue(());
        };
        let Shape::Matrix { stride, vectors, length } = layout.shape else { return ControlFlow::Continue(()) };
        let part = Size::new(self.types.rules.scalar_bytes(self.module, scalar) * u64::from(length));
        let parts = EqualParts { ty: matrix, count: Some(vectors.into()), stride, part };
        self.visit_padding_between(parts, offset, depth, |last| PaddingCause::Vectors { last })
    }

    /// The padding after the first of several equal parts, if any.
    fn visit_padding_between(
        &mut self,
        parts: EqualParts,
        offset: Offset,
        depth: usize,
        cause: impl Fn(bool) -> PaddingCause,
    ) -> ControlFlow<B> {
        let EqualParts { ty, count, stride, part } = parts;
        let (Ok(layout), VisitOrder::Offset) = (self.types.get(ty), self.order) else { return ControlFlow::Continue(()) };
        // The size of a runtime-sized array is that of one element.
        let total = stride.times(count.unwrap_or(1));
        let last = total.is_some_and(|total| total.bytes() > 0 && layout.size >= total);
        let has_several = count.is_none_or(|count| count > 1);
        let gap = Offset::new(stride.bytes()).since(part.into()).filter(|gap| gap.bytes() > 0 && (has_several || last));
        match (gap, offset.plus(part)) {
            (Some(size), Some(offset)) => self.padding(Padding { offset, size, cause: cause(last) }, Offset::ZERO, depth, ty),
            _ => ControlFlow::Continue(()),
        }
    }

    fn members(&mut self, ty: TypeId, base: Offset, size: Size, depth: usize) -> ControlFlow<B> {
        if self.order == VisitOrder::Source {
            for (field, placed) in self.types.fields(self.module, ty) {
                self.member(ty, field, placed, base, depth)?;
            }
            return ControlFlow::Continue(());
        }
        if self.follow_one_another(ty) {
            return self.contiguous_members(ty, base, size, depth);
        }
        let is_outermost = OF_CFAMILY && self.values.is_empty();
        if is_outermost {
            let values = self.types.value_ranges(self.module, ty, size).unwrap_or_default();
            self.values = values.into_iter().filter_map(|range| Some(range.start.within(base)?..range.end.within(base)?)).collect();
        }
        let mut padding = pieces(self.module, self.types, ty, size).into_iter().filter_map(|piece| match piece {
            BytePiece::Padding(padding) => Some(padding),
            BytePiece::Field { .. } => None,
        });
        let mut next = padding.next();
        let mut fields: Vec<_> = self.types.fields(self.module, ty).collect();
        if !fields.is_sorted_by_key(|(_, placed)| placed.offset) {
            fields.sort_by_key(|(_, placed)| placed.offset);
        }
        for (field, placed) in fields {
            while let Some(gap) = next.filter(|gap| gap.offset < placed.offset) {
                self.padding(gap, base, depth, ty)?;
                next = padding.next();
            }
            self.member(ty, field, placed, base, depth)?;
        }
        while let Some(gap) = next {
            self.padding(gap, base, depth, ty)?;
            next = padding.next();
        }
        if is_outermost {
            self.values.clear();
        }
        ControlFlow::Continue(())
    }

    /// Whether all members of a struct have bytes and follow one another without overlaps, as in nearly all structs.
    fn follow_one_another(&self, ty: TypeId) -> bool {
        let mut covered = Offset::ZERO;
        self.types.fields(self.module, ty).all(|(field, placed)| {
            let follows = placed.offset >= covered && placed.size > Size::ZERO && !is_empty_array(&self.module.types[field.ty]);
            match placed.offset.plus(placed.size) {
                Some(end) if follows => covered = end,
                _ => return false,
            }
            true
        })
    }

    /// The members and the padding of a struct with contiguous members, from [`pieces`].
    fn contiguous_members(&mut self, ty: TypeId, base: Offset, size: Size, depth: usize) -> ControlFlow<B> {
        let (mut covered, mut after) = (Offset::ZERO, None);
        for (index, (field, placed)) in self.types.fields(self.module, ty).enumerate() {
            if let Some(gap) = placed.offset.since(covered).filter(|gap| gap.bytes() > 0) {
                let cause = PaddingCause::Before { field: index, after };
                self.padding(Padding { offset: covered, size: gap, cause }, base, depth, ty)?;
            }
            self.member(ty, field, placed, base, depth)?;
            covered = placed.offset.plus(placed.size).unwrap_or(covered);
            after = Some(index);
        }
        match Offset::from(size).since(covered).filter(|gap| gap.bytes() > 0) {
            Some(gap) => self.padding(Padding { offset: covered, size: gap, cause: PaddingCause::End { after } }, base, depth, ty),
            None => ControlFlow::Continue(()),
        }
    }

    fn member(&mut self, parent: TypeId, field: &'a Field, placed: &'a FieldLayout, base: Offset, depth: usize) -> ControlFlow<B> {
        let is_outside_memory = placed.reason == PlacementReason::NoBytes && field.is_specialization_constant();
        let hidden = field.bitfield.is_some() && field.name.is_empty() || is_outside_memory;
        let (Some(offset), false, false) = (placed.offset.within(base), hidden, self.is_resource(field.ty)) else {
            return ControlFlow::Continue(());
        };
        if !ROWS {
            return self.row(RowPosition { ty: field.ty, offset, depth, field: None, parent: None }, 0);
        }
        let before = self.path.len();
        if before > 0 {
            self.path.push('.');
        }
        let name_start = self.path.len();
        self.path.push_str(self.module.name(field.name));
        let outer = self.read_shift;
        self.read_shift += placed.read_shift();
        self.row(RowPosition { ty: field.ty, offset, depth, field: Some((field, placed)), parent: Some(parent) }, name_start)?;
        self.read_shift = outer;
        self.path.truncate(before);
        ControlFlow::Continue(())
    }

    /// Whether a type is a resource, or an array of them, for which the rules count no bytes.
    fn is_resource(&self, ty: TypeId) -> bool {
        let ty = self.module.types.peel_arrays(ty);
        let bytes = self.types.get(ty).is_ok_and(|layout| layout.size > Size::ZERO);
        matches!(self.module.types[ty], Type::Resource(_)) && !bytes
    }

    /// Visits padding, except the bytes in it where packoffset has placed members.
    fn padding(&mut self, padding: Padding, base: Offset, depth: usize, parent: TypeId) -> ControlFlow<B> {
        let Some(offset) = padding.offset.within(base) else { return ControlFlow::Continue(()) };
        let padding = Padding { offset, ..padding };
        if OF_CFAMILY && !self.values.is_empty() {
            return self.padding_around_values(padding, depth, parent);
        }
        (self.visitor)(Visit::Padding { padding, depth, parent })
    }

    fn padding_around_values(&mut self, padding: Padding, depth: usize, parent: TypeId) -> ControlFlow<B> {
        let mut start = padding.offset;
        let Some(end) = start.plus(padding.size) else { return ControlFlow::Continue(()) };
        let first = self.values.partition_point(|range| range.end <= start);
        let values = self.values[first..].iter().take_while(|value| value.start < end).cloned().collect::<Vec<_>>();
        for value in values.into_iter().chain([end..end]) {
            if let Some(size) = value.start.since(start).filter(|size| size.bytes() > 0) {
                (self.visitor)(Visit::Padding { padding: Padding { offset: start, size, ..padding }, depth, parent })?;
            }
            start = value.end;
        }
        ControlFlow::Continue(())
    }
}
