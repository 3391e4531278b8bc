//! Structs and their members.

use padstone_source::{Span, Symbol};

use crate::{Align, Annotation, BitField, Id, PackOffset, Register, Size, TypeId};

/// A handle to a [`Struct`].
pub type StructId = Id<Struct>;

/// A struct, in the order its members are declared.
#[derive(Clone, Debug)]
pub struct Struct {
    /// The qualified name, `N::S` or `Pair<float3>`; empty for anonymous structs. The struct of a buffer's members has the
    /// qualified name of the buffer; [`Buffer::name`](crate::Buffer::name) is not qualified.
    pub name: Symbol,
    /// The span of its name.
    pub span: Span,
    /// The construct that declares it.
    pub kind: StructKind,
    /// Base classes first, then data members; without static members and methods.
    pub fields: Vec<Field>,
    /// The type of this struct; `None` until the front end has completed it.
    pub ty: Option<TypeId>,
    /// `[[contiguous]]` of WGSL 2020: members are aligned like their scalars.
    pub contiguous: bool,
}

impl Struct {
    /// Whether its last member is a bit-field of width 0: `struct S { uint a : 3; uint : 0; };`.
    pub fn ends_with_zero_width(&self) -> bool {
        self.fields.last().and_then(|field| field.bitfield).is_some_and(|bits| bits.width == 0)
    }
}

/// The construct that declares a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StructKind {
    /// A struct or class of the source.
    Declared,
    /// An instance of a template or generic.
    Instance,
    /// The members of a cbuffer, of a block, of `$Globals`.
    BufferMembers,
    /// `Tuple<…>` of Slang, or an `Optional<T>` that consists of `T` and a bool: not in the source, with the member names of Slang
    /// (`_0`, `_1`; `value`, `hasValue`), which its reflection does not name.
    Tuple,
}

/// A member of a struct or buffer.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name; empty for unnamed bit-fields; for a base class, the name of the base.
    pub name: Symbol,
    /// The span of its name.
    pub span: Span,
    /// The type.
    pub ty: TypeId,
    /// Member or base class.
    pub role: FieldRole,
    /// The width in bits, if it is a bit-field.
    pub bitfield: Option<Bitfield>,
    /// Attributes and annotations on it, in source order.
    pub annotations: Vec<Annotation>,
    /// How the declaration is written.
    pub written: Spelling,
}

/// The spelling of a declaration, beyond its type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spelling {
    /// The span of the type, if it has its own span; for fixes.
    pub type_span: Option<Span>,
    /// Whether its matrices have no `row_major` or `column_major`, not even by pragma. HLSL and Slang only, where options decide.
    pub leaves_major_open: bool,
    /// The spelling of the type without its array dimensions, and that type, if the source uses an alias or
    /// a spelling that differs from the type's name. Slang only.
    pub alias: Option<(Symbol, TypeId)>,
    /// The bit-fields in a backing integer (`$bit_field_backing_0`). Slang only.
    pub bit_fields: Box<[BitField]>,
    /// The span of the value of a specialization constant. Slang only.
    pub value_span: Option<Span>,
}

impl Field {
    /// A data member, or a parameter, without annotations.
    pub fn member(name: Symbol, span: Span, ty: TypeId, annotations: Vec<Annotation>) -> Field {
        Field { name, span, ty, role: FieldRole::Member, bitfield: None, annotations, written: Spelling::default() }
    }

    /// The effective `packoffset`: the last one, as in DXC.
    pub fn packoffset(&self) -> Option<PackOffset> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::PackOffset(offset) => Some(*offset),
            _ => None,
        })
    }

    /// Whether it is a specialization constant of Slang, which some targets do not store in buffers.
    pub fn is_specialization_constant(&self) -> bool {
        self.annotations.iter().any(|annotation| matches!(annotation, Annotation::SpecializationConstant(_)))
    }

    /// `register(…)` annotations.
    pub fn registers(&self) -> impl Iterator<Item = Register> + '_ {
        self.annotations.iter().filter_map(|annotation| match annotation {
            Annotation::Register(register) => Some(*register),
            _ => None,
        })
    }

    /// The effective (last) `[[vk::offset(n)]]`, `layout(offset = n)`, or `[[offset(n)]]`: bytes from the start of
    /// the struct, and its span.
    pub fn offset(&self) -> Option<(u64, Span)> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Offset { bytes, span } => Some((*bytes, *span)),
            _ => None,
        })
    }

    /// Whether an offset that is not a multiple of the member's alignment is rounded up: [`Annotation::RoundedOffset`].
    pub fn rounds_offset(&self) -> bool {
        self.annotations.iter().any(|annotation| matches!(annotation, Annotation::RoundedOffset))
    }

    /// The effective (last) `@align(n)`, `layout(align = n)`, or `[[align(n)]]`, and its span.
    pub fn align(&self) -> Option<(Align, Span)> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Align { align, span } => Some((*align, *span)),
            _ => None,
        })
    }

    /// Whether it has annotations other than those of stage inputs and outputs.
    pub fn is_annotated(&self) -> bool {
        self.annotations.iter().any(|annotation| !annotation.is_of_stage_interface())
    }

    /// Whether an offset, alignment, size, or binding on it was not understood.
    pub fn has_unknown_place(&self) -> bool {
        self.annotations.contains(&Annotation::Unknown)
    }

    /// The effective (last) `@size(n)` or `[[size(n)]]`, and its span.
    pub fn size(&self) -> Option<(Size, Span)> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Size { size, span } => Some((*size, *span)),
            _ => None,
        })
    }

    /// The `[[stride(n)]]` on its type, in bytes, and its span.
    pub fn stride(&self) -> Option<(u64, Span)> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Stride { bytes, span } => Some((*bytes, *span)),
            _ => None,
        })
    }
}

/// The kinds of fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldRole {
    /// A data member.
    Member,
    /// A base class.
    Base,
    /// A `groupshared` member of a cbuffer: a member like any other in DXC, a variable outside the buffer in clang.
    GroupShared,
}

/// The width of a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bitfield {
    /// Width in bits; 0 ends the allocation unit.
    pub width: u32,
    /// The type as the source spells it: DXC's SPIR-V back end distinguishes `uint` from `dword`.
    pub spelling: Symbol,
}
