//! Layouts: plain data, computed once, stored unexpanded.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use padstone_diag::Diagnostics;
use padstone_model::{Align, Buffer, BufferId, BufferKind, Field, Module, Offset, Size, Stride, StructId, Type, TypeId};
use rustc_hash::FxHashMap;

use crate::extent::Extent;
use crate::{BufferRules, CompilerBug, Profile, RuleSet, Sizes};

/// All layouts of a module under one profile.
#[derive(Clone, Debug)]
pub struct ModuleLayout {
    /// The requested profile.
    pub profile: &'static Profile,
    /// The types in the buffers under each rule set that the profile used. The first set contains the
    /// [standard layouts](Self::standard), of all types.
    pub sets: Vec<TypeLayouts>,
    /// The buffers in source order, then the structs in source order. For those without a layout,
    /// a diagnostic has the reason.
    pub layouts: Vec<Layout>,
    /// The buffers and structs with a member that the front end did not understand, in the same order. None of them is
    /// in `layouts`.
    pub partial: Vec<PartialLayout>,
    /// The layouts of structs in the buffers that contain them: those whose buffers all lay them out under the same rules, which are not
    /// those of their own layout. Computed when a layout is selected by name.
    pub(crate) in_buffers: OnceLock<FxHashMap<Subject, Layout>>,
    /// The diagnostics.
    pub diagnostics: Diagnostics,
}

impl ModuleLayout {
    /// The types under the rule set of a layout.
    pub fn types(&self, layout: &Layout) -> &TypeLayouts {
        &self.sets[layout.set]
    }

    /// The buffers of a module that can take bytes: all but the `$Globals` of resources and specialization constants, if the profile does
    /// not place these in memory.
    pub fn buffers<'a>(&'a self, module: &'a Module) -> impl Iterator<Item = (BufferId, &'a Buffer)> {
        let is_empty = |buffer: &Buffer| {
            let is_zero = |types: &TypeLayouts| types.get(buffer.content).is_ok_and(|layout| layout.size == Size::ZERO);
            cfg!(feature = "cfamily") && buffer.kind == BufferKind::Globals && self.sets.iter().any(is_zero)
        };
        module.buffers.iter().filter(move |(_, buffer)| !is_empty(buffer))
    }

    /// The standard layout of the types: that of a structured or storage buffer of the profile.
    pub fn standard(&self) -> &TypeLayouts {
        &self.sets[STANDARD]
    }

    /// The rule set of a layout.
    pub fn rules(&self, layout: &Layout) -> &'static RuleSet {
        self.types(layout).rules
    }
}

/// Index of the standard layouts in [`ModuleLayout::sets`].
pub(crate) const STANDARD: usize = 0;

/// The buffer or struct of a [`Layout`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A buffer.
    Buffer(BufferId),
    /// A struct of the source, as in a structured or storage buffer of the profile.
    Struct(StructId),
}

impl Subject {
    /// The name of the buffer or struct.
    pub fn name(self, module: &Module) -> &str {
        module.name(match self {
            Subject::Buffer(id) => module.buffers[id].name,
            Subject::Struct(id) => module.structs[id].name,
        })
    }
}

/// The layout of one buffer or struct.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The buffer or struct.
    pub subject: Subject,
    /// Index into [`ModuleLayout::sets`].
    pub set: usize,
    /// The type of the content; its layout in the set lists the members.
    pub content: TypeId,
    /// The size in the reflection of the profile's compiler ([`TypeLayouts::sizes`]).
    pub size: Size,
    /// The alignment.
    pub align: Align,
    /// For structured buffers, and for WGSL buffers that are an array, the stride.
    pub stride: Option<Stride>,
    /// The stride with which generated code reads the elements, if it is not `stride`.
    pub read_stride: Option<Stride>,
    /// Bytes that several members cover, because of explicit offsets or compiler bugs: each range from the first to the last byte that the values of two
    /// members share; ascending and disjoint. Ranges inside array elements are those of element 0, ranges between elements those of the
    /// first two.
    pub overlaps: Vec<std::ops::Range<Offset>>,
}

impl Layout {
    /// The name of the buffer or struct.
    pub fn name<'a>(&self, module: &'a Module) -> &'a str {
        self.subject.name(module)
    }
}

/// A buffer or struct with a member that the front end did not understand. The size of that member is unknown,
/// and so are all offsets after it and the size of the buffer or struct.
/// [`partial_rows`](crate::partial_rows) visits the known part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartialLayout {
    /// The buffer or struct.
    pub subject: Subject,
    /// Index into [`ModuleLayout::sets`].
    pub set: usize,
    /// The type of the content.
    pub content: TypeId,
}

/// The types of a module under one rule set, by [`TypeId`].
#[derive(Clone, Debug)]
pub struct TypeLayouts {
    /// The rules.
    pub rules: &'static RuleSet,
    /// The size in the reflection of the profile's compiler.
    pub sizes: Sizes,
    /// The known bugs of the profile's compiler.
    pub compiler_bugs: &'static [CompilerBug],
    pub(crate) types: Vec<Result<TypeLayout, LayoutError>>,
    pub(crate) fields: Vec<FieldLayout>,
    /// For structs with an unresolved field, the fields before it.
    pub(crate) leading: BTreeMap<TypeId, Box<[FieldLayout]>>,
    /// By type: whether fields in it may overlap.
    pub(crate) crowded: Vec<bool>,
    /// Whether `packoffset` and `register` are ignored: in the standard layout
    /// ([`ModuleLayout::standard`]).
    pub(crate) standard: bool,
    /// Whether reflection miscounts the elements of an array.
    pub(crate) miscounts: bool,
    /// The layouts of the same types in generated code, if they may differ from these, which are those of reflection.
    pub(crate) code: Option<Box<TypeLayouts>>,
}

impl TypeLayouts {
    /// Whether these are the layouts for that usage, where generated code applies the usage `code`.
    pub(crate) fn is_of(&self, usage: &BufferRules, code: &BufferRules) -> bool {
        usage.is(&self.usage()) && code.is(&self.code.as_ref().map_or_else(|| self.usage(), |code| code.usage()))
    }

    /// Whether these are the layouts for the same usage as others, also in generated code.
    pub(crate) fn is_same_usage(&self, other: &TypeLayouts) -> bool {
        let code = |types: &TypeLayouts| types.code.as_ref().map_or_else(|| types.usage(), |code| code.usage());
        self.is_of(&other.usage(), &code(other))
    }

    fn usage(&self) -> BufferRules {
        BufferRules { rules: self.rules, sizes: self.sizes, compiler_bugs: self.compiler_bugs }
    }

    /// The layouts of the same types in generated code, if they may differ from these, which are those of reflection. A type that code lays
    /// out in a way that padstone does not know has none.
    pub fn in_code(&self) -> Option<&TypeLayouts> {
        self.code.as_deref()
    }

    /// The layout of a type.
    ///
    /// # Errors
    /// The reason why it has none.
    pub fn get(&self, ty: TypeId) -> Result<&TypeLayout, LayoutError> {
        self.types[ty.index()].as_ref().map_err(|&error| error)
    }

    /// The stride of a structured buffer with elements of a type.
    pub fn element_stride(&self, element: TypeId) -> Option<Stride> {
        let element = self.get(element).ok()?;
        element.extent.align_to(element.align).map(|extent| extent.as_size().as_stride())
    }

    /// The stride of an array with elements of a type.
    pub fn array_stride(&self, element: TypeId) -> Option<Stride> {
        let element = self.get(element).ok()?;
        self.rules.array_stride(element.extent, element.align).map(|extent| extent.as_size().as_stride())
    }

    /// The fields of a struct type, in source order, with those of their layouts that are known: all, or, if a field is unresolved, those of
    /// the fields before it.
    pub fn known_fields<'a>(&'a self, module: &'a Module, ty: TypeId) -> impl Iterator<Item = (&'a Field, Option<&'a FieldLayout>)> {
        let (declared, known) = match (module.types[ty], self.get(ty)) {
            (Type::Struct(id), Ok(_)) => (&module.structs[id].fields[..], None),
            (Type::Struct(id), Err(_)) => (&module.structs[id].fields[..], self.leading.get(&ty)),
            _ => (&[][..], None),
        };
        let mut placed = self.fields(module, ty).map(|(_, placed)| placed);
        let leading = known.map_or(&[][..], |leading| leading);
        declared.iter().enumerate().map(move |(index, field)| (field, placed.next().or_else(|| leading.get(index))))
    }

    /// The fields of a struct type with their layouts, in source order; none for other types.
    pub fn fields<'a>(
        &'a self,
        module: &'a Module,
        ty: TypeId,
    ) -> impl ExactSizeIterator<Item = (&'a Field, &'a FieldLayout)> + DoubleEndedIterator + Clone {
        let (declared, placed) = match (module.types[ty], self.get(ty)) {
            (Type::Struct(id), Ok(TypeLayout { shape: Shape::Struct { first }, .. })) => {
                let declared = &module.structs[id].fields[..];
                (declared, &self.fields[*first as usize..*first as usize + declared.len()])
            }
            _ => (&[][..], &[][..]),
        };
        declared.iter().zip(placed)
    }

    /// The type of the last field of a struct that has bytes: resources may follow it.
    pub fn last_with_bytes(&self, module: &Module, ty: TypeId) -> Option<TypeId> {
        self.fields(module, ty).rfind(|(_, placed)| placed.size > Size::ZERO).map(|(field, _)| field.ty)
    }
}

/// The reasons why a type has no layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutError {
    /// No buffer under these rules contains it.
    NotInBuffers,
    /// The type contains a type that the front end did not understand, and reported.
    Unknown,
    /// The size depends on an unspecialized type.
    Unspecialized(TypeId),
    /// The type is, or contains, an unsized array where a size is required.
    Unsized,
    /// The type is, or contains, an array whose element count is a link-time constant.
    LinkTimeCount,
    /// One of its sizes or offsets does not fit 64 bits.
    Overflow(TypeId),
    /// The type nests more than [`crate::MAX_DEPTH`] levels deep.
    TooDeep(TypeId),
    /// The type is, or contains, an array or a matrix of a compiled file whose stride differs from that of the rules.
    StrideMismatch {
        /// The array or the matrix.
        ty: TypeId,
        /// The stride in the file.
        stated: Stride,
        /// The stride under the rules.
        by_rules: Stride,
    },
}

impl LayoutError {
    /// Whether the members before the one with the error have known offsets.
    pub(crate) fn is_partial(self) -> bool {
        matches!(self, LayoutError::Unknown | LayoutError::Unspecialized(_))
    }
}

/// Size, alignment and shape of a type under one rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeLayout {
    /// The size in the reflection of the profile's compiler ([`TypeLayouts::sizes`]). 0 for resources, unless the rules specify a size for
    /// their class.
    pub size: Size,
    /// The alignment of a member of this type.
    pub align: Align,
    /// The structure.
    pub shape: Shape,
    /// The maximum number of rows of its listing, itself included; saturating.
    pub rows: u64,
    /// The nesting depth; 1 for a scalar.
    pub depth: u16,
    /// The distance to the next member; differs from `size` by tail padding, and by compiler bugs.
    pub(crate) extent: Extent,
}

impl TypeLayout {
    /// The bytes from its start to the earliest start of the next member: its size, its tail padding, and what compilers count in addition.
    pub fn reserved(&self) -> Size {
        self.extent.as_size()
    }
}

/// The structure of a type in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A scalar, a vector, an enum, or a matrix that the rules treat as a vector: its components are contiguous.
    Leaf,
    /// `vectors` vectors of `length` scalars each, with the matrix stride `stride`.
    Matrix {
        /// The matrix stride.
        stride: Stride,
        /// The number of vectors: columns if column-major, otherwise rows.
        vectors: u8,
        /// The number of scalars in each.
        length: u8,
    },
    /// Elements with the stride `stride`.
    Array {
        /// The stride.
        stride: Stride,
    },
    /// Fields; see [`TypeLayouts::fields`].
    Struct {
        /// Index of the first field's layout.
        first: u32,
    },
    /// A texture, sampler or buffer.
    Resource,
}

/// The layout of one field of a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldLayout {
    /// The offset from the start of the struct.
    pub offset: Offset,
    /// The size of its type, without the bytes that `@size` reserves after it; 0 for resources, and for bit-fields that share the
    /// allocation unit of the preceding one.
    pub size: Size,
    /// The end of the preceding field, with the padding that the
    /// rules count as part of that field; at most `offset`.
    pub cursor: Offset,
    /// The reason for its offset.
    pub reason: PlacementReason,
    /// The bits of a bit-field.
    pub bits: Option<BitRange>,
    /// The distance from `offset` to the offset that generated code reads.
    pub(crate) read: ReadShift,
}

/// The displacement of a read from the field's offset, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ReadShift(i64);

impl ReadShift {
    /// The code reads a field that does not exist.
    pub(crate) const NOWHERE: ReadShift = ReadShift(i64::MIN);

    /// The displacement from an offset to the offset that is read; none if it does not fit 64 bits.
    pub(crate) fn between(place: Offset, read: Offset) -> ReadShift {
        let bytes = i128::from(read.bytes()) - i128::from(place.bytes());
        ReadShift(i64::try_from(bytes).ok().filter(|bytes| *bytes != i64::MIN).unwrap_or(0))
    }
}

impl FieldLayout {
    /// The offset from which generated code reads the field (its first element), from the start of the struct, if it is not `offset`: a
    /// known difference between code and reflection of the profile's compiler.
    ///
    /// Members of a field with a `readOffset` have one too.
    pub fn read_offset(&self) -> Option<Offset> {
        let shift = Some(self.read_shift()).filter(|shift| *shift != 0)?;
        self.offset.bytes().checked_add_signed(shift).map(Offset::new)
    }

    /// The distance from `offset` to the offset that generated code reads, in bytes.
    pub(crate) fn read_shift(&self) -> i64 {
        if self.is_read_nowhere() { 0 } else { self.read.0 }
    }

    /// Whether generated code reads a field that does not exist.
    pub(crate) fn is_read_nowhere(&self) -> bool {
        self.read == ReadShift::NOWHERE
    }
}

/// The bits of a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitRange {
    /// The lowest bit, counted from the lowest bit of the allocation unit.
    pub first: u32,
    /// The width in bits.
    pub width: u32,
}

/// The reason for the offset of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacementReason {
    /// The field is the first field.
    First,
    /// The field follows the preceding field without a gap; its alignment did not move it.
    Follows,
    /// The field follows the bytes that `@size` reserves for the preceding field, without a further gap.
    AfterSizeAttribute,
    /// The end of the preceding field was rounded up to its alignment.
    Aligned(Align),
    /// The end of the preceding field was rounded up to the alignment that the source specifies: `@align(16)`, `layout(align = 16)`.
    AlignedAs(Align),
    /// The end of the preceding field was rounded up to the alignment of its scalar: it is in a `[[contiguous]]`
    /// struct.
    Contiguous(Align),
    /// The field starts a 16-byte register.
    NewRow(RowCause),
    /// A bit-field of width 0 before the field rounded the end of the preceding field up to the size of its type: `uint a : 3; uint : 0; half b` places `b`
    /// at byte 4 in structured buffers (clang 22, measured).
    AfterZeroWidth(Align),
    /// The offset is explicit.
    Explicit(ExplicitOffset),
    /// The field follows the highest of the fields with explicit offsets.
    AfterExplicit,
    /// The field follows the field with an explicit offset that is declared last, which need not be the highest.
    AfterLastExplicit,
    /// The field is a bit-field in the allocation unit of the preceding one.
    SharesUnit,
    /// The field has no bytes, and moves no other field.
    NoBytes,
}

/// The reason why a field starts a 16-byte register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowCause {
    /// The field is an array.
    Array,
    /// The field is a struct.
    Struct,
    /// The field is a struct without bytes, inside a struct (DXC).
    EmptyStruct,
    /// The field is a matrix of more than one vector.
    Matrix,
    /// The field would straddle a 16-byte boundary.
    Straddles,
    /// Either it or the preceding field has a minimum-precision type, but not both (DXC without `-enable-16bit-types`).
    MinPrecision,
    /// The field is an array of resources, although it has no bytes (DXC).
    ResourceArray,
}

/// The annotation that specifies an explicit offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplicitOffset {
    /// `packoffset(c4.y)`.
    PackOffset,
    /// `register(c4)`.
    Register,
    /// `[[vk::offset(16)]]`, `layout(offset = 16)`, `[[offset(16)]]`.
    Offset,
}
