//! The offsets that generated code reads, where they differ from reflection because of known compiler bugs, which are data in a profile.
//!
//! DXC's own reflection and its generated code disagree on some matrices and doubles. The rule sets describe
//! the reflection; the functions here compute the offsets in the code. Measured on DXC 1.9 at 9a3e225d: the loads in the DXIL
//! of some 14,000 values.

use padstone_model::{Align, Count, Major, Module, Offset, Scalar, Size, Stride, Type, TypeId};

use crate::CompilerBug;
use crate::result::{FieldLayout, ReadShift, Shape, TypeLayouts};

impl TypeLayouts {
    /// The offset from which code reads a value at `offset`.
    pub fn first_read(&self, module: &Module, ty: TypeId, offset: Offset) -> Offset {
        Offset::new(offset.bytes() - u64::from(self.read_before(module, ty, offset)))
    }

    /// Records the offsets that generated code reads: `code` are the layouts of the same types in it.
    pub(crate) fn read_as_in(&mut self, module: &Module, mut code: TypeLayouts) {
        code.wrap_to_32_bits();
        for (ty, _) in module.types.iter() {
            let (Ok(Shape::Struct { first }), Some(declared)) = (self.get(ty).map(|layout| layout.shape), module.as_struct(ty)) else {
                continue;
            };
            let fields = self.fields.iter_mut().skip(first as usize).take(declared.fields.len());
            for (placed, (_, read)) in fields.zip(code.fields(module, ty)) {
                placed.read = ReadShift::between(placed.offset, read.offset);
            }
        }
        self.code = Some(Box::new(code));
    }

    /// Reduces all numbers modulo 2^32: the decorations of SPIR-V have 32 bits (`Offset`, `ArrayStride`), and in the code of libslang 2026.12 a
    /// member after `[[vk::offset(-4)]] float` is at offset 0.
    fn wrap_to_32_bits(&mut self) {
        let wrapped = |bytes: u64| bytes & u64::from(u32::MAX);
        self.fields.iter_mut().for_each(|placed| placed.offset = Offset::new(wrapped(placed.offset.bytes())));
        for layout in self.types.iter_mut().flatten() {
            layout.extent = layout.extent.wrapped_to_32_bits();
            if let Shape::Array { stride } | Shape::Matrix { stride, .. } = &mut layout.shape {
                *stride = Stride::new(wrapped(stride.bytes()));
            }
        }
    }

    /// The number of bytes before `offset` at which code starts to read a value at `offset`.
    pub(crate) fn read_before(&self, module: &Module, ty: TypeId, offset: Offset) -> u16 {
        if self.compiler_bugs.is_empty() {
            return 0;
        }
        let (multiple, fault) = match module.types[ty] {
            Type::Matrix { .. } => (Align::SIXTEEN, CompilerBug::MatrixFromRowStart),
            Type::Scalar(scalar) | Type::Vector { scalar, .. } if is_wide(module, scalar) => {
                (Align::EIGHT, CompilerBug::WideFromMultipleOfEight)
            }
            _ => return 0,
        };
        // The result is less than 16.
        if self.compiler_bugs.contains(&fault) { offset.misalignment(multiple) as u16 } else { 0 }
    }

    /// Whether the code counts padding among the fields of structs, so that a displaced read of a field displaces the reads of its members
    /// equally.
    pub fn code_counts_padding(&self) -> bool {
        self.compiler_bugs.contains(&CompilerBug::CountsPadding)
    }

    /// The offset from which code reads one scalar of a matrix at `offset`; `None` if the type is not a matrix or the
    /// scalar is out of range.
    pub fn read_offset_of_element(&self, module: &Module, ty: TypeId, offset: Offset, row: u8, column: u8) -> Option<Offset> {
        let Type::Matrix { rows, columns, major, .. } = module.types[ty] else { return None };
        let (vector, index) = match major {
            Major::Row => (row, column),
            Major::Column => (column, row),
        };
        let (vectors, length) = major.vectors(rows, columns);
        if vector >= vectors || index >= length {
            return None;
        }
        let (vector, index) = (u64::from(vector), u64::from(index));
        let (vector_step, number_step) = self.matrix_steps(module, ty)?;
        let within = vector_step.times(vector)?.plus(number_step.times(index)?)?;
        self.first_read(module, ty, offset).plus(within)
    }

    /// The strides with which the code reads the vectors of a matrix, and the scalars of each.
    fn matrix_steps(&self, module: &Module, ty: TypeId) -> Option<(Stride, Stride)> {
        let Type::Matrix { scalar, rows, columns, major } = module.types[ty] else { return None };
        let length = u64::from(major.vectors(rows, columns).1);
        let number = Stride::new(self.rules.scalar_bytes(module, scalar));
        if self.compiler_bugs.contains(&CompilerBug::HalfMatrixSteps) && module.scalar_bytes(scalar) == 2 {
            return Some((Stride::new(4 * length), Stride::new(4)));
        }
        let vector = match self.get(ty).ok()?.shape {
            _ if self.compiler_bugs.contains(&CompilerBug::WideMatrixSteps) && is_wide(module, scalar) => Stride::new(32),
            Shape::Matrix { stride, .. } => stride,
            _ => number.times(length)?.as_stride(),
        };
        Some((vector, number))
    }

    /// The stride with which the code reads the elements of an array; `None` for other types.
    pub fn read_stride(&self, module: &Module, array: TypeId) -> Option<Stride> {
        let Type::Array { element, .. } = module.types[array] else { return None };
        let Shape::Array { stride } = self.get(array).ok()?.shape else { return None };
        if let Some(code) = self.in_code() {
            return code.read_stride(module, array);
        }
        match module.types[element] {
            Type::Matrix { scalar, rows, columns, major }
                if self.compiler_bugs.contains(&CompilerBug::WideMatrixSteps) && is_wide(module, scalar) =>
            {
                Some(Stride::new(16 * u64::from(major.vectors(rows, columns).0)))
            }
            _ => Some(stride),
        }
    }

    /// The stride with which the code reads the elements of an array, if it is not the stride of the rules.
    pub fn other_read_stride(&self, module: &Module, array: TypeId) -> Option<Stride> {
        let Shape::Array { stride } = self.get(array).ok()?.shape else { return None };
        self.read_stride(module, array).filter(|read| *read != stride)
    }

    /// Whether the code reads some scalars of a matrix, or some elements of an array of matrices, from other offsets than the rules
    /// specify, even if the first one is correct.
    pub(crate) fn steps_differ(&self, module: &Module, ty: TypeId) -> bool {
        let (Type::Matrix { scalar, rows, columns, major }, Ok(layout)) = (module.types[ty], self.get(ty)) else { return false };
        let (vectors, length) = major.vectors(rows, columns);
        let (Shape::Matrix { stride, .. }, Some((vector, number))) = (layout.shape, self.matrix_steps(module, ty)) else { return false };
        (vectors > 1 && vector != stride) || (length > 1 && number.bytes() != self.rules.scalar_bytes(module, scalar))
    }
}

/// The reflection of an array of matrices that is miscounted ([`CompilerBug::MiscountedMatrixArrays`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MiscountedReflection {
    pub(crate) count: u64,
    pub(crate) size: Size,
    pub(crate) stride: Stride,
}

impl TypeLayouts {
    /// The size of a field in reflection, in bytes; usually the bytes that it occupies.
    ///
    /// DXC computes the size of a struct from the offset and the size of its last field, and that of an array from the size of an element,
    /// so that a miscounted array at the end of a struct changes the reflected size of every type that ends with that struct.
    pub fn reflected_size(&self, module: &Module, ty: TypeId, placed: &FieldLayout) -> Size {
        self.miscounted_size(module, ty).unwrap_or(placed.size)
    }

    /// Records whether reflection miscounts an array. To be called for each type once it is laid out.
    pub(crate) fn record_miscounts(&mut self, module: &Module, ty: TypeId) {
        self.miscounts = self.miscounts || self.miscounted(module, ty).is_some();
    }

    /// The size of a type in reflection, if it ends with an array that reflection miscounts.
    pub(crate) fn miscounted_size(&self, module: &Module, ty: TypeId) -> Option<Size> {
        if !self.miscounts {
            return None;
        }
        let (mut ty, mut structs) = (ty, Vec::new());
        let array = loop {
            if let Some(reflected) = self.reflected(module, ty) {
                break reflected;
            }
            let mut elements = 1_u64;
            while let Type::Array { element, count: Count::Known(count) } = module.types[ty] {
                (ty, elements) = (element, elements.checked_mul(count)?);
            }
            let (last, placed) = self.fields(module, ty).rfind(|(field, _)| !is_resource(module, field.ty))?;
            structs.push((elements, placed.offset));
            ty = last.ty;
        };
        structs.into_iter().rev().try_fold(array.size, |size, (elements, offset)| {
            let end = Size::new(offset.bytes()).plus(size)?;
            end.align_to(Align::SIXTEEN)?.as_stride().times(elements.saturating_sub(1))?.plus(end)
        })
    }

    /// The reflection of an array, if it is miscounted.
    ///
    /// With 16-bit types, DXC stores an array of matrices as an array of arrays, and counts the innermost dimensions that together have as many
    /// elements as a matrix has scalars as the matrix itself.
    pub(crate) fn reflected(&self, module: &Module, array: TypeId) -> Option<MiscountedReflection> {
        if !self.miscounts {
            return None;
        }
        self.miscounted(module, array)
    }

    fn miscounted(&self, module: &Module, array: TypeId) -> Option<MiscountedReflection> {
        if !matches!(module.types[array], Type::Array { .. }) || !self.compiler_bugs.contains(&CompilerBug::MiscountedMatrixArrays) {
            return None;
        }
        // Arrays that nest too deeply have no layout, so that the walk below is short.
        self.get(array).ok()?;
        let (mut ty, mut dimensions, mut innermost) = (array, Vec::new(), array);
        while let Type::Array { element, count: Count::Known(count) } = module.types[ty] {
            (innermost, ty) = (ty, element);
            dimensions.push(count);
        }
        let (Type::Matrix { rows, columns, major, .. }, false) = (module.types[ty], dimensions.is_empty()) else { return None };
        let scalars = u64::from(rows) * u64::from(columns);
        let product = |dimensions: &[u64]| dimensions.iter().try_fold(1_u64, |product, count| product.checked_mul(*count));
        let count = if module.options.native_16bit {
            let outer = (0..dimensions.len()).find(|&outer| scalars > 1 && product(&dimensions[outer..]) == Some(scalars))?;
            product(&dimensions[..outer])?
        } else {
            product(&dimensions).filter(|_| dimensions.len() > 1 && major.vectors(rows, columns).0 == 1)?
        };
        let (true, Shape::Array { stride }) = (count > 0, self.get(innermost).ok()?.shape) else { return None };
        let size = stride.times(count - 1)?.plus(self.get(ty).ok()?.size)?;
        Some(MiscountedReflection { count, size, stride })
    }
}

fn is_resource(module: &Module, ty: TypeId) -> bool {
    matches!(module.types[module.types.peel_arrays(ty)], Type::Resource(_))
}

fn is_wide(module: &Module, scalar: Scalar) -> bool {
    module.scalar_bytes(scalar) == 8
}
