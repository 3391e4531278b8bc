//! LLVM types, each stored once: their contents, their size under the target's data layout, and their text.

use std::collections::HashMap;
use std::fmt;

use padstone_model::{Offset, Size, TypeId};

use super::Target;
use super::names::Quoted;

/// A handle to a type of a [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TypeRef(u32);

/// A handle to a named struct of a [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct StructRef(u32);

/// The kind of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum LlvmType {
    /// `i32`, `float`.
    Scalar(LlvmScalar),
    /// `<3 x float>`.
    Vector { count: u8, number: LlvmScalar },
    /// `[4 x T]`.
    Array { count: u64, element: TypeRef },
    /// An array with padding between its elements and none after the last: `<{ [3 x <{ T, Pad }>], T }>`.
    Peeled { count: u64, element: TypeRef, padding: Size },
    /// `%S`.
    Struct(StructRef),
}

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum LlvmScalar {
    /// An integer with this number of bytes.
    Int(u8),
    /// A floating-point type with this number of bytes: 2, 4 or 8.
    Float(u8),
}

/// A packed struct with a name.
#[derive(Debug)]
pub(super) struct NamedStruct {
    /// The name, without `%`.
    pub(super) name: String,
    /// The origin: a type of the source in a set of layouts.
    pub(super) origin: SourceStruct,
    /// Members and padding, in the order of their offsets.
    pub(super) fields: Vec<PhysicalField>,
    /// The size in bytes, up to the end of its last field.
    pub(super) bytes: Size,
}

impl NamedStruct {
    /// The types of its members, without padding.
    pub(super) fn members(&self) -> impl DoubleEndedIterator<Item = TypeRef> + '_ {
        self.fields.iter().filter_map(|field| match field.content {
            PackedContent::Padding(_) => None,
            PackedContent::Member { ty, .. } => Some(ty),
        })
    }
}

/// A struct type of the source under one rule set: an index into `ModuleLayout::sets`, and the type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct SourceStruct {
    pub(super) set: usize,
    pub(super) ty: TypeId,
}

/// One field of a packed struct.
#[derive(Clone, Copy, Debug)]
pub(super) struct PhysicalField {
    /// The offset from the start of the struct.
    pub(super) offset: Offset,
    /// The content.
    pub(super) content: PackedContent,
}

/// The content of a field of a packed struct.
#[derive(Clone, Copy, Debug)]
pub(super) enum PackedContent {
    /// Padding of this size.
    Padding(Size),
    /// A member.
    Member {
        /// The type.
        ty: TypeRef,
        /// The index among the declared members; for members of a base, that of the base class.
        declared: usize,
    },
}

/// All types of one LLVM module.
pub(super) struct Types {
    target: Target,
    items: Vec<(LlvmType, TypeSizes)>,
    known: HashMap<LlvmType, TypeRef>,
    structs: Vec<NamedStruct>,
}

/// The size of a type and of its text.
#[derive(Clone, Copy)]
struct TypeSizes {
    bytes: Size,
    /// The length of the text; a peeled array contains its element twice, so this grows fast.
    text: u64,
}

/// The maximum length of the text of one type.
const LONGEST: u64 = 1 << 20;
/// The largest padding that a target type can express, and the largest type with 32-bit pointers.
const LARGEST: Size = Size::new(u32::MAX as u64);

/// The reasons why LLVM cannot express a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LlvmTypeError {
    /// The size is 4 GiB or more.
    Large,
    /// The text would exceed a megabyte.
    Long,
}

impl Types {
    pub(super) fn new(target: Target) -> Self {
        Types { target, items: Vec::new(), known: HashMap::new(), structs: Vec::new() }
    }

    pub(super) fn target(&self) -> Target {
        self.target
    }

    /// The handle of a type, which is added if it is new.
    pub(super) fn add(&mut self, ty: LlvmType) -> Result<TypeRef, LlvmTypeError> {
        if let Some(&known) = self.known.get(&ty) {
            return Ok(known);
        }
        let facts = self.facts(ty)?;
        let handle = TypeRef(self.items.len() as u32);
        self.items.push((ty, facts));
        self.known.insert(ty, handle);
        Ok(handle)
    }

    /// A new named struct, and the type that refers to it.
    pub(super) fn add_struct(&mut self, new: NamedStruct) -> Result<(StructRef, TypeRef), LlvmTypeError> {
        let handle = StructRef(self.structs.len() as u32);
        if new.bytes > LARGEST {
            return Err(LlvmTypeError::Large);
        }
        self.structs.push(new);
        Ok((handle, self.add(LlvmType::Struct(handle))?))
    }

    pub(super) fn shape(&self, ty: TypeRef) -> LlvmType {
        self.items[ty.0 as usize].0
    }

    pub(super) fn bytes(&self, ty: TypeRef) -> Size {
        self.items[ty.0 as usize].1.bytes
    }

    pub(super) fn named(&self, handle: StructRef) -> &NamedStruct {
        &self.structs[handle.0 as usize]
    }

    /// The type as LLVM text.
    pub(super) fn text(&self, ty: TypeRef) -> TypeText<'_> {
        TypeText { types: self, ty }
    }

    /// Padding of that size as LLVM text.
    pub(super) fn padding(&self, size: Size) -> PaddingText {
        PaddingText { target: self.target, size }
    }

    fn facts(&self, ty: LlvmType) -> Result<TypeSizes, LlvmTypeError> {
        let facts = |element: TypeRef| self.items[element.0 as usize].1;
        let times = |size: Size, count: u64| size.times(count).filter(|size| *size <= LARGEST).ok_or(LlvmTypeError::Large);
        let found = match ty {
            LlvmType::Scalar(number) => TypeSizes { bytes: number.bytes(), text: 6 },
            LlvmType::Vector { count, number } => TypeSizes { bytes: self.target.vector_bytes(number.bytes(), count), text: 14 },
            LlvmType::Array { count, element } => {
                TypeSizes { bytes: times(facts(element).bytes, count)?, text: facts(element).text.saturating_add(25) }
            }
            LlvmType::Peeled { count, element, padding } => {
                let TypeSizes { bytes, text } = facts(element);
                let padded = bytes.plus(padding).ok_or(LlvmTypeError::Large)?;
                let bytes = times(padded, count - 1)?.plus(bytes).ok_or(LlvmTypeError::Large)?;
                TypeSizes { bytes, text: text.saturating_mul(2).saturating_add(70) }
            }
            LlvmType::Struct(handle) => {
                let named = self.named(handle);
                TypeSizes { bytes: named.bytes, text: named.name.len() as u64 + 3 }
            }
        };
        if found.text > LONGEST { Err(LlvmTypeError::Long) } else { Ok(found) }
    }
}

impl LlvmScalar {
    /// The size of a scalar in bytes.
    pub(super) const fn bytes(self) -> Size {
        match self {
            LlvmScalar::Int(bytes) | LlvmScalar::Float(bytes) => Size::new(bytes as u64),
        }
    }
}

impl fmt::Display for LlvmScalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LlvmScalar::Int(bytes) => write!(f, "i{}", bytes * 8),
            LlvmScalar::Float(2) => f.write_str("half"),
            LlvmScalar::Float(4) => f.write_str("float"),
            LlvmScalar::Float(_) => f.write_str("double"),
        }
    }
}

/// A type as LLVM text.
pub(super) struct TypeText<'t> {
    types: &'t Types,
    ty: TypeRef,
}

impl fmt::Display for TypeText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types = self.types;
        match types.shape(self.ty) {
            LlvmType::Scalar(number) => number.fmt(f),
            LlvmType::Vector { count, number } => write!(f, "<{count} x {number}>"),
            LlvmType::Array { count, element } => write!(f, "[{count} x {}]", types.text(element)),
            LlvmType::Peeled { count, element, padding } => {
                let (element, padding) = (types.text(element), types.padding(padding));
                write!(f, "<{{ [{} x <{{ {element}, {padding} }}>], {element} }}>", count - 1)
            }
            LlvmType::Struct(handle) => write!(f, "%{}", Quoted(&types.named(handle).name)),
        }
    }
}

/// Padding as LLVM text.
pub(super) struct PaddingText {
    target: Target,
    size: Size,
}

impl fmt::Display for PaddingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.target.prefix() {
            Some(prefix) => write!(f, "target(\"{prefix}.Padding\", {})", self.size),
            None => write!(f, "[{} x i8]", self.size),
        }
    }
}
