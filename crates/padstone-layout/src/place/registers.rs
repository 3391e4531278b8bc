//! Placements in 16-byte registers.

use padstone_model::{Align, Major, Offset, Scalar, Size, Type};

use super::{Cursor, Item, crosses, round_up};
use crate::extent::Extent;
use crate::result::{RowCause, Why};

/// [`crate::Placement::Registers`].
pub(super) fn plain(at: Offset, item: &Item<'_>) -> Option<(Offset, Why)> {
    if item.layout.extent.as_size() == Size::ZERO {
        return Some((at, Why::NoBytes));
    }
    let cause = match *item.ty {
        Type::Array { .. } => Some(RowCause::Array),
        Type::Struct(_) => Some(RowCause::Struct),
        Type::Matrix { rows, columns, major, .. } if major.vectors(rows, columns).0 > 1 => Some(RowCause::Matrix),
        _ if crosses(at, item.layout.extent) => Some(RowCause::Crosses),
        _ => None,
    };
    in_row(at, cause, item.number_align())
}

/// [`crate::Placement::AlignedInRows`].
pub(super) fn aligned(at: Offset, item: &Item<'_>) -> Option<(Offset, Why)> {
    if item.layout.extent.is_zero() {
        return Some((at, Why::NoBytes));
    }
    let (offset, why) = round_up(at, item.layout.align)?;
    if offset.is_aligned(Align::SIXTEEN) || !crosses(offset, item.layout.extent) {
        return Some((offset, why));
    }
    Some((at.align_to(Align::SIXTEEN)?, Why::NewRow(RowCause::Crosses)))
}

/// [`crate::Placement::DxcMembers`]. DXC computes the place twice, the second time from the result of the first; so
/// what straddles a boundary only after its alignment moves as well.
pub(super) fn dxc_member(at: Offset, item: &Item<'_>, default_major: Major) -> Option<(Offset, Why)> {
    let (once, why) = dxc_member_once(at, item, default_major)?;
    if !item.takes_bytes() {
        return Some((once, why));
    }
    match dxc_member_once(once, item, default_major)? {
        (_, Why::Follows) => Some((once, why)),
        moved => Some(moved),
    }
}

fn dxc_member_once(at: Offset, item: &Item<'_>, default_major: Major) -> Option<(Offset, Why)> {
    let cause = match *item.ty {
        Type::Resource(resource) if resource.kind.data_bytes().is_none() => {
            return Some((at, if item.takes_bytes() { Why::Follows } else { Why::NoBytes }));
        }
        Type::Array { .. } if matches!(item.innermost, Type::Resource(_)) => Some(RowCause::ResourceArray),
        Type::Array { .. } => Some(RowCause::Array),
        Type::Struct(_) if item.takes_bytes() => Some(RowCause::Struct),
        Type::Struct(_) => Some(RowCause::EmptyStruct),
        Type::Matrix { rows, columns, .. } if default_major.vectors(rows, columns).0 > 1 => Some(RowCause::Matrix),
        _ if crosses(at, counted(item)?) => Some(RowCause::Crosses),
        _ => None,
    };
    let align = match item.scalar() {
        Some(scalar) if scalar.is_min_precision() => item.number_align().max(Align::FOUR),
        _ => item.number_align(),
    };
    in_row(at, cause, align)
}

/// The extent that counts for straddling: for a matrix its contiguous scalars.
fn counted(item: &Item<'_>) -> Option<Extent> {
    match *item.ty {
        Type::Matrix { rows, columns, .. } => Extent::of_bytes(u64::from(rows) * u64::from(columns) * item.number),
        _ => Some(item.layout.extent),
    }
}

/// [`crate::Placement::DxcConstants`].
pub(super) fn dxc_constant(cursor: &mut Cursor, item: &Item<'_>, native_16bit: bool) -> Option<(Offset, Why)> {
    if !item.takes_bytes() {
        return Some((cursor.at, Why::NoBytes));
    }
    let enters_or_leaves = !native_16bit && min_precision_changes(cursor, item);
    let (cause, align) = match *item.ty {
        Type::Array { .. } => (Some(RowCause::Array), Align::ONE),
        Type::Struct(_) => (Some(RowCause::Struct), Align::ONE),
        Type::Matrix { rows, columns, major, .. } if major.vectors(rows, columns).0 > 1 => (Some(RowCause::Matrix), Align::ONE),
        Type::Matrix { .. } => (None, Align::ONE),
        _ => (None, item.number_align()),
    };
    let cause = cause
        .or(enters_or_leaves.then_some(RowCause::MinPrecision))
        .or(crosses(cursor.at, item.layout.extent).then_some(RowCause::Crosses));
    in_row(cursor.at, cause, align)
}

/// Whether this member is the first after others of `min16` types, or the first of one after others. Arrays neither
/// ask nor answer; a struct ends a run of `min16` members, whatever it holds; a matrix of bool counts as `min16`.
fn min_precision_changes(cursor: &mut Cursor, item: &Item<'_>) -> bool {
    let is = match *item.ty {
        Type::Array { .. } => return false,
        Type::Matrix { scalar: Scalar::Bool, .. } => true,
        _ => item.scalar().is_some_and(Scalar::is_min_precision),
    };
    std::mem::replace(&mut cursor.min_precision, is) != is
}

/// Starts a register if there is a cause, else aligns within the register.
fn in_row(at: Offset, cause: Option<RowCause>, align: Align) -> Option<(Offset, Why)> {
    if at.is_aligned(Align::SIXTEEN) {
        return Some((at, Why::Follows));
    }
    match cause {
        Some(cause) => Some((at.align_to(Align::SIXTEEN)?, Why::NewRow(cause))),
        None => round_up(at, align),
    }
}
