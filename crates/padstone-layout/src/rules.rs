//! Rule sets: layout rules as flat values. One file each, with every field written out; [`rule_sets`] lists them.
//!
//! A rule set determines the size and alignment of every type (constants), and how members follow one another (a
//! [`Placement`]). Compare two files to see how two rule sets differ.

mod as_compiled;
mod clang_22_cbuffer;
mod clang_22_overlaps;
mod clang_22_spirv_cbuffer;
mod clang_22_structured;
mod documented_cbuffer;
mod documented_structured;
mod dx_cbuffer;
mod dx_structured;
mod fxc_cbuffer;
mod naga;
mod scalar;
mod slang;
mod std140;
mod std430;
mod vk_dx_cbuffer;
mod vk_dx_structured;
mod vk_relaxed_std140;
mod vk_relaxed_std430;
mod wgsl;
mod wgsl_2020;

use padstone_model::{Align, EnumId, Language, Module, Scalar};

use crate::extent::Extent;

pub use as_compiled::AS_COMPILED_RULES;
pub use clang_22_cbuffer::CLANG_22_CBUFFER;
pub use clang_22_overlaps::CLANG_22_OVERLAPS;
pub use clang_22_spirv_cbuffer::CLANG_22_SPIRV_CBUFFER;
pub use clang_22_structured::CLANG_22_STRUCTURED;
pub use documented_cbuffer::DOCUMENTED_CBUFFER;
pub use documented_structured::DOCUMENTED_STRUCTURED;
pub use dx_cbuffer::DX_CBUFFER;
pub use dx_structured::DX_STRUCTURED;
pub use fxc_cbuffer::FXC_CBUFFER;
pub use naga::NAGA_RULES;
pub use scalar::SCALAR;
pub use slang::{
    C, CPP, CUDA, DOCUMENTED_D3D, DOCUMENTED_VULKAN, METAL_ARGUMENT_BUFFER, METAL_CONSTANT, METAL_DEVICE, NATURAL, SLANG_CBUFFER,
    SLANG_STD140, SLANG_STD430,
};
pub use std140::STD140;
pub use std430::STD430;
pub use vk_dx_cbuffer::VK_DX_CBUFFER;
pub use vk_dx_structured::VK_DX_STRUCTURED;
pub use vk_relaxed_std140::VK_RELAXED_STD140;
pub use vk_relaxed_std430::VK_RELAXED_STD430;
pub use wgsl::WGSL_RULES;
pub use wgsl_2020::WGSL_2020_RULES;

/// All rule sets except those of Slang, which the profiles for its targets use. Without the feature `cfamily`, those of profiles without it.
pub fn rule_sets() -> &'static [&'static RuleSet] {
    static RULE_SETS: [&RuleSet; 18] = [
        &DX_CBUFFER,
        &FXC_CBUFFER,
        &DX_STRUCTURED,
        &STD140,
        &STD430,
        &SCALAR,
        &VK_RELAXED_STD140,
        &VK_RELAXED_STD430,
        &VK_DX_CBUFFER,
        &VK_DX_STRUCTURED,
        &CLANG_22_CBUFFER,
        &CLANG_22_SPIRV_CBUFFER,
        &CLANG_22_STRUCTURED,
        &DOCUMENTED_CBUFFER,
        &DOCUMENTED_STRUCTURED,
        &WGSL_RULES,
        &WGSL_2020_RULES,
        &NAGA_RULES,
    ];
    static WEB: [&RuleSet; 6] = [&STD140, &STD430, &SCALAR, &WGSL_RULES, &WGSL_2020_RULES, &NAGA_RULES];
    if cfg!(feature = "cfamily") { &RULE_SETS } else { &WEB }
}

/// The rule sets of Slang. They are separate from [`rule_sets`], because they apply to Slang only.
pub fn slang_rule_sets() -> &'static [&'static RuleSet] {
    static RULE_SETS: [&RuleSet; 12] = [
        &NATURAL,
        &C,
        &METAL_CONSTANT,
        &METAL_DEVICE,
        &METAL_ARGUMENT_BUFFER,
        &CUDA,
        &CPP,
        &SLANG_CBUFFER,
        &SLANG_STD140,
        &SLANG_STD430,
        &DOCUMENTED_D3D,
        &DOCUMENTED_VULKAN,
    ];
    if cfg!(feature = "cfamily") { &RULE_SETS } else { &[] }
}

/// A set of layout rules. Sizes of scalars are those of the model ([`padstone_model::Scalar::bytes`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// The name on the command line: `dx-cbuffer`.
    pub name: &'static str,
    /// A description of one line.
    pub summary: &'static str,
    /// The sources of its rules.
    pub sources: Sources,
    /// The alignment of scalars; every other alignment is a multiple of it.
    pub scalar_align: ScalarAlign,
    /// The size of a bool, also in vectors and matrices.
    pub bools: Bools,
    /// The size of an address.
    pub pointers: PointerSize,
    /// Alignment of vectors of 1, 2, 3 and 4 components, in components.
    pub vector_align: [u64; 4],
    /// Size of vectors of 1, 2, 3 and 4 components, in components.
    pub vector_size: [u64; 4],
    /// The maximum alignment of vectors.
    pub vector_align_at_most: Option<Align>,
    /// How vectors of 16-bit floats are stored.
    pub half_vectors: HalfVectors,
    /// How the vectors of a matrix are stored.
    pub matrices: Matrices,
    /// Which matrices the rules treat as vectors.
    pub vector_matrices: VectorMatrices,
    /// Which matrices the rules treat as arrays of vectors.
    pub integer_matrices: IntegerMatrices,
    /// The minimum alignment of arrays and their elements.
    pub array_align_at_least: Align,
    /// Whether the padding after the last element is part of an array.
    pub array_tail: TailPadding,
    /// How runtime-sized arrays are laid out.
    pub unsized_arrays: UnsizedArrays,
    /// The stride of elements without bytes.
    pub empty_elements: EmptyElements,
    /// How members without bytes affect others.
    pub empty_members: EmptyMembers,
    /// The alignment of structs.
    pub struct_align: StructAlign,
    /// Whether the size of a struct is rounded up to its alignment.
    pub struct_tail: TailPadding,
    /// The basis of the size of a struct.
    pub struct_size: StructSize,
    /// The size of an enum.
    pub enums: Enums,
    /// Which bit-fields share an allocation unit.
    pub bitfields: Bitfields,
    /// The size of a texture, sampler or buffer inside a struct.
    pub resources: Resources,
    /// How a `DescriptorHandle<T>` of Slang is laid out.
    pub descriptor_handles: DescriptorHandles,
    /// The effect of an alignment attribute on a member.
    pub member_align: MemberAlign,
    /// The effect of a size attribute on a member.
    pub member_size: MemberSize,
    /// How the members of a struct follow one another.
    pub members: Placement,
    /// How the members of a cbuffer, a block or `$Globals` follow one another.
    pub buffer_members: Placement,
    /// How types are written as LLVM types.
    pub llvm_shapes: LlvmShapes,
}

impl RuleSet {
    /// Whether members of a `[[contiguous]]` struct are aligned like their scalar. Other rules ignore the attribute.
    pub fn has_contiguous_structs(&self) -> bool {
        self.member_align == MemberAlign::Verified
    }

    /// The size of a scalar of a module under these rules, in bytes.
    pub fn scalar_bytes(&self, module: &Module, scalar: Scalar) -> u64 {
        match (scalar, self.bools) {
            (Scalar::Bool, Bools::OneByte) => 1,
            _ => module.scalar_bytes(scalar),
        }
    }

    /// The size of an enumeration of a module under these rules, in bytes.
    pub(crate) fn enum_bytes(&self, module: &Module, id: EnumId) -> u64 {
        match self.enums {
            Enums::Underlying => self.scalar_bytes(module, module.enums[id].scalar),
            Enums::FourBytes => 4,
        }
    }

    /// The stride of an array whose elements have this extent and alignment; `None` if it is too large.
    pub(crate) fn array_stride(&self, element: Extent, align: Align) -> Option<Extent> {
        // Under LLVM's rules, the elements are packed, and only the rules for arrays align them.
        let is_packed = self.llvm_shapes == LlvmShapes::Clang22;
        let align = if is_packed { self.array_align_at_least } else { align.max(self.array_align_at_least) };
        match element.is_zero() && self.empty_elements == EmptyElements::Aligned && !is_packed {
            true => Extent::of_bytes(align.bytes()),
            false => element.align_to(align),
        }
    }

    /// The scalar type that these rules store for a scalar of a module: 16 or 32 bits for a minimum-precision type, `u32` for four
    /// packed bytes. `min16float` is stored as [`Scalar::Float32`], with `-enable-16bit-types` as [`Scalar::Float16`].
    pub fn stored_scalar(&self, module: &Module, scalar: Scalar) -> Scalar {
        let is_wide = self.scalar_bytes(module, scalar) == 4;
        match scalar {
            Scalar::Int8x4Packed | Scalar::Uint8x4Packed => Scalar::Uint32,
            Scalar::Min16Float | Scalar::Min10Float if is_wide => Scalar::Float32,
            Scalar::Min16Float | Scalar::Min10Float => Scalar::Float16,
            Scalar::Min16Int | Scalar::Min12Int if is_wide => Scalar::Int32,
            Scalar::Min16Int | Scalar::Min12Int => Scalar::Int16,
            Scalar::Min16Uint if is_wide => Scalar::Uint32,
            Scalar::Min16Uint => Scalar::Uint16,
            Scalar::IntPtr => Scalar::Int64,
            Scalar::UintPtr => Scalar::Uint64,
            other => other,
        }
    }
}

/// The source of each kind of rule: a section of a specification, or a compiler with its version and how it was measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sources {
    /// Sizes and alignments of scalars and vectors.
    pub vectors: &'static str,
    /// Matrices.
    pub matrices: &'static str,
    /// Arrays.
    pub arrays: &'static str,
    /// Sizes and alignments of structs.
    pub structs: &'static str,
    /// The offset of the next member.
    pub placement: &'static str,
    /// Bit-fields.
    pub bitfields: &'static str,
    /// Explicit offsets and alignments: `packoffset`, `register(c…)`, `[[vk::offset]]`, `layout(offset)`,
    /// `@align`, `@size`.
    pub explicit: &'static str,
}

/// The alignment of scalars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarAlign {
    /// Their own size.
    OwnSize,
    /// One byte: structs are packed.
    Byte,
}

/// Bytes of a bool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bools {
    /// Four bytes.
    FourBytes,
    /// One byte, as in C++.
    OneByte,
}

/// The size of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerSize {
    /// Eight bytes, aligned to 8.
    EightBytes,
    /// No bytes: the target has no pointers.
    NoBytes,
}

/// How vectors of 16-bit floats are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HalfVectors {
    /// Like those of other scalars.
    LikeOthers,
    /// Vectors of 3 and 4 components in pairs: aligned to 4 bytes, with a size that is a multiple of 4.
    Pairs,
}

/// How runtime-sized arrays are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnsizedArrays {
    /// As the profile specifies: [`crate::RuntimeArrays`].
    OfProfile,
    /// A handle of this many bytes, aligned to 8, to elements outside the buffer: 16 for `float weights[]` in C++. Resources without bytes
    /// under these rules, such as textures in Metal constant buffers, have slots and no handle; arrays of arrays of them have one
    /// (libslang 2026.12, measured).
    Handle(u64),
}

/// How the vectors of a matrix are stored. A matrix has V vectors (columns if column-major, otherwise rows) of L scalars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matrices {
    /// Contiguous, with the alignment of their scalar.
    Packed,
    /// Each like a vector: with its alignment and its padded size, including the last one.
    Vectors {
        /// The minimum alignment of each.
        align_at_least: Align,
    },
    /// Each in its own 16-byte register, or two registers if it is longer; the last without padding.
    Registers {
        /// The number of bytes that a 16-bit scalar counts for in the extent of the matrix, after which the next member is placed.
        half_extent: u64,
    },
    /// As elements of an array, under the rules for arrays.
    Elements,
    /// As [`Matrices::Vectors`] of at least 16 bytes; but the next member is placed as if each vector had 16 bytes.
    VulkanRegisters,
}

/// Which matrices the rules treat as vectors. (Unless this is `None`, matrices of one scalar are scalars.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorMatrices {
    /// None.
    None,
    /// Matrices of one vector: 1×N row-major, N×1 column-major.
    OneVector,
    /// Matrices with one row or one column, regardless of their majorness.
    OneRowOrColumn,
}

/// Which matrices the rules treat as arrays of vectors, with an array stride.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntegerMatrices {
    /// None.
    Matrices,
    /// Matrices of integers and bools, and those whose vectors have one component: SPIR-V has no such matrices.
    Arrays,
}

/// Whether tail padding is part of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TailPadding {
    /// The type includes its tail padding; the next member follows it.
    Padded,
    /// The type excludes its tail padding, which the next member may use.
    Open,
    /// As `Open`; but an array with zero elements occupies no bytes.
    Free,
    /// As in the language: in HLSL, Slang and WGSL a struct is padded, as in C; in GLSL and WGSL of 2020 it ends at
    /// the end of its last member.
    OfLanguage,
}

impl TailPadding {
    /// Whether tail padding is part of a type of that language.
    pub const fn is_padded(self, language: Language) -> bool {
        match self {
            TailPadding::Padded => true,
            TailPadding::Open | TailPadding::Free => false,
            TailPadding::OfLanguage => !matches!(language, Language::Glsl | Language::Wgsl2020),
        }
    }
}

/// The stride of an array whose elements have no bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmptyElements {
    /// No stride.
    NoBytes,
    /// The alignment.
    Aligned,
}

/// How members without bytes affect others: empty structs, resources, and arrays of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmptyMembers {
    /// Members without bytes are placed like others, at their alignment, which also counts for the struct.
    Placed,
    /// Members without bytes do not affect others.
    Skipped,
}

/// The alignment of structs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StructAlign {
    /// The largest alignment among the members.
    Widest {
        /// The minimum alignment.
        at_least: Align,
    },
    /// This alignment, regardless of the members.
    Fixed(Align),
}

/// The basis of the size of a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StructSize {
    /// The end of the last member.
    Members,
    /// A separate computation, in which members without bytes are not aligned and bit-fields share an allocation unit only if
    /// their types have the same spelling. DXC's SPIR-V back end computes offsets and sizes in two functions that
    /// disagree; therefore a member after such a struct may overlap it.
    Recounted,
    /// The end of the last member; a struct without members counts as one byte, as in C++.
    AtLeastOneByte,
}

/// The size of an enum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enums {
    /// The size of its underlying type.
    Underlying,
    /// Four bytes, regardless of its underlying type.
    FourBytes,
}

/// Which bit-fields share an allocation unit of the declared type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bitfields {
    /// Neighbors whose types have the same size, if they fit; a bit-field of width 0 ends the unit.
    SameSize,
    /// Neighbors of the same type, if they fit; a bit-field of width 0 does not end the unit.
    SameType,
    /// None: each has its own unit, and its width is ignored.
    Separate,
    /// All neighbors, bit after bit, across unit boundaries; after a bit-field of width 0, the next member is aligned to the size of its type.
    Packed,
}

/// The size of a texture, sampler or buffer inside a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resources {
    /// No bytes.
    NoBytes,
    /// No bytes; but a structured buffer has the size of one of its elements.
    StructuredElement,
    /// The size of the class that declares it: a handle of the element's type, and the `mips` or `sample` objects.
    Class,
    /// The size of a handle.
    Handles(&'static HandleSizes),
}

/// How a `DescriptorHandle<T>` of Slang is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DescriptorHandles {
    /// A `uint2`.
    Uint2,
    /// The resource itself.
    Object,
}

/// Sizes of the handles of resources that are ordinary data; all handles are aligned to 8.
#[derive(PartialEq, Eq, Debug)]
pub struct HandleSizes {
    /// The handle of a texture or typed buffer.
    pub texture: Handle,
    /// The handle of a texture with its sampler.
    pub combined: Handle,
    /// The handle of a sampler.
    pub sampler: Handle,
    /// The handle of a structured buffer, byte address buffer or `GLSLShaderStorageBuffer`.
    pub buffer: Handle,
    /// The handles of an append or consume buffer, with its counter.
    pub counted_buffer: Handle,
    /// The handle of an acceleration structure.
    pub acceleration_structure: Handle,
    /// The handle of a constant buffer or parameter block.
    pub block: Handle,
}

/// The size of a handle, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handle {
    /// The size.
    pub size: u64,
    /// The distance to the next member of a struct. A parameter of a scope, such as `$Globals`, takes `size`.
    pub extent: u64,
}

impl Handle {
    /// A handle whose distance to the next member is its size.
    pub const fn of(size: u64) -> Handle {
        Handle { size, extent: size }
    }
}

/// The effect of an alignment attribute on a member: `@align(16)`, `layout(align = 16)`, `[[align(16)]]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberAlign {
    /// The offset of the member is a multiple of it, and the struct is aligned to it.
    Applies,
    /// The offset of the member is a multiple of it, and the size of the struct is rounded up to it; but the struct itself is aligned as if
    /// there were no such attribute.
    AlignsMembersOnly,
    /// The attribute does not affect the layout; padstone compares it with the layout.
    Verified,
}

/// The effect of a size attribute on a member: `@size(32)`, `[[size(32)]]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberSize {
    /// The next member follows after that many bytes.
    Applies,
    /// The attribute does not affect the layout; padstone compares it with the layout.
    Verified,
}

/// How types are written as LLVM types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LlvmShapes {
    /// The types with which LLVM's offsets equal those of the rules.
    Exact,
    /// As clang 22 writes them: a matrix as one flat array, a 3-vector always as a vector, an array with padding as a
    /// packed struct. Structs and arrays have the sizes that LLVM gives those types: the size of a vector is rounded up to its
    /// alignment, and an array with padding has alignment 1. `groupshared` members are omitted.
    Clang22,
}

/// How members follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// At the next multiple of the member's alignment.
    Aligned,
    /// As `Aligned`; but vectors of scalars of up to 4 bytes are aligned like their scalar, and a vector that would
    /// straddle a 16-byte boundary (or, if it is longer than 16 bytes, not start at one) starts at the next boundary.
    Relaxed,
    /// In 16-byte registers. Arrays, structs, and matrices of more than one vector start a register, and so does
    /// a member that would straddle a boundary. Other members have the alignment of their scalar. Members without bytes do not affect
    /// others.
    Registers,
    /// As `Registers`, with DXC's behavior inside structs: structs without bytes and arrays of resources also start a
    /// register; the default majorness, not that of the matrix, determines whether a matrix does; `min16` types are
    /// aligned to 4 bytes; the offset is computed twice.
    DxcMembers,
    /// As `Registers`, with DXC's behavior for the members of a buffer: matrices of one vector are not aligned;
    /// without `-enable-16bit-types`, a change between `min16` and other types starts a register.
    DxcConstants,
    /// At the next multiple of the member's alignment; a member that would straddle a 16-byte boundary starts the next register.
    AlignedInRows,
    /// As `AlignedInRows`, but only for members smaller than 16 bytes.
    SmallInRows,
    /// As clang 22: arrays, structs and all matrices start a register, and so does a member that would straddle a boundary;
    /// other members are aligned as LLVM aligns their type.
    ClangRegisters,
}
