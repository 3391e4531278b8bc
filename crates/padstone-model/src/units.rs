//! The units of layouts, all in bytes. All arithmetic is checked: overflow is `None`, never a wrapped value.

use std::fmt;

macro_rules! bytes {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(u64);

        impl $name {
            /// Zero bytes.
            pub const ZERO: Self = Self(0);

            /// A value of `bytes` bytes.
            pub const fn new(bytes: u64) -> Self {
                Self(bytes)
            }

            /// The value in bytes.
            pub const fn bytes(self) -> u64 {
                self.0
            }

            /// The next multiple of `align`, or `None` on overflow of 64 bits.
            pub fn align_to(self, align: Align) -> Option<Self> {
                let mask = align.bytes() - 1;
                Some(Self(self.0.checked_add(mask)? & !mask))
            }

            /// Whether this is a multiple of `align`.
            pub const fn is_aligned(self, align: Align) -> bool {
                self.0 & (align.bytes() - 1) == 0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

bytes! {
    /// Bytes occupied, rounded only where the rules round.
    Size
}
bytes! {
    /// Bytes from the start of the buffer or struct.
    Offset
}
bytes! {
    /// Bytes between the starts of consecutive array elements, or matrix rows or columns.
    Stride
}

impl Size {
    /// The sum of both sizes.
    pub fn plus(self, other: Size) -> Option<Size> {
        self.0.checked_add(other.0).map(Size)
    }

    /// The size of `count` contiguous values of this size.
    pub fn times(self, count: u64) -> Option<Size> {
        self.0.checked_mul(count).map(Size)
    }

    /// This size as the stride of contiguous elements.
    pub const fn as_stride(self) -> Stride {
        Stride(self.0)
    }
}

impl Stride {
    /// The size of `count` strides, or `None` on overflow of 64 bits.
    pub fn times(self, count: u64) -> Option<Size> {
        self.0.checked_mul(count).map(Size)
    }
}

impl Offset {
    /// The offset `size` bytes after this one.
    pub fn plus(self, size: Size) -> Option<Offset> {
        self.0.checked_add(size.0).map(Offset)
    }

    /// The offset in the enclosing struct or buffer, in which this one is relative to `base`.
    pub fn within(self, base: Offset) -> Option<Offset> {
        self.0.checked_add(base.0).map(Offset)
    }

    /// The bytes from `earlier` to this offset, or `None` if this one is lower.
    pub fn since(self, earlier: Offset) -> Option<Size> {
        self.0.checked_sub(earlier.0).map(Size)
    }

    /// The size of everything before this offset.
    pub const fn as_size(self) -> Size {
        Size(self.0)
    }

    /// The bytes from the last multiple of `align` to this offset.
    pub const fn misalignment(self, align: Align) -> u64 {
        self.0 & (align.bytes() - 1)
    }
}

impl From<Size> for Offset {
    fn from(size: Size) -> Offset {
        Offset(size.0)
    }
}

/// An alignment in bytes: a power of two, by construction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Align {
    log2: u8,
}

impl Align {
    /// One byte: any offset.
    pub const ONE: Align = Align { log2: 0 };
    /// Two bytes.
    pub const TWO: Align = Align { log2: 1 };
    /// Four bytes.
    pub const FOUR: Align = Align { log2: 2 };
    /// Eight bytes.
    pub const EIGHT: Align = Align { log2: 3 };
    /// Sixteen bytes: a register of a D3D constant buffer, a vec4.
    pub const SIXTEEN: Align = Align { log2: 4 };
    /// Thirty-two bytes: a vec4 of doubles.
    pub const THIRTY_TWO: Align = Align { log2: 5 };

    /// An alignment of `bytes`, or `None` if that is not a power of two.
    pub const fn new(bytes: u64) -> Option<Align> {
        if bytes.is_power_of_two() { Some(Align { log2: bytes.trailing_zeros() as u8 }) } else { None }
    }

    /// The alignment in bytes.
    pub const fn bytes(self) -> u64 {
        1 << self.log2
    }
}

impl Default for Align {
    fn default() -> Self {
        Align::ONE
    }
}

impl fmt::Debug for Align {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Align({})", self.bytes())
    }
}

impl fmt::Display for Align {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_checked() {
        assert_eq!(Offset::new(44).align_to(Align::SIXTEEN), Some(Offset::new(48)));
        assert_eq!(Offset::new(48).align_to(Align::SIXTEEN), Some(Offset::new(48)));
        assert_eq!(Offset::new(u64::MAX).align_to(Align::TWO), None);
        assert_eq!(Size::new(1 << 63).times(2), None);
        assert_eq!(Align::new(12), None);
    }
}
