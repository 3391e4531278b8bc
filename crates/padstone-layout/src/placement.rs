//! The offset of a member after the preceding one. One file for each family of [`Placement`]s.

mod aligned;
mod clang;
mod registers;

use padstone_model::{Align, Module, Offset, Scalar, Type, TypeId};

use crate::extent::Extent;
use crate::nesting::{Nesting, is_empty_array};
use crate::result::{LayoutError, PlacementReason, Shape, TypeLayout, TypeLayouts};
use crate::rules::Placement;

pub(crate) use aligned::relaxed;

/// The end of the preceding member, and its properties.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlacementCursor {
    /// The offset after the preceding member.
    pub(crate) at: Offset,
    /// Whether the preceding member has a `min16` type ([`Placement::DxcConstants`]).
    pub(crate) min_precision: bool,
}

/// A member about to be placed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemberToPlace<'a> {
    /// The type.
    pub(crate) ty: &'a Type,
    /// The type without array dimensions.
    pub(crate) innermost: &'a Type,
    /// The type under the rules.
    pub(crate) layout: &'a TypeLayout,
    /// For scalars, vectors, matrices and enums, the size of a scalar in bytes.
    pub(crate) scalar_size: u64,
}

impl MemberToPlace<'_> {
    fn scalar(&self) -> Option<Scalar> {
        match *self.ty {
            Type::Scalar(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } => Some(scalar),
            _ => None,
        }
    }

    fn scalar_align(&self) -> Align {
        Align::new(self.scalar_size).unwrap_or(Align::ONE)
    }

    /// Whether it is a vector of more than one scalar, or the rules treat it as one.
    pub(crate) fn is_long_vector(&self) -> bool {
        match *self.ty {
            Type::Vector { width, .. } => width > 1,
            Type::Matrix { rows, columns, .. } => self.layout.shape == Shape::Leaf && rows * columns > 1,
            _ => false,
        }
    }

    fn takes_bytes(&self) -> bool {
        !self.layout.extent.is_zero() || is_empty_array(self.ty)
    }
}

impl TypeLayouts {
    /// A member of a type, about to be placed.
    #[inline]
    pub(crate) fn member_to_place<'a>(
        &'a self,
        module: &'a Module,
        nesting: &[Nesting],
        ty: TypeId,
    ) -> Result<MemberToPlace<'a>, LayoutError> {
        let types = &module.types;
        let scalar_size = match types[ty] {
            Type::Scalar(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } | Type::Atomic(scalar) => {
                self.rules.scalar_bytes(module, scalar)
            }
            Type::Pointer(_) => 8,
            Type::Enum(id) => self.rules.enum_bytes(module, id),
            _ => 1,
        };
        Ok(MemberToPlace { ty: &types[ty], innermost: &types[nesting[ty.index()].innermost], layout: self.get(ty)?, scalar_size })
    }
}

/// The offset to which the rules would move a member with an explicit offset; `None` if its offset satisfies the rules.
pub(crate) fn misplaced(placement: Placement, at: Offset, member: &MemberToPlace<'_>, module: &Module) -> Option<Offset> {
    // For both states of the cursor: an explicit offset does not depend on preceding members.
    let moved = |min_precision| {
        place_member(placement, &mut PlacementCursor { at, min_precision }, member, module).filter(|&(offset, _)| offset != at)
    };
    Some(moved(false)?.0.min(moved(true)?.0))
}

/// The offset of a member and the reason for it; `None` if it is out of range. Updates the properties in the cursor that the next
/// member depends on, except for the end of this one.
#[inline]
pub(crate) fn place_member(
    placement: Placement,
    cursor: &mut PlacementCursor,
    member: &MemberToPlace<'_>,
    module: &Module,
) -> Option<(Offset, PlacementReason)> {
    match placement {
        Placement::Aligned => aligned::aligned(cursor.at, member),
        Placement::Relaxed if member.is_long_vector() => {
            relaxed(cursor.at, member, if member.scalar_size <= 4 { member.scalar_align() } else { member.layout.align })
        }
        Placement::Relaxed => aligned::aligned(cursor.at, member),
        Placement::Registers => registers::plain(cursor.at, member),
        Placement::AlignedInRows => registers::aligned(cursor.at, member),
        Placement::SmallInRows if member.layout.extent.as_size().bytes() < 16 => registers::aligned(cursor.at, member),
        Placement::SmallInRows => aligned::aligned(cursor.at, member),
        Placement::DxcMembers => registers::dxc_member(cursor.at, member, module.options.default_major),
        Placement::DxcConstants => registers::dxc_constant(cursor, member, module.options.native_16bit),
        Placement::ClangRegisters => clang::registers(cursor.at, member),
    }
}

/// Rounds up to an alignment, and returns that as the reason if it moved the offset.
#[inline]
pub(crate) fn round_up(position: Offset, align: Align) -> Option<(Offset, PlacementReason)> {
    let offset = position.align_to(align)?;
    Some((offset, if offset == position { PlacementReason::Follows } else { PlacementReason::Aligned(align) }))
}

/// Whether `extent` bytes at `position` extend past the 16-byte register that contains `position`.
fn straddles(position: Offset, extent: Extent) -> bool {
    position.misalignment(Align::SIXTEEN).checked_add(extent.as_size().bytes()).is_none_or(|end| end > 16)
}
