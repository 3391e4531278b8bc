//! Image formats inferred from the texel type.

use crate::Scalar;

impl Scalar {
    /// The format that libslang 2026.12 infers for images whose texels have `width` components of this type, if the source does not specify one
    /// (measured): none for 32-bit floating point and for 3 components, and for 64-bit integers only with 1 component.
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
