//! Every scalar in a type, by its offset.

use padstone_read::layout::{Shape, TypeLayouts};
use padstone_read::model::{Module, Type, TypeId};

/// One scalar: offset and size in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ScalarBytes {
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
}

/// The elements of arrays that are visited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Elements {
    All,
    /// The first two and the last two.
    Ends,
}

impl Elements {
    pub(crate) fn of(self, count: u64) -> impl Iterator<Item = u64> {
        let skipped = if self == Elements::Ends && count > 4 { 2..count - 2 } else { 0..0 };
        (0..count).filter(move |index| !skipped.contains(index))
    }
}

/// All scalars of a type, in declaration order; bit-fields as their allocation unit.
pub(crate) fn of(module: &Module, types: &TypeLayouts, ty: TypeId, elements: Elements) -> Vec<ScalarBytes> {
    let mut numbers = Vec::new();
    collect(module, types, ty, 0, elements, &mut numbers);
    numbers
}

fn collect(module: &Module, types: &TypeLayouts, ty: TypeId, base: u64, elements: Elements, numbers: &mut Vec<ScalarBytes>) {
    let Ok(laid) = types.get(ty) else { return };
    let mut row = |scalar, count: u64, start: u64| {
        let bytes = types.rules.scalar_bytes(module, scalar);
        numbers.extend((0..count).map(|index| ScalarBytes { offset: start + index * bytes, bytes }));
    };
    match (module.types[ty], laid.shape) {
        (Type::Scalar(scalar), _) => row(scalar, 1, base),
        (Type::Enum(_), _) => numbers.push(ScalarBytes { offset: base, bytes: laid.size.bytes() }),
        (Type::Vector { scalar, width }, _) => row(scalar, width.into(), base),
        (Type::Matrix { scalar, .. }, Shape::Matrix { stride, vectors, length }) => {
            (0..u64::from(vectors)).for_each(|vector| row(scalar, length.into(), base + vector * stride.bytes()));
        }
        (Type::Matrix { scalar, rows, columns, .. }, _) => row(scalar, u64::from(rows) * u64::from(columns), base),
        (Type::Array { element, count }, Shape::Array { stride }) => {
            for index in elements.of(count.known().unwrap_or(0)) {
                collect(module, types, element, base + index * stride.bytes(), elements, numbers);
            }
        }
        (Type::Struct(_), _) => {
            for (field, place) in types.fields(module, ty) {
                if place.size.bytes() > 0 {
                    collect(module, types, field.ty, base + place.offset.bytes(), elements, numbers);
                }
            }
        }
        _ => {}
    }
}
