//! The fields of a packed struct that contain each constant.

use padstone_layout::TypeLayouts;
use padstone_model::{Module, Offset, TypeId};
use padstone_source::Symbol;

use super::types::{NamedStruct, PackedContent};

/// A constant of a buffer, or a member of a struct, that has bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedConstant {
    pub(super) name: Symbol,
    pub(super) ty: TypeId,
    /// The offset from the start of the buffer or struct.
    pub(super) offset: Offset,
    /// The index among the declared members.
    pub(super) declared: usize,
    /// The index of its field in the packed struct, counting padding; for a base class, that of the first.
    pub(super) physical: usize,
}

/// The constants of a packed struct, in the order of declaration.
pub(super) fn constants(module: &Module, types: &TypeLayouts, named: &NamedStruct) -> Vec<PackedConstant> {
    let mut physical: Vec<Option<usize>> = vec![None; types.fields(module, named.origin.ty).len()];
    for (index, field) in named.fields.iter().enumerate() {
        if let PackedContent::Member { declared, .. } = field.content {
            physical[declared].get_or_insert(index);
        }
    }
    let mut unit = None;
    let mut found = Vec::new();
    for (declared, (field, place)) in types.fields(module, named.origin.ty).enumerate() {
        if field.bitfield.is_none() || physical[declared].is_some() {
            unit = physical[declared];
        }
        if let Some(physical) = unit.filter(|_| !field.name.is_empty()) {
            found.push(PackedConstant { name: field.name, ty: field.ty, offset: place.offset, declared, physical });
        }
    }
    found
}
