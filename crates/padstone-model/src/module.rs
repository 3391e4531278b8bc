//! The declarations of a translation unit.

use padstone_source::{Interner, Span, Symbol};
use rustc_hash::FxHashSet;

use crate::{
    Arena, Buffer, Enum, Field, FieldRole, Major, Parameter, ParameterId, PointerTarget, Program, Scalar, SignatureId, Stage, Struct,
    StructId, Type, TypeArena, TypeId,
};

/// One translation unit: all of its declarations that have a layout or a binding.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The language of the source.
    pub language: Language,
    /// The options that change the meaning of types.
    pub options: Options,
    /// All names of the source.
    pub names: Interner,
    /// All types.
    pub types: TypeArena,
    /// All structs; a struct follows those that it contains.
    pub structs: Arena<Struct>,
    /// All enumerations.
    pub enums: Arena<Enum>,
    /// The structs and blocks that pointers refer to.
    pub pointer_targets: Arena<PointerTarget>,
    /// All buffers, in source order (`$Globals` at its first member).
    pub buffers: Arena<Buffer>,
    /// All parameters with a register or a binding, in source order.
    pub parameters: Arena<Parameter>,
    /// The number of parameters before the first global that was not understood and may be a parameter; `None` if there is none. HLSL only.
    pub known_parameters: Option<usize>,
    /// The textures that FXC declares for samplers of Direct3D 9: those of `tex2D(s, uv)` have the name of `s`. HLSL only.
    pub sampler_textures: Vec<ParameterId>,
    /// The first texture of a sampler whose name is unknown, if any. HLSL only.
    pub unknown_sampler_texture: Option<UnknownSamplerTexture>,
    /// The structured buffers to which DXC gives counters because functions use them, in that order. HLSL for SPIR-V only.
    pub counted_buffers: Vec<ParameterId>,
    /// The specialization constants of HLSL for SPIR-V and of GLSL, and the `override`s of WGSL, in source order. Those of Slang are among the
    /// globals of the program.
    pub specialization_constants: Vec<SpecializationConstant>,
    /// The parameters that FXC declares for the entry point, and that are not in `parameters` because none was requested. HLSL only.
    pub undeclared: Vec<Undeclared>,
    /// The entry points that were found or requested.
    pub entry_points: Vec<EntryPoint>,
    /// Which parameters one shader can use together, if no entry point was requested.
    pub used_together: UsedTogether,
    /// Reads of buffers that contain 64-bit vectors or matrices, in source order: those in the functions that the entry point
    /// reaches, or in all functions. Found by a scan of names and literal indices. HLSL only.
    pub reads: Vec<MemberRead>,
    /// The names in the bodies that the entry point reaches, found by a scan of names; `None` if no entry point was requested. HLSL
    /// only.
    pub reached: Option<FxHashSet<Symbol>>,
    /// The descriptor heaps that functions index: in the functions that the entry point reaches, or in all; in Slang those that
    /// descriptor handles in function bodies refer to. HLSL and Slang only.
    pub descriptor_heaps: DescriptorHeaps,
    /// Alignment and size attributes at uses of types, each with the name of the type. WGSL
    /// of 2020 only.
    pub type_claims: Vec<Field>,
    /// The scalar types of naga, for native programs, that the declarations mention, each with the span of the first mention. WGSL only.
    pub native_scalars: Vec<(Scalar, Span)>,
    /// The extensions that `enable` and `requires` name. WGSL only.
    pub extensions: Vec<NamedExtension>,
    /// The functions and built-in values of the extension `subgroups` in a module that does not enable it. WGSL only.
    pub unenabled_subgroups: Vec<UnenabledFeature>,
    /// The information that only program layout needs. Slang only, except for the globals.
    pub program: Program,
}

/// A feature of an extension of WGSL in a module that does not enable it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnenabledFeature {
    /// The feature in messages: `` `subgroupAdd` ``.
    pub role: Box<str>,
    /// The span of its mention.
    pub span: Span,
    /// The position for an `enable` directive.
    pub enable_at: Span,
}

/// A constant whose value the host program can specify when it creates a pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpecializationConstant {
    /// The name with its namespaces; `gl_WorkGroupSize.x` for `local_size_x_id` of GLSL.
    pub name: Symbol,
    /// The span of the name.
    pub span: Span,
    /// The type, a scalar.
    pub ty: TypeId,
    /// The id; `None` for an `override` without one, which the host program identifies by its name.
    pub id: Option<u32>,
    /// Whether it has a value if the host program specifies none; otherwise the host program must.
    pub has_value: bool,
}

/// An extension after `enable` or `requires` of WGSL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedExtension {
    /// The name.
    pub name: Symbol,
    /// The span of the name.
    pub span: Span,
    /// Whether it is a language extension, which `requires` names.
    pub is_of_language: bool,
}

/// Which descriptor heaps of shader model 6.6 functions index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DescriptorHeaps {
    /// `ResourceDescriptorHeap`.
    pub resources: bool,
    /// `SamplerDescriptorHeap`.
    pub samplers: bool,
}

/// A sampler of Direct3D 9 that is the result of an expression, so that the name and the registers of its texture are unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownSamplerTexture {
    /// The number of textures of samplers before it.
    pub after: usize,
    /// The call of the function that samples it.
    pub span: Span,
}

/// A parameter that FXC declares for the entry point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undeclared {
    /// The texture of a sampler: `tex2D(s, uv)`.
    SamplerTexture {
        /// The name of the sampler, if it is known.
        sampler: Option<Symbol>,
        /// The span of the sampler's declaration; if the name is unknown, that of its use.
        span: Span,
    },
    /// `$Params`, for the uniform parameters of a function.
    Uniforms {
        /// The name of the function.
        function: Symbol,
        /// The span of its declaration.
        span: Span,
    },
}

impl Module {
    /// The text of a name of this module.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.resolve(symbol)
    }

    /// The name of a struct without its scope and arguments: `Box` of `gfx.Box<float3>`.
    pub fn simple_name(&self, id: StructId) -> &str {
        let struct_name = self.name(self.structs[id].name);
        let (mut start, mut end, mut depth) = (0, struct_name.len(), 0u32);
        for (at, character) in struct_name.char_indices() {
            match character {
                '<' => {
                    end = if depth == 0 { at } else { end };
                    depth += 1;
                }
                '>' => depth = depth.saturating_sub(1),
                '.' | ':' if depth == 0 => (start, end) = (at + 1, struct_name.len()),
                _ => {}
            }
        }
        &struct_name[start..end]
    }

    /// The size of a scalar in memory, in bytes, under the options of the module.
    pub fn scalar_bytes(&self, scalar: Scalar) -> u64 {
        scalar.bytes(self.options.native_16bit)
    }

    /// Whether a class is empty in C++: the only members of it and its bases are bit-fields of width 0.
    pub fn is_empty_class(&self, class: TypeId) -> bool {
        let mut pending = vec![class];
        while let Some(ty) = pending.pop() {
            let Some(declared) = self.as_struct(ty) else { return false };
            for field in &declared.fields {
                match (field.role, field.bitfield) {
                    (FieldRole::Base, _) => pending.push(field.ty),
                    (_, Some(bits)) if bits.width == 0 => {}
                    _ => return false,
                }
            }
        }
        true
    }

    /// The struct of a type; `None` for other types.
    pub fn as_struct(&self, ty: TypeId) -> Option<&Struct> {
        match self.types[ty] {
            Type::Struct(id) => Some(&self.structs[id]),
            _ => None,
        }
    }
}

/// Which parameters one shader can use together, and so which can conflict.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum UsedTogether {
    /// All used parameters: an entry point was requested, or usage was not analyzed.
    #[default]
    AllUsed,
    /// The parameters that each entry point of the file reaches, in order of their ids.
    By(Vec<Vec<ParameterId>>),
    /// There is no entry point in the file: the shaders that include it may use any subset of its parameters.
    Unknown,
}

/// The languages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// HLSL, any version.
    #[default]
    Hlsl,
    /// Slang.
    Slang,
    /// GLSL, any version.
    Glsl,
    /// WGSL, as the W3C specifies it.
    Wgsl,
    /// WGSL of 2020.
    Wgsl2020,
    /// A compiled module of SPIR-V.
    SpirV,
}

impl Language {
    /// The display name.
    pub const fn name(self) -> &'static str {
        match self {
            Language::Hlsl => "HLSL",
            Language::Slang => "Slang",
            Language::Glsl => "GLSL",
            Language::Wgsl => "WGSL",
            Language::Wgsl2020 => "WGSL of 2020",
            Language::SpirV => "SPIR-V",
        }
    }

    /// Whether attributes for alignment, size, and offset never change a layout: they only assert what the author
    /// expects. (WGSL Struct Alignment Proposal, Structure Layouts: "used to verify that the type's layout rules are as
    /// expected by the developer".)
    pub const fn attributes_verify(self) -> bool {
        matches!(self, Language::Wgsl2020)
    }
}

/// Compiler options that layout rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// `-enable-16bit-types`: `half` and `min16*` have size 2.
    pub native_16bit: bool,
    /// `-Zpr` or `-Zpc`: the majorness of matrices without a modifier. `#pragma pack_matrix` does not change this,
    /// only `major` of [`Type::Matrix`]: DXC uses both.
    pub default_major: Major,
    /// Whether the source requires `uniform_buffer_standard_layout` (WGSL): uniform buffers may contain what storage
    /// buffers may.
    pub uniform_buffer_standard_layout: bool,
    /// Whether a variable that the header of a `for` declares is visible after the loop: HLSL before 2021, and FXC.
    pub loop_variables_stay: bool,
}

/// A function that a pipeline can start at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// The name.
    pub name: Symbol,
    /// The span of its name.
    pub span: Span,
    /// The pipeline stage, if the source specifies it: in Slang and WGSL.
    pub stage: Option<Stage>,
    /// The parameters and result, if it was read as an entry point.
    pub signature: Option<SignatureId>,
}

/// An expression that reads part of a buffer: `light.view[1]._m02`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberRead {
    /// The parameter of the buffer.
    pub parameter: ParameterId,
    /// The path from the buffer to the part that is read; in a cbuffer, tbuffer, or `$Globals`, from a member. A method call is also a
    /// step.
    pub path: Vec<ReadStep>,
    /// The expression.
    pub span: Span,
}

/// A step of a [`MemberRead`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadStep {
    /// `.name`: a member, or components of a vector or matrix.
    Member(Symbol),
    /// `[2]`.
    Element(u64),
}
