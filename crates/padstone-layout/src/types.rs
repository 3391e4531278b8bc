//! The size, alignment and structure of every type under one rule set.

use std::collections::BTreeMap;

use padstone_model::{
    Align, BufferKind, Count, Dimension, InterfaceId, Major, Module, ResourceKind, ResourceType, Scalar, Size, Stride, Type, TypeId,
};

use crate::counted::CountedRecords;
use crate::extent::Extent;
use crate::nesting::{Nesting, nesting};
use crate::result::{LayoutError, Shape, TypeLayout, TypeLayouts};
use crate::rules::{
    DescriptorHandles, HalfVectors, Handle, HandleSizes, IntegerMatrices, LlvmShapes, Matrices, PointerSize, Resources, RuleSet,
    ScalarAlign, StructAlign, TailPadding, UnsizedArrays, VectorMatrices,
};
use crate::stated_layout::StatedLayout;
use crate::{BufferRules, MAX_DEPTH, Offsets, Profile, RuntimeArrays, Sizes};

/// A module, its profile, and the known properties of its types.
#[derive(Clone, Copy)]
pub(crate) struct TypeSubject<'a> {
    pub(crate) module: &'a Module,
    pub(crate) profile: &'a Profile,
    pub(crate) nesting: &'a [Nesting],
    pub(crate) owners: &'a Owners,
    /// The offsets in a compiled file.
    pub(crate) stated: Option<&'a StatedLayout>,
    pub(crate) link_time_arrays: LinkTimeArrays,
    pub(crate) described_by: Described,
}

/// The source of a layout, where the compiler's reflection and its code differ ([`Offsets::InCode`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Described {
    /// Reflection.
    Reflection,
    /// Generated code.
    Code,
}

/// The treatment of arrays whose count is a link-time constant ([`Count::LinkTime`]), and of unsized arrays that are not
/// last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LinkTimeArrays {
    /// Types that contain such an array have no layout.
    Rejected,
    /// Runtime-sized arrays are laid out with one element. Preceding members, the alignment and the stride are the same
    /// for every count; the size and everything after the array are not.
    OfOne,
}

/// Lays out types as [`lay_out_types`] does, with the offsets from which generated code reads fields, whose rules there are those of `code`.
pub(crate) fn lay_out_with_code(
    subject: TypeSubject<'_>,
    (usage, code): (&BufferRules, &BufferRules),
    contained_size: Option<&[bool]>,
    standard: bool,
) -> TypeLayouts {
    let mut layouts = lay_out_types(subject, usage, contained_size, standard);
    let has_offsets = || {
        let fields = subject.module.structs.iter().flat_map(|(_, declared)| &declared.fields);
        subject.profile.explicit.offsets == Offsets::InCode && fields.into_iter().any(|field| field.offset().is_some())
    };
    if subject.stated.is_none() && (!usage.is(code) || has_offsets()) {
        let in_code = lay_out_types(TypeSubject { described_by: Described::Code, ..subject }, code, contained_size, standard);
        layouts.read_as_in(subject.module, in_code);
    }
    layouts
}

/// Lays out every type of a module, or the types that `contained_size` marks, in the order of their ids: a type comes after those that it refers to.
pub(crate) fn lay_out_types(subject: TypeSubject<'_>, usage: &BufferRules, contained_size: Option<&[bool]>, standard: bool) -> TypeLayouts {
    let TypeSubject { module, profile, nesting, owners, stated, link_time_arrays, described_by } = subject;
    let layouts = TypeLayouts {
        rules: usage.rules,
        sizes: usage.sizes,
        compiler_bugs: usage.compiler_bugs,
        types: Vec::with_capacity(module.types.len()),
        fields: Vec::with_capacity(field_count(module, contained_size)),
        leading: BTreeMap::new(),
        crowded: Vec::with_capacity(module.types.len()),
        standard,
        miscounts: false,
        code: None,
    };
    let mut layouter = TypeLayouter {
        module,
        nesting,
        profile,
        owners,
        stated,
        link_time_arrays,
        described_by,
        layouts,
        slack: vec![Extent::ZERO; module.types.len()],
        records: CountedRecords::default(),
    };
    for (id, ty) in module.types.iter() {
        let crowded = layouter.contains_crowded(ty);
        layouter.layouts.crowded.push(crowded);
        let layout = if contained_size.is_none_or(|contained_size| contained_size[id.index()]) {
            layouter.lay_out(id, *ty)
        } else {
            Err(LayoutError::NotInBuffers)
        };
        layouter.layouts.types.push(layout);
        layouter.layouts.record_miscounts(module, id);
    }
    layouter.layouts
}

fn field_count(module: &Module, contained_size: Option<&[bool]>) -> usize {
    let structs = module.structs.iter().map(|(_, declared)| declared);
    let contained_size =
        structs.filter(|declared| contained_size.is_none_or(|contained_size| declared.ty.is_some_and(|ty| contained_size[ty.index()])));
    contained_size.map(|declared| declared.fields.len()).sum()
}

/// By type: how a struct is represented whose members are declarations of their own.
pub(crate) struct Owners {
    /// For the members of a buffer, the registers that they can specify.
    registers: Vec<Option<RegisterBlock>>,
    /// Whether it consists of the parameters of a scope.
    scopes: Vec<bool>,
}

/// The 16-byte registers of HLSL's constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RegisterBlock {
    /// The members of a cbuffer or tbuffer: `packoffset`.
    Buffer,
    /// The members of `$Globals`: `register(c…)`.
    Globals,
}

impl Owners {
    pub(crate) fn of(module: &Module) -> Owners {
        let mut registers = vec![None; module.types.len()];
        let mut scopes = vec![false; module.types.len()];
        for (_, buffer) in module.buffers.iter() {
            match buffer.kind {
                BufferKind::CBuffer | BufferKind::TBuffer => registers[buffer.content.index()] = Some(RegisterBlock::Buffer),
                BufferKind::Globals => registers[buffer.content.index()] = Some(RegisterBlock::Globals),
                _ => {}
            }
            scopes[buffer.content.index()] |= matches!(buffer.kind, BufferKind::Globals | BufferKind::EntryUniforms);
        }
        Owners { registers, scopes }
    }

    /// Whether a type consists of the parameters of a scope: `$Globals`, or the uniform parameters of an entry point.
    pub(crate) fn is_scope(&self, content: TypeId) -> bool {
        self.scopes[content.index()]
    }

    /// `None` for the members of GLSL's blocks, which have no registers.
    pub(crate) fn registers(&self, content: TypeId) -> Option<RegisterBlock> {
        self.registers[content.index()]
    }
}

/// All types of a module under one rule set, with the explicit offsets and the runtime-sized arrays of a profile.
///
/// Arrays whose count is a link-time constant ([`Count::LinkTime`]) and unsized arrays are laid out with one element: alignments,
/// strides, and offsets up to that of the first such array are correct for every count; others are not.
pub fn types_under(module: &Module, profile: &Profile, rules: &'static RuleSet) -> TypeLayouts {
    let usage = BufferRules { rules, sizes: Sizes::Whole, compiler_bugs: &[] };
    let subject = TypeSubject {
        module,
        profile,
        nesting: &nesting(module),
        owners: &Owners::of(module),
        stated: None,
        link_time_arrays: LinkTimeArrays::OfOne,
        described_by: Described::Reflection,
    };
    lay_out_with_code(subject, (&usage, &usage), None, false)
}

/// The layout of one module under one rule set.
pub(crate) struct TypeLayouter<'a> {
    pub(crate) module: &'a Module,
    pub(crate) nesting: &'a [Nesting],
    pub(crate) profile: &'a Profile,
    pub(crate) owners: &'a Owners,
    pub(crate) stated: Option<&'a StatedLayout>,
    link_time_arrays: LinkTimeArrays,
    pub(crate) described_by: Described,
    pub(crate) layouts: TypeLayouts,
    /// For each type, the difference between the contribution of its members to its size and their placement.
    pub(crate) slack: Vec<Extent>,
    /// The structs in function bodies, if the compiler counts fields differently there.
    pub(crate) records: CountedRecords,
}

/// The properties of an array under the rules.
struct ArrayExtent {
    stride: Stride,
    extent: Extent,
    align: Align,
}

/// The properties of a type under the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypeMeasure {
    pub(crate) extent: Extent,
    pub(crate) in_use: Size,
    pub(crate) align: Align,
    pub(crate) shape: Shape,
}

impl From<&TypeLayout> for TypeMeasure {
    fn from(layout: &TypeLayout) -> TypeMeasure {
        TypeMeasure { extent: layout.extent, in_use: layout.size, align: layout.align, shape: layout.shape }
    }
}

impl TypeLayouter<'_> {
    pub(crate) fn rules(&self) -> &'static RuleSet {
        self.layouts.rules
    }

    fn contains_crowded(&self, ty: &Type) -> bool {
        match *ty {
            Type::Array { element, .. } => self.layouts.crowded[element.index()],
            Type::Struct(id) => self.module.structs[id].fields.iter().any(|field| self.layouts.crowded[field.ty.index()]),
            _ => false,
        }
    }

    fn lay_out(&mut self, id: TypeId, ty: Type) -> Result<TypeLayout, LayoutError> {
        let Nesting { rows, depth, .. } = self.nesting[id.index()];
        if depth > MAX_DEPTH {
            return Err(self.part_too_deep(&ty).unwrap_or(LayoutError::TooDeep(id)));
        }
        let measured = match ty {
            // Integers as wide as an address have the alignment of an address.
            Type::Pointer(_) | Type::Scalar(Scalar::IntPtr | Scalar::UintPtr) => match self.rules().pointers {
                PointerSize::EightBytes => self.scalar(8),
                PointerSize::NoBytes => self.no_bytes(Shape::Leaf),
            },
            // From a Slang generic with `void` as argument.
            Type::Scalar(Scalar::Void) => self.no_bytes(Shape::Leaf),
            Type::Scalar(scalar) | Type::Atomic(scalar) => self.scalar(self.scalar_bytes(scalar)),
            Type::Enum(id) => self.scalar(self.rules().enum_bytes(self.module, id)),
            Type::Vector { scalar, width } => self.vector(scalar, width),
            Type::Matrix { scalar, rows, columns, major } => self.matrix(scalar, rows, columns, major),
            Type::Array { element, count } => self.array(element, count)?,
            Type::Resource(resource) => self.resource(resource)?,
            Type::Struct(structure) => Some(self.structure(id, structure)?),
            Type::Interface(id) => self.interface(id),
            Type::Unspecialized(_) if self.link_time_arrays == LinkTimeArrays::Rejected => return Err(LayoutError::Unspecialized(id)),
            Type::Unspecialized(_) => self.no_bytes(Shape::Leaf),
            Type::Handle(pointee) => match self.rules().descriptor_handles {
                DescriptorHandles::Uint2 => self.vector(Scalar::Uint32, 2),
                DescriptorHandles::Object => Some(TypeMeasure::from(self.layouts.get(pointee)?)),
            },
            Type::Unknown => return Err(LayoutError::Unknown),
        };
        let TypeMeasure { extent, in_use, align, shape } = measured.ok_or(LayoutError::Overflow(id))?;
        if let (Some(stated), Shape::Array { stride } | Shape::Matrix { stride, .. }) = (self.stated, shape) {
            let stated = stated.stride_of(id).ok_or(LayoutError::Unknown)?;
            if stated != stride {
                return Err(LayoutError::StrideMismatch { ty: id, stated, by_rules: stride });
            }
        }
        // An element larger than the size that the compiler counts still occupies all of its bytes.
        let is_whole = self.layouts.sizes == Sizes::Whole && shape != Shape::Resource;
        let size = if is_whole { extent.as_size().max(in_use) } else { in_use };
        self.layouts.crowded[id.index()] |= self.layouts.elements_collide(&ty, shape).is_some();
        Ok(TypeLayout { size, align, shape, rows, depth, extent })
    }

    /// The error of a part that nests too deeply.
    fn part_too_deep(&self, ty: &Type) -> Option<LayoutError> {
        let too_deep = |part: TypeId| self.layouts.get(part).err().filter(|reason| matches!(reason, LayoutError::TooDeep(_)));
        match *ty {
            Type::Array { element, .. } => too_deep(element),
            Type::Struct(id) => self.module.structs[id].fields.iter().find_map(|field| too_deep(field.ty)),
            _ => None,
        }
    }

    fn scalar(&self, bytes: u64) -> Option<TypeMeasure> {
        Some(TypeMeasure {
            extent: Extent::of_bytes(bytes)?,
            in_use: Size::new(bytes),
            align: self.component_align(1, bytes)?,
            shape: Shape::Leaf,
        })
    }

    fn vector(&self, scalar: Scalar, width: u8) -> Option<TypeMeasure> {
        // A vector without components, which only Slang has, is placed like a vector of one component, and has no bytes (libslang 2026.12,
        // measured).
        let (bytes, in_use) = (self.scalar_bytes(scalar), u64::from(width));
        let width = in_use.max(1);
        let size = self.of_width(self.rules().vector_size, width)? * bytes;
        let is_half = self.rules().stored_scalar(self.module, scalar) == Scalar::Float16;
        let in_pairs = self.rules().half_vectors == HalfVectors::Pairs && is_half && width > 2;
        Some(TypeMeasure {
            extent: Extent::of_bytes(if in_pairs { size.next_multiple_of(4) } else { size })?,
            in_use: Size::new(in_use * bytes),
            align: if in_pairs { Align::FOUR } else { self.vector_align(width, bytes)? },
            shape: Shape::Leaf,
        })
    }

    fn vector_align(&self, width: u64, bytes: u64) -> Option<Align> {
        let align = self.component_align(self.of_width(self.rules().vector_align, width)?, bytes)?;
        Some(self.rules().vector_align_at_most.map_or(align, |most| align.min(most)))
    }

    fn scalar_bytes(&self, scalar: Scalar) -> u64 {
        self.rules().scalar_bytes(self.module, scalar)
    }

    /// The ids of the type and of its functions, 16 bytes, then the value (libslang 2026.12, measured).
    fn interface(&self, id: InterfaceId) -> Option<TypeMeasure> {
        let bytes = self.module.program.interfaces[id].any_value_size.checked_add(16)?;
        Some(TypeMeasure { extent: Extent::of_bytes(bytes)?, in_use: Size::new(bytes), align: Align::FOUR, shape: Shape::Leaf })
    }

    fn no_bytes(&self, shape: Shape) -> Option<TypeMeasure> {
        Some(TypeMeasure { extent: Extent::ZERO, in_use: Size::ZERO, align: Align::ONE, shape })
    }

    fn matrix(&self, scalar: Scalar, rows: u8, columns: u8, major: Major) -> Option<TypeMeasure> {
        let bytes = self.scalar_bytes(scalar);
        let (vectors, length) = major.vectors(rows, columns);
        let (count, long) = (u64::from(vectors), u64::from(length));
        let elements = count * long;
        if elements == 0 {
            return self.no_bytes(Shape::Leaf);
        }
        if self.is_vector(vectors, length) {
            return if elements == 1 { self.scalar(bytes) } else { self.vector(scalar, u8::try_from(elements).ok()?) };
        }
        let (stride, extent, align) = match self.rules().matrices {
            Matrices::Elements => return self.vectors_as_elements(scalar, vectors, length),
            Matrices::Packed => (long * bytes, elements * bytes, self.component_align(1, bytes)?),
            Matrices::Vectors { align_at_least } => {
                let align = self.component_align(self.of_width(self.rules().vector_align, long)?, bytes)?.max(align_at_least);
                (align.bytes(), count * align.bytes(), align)
            }
            Matrices::Registers { half_extent } => {
                let counted = if bytes == 2 { half_extent } else { bytes };
                let stride = if long * counted > 16 { 32 } else { 16 };
                (stride, (count - 1) * stride + long * counted, self.component_align(1, bytes)?)
            }
            Matrices::VulkanRegisters => {
                let padded = if long == 3 { 4 } else { long };
                let align = self.component_align(padded, bytes)?.max(Align::SIXTEEN);
                (align.bytes(), (count - 1) * 16 + long * bytes, align)
            }
        };
        Some(TypeMeasure {
            extent: Extent::of_bytes(extent)?,
            in_use: Size::new((count - 1) * stride + long * bytes),
            align,
            shape: Shape::Matrix { stride: Stride::new(stride), vectors, length },
        })
    }

    /// [`Matrices::Elements`].
    fn vectors_as_elements(&self, scalar: Scalar, vectors: u8, length: u8) -> Option<TypeMeasure> {
        let vector = self.vector(scalar, length)?;
        let count = u64::from(vectors);
        let ArrayExtent { stride, extent, align } = self.array_extent(vector.extent, vector.align, count)?;
        let in_use = stride.times(count.saturating_sub(1))?.plus(vector.in_use)?;
        Some(TypeMeasure { extent, in_use, align, shape: Shape::Matrix { stride, vectors, length } })
    }

    fn is_vector(&self, vectors: u8, length: u8) -> bool {
        match self.rules().vector_matrices {
            VectorMatrices::None => false,
            VectorMatrices::OneVector => vectors == 1,
            VectorMatrices::OneRowOrColumn => vectors == 1 || length == 1,
        }
    }

    fn array(&self, element: TypeId, count: Count) -> Result<Option<TypeMeasure>, LayoutError> {
        if let (Count::Runtime, UnsizedArrays::Handle(bytes)) = (count, self.rules().unsized_arrays) {
            // See `UnsizedArrays::Handle`.
            let is_of_slots =
                matches!(self.module.types[element], Type::Resource(_) | Type::Handle(_)) && self.layouts.get(element)?.extent.is_zero();
            return if is_of_slots { Ok(self.no_bytes(Shape::Leaf)) } else { Ok(self.array_handle(element, bytes)) };
        }
        let count = match (count, self.profile.runtime_arrays) {
            (Count::Known(count), _) => count,
            (Count::Runtime, RuntimeArrays::Last | RuntimeArrays::Unbounded) => 1,
            (Count::Runtime, RuntimeArrays::Rejected) => return Err(LayoutError::Unsized),
            (Count::LinkTime, _) if self.link_time_arrays == LinkTimeArrays::OfOne => 1,
            (Count::LinkTime, _) => return Err(LayoutError::LinkTimeCount),
        };
        let inner = *self.layouts.get(element)?;
        if self.nesting[element.index()].runtime && !inner.extent.is_zero() && self.is_rejected_inside() {
            return Err(LayoutError::Unsized);
        }
        Ok(self.array_of(element, &inner, count))
    }

    /// Whether a type that contains a runtime-sized array before its end has no layout. A handle to elements outside the buffer can be
    /// anywhere.
    pub(crate) fn is_rejected_inside(&self) -> bool {
        self.link_time_arrays == LinkTimeArrays::Rejected && self.rules().unsized_arrays == UnsizedArrays::OfProfile
    }

    fn array_of(&self, element: TypeId, inner: &TypeLayout, count: u64) -> Option<TypeMeasure> {
        if self.rules().llvm_shapes == LlvmShapes::Clang22 {
            return self.llvm_array(inner, count);
        }
        let ArrayExtent { stride, extent, align } = self.array_extent(inner.extent, inner.align, count)?;
        let in_use = match count.checked_sub(1) {
            Some(before) => stride.times(before)?.plus(self.last_element_in_use(element, inner))?,
            None if self.layouts.sizes == Sizes::Reflection => inner.size,
            None => Size::ZERO,
        };
        Some(TypeMeasure { extent, in_use, align, shape: Shape::Array { stride } })
    }

    fn array_extent(&self, element: Extent, align: Align, count: u64) -> Option<ArrayExtent> {
        let align = align.max(self.rules().array_align_at_least);
        let stride = self.rules().array_stride(element, align)?;
        let last = if element.is_zero() { stride } else { element };
        let total = stride.times(count)?;
        let is_whole = self.is_padded(self.rules().array_tail) || (count == 0 && self.rules().array_tail == TailPadding::Free);
        let extent = if is_whole { total } else { total.minus(stride)?.plus(last)? };
        Some(ArrayExtent { stride: stride.as_size().as_stride(), extent, align })
    }

    /// [`UnsizedArrays::Handle`].
    fn array_handle(&self, element: TypeId, bytes: u64) -> Option<TypeMeasure> {
        let inner = self.layouts.get(element).ok()?;
        let ArrayExtent { stride, .. } = self.array_extent(inner.extent, inner.align, 1)?;
        let align = Align::new(8)?;
        Some(TypeMeasure { extent: Extent::of_bytes(bytes)?, in_use: Size::new(bytes), align, shape: Shape::Array { stride } })
    }

    /// `[n x T]`, or `<{ [n - 1 x <{ T, padding }>], T }>` with padding: packed, without alignment.
    fn llvm_array(&self, inner: &TypeLayout, count: u64) -> Option<TypeMeasure> {
        let at_least = self.rules().array_align_at_least;
        let stride = self.rules().array_stride(inner.extent, inner.align)?;
        let padding = stride.minus(inner.extent)?;
        let contained_size = self.contained_size(inner)?;
        let has_padding = count > 1 && !padding.is_zero();
        let extent = if has_padding {
            contained_size.plus(padding)?.times(count - 1)?.plus(contained_size)?
        } else {
            contained_size.times(count)?
        };
        let stride = stride.as_size().as_stride();
        let in_use = stride.times(count.saturating_sub(1))?.plus(if count > 0 { inner.size } else { Size::ZERO })?;
        let align = if has_padding { at_least } else { inner.align.max(at_least) };
        Some(TypeMeasure { extent, in_use, align, shape: Shape::Array { stride } })
    }

    /// The size of a type inside another under [`LlvmShapes::Clang22`]: for a vector, the size that LLVM allocates.
    pub(crate) fn contained_size(&self, inner: &TypeLayout) -> Option<Extent> {
        match inner.shape {
            Shape::Leaf => inner.extent.align_to(inner.align),
            _ => Some(inner.extent),
        }
    }

    /// The bytes in use of the last element of an array; see [`Sizes::InUse`] on arrays of arrays of matrices.
    fn last_element_in_use(&self, element: TypeId, inner: &TypeLayout) -> Size {
        let types = &self.module.types;
        if self.layouts.sizes == Sizes::InUse
            && let Type::Array { element: matrix, .. } = types[element]
            && let Type::Matrix { scalar, rows, columns, .. } = types[matrix]
            && let Ok(TypeLayout { size, shape: Shape::Matrix { .. }, .. }) = self.layouts.get(matrix)
            && !is_array_of_vectors(self.rules(), &types[matrix])
        {
            let packed = u64::from(rows) * u64::from(columns) * self.scalar_bytes(scalar);
            return Size::new(inner.size.bytes().saturating_sub(size.bytes() - packed));
        }
        self.bytes_inside(inner)
    }

    /// The bytes that a type occupies inside another: for a handle, at most the distance to the next member.
    pub(crate) fn bytes_inside(&self, inner: &TypeLayout) -> Size {
        match (self.rules().resources, inner.shape) {
            (Resources::Handles(_), Shape::Resource) => inner.extent.as_size(),
            _ => inner.size,
        }
    }

    /// A resource has a size only if the rules specify one for its class; even without one it may displace the next member.
    fn resource(&self, resource: ResourceType) -> Result<Option<TypeMeasure>, LayoutError> {
        if let Some((bytes, align)) = resource.kind.data_bytes() {
            let in_use = Size::new(bytes);
            return Ok(
                Align::new(align).and_then(|align| Some(TypeMeasure { extent: Extent::new(in_use)?, in_use, align, shape: Shape::Leaf }))
            );
        }
        let structured = matches!(
            resource.kind,
            ResourceKind::StructuredBuffer
                | ResourceKind::RwStructuredBuffer
                | ResourceKind::AppendStructuredBuffer
                | ResourceKind::ConsumeStructuredBuffer
        );
        let element = |handle: TypeId| self.layouts.get(handle).copied();
        let measured = |extent, in_use, align| Some(TypeMeasure { extent, in_use, align, shape: Shape::Resource });
        Ok(match (self.rules().resources, resource.element) {
            (Resources::StructuredElement, Some(handle)) if structured => measured(element(handle)?.extent, Size::ZERO, Align::ONE),
            (Resources::NoBytes | Resources::StructuredElement, _) => measured(Extent::ZERO, Size::ZERO, Align::ONE),
            (Resources::Handles(handles), _) => self.handle(handle_of(handles, resource.kind)),
            (Resources::Class, handle) => {
                let handle = handle.map(element).transpose()?;
                self.resource_class(resource, handle).and_then(|(extent, align)| measured(extent, extent.as_size(), align))
            }
        })
    }

    fn handle(&self, handle: Handle) -> Option<TypeMeasure> {
        let align = if handle.size > 0 { Align::new(8)? } else { Align::ONE };
        Some(TypeMeasure { extent: Extent::of_bytes(handle.extent)?, in_use: Size::new(handle.size), align, shape: Shape::Resource })
    }

    /// The class that declares a resource in DXC: `{ T h; struct { int handle; } mips; }`, where textures without `T`
    /// have `float4`, other resources contain an `int`, and only textures with mip levels or samples have the second member.
    fn resource_class(&self, resource: ResourceType, handle: Option<TypeLayout>) -> Option<(Extent, Align)> {
        let (first, first_align) = match handle {
            Some(layout) => (layout.extent, layout.align),
            None if resource.kind == ResourceKind::Texture => {
                let float4 = self.vector(Scalar::Float32, 4)?;
                (float4.extent, float4.align)
            }
            None => (Extent::of_bytes(4)?, self.component_align(1, 4)?),
        };
        let mut end = first;
        let mut widest = first_align;
        let is_read = resource.kind == ResourceKind::Texture;
        if is_read && matches!(resource.shape.dimension, Dimension::Texture1D | Dimension::Texture2D | Dimension::Texture3D) {
            let align = self.struct_align(self.component_align(1, 4)?);
            let size = self.struct_end(Extent::of_bytes(4)?, align)?;
            end = end.align_to(align)?.plus(size)?;
            widest = widest.max(align);
        }
        let align = self.struct_align(widest);
        Some((self.struct_end(end, align)?, align))
    }

    /// The alignment of a struct whose widest member has this alignment.
    pub(crate) fn struct_align(&self, widest: Align) -> Align {
        match self.rules().struct_align {
            StructAlign::Widest { at_least } => widest.max(at_least),
            StructAlign::Fixed(align) => align,
        }
    }

    /// The extent of a struct that ends at `end`.
    pub(crate) fn struct_end(&self, end: Extent, align: Align) -> Option<Extent> {
        if self.is_padded(self.rules().struct_tail) { end.align_to(align) } else { Some(end) }
    }

    fn is_padded(&self, tail: TailPadding) -> bool {
        let language = self.stated.and_then(StatedLayout::language).unwrap_or(self.module.language);
        tail.is_padded(language)
    }

    fn component_align(&self, components: u64, bytes: u64) -> Option<Align> {
        Align::new(match self.rules().scalar_align {
            ScalarAlign::OwnSize => components * bytes,
            ScalarAlign::Byte => components,
        })
    }

    /// A table with entries for vectors of 1 to 4 components. Longer vectors, which only Slang has, continue the pattern of 3: proportional,
    /// constant, or the next power of two.
    fn of_width(&self, table: [u64; 4], width: u64) -> Option<u64> {
        match (width, table[2]) {
            (1..=4, _) => table.get(usize::try_from(width - 1).ok()?).copied(),
            (_, 3) => Some(width),
            (_, 4) => width.checked_next_power_of_two(),
            _ if table[3] == 1 => Some(1),
            _ => width.checked_next_power_of_two(),
        }
    }
}

/// The handle of an object of that kind.
fn handle_of(handles: &HandleSizes, kind: ResourceKind) -> Handle {
    match kind {
        ResourceKind::Texture | ResourceKind::RwTexture | ResourceKind::TextureBuffer | ResourceKind::SubpassInput => handles.texture,
        ResourceKind::CombinedSampler => handles.combined,
        ResourceKind::Sampler => handles.sampler,
        ResourceKind::StructuredBuffer
        | ResourceKind::RwStructuredBuffer
        | ResourceKind::ByteAddressBuffer
        | ResourceKind::RwByteAddressBuffer
        | ResourceKind::StorageBlock => handles.buffer,
        ResourceKind::AppendStructuredBuffer | ResourceKind::ConsumeStructuredBuffer => handles.counted_buffer,
        ResourceKind::ConstantBuffer | ResourceKind::ParameterBlock => handles.block,
        ResourceKind::AccelerationStructure => handles.acceleration_structure,
        ResourceKind::OutputStream
        | ResourceKind::MeshOutput
        | ResourceKind::MeshIndices
        | ResourceKind::TensorView
        | ResourceKind::Patch
        | ResourceKind::FeedbackType
        | ResourceKind::Other => Handle::of(0),
    }
}

/// Whether the rules treat a matrix as an array of vectors, with an array stride.
pub(crate) fn is_array_of_vectors(rules: &RuleSet, ty: &Type) -> bool {
    match *ty {
        Type::Matrix { scalar, rows, columns, major } => {
            rules.integer_matrices == IntegerMatrices::Arrays && (!scalar.is_float() || major.vectors(rows, columns).1 == 1)
        }
        _ => false,
    }
}
