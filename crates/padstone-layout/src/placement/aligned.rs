//! Placements by alignment.

use padstone_model::{Align, Offset};

use super::{MemberToPlace, round_up, straddles};
use crate::result::{PlacementReason, RowCause};

/// [`crate::Placement::Aligned`].
#[inline]
pub(super) fn aligned(position: Offset, member: &MemberToPlace<'_>) -> Option<(Offset, PlacementReason)> {
    round_up(position, member.layout.align)
}

/// A vector of several scalars under [`crate::Placement::Relaxed`]: at a multiple of `align`, unless it would straddle a 16-byte boundary,
/// or, if it is longer than 16 bytes, unless it would not start at one.
pub(crate) fn relaxed(position: Offset, member: &MemberToPlace<'_>, align: Align) -> Option<(Offset, PlacementReason)> {
    let (offset, reason) = round_up(position, align)?;
    let extent = member.layout.extent;
    let improper = if extent.as_size().bytes() <= 16 { straddles(offset, extent) } else { !offset.is_aligned(Align::SIXTEEN) };
    if improper { Some((position.align_to(Align::SIXTEEN)?, PlacementReason::NewRow(RowCause::Straddles))) } else { Some((offset, reason)) }
}
