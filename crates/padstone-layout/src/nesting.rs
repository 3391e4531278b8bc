//! Properties of types that do not depend on rules: computed once per module, in the order of type ids.

use padstone_model::{Count, Module, ResourceType, Scalar, Type, TypeId};

/// The properties of one type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nesting {
    /// The element type without array dimensions; for other types, the type itself.
    pub(crate) innermost: TypeId,
    /// The maximum number of rows in a listing of it, including itself; saturating.
    pub(crate) rows: u64,
    /// The nesting depth; 1 for a scalar.
    pub(crate) depth: u16,
    /// Whether it contains a texture, sampler or buffer.
    pub(crate) contains_resource: bool,
    /// Whether it contains a bool.
    pub(crate) contains_bool: bool,
    /// Whether it is a runtime-sized array, or a struct that ends in one.
    pub(crate) runtime: bool,
    /// The size of its widest scalar in bytes.
    pub(crate) number: u64,
}

/// The nesting of every type of a module.
pub(crate) fn nesting(module: &Module) -> Vec<Nesting> {
    let mut found: Vec<Nesting> = Vec::with_capacity(module.types.len());
    for (id, ty) in module.types.iter() {
        let leaf = Nesting { innermost: id, rows: 1, depth: 1, contains_resource: false, contains_bool: false, runtime: false, number: 1 };
        let of_numbers = |scalar| Nesting { contains_bool: scalar == Scalar::Bool, number: module.scalar_bytes(scalar), ..leaf };
        let nesting = match *ty {
            Type::Scalar(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } | Type::Atomic(scalar) => of_numbers(scalar),
            Type::Enum(id) => of_numbers(module.enums[id].scalar),
            Type::Pointer(_) => Nesting { number: 8, ..leaf },
            Type::Interface(_) | Type::Handle(_) => Nesting { number: 4, ..leaf },
            Type::Unspecialized(_) | Type::Unknown => leaf,
            Type::Resource(resource) => Nesting { contains_resource: resource.kind.data_bytes().is_none(), ..leaf },
            Type::Array { element, count } => {
                let inner = found[element.index()];
                Nesting {
                    rows: inner.rows.saturating_add(1),
                    depth: inner.depth.saturating_add(1),
                    runtime: count == Count::Runtime,
                    ..inner
                }
            }
            Type::Struct(id) => module.structs[id].fields.iter().fold(leaf, |sum, field| {
                let inner = found[field.ty.index()];
                let listed = field.bitfield.is_none() || !field.name.is_empty();
                Nesting {
                    rows: if listed { sum.rows.saturating_add(inner.rows) } else { sum.rows },
                    depth: sum.depth.max(inner.depth.saturating_add(1)),
                    contains_resource: sum.contains_resource | inner.contains_resource,
                    contains_bool: sum.contains_bool | inner.contains_bool,
                    runtime: inner.runtime,
                    number: sum.number.max(inner.number),
                    ..sum
                }
            }),
        };
        found.push(nesting);
    }
    found
}

/// Whether each type is one of these or contained in one, by index.
pub fn reachable(module: &Module, from: impl IntoIterator<Item = TypeId>) -> Vec<bool> {
    reach(module, from, false)
}

/// The types that must be laid out for these types: those that they contain, the elements of resources, and the resources of handles.
pub(crate) fn needed(module: &Module, from: impl IntoIterator<Item = TypeId>) -> Vec<bool> {
    reach(module, from, true)
}

fn reach(module: &Module, from: impl IntoIterator<Item = TypeId>, through_resources: bool) -> Vec<bool> {
    let mut reached = vec![false; module.types.len()];
    from.into_iter().for_each(|ty| reached[ty.index()] = true);
    // A contained type has a smaller id, so one backward pass reaches all of them.
    for (id, ty) in module.types.iter().rev() {
        if !reached[id.index()] {
            continue;
        }
        match *ty {
            Type::Array { element, .. } => reached[element.index()] = true,
            Type::Struct(id) => module.structs[id].fields.iter().for_each(|field| reached[field.ty.index()] = true),
            Type::Resource(ResourceType { element: Some(element), .. }) if through_resources => reached[element.index()] = true,
            // Some targets store the resource itself.
            Type::Handle(resource) if through_resources => reached[resource.index()] = true,
            _ => {}
        }
    }
    reached
}

/// Whether an array has zero elements.
pub(crate) fn is_empty_array(ty: &Type) -> bool {
    matches!(ty, Type::Array { count: Count::Known(0), .. })
}
