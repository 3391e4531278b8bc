//! clang's placement.

use padstone_model::{Align, Offset, Size, Type};

use super::{Item, crosses, round_up};
use crate::result::{RowCause, Why};

/// [`crate::Placement::ClangRegisters`]. What has no bytes is left out of the type that clang builds.
pub(super) fn registers(at: Offset, item: &Item<'_>) -> Option<(Offset, Why)> {
    if item.layout.extent.as_size() == Size::ZERO {
        return Some((at, Why::NoBytes));
    }
    let cause = match item.ty {
        Type::Array { .. } => Some(RowCause::Array),
        Type::Struct(_) => Some(RowCause::Struct),
        Type::Matrix { .. } => Some(RowCause::Matrix),
        _ if crosses(at, item.layout.extent) => Some(RowCause::Crosses),
        _ => None,
    };
    let Some(cause) = cause else { return round_up(at, item.layout.align) };
    let offset = at.align_to(item.layout.align.max(Align::SIXTEEN))?;
    Some((offset, if offset == at { Why::Follows } else { Why::NewRow(cause) }))
}
