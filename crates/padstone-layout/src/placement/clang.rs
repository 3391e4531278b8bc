//! clang's placement.

use padstone_model::{Align, Offset, Size, Type};

use super::{MemberToPlace, round_up, straddles};
use crate::result::{PlacementReason, RowCause};

/// [`crate::Placement::ClangRegisters`]. clang omits members without bytes.
pub(super) fn registers(position: Offset, member: &MemberToPlace<'_>) -> Option<(Offset, PlacementReason)> {
    if member.layout.extent.as_size() == Size::ZERO {
        return Some((position, PlacementReason::NoBytes));
    }
    let cause = match member.ty {
        Type::Array { .. } => Some(RowCause::Array),
        Type::Struct(_) => Some(RowCause::Struct),
        Type::Matrix { .. } => Some(RowCause::Matrix),
        _ if straddles(position, member.layout.extent) => Some(RowCause::Straddles),
        _ => None,
    };
    let Some(cause) = cause else { return round_up(position, member.layout.align) };
    let offset = position.align_to(member.layout.align.max(Align::SIXTEEN))?;
    Some((offset, if offset == position { PlacementReason::Follows } else { PlacementReason::NewRow(cause) }))
}
