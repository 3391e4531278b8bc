//! encase 0.12: only the offsets at which `ShaderType` writes scalars matter, not those in Rust.

use padstone_model::Scalar;

use super::{Find, LibraryType, MathType};

/// The type of another library, with its size and alignment in WGSL: vectors and columns of three scalars are aligned to
/// 16.
pub(in crate::host) fn find(shape: MathType, library: Find) -> Option<LibraryType> {
    if !matches!(shape.scalar, Scalar::Float32 | Scalar::Int32 | Scalar::Uint32) {
        return None;
    }
    let align = (shape.length * 4).next_power_of_two();
    let Some(vectors) = shape.vectors else {
        return Some(LibraryType { size: shape.length * 4, align, ..library(shape)? });
    };
    if shape.scalar != Scalar::Float32 || vectors.stride != align {
        return None;
    }
    let tight = library(MathType { vectors: Some(super::Vectors { stride: shape.length * 4, ..vectors }), ..shape })?;
    Some(LibraryType { size: align * vectors.count, align, vectors: Some((vectors.count, align)), ..tight })
}
