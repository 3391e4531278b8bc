//! Profiles: which rule set a compiler uses for each kind of buffer, and which errors and warnings it has.
//!
//! One file each, every field written out; [`profiles`] lists them. The name of a rule set is also accepted as a
//! profile, which applies that rule set to everything ([`find`]).

mod as_compiled;
mod clang_22;
mod clang_22_spirv;
mod custom;
mod documented;
mod dxc;
mod dxc_spirv;
mod dxc_spirv_dx;
mod dxc_spirv_gl;
mod dxc_spirv_scalar;
mod fxc;
mod fxc_9;
mod glslang;
mod naga;
mod slang;
mod webgpu;
mod wgsl;
mod wgsl_2020;
mod wgsl_legacy;

use padstone_diag::Severity;
use padstone_model::{Buffer, BufferKind, Module, Packing, ParameterKind, Size};

use crate::rules::{
    C, CLANG_22_CBUFFER, CLANG_22_SPIRV_CBUFFER, CLANG_22_STRUCTURED, CPP, CUDA, DOCUMENTED_CBUFFER, DOCUMENTED_D3D, DOCUMENTED_STRUCTURED,
    DOCUMENTED_VULKAN, DX_CBUFFER, DX_STRUCTURED, FXC_CBUFFER, METAL_ARGUMENT_BUFFER, METAL_CONSTANT, METAL_DEVICE, NATURAL, RuleSet,
    SCALAR, SLANG_CBUFFER, SLANG_STD140, SLANG_STD430, STD140, STD430, VK_DX_CBUFFER, VK_DX_STRUCTURED, VK_RELAXED_STD140,
    VK_RELAXED_STD430,
};

pub use as_compiled::AS_COMPILED;
pub use clang_22::CLANG_22;
pub use clang_22_spirv::CLANG_22_SPIRV;
pub use custom::custom;
pub use documented::DOCUMENTED;
pub use dxc::DXC;
pub use dxc_spirv::DXC_SPIRV;
pub use dxc_spirv_dx::DXC_SPIRV_DX;
pub use dxc_spirv_gl::DXC_SPIRV_GL;
pub use dxc_spirv_scalar::DXC_SPIRV_SCALAR;
pub use fxc::FXC;
pub use fxc_9::FXC_9;
pub use glslang::GLSLANG;
pub use naga::NAGA;
pub use slang::{
    SLANG_CPP, SLANG_CUDA, SLANG_DOCUMENTED_HLSL, SLANG_DOCUMENTED_SPIRV, SLANG_HLSL, SLANG_METAL, SLANG_SPIRV, SLANG_SPIRV_C,
    SLANG_SPIRV_DX, SLANG_SPIRV_SCALAR, SLANG_WGSL, SLANG_WGSL_C, SLANG_WGSL_DX, SLANG_WGSL_SCALAR,
};
pub use webgpu::{Extensions, OtherImplementation, Uniforms, WebGpu};
pub use wgsl::WGSL;
pub use wgsl_2020::WGSL_2020;
pub use wgsl_legacy::WGSL_LEGACY;

/// All profiles of compilers except those of Slang ([`slang_profiles`]). Without the feature `cfamily`, only those for WGSL and GLSL.
pub fn profiles() -> &'static [&'static Profile] {
    static PROFILES: [&Profile; 15] = [
        &DXC,
        &FXC,
        &FXC_9,
        &DXC_SPIRV,
        &DXC_SPIRV_DX,
        &DXC_SPIRV_GL,
        &DXC_SPIRV_SCALAR,
        &CLANG_22,
        &CLANG_22_SPIRV,
        &DOCUMENTED,
        &GLSLANG,
        &WGSL,
        &WGSL_LEGACY,
        &WGSL_2020,
        &NAGA,
    ];
    static WEB: [&Profile; 5] = [&GLSLANG, &WGSL, &WGSL_LEGACY, &WGSL_2020, &NAGA];
    if cfg!(feature = "cfamily") { &PROFILES } else { &WEB }
}

/// The Slang profiles, one for each target; none without the feature `cfamily`.
pub fn slang_profiles() -> &'static [&'static Profile] {
    static PROFILES: [&Profile; 12] = [
        &SLANG_HLSL,
        &SLANG_SPIRV,
        &SLANG_SPIRV_SCALAR,
        &SLANG_SPIRV_DX,
        &SLANG_SPIRV_C,
        &SLANG_WGSL,
        &SLANG_WGSL_SCALAR,
        &SLANG_WGSL_DX,
        &SLANG_WGSL_C,
        &SLANG_METAL,
        &SLANG_CUDA,
        &SLANG_CPP,
    ];
    if cfg!(feature = "cfamily") { &PROFILES } else { &[] }
}

/// Every rule set as a profile that applies it to all buffers, except those that share their name with a WGSL profile.
static BARE: [Profile; 15] = [
    Profile::applying(&DX_CBUFFER),
    Profile::applying(&FXC_CBUFFER),
    Profile::applying(&DX_STRUCTURED),
    Profile::applying(&STD140),
    Profile::applying(&STD430),
    Profile::applying(&SCALAR),
    Profile::applying(&VK_RELAXED_STD140),
    Profile::applying(&VK_RELAXED_STD430),
    Profile::applying(&VK_DX_CBUFFER),
    Profile::applying(&VK_DX_STRUCTURED),
    Profile::applying(&CLANG_22_CBUFFER),
    Profile::applying(&CLANG_22_SPIRV_CBUFFER),
    Profile::applying(&CLANG_22_STRUCTURED),
    Profile::applying(&DOCUMENTED_CBUFFER),
    Profile::applying(&DOCUMENTED_STRUCTURED),
];

/// One profile for each of [`slang_rule_sets`](crate::slang_rule_sets), which applies it to everything.
static BARE_SLANG: [Profile; 12] = [
    Profile::applying(&NATURAL),
    Profile::applying(&C),
    Profile::applying(&METAL_CONSTANT),
    Profile::applying(&METAL_DEVICE),
    Profile::applying(&METAL_ARGUMENT_BUFFER),
    Profile::applying(&CUDA),
    Profile::applying(&CPP),
    Profile::applying(&SLANG_CBUFFER),
    Profile::applying(&SLANG_STD140),
    Profile::applying(&SLANG_STD430),
    Profile::applying(&DOCUMENTED_D3D),
    Profile::applying(&DOCUMENTED_VULKAN),
];

/// The rule sets of the specifications of OpenGL and Vulkan, which GLSL and WGSL are compared with.
static BARE_OF_SPECIFICATIONS: [Profile; 3] = [Profile::applying(&STD140), Profile::applying(&STD430), Profile::applying(&SCALAR)];

/// Returns the profile of a name, or the rule set of that name as a profile.
///
/// ```
/// let dxc = padstone_layout::find("dxc").unwrap();
/// assert_eq!(dxc.cbuffer.rules.name, "dx-cbuffer");
/// let std140 = padstone_layout::find("std140").unwrap();
/// assert_eq!(std140.structured.rules.name, "std140");
/// let cuda = padstone_layout::find("slang-cuda").unwrap();
/// assert_eq!(cuda.cbuffer.rules.name, "cuda");
/// let natural = padstone_layout::find("natural").unwrap();
/// assert_eq!(natural.cbuffer.rules.name, "natural");
/// ```
pub fn find(name: &str) -> Option<&'static Profile> {
    let (bare, bare_slang): (&[Profile], &[Profile]) =
        if cfg!(feature = "cfamily") { (&BARE, &BARE_SLANG) } else { (&BARE_OF_SPECIFICATIONS, &[]) };
    profiles().iter().chain(slang_profiles()).copied().chain(bare).chain(bare_slang).find(|profile| profile.name == name)
}

/// The layout rules, checks and known bugs of one compiler under given options.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The name on the command line: `dxc`.
    pub name: &'static str,
    /// A description of one line.
    pub summary: &'static str,
    /// For `cbuffer`.
    pub cbuffer: BufferRules,
    /// For `tbuffer`.
    pub tbuffer: BufferRules,
    /// For the global constants.
    pub globals: BufferRules,
    /// For `ConstantBuffer<T>`.
    pub constant_buffer: BufferRules,
    /// For `ParameterBlock<T>`.
    pub parameter_block: BufferRules,
    /// For `TextureBuffer<T>`.
    pub texture_buffer: BufferRules,
    /// For structured buffers.
    pub structured: BufferRules,
    /// For push constants.
    pub push_constant: BufferRules,
    /// For the uniform parameters of an entry point.
    pub entry_uniforms: BufferRules,
    /// For shader records.
    pub shader_record: BufferRules,
    /// For `uniform` blocks and `var<uniform>`.
    pub uniform: BufferRules,
    /// For `buffer` blocks and `var<storage>`.
    pub storage: BufferRules,
    /// For `var<immediate>`.
    pub immediate: BufferRules,
    /// For structs outside buffers.
    pub structs: BufferRules,
    /// For structs outside buffers that pointers refer to.
    pub pointees: BufferRules,
    /// For blocks that specify their own rules; `None` if the compiler ignores the specification.
    pub qualified: Option<Qualified>,
    /// The buffers whose rules in generated code are not those of reflection.
    pub code: CodeBuffers,
    /// The compiler whose macros and syntax HLSL is read with.
    pub hlsl: HlslCompiler,
    /// Whether parameters have registers or bindings.
    pub binding: BindingModel,
    /// How explicit offsets work, and which checks they must pass.
    pub explicit: ExplicitRules,
    /// The maximum sizes of buffers and types.
    pub limits: Limits,
    /// The treatment of runtime-sized arrays.
    pub runtime_arrays: RuntimeArrays,
    /// The treatment of Slang's specialization constants.
    pub specialization_constants: SpecializationConstants,
    /// The requirements on buffers and members of WGSL; `None` for other languages.
    pub webgpu: Option<WebGpu>,
    /// Types that the compiler rejects.
    pub rejections: &'static [Rejection],
    /// The mode of Vulkan's validator in which the compiler checks its output.
    pub validator: Option<Validator>,
    /// The profile for buffers in a parameter block; `None` for this one.
    pub in_parameter_block: Option<&'static Profile>,
    /// The profile for LLVM types for SPIR-V: clang aligns types as the data layout of its target
    /// specifies. `None` for this one.
    pub llvm_for_spirv: Option<&'static Profile>,
}

impl Profile {
    /// The usage of a buffer of a module.
    pub fn usage_in(&self, module: &Module, buffer: &Buffer) -> &BufferRules {
        let profile = self.in_parameter_block.filter(|_| match module.parameters[buffer.parameter].kind {
            ParameterKind::Buffer(outer) => {
                let outer = &module.buffers[outer];
                outer.kind == BufferKind::ParameterBlock && !std::ptr::eq(outer, buffer)
            }
            _ => false,
        });
        profile.unwrap_or(self).usage(buffer)
    }

    /// The usage of a buffer that is not inside another.
    pub fn usage(&self, buffer: &Buffer) -> &BufferRules {
        let specifies = self.qualified.as_ref().is_some_and(|qualified| match qualified.scope {
            // libslang 2026.12 ignores the data layout of a structured buffer or a parameter block.
            ExplicitLayoutScope::Blocks => !matches!(buffer.kind, BufferKind::Structured | BufferKind::ParameterBlock),
            ExplicitLayoutScope::PushConstants => matches!(buffer.kind, BufferKind::PushConstant | BufferKind::ShaderRecord),
        });
        if let Some(usage) = self.qualified.as_ref().filter(|_| specifies).and_then(|qualified| qualified.of(buffer.packing)) {
            return usage;
        }
        match buffer.kind {
            BufferKind::CBuffer => &self.cbuffer,
            BufferKind::TBuffer => &self.tbuffer,
            BufferKind::Globals => &self.globals,
            BufferKind::ConstantBuffer => &self.constant_buffer,
            BufferKind::ParameterBlock => &self.parameter_block,
            BufferKind::TextureBuffer => &self.texture_buffer,
            BufferKind::Structured => &self.structured,
            BufferKind::PushConstant => &self.push_constant,
            BufferKind::EntryUniforms => &self.entry_uniforms,
            BufferKind::ShaderRecord => &self.shader_record,
            BufferKind::Uniform => &self.uniform,
            BufferKind::Storage => &self.storage,
            BufferKind::Immediate => &self.immediate,
        }
    }

    /// Whether it is one of clang 22; never in a build without HLSL.
    pub fn is_clang(&self) -> bool {
        cfg!(feature = "cfamily") && self.hlsl == HlslCompiler::Clang
    }

    /// The usage that generated code applies to a buffer of a module.
    pub(crate) fn code_usage_in(&self, module: &Module, buffer: &Buffer) -> &BufferRules {
        let different = match buffer.kind {
            BufferKind::Structured => self.code.structured.as_ref().and_then(|packings| packings.of(buffer.packing)),
            BufferKind::EntryUniforms => self.code.entry_uniforms.as_ref(),
            _ => self.code.constants.as_ref().and_then(|packings| packings.of(buffer.packing)),
        };
        different.unwrap_or_else(|| self.usage_in(module, buffer))
    }

    /// A profile that applies one rule set to everything, without properties of a compiler.
    const fn applying(rules: &'static RuleSet) -> Profile {
        let usage = BufferRules { rules, sizes: Sizes::Whole, compiler_bugs: &[] };
        Profile {
            name: rules.name,
            summary: rules.summary,
            cbuffer: usage,
            tbuffer: usage,
            globals: usage,
            constant_buffer: usage,
            parameter_block: usage,
            texture_buffer: usage,
            structured: usage,
            push_constant: usage,
            entry_uniforms: usage,
            shader_record: usage,
            uniform: usage,
            storage: usage,
            immediate: usage,
            structs: usage,
            pointees: usage,
            qualified: None,
            code: CodeBuffers::SAME,
            hlsl: HlslCompiler::Dxc,
            binding: BindingModel::D3d,
            explicit: ExplicitRules {
                order: ExplicitOrder::Anywhere,
                constant_registers: ConstantRegisters::Old,
                effective_packoffset: Occurrence::Last,
                packoffset_scope: PackoffsetScope::BufferMembers,
                offsets: Offsets::Count,
                straddle: StraddleRule::Bytes,
                mixing: Severity::Warning,
                mixes_resources: false,
                overlap_sizes: usage,
                overlap_when_mixed: true,
                overlaps: Overlaps::OfPackoffsets,
                register_space: None,
                register_on_struct_member: Severity::Warning,
                strict_registers: false,
                capital_register: None,
            },
            limits: Limits::NONE,
            runtime_arrays: RuntimeArrays::Last,
            specialization_constants: SpecializationConstants::Separate,
            webgpu: None,
            rejections: &[],
            validator: None,
            in_parameter_block: None,
            llvm_for_spirv: None,
        }
    }
}

/// A compiler of HLSL, which determines predefined macros, registers and details of the syntax.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HlslCompiler {
    /// DXC; also for profiles of other languages, which are applied to HLSL only by name.
    Dxc,
    /// FXC.
    Fxc,
    /// clang 22.
    Clang,
}

/// The rules for blocks that specify their packing: `layout(std140)`.
#[derive(Clone, Copy, Debug)]
pub struct Qualified {
    /// For [`Packing::Std140`].
    pub std140: BufferRules,
    /// For [`Packing::Std430`].
    pub std430: BufferRules,
    /// For [`Packing::Scalar`].
    pub scalar: BufferRules,
    /// For [`Packing::C`].
    pub c: BufferRules,
    /// The blocks whose packing is applied.
    pub scope: ExplicitLayoutScope,
}

impl Qualified {
    /// The rules for a packing; `None` if a block need not specify it.
    pub(crate) fn of(&self, packing: Packing) -> Option<&BufferRules> {
        match packing {
            Packing::Std140 => Some(&self.std140),
            Packing::Std430 => Some(&self.std430),
            Packing::Scalar => Some(&self.scalar),
            Packing::C => Some(&self.c),
            Packing::ByKind | Packing::Shared | Packing::Packed => None,
        }
    }
}

/// The rules of generated code for buffers to which the compiler's reflection applies others.
#[derive(Clone, Copy, Debug)]
pub struct CodeBuffers {
    /// Blocks that specify their own rules.
    pub constants: Option<Qualified>,
    /// Structured buffers that specify their own rules.
    pub structured: Option<Qualified>,
    /// The uniform parameters of an entry point.
    pub entry_uniforms: Option<BufferRules>,
}

impl CodeBuffers {
    /// Code follows the rules of reflection.
    pub const SAME: CodeBuffers = CodeBuffers { constants: None, structured: None, entry_uniforms: None };
}

/// The blocks whose explicit packing a compiler applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplicitLayoutScope {
    /// All.
    Blocks,
    /// Push constants and shader records.
    PushConstants,
}

/// How buffers of one kind are laid out.
#[derive(Clone, Copy, Debug)]
pub struct BufferRules {
    /// The rule set.
    pub rules: &'static RuleSet,
    /// The size in the compiler's reflection.
    pub sizes: Sizes,
    /// The known compiler bugs with such buffers.
    pub compiler_bugs: &'static [CompilerBug],
}

impl BufferRules {
    /// Rules with whole sizes, without bugs.
    pub(crate) const fn whole(rules: &'static RuleSet) -> BufferRules {
        BufferRules { rules, sizes: Sizes::Whole, compiler_bugs: &[] }
    }

    /// Whether two usages are the same.
    pub(crate) fn is(&self, other: &BufferRules) -> bool {
        std::ptr::eq(self.rules, other.rules) && self.sizes == other.sizes && self.compiler_bugs == other.compiler_bugs
    }
}

/// The size in a compiler's reflection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// The size with the tail padding that the rules count as part of it.
    Whole,
    /// The bytes up to the last one in use, as the decorations of SPIR-V imply. A matrix in an array of
    /// arrays, for which DXC writes no `MatrixStride`, counts as if its vectors were contiguous.
    InUse,
    /// As in D3D's reflection of constant buffers: for variables, the bytes in use (an array without elements counts as one
    /// element); for the buffer, all allocated bytes.
    Reflection,
}

/// A known compiler bug.
///
/// With most of them, generated code reads a different offset from the one in the compiler's own reflection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompilerBug {
    /// Code reads a matrix in a constant buffer that does not start a 16-byte register from the start of its register.
    MatrixFromRowStart,
    /// In constant buffers the vectors of a matrix of 64-bit scalars are read with stride 32, and such matrices in an
    /// array with stride 16 per vector.
    WideMatrixSteps,
    /// Code reads a 64-bit scalar in a constant buffer from its offset rounded down to a multiple of 8.
    WideFromMultipleOfEight,
    /// The compiler crashes on code that reads a vector of 64-bit scalars in a constant buffer across the end of the 16-byte
    /// register in which the vector starts.
    WideVectorCrashes,
    /// In structured buffers the scalars of a 16-bit matrix are read with stride 4.
    HalfMatrixSteps,
    /// Reflection of constant buffers miscounts arrays of matrices: with `-enable-16bit-types` it takes the innermost dimensions that together
    /// have as many elements as a matrix has scalars for the matrix itself, so that `float1x3 m[4][3]` has 4 elements; without that option, it
    /// treats arrays of arrays of one-vector matrices as one-dimensional arrays. The size of a struct whose last member is such an array is
    /// reported as if the array had that many elements. No offset changes.
    MiscountedMatrixArrays,
    /// Code that reads a field of a struct in a constant buffer uses its index among the declared fields, in a type whose fields include
    /// the padding between them: it reads another field (clang 22.1.8; LLVM issue 179768).
    CountsPadding,
    /// Code ignores `row_major` and `column_major` in the argument of `StructuredBuffer<…>` and the other structured buffers, and uses the order
    /// of the options (DXC issues 2499 and 1803).
    ForgetsMajorOfArgument,
    /// The check for overlaps of packoffset counts no members of base classes (clang 22.1.8).
    OverlooksBases,
    /// The compiler hangs on an array of structs without bytes inside a struct of a constant buffer.
    EndlessOnEmptyStructs,
}

/// Whether a target has registers or bindings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BindingModel {
    /// Registers of four classes, in spaces.
    D3d,
    /// Bindings, in descriptor sets.
    Vulkan,
    /// Bindings, in bind groups.
    WebGpu,
}

/// How explicit offsets work, and which checks they must pass.
#[derive(Clone, Copy, Debug)]
pub struct ExplicitRules {
    /// The order in which members are placed if some have an explicit offset.
    pub order: ExplicitOrder,
    /// Which registers place global constants.
    pub constant_registers: ConstantRegisters,
    /// Which of several `packoffset` annotations of a member is used.
    pub effective_packoffset: Occurrence,
    /// Which members a `packoffset` places.
    pub packoffset_scope: PackoffsetScope,
    /// The effect of `[[vk::offset(16)]]`, `layout(offset = 16)` and `[[offset(16)]]`.
    pub offsets: Offsets,
    /// When `packoffset` straddles a 16-byte boundary.
    pub straddle: StraddleRule,
    /// The severity if only some members of a cbuffer have a `packoffset`.
    pub mixing: Severity,
    /// Whether resources in a cbuffer count as well: as members with a `packoffset` if they have a register, otherwise as members without.
    pub mixes_resources: bool,
    /// The sizes that the compiler uses to check for overlaps.
    pub overlap_sizes: BufferRules,
    /// Whether the compiler checks for overlaps even if only some members have a `packoffset`.
    pub overlap_when_mixed: bool,
    /// Which overlaps the compiler rejects.
    pub overlaps: Overlaps,
    /// The severity of a space in the `register` of a global constant; `None` if it is allowed.
    pub register_space: Option<Severity>,
    /// The severity of a `register` on a member of a struct.
    pub register_on_struct_member: Severity,
    /// Whether a `register` on a constant other than a struct is an error, unless it is one of class c on a global scalar or vector, and
    /// one of class i always is.
    pub strict_registers: bool,
    /// The severity of a capital letter, `packoffset(C4)`; `None` if it is allowed.
    pub capital_register: Option<Severity>,
}

/// The effect of `[[vk::offset(16)]]` on members of structs, `layout(offset = 16)` on members of blocks and `[[offset(16)]]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offsets {
    /// The attributes place the member.
    Count,
    /// The attributes have no effect, with a warning.
    Ignored,
    /// Reflection ignores them, but code applies them; the crate `padstone-bind` reports where the two diverge.
    InCode,
    /// The attributes do not affect the layout; padstone compares them with it.
    Verified,
}

/// The treatment of runtime-sized arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuntimeArrays {
    /// Types that contain them have no layout.
    Rejected,
    /// Runtime-sized arrays are allowed as the last member of a struct, or as a whole buffer. Sizes
    /// count one element: the minimum that WebGPU binds (`minBindingSize`), and the size of a block in glslang.
    Last,
    /// The same, but their size is unbounded: the one element in the numbers of a layout is only the start.
    Unbounded,
}

/// The treatment of Slang's specialization constants: `[[vk::constant_id(0)]] const int quality = 2;`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpecializationConstants {
    /// They are not in memory.
    Separate,
    /// They are ordinary members of `$Globals`.
    InMemory,
}

/// The order in which members are placed if some have an explicit offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplicitOrder {
    /// First the members with an explicit offset, in any order; the others follow the highest end.
    Anywhere,
    /// First the members with an explicit offset, in any order; the others follow the explicitly placed member that is declared last, which
    /// need not be the highest (FXC 10, as DXC issue 1900 records it).
    AnywhereAfterLast,
    /// First the members with `register(c…)`, by register; then the others in order. An offset before the end of the
    /// preceding member is an error.
    Sequential,
    /// Members with an explicit offset sorted by offset, the others after them; a member whose offset is occupied moves after the preceding one.
    Sorted,
}

/// The `register(…)` that places a global constant: `float tint : register(c4);`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstantRegisters {
    /// Registers of class `c`.
    C,
    /// Registers of class `c`, and of the classes `b` and `i`, which D3D9 had for booleans and integers; and of any class on a struct
    /// that contains resources (DXC 1.9, measured; DXC issue 7640).
    Old,
}

/// Which members of a buffer must not overlap; overlaps of others are a warning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlaps {
    /// Members with a `packoffset`, used or not.
    OfPackoffsets,
    /// The same, but two members with the same `packoffset` are accepted (DXC: `Sema::ActOnFinishHLSLBuffer` compares only different offsets).
    OfDistinctPackoffsets,
    /// Members with a `packoffset` whose values share bytes. A member in the padding of another, as after an element of an array, shares none.
    OfValues,
    /// Members with a `packoffset` or a register, if the entry point uses both (FXC: X4019).
    InUse,
}

/// Which of several annotations applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occurrence {
    /// The first.
    First,
    /// The last.
    Last,
}

/// Which members a `packoffset` places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackoffsetScope {
    /// Members of cbuffers and tbuffers. On a member of a struct it is an error.
    BufferMembers,
    /// Members of cbuffers. On a member of a tbuffer or struct it is an error.
    CBufferMembers,
    /// Members of all structs: `struct S { float a : packoffset(c1); float b; }` has `a` at 16 and `b` at 20, wherever it is used
    /// (libslang 2026.12, measured).
    AllMembers,
}

/// When a vector or scalar with a `packoffset` straddles a 16-byte boundary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StraddleRule {
    /// If the component plus the number of elements exceeds 4, regardless of the element size.
    Elements,
    /// If its bytes straddle it.
    Bytes,
    /// If its bytes straddle it, where a 3-vector counts as a 4-vector (LLVM issue 124696).
    PaddedBytes,
}

/// The maximum sizes of buffers and types.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// A constant buffer.
    pub constant_buffer: Option<Limit>,
    /// A `tbuffer` or `TextureBuffer`.
    pub texture_buffer: Option<Limit>,
    /// An element of a structured buffer.
    pub structured_element: Option<Limit>,
    /// A WGSL uniform buffer.
    pub uniform: Option<Limit>,
    /// A WGSL storage buffer.
    pub storage: Option<Limit>,
    /// Push constants.
    pub push_constant: Option<Limit>,
    /// `var<immediate>`.
    pub immediate: Option<Limit>,
    /// Any type. Exceeding it is an error.
    pub any: Option<TypeLimit>,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits {
        constant_buffer: None,
        texture_buffer: None,
        structured_element: None,
        uniform: None,
        storage: None,
        push_constant: None,
        immediate: None,
        any: None,
    };

    /// SPIR-V has 32 bits for an offset, a stride, and a size.
    pub const SPIRV: Limits =
        Limits { any: Some(TypeLimit { size: Size::new(u32::MAX as u64), excess: Excess::Rejected }), ..Limits::NONE };
}

/// A maximum size.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The maximum size, in bytes.
    pub size: Size,
    /// The severity of exceeding it.
    pub severity: Severity,
}

/// The maximum size of types.
#[derive(Clone, Copy, Debug)]
pub struct TypeLimit {
    /// The maximum size, in bytes.
    pub size: Size,
    /// The behavior of the compiler with a larger type.
    pub excess: Excess,
}

/// The behavior of a compiler with a type that is too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    /// It reports an error.
    Rejected,
    /// It reports nothing, and writes wrong offsets of later members.
    Wraps,
}

/// Types that a compiler rejects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// Column-major matrices of integers or booleans with more than one row and column.
    IntegerColumnMatrices,
    /// `int8_t4_packed` and `uint8_t4_packed`.
    PackedBytes,
}

/// How Vulkan's validator checks the offsets of members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Validator {
    /// By the alignments of std140 or std430.
    Standard,
    /// The same, with relaxed block layout: a vector is aligned like its scalar, unless it would straddle a 16-byte boundary.
    Relaxed,
    /// By scalar alignments (`--scalar-block-layout`).
    Scalar,
}
