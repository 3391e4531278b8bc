//! DirectXMath: the types for memory, not those for registers.

use padstone_model::{Major, Scalar};

use super::{LibraryType, MathType};

/// `XMFLOAT4X3` has four rows of three scalars, and `m[row][column]`. The types with the suffix `A` are not used: they only have a larger alignment.
pub(in crate::host) fn find(shape: MathType) -> Option<LibraryType> {
    let kind = match shape.scalar {
        Scalar::Float32 => "FLOAT",
        Scalar::Int32 => "INT",
        Scalar::Uint32 => "UINT",
        _ => return None,
    };
    let name = match shape.vectors {
        None => format!("DirectX::XM{kind}{}", shape.length),
        Some(vectors) if vectors.major == Major::Row && shape.scalar == Scalar::Float32 && shape.is_tight() => {
            match (vectors.count, shape.length) {
                (3 | 4, 3 | 4) => format!("DirectX::XMFLOAT{}X{}", vectors.count, shape.length),
                _ => return None,
            }
        }
        Some(_) => return None,
    };
    Some(shape.tight(name, 4))
}
