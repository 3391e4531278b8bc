//! Bit-fields, which both D3D rules lay out in the same way (DXC 1.9 at 9a3e225d, measured): "unit continues only if the
//! next type has the same size and it fits; `:0` ends it; unnamed ones take room". The unit is one scalar of the
//! declared type, at the offset of such a scalar.

/// The open unit of the preceding member.
#[derive(Default)]
pub(crate) struct Unit {
    offset: u128,
    size: u128,
    used: u128,
}

impl Unit {
    /// The offset and the first bit of the next bit-field, if it goes into the open unit.
    pub(crate) fn continues(&mut self, size: u128, bits: u128) -> Option<(u128, u128)> {
        if bits == 0 || size != self.size || self.used + bits > self.size * 8 {
            return None;
        }
        let first = self.used;
        self.used += bits;
        Some((self.offset, first))
    }

    /// Opens a unit that begins with a bit-field of `bits` bits.
    pub(crate) fn open(&mut self, offset: u128, size: u128, bits: u128) {
        *self = Unit { offset, size, used: bits };
    }

    /// A member other than a bit-field, or one of width 0, ends the unit.
    pub(crate) fn close(&mut self) {
        *self = Unit::default();
    }
}
