//! From layouts to packed LLVM types with explicit padding.
//!
//! Every offset is read from the layout; this module determines only the LLVM types. Members are in the
//! order of their offsets, members of a base class are members of the struct itself, and bytes that no member
//! covers are padding. A struct has exactly the size in its layout, so that its container does not depend on
//! its content. This applies even if the target's data layout rounds `<3 x T>` up: a vector
//! whose rounded size would overlap the next member is written `[3 x T]`.
//!
//! Clang 22 does not use `[3 x T]`, and writes a matrix as one flat array; the rule sets for clang specify this
//! ([`LlvmShapes::Clang22`]).

use std::collections::HashMap;

use padstone_layout::{Bitfields, DescriptorHandles, Layout, LlvmShapes, ModuleLayout, RuleSet, Shape, Subject};
use padstone_model::{BufferKind, Count, Field, FieldRole, Module, Offset, Scalar, Size, Stride, StructKind, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::Target;
use super::names::{RecordNames, UniqueNames, layout_record, struct_name};
use super::types::{
    LlvmScalar, LlvmType, LlvmTypeError, NamedStruct, PackedContent, PhysicalField, SourceStruct, StructRef, TypeRef, Types,
};

/// The reasons why a type has no LLVM type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LoweringError {
    /// Two members share bytes.
    Overlap {
        /// The member that starts first, and the member that overlaps it.
        members: [(Symbol, Span); 2],
        /// The offset of the second in the struct that contains both.
        at: Offset,
    },
    /// The type exceeds a limit of LLVM or of its parser.
    LlvmTypeError(TypeId, LlvmTypeError),
    /// The type has no layout; the layout engine has reported the reason.
    LayoutError,
}

/// The part of the program that a struct belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum StructAddressing {
    /// A constant buffer: `%S`.
    Buffer,
    /// An array in a constant buffer, in which clang 22 keeps structs whose members have no bytes: `%S` too.
    Element,
    /// Structured buffers and registers: `%struct.S`.
    Standard,
}

/// Lowers the types of one module.
pub(super) struct Lowering<'m> {
    module: &'m Module,
    layouts: &'m ModuleLayout,
    pub(super) types: Types,
    names: UniqueNames,
    records: RecordNames,
    structs: HashMap<(usize, StructAddressing, TypeId), Result<Option<LoweredStruct>, LoweringError>>,
    /// Whether a struct under a set of layouts has members without bytes.
    omitting: HashMap<(usize, TypeId), bool>,
}

/// A struct that has been lowered.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoweredStruct {
    pub(super) ty: TypeRef,
    pub(super) handle: StructRef,
    /// Whether members without bytes were omitted: clang then creates a record with another name.
    filtered: bool,
}

/// A member with bytes, and its offset in the struct being lowered.
struct PlacedMember {
    offset: Offset,
    size: Size,
    ty: TypeId,
    /// Whether it is the bytes of several bit-fields, whatever their types.
    is_packed_bits: bool,
    declared: usize,
    name: (Symbol, Span),
}

impl<'m> Lowering<'m> {
    pub(super) fn new(module: &'m Module, layouts: &'m ModuleLayout, target: Target) -> Self {
        let declared = module.structs.iter().filter(|(_, found)| found.kind != StructKind::BufferMembers);
        Lowering {
            module,
            layouts,
            types: Types::new(target),
            names: UniqueNames::types(),
            records: RecordNames::new(declared.map(|(_, found)| module.name(found.name).to_owned())),
            structs: HashMap::new(),
            omitting: HashMap::new(),
        }
    }

    /// The struct of a buffer, or a struct in its standard layout. `None` if it has no bytes, or consists of scalars: a structured buffer
    /// of scalars.
    pub(super) fn root(&mut self, layout: &Layout) -> Result<Option<LoweredStruct>, LoweringError> {
        let role = match layout.subject {
            Subject::Struct(_) => StructAddressing::Standard,
            Subject::Buffer(id) => match self.module.buffers[id].kind {
                BufferKind::Structured | BufferKind::PushConstant | BufferKind::ShaderRecord => StructAddressing::Standard,
                _ => StructAddressing::Buffer,
            },
        };
        let Some(content) = self.module.as_struct(layout.content) else { return Ok(None) };
        // A buffer may be allocated with more bytes than its content. The content then gets a separate type.
        let in_use = self.layouts.types(layout).get(layout.content).map_err(|_| LoweringError::LayoutError)?.size;
        match content.kind != StructKind::BufferMembers && layout.size == in_use {
            true => self.structure(layout.set, role, layout.content),
            false => self.lower_structure(layout.set, role, layout.content, layout.size),
        }
    }

    /// The type of a struct, lowered on first use.
    pub(super) fn structure(&mut self, set: usize, role: StructAddressing, ty: TypeId) -> Result<Option<LoweredStruct>, LoweringError> {
        let role = match role {
            StructAddressing::Element if !self.omits_members(set, ty) => StructAddressing::Buffer,
            role => role,
        };
        if let Some(&known) = self.structs.get(&(set, role, ty)) {
            return known;
        }
        let size = self.layouts.sets[set].get(ty).map_err(|_| LoweringError::LayoutError)?.size;
        let lowered = self.lower_structure(set, role, ty, size);
        self.structs.insert((set, role, ty), lowered);
        lowered
    }

    fn lower_structure(
        &mut self,
        set: usize,
        role: StructAddressing,
        ty: TypeId,
        size: Size,
    ) -> Result<Option<LoweredStruct>, LoweringError> {
        // Clang creates a record for every cbuffer before it examines the members, even if none has bytes.
        let declared = self.module.as_struct(ty).ok_or(LoweringError::LayoutError)?;
        let record = (declared.kind == StructKind::BufferMembers).then(|| self.records.take(self.module.name(declared.name)));
        if size == Size::ZERO {
            return Ok(None);
        }
        let mut placed = Vec::new();
        let mut filtered = self.place_members(set, ty, Offset::ZERO, None, &mut placed);
        placed.sort_by_key(|member| member.offset);
        let fits = |error| LoweringError::LlvmTypeError(ty, error);
        let mut fields = Vec::with_capacity(placed.len() * 2);
        let mut cursor = Offset::ZERO;
        for (index, member) in placed.iter().enumerate() {
            let end = member.offset.plus(member.size).ok_or(LoweringError::LayoutError)?;
            let limit = match placed.get(index + 1) {
                Some(next) if next.offset < end => {
                    return Err(LoweringError::Overlap { members: [member.name, next.name], at: next.offset });
                }
                Some(next) => next.offset,
                None => Offset::from(size).max(end),
            };
            let room = limit.since(member.offset).ok_or(LoweringError::LayoutError)?;
            let found = match member.is_packed_bits {
                true => Some((self.bytes(member.size).map_err(fits)?, false)),
                false => self.member(set, role, member.ty, room)?,
            };
            let Some((lowered, nested)) = found else { continue };
            filtered |= nested;
            if cursor > member.offset {
                // DXC counts fewer bytes for a matrix in an array of arrays than its vectors take.
                let preceding = index.checked_sub(1).map_or(member.name, |preceding| placed[preceding].name);
                return Err(LoweringError::Overlap { members: [preceding, member.name], at: member.offset });
            }
            pad(&mut fields, cursor, member.offset);
            fields.push(PhysicalField { offset: member.offset, content: PackedContent::Member { ty: lowered, declared: member.declared } });
            cursor = member.offset.plus(self.extent(set, lowered, member.size)).ok_or(LoweringError::LayoutError)?;
        }
        let end = match self.shapes(set) {
            LlvmShapes::Exact => Offset::from(size).max(cursor),
            // clang 22 pads a struct after its last member only for a bit-field of width 0.
            LlvmShapes::Clang22 if self.rules(set).bitfields == Bitfields::Packed && declared.ends_with_zero_width() => Offset::from(size),
            LlvmShapes::Clang22 => cursor,
        };
        pad(&mut fields, cursor, end);

        let qualified = self.module.name(declared.name);
        let requested = match (record, role) {
            (Some(record), _) => record,
            (None, StructAddressing::Standard) => format!("struct.{}", struct_name(qualified)),
            (None, StructAddressing::Element) => struct_name(qualified).to_owned(),
            (None, StructAddressing::Buffer) if !filtered => struct_name(qualified).to_owned(),
            (None, StructAddressing::Buffer) if qualified.is_empty() => self.records.take(qualified),
            (None, StructAddressing::Buffer) => layout_record(qualified),
        };
        let name = self.names.take(&requested);
        let new = NamedStruct { name, origin: SourceStruct { set, ty }, fields, bytes: end.as_size() };
        let (handle, ty) = self.types.add_struct(new).map_err(fits)?;
        Ok(Some(LoweredStruct { ty, handle, filtered: filtered && role != StructAddressing::Element }))
    }

    /// Whether members of a struct, of its bases, or of structs in it have no bytes.
    fn omits_members(&mut self, set: usize, ty: TypeId) -> bool {
        if let Some(&known) = self.omitting.get(&(set, ty)) {
            return known;
        }
        let (module, layouts) = (self.module, self.layouts);
        let omits = layouts.sets[set].fields(module, ty).any(|(field, place)| match module.types[field.ty] {
            _ if place.size == Size::ZERO || !contains_data(module, field.ty) => field.bitfield.is_none(),
            Type::Struct(_) => self.has_empty_base(set, field) || self.omits_members(set, field.ty),
            _ => false,
        });
        self.omitting.insert((set, ty), omits);
        omits
    }

    /// Whether a field is an empty base, for which clang 22 lays out the struct separately, even if it stores the base's bit-fields of width 0
    /// (measured).
    fn has_empty_base(&self, set: usize, field: &Field) -> bool {
        self.shapes(set) == LlvmShapes::Clang22 && field.role == FieldRole::Base && self.module.is_empty_class(field.ty)
    }

    /// Collects the members with bytes, including those of base classes. Returns whether any member has none.
    fn place_members(&self, set: usize, ty: TypeId, base: Offset, within: Option<usize>, into: &mut Vec<PlacedMember>) -> bool {
        let mut filtered = false;
        let types = &self.layouts.sets[set];
        for (index, (field, place)) in types.fields(self.module, ty).enumerate() {
            let declared = within.unwrap_or(index);
            let Some(offset) = place.offset.within(base) else { continue };
            if place.size == Size::ZERO || !contains_data(self.module, field.ty) {
                filtered |= field.bitfield.is_none();
            } else if field.role == FieldRole::Base && matches!(self.module.types[field.ty], Type::Struct(_)) {
                filtered |= self.has_empty_base(set, field);
                filtered |= self.place_members(set, field.ty, offset, Some(declared), into);
            } else {
                let is_packed_bits = place.bits.is_some() && types.rules.bitfields == Bitfields::Packed;
                let name = (field.name, field.span);
                into.push(PlacedMember { offset, size: place.size, ty: field.ty, is_packed_bits, declared, name });
            }
        }
        filtered
    }

    /// `i32`, or `[5 x i8]` if no integer has that size.
    fn bytes(&mut self, size: Size) -> Result<TypeRef, LlvmTypeError> {
        let count = size.bytes();
        let byte = LlvmType::Scalar(LlvmScalar::Int(1));
        match count {
            1 | 2 | 4 | 8 => self.types.add(LlvmType::Scalar(LlvmScalar::Int(count as u8))),
            _ => {
                let element = self.types.add(byte)?;
                self.types.add(LlvmType::Array { count, element })
            }
        }
    }

    /// `[6 x i32]`: words without a meaning for LLVM.
    fn words(&mut self, size: Size) -> Result<TypeRef, LlvmTypeError> {
        let element = self.types.add(LlvmType::Scalar(LlvmScalar::Int(4)))?;
        self.types.add(LlvmType::Array { count: size.bytes() / 4, element })
    }

    /// The type of a member that may occupy `room` bytes, and whether a part of it was omitted.
    fn member(&mut self, set: usize, role: StructAddressing, ty: TypeId, room: Size) -> Result<Option<(TypeRef, bool)>, LoweringError> {
        let laid = *self.layouts.sets[set].get(ty).map_err(|_| LoweringError::LayoutError)?;
        let with_extent = |found: Result<TypeRef, LlvmTypeError>| {
            found.map(|found| Some((found, false))).map_err(|error| LoweringError::LlvmTypeError(ty, error))
        };
        match self.module.types[ty] {
            Type::Struct(_) => Ok(self.structure(set, role, ty)?.map(|found| (found.ty, found.filtered))),
            Type::Array { element, count } => {
                let (Some(count), Shape::Array { stride }) = (count.known(), laid.shape) else { return Err(LoweringError::LayoutError) };
                if laid.size == Size::ZERO {
                    return Ok(None);
                }
                let role = match (role, self.shapes(set)) {
                    (StructAddressing::Buffer, LlvmShapes::Clang22) => StructAddressing::Element,
                    _ => role,
                };
                let space = self.space(set, element, stride, count, room)?;
                let Some((lowered, filtered)) = self.member(set, role, element, space)? else { return Ok(None) };
                let size = self.layouts.sets[set].get(element).map_err(|_| LoweringError::LayoutError)?.size;
                let array = self.repeat(set, lowered, size, count, stride).map_err(|error| LoweringError::LlvmTypeError(ty, error))?;
                Ok(Some((array, filtered)))
            }
            Type::Pointer(_) => with_extent(self.types.add(LlvmType::Scalar(number(self.rules(set), self.module, Scalar::Uint64)))),
            Type::Scalar(scalar) | Type::Atomic(scalar) => {
                with_extent(self.types.add(LlvmType::Scalar(number(self.rules(set), self.module, scalar))))
            }
            // Some rules store every enumeration in four bytes.
            Type::Enum(_) => with_extent(self.types.add(LlvmType::Scalar(LlvmScalar::Int(laid.size.bytes() as u8)))),
            Type::Vector { scalar, width } => with_extent(self.vector(set, scalar, width, room)),
            Type::Matrix { scalar, rows, columns, major } => {
                let (vectors, length) = major.vectors(rows, columns);
                with_extent(self.matrix(set, scalar, vectors, length, laid.shape, room))
            }
            Type::Resource(_) => Ok(None),
            Type::Handle(_) => match self.rules(set).descriptor_handles {
                DescriptorHandles::Uint2 => with_extent(self.vector(set, Scalar::Uint32, 2, room)),
                DescriptorHandles::Object => with_extent(self.words(laid.size)),
            },
            Type::Interface(_) => with_extent(self.words(laid.size)),
            Type::Unspecialized(_) | Type::Unknown => Err(LoweringError::LayoutError),
        }
    }

    fn matrix(&mut self, set: usize, scalar: Scalar, vectors: u8, length: u8, shape: Shape, room: Size) -> Result<TypeRef, LlvmTypeError> {
        if self.shapes(set) == LlvmShapes::Clang22 {
            let number = self.types.add(LlvmType::Scalar(number(self.rules(set), self.module, scalar)))?;
            return self.types.add(LlvmType::Array { count: u64::from(vectors) * u64::from(length), element: number });
        }
        let size = Size::new(self.rules(set).scalar_bytes(self.module, scalar) * u64::from(length));
        let stride = match shape {
            Shape::Matrix { stride, .. } => stride,
            _ => size.as_stride(),
        };
        if vectors == 1 {
            return self.vector(set, scalar, length, room);
        }
        let total = stride.times(u64::from(vectors)).ok_or(LlvmTypeError::Large)?;
        let space = if total <= room { Size::new(stride.bytes()) } else { size };
        let vector = self.vector(set, scalar, length, space)?;
        self.repeat(set, vector, size, u64::from(vectors), stride)
    }

    /// `<3 x T>`, or `[3 x T]` if the target's rounded size of the vector would not fit.
    fn vector(&mut self, set: usize, scalar: Scalar, width: u8, room: Size) -> Result<TypeRef, LlvmTypeError> {
        let number = number(self.rules(set), self.module, scalar);
        let vector = LlvmType::Vector { count: width, number };
        if self.types.target().vector_bytes(number.bytes(), width) <= room || self.shapes(set) == LlvmShapes::Clang22 {
            return self.types.add(vector);
        }
        let element = self.types.add(LlvmType::Scalar(number))?;
        self.types.add(LlvmType::Array { count: u64::from(width), element })
    }

    /// `count` elements with the stride `stride`; `size` is that of one in the layout.
    fn repeat(&mut self, set: usize, element: TypeRef, size: Size, count: u64, stride: Stride) -> Result<TypeRef, LlvmTypeError> {
        let gap = stride.bytes().checked_sub(self.extent(set, element, size).bytes()).map(Size::new);
        match gap {
            Some(padding) if padding > Size::ZERO && count > 1 => self.types.add(LlvmType::Peeled { count, element, padding }),
            _ => self.types.add(LlvmType::Array { count, element }),
        }
    }

    /// The number of bytes that each of `count` elements may occupy: the stride, unless less is available for the last.
    fn space(&self, set: usize, element: TypeId, stride: Stride, count: u64, room: Size) -> Result<Size, LoweringError> {
        let total = stride.times(count).ok_or(LoweringError::LayoutError)?;
        let exact = self.layouts.sets[set].get(element).map_err(|_| LoweringError::LayoutError)?.size;
        Ok(if total <= room { Size::new(stride.bytes()) } else { exact })
    }

    /// The bytes from the start of a field to the start of the padding after it. Clang 22 uses the number of bits of a type, not its
    /// size in an LLVM struct: for `<3 x T>` on SPIR-V these differ.
    fn extent(&self, set: usize, ty: TypeRef, laid: Size) -> Size {
        match self.shapes(set) {
            LlvmShapes::Exact => self.types.bytes(ty),
            LlvmShapes::Clang22 => laid,
        }
    }

    fn shapes(&self, set: usize) -> LlvmShapes {
        self.rules(set).llvm_shapes
    }

    fn rules(&self, set: usize) -> &'static RuleSet {
        self.layouts.sets[set].rules
    }
}

/// The type in which rules store a scalar: an integer for a bool, a type with its size in memory for a minimum-precision scalar.
pub(super) fn number(rules: &RuleSet, module: &Module, scalar: Scalar) -> LlvmScalar {
    let bytes = rules.scalar_bytes(module, scalar) as u8;
    if scalar.is_float() { LlvmScalar::Float(bytes) } else { LlvmScalar::Int(bytes) }
}

/// Whether a type has bytes: it is neither a resource, nor an array of resources, nor an array of zero elements. (Some listings give
/// bytes to these; see `Sizes::Reflection` and `Resources::StructuredElement`.)
pub(crate) fn contains_data(module: &Module, ty: TypeId) -> bool {
    let mut ty = ty;
    loop {
        match module.types[ty] {
            Type::Resource(_) | Type::Array { count: Count::Known(0), .. } => return false,
            Type::Array { element, .. } => ty = element,
            _ => return true,
        }
    }
}

/// Padding from the end of the last field to the start of the next.
fn pad(fields: &mut Vec<PhysicalField>, from: Offset, to: Offset) {
    if let Some(gap) = to.since(from).filter(|gap| *gap > Size::ZERO) {
        fields.push(PhysicalField { offset: from, content: PackedContent::Padding(gap) });
    }
}
