//! glam 0.34: vectors of two to four scalars, and square matrices of columns.

use padstone_model::{Major, Scalar};

use super::{LibraryType, MathType};

/// Vectors have the size of their scalars. Vectors of `f32` with 16 bytes are aligned to 16 on machines with SIMD registers: `Vec4`, `Mat2`,
/// `Mat4`, and `Mat3A`, whose columns are padded to 16.
pub(in crate::host) fn find(shape: MathType) -> Option<LibraryType> {
    let number = shape.scalar.bytes(true);
    let found = match shape.vectors {
        None => {
            let name = format!("glam::{}{}", vector(shape.scalar)?, shape.length);
            let align = if shape.scalar == Scalar::Float32 && shape.length == 4 { 16 } else { number };
            shape.tight(name, align)
        }
        Some(vectors) if vectors.major == Major::Column && vectors.count == shape.length => {
            let prefix = match shape.scalar {
                Scalar::Float32 => "",
                Scalar::Float64 => "D",
                _ => return None,
            };
            match (shape.scalar, shape.length, shape.is_tight()) {
                (Scalar::Float32, 3, false) if vectors.stride == 16 => shape.with("glam::Mat3A".into(), 48, 16),
                (_, _, false) => return None,
                (Scalar::Float32, 2 | 4, true) => shape.tight(format!("glam::Mat{}", shape.length), 16),
                (_, length, true) => shape.tight(format!("glam::{prefix}Mat{length}"), number),
            }
        }
        Some(_) => return None,
    };
    let zero = format!("{}::ZERO", found.name);
    Some(LibraryType { zero, ..found })
}

const fn vector(scalar: Scalar) -> Option<&'static str> {
    Some(match scalar {
        Scalar::Int8 => "I8Vec",
        Scalar::Uint8 => "U8Vec",
        Scalar::Int16 => "I16Vec",
        Scalar::Uint16 => "U16Vec",
        Scalar::Int32 => "IVec",
        Scalar::Uint32 => "UVec",
        Scalar::Int64 => "I64Vec",
        Scalar::Uint64 => "U64Vec",
        Scalar::Float32 => "Vec",
        Scalar::Float64 => "DVec",
        _ => return None,
    })
}
