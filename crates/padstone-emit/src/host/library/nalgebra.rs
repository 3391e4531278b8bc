//! nalgebra 0.34: vectors and matrices of any scalars, contiguous, in columns.

use padstone_model::{Major, Scalar};

use super::{LibraryType, MathType};

/// Types have the layout of arrays of arrays, because `ArrayStorage` is one.
pub(in crate::host) fn find(shape: MathType) -> Option<LibraryType> {
    if shape.scalar == Scalar::Float16 || !shape.is_tight() || shape.vectors.is_some_and(|vectors| vectors.major != Major::Column) {
        return None;
    }
    let (ty, zero) = (crate::host::rust::number(shape.scalar), crate::host::rust::zero_number(shape.scalar));
    let rows = shape.length;
    let columns = shape.vectors.map_or(1, |vectors| vectors.count);
    let name = match shape.vectors {
        None => format!("nalgebra::SVector<{ty}, {rows}>"),
        Some(_) => format!("nalgebra::SMatrix<{ty}, {rows}, {columns}>"),
    };
    let zero = format!("nalgebra::SMatrix::from_array_storage(nalgebra::ArrayStorage([[{zero}; {rows}]; {columns}]))");
    Some(LibraryType { zero, ..shape.tight(name, shape.number()) })
}
