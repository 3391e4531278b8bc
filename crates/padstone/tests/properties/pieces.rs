//! The bytes of a layout: which hold a value, and which are padding.

use std::ops::Range;

use padstone::layout::{Layout, ModuleLayout, Piece, Shape, TypeLayouts, UnsizedArrays, pieces};
use padstone::model::{Count, Module, Size, Type, TypeId};

/// Paints the values and the padding of a layout: every byte once, but for those that are listed as overlaps.
pub(crate) fn covers(module: &Module, layouts: &ModuleLayout, layout: &Layout) -> Result<(), String> {
    let size = layout.size.bytes() as usize;
    let mut painted = vec![0u32; size];
    let mut outside = None;
    ranges(module, layouts, layout, &mut |range| match painted.get_mut(range.start as usize..range.end as usize) {
        Some(bytes) => bytes.iter_mut().for_each(|byte| *byte += 1),
        None => outside = Some(range),
    });
    if let Some(range) = outside {
        return Err(format!("something lies at {range:?} of {size} bytes"));
    }
    for (offset, &times) in painted.iter().enumerate() {
        let listed = layout.overlaps.iter().any(|range| (range.start.bytes()..range.end.bytes()).contains(&(offset as u64)));
        if times == 0 || listed != (times > 1) {
            return Err(format!("byte {offset} is covered {times} times; overlaps: {:?}", layout.overlaps));
        }
    }
    Ok(())
}

/// Visits every range of bytes that is a value or padding. Elements of an array behind the first are one range each.
pub(crate) fn ranges(module: &Module, all: &ModuleLayout, layout: &Layout, visit: &mut dyn FnMut(Range<u64>)) {
    Walk { module, types: all.types(layout), visit }.value(layout.content, 0, layout.size);
}

struct Walk<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    visit: &'a mut dyn FnMut(Range<u64>),
}

impl Walk<'_> {
    /// A value of `size` bytes, which may be fewer or more than those of its type.
    fn value(&mut self, ty: TypeId, start: u64, size: Size) {
        let Ok(layout) = self.types.get(ty) else { return };
        match (layout.shape, self.module.types[ty]) {
            // A pointer and a count; the elements are elsewhere.
            (Shape::Array { .. }, Type::Array { count: Count::Runtime, .. })
                if matches!(self.types.rules.unsized_arrays, UnsizedArrays::Handle(_)) =>
            {
                (self.visit)(start..start + size.bytes());
            }
            (Shape::Array { stride }, Type::Array { element, count }) => {
                // One without a size counts one element.
                let count = count.known().unwrap_or(1);
                let Ok(inner) = self.types.get(element) else { return };
                // `-fvk-use-dx-layout` puts arrays of 64-bit matrices closer together than they are long. What the first two
                // elements share is listed, and stands for all.
                if count > 1 && inner.size.bytes() > stride.bytes() {
                    self.value(element, start, inner.size);
                    let second = start + stride.bytes();
                    (self.visit)(second..second + inner.size.bytes());
                    return (self.visit)(second + inner.size.bytes()..start + size.bytes());
                }
                for index in 0..count {
                    let at = start + index * stride.bytes();
                    match index {
                        0 => self.value(element, at, inner.size),
                        _ => (self.visit)(at..at + inner.size.bytes()),
                    }
                    if index + 1 < count {
                        (self.visit)(at + inner.size.bytes()..at + stride.bytes());
                    }
                }
                (self.visit)(start + count.saturating_sub(1) * stride.bytes() + inner.size.bytes()..start + size.bytes());
            }
            (Shape::Struct { .. }, _) => {
                let fields: Vec<TypeId> = self.types.fields(self.module, ty).map(|(field, _)| field.ty).collect();
                for piece in pieces(self.module, self.types, ty, size) {
                    match piece {
                        Piece::Field { index, offset, size } => self.value(fields[index], start + offset.bytes(), size),
                        Piece::Padding(padding) => {
                            let at = start + padding.offset.bytes();
                            (self.visit)(at..at + padding.size.bytes());
                        }
                    }
                }
            }
            _ => (self.visit)(start..start + size.bytes()),
        }
    }
}
