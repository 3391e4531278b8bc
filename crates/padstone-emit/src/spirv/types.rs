//! Lowers types of the model to SPIR-V types.
//!
//! All numbers come from the layout; this module only chooses the SPIR-V types.

use std::collections::{HashMap, HashSet};

use padstone_bind::Binding;
use padstone_diag::Diagnostics;
use padstone_layout::{DescriptorHandles, Layout, ModuleLayout, Shape, Subject};
use padstone_model::{
    Align, Buffer, BufferKind, Count, EnumId, Language, Major, Module, PointerTarget, PointerTargetId, Scalar, Size, Stride, Type, TypeId,
};
use rspirv::spirv::{Decoration, StorageClass, Word};

use super::builder::Builder;
use super::errors::SpirvError;

/// A SPIR-V type, with its properties for Vulkan's validator (Vulkan 1.4, 15.8.4).
#[derive(Clone, Copy, Debug)]
pub(super) struct SpirvType {
    pub(super) id: Word,
    /// The size up to the last byte in use; for a matrix of columns, including the padding of the last one.
    pub(super) size: Size,
    /// The scalar alignment: that of the widest scalar.
    pub(super) align: Align,
    /// Whether there are 8-bit and 16-bit scalars.
    pub(super) narrow: NarrowScalars,
    /// The decorations of a member that contains a matrix, or arrays of one.
    pub(super) matrix: Option<MatrixOrder>,
}

impl SpirvType {
    /// A struct without members.
    pub(super) fn without_bytes(id: Word) -> SpirvType {
        SpirvType { id, size: Size::ZERO, align: Align::ONE, narrow: NarrowScalars::default(), matrix: None }
    }
}

/// The scalars that need a capability in buffers.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct NarrowScalars {
    pub(super) bits8: bool,
    pub(super) bits16: bool,
}

impl NarrowScalars {
    pub(super) fn or(self, other: NarrowScalars) -> NarrowScalars {
        NarrowScalars { bits8: self.bits8 | other.bits8, bits16: self.bits16 | other.bits16 }
    }
}

/// How the scalars of a matrix are stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatrixOrder {
    pub(super) stride: u32,
    pub(super) major: Decoration,
}

/// The types of one module under all its rule sets, and the SPIR-V module that they are added to.
pub(super) struct Lowering<'m> {
    pub(super) module: &'m Module,
    pub(super) layouts: &'m ModuleLayout,
    pub(super) builder: Builder,
    pub(super) diagnostics: Diagnostics,
    known: HashMap<(usize, TypeId), Result<Option<SpirvType>, SpirvError>>,
    /// The layouts of structs and buffers that pointers refer to.
    pointees: HashMap<Subject, &'m Layout>,
    pointers: HashMap<Subject, Word>,
    /// Forward-declared pointers, with their targets.
    pub(super) announced: Vec<(Word, &'m Layout)>,
}

impl<'m> Lowering<'m> {
    pub(super) fn new(module: &'m Module, layouts: &'m ModuleLayout) -> Lowering<'m> {
        let pointed_to: HashSet<Subject> = module.pointer_targets.iter().filter_map(|(_, &target)| subject(target)).collect();
        let by_subject = layouts.layouts.iter().rev().map(|layout| (layout.subject, layout));
        let pointees = by_subject.filter(|(subject, _)| pointed_to.contains(subject));
        Lowering {
            module,
            layouts,
            builder: Builder::new(),
            diagnostics: Diagnostics::new(),
            known: HashMap::new(),
            pointees: pointees.collect(),
            pointers: HashMap::new(),
            announced: Vec::new(),
        }
    }

    /// A type under the rules of a set; `None` if it has no bytes.
    pub(super) fn lower(&mut self, set: usize, ty: TypeId) -> Result<Option<SpirvType>, SpirvError> {
        if let Some(&known) = self.known.get(&(set, ty)) {
            return known;
        }
        // A type deeper than [`padstone_layout::MAX_DEPTH`] has no layout, which bounds the depth of this recursion.
        let shape = self.layouts.sets[set].get(ty).map_err(|_| SpirvError::LayoutError)?.shape;
        let lowered = match (self.module.types[ty], shape) {
            (Type::Scalar(scalar) | Type::Atomic(scalar), _) => Ok(Some(self.scalar(set, scalar))),
            (Type::Enum(id), _) => Ok(Some(self.enumeration(set, ty, id))),
            (Type::Vector { scalar, width }, _) => self.narrow_vector(set, scalar, width).map(Some),
            (Type::Matrix { scalar, rows, columns, major }, shape) => self.matrix(set, scalar, rows, columns, major, shape).map(Some),
            (Type::Pointer(to), _) => Ok(Some(self.pointer(to.target))),
            (Type::Array { element, count }, Shape::Array { stride }) => match count {
                Count::Known(0) => Ok(None),
                _ => self.lower(set, element).and_then(|element| element.map(|inner| self.array(inner, count, stride)).transpose()),
            },
            (Type::Struct(_), _) => Ok(self.structure(set, ty)),
            (Type::Handle(_), _) if self.layouts.sets[set].rules.descriptor_handles == DescriptorHandles::Uint2 => {
                Ok(Some(self.vector(set, Scalar::Uint32, 2)))
            }
            (Type::Resource(_) | Type::Handle(_), _) => match self.layouts.sets[set].get(ty).map_or(Size::ZERO, |layout| layout.size) {
                Size::ZERO => Ok(None),
                size => Err(SpirvError::Resource(size)),
            },
            (Type::Interface(_), _) => Err(SpirvError::Interface),
            (Type::Array { .. } | Type::Unspecialized(_) | Type::Unknown, _) => Err(SpirvError::LayoutError),
        };
        self.known.insert((set, ty), lowered);
        lowered
    }

    /// Elements with the stride `stride`.
    pub(super) fn array(&mut self, element: SpirvType, count: Count, stride: Stride) -> Result<SpirvType, SpirvError> {
        if stride.bytes() < element.size.bytes() || stride.bytes() == 0 {
            return Err(SpirvError::Close { stride, size: element.size });
        }
        if !stride.is_aligned(element.align) {
            return Err(SpirvError::Uneven { stride, align: element.align });
        }
        let decoration = u32::try_from(stride.bytes()).map_err(|_| SpirvError::Large)?;
        let before = count.known().map_or(0, |count| count.saturating_sub(1));
        let size = stride.times(before).and_then(|before| before.plus(element.size)).ok_or(SpirvError::Large)?;
        let id = self.builder.array(element.id, count.known());
        self.builder.decorate(id, Decoration::ArrayStride, Some(decoration));
        Ok(SpirvType { id, size, ..element })
    }

    fn scalar(&mut self, set: usize, scalar: Scalar) -> SpirvType {
        let bytes = self.layouts.sets[set].rules.scalar_bytes(self.module, scalar);
        if scalar.is_float() { self.float(bytes) } else { self.int(bytes, is_signed(scalar)) }
    }

    /// An integer of 1, 2, 4 or 8 bytes.
    pub(super) fn int(&mut self, bytes: u64, signed: bool) -> SpirvType {
        let id = self.builder.int(bits(bytes), signed);
        number(id, bytes)
    }

    fn float(&mut self, bytes: u64) -> SpirvType {
        let id = self.builder.float(bits(bytes));
        number(id, bytes)
    }

    /// The width is that of the rules.
    fn enumeration(&mut self, set: usize, ty: TypeId, id: EnumId) -> SpirvType {
        let scalar = self.module.enums[id].scalar;
        let bytes = self.layouts.sets[set].get(ty).map_or(self.module.scalar_bytes(scalar), |layout| layout.size.bytes());
        self.int(bytes, is_signed(scalar))
    }

    fn vector(&mut self, set: usize, scalar: Scalar, width: u8) -> SpirvType {
        let component = self.scalar(set, scalar);
        if width < 2 {
            return component;
        }
        let id = self.builder.vector(component.id, width.into());
        SpirvType { id, size: Size::new(component.size.bytes() * u64::from(width)), ..component }
    }

    /// A vector with as many components as SPIR-V allows.
    fn narrow_vector(&mut self, set: usize, scalar: Scalar, width: u8) -> Result<SpirvType, SpirvError> {
        if width <= 4 { Ok(self.vector(set, scalar, width)) } else { Err(SpirvError::Wide(width)) }
    }

    /// A SPIR-V matrix consists of 2 to 4 floating-point columns with 2 to 4 components; others are arrays of their vectors.
    fn matrix(&mut self, set: usize, scalar: Scalar, rows: u8, columns: u8, major: Major, shape: Shape) -> Result<SpirvType, SpirvError> {
        let Shape::Matrix { stride, vectors, length } = shape else { return self.narrow_vector(set, scalar, rows.saturating_mul(columns)) };
        let vector = self.narrow_vector(set, scalar, length)?;
        if vectors == 1 {
            return Ok(vector);
        }
        if length == 1 || vectors > 4 || !scalar.is_float() {
            return self.array(vector, Count::Known(vectors.into()), stride);
        }
        if stride.bytes() < vector.size.bytes() {
            return Err(SpirvError::Close { stride, size: vector.size });
        }
        if !stride.is_aligned(vector.align) {
            return Err(SpirvError::Uneven { stride, align: vector.align });
        }
        let by_columns = (major == Major::Column) != is_transposed(self.module.language);
        let (order, size) = match by_columns {
            true => (Decoration::ColMajor, stride.times(vectors.into())),
            false => (Decoration::RowMajor, stride.times(u64::from(vectors) - 1).and_then(|before| before.plus(vector.size))),
        };
        let (columns, rows) = if by_columns { (vectors, length) } else { (length, vectors) };
        let column = self.vector(set, scalar, rows);
        let id = self.builder.matrix(column.id, columns.into());
        let stride = u32::try_from(stride.bytes()).map_err(|_| SpirvError::Large)?;
        Ok(SpirvType { id, size: size.ok_or(SpirvError::Large)?, matrix: Some(MatrixOrder { stride, major: order }), ..column })
    }

    /// Whether only pointers refer to the buffer of a layout.
    pub(super) fn is_pointee(&self, layout: &Layout, buffer: &Buffer, binding: Option<Binding>) -> bool {
        binding.is_none() && buffer.kind == BufferKind::Storage && self.pointees.contains_key(&layout.subject)
    }

    /// Whether a pointer refers to this layout of a struct, so that it needs a type.
    pub(super) fn is_pointed_to(&self, layout: &Layout) -> bool {
        let Subject::Struct(_) = layout.subject else { return false };
        let is_pointee = self.pointees.get(&layout.subject).is_some_and(|&pointee| std::ptr::eq(pointee, layout));
        is_pointee && self.pointers.contains_key(&layout.subject)
    }

    /// An address; if the target has no layout, an integer.
    fn pointer(&mut self, target: Option<PointerTargetId>) -> SpirvType {
        let subject = target.and_then(|target| subject(self.module.pointer_targets[target]));
        let pointee = subject.and_then(|subject| self.pointees.get(&subject));
        let Some(&pointee) = pointee else { return self.int(8, false) };
        let id = *self.pointers.entry(pointee.subject).or_insert_with(|| {
            self.builder.has_addresses();
            let id = self.builder.forward_pointer(StorageClass::PhysicalStorageBuffer);
            self.announced.push((id, pointee));
            id
        });
        number(id, 8)
    }
}

fn subject(target: PointerTarget) -> Option<Subject> {
    match target {
        PointerTarget::Undefined => None,
        PointerTarget::Struct(id) => Some(Subject::Struct(id)),
        PointerTarget::Buffer(id) => Some(Subject::Buffer(id)),
    }
}

/// Whether the rows of a matrix in the language are columns in SPIR-V. Compilers of HLSL swap them, because `m[i]` is a row in HLSL and
/// a column in SPIR-V (DXC, SPIR-V.rst, "Matrix types"); therefore they swap the majorness too.
fn is_transposed(language: Language) -> bool {
    matches!(language, Language::Hlsl | Language::Slang)
}

fn is_signed(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int8 | Scalar::Int16 | Scalar::Int32 | Scalar::Int64 | Scalar::Min16Int | Scalar::Min12Int)
}

fn bits(bytes: u64) -> u32 {
    match bytes {
        1 => 8,
        2 => 16,
        8 => 64,
        _ => 32,
    }
}

fn number(id: Word, bytes: u64) -> SpirvType {
    let align = Align::new(bytes).unwrap_or(Align::ONE);
    SpirvType { id, size: Size::new(bytes), align, narrow: NarrowScalars { bits8: bytes == 1, bits16: bytes == 2 }, matrix: None }
}
