//! Placements by alignment.

use padstone_model::{Align, Offset};

use super::{Item, crosses, round_up};
use crate::result::{RowCause, Why};

/// [`crate::Placement::Aligned`].
#[inline]
pub(super) fn aligned(at: Offset, item: &Item<'_>) -> Option<(Offset, Why)> {
    round_up(at, item.layout.align)
}

/// A vector of more than one number under [`crate::Placement::Relaxed`]: at a multiple of `align`, unless it would
/// cross a 16-byte line, or, if it is longer, unless it would not begin at one.
pub(crate) fn relaxed(at: Offset, item: &Item<'_>, align: Align) -> Option<(Offset, Why)> {
    let (offset, why) = round_up(at, align)?;
    let extent = item.layout.extent;
    let improper = if extent.as_size().bytes() <= 16 { crosses(offset, extent) } else { !offset.is_aligned(Align::SIXTEEN) };
    if improper { Some((at.align_to(Align::SIXTEEN)?, Why::NewRow(RowCause::Crosses))) } else { Some((offset, why)) }
}
