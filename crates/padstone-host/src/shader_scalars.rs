//! The scalars of a shader type: it and its host type must have the same scalars at the same offsets.

use padstone_read::layout::{Shape, TypeLayouts, is_padding};
use padstone_read::model::{Module, Scalar, Type, TypeId};

use crate::host_scalars::{HostScalar, MOST_SCALARS};
use crate::shader_members;

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
            if element_scalars.len() as u64 * count.max(1) > MOST_SCALARS as u64 {
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
                if scalars.len() > MOST_SCALARS {
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
