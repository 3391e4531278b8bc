//! What a layout is: inert data, computed once, stored unexpanded.

use std::collections::BTreeMap;

use padstone_diag::Diagnostics;
use padstone_model::{Align, BufferId, Field, Module, Offset, Size, Stride, StructId, Type, TypeId};

use crate::extent::Extent;
use crate::{CompilerBug, Profile, RuleSet, Sizes, Usage};

/// All layouts of a module under one profile.
#[derive(Clone, Debug)]
pub struct ModuleLayout {
    /// The profile that was asked for.
    pub profile: &'static Profile,
    /// For each rule set that the profile used, all types that buffers under it hold; first the
    /// [standard layouts](Self::standard), of all types.
    pub sets: Vec<TypeLayouts>,
    /// The buffers in source order, then the structs in source order. What could not be laid out is left out,
    /// and a diagnostic says why.
    pub layouts: Vec<Layout>,
    /// The buffers and structs that contain something the front end did not understand, in the same order. None of them is
    /// in `layouts`.
    pub partial: Vec<PartialLayout>,
    /// What there is to say about them.
    pub diagnostics: Diagnostics,
}

impl ModuleLayout {
    /// The types under the rule set of a layout.
    pub fn types(&self, layout: &Layout) -> &TypeLayouts {
        &self.sets[layout.set]
    }

    /// The types as in a structured or storage buffer of the profile: their standard layout.
    pub fn standard(&self) -> &TypeLayouts {
        &self.sets[STANDARD]
    }

    /// The rule set of a layout.
    pub fn rules(&self, layout: &Layout) -> &'static RuleSet {
        self.types(layout).rules
    }
}

/// Index into [`ModuleLayout::sets`] of the layouts of structs by themselves.
pub(crate) const STANDARD: usize = 0;

/// What a [`Layout`] is the layout of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// What was laid out.
    pub subject: Subject,
    /// Index into [`ModuleLayout::sets`].
    pub set: usize,
    /// The type of the content; its layout in the set has the members.
    pub content: TypeId,
    /// Its size, as the profile's compiler counts ([`TypeLayouts::sizes`]).
    pub size: Size,
    /// The alignment the whole must have.
    pub align: Align,
    /// Structured buffers, and buffers of WGSL that are an array: from one element to the next.
    pub stride: Option<Stride>,
    /// What more than one member covers, as explicit offsets and faults of compilers allow: from the first byte that the
    /// values of two share to the last; ascending, not touching. Those inside of array elements stand for element 0 only, those between elements for the first two.
    pub overlaps: Vec<std::ops::Range<Offset>>,
}

impl Layout {
    /// The name of the buffer or struct.
    pub fn name<'a>(&self, module: &'a Module) -> &'a str {
        self.subject.name(module)
    }
}

/// A buffer or struct that contains a member the front end did not understand. That member has its place among the others
/// and no size, so the offset of what follows it is unknown, and so is the size of the whole.
/// [`partial_rows`](crate::partial_rows) has what is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartialLayout {
    /// What was laid out up to there.
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
    /// What is called the size of something.
    pub sizes: Sizes,
    /// What the profile's compiler is known to do wrong.
    pub compiler_bugs: &'static [CompilerBug],
    pub(crate) types: Vec<Result<TypeLayout, LayoutError>>,
    pub(crate) fields: Vec<FieldLayout>,
    /// Of structs with a field that was not understood: the fields before it.
    pub(crate) leading: BTreeMap<TypeId, Box<[FieldLayout]>>,
    /// By type: whether fields in it may overlap.
    pub(crate) crowded: Vec<bool>,
    /// Whether `packoffset` and `register` mean nothing here, though there are some: in the standard layout
    /// ([`ModuleLayout::standard`]).
    pub(crate) standard: bool,
}

impl TypeLayouts {
    /// Whether these are the layouts of that usage.
    pub(crate) fn is_of(&self, usage: &Usage) -> bool {
        usage.is(&Usage { rules: self.rules, sizes: self.sizes, compiler_bugs: self.compiler_bugs })
    }

    /// The layout of a type.
    ///
    /// # Errors
    /// Why it has none.
    pub fn get(&self, ty: TypeId) -> Result<&TypeLayout, LayoutError> {
        self.types[ty.index()].as_ref().map_err(|&error| error)
    }

    /// The fields of a struct type that has no layout, in source order: first those whose places are known all the same,
    /// as they come before anything that was not understood.
    pub fn known_fields<'a>(&'a self, module: &'a Module, ty: TypeId) -> impl Iterator<Item = (&'a Field, Option<&'a FieldLayout>)> {
        let declared = match module.types[ty] {
            Type::Struct(id) => &module.structs[id].fields[..],
            _ => &[],
        };
        let leading = self.leading.get(&ty).map_or(&[][..], |leading| leading);
        declared.iter().enumerate().map(|(index, field)| (field, leading.get(index)))
    }

    /// The fields of a struct type with their places, in source order; none for other types.
    pub fn fields<'a>(&'a self, module: &'a Module, ty: TypeId) -> impl ExactSizeIterator<Item = (&'a Field, &'a FieldLayout)> + Clone {
        let (declared, placed) = match (module.types[ty], self.get(ty)) {
            (Type::Struct(id), Ok(TypeLayout { shape: Shape::Struct { first }, .. })) => {
                let declared = &module.structs[id].fields[..];
                (declared, &self.fields[*first as usize..*first as usize + declared.len()])
            }
            _ => (&[][..], &[][..]),
        };
        declared.iter().zip(placed)
    }
}

/// Why a type has no layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutError {
    /// No buffer under these rules holds it.
    NotInBuffers,
    /// It holds something that the front end did not understand, and has reported.
    Unknown,
    /// Its size depends on a type argument that is still missing.
    Unspecialized(TypeId),
    /// It is, or contains, an unsized array where a size is required.
    Unsized,
    /// It is, or holds, an array that linking gives a number of elements.
    LinkTimeCount,
    /// A size or offset in it does not fit 64 bits.
    Overflow(TypeId),
    /// It nests more than [`crate::MAX_DEPTH`] levels deep.
    TooDeep(TypeId),
    /// It is, or contains, an array or a matrix of a compiled file whose stride is not that of the rules.
    StrideMismatch {
        /// The array or the matrix.
        ty: TypeId,
        /// Its stride in the file.
        stated: Stride,
        /// Its stride under the rules.
        by_rules: Stride,
    },
}

impl LayoutError {
    /// Whether the members before the one that is at fault have their places all the same.
    pub(crate) fn is_partial(self) -> bool {
        matches!(self, LayoutError::Unknown | LayoutError::Unspecialized(_))
    }
}

/// Size, alignment and shape of a type under one rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeLayout {
    /// Its size, as the profile's compiler counts ([`TypeLayouts::sizes`]). 0 for resources, unless the rules count the
    /// class of them.
    pub size: Size,
    /// The alignment of a member of this type.
    pub align: Align,
    /// What is inside.
    pub shape: Shape,
    /// How many rows a listing of it takes at most, itself included; saturating.
    pub rows: u64,
    /// How many levels it nests; 1 for a scalar.
    pub depth: u16,
    /// How far away the next member is pushed; differs from `size` by padding at the end, and by faults of compilers.
    pub(crate) extent: Extent,
}

/// The inner order of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A scalar, a vector, an enum, or a matrix that the rules treat as a vector: its components are contiguous.
    Leaf,
    /// `vectors` vectors of `length` scalars each, with the matrix stride `stride`.
    Matrix {
        /// From one vector to the next.
        stride: Stride,
        /// How many vectors: columns if column-major, else rows.
        vectors: u8,
        /// Numbers in each.
        length: u8,
    },
    /// Elements with the stride `stride`.
    Array {
        /// From one element to the next.
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
    /// From the start of the struct.
    pub offset: Offset,
    /// Bytes that the field takes there: those of its type, whatever `@size` says of what comes after; 0 for resources and for bit-fields that share the
    /// unit of the one before.
    pub size: Size,
    /// The place from which this one was reckoned: the end of the field placed before it, with the padding that the
    /// rules count as part of that field. `offset` itself if that is greater.
    pub cursor: Offset,
    /// What put it there.
    pub reason: PlacementReason,
    /// The bits of a bit-field.
    pub bits: Option<BitRange>,
    /// How far from `offset` generated code begins to read the field.
    pub(crate) read: ReadShift,
}

/// How far from its place generated code begins to read a field: less than a constant buffer is large, in units of two bytes, which is
/// the smallest number of HLSL. (There are as many of these as there are fields, so they are kept small.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ReadShift(i16);

impl ReadShift {
    /// The code reads what is not there.
    pub(crate) const NOWHERE: ReadShift = ReadShift(i16::MIN);

    /// From a place to where it is read; none if that is further than a constant buffer is large.
    pub(crate) fn between(place: Offset, read: Offset) -> ReadShift {
        let bytes = i128::from(read.bytes()) - i128::from(place.bytes());
        ReadShift(i16::try_from(bytes / 2).ok().filter(|units| *units != i16::MIN).unwrap_or(0))
    }
}

impl FieldLayout {
    /// Where generated code reads the field from (its first element), if that is not `offset`: a known fault of
    /// the profile's compiler. From the start of the struct.
    ///
    /// Members of a field with a `readOffset` have one too.
    pub fn read_offset(&self) -> Option<Offset> {
        let shift = Some(self.read_shift()).filter(|shift| *shift != 0)?;
        self.offset.bytes().checked_add_signed(shift).map(Offset::new)
    }

    /// How far from `offset` generated code reads the field, in bytes.
    pub(crate) fn read_shift(&self) -> i64 {
        if self.is_read_nowhere() { 0 } else { 2 * i64::from(self.read.0) }
    }

    /// Whether generated code reads something that is not there.
    pub(crate) fn is_read_nowhere(&self) -> bool {
        self.read == ReadShift::NOWHERE
    }
}

/// The bits of a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitRange {
    /// The lowest bit, from the start of the unit.
    pub first: u32,
    /// How many bits.
    pub width: u32,
}

/// The step that put a field where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacementReason {
    /// It is the first.
    First,
    /// It follows the one before without a gap, and would have been moved if its alignment did not fit.
    Follows,
    /// It follows the size that `@size` specifies for the preceding one, without a further gap.
    AfterSizeAttribute,
    /// The end of the one before was rounded up to its alignment.
    Aligned(Align),
    /// It was moved on to a multiple of the alignment that the source asks for: `@align(16)`, `layout(align = 16)`.
    AlignedAs(Align),
    /// The end of the one before was rounded up to the size of its numbers: members of a `[[contiguous]]` struct are
    /// aligned like one number.
    Contiguous(Align),
    /// It begins a new 16-byte row.
    NewRow(RowCause),
    /// The offset is explicit.
    Explicit(ExplicitOffset),
    /// Others have explicit offsets; it follows the highest of them.
    AfterExplicit,
    /// Others have explicit offsets; it goes after the one that is declared last, which need not be the highest.
    AfterLastExplicit,
    /// It is a bit-field in the unit of the one before.
    SharesUnit,
    /// It takes no bytes and moves nothing.
    NoBytes,
}

/// Why a field begins a new 16-byte row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowCause {
    /// Arrays do.
    Array,
    /// Structs do.
    Struct,
    /// A struct without bytes, inside a struct, does too: a trait of DXC.
    EmptyStruct,
    /// Matrices of more than one vector do.
    Matrix,
    /// It would straddle a 16-byte boundary.
    Straddles,
    /// A change between minimum-precision and other types does (DXC without `-enable-16bit-types`).
    MinPrecision,
    /// An array of resources does, although it has no bytes: a trait of DXC.
    ResourceArray,
}

/// What in the source specifies an explicit offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplicitOffset {
    /// `packoffset(c4.y)`.
    PackOffset,
    /// `register(c4)`.
    Register,
    /// `[[vk::offset(16)]]`, `layout(offset = 16)`, `[[offset(16)]]`.
    Offset,
}
