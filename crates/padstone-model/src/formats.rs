//! Formats of images that follow from the type of their texels.

use crate::Scalar;

impl Scalar {
    /// The format that libslang 2026.12 takes for images of vectors of `width` numbers of this type, where the source names none
    /// (measured): 32-bit floating point and vectors of 3 imply none, 64-bit numbers only alone.
    ///
    /// ```
    /// use padstone_model::Scalar;
    /// assert_eq!(Scalar::Uint32.image_format(2).as_deref(), Some("rg32ui"));
    /// assert_eq!(Scalar::Float32.image_format(4), None);
    /// ```
    pub fn image_format(self, width: u8) -> Option<String> {
        let channels = match width {
            1 => "r",
            2 => "rg",
            4 => "rgba",
            _ => return None,
        };
        let numbers = match self {
            Scalar::Float16 => "16f",
            Scalar::Int8 => "8i",
            Scalar::Uint8 => "8ui",
            Scalar::Int16 => "16i",
            Scalar::Uint16 => "16ui",
            Scalar::Int32 => "32i",
            Scalar::Uint32 | Scalar::Int8x4Packed | Scalar::Uint8x4Packed => "32ui",
            Scalar::Int64 if width == 1 => "64i",
            Scalar::Uint64 if width == 1 => "64ui",
            _ => return None,
        };
        Some(format!("{channels}{numbers}"))
    }
}
