//! What covers the bytes of a struct: its fields, and the padding between them.

use std::ops::Range;

use padstone_model::{Count, Module, Offset, Size, Type, TypeId};

use crate::nesting::is_empty_array;
use crate::result::{Layout, Shape, TypeLayouts};

/// A run of bytes of a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Those of a field, by its index.
    Field {
        /// The index.
        index: usize,
        /// The first byte.
        offset: Offset,
        /// How many.
        size: Size,
    },
    /// Those of no field.
    Padding(Padding),
}

/// Bytes that hold nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Padding {
    /// The first byte.
    pub offset: Offset,
    /// How many.
    pub size: Size,
    /// What they are between.
    pub cause: PaddingCause,
}

/// What padding is between. Fields are named by their index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaddingCause {
    /// Before a field of the struct, which had to begin further on.
    Before {
        /// That field.
        field: usize,
        /// The field that ends where the padding begins; none at the start of the struct.
        after: Option<usize>,
    },
    /// At the end of a struct or buffer.
    End {
        /// The field that ends where the padding begins; none in a struct without bytes.
        after: Option<usize>,
    },
    /// Behind the elements of an array, the first of which stands for all.
    Elements {
        /// Behind the last one too.
        last: bool,
    },
    /// Behind the vectors of a matrix, the first of which stands for all.
    Vectors {
        /// Behind the last one too.
        last: bool,
    },
}

/// The pieces of a struct type, by offset: they cover its `size` bytes, each once, but for fields that overlap.
/// Empty for other types.
pub fn pieces(module: &Module, types: &TypeLayouts, ty: TypeId, size: Size) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut covered = Offset::ZERO;
    let mut after = None;
    for (index, offset, size) in occupied(module, types, ty) {
        if let Some(gap) = offset.since(covered).filter(|gap| gap.bytes() > 0) {
            pieces.push(Piece::Padding(Padding { offset: covered, size: gap, cause: PaddingCause::Before { field: index, after } }));
        }
        pieces.push(Piece::Field { index, offset, size });
        if let Some(end) = offset.plus(size).filter(|end| *end > covered) {
            covered = end;
            after = Some(index);
        }
    }
    if let Some(gap) = Offset::from(size).since(covered).filter(|gap| gap.bytes() > 0 && module.as_struct(ty).is_some()) {
        pieces.push(Piece::Padding(Padding { offset: covered, size: gap, cause: PaddingCause::End { after } }));
    }
    pieces
}

/// The fields of a struct that take bytes: index, offset and size, by offset.
pub(crate) fn occupied(module: &Module, types: &TypeLayouts, ty: TypeId) -> Vec<(usize, Offset, Size)> {
    let mut occupied: Vec<_> = types
        .fields(module, ty)
        .enumerate()
        .filter(|(_, (field, layout))| layout.size.bytes() > 0 && !is_empty_array(&module.types[field.ty]))
        .map(|(index, (_, layout))| (index, layout.offset, layout.size))
        .collect();
    if !occupied.is_sorted_by_key(|&(_, offset, _)| offset) {
        occupied.sort_by_key(|&(_, offset, _)| offset);
    }
    occupied
}

/// Two fields of a struct, by index, whose values share bytes, and those bytes. A field that lies in the padding of another, as
/// behind an element of an array, shares none with it. Each field is reported once, with the field before it that reaches furthest.
pub(crate) fn collisions(module: &Module, types: &TypeLayouts, ty: TypeId) -> Vec<(usize, usize, Range<Offset>)> {
    let mut found = shared(module, types, ty);
    found.dedup_by_key(|&mut (_, index, _)| index);
    found
}

/// The same for each field with every field before it, but for those that would add no byte.
fn shared(module: &Module, types: &TypeLayouts, ty: TypeId) -> Vec<(usize, usize, Range<Offset>)> {
    let mut found = Vec::new();
    let mut furthest: Option<Offset> = None;
    let occupied = occupied(module, types, ty);
    for (at, &(index, offset, size)) in occupied.iter().enumerate() {
        let Some(end) = offset.plus(size) else { continue };
        if furthest.is_some_and(|reach| offset < reach) {
            let mut earlier: Vec<_> =
                occupied[..at].iter().filter_map(|&(other, start, size)| Some((other, start, start.plus(size)?))).collect();
            earlier.sort_by_key(|&(_, _, reach)| std::cmp::Reverse(reach));
            let fields: Vec<TypeId> = types.fields(module, ty).map(|(field, _)| field.ty).collect();
            let mut listed: Option<Range<Offset>> = None;
            for (other, start, reach) in earlier.into_iter().take_while(|&(_, _, reach)| offset < reach) {
                let within = offset..end.min(reach);
                if listed.as_ref().is_some_and(|listed| listed.start <= within.start && within.end <= listed.end) {
                    continue;
                }
                let values = Values { module, types, within };
                if let Some(range) = values.shared((fields[other], start), (fields[index], offset)) {
                    listed.get_or_insert_with(|| range.clone());
                    found.push((other, index, range));
                }
            }
        }
        furthest = furthest.max(Some(end));
    }
    found
}

/// Where the values of two fields are compared.
struct Values<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    /// The bytes that both cover.
    within: Range<Offset>,
}

impl Values<'_> {
    /// How many runs of bytes are compared; where there are more, all that is covered counts as values.
    const MOST: usize = 1 << 12;

    /// From the first byte to the last that is of a value of both.
    fn shared(&self, a: (TypeId, Offset), b: (TypeId, Offset)) -> Option<Range<Offset>> {
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        if self.runs(a.0, a.1, &mut of_a).is_none() || self.runs(b.0, b.1, &mut of_b).is_none() {
            return Some(self.within.clone());
        }
        let (of_a, of_b) = (merge(of_a), merge(of_b));
        let (mut at_a, mut at_b) = (0, 0);
        let mut shared: Option<Range<Offset>> = None;
        while let (Some(run), Some(other)) = (of_a.get(at_a), of_b.get(at_b)) {
            let both = run.start.max(other.start).max(self.within.start)..run.end.min(other.end).min(self.within.end);
            if both.start < both.end {
                shared = Some(shared.map_or(both.start, |shared| shared.start)..both.end);
            }
            if run.end < other.end { at_a += 1 } else { at_b += 1 }
        }
        shared
    }

    /// The bytes of values in a type at an offset, as far as they are within. `None` if there are too many runs of them.
    fn runs(&self, ty: TypeId, base: Offset, runs: &mut Vec<Range<Offset>>) -> Option<()> {
        let layout = self.types.get(ty).ok()?;
        let end = base.plus(layout.size)?;
        if end <= self.within.start || base >= self.within.end {
            return Some(());
        }
        match (layout.shape, &self.module.types[ty]) {
            (Shape::Array { stride }, &Type::Array { element, count }) => {
                let size = self.types.get(element).ok()?.size.bytes();
                let Count::Known(count) = count else { return None };
                let step = stride.bytes().max(1);
                // Those that end before are not looked at.
                let first = self.within.start.bytes().saturating_sub(base.bytes()).saturating_sub(size) / step;
                let last = self.within.end.bytes().saturating_sub(base.bytes()).div_ceil(step).min(count);
                for index in first..last {
                    self.runs(element, base.plus(Size::new(index.checked_mul(stride.bytes())?))?, runs)?;
                }
            }
            (Shape::Struct { .. }, _) => {
                for (field, placed) in self.types.fields(self.module, ty) {
                    self.runs(field.ty, placed.offset.within(base)?, runs)?;
                }
            }
            (Shape::Matrix { stride, vectors, length }, &Type::Matrix { scalar, .. }) => {
                let size = Size::new(u64::from(length) * self.module.scalar_bytes(scalar));
                for vector in 0..u64::from(vectors) {
                    let start = base.plus(Size::new(vector * stride.bytes()))?;
                    runs.push(start..start.plus(size)?);
                }
            }
            _ => runs.push(base..end),
        }
        (runs.len() <= Self::MOST).then_some(())
    }
}

impl TypeLayouts {
    /// The bytes that the first two elements of an array share, from the start of the array, if they do: DXC counts some
    /// matrices smaller than they are. Any two neighbours share as many. Elements that all lie at one place have no bytes,
    /// whatever reflection says.
    pub(crate) fn elements_collide(&self, ty: &Type, shape: Shape) -> Option<Range<Offset>> {
        let (Type::Array { element, count }, Shape::Array { stride }) = (*ty, shape) else { return None };
        let (second, end) = (Offset::new(stride.bytes()), Offset::from(self.get(element).ok()?.size));
        let several = second > Offset::ZERO && !matches!(count, Count::Known(0 | 1));
        (several && second < end).then_some(second..end)
    }
}

/// The ranges of a layout that more than one field covers; see [`Layout::overlaps`].
pub(crate) fn overlaps(module: &Module, types: &TypeLayouts, content: TypeId) -> Vec<Range<Offset>> {
    let mut found = Vec::new();
    let mut open = vec![(content, Offset::ZERO)];
    while let Some((ty, base)) = open.pop() {
        if !types.crowded[ty.index()] {
            continue;
        }
        if let Type::Array { element, .. } = module.types[ty] {
            open.push((element, base));
        }
        let absolute = |offset: Offset| offset.within(base);
        let elements = types.get(ty).ok().and_then(|layout| types.elements_collide(&module.types[ty], layout.shape));
        let fields = shared(module, types, ty).into_iter().map(|(_, _, range)| range);
        found.extend(elements.into_iter().chain(fields).filter_map(|range| Some(absolute(range.start)?..absolute(range.end)?)));
        open.extend(types.fields(module, ty).filter_map(|(field, layout)| Some((field.ty, absolute(layout.offset)?))));
    }
    merge(found)
}

/// Ascending, without overlaps among themselves.
fn merge(mut ranges: Vec<Range<Offset>>) -> Vec<Range<Offset>> {
    ranges.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<Offset>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => merged.push(range),
        }
    }
    merged
}

impl Layout {
    /// The pieces of the content, by offset, if it is a struct.
    pub fn pieces(&self, module: &Module, types: &TypeLayouts) -> Vec<Piece> {
        pieces(module, types, self.content, self.size)
    }
}
