//! The bytes of a struct: those of its fields, and the padding between them.

use std::ops::Range;

use padstone_model::{Count, Field, Module, Offset, Size, Type, TypeId};

use crate::nesting::is_empty_array;
use crate::result::{FieldLayout, Layout, Shape, TypeLayouts};

/// A contiguous range of bytes of a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BytePiece {
    /// Bytes of a field.
    Field {
        /// The index.
        index: usize,
        /// The offset.
        offset: Offset,
        /// The size.
        size: Size,
    },
    /// Padding.
    Padding(Padding),
}

/// Bytes that no field occupies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Padding {
    /// The offset.
    pub offset: Offset,
    /// The size.
    pub size: Size,
    /// The reason for the padding.
    pub cause: PaddingCause,
}

/// The reason for padding. Fields are identified by their index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaddingCause {
    /// Before a field of the struct.
    Before {
        /// That field.
        field: usize,
        /// The field that ends where the padding starts; `None` at the start of the struct.
        after: Option<usize>,
    },
    /// At the end of a struct or buffer.
    End {
        /// The field that ends where the padding starts; `None` in a struct without bytes.
        after: Option<usize>,
    },
    /// After the elements of an array; the first element represents all.
    Elements {
        /// Whether the last one has padding too.
        last: bool,
    },
    /// After the vectors of a matrix; the first vector represents all.
    Vectors {
        /// Whether the last one has padding too.
        last: bool,
    },
}

/// The ranges of a struct type, by offset. They cover each of its `size` bytes once, except where fields overlap.
/// Empty for other types.
pub fn pieces(module: &Module, types: &TypeLayouts, ty: TypeId, size: Size) -> Vec<BytePiece> {
    let occupied = occupied(module, types, ty);
    // Each field, and the padding before it.
    let mut pieces = Vec::with_capacity(2 * occupied.len() + 1);
    let mut covered = Offset::ZERO;
    let mut after = None;
    for (index, offset, size) in occupied {
        if let Some(gap) = offset.since(covered).filter(|gap| gap.bytes() > 0) {
            pieces.push(BytePiece::Padding(Padding { offset: covered, size: gap, cause: PaddingCause::Before { field: index, after } }));
        }
        pieces.push(BytePiece::Field { index, offset, size });
        if let Some(end) = offset.plus(size).filter(|end| *end > covered) {
            covered = end;
            after = Some(index);
        }
    }
    if let Some(gap) = Offset::from(size).since(covered).filter(|gap| gap.bytes() > 0 && module.as_struct(ty).is_some()) {
        pieces.push(BytePiece::Padding(Padding { offset: covered, size: gap, cause: PaddingCause::End { after } }));
    }
    pieces
}

/// The number of padding bytes of a struct of `size` bytes, and the indices of the fields that have bytes, as in [`pieces`].
pub fn uncovered(module: &Module, types: &TypeLayouts, ty: TypeId, size: Size) -> (u64, impl Iterator<Item = usize>) {
    let occupied = occupied(module, types, ty);
    let (mut covered, mut padding) = (0, 0);
    for &(_, offset, size) in &occupied {
        padding += offset.bytes().saturating_sub(covered);
        covered = covered.max(offset.bytes().saturating_add(size.bytes()));
    }
    (padding + size.bytes().saturating_sub(covered), occupied.into_iter().map(|(index, ..)| index))
}

/// The fields of a struct that occupy bytes: index, offset and size, by offset.
pub(crate) fn occupied(module: &Module, types: &TypeLayouts, ty: TypeId) -> Vec<(usize, Offset, Size)> {
    let fields = types.fields(module, ty);
    let mut occupied = Vec::with_capacity(fields.len());
    let takes_bytes = |field: &Field, layout: &FieldLayout| layout.size.bytes() > 0 && !is_empty_array(&module.types[field.ty]);
    let fields = fields.enumerate().filter(|(_, (field, layout))| takes_bytes(field, layout));
    occupied.extend(fields.map(|(index, (_, layout))| (index, layout.offset, layout.size)));
    if !occupied.is_sorted_by_key(|&(_, offset, _)| offset) {
        occupied.sort_by_key(|&(_, offset, _)| offset);
    }
    occupied
}

/// Two fields of a struct whose values share bytes.
pub(crate) struct Collision {
    /// The field with the lower offset, by index.
    pub(crate) below: usize,
    /// The field with the higher offset, by index.
    pub(crate) above: usize,
    /// The ranges of bytes that contain values of both fields, ascending; at least one.
    pub(crate) shared: Vec<Range<Offset>>,
    /// The bytes that the field with the higher offset shares with further fields below it.
    pub(crate) with_others: Vec<Range<Offset>>,
}

impl Collision {
    /// From the first shared byte to the last.
    pub(crate) fn extent(&self) -> Range<Offset> {
        let (first, last) = (&self.shared[0], &self.shared[self.shared.len() - 1]);
        first.start..last.end
    }
}

/// The fields of a struct whose values share bytes. A field in the padding of another, as after an element of an array, shares none
/// with it. Each field is reported once, with the field before it that reaches furthest.
pub(crate) fn collisions(module: &Module, types: &TypeLayouts, ty: TypeId) -> Vec<Collision> {
    /// The maximum number of fields at one offset; with more, all covered bytes count as values, so that the work stays linear.
    const MOST: usize = 64;
    let occupied = occupied(module, types, ty);
    let mut found = Vec::new();
    // The fields that extend beyond the current offset, the one that extends furthest first.
    let mut open: Vec<(usize, Range<Offset>)> = Vec::new();
    let mut fields: Vec<TypeId> = Vec::new();
    for (above, offset, size) in occupied {
        let Some(end) = offset.plus(size) else { continue };
        open.retain(|(_, range)| offset < range.end);
        let within = |range: &Range<Offset>| offset..end.min(range.end);
        if open.len() < MOST {
            if !open.is_empty() && fields.is_empty() {
                fields = types.fields(module, ty).map(|(field, _)| field.ty).collect();
            }
            let mut collision: Option<Collision> = None;
            for (below, range) in &open {
                let shared = Values::shared(module, types, within(range), (fields[*below], range.start), (fields[above], offset));
                match &mut collision {
                    Some(collision) => collision.with_others.extend(shared),
                    None if shared.is_empty() => {}
                    None => collision = Some(Collision { below: *below, above, shared, with_others: Vec::new() }),
                }
            }
            found.extend(collision);
        } else {
            let (below, range) = &open[0];
            found.push(Collision { below: *below, above, shared: vec![within(range)], with_others: Vec::new() });
            open.pop();
        }
        let position = open.partition_point(|(_, range)| range.end >= end);
        open.insert(position, (above, offset..end));
    }
    found
}

/// Whether values of two types share bytes at their offsets: whether neither is in padding of the other.
pub(crate) fn shares_values(module: &Module, types: &TypeLayouts, a: (TypeId, Offset), b: (TypeId, Offset)) -> bool {
    let end = |(ty, base): (TypeId, Offset)| types.get(ty).ok().and_then(|layout| base.plus(layout.size));
    let Some((of_a, of_b)) = end(a).zip(end(b)) else { return true };
    let within = a.1.max(b.1)..of_a.min(of_b);
    within.start < within.end && !Values::shared(module, types, within, a, b).is_empty()
}

/// The bytes with values in a part of a buffer.
struct Values<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    /// The part.
    within: Range<Offset>,
    found: Vec<Range<Offset>>,
    /// The number of types that may still be visited.
    budget: usize,
}

impl<'a> Values<'a> {
    /// The maximum number of elements, members and vectors visited in one field.
    const BUDGET: usize = 1 << 14;

    /// The bytes within a range that contain values of both types at their offsets. If one has too many parts, the whole range counts.
    fn shared(
        module: &'a Module,
        types: &'a TypeLayouts,
        within: Range<Offset>,
        a: (TypeId, Offset),
        b: (TypeId, Offset),
    ) -> Vec<Range<Offset>> {
        let values_of = |(ty, base): (TypeId, Offset)| {
            let mut values = Values { module, types, within: within.clone(), found: Vec::new(), budget: Self::BUDGET };
            values.add(ty, base)?;
            Some(merge(values.found))
        };
        let (Some(of_a), Some(of_b)) = (values_of(a), values_of(b)) else { return vec![within] };
        let (mut at_a, mut at_b) = (0, 0);
        let mut shared = Vec::new();
        while let (Some(run), Some(other)) = (of_a.get(at_a), of_b.get(at_b)) {
            let overlap = run.start.max(other.start).max(within.start)..run.end.min(other.end).min(within.end);
            if overlap.start < overlap.end {
                shared.push(overlap);
            }
            if run.end < other.end { at_a += 1 } else { at_b += 1 }
        }
        shared
    }

    /// Adds the values of a type at an offset, as far as they are within. `None` if the budget is used up.
    fn add(&mut self, ty: TypeId, base: Offset) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
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
                // Skips elements that end before the range.
                let first = self.within.start.bytes().saturating_sub(base.bytes()).saturating_sub(size) / step;
                let last = self.within.end.bytes().saturating_sub(base.bytes()).div_ceil(step).min(count);
                for index in first..last {
                    self.add(element, base.plus(Size::new(index.checked_mul(stride.bytes())?))?)?;
                }
            }
            (Shape::Struct { .. }, _) => {
                for (field, placed) in self.types.fields(self.module, ty) {
                    self.add(field.ty, placed.offset.within(base)?)?;
                }
            }
            (Shape::Matrix { stride, vectors, length }, &Type::Matrix { scalar, .. }) => {
                let size = Size::new(u64::from(length) * self.types.rules.scalar_bytes(self.module, scalar));
                for vector in 0..u64::from(vectors) {
                    let start = base.plus(Size::new(vector * stride.bytes()))?;
                    self.found.push(start..start.plus(size)?);
                }
            }
            _ => self.found.push(base..end),
        }
        Some(())
    }
}

impl TypeLayouts {
    /// The number of bytes with values in a struct of `size` bytes whose members overlap, counting each byte once; `None` for
    /// other structs, and for structs with too many parts.
    pub fn value_bytes(&self, module: &Module, ty: TypeId, size: Size) -> Option<u64> {
        self.value_ranges(module, ty, size)?.into_iter().map(|range| Some(range.end.since(range.start)?.bytes())).sum()
    }

    /// The bytes that [`TypeLayouts::value_bytes`] counts, as ascending ranges.
    pub(crate) fn value_ranges(&self, module: &Module, ty: TypeId, size: Size) -> Option<Vec<Range<Offset>>> {
        if !self.crowded[ty.index()] {
            return None;
        }
        let mut values = Values { module, types: self, within: Offset::ZERO..size.into(), found: Vec::new(), budget: Values::BUDGET };
        values.add(ty, Offset::ZERO)?;
        Some(merge(values.found))
    }

    /// The bytes that the first two elements of an array share, relative to the start of the array, if they do: the stride that DXC uses
    /// for some matrices is smaller than the matrix. All other neighbors share the same number of bytes. Elements that all have the same offset have no
    /// bytes, whatever reflection reports.
    pub(crate) fn elements_collide(&self, ty: &Type, shape: Shape) -> Option<Range<Offset>> {
        let (Type::Array { element, count }, Shape::Array { stride }) = (*ty, shape) else { return None };
        let (second, end) = (Offset::new(stride.bytes()), Offset::from(self.get(element).ok()?.size));
        let has_several = second > Offset::ZERO && !matches!(count, Count::Known(0 | 1));
        (has_several && second < end).then_some(second..end)
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
        let fields = collisions(module, types, ty).into_iter().flat_map(|collision| [collision.shared, collision.with_others].concat());
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
    /// The ranges of the content, by offset, if it is a struct; empty otherwise.
    pub fn pieces(&self, module: &Module, types: &TypeLayouts) -> Vec<BytePiece> {
        pieces(module, types, self.content, self.size)
    }
}
