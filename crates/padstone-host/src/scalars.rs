//! The scalars of a type: a shader type and its host type must have the same scalars at the same offsets.

use padstone_read::layout::{Shape, TypeLayouts, is_padding};
use padstone_read::model::{Module, Scalar, Type, TypeId};

use crate::debug::{HostShape, HostType};
use crate::shader_members;

/// A scalar or bit-field: its lowest bit in the type, its width in bits, and whether it is floating-point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct HostScalar {
    pub(crate) first: u64,
    pub(crate) width: u64,
    pub(crate) float: bool,
}

impl HostScalar {
    fn bytes(offset: u64, size: u64, float: bool) -> HostScalar {
        HostScalar { first: offset.saturating_mul(8), width: size.saturating_mul(8), float }
    }

    fn moved(self, bytes: u64) -> HostScalar {
        HostScalar { first: self.first.saturating_add(bytes.saturating_mul(8)), ..self }
    }

    /// Bytes from the start of the type.
    pub(crate) fn offset(&self) -> u64 {
        self.first / 8
    }

    /// The size in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.width.div_ceil(8)
    }
}

/// A scalar or bit-field of a shader.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShaderScalar {
    pub(crate) scalar: HostScalar,
    /// Whether it is a signed integer.
    pub(crate) is_signed: bool,
    /// The allocation unit of a bit-field, which the host may have instead.
    pub(crate) unit: Option<HostScalar>,
}

impl ShaderScalar {
    fn moved(self, bytes: u64) -> ShaderScalar {
        ShaderScalar { scalar: self.scalar.moved(bytes), unit: self.unit.map(|unit| unit.moved(bytes)), ..self }
    }

    /// Whether it is among the host's, which are sorted. Few hosts have a 16-bit floating-point type, so an integer of that size matches too.
    pub(crate) fn is_among(&self, host: &[HostScalar]) -> bool {
        let has = |scalar: HostScalar| host.binary_search(&scalar).is_ok();
        let is_half = self.scalar.float && self.scalar.width == 16;
        has(self.scalar) || self.unit.is_some_and(has) || (is_half && has(HostScalar { float: false, ..self.scalar }))
    }
}

/// The maximum number of scalars of one member that are compared.
const MOST: usize = 4096;

/// The scalars of a host type, including those of all members of unions, without members named as padding.
pub(crate) fn of_host(ty: &HostType) -> Vec<HostScalar> {
    let mut found = Vec::new();
    add(ty, 0, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn add(ty: &HostType, position: u64, found: &mut Vec<HostScalar>) {
    if found.len() >= MOST {
        return;
    }
    match &ty.shape {
        HostShape::Scalar { float } => found.push(HostScalar::bytes(position, ty.size, *float)),
        HostShape::Array { element, count } => {
            for index in 0..*count {
                if found.len() >= MOST {
                    return;
                }
                add(element, position.saturating_add(index.saturating_mul(element.size)), found);
            }
        }
        HostShape::Record { members } => {
            for member in members.iter().filter(|member| !is_padding(&member.name)) {
                let position = position.saturating_add(member.offset);
                match member.bits {
                    Some(bits) => {
                        let first = position.saturating_mul(8).saturating_add(bits.first.into());
                        found.push(HostScalar { first, width: bits.width.into(), float: false });
                    }
                    None => add(&member.ty, position, found),
                }
            }
        }
        // An address, which a shader may read as an integer.
        HostShape::Pointer => found.push(HostScalar::bytes(position, ty.size, false)),
        HostShape::Opaque => {}
    }
}

/// The scalars of a shader type; `None` if there are too many, or their number is known only at run time.
pub(crate) fn of_shader(module: &Module, types: &TypeLayouts, ty: TypeId) -> Option<Vec<ShaderScalar>> {
    let layout = types.get(ty).ok()?;
    let moved = |scalars: &[ShaderScalar], by: u64| scalars.iter().map(|scalar| scalar.moved(by)).collect::<Vec<_>>();
    let contiguous = |scalar: Scalar, count: u64| {
        let (size, float, is_signed) = (types.rules.scalar_bytes(module, scalar), scalar.is_float(), is_signed(scalar));
        let at = |index: u64| ShaderScalar { scalar: HostScalar::bytes(index * size, size, float), is_signed, unit: None };
        (0..count).map(at).collect::<Vec<_>>()
    };
    let integer = |is_signed: bool| ShaderScalar { scalar: HostScalar::bytes(0, layout.size.bytes(), false), is_signed, unit: None };
    Some(match (module.types[ty], layout.shape) {
        (Type::Scalar(scalar) | Type::Atomic(scalar), _) => contiguous(scalar, 1),
        (Type::Vector { scalar, width }, _) => contiguous(scalar, width.into()),
        (Type::Enum(id), _) => vec![integer(is_signed(module.enums[id].scalar))],
        (Type::Pointer(_), _) => vec![integer(false)],
        (Type::Matrix { scalar, .. }, Shape::Matrix { stride, vectors, length }) => {
            let vector = contiguous(scalar, length.into());
            (0..u64::from(vectors)).flat_map(|index| moved(&vector, index * stride.bytes())).collect()
        }
        (Type::Matrix { scalar, rows, columns, .. }, _) => contiguous(scalar, u64::from(rows) * u64::from(columns)),
        (Type::Array { element, count }, Shape::Array { stride }) => {
            let (element_scalars, count) = (of_shader(module, types, element)?, count.known()?);
            if element_scalars.len() as u64 * count.max(1) > MOST as u64 {
                return None;
            }
            (0..count).flat_map(|index| moved(&element_scalars, index * stride.bytes())).collect()
        }
        (Type::Struct(_), _) => {
            let mut scalars = Vec::new();
            for member in shader_members::members(module, types, ty) {
                match member.bits {
                    Some(bits) => {
                        let first = member.offset.saturating_mul(8).saturating_add(bits.range.first.into());
                        let scalar = HostScalar { first, width: bits.range.width.into(), float: false };
                        let unit = Some(HostScalar::bytes(member.offset, bits.unit, false));
                        scalars.push(ShaderScalar { scalar, is_signed: false, unit });
                    }
                    None if is_padding(member.name) => {}
                    None => scalars.extend(moved(&of_shader(module, types, member.ty)?, member.offset)),
                }
                if scalars.len() > MOST {
                    return None;
                }
            }
            scalars
        }
        _ => return None,
    })
}

fn is_signed(scalar: Scalar) -> bool {
    use Scalar::{Int8, Int16, Int32, Int64, IntPtr, Min12Int, Min16Int};
    matches!(scalar, Int8 | Int16 | Int32 | Int64 | IntPtr | Min12Int | Min16Int)
}
