//! The bytes of a layout: which hold a value, and which are padding.

use std::ops::Range;

use padstone::layout::{Layout, ModuleLayout, Piece, Shape, TypeLayouts, UnsizedArrays, pieces};
use padstone::model::{Count, Module, Size, Type, TypeId};

/// How often a byte is covered, and by what.
#[derive(Clone, Copy, Default, Debug)]
struct Byte {
    values: u32,
    paddings: u32,
    /// Whether two fields of a struct have it in their ranges: one may lie in the padding of the other.
    shared: bool,
    /// Whether the first two elements of an array have it in their ranges.
    crowded: bool,
    /// Whether two have it in an element that is not the first, or two elements that are not the first two: those stand for all.
    repeated: bool,
}

impl Byte {
    /// Whether an overlap may begin or end here: two values share the byte, or two elements, which are not looked into.
    fn overlaps(&self) -> bool {
        self.values > 1 || self.crowded
    }
}

/// What a range of bytes is.
#[derive(Clone, Copy)]
enum Kind {
    Value,
    Padding,
    /// In the ranges of two fields.
    Shared,
    /// In the ranges of the first two elements of an array.
    Crowded,
    /// The same in an element that is not the first, or for elements that are not the first two.
    Repeated,
}

/// Paints the values and the padding of a layout: every byte once, but for those in two fields of a struct, or in two elements of
/// an array. Where two values or elements share a byte it is listed as an overlap; one of two fields reaches from the first byte
/// that their values share to the last.
pub(crate) fn covers(module: &Module, layouts: &ModuleLayout, layout: &Layout) -> Result<(), String> {
    let size = layout.size.bytes() as usize;
    let mut painted = vec![Byte::default(); size];
    let mut outside = None;
    let mut visit = |range: Range<u64>, kind: Kind| match painted.get_mut(range.start as usize..range.end as usize) {
        Some(bytes) => bytes.iter_mut().for_each(|byte| match kind {
            Kind::Value => byte.values += 1,
            Kind::Padding => byte.paddings += 1,
            Kind::Shared => byte.shared = true,
            Kind::Crowded => byte.crowded = true,
            Kind::Repeated => byte.repeated = true,
        }),
        None => outside = Some(range),
    };
    Walk { module, types: layouts.types(layout), visit: &mut visit, repeated: false }.value(layout.content, 0, layout.size);
    if let Some(range) = outside {
        return Err(format!("something lies at {range:?} of {size} bytes"));
    }
    for (offset, &byte) in painted.iter().enumerate() {
        let listed = layout.overlaps.iter().any(|range| (range.start.bytes()..range.end.bytes()).contains(&(offset as u64)));
        let times = byte.values + byte.paddings;
        let may_repeat = byte.shared || byte.crowded || byte.repeated;
        if times == 0 || (times > 1 && !may_repeat) || (byte.overlaps() && !listed && !byte.repeated) || (listed && times == 1) {
            return Err(format!("byte {offset} is covered so: {byte:?}; overlaps: {:?}", layout.overlaps));
        }
    }
    for ends in &layout.overlaps {
        let (first, last) = (&painted[ends.start.bytes() as usize], &painted[ends.end.bytes() as usize - 1]);
        if !first.overlaps() || !last.overlaps() {
            return Err(format!("the overlap {ends:?} begins or ends where no values share a byte: {first:?}, {last:?}"));
        }
    }
    Ok(())
}

struct Walk<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    visit: &'a mut dyn FnMut(Range<u64>, Kind),
    /// Whether the value is in an element that is not the first.
    repeated: bool,
}

impl Walk<'_> {
    fn element(&mut self, index: u64, ty: TypeId, start: u64, size: Size) {
        let outer = self.repeated;
        self.repeated |= index > 0;
        self.value(ty, start, size);
        self.repeated = outer;
    }

    /// Bytes in the ranges of two.
    fn twice(&mut self, range: Range<u64>, kind: Kind) {
        (self.visit)(range, if self.repeated { Kind::Repeated } else { kind });
    }

    /// A value of `size` bytes, which may be fewer or more than those of its type.
    fn value(&mut self, ty: TypeId, start: u64, size: Size) {
        let Ok(layout) = self.types.get(ty) else { return };
        match (layout.shape, self.module.types[ty]) {
            // A pointer and a count; the elements are elsewhere.
            (Shape::Array { .. }, Type::Array { count: Count::Runtime, .. })
                if matches!(self.types.rules.unsized_arrays, UnsizedArrays::Handle(_)) =>
            {
                (self.visit)(start..start + size.bytes(), Kind::Value);
            }
            (Shape::Array { stride }, Type::Array { element, count }) => {
                // One without a size counts one element.
                let count = count.known().unwrap_or(1);
                let Ok(inner) = self.types.get(element) else { return };
                // `-fvk-use-dx-layout` puts arrays of 64-bit matrices closer together than they are long. What the first two
                // elements share is listed, and stands for all.
                if count > 1 && inner.size.bytes() > stride.bytes() {
                    for index in 0..count {
                        self.element(index, element, start + index * stride.bytes(), inner.size);
                    }
                    for next in (1..count).map(|index| start + index * stride.bytes()) {
                        let kind = if next == start + stride.bytes() { Kind::Crowded } else { Kind::Repeated };
                        self.twice(next..next - stride.bytes() + inner.size.bytes(), kind);
                    }
                    let end = start + (count - 1) * stride.bytes() + inner.size.bytes();
                    return (self.visit)(end..start + size.bytes(), Kind::Padding);
                }
                for index in 0..count {
                    let at = start + index * stride.bytes();
                    self.element(index, element, at, inner.size);
                    if index + 1 < count {
                        (self.visit)(at + inner.size.bytes()..at + stride.bytes(), Kind::Padding);
                    }
                }
                (self.visit)(start + count.saturating_sub(1) * stride.bytes() + inner.size.bytes()..start + size.bytes(), Kind::Padding);
            }
            (Shape::Struct { .. }, _) => {
                let fields: Vec<TypeId> = self.types.fields(self.module, ty).map(|(field, _)| field.ty).collect();
                let mut reach = start;
                for piece in pieces(self.module, self.types, ty, size) {
                    match piece {
                        Piece::Field { index, offset, size } => {
                            let (at, end) = (start + offset.bytes(), start + offset.bytes() + size.bytes());
                            if at < reach {
                                self.twice(at..end.min(reach), Kind::Shared);
                            }
                            reach = reach.max(end);
                            self.value(fields[index], at, size);
                        }
                        Piece::Padding(padding) => {
                            let at = start + padding.offset.bytes();
                            (self.visit)(at..at + padding.size.bytes(), Kind::Padding);
                        }
                    }
                }
            }
            (Shape::Matrix { stride, vectors, length }, Type::Matrix { scalar, .. }) => {
                let length = u64::from(length) * self.module.scalar_bytes(scalar);
                for vector in 0..u64::from(vectors) {
                    let at = start + vector * stride.bytes();
                    (self.visit)(at..at + length, Kind::Value);
                    let next = if vector + 1 < u64::from(vectors) { at + stride.bytes() } else { start + size.bytes() };
                    (self.visit)(at + length..next, Kind::Padding);
                }
            }
            _ => (self.visit)(start..start + size.bytes(), Kind::Value),
        }
    }
}
