//! The total padding of types.

use padstone_layout::{Layout, Shape, TypeLayouts, uncovered};
use padstone_model::{Count, Field, Module, Size, Type, TypeId};

/// The padding inside every type of a module under one rule set, including tail padding.
pub(crate) struct PaddingTotals {
    /// In bytes, by type; saturating.
    padding: Vec<u64>,
}

impl PaddingTotals {
    /// Visits each type once: a type follows those that it refers to.
    pub(crate) fn new(module: &Module, types: &TypeLayouts) -> PaddingTotals {
        let mut padding_totals = PaddingTotals { padding: Vec::with_capacity(module.types.len()) };
        for (id, ty) in module.types.iter() {
            let padding = padding_totals.padding_inside(module, types, id, ty);
            padding_totals.padding.push(padding);
        }
        padding_totals
    }

    /// The padding of a buffer or struct in bytes. Its size may differ from that of its type.
    pub(crate) fn of_layout(&self, module: &Module, types: &TypeLayouts, layout: &Layout) -> u64 {
        match module.as_struct(layout.content) {
            Some(content) => self.in_struct(module, types, layout.content, &content.fields, layout.size),
            None => self.of(layout.content),
        }
    }

    /// The padding of a type in bytes.
    fn of(&self, ty: TypeId) -> u64 {
        self.padding[ty.index()]
    }

    fn padding_inside(&self, module: &Module, types: &TypeLayouts, id: TypeId, ty: &Type) -> u64 {
        let Ok(layout) = types.get(id) else { return 0 };
        let size = layout.size.bytes();
        match (ty, layout.shape) {
            (Type::Matrix { scalar, rows, columns, .. }, Shape::Matrix { .. }) => {
                size.saturating_sub(types.rules.scalar_bytes(module, *scalar) * u64::from(*rows) * u64::from(*columns))
            }
            // An array of zero elements occupies no bytes, whatever size reflection reports.
            (Type::Array { count: Count::Known(0), .. }, _) => 0,
            (Type::Array { element, count }, Shape::Array { .. }) => {
                let Ok(inner) = types.get(*element) else { return 0 };
                // One element of a runtime-sized array is counted.
                let count = count.known().unwrap_or(1);
                let elements = inner.size.bytes().saturating_mul(count);
                size.saturating_sub(elements).saturating_add(self.of(*element).saturating_mul(count))
            }
            (Type::Struct(definition), Shape::Struct { .. }) => {
                self.in_struct(module, types, id, &module.structs[*definition].fields, layout.size)
            }
            _ => 0,
        }
    }

    fn in_struct(&self, module: &Module, types: &TypeLayouts, ty: TypeId, fields: &[Field], size: Size) -> u64 {
        // Padding of members that contains other members, as packoffset allows, is ignored.
        if let Some(used) = types.value_bytes(module, ty, size) {
            return size.bytes().saturating_sub(used);
        }
        let (padding, covering) = uncovered(module, types, ty, size);
        covering.map(|index| self.of(fields[index].ty)).fold(padding, u64::saturating_add)
    }
}
