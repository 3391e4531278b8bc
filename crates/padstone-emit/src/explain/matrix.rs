//! Steps into matrices: to an element in HLSL, to a column and then a scalar in other languages.

use padstone_layout::Shape;
use padstone_model::{Language, Major, Offset, Size, Stride, Type, TypeId};

use super::path::Part;
use super::walk::{Destination, StepKind, Unknown, Walk, swizzle};

impl Walk<'_> {
    pub(super) fn matrix_element(&mut self, matrix: TypeId, row: u8, column: u8, label: String) -> Result<(), Unknown> {
        let Type::Matrix { scalar, .. } = self.module.types[matrix] else { return Ok(()) };
        let Some((numbers, columns)) = self.matrix_steps(matrix) else { return Ok(()) };
        let bytes = self.scalar_bytes(scalar);
        let offset = columns.times(column.into()).and_then(|size| Offset::from(size).plus(numbers.times(row.into())?));
        let offset = offset.ok_or_else(|| Unknown::new("the offset of the element cannot be represented".into()))?;
        self.push(label, StepKind::MatrixElement { matrix, row, column }, offset, Size::new(bytes), Destination::Scalar(matrix))
    }

    /// Whether `m[1]` is a column of a matrix, as in GLSL and WGSL, and not a row, as in HLSL.
    pub(super) fn indexes_columns(&self) -> bool {
        !matches!(self.module.language, Language::Hlsl | Language::Slang)
    }

    pub(super) fn column(&mut self, matrix: TypeId, column: u8) -> Result<(), Unknown> {
        let Some((numbers, columns)) = self.matrix_steps(matrix) else { return Ok(()) };
        let Type::Matrix { scalar, rows, .. } = self.module.types[matrix] else { return Ok(()) };
        let bytes = Size::new(self.scalar_bytes(scalar));
        let beyond = || Unknown::new("the offset of the column cannot be represented".into());
        let offset = columns.times(column.into()).map(Offset::from).ok_or_else(beyond)?;
        // From its first scalar to the end of its last.
        let size = numbers.times(u64::from(rows) - 1).and_then(|before| before.plus(bytes)).ok_or_else(beyond)?;
        self.push(format!("[{column}]"), StepKind::Column { matrix, column }, offset, size, Destination::Column(matrix))
    }

    pub(super) fn column_element(&mut self, matrix: TypeId, part: &Part) -> Result<(), Unknown> {
        let (Some((numbers, _)), Type::Matrix { scalar, rows, .. }) = (self.matrix_steps(matrix), self.module.types[matrix]) else {
            return Ok(());
        };
        let (row, label) = match part {
            Part::Name(name) => (swizzle(name), format!(".{name}")),
            Part::Index(index) => (u8::try_from(*index).ok(), format!("[{index}]")),
        };
        let Some(row) = row.filter(|row| *row < rows) else {
            return Err(Unknown::new(format!("`{}`, a column with {rows} components, has no component `{label}`", self.written())));
        };
        let offset = numbers.times(row.into()).map(Offset::from);
        let offset = offset.ok_or_else(|| Unknown::new("the offset of the component cannot be represented".into()))?;
        let size = Size::new(self.scalar_bytes(scalar));
        self.push(label, StepKind::ColumnElement { matrix, row }, offset, size, Destination::Scalar(matrix))
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
