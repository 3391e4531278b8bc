//! Rule sets: how bytes are placed, as flat values. One file each, every field written out; [`rule_sets`] lists them.
//!
//! A rule set says what size and alignment every type has (constants), and how members follow one another (a
//! [`Placement`], one variant per way there is). Diff two files to see how two rule sets differ.

mod as_compiled;
mod clang_22_cbuffer;
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

use padstone_model::{Align, Language, Module, Scalar};

pub use as_compiled::AS_COMPILED_RULES;
pub use clang_22_cbuffer::CLANG_22_CBUFFER;
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

/// Every rule set that can be asked for by its name. Those of Slang are part of the profiles for its targets.
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
    &RULE_SETS
}

/// The rule sets of Slang. Apart from [`rule_sets`], since libslang alone is asked about them, and for Slang alone.
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
    &RULE_SETS
}

/// How bytes are placed. Sizes of scalars are the model's ([`padstone_model::Scalar::bytes`]).
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// Its name on the command line: `dx-cbuffer`.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Where its steps are written down, or how they were measured.
    pub sources: Sources,
    /// What scalars are aligned to; every other alignment is a multiple of it.
    pub scalar_align: ScalarAlign,
    /// Bytes of a bool, alone and in vectors and matrices.
    pub bools: Bools,
    /// Bytes of an address.
    pub pointers: Pointers,
    /// Alignment of vectors of 1, 2, 3 and 4 components, in components.
    pub vector_align: [u64; 4],
    /// Size of vectors of 1, 2, 3 and 4 components, in components.
    pub vector_size: [u64; 4],
    /// What vectors are aligned to, at most.
    pub vector_align_at_most: Option<Align>,
    /// How vectors of 16-bit floats are stored.
    pub half_vectors: HalfVectors,
    /// How the vectors of a matrix are stored.
    pub matrices: Matrices,
    /// Which matrices are vectors to these rules.
    pub vector_matrices: VectorMatrices,
    /// Which matrices are arrays of vectors to these rules.
    pub integer_matrices: IntegerMatrices,
    /// What arrays and their elements are aligned to, at least.
    pub array_align_at_least: Align,
    /// Whether the padding after the last element belongs to an array.
    pub array_tail: Tail,
    /// What a runtime-sized array is.
    pub unsized_arrays: UnsizedArrays,
    /// The stride of elements without bytes.
    pub empty_elements: EmptyElements,
    /// What members without bytes do.
    pub empty_members: EmptyMembers,
    /// What structs are aligned to.
    pub struct_align: StructAlign,
    /// Whether a struct is rounded up to its alignment.
    pub struct_tail: Tail,
    /// What the size of a struct is counted from.
    pub struct_size: StructSize,
    /// Bytes of an enumeration.
    pub enums: Enums,
    /// Which bit-fields share an allocation unit.
    pub bitfields: Bitfields,
    /// Bytes that a texture, sampler or buffer takes inside a struct.
    pub resources: Resources,
    /// What a `DescriptorHandle<T>` of Slang is.
    pub descriptor_handles: DescriptorHandles,
    /// What the source's word on the alignment of a member does.
    pub member_align: MemberAlign,
    /// What the source's word on the size of a member does.
    pub member_size: MemberSize,
    /// How the members of a struct follow one another.
    pub members: Placement,
    /// How the members of a cbuffer, a block or `$Globals` follow one another.
    pub buffer_members: Placement,
    /// How types are written as LLVM types.
    pub llvm_shapes: LlvmShapes,
}

impl RuleSet {
    /// Whether members of a `[[contiguous]]` struct are aligned like one number. Other rules do not have such structs.
    pub fn has_contiguous_structs(&self) -> bool {
        self.member_align == MemberAlign::Verified
    }

    /// Bytes of a scalar of a module under these rules.
    pub fn scalar_bytes(&self, module: &Module, scalar: Scalar) -> u64 {
        match (scalar, self.bools) {
            (Scalar::Bool, Bools::OneByte) => 1,
            _ => module.scalar_bytes(scalar),
        }
    }
}

/// The source of each kind of step: a section of a specification, or a compiler, its version and how it was asked.
#[derive(Clone, Copy, Debug)]
pub struct Sources {
    /// Sizes and alignments of scalars and vectors.
    pub vectors: &'static str,
    /// Matrices.
    pub matrices: &'static str,
    /// Arrays.
    pub arrays: &'static str,
    /// Sizes and alignments of structs.
    pub structs: &'static str,
    /// Where the next member goes.
    pub placement: &'static str,
    /// Bit-fields.
    pub bitfields: &'static str,
    /// Places and alignments that the source asks for: `packoffset`, `register(c…)`, `[[vk::offset]]`, `layout(offset)`,
    /// `@align`, `@size`.
    pub explicit: &'static str,
}

/// What scalars are aligned to.
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
    /// Four.
    FourBytes,
    /// One, as in C++.
    OneByte,
}

/// Bytes of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointers {
    /// Eight, aligned to 8.
    EightBytes,
    /// None: there are no pointers.
    NoBytes,
}

/// How vectors of 16-bit floats are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HalfVectors {
    /// As those of other numbers.
    LikeOthers,
    /// Of 3 and 4, in pairs: aligned to 4 bytes, and their size is a multiple of it.
    Pairs,
}

/// What a runtime-sized array is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnsizedArrays {
    /// What the profile says: [`crate::RuntimeArrays`].
    OfProfile,
    /// A handle of so many bytes, aligned to 8, to elements elsewhere: 16 for `float weights[]` in C++. Objects that take no
    /// bytes where the rules hold, such as textures in constant buffers of Metal, have slots and no handle; arrays of arrays of
    /// them have one (libslang 2026.12, measured).
    Handle(u64),
}

/// How the vectors of a matrix are stored. A matrix has V vectors (columns if column-major, else rows) of L scalars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matrices {
    /// Contiguous, with the alignment of their scalar.
    Packed,
    /// Each like a vector: with its alignment and padded size, also the last.
    Vectors {
        /// What each is aligned to, at least.
        align_at_least: Align,
    },
    /// Each in a 16-byte register of its own, or two if it is longer; the last without padding.
    Registers {
        /// Bytes that a 16-bit scalar counts, in the size after which the next member is placed.
        half_counts: u64,
    },
    /// As elements of an array, by the rules for arrays.
    Elements,
    /// As [`Matrices::Vectors`] of at least 16 bytes; but what follows is placed as if each took 16 bytes.
    VulkanRegisters,
}

/// Which matrices are vectors to these rules. (Matrices of one number are scalars where this is not `None`.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorMatrices {
    /// None.
    None,
    /// Those of one vector: 1×N row-major, N×1 column-major.
    OneVector,
    /// Those with one row or one column, whatever their majorness.
    OneRowOrColumn,
}

/// Which matrices are arrays of vectors to these rules, with an array stride.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntegerMatrices {
    /// None.
    Matrices,
    /// Those of integers and booleans, and those whose vectors are of one number: SPIR-V has no such matrices.
    Arrays,
}

/// Whether padding at the end belongs to a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// It does; the next member follows it.
    Padded,
    /// It does not; the next member may use it.
    Open,
    /// As `Open`; but an array without elements takes no bytes.
    Free,
    /// As the language has it: in HLSL, Slang and WGSL a struct is padded, as in C; in GLSL and WGSL of 2020 it ends where
    /// its last member does.
    OfLanguage,
}

impl Tail {
    /// Whether the padding belongs to a type of that language.
    pub const fn is_padded(self, language: Language) -> bool {
        match self {
            Tail::Padded => true,
            Tail::Open | Tail::Free => false,
            Tail::OfLanguage => !matches!(language, Language::Glsl | Language::Wgsl2020),
        }
    }
}

/// The stride of an array whose elements have no bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmptyElements {
    /// Not at all.
    NoBytes,
    /// As far as their alignment.
    Aligned,
}

/// What members without bytes do: empty structs, objects, arrays of those.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmptyMembers {
    /// They are placed like all others, at their alignment, which counts for the struct.
    Placed,
    /// Nothing: the next member goes where it would without them.
    Skipped,
}

/// What structs are aligned to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StructAlign {
    /// The largest alignment among the members.
    Widest {
        /// But to this, at least.
        at_least: Align,
    },
    /// This, whatever the members.
    Fixed(Align),
}

/// What the size of a struct is counted from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StructSize {
    /// The end of the last member.
    Members,
    /// A separate count, in which members without bytes are not aligned and bit-fields share an allocation unit only if
    /// their types are spelled alike. DXC's SPIR-V back end computes offsets and sizes in two places, which
    /// disagree: so a member after such a struct may overlap it.
    Recounted,
    /// The end of the last member; a struct without members counts as one byte, as in C++.
    AtLeastOneByte,
}

/// Bytes of an enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enums {
    /// Those of its underlying type.
    Underlying,
    /// Four, whatever its underlying type.
    FourBytes,
}

/// Which bit-fields share an allocation unit of the declared type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bitfields {
    /// Neighbours whose types have one size, as long as they fit; a width of 0 ends the unit.
    SameSize,
    /// Neighbours of one type, as long as they fit; a width of 0 does not end the unit.
    SameType,
    /// None: each has a unit of its own, its width is ignored.
    Separate,
    /// All neighbors, bit after bit, across the boundaries of units.
    Packed,
}

/// Bytes that a texture, sampler or buffer takes inside a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resources {
    /// None.
    NoBytes,
    /// None; but a structured buffer counts one of its elements.
    StructuredElement,
    /// Those of the class that declares it: a handle of the element's type, and the `mips` or `sample` objects.
    Class,
    /// Those of a handle.
    Handles(&'static Handles),
}

/// What a `DescriptorHandle<T>` of Slang is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DescriptorHandles {
    /// Two numbers, laid out as a `uint2`.
    Uint2,
    /// The object itself.
    Object,
}

/// Bytes of the handles of objects where they are ordinary data, all aligned to 8.
#[derive(PartialEq, Eq, Debug)]
pub struct Handles {
    /// Of textures and typed buffers.
    pub texture: Handle,
    /// Of a texture with its sampler.
    pub combined: Handle,
    /// Of samplers.
    pub sampler: Handle,
    /// Of structured buffers, byte address buffers and `GLSLShaderStorageBuffer`.
    pub buffer: Handle,
    /// Of append and consume buffers, with their counters.
    pub counted_buffer: Handle,
    /// Of acceleration structures.
    pub acceleration_structure: Handle,
    /// Of constant buffers and parameter blocks.
    pub block: Handle,
}

/// Bytes of one handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handle {
    /// What it takes.
    pub size: u64,
    /// How far away the next member is pushed.
    pub extent: u64,
}

impl Handle {
    /// One that pushes the next member away as far as it is large.
    pub const fn of(size: u64) -> Handle {
        Handle { size, extent: size }
    }
}

/// What the source's word on the alignment of a member does: `@align(16)`, `layout(align = 16)`, `[[align(16)]]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberAlign {
    /// The offset of the member is a multiple of it, and the struct is aligned to it.
    Counts,
    /// The offset of the member is a multiple of it and the struct is rounded up to it; but where the struct is nested in another, it
    /// does so as if there were no such word.
    CountsInside,
    /// Nothing: it says what the developer expects, and is compared with what is.
    Verified,
}

/// What the source's word on the size of a member does: `@size(32)`, `[[size(32)]]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberSize {
    /// The next member follows that many bytes.
    Counts,
    /// Nothing: it says what the developer expects, and is compared with what is.
    Verified,
}

/// How types are written as LLVM types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LlvmShapes {
    /// Such that LLVM places everything where the rules do.
    Exact,
    /// As clang 22 writes them: a matrix as one flat array, a 3-vector always as a vector, an array with padding as a
    /// packed struct. Structs and arrays have the sizes that LLVM gives those types: a vector counts as much as its
    /// alignment asks for, and an array with padding has no alignment of its own. `groupshared` members are left out.
    Clang22,
}

/// How members follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// At the next multiple of the member's alignment.
    Aligned,
    /// As `Aligned`; but vectors of numbers of up to 4 bytes are aligned like one number, and a vector that would
    /// cross a 16-byte line (one longer than 16 bytes: that would not begin at a line) goes to the next line.
    Relaxed,
    /// In 16-byte registers. Arrays, structs and matrices of more than one vector begin a new register; so does
    /// what would straddle a boundary. Everything else has the alignment of its scalar. What has no bytes moves
    /// nothing.
    Registers,
    /// As `Registers`, with the traits of DXC inside structs: structs without bytes and arrays of resources begin a
    /// register too; whether a matrix does is decided by the default majorness, not its own; `min16` types are
    /// aligned to 4 bytes; the place is computed twice.
    DxcMembers,
    /// As `Registers`, with the traits of DXC for the members of a buffer: matrices of one vector are not aligned;
    /// without `-enable-16bit-types`, going from `min16` types to others or back begins a register.
    DxcConstants,
    /// At the next multiple of the member's alignment; what would straddle a 16-byte boundary starts the next register.
    AlignedInRows,
    /// As `AlignedInRows`, but only what is smaller than a row keeps out of two.
    SmallInRows,
    /// As clang 22 does: arrays, structs and all matrices start a register, and so does what would straddle a boundary;
    /// everything else is aligned as LLVM aligns its type.
    ClangRegisters,
}
