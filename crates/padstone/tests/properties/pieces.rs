//! The bytes of a layout: which contain a value, and which are padding.

use std::collections::BTreeSet;
use std::ops::Range;

use padstone_read::layout::{BytePiece, Layout, ModuleLayout, Shape, TypeLayouts, UnsizedArrays, pieces};
use padstone_read::model::{Count, Module, Size, Type, TypeId};

/// Marks the values and the padding of a layout: every byte is one of them, and exactly the bytes of several values are listed as
/// overlaps. A value may be in the padding of another.
pub(crate) fn covers(module: &Module, layouts: &ModuleLayout, layout: &Layout) -> Result<(), String> {
    let size = layout.size.bytes() as usize;
    let (mut values, mut covered) = (vec![0u32; size], vec![false; size]);
    let mut outside = None;
    let mut visit = |range: Range<u64>, piece: Piece| {
        let bytes = range.start as usize..range.end as usize;
        match covered.get_mut(bytes.clone()) {
            Some(covered) => covered.fill(true),
            None => outside = Some(range),
        }
        if piece == Piece::Value {
            values.get_mut(bytes).into_iter().flatten().for_each(|byte| *byte += 1);
        }
    };
    Walk { module, types: layouts.types(layout), visit: &mut visit }.value(layout.content, 0, layout.size);
    if let Some(range) = outside {
        return Err(format!("a piece at {range:?} exceeds the {size} bytes"));
    }
    for (offset, (&values, &covered)) in values.iter().zip(&covered).enumerate() {
        let listed = layout.overlaps.iter().any(|range| (range.start.bytes()..range.end.bytes()).contains(&(offset as u64)));
        if !covered || listed != (values > 1) {
            return Err(format!("byte {offset} is of {values} values, covered: {covered}; overlaps: {:?}", layout.overlaps));
        }
    }
    Ok(())
}

/// The contents of a range of bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Value,
    Padding,
}

struct Walk<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    visit: &'a mut dyn FnMut(Range<u64>, Piece),
}

impl Walk<'_> {
    /// A value of `size` bytes, which may differ from the size of its type.
    fn value(&mut self, ty: TypeId, start: u64, size: Size) {
        let Ok(layout) = self.types.get(ty) else { return };
        let end = start + size.bytes();
        match (layout.shape, self.module.types[ty]) {
            // A pointer and a count; the elements are outside the buffer.
            (Shape::Array { .. }, Type::Array { count: Count::Runtime, .. })
                if matches!(self.types.rules.unsized_arrays, UnsizedArrays::Handle(_)) =>
            {
                (self.visit)(start..end, Piece::Value);
            }
            (Shape::Array { stride }, Type::Array { element, count }) => {
                // A runtime-sized array counts as one element.
                let count = count.known().unwrap_or(1);
                let Ok(inner) = self.types.get(element) else { return };
                // Bytes shared in the first element, or by the first two, are listed and represent all: in the others each byte
                // counts once.
                let first = start..start + inner.size.bytes();
                self.value(element, start, inner.size);
                let mut others = BTreeSet::new();
                let mut collect = |range: Range<u64>, piece: Piece| others.extend(range.filter(|_| piece == Piece::Value));
                for index in 1..count {
                    Walk { visit: &mut collect, ..*self }.value(element, start + index * stride.bytes(), inner.size);
                }
                others.retain(|byte| !first.contains(byte));
                others.into_iter().for_each(|byte| (self.visit)(byte..byte + 1, Piece::Value));
                // `-fvk-use-dx-layout` gives arrays of 64-bit matrices a stride below their size.
                if count > 1 && inner.size.bytes() > stride.bytes() {
                    let shared = start + stride.bytes()..first.end;
                    (self.visit)(shared.clone(), Piece::Value);
                    (self.visit)(shared, Piece::Value);
                }
                (self.visit)(start..end, Piece::Padding);
            }
            (Shape::Struct { .. }, _) => {
                let fields: Vec<TypeId> = self.types.fields(self.module, ty).map(|(field, _)| field.ty).collect();
                for piece in pieces(self.module, self.types, ty, size) {
                    match piece {
                        BytePiece::Field { index, offset, size } => self.value(fields[index], start + offset.bytes(), size),
                        BytePiece::Padding(padding) => {
                            let position = start + padding.offset.bytes();
                            (self.visit)(position..position + padding.size.bytes(), Piece::Padding);
                        }
                    }
                }
            }
            (Shape::Matrix { stride, vectors, length }, Type::Matrix { scalar, .. }) => {
                let vector = u64::from(length) * self.module.scalar_bytes(scalar);
                for index in 0..u64::from(vectors) {
                    let position = start + index * stride.bytes();
                    (self.visit)(position..position + vector, Piece::Value);
                }
                (self.visit)(start..end, Piece::Padding);
            }
            _ => (self.visit)(start..end, Piece::Value),
        }
    }
}
