//! The order of the components of a vector, where the program names them.

use padstone_read::layout::{Shape, TypeLayouts};
use padstone_read::model::{Module, Type, TypeId};

use crate::debug::{HostShape, HostType};
use crate::names::same_name;

/// Names of components, in their order.
const FAMILIES: &[[&str; 4]] = &[["x", "y", "z", "w"], ["r", "g", "b", "a"], ["red", "green", "blue", "alpha"]];

/// The maximum number of scalars in a matrix.
const MOST: u64 = 16;

/// The components of a vector that the program stores in another order.
pub(crate) struct ComponentOrder {
    /// The names in the shader's order.
    pub(crate) shader: Vec<&'static str>,
    /// The names in the program's order.
    pub(crate) host: Vec<&'static str>,
}

/// The order of the components of the first vector in `ty` whose components the program names, but stores in another order. A union may
/// have several sets of names, of which one suffices.
pub(crate) fn component_order(module: &Module, types: &TypeLayouts, ty: TypeId, host: &HostType) -> Option<ComponentOrder> {
    let (scalar, width, starts) = match (module.types[ty], types.get(ty).ok()?.shape) {
        (Type::Vector { scalar, width }, _) => (scalar, usize::from(width), vec![0]),
        (Type::Matrix { scalar, .. }, Shape::Matrix { stride, vectors, length }) => {
            (scalar, usize::from(length), (0..u64::from(vectors)).map(|index| index * stride.bytes()).collect())
        }
        _ => return None,
    };
    let mut named = Vec::new();
    add(host, 0, &mut named);
    let size = types.rules.scalar_bytes(module, scalar);
    starts.into_iter().find_map(|start| {
        let offset_of = |index: usize, name: &str| {
            let offset = start + index as u64 * size;
            named.iter().any(|(found, known)| *found == offset && same_name(known, name))
        };
        let mut orders = FAMILIES.iter().filter_map(|family| {
            let names = family.get(..width)?;
            let host: Option<Vec<&str>> = (0..width).map(|index| names.iter().copied().find(|name| offset_of(index, name))).collect();
            let host = host.filter(|host| names.iter().all(|name| host.contains(name)))?;
            Some(ComponentOrder { shader: names.to_vec(), host })
        });
        let first = orders.next()?;
        let is_equal = |order: &ComponentOrder| order.shader == order.host;
        (!is_equal(&first) && !orders.any(|order| is_equal(&order))).then_some(first)
    })
}

/// The scalar members of a type with names, by offset.
fn add<'h>(ty: &'h HostType, position: u64, named: &mut Vec<(u64, &'h str)>) {
    match &ty.shape {
        HostShape::Array { element, count } => {
            for index in 0..(*count).min(MOST) {
                add(element, position.saturating_add(index.saturating_mul(element.size)), named);
            }
        }
        HostShape::Record { members } => {
            for member in members.iter().filter(|member| member.bits.is_none()) {
                let position = position.saturating_add(member.offset);
                match member.ty.shape {
                    HostShape::Scalar { .. } => named.push((position, &member.name)),
                    _ => add(&member.ty, position, named),
                }
            }
        }
        HostShape::Scalar { .. } | HostShape::Pointer | HostShape::Opaque => {}
    }
}
