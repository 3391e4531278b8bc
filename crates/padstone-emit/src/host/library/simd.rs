//! Apple's `<simd/simd.h>`: clang's vectors, where those of three components have the size of four, and matrices of columns.

use padstone_model::{Major, Scalar};

use super::{LibraryType, MathType};

/// `simd_float3` has 16 bytes and is aligned to 16; no vector has a larger alignment (`simd/vector_types.h`). `simd_float4x3` has four columns
/// of three scalars (`simd/matrix_types.h`).
pub(in crate::host) fn find(shape: MathType) -> Option<LibraryType> {
    let kind = match shape.scalar {
        Scalar::Int8 => "char",
        Scalar::Uint8 => "uchar",
        Scalar::Int16 => "short",
        Scalar::Uint16 => "ushort",
        Scalar::Int32 => "int",
        Scalar::Uint32 => "uint",
        Scalar::Int64 => "long",
        Scalar::Uint64 => "ulong",
        Scalar::Float32 => "float",
        Scalar::Float64 => "double",
        _ => return None,
    };
    let column = shape.length.next_power_of_two() * shape.number();
    let align = column.min(16);
    match shape.vectors {
        None => Some(shape.with(format!("simd_{kind}{}", shape.length), column, align)),
        Some(vectors) if vectors.major == Major::Column && vectors.stride == column && matches!(kind, "float" | "double") => {
            let name = format!("simd_{kind}{}x{}", vectors.count, shape.length);
            Some(shape.with(name, column * vectors.count, align))
        }
        Some(_) => None,
    }
}
