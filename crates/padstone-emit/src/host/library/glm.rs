//! GLM 1.0: vectors of two to four scalars, and matrices of columns, all of them contiguous.

use padstone_model::{Major, Scalar};

use super::{LibraryType, MathType};

/// Types have the alignment of their scalars, unless `GLM_FORCE_DEFAULT_ALIGNED_GENTYPES` is defined; then the assertions fail.
pub(in crate::host) fn find(shape: MathType) -> Option<LibraryType> {
    if !shape.is_tight() {
        return None;
    }
    let name = match shape.vectors {
        None => format!("glm::{}vec{}", prefix(shape.scalar)?, shape.length),
        Some(vectors) if vectors.major == Major::Column && matches!(shape.scalar, Scalar::Float32 | Scalar::Float64) => {
            format!("glm::{}mat{}x{}", prefix(shape.scalar)?, vectors.count, shape.length)
        }
        Some(_) => return None,
    };
    Some(shape.tight(name, shape.number()))
}

/// The prefix of `vec`: `glm/gtc/type_precision.hpp` defines those with a width.
const fn prefix(scalar: Scalar) -> Option<&'static str> {
    Some(match scalar {
        Scalar::Int8 => "i8",
        Scalar::Uint8 => "u8",
        Scalar::Int16 => "i16",
        Scalar::Uint16 => "u16",
        Scalar::Int32 => "i",
        Scalar::Uint32 => "u",
        Scalar::Int64 => "i64",
        Scalar::Uint64 => "u64",
        Scalar::Float32 => "",
        Scalar::Float64 => "d",
        _ => return None,
    })
}
