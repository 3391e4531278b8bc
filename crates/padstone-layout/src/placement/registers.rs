//! Placements in 16-byte registers.

use padstone_model::{Align, Major, Offset, Scalar, Size, Type};

use super::{MemberToPlace, PlacementCursor, round_up, straddles};
use crate::extent::Extent;
use crate::result::{PlacementReason, RowCause};

/// [`crate::Placement::Registers`].
pub(super) fn plain(position: Offset, member: &MemberToPlace<'_>) -> Option<(Offset, PlacementReason)> {
    if member.layout.extent.as_size() == Size::ZERO {
        return Some((position, PlacementReason::NoBytes));
    }
    let cause = match *member.ty {
        Type::Array { .. } => Some(RowCause::Array),
        Type::Struct(_) => Some(RowCause::Struct),
        Type::Matrix { rows, columns, major, .. } if major.vectors(rows, columns).0 > 1 => Some(RowCause::Matrix),
        _ if straddles(position, member.layout.extent) => Some(RowCause::Straddles),
        _ => None,
    };
    in_row(position, cause, member.scalar_align())
}

/// [`crate::Placement::AlignedInRows`].
pub(super) fn aligned(position: Offset, member: &MemberToPlace<'_>) -> Option<(Offset, PlacementReason)> {
    if member.layout.extent.is_zero() {
        return Some((position, PlacementReason::NoBytes));
    }
    let (offset, reason) = round_up(position, member.layout.align)?;
    if offset.is_aligned(Align::SIXTEEN) || !straddles(offset, member.layout.extent) {
        return Some((offset, reason));
    }
    Some((position.align_to(Align::SIXTEEN)?, PlacementReason::NewRow(RowCause::Straddles)))
}

/// [`crate::Placement::DxcMembers`]. DXC computes the offset twice, the second time from the result of the first, so that a member that
/// straddles a boundary only after alignment moves too.
pub(super) fn dxc_member(position: Offset, member: &MemberToPlace<'_>, default_major: Major) -> Option<(Offset, PlacementReason)> {
    let (once, reason) = dxc_member_once(position, member, default_major)?;
    if !member.takes_bytes() {
        return Some((once, reason));
    }
    match dxc_member_once(once, member, default_major)? {
        (_, PlacementReason::Follows) => Some((once, reason)),
        moved => Some(moved),
    }
}

fn dxc_member_once(position: Offset, member: &MemberToPlace<'_>, default_major: Major) -> Option<(Offset, PlacementReason)> {
    let cause = match *member.ty {
        Type::Resource(resource) if resource.kind.data_bytes().is_none() => {
            return Some((position, if member.takes_bytes() { PlacementReason::Follows } else { PlacementReason::NoBytes }));
        }
        Type::Array { .. } if matches!(member.innermost, Type::Resource(_)) => Some(RowCause::ResourceArray),
        Type::Array { .. } => Some(RowCause::Array),
        Type::Struct(_) if member.takes_bytes() => Some(RowCause::Struct),
        Type::Struct(_) => Some(RowCause::EmptyStruct),
        Type::Matrix { rows, columns, .. } if default_major.vectors(rows, columns).0 > 1 => Some(RowCause::Matrix),
        _ if straddles(position, measured_extent(member)?) => Some(RowCause::Straddles),
        _ => None,
    };
    let align = match member.scalar() {
        Some(scalar) if scalar.is_min_precision() => member.scalar_align().max(Align::FOUR),
        _ => member.scalar_align(),
    };
    in_row(position, cause, align)
}

/// The extent that is checked for straddling: for a matrix, that of its contiguous scalars.
fn measured_extent(member: &MemberToPlace<'_>) -> Option<Extent> {
    match *member.ty {
        Type::Matrix { rows, columns, .. } => Extent::of_bytes(u64::from(rows) * u64::from(columns) * member.scalar_size),
        _ => Some(member.layout.extent),
    }
}

/// [`crate::Placement::DxcConstants`].
pub(super) fn dxc_constant(
    cursor: &mut PlacementCursor,
    member: &MemberToPlace<'_>,
    native_16bit: bool,
) -> Option<(Offset, PlacementReason)> {
    if !member.takes_bytes() {
        return Some((cursor.at, PlacementReason::NoBytes));
    }
    let enters_or_leaves = !native_16bit && min_precision_changes(cursor, member);
    let (cause, align) = match *member.ty {
        Type::Array { .. } => (Some(RowCause::Array), Align::ONE),
        Type::Struct(_) => (Some(RowCause::Struct), Align::ONE),
        Type::Matrix { rows, columns, major, .. } if major.vectors(rows, columns).0 > 1 => (Some(RowCause::Matrix), Align::ONE),
        Type::Matrix { .. } => (None, Align::ONE),
        _ => (None, member.scalar_align()),
    };
    let cause = cause
        .or(enters_or_leaves.then_some(RowCause::MinPrecision))
        .or(straddles(cursor.at, member.layout.extent).then_some(RowCause::Straddles));
    in_row(cursor.at, cause, align)
}

/// Whether this member is the first with a `min16` type after others, or the first without one. Arrays do not count; a struct ends a run of
/// `min16` members, whatever it contains; a matrix of bool counts as `min16`.
fn min_precision_changes(cursor: &mut PlacementCursor, member: &MemberToPlace<'_>) -> bool {
    let is = match *member.ty {
        Type::Array { .. } => return false,
        Type::Matrix { scalar: Scalar::Bool, .. } => true,
        _ => member.scalar().is_some_and(Scalar::is_min_precision),
    };
    std::mem::replace(&mut cursor.min_precision, is) != is
}

/// Starts a register if there is a reason, otherwise aligns within the register.
fn in_row(position: Offset, cause: Option<RowCause>, align: Align) -> Option<(Offset, PlacementReason)> {
    if position.is_aligned(Align::SIXTEEN) {
        return Some((position, PlacementReason::Follows));
    }
    match cause {
        Some(cause) => Some((position.align_to(Align::SIXTEEN)?, PlacementReason::NewRow(cause))),
        None => round_up(position, align),
    }
}
