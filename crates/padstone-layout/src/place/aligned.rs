//! Placements by alignment.

use padstone_model::{Align, Offset};

use super::{Item, crosses, round_up};
use crate::result::{RowCause, Why};

/// [`crate::Placement::Aligned`].
pub(super) fn aligned(at: Offset, item: &Item<'_>) -> Option<(Offset, Why)> {
    round_up(at, item.layout.align)
}

/// [`crate::Placement::Relaxed`].
pub(super) fn relaxed(at: Offset, item: &Item<'_>) -> Option<(Offset, Why)> {
    if !item.is_long_vector() {
        return aligned(at, item);
    }
    let align = if item.number <= 4 { item.number_align() } else { item.layout.align };
    let (offset, why) = round_up(at, align)?;
    let improper =
        if item.layout.extent.as_size().bytes() <= 16 { crosses(offset, item.layout.extent) } else { !offset.is_aligned(Align::SIXTEEN) };
    if improper { Some((at.align_to(Align::SIXTEEN)?, Why::NewRow(RowCause::Crosses))) } else { Some((offset, why)) }
}
