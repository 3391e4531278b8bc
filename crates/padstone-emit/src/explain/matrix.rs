//! Steps into matrices: to an element (`_m01`), or to a row or column and then to a scalar of it (`[0][1]`).

use padstone_layout::Shape;
use padstone_model::{Major, Offset, Size, Stride, Type, TypeId};

use super::path::PathPart;
use super::walk::{Destination, PathWalk, StepKind, Unknown, swizzle};

impl PathWalk<'_> {
    pub(super) fn matrix_element(&mut self, matrix: TypeId, row: u8, column: u8, label: String) -> Result<(), Unknown> {
        let Type::Matrix { scalar, .. } = self.module.types[matrix] else { return Ok(()) };
        let Some((numbers, columns)) = self.matrix_steps(matrix) else { return Ok(()) };
        let bytes = self.scalar_bytes(scalar);
        let offset = columns.times(column.into()).and_then(|size| Offset::from(size).plus(numbers.times(row.into())?));
        let offset = offset.ok_or_else(|| Unknown::new("the offset of the element cannot be represented".into()))?;
        self.push(label, StepKind::MatrixElement { matrix, row, column }, offset, Size::new(bytes), Destination::Scalar(matrix))
    }

    /// The vectors that `m[1]` selects in the language: rows in HLSL and Slang, columns in GLSL and WGSL.
    pub(super) fn indexed_vectors(&self) -> Major {
        crate::display::indexed_vectors(self.module.language)
    }

    /// The word for these vectors.
    pub(super) fn vector_word(&self) -> &'static str {
        match self.indexed_vectors() {
            Major::Row => "row",
            Major::Column => "column",
        }
    }

    pub(super) fn matrix_vector(&mut self, matrix: TypeId, index: u64) -> Result<(), Unknown> {
        let Type::Matrix { scalar, rows, columns, .. } = self.module.types[matrix] else { return Ok(()) };
        let Some((vectors, numbers)) = self.vector_steps(matrix) else { return Ok(()) };
        let (count, length) = self.indexed_vectors().vectors(rows, columns);
        let Some(index) = u8::try_from(index).ok().filter(|index| *index < count) else {
            return Err(Unknown::new(format!("{} has no {} {index}", self.described(matrix), self.vector_word())));
        };
        let bytes = Size::new(self.scalar_bytes(scalar));
        let beyond = |word| Unknown::new(format!("the offset of the {word} cannot be represented"));
        let offset = vectors.times(index.into()).map(Offset::from).ok_or_else(|| beyond(self.vector_word()))?;
        // From its first scalar to the end of its last.
        let size = numbers.times(u64::from(length) - 1).and_then(|before| before.plus(bytes)).ok_or_else(|| beyond(self.vector_word()))?;
        let kind = StepKind::MatrixVector { matrix, index };
        self.push(format!("[{index}]"), kind, offset, size, Destination::MatrixVector(matrix, index))
    }

    pub(super) fn matrix_vector_element(&mut self, matrix: TypeId, vector: u8, part: &PathPart) -> Result<(), Unknown> {
        let (Some((_, numbers)), Type::Matrix { scalar, rows, columns, .. }) = (self.vector_steps(matrix), self.module.types[matrix])
        else {
            return Ok(());
        };
        let length = self.indexed_vectors().vectors(rows, columns).1;
        let (index, label) = match part {
            PathPart::Name(name) => {
                (swizzle(name).filter(|components| components.len() == 1).map(|components| components[0]), format!(".{name}"))
            }
            PathPart::Index(index) => (u8::try_from(*index).ok(), format!("[{index}]")),
        };
        let Some(index) = index.filter(|index| *index < length) else {
            let word = self.vector_word();
            return Err(Unknown::new(format!("`{}`, a {word} with {length} components, has no component `{label}`", self.written())));
        };
        let offset = numbers.times(index.into()).map(Offset::from);
        let offset = offset.ok_or_else(|| Unknown::new("the offset of the component cannot be represented".into()))?;
        let size = Size::new(self.scalar_bytes(scalar));
        let (row, column) = self.row_and_column(vector, index);
        let kind = StepKind::MatrixVectorElement { matrix, index, row, column };
        self.push(label, kind, offset, size, Destination::Scalar(matrix))
    }

    /// The row and column of a scalar of a vector that an index selects.
    pub(super) fn row_and_column(&self, vector: u8, index: u8) -> (u8, u8) {
        match self.indexed_vectors() {
            Major::Row => (vector, index),
            Major::Column => (index, vector),
        }
    }

    /// The strides of the vectors that an index selects, and of the scalars in each.
    pub(super) fn vector_steps(&self, matrix: TypeId) -> Option<(Stride, Stride)> {
        let (rows, columns) = self.matrix_steps(matrix)?;
        Some(match self.indexed_vectors() {
            Major::Row => (rows, columns),
            Major::Column => (columns, rows),
        })
    }

    /// The strides of the scalars of a column of a matrix, and of the columns.
    pub(super) fn matrix_steps(&self, matrix: TypeId) -> Option<(Stride, Stride)> {
        let Type::Matrix { scalar, rows, columns, major } = self.module.types[matrix] else { return None };
        let number = Stride::new(self.scalar_bytes(scalar));
        let vector = match self.types.get(matrix).map(|layout| layout.shape) {
            Ok(Shape::Matrix { stride, .. }) => stride,
            // The rules treat it as a vector: its scalars are contiguous.
            _ => Stride::new(number.bytes() * u64::from(major.vectors(rows, columns).1)),
        };
        Some(match major {
            Major::Column => (number, vector),
            Major::Row => (vector, number),
        })
    }
}
