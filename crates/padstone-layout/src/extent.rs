//! The extent of a type: where the next member may start.

use padstone_model::{Align, Offset, Size};

/// The minimum distance from the start of a member to the next one, in bytes.
///
/// Usually the size of the member, with the padding that the rules count as part of it. If the last element of an
/// array has no padding, `float z[0]` has the extent 4 - 16 = -12 bytes, as in DXC, which computes it modulo 2^32.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Extent(i64);

impl Extent {
    pub(crate) const ZERO: Extent = Extent(0);

    pub(crate) fn new(size: Size) -> Option<Extent> {
        i64::try_from(size.bytes()).ok().map(Extent)
    }

    pub(crate) fn of_bytes(bytes: u64) -> Option<Extent> {
        Extent::new(Size::new(bytes))
    }

    /// The extent from the start of a struct to an offset in it.
    pub(crate) fn up_to(offset: Offset) -> Option<Extent> {
        Extent::new(offset.as_size())
    }

    pub(crate) fn plus(self, other: Extent) -> Option<Extent> {
        self.0.checked_add(other.0).map(Extent)
    }

    pub(crate) fn minus(self, other: Extent) -> Option<Extent> {
        self.0.checked_sub(other.0).map(Extent)
    }

    pub(crate) fn times(self, count: u64) -> Option<Extent> {
        self.0.checked_mul(i64::try_from(count).ok()?).map(Extent)
    }

    pub(crate) fn align_to(self, align: Align) -> Option<Extent> {
        let align = i64::try_from(align.bytes()).ok()?;
        Some(Extent(self.0.checked_add(align - 1)? & -align))
    }

    /// The end of an extent that starts at `offset`; `None` if it is negative or exceeds the limit.
    pub(crate) fn end_at(self, offset: Offset) -> Option<Offset> {
        offset.bytes().checked_add_signed(self.0).map(Offset::new)
    }

    /// The extent modulo 2^32, between 0 and 2^32 - 1.
    pub(crate) fn wrapped_to_32_bits(self) -> Extent {
        Extent(self.0 & i64::from(u32::MAX))
    }

    /// The number of bytes; 0 if the extent is negative.
    pub(crate) fn as_size(self) -> Size {
        Size::new(u64::try_from(self.0).unwrap_or(0))
    }

    pub(crate) fn is_zero(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_extents_round_up_too() {
        let z = Extent::of_bytes(4).unwrap().minus(Extent::of_bytes(16).unwrap()).unwrap();
        assert_eq!(z.end_at(Offset::new(16)), Some(Offset::new(4)));
        assert_eq!(z.end_at(Offset::new(0)), None);
        assert_eq!(z.align_to(Align::SIXTEEN), Some(Extent::ZERO));
        assert_eq!(z.as_size(), Size::ZERO);
    }
}
