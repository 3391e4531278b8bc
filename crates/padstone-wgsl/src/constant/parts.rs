//! Components of values: `v.zyx` (WGSL, section 8.5.1), and the members of the results of `frexp`, `modf` and `atomicCompareExchangeWeak`.

use super::{Value, Vector};
use crate::scalar::Scalar;
use crate::types::{PartsKind, Type, TypeId, Types};

/// The 1 to 4 component positions of a swizzle. `None` if the name is not a swizzle (it mixes `xyzw` with `rgba`, has more than four
/// letters, or names a component that the vector lacks).
pub(crate) fn swizzle(name: &str, width: u8) -> Option<([u8; 4], usize)> {
    let letters = if name.starts_with(['r', 'g', 'b', 'a']) { "rgba" } else { "xyzw" };
    if !(1..=4).contains(&name.len()) {
        return None;
    }
    let mut picked = [0; 4];
    for (place, letter) in picked.iter_mut().zip(name.chars()) {
        *place = letters.find(letter).filter(|&position| position < usize::from(width))? as u8;
    }
    Some((picked, name.len()))
}

impl Vector {
    /// `v.zyx`, with the positions of [`swizzle`].
    pub(crate) fn pick(&self, positions: &[u8]) -> Value {
        let numbers: Vec<_> = positions.iter().map(|&position| self.numbers()[usize::from(position)]).collect();
        match numbers[..] {
            [number] => Value::Number(number),
            _ => Value::Vector(Vector::new(&numbers)),
        }
    }
}

/// The type of a member of a built-in struct.
pub(crate) fn member_type_of_parts(types: &Types, kind: PartsKind, operand_type: TypeId, index: usize) -> TypeId {
    match (kind, index, types[operand_type]) {
        (PartsKind::Frexp, 1, Type::Vector { width, .. }) => TypeId::vector(Scalar::I32, width),
        (PartsKind::Frexp, 1, _) => TypeId::I32,
        (PartsKind::Exchange, 1, _) => TypeId::BOOL,
        (PartsKind::RayDesc, index, _) => RAY_DESC[index].1,
        (PartsKind::RayIntersection, index, _) => RAY_INTERSECTION[index].1,
        _ => operand_type,
    }
}

/// The position of a member of a built-in struct.
pub(crate) fn member_of_parts(kind: PartsKind, name: &str) -> Option<usize> {
    match (kind, name) {
        (PartsKind::Exchange, "old_value") | (PartsKind::Frexp | PartsKind::Modf, "fract") => Some(0),
        (PartsKind::Frexp, "exp") | (PartsKind::Modf, "whole") | (PartsKind::Exchange, "exchanged") => Some(1),
        (PartsKind::RayDesc, _) => position(&RAY_DESC, name),
        (PartsKind::RayIntersection, _) => position(&RAY_INTERSECTION, name),
        _ => None,
    }
}

fn position(members: &[(&str, TypeId)], name: &str) -> Option<usize> {
    members.iter().position(|&(member, _)| member == name)
}

const VEC3F: TypeId = TypeId::vector(Scalar::F32, 3);
const TRANSFORM: TypeId = TypeId::matrix(Scalar::F32, 4, 3);

/// The members of `RayDesc` (naga 30.0.1).
pub(crate) const RAY_DESC: [(&str, TypeId); 6] =
    [("flags", TypeId::U32), ("cull_mask", TypeId::U32), ("tmin", TypeId::F32), ("tmax", TypeId::F32), ("origin", VEC3F), ("dir", VEC3F)];

/// The members of `RayIntersection` (naga 30.0.1).
const RAY_INTERSECTION: [(&str, TypeId); 11] = [
    ("kind", TypeId::U32),
    ("t", TypeId::F32),
    ("instance_custom_data", TypeId::U32),
    ("instance_index", TypeId::U32),
    ("sbt_record_offset", TypeId::U32),
    ("geometry_index", TypeId::U32),
    ("primitive_index", TypeId::U32),
    ("barycentrics", TypeId::vector(Scalar::F32, 2)),
    ("front_face", TypeId::BOOL),
    ("object_to_world", TRANSFORM),
    ("world_to_object", TRANSFORM),
];
