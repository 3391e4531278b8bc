//! The scalars of a type: a shader type and its host type must have the same scalars at the same offsets.

use padstone_read::layout::{Shape, TypeLayouts};
use padstone_read::model::{Module, Scalar, Type, TypeId};

use crate::debug::{HostShape, HostType};

/// A scalar: its offset and size in bytes, and whether it is floating-point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct HostScalar {
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) float: bool,
}

impl HostScalar {
    /// Whether it is among the host's, which are sorted. Few hosts have a 16-bit floating-point type, so an integer of that size matches too.
    /// an integer.
    pub(crate) fn is_among(&self, host: &[HostScalar]) -> bool {
        let unsigned = HostScalar { float: false, ..*self };
        host.binary_search(self).is_ok() || (self.float && self.size == 2 && host.binary_search(&unsigned).is_ok())
    }
}

/// The maximum number of scalars of one member that are compared.
const MOST: usize = 4096;

/// The scalars of a host type, including those of all members of unions.
pub(crate) fn of_host(ty: &HostType) -> Vec<HostScalar> {
    let mut found = Vec::new();
    add(ty, 0, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn add(ty: &HostType, at: u64, found: &mut Vec<HostScalar>) {
    if found.len() >= MOST {
        return;
    }
    match &ty.shape {
        HostShape::Scalar { float } => found.push(HostScalar { offset: at, size: ty.size, float: *float }),
        HostShape::Array { element, count } => {
            for index in 0..*count {
                if found.len() >= MOST {
                    return;
                }
                add(element, at.saturating_add(index.saturating_mul(element.size)), found);
            }
        }
        HostShape::Record { members } => members.iter().for_each(|member| add(&member.ty, at.saturating_add(member.offset), found)),
        HostShape::Opaque => {}
    }
}

/// The scalars of a shader type; `None` if there are too many, or their number is known only at run time.
pub(crate) fn of_shader(module: &Module, types: &TypeLayouts, ty: TypeId) -> Option<Vec<HostScalar>> {
    let layout = types.get(ty).ok()?;
    let moved = |numbers: &[HostScalar], by: u64| {
        numbers.iter().map(|number| HostScalar { offset: number.offset + by, ..*number }).collect::<Vec<_>>()
    };
    let contiguous = |scalar: Scalar, count: u64| {
        let (size, float) = (types.rules.scalar_bytes(module, scalar), scalar.is_float());
        (0..count).map(|index| HostScalar { offset: index * size, size, float }).collect::<Vec<_>>()
    };
    Some(match (module.types[ty], layout.shape) {
        (Type::Scalar(scalar) | Type::Atomic(scalar), _) => contiguous(scalar, 1),
        (Type::Vector { scalar, width }, _) => contiguous(scalar, width.into()),
        (Type::Enum(_) | Type::Pointer(_), _) => vec![HostScalar { offset: 0, size: layout.size.bytes(), float: false }],
        (Type::Matrix { scalar, .. }, Shape::Matrix { stride, vectors, length }) => {
            let vector = contiguous(scalar, length.into());
            (0..u64::from(vectors)).flat_map(|index| moved(&vector, index * stride.bytes())).collect()
        }
        (Type::Matrix { scalar, rows, columns, .. }, _) => contiguous(scalar, u64::from(rows) * u64::from(columns)),
        (Type::Array { element, count }, Shape::Array { stride }) => {
            let (one, count) = (of_shader(module, types, element)?, count.known()?);
            if one.len() as u64 * count.max(1) > MOST as u64 {
                return None;
            }
            (0..count).flat_map(|index| moved(&one, index * stride.bytes())).collect()
        }
        (Type::Struct(_), _) => {
            let mut numbers = Vec::new();
            for (field, place) in types.fields(module, ty).filter(|(_, place)| place.bits.is_none()) {
                numbers.extend(moved(&of_shader(module, types, field.ty)?, place.offset.bytes()));
                if numbers.len() > MOST {
                    return None;
                }
            }
            numbers
        }
        _ => return None,
    })
}
