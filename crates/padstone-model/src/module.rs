//! What a translation unit declares.

use padstone_source::{Interner, Span, Symbol};
use rustc_hash::FxHashSet;

use crate::{
    Align, Arena, BitField, Count, Direction, Enum, Id, Interpolation, Major, Program, ResourceKind, Scalar, SignatureId, Size, Stage,
    Type, TypeArena, TypeId, TypeName, UserAttributeId,
};

/// A handle to a [`Struct`].
pub type StructId = Id<Struct>;
/// A handle to a [`Buffer`].
pub type BufferId = Id<Buffer>;
/// A handle to a [`Parameter`].
pub type ParameterId = Id<Parameter>;

/// One translation unit: everything in it that has a layout or a binding.
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
    /// All structs, a struct after those that it contains.
    pub structs: Arena<Struct>,
    /// All enumerations.
    pub enums: Arena<Enum>,
    /// Everything with a layout that a shader reads, in source order (`$Globals` at its first member).
    pub buffers: Arena<Buffer>,
    /// Everything with a register or a binding, in source order.
    pub parameters: Arena<Parameter>,
    /// How many parameters come before the first global that was not understood and may be one; `None` if all were. HLSL only.
    pub known_parameters: Option<usize>,
    /// The textures that FXC declares for samplers of Direct3D 9: those of `tex2D(s, uv)` have the name of `s`. HLSL only.
    pub sampler_textures: Vec<ParameterId>,
    /// What FXC declares for the entry point and is not in `parameters`, because none was requested. HLSL only.
    pub undeclared: Vec<Undeclared>,
    /// The entry points that were found or requested.
    pub entry_points: Vec<EntryPoint>,
    /// Which parameters one shader can use together, if no entry point was requested.
    pub used_together: UsedTogether,
    /// Reads of buffers that contain 64-bit vectors or matrices, in source order: in the functions that the entry point
    /// reaches, or in all. As far as a scan of names and literal indices can tell. HLSL only.
    pub reads: Vec<Read>,
    /// The names in the bodies that the entry point reaches, as far as a scan of names can tell; `None` if none was requested. HLSL
    /// only.
    pub reached: Option<FxHashSet<Symbol>>,
    /// The descriptor heaps that functions index: those that the entry point reaches, or all. HLSL only.
    pub descriptor_heaps: DescriptorHeaps,
    /// Alignment and size attributes of types, wherever they are used: each with the name of the type. WGSL
    /// of 2020 only.
    pub type_claims: Vec<Field>,
    /// What program layout needs in addition. Slang only, besides the globals.
    pub program: Program,
}

/// Whether functions index the descriptor heaps of shader model 6.6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DescriptorHeaps {
    /// `ResourceDescriptorHeap`.
    pub resources: bool,
    /// `SamplerDescriptorHeap`.
    pub samplers: bool,
}

/// A parameter that FXC declares for the entry point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undeclared {
    /// The texture of a sampler: `tex2D(s, uv)`.
    SamplerTexture(ParameterId),
    /// `$Params`, for the uniform parameters of a function.
    Uniforms {
        /// The name of the function.
        function: Symbol,
        /// Where it is declared.
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
        let whole = self.name(self.structs[id].name);
        let (mut start, mut end, mut depth) = (0, whole.len(), 0u32);
        for (at, character) in whole.char_indices() {
            match character {
                '<' => {
                    end = if depth == 0 { at } else { end };
                    depth += 1;
                }
                '>' => depth = depth.saturating_sub(1),
                '.' | ':' if depth == 0 => (start, end) = (at + 1, whole.len()),
                _ => {}
            }
        }
        &whole[start..end]
    }

    /// A type for display, in the syntax of the module's language.
    pub fn type_name(&self, ty: TypeId) -> TypeName<'_> {
        TypeName::new(self, ty)
    }

    /// Size of a scalar in memory, in bytes, under the options of the module.
    pub fn scalar_bytes(&self, scalar: Scalar) -> u64 {
        scalar.bytes(self.options.native_16bit)
    }

    /// The struct that a type is, if it is one.
    pub fn as_struct(&self, ty: TypeId) -> Option<&Struct> {
        match self.types[ty] {
            Type::Struct(id) => Some(&self.structs[id]),
            _ => None,
        }
    }
}

/// Which parameters one shader can use together: only those can conflict.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum UsedTogether {
    /// All that are used: an entry point was requested, or usage was not analyzed.
    #[default]
    AllUsed,
    /// What each entry point of the file reaches, in order of their ids.
    By(Vec<Vec<ParameterId>>),
    /// There is no entry point in the file: shaders that include it may use any of its parameters, with or without the others.
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
    /// Its display name.
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

    /// Whether attributes for alignment, size, and offset move nothing, under any rules: they only assert what the author
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
}

/// A struct, in the order its members are declared.
#[derive(Clone, Debug)]
pub struct Struct {
    /// The qualified name, `N::S` or `Pair<float3>`; empty for anonymous structs. The members of a buffer go by the
    /// buffer's, qualified too, while [`Buffer::name`] is not.
    pub name: Symbol,
    /// Where the name is declared.
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
    /// Its name; empty for unnamed bit-fields; for a base class, the name of the base.
    pub name: Symbol,
    /// Where the name is declared.
    pub span: Span,
    /// Its type.
    pub ty: TypeId,
    /// Member or base class.
    pub role: FieldRole,
    /// Its width in bits, if it is a bit-field.
    pub bitfield: Option<Bitfield>,
    /// Attributes and annotations on it, in source order.
    pub annotations: Vec<Annotation>,
    /// How the source writes it.
    pub written: Written,
}

/// How the source writes a declaration, beyond its type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// The span of the type, if it has its own span; for fixes.
    pub type_span: Option<Span>,
    /// Whether its matrices have no `row_major` or `column_major`, also by pragma. HLSL and Slang only, where options decide it.
    pub leaves_major_open: bool,
    /// The spelling of the type without its array dimensions, and that type, if the spelling is not the name of the type but an alias or
    /// another spelling. Slang only.
    pub alias: Option<(Symbol, TypeId)>,
    /// The bit-fields in a backing integer (`$bit_field_backing_0`). Slang only.
    pub bit_fields: Box<[BitField]>,
    /// The span of the value of a specialization constant. Slang only.
    pub value_span: Option<Span>,
}

impl Field {
    /// A data member, or a parameter.
    pub fn member(name: Symbol, span: Span, ty: TypeId, annotations: Vec<Annotation>) -> Field {
        Field { name, span, ty, role: FieldRole::Member, bitfield: None, annotations, written: Written::default() }
    }

    /// The effective `packoffset`: DXC uses the last.
    pub fn packoffset(&self) -> Option<PackOffset> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::PackOffset(offset) => Some(*offset),
            _ => None,
        })
    }

    /// `register(…)` annotations.
    pub fn registers(&self) -> impl Iterator<Item = Register> + '_ {
        self.annotations.iter().filter_map(|annotation| match annotation {
            Annotation::Register(register) => Some(*register),
            _ => None,
        })
    }

    /// The effective (last) `[[vk::offset(n)]]`, `layout(offset = n)`, or `[[offset(n)]]`: bytes from the start of
    /// the struct, and where it is written.
    pub fn offset(&self) -> Option<(u64, Span)> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Offset { bytes, span } => Some((*bytes, *span)),
            _ => None,
        })
    }

    /// The effective (last) `@align(n)`, `layout(align = n)`, or `[[align(n)]]`, and where it is written.
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

    /// Whether an offset, alignment, or size on it was not understood.
    pub fn has_unknown_place(&self) -> bool {
        self.annotations.contains(&Annotation::Unknown)
    }

    /// The effective (last) `@size(n)` or `[[size(n)]]`, and where it is written.
    pub fn size(&self) -> Option<(Size, Span)> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Size { size, span } => Some((*size, *span)),
            _ => None,
        })
    }

    /// The `[[stride(n)]]` on its type, in bytes, and where it is written.
    pub fn stride(&self) -> Option<(u64, Span)> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Stride { bytes, span } => Some((*bytes, *span)),
            _ => None,
        })
    }
}

/// What a [`Field`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldRole {
    /// A data member.
    Member,
    /// A base class.
    Base,
    /// A `groupshared` member of a cbuffer: a member like any other for DXC, a variable outside the buffer for clang.
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

/// Which parts of the layout of a member depend on a generic argument, or on an argument of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GenericDependence {
    /// Its size in bytes.
    pub bytes: bool,
    /// The number of its registers or bindings.
    pub bindings: bool,
    /// Whether the parameter is a `type_param`: then everything that contains such a member depends on it.
    pub of_program: bool,
}

impl GenericDependence {
    /// The union of both dependences.
    #[must_use]
    pub fn with(self, other: GenericDependence) -> GenericDependence {
        GenericDependence {
            bytes: self.bytes | other.bytes,
            bindings: self.bindings | other.bindings,
            of_program: self.of_program | other.of_program,
        }
    }
}

/// An attribute or annotation of a member: its offset, and what binding and reflection need in addition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Annotation {
    /// `: packoffset(c4.y)`.
    PackOffset(PackOffset),
    /// `: register(c4)` and other classes.
    Register(Register),
    /// `[[vk::offset(16)]]`, `layout(offset = 16)`, `[[offset(16)]]`.
    Offset {
        /// Bytes from the start of the struct.
        bytes: u64,
        /// The attribute.
        span: Span,
    },
    /// `@align(16)`, `layout(align = 16)`, `[[align(16)]]`.
    Align {
        /// The alignment, a power of two: the front end rejects others.
        align: Align,
        /// The attribute.
        span: Span,
    },
    /// `@size(32)`, `[[size(32)]]`: the bytes reserved for the member.
    Size {
        /// The size in bytes.
        size: Size,
        /// The attribute.
        span: Span,
    },
    /// `[[stride(16)]] array<f32, 4>` of WGSL of 2020: the distance between the elements.
    Stride {
        /// The distance in bytes.
        bytes: u64,
        /// The attribute.
        span: Span,
    },
    /// An offset, alignment, or size that was not understood and was reported: the offset of the member, or its end,
    /// is unknown.
    Unknown,
    /// `[[vk::binding(1, 2)]]`, `layout(binding = 1, set = 2)` of Slang.
    Binding(ExplicitBinding),
    /// `[[vk::location(2)]]`, `layout(location = 2)`, `@location(2)`.
    Location {
        /// The location.
        location: u32,
        /// The attribute.
        span: Span,
    },
    /// `layout(component = 2)`: the first component within the location.
    Component(u32),
    /// `[[vk::index(1)]]`, `layout(index = 1)`, `@blend_src(1)`: the index of an output for dual-source blending.
    Index(u32),
    /// `@builtin(position)`: a value from or to the pipeline, by its name.
    Builtin(Symbol),
    /// Its outermost array has an element for each vertex, control point, or primitive: these are at the same locations.
    PerVertex,
    /// `shared` of Slang, which its reflection repeats.
    Shared,
    /// On a member of a generic: its type depends on a parameter.
    OfParameter,
    /// On a member or global: which parts of its layout depend on an argument.
    GenericDependence(GenericDependence),
    /// `[[vk::input_attachment_index(1)]]`.
    InputAttachment(u32),
    /// `: TEXCOORD3`.
    Semantic {
        /// The name in capitals, without the index.
        name: Symbol,
        /// The semantic index, 0 if none is written.
        index: u32,
        /// The whole annotation.
        span: Span,
    },
    /// The direction of an entry point parameter: `in`, `out`, `inout`, or `uniform`.
    Direction(Direction),
    /// `uniform` on a global of Slang.
    Uniform,
    /// `centroid`, `sample`, `@interpolate(flat)`, …
    Interpolation(Interpolation),
    /// `[format("rgba8")]` of Slang.
    Format(Symbol),
    /// `[[vk::push_constant]]` of Slang.
    PushConstant(Span),
    /// `[[vk::shader_record]]` of Slang.
    ShaderRecord(Span),
    /// `[[vk::constant_id(7)]]`, or without a number `[SpecializationConstant]`, of Slang.
    SpecializationConstant(Option<u32>),
    /// `[allow("overlapping-bindings")]` of Slang.
    AllowOverlap,
    /// An attribute that the source declares, of Slang.
    User(UserAttributeId),
}

impl Annotation {
    /// Whether it is about a stage input or output, and moves no byte.
    pub const fn is_of_stage_interface(&self) -> bool {
        use Annotation::{Builtin, Component, Direction, Index, Interpolation, Location, PerVertex, Semantic};
        matches!(
            self,
            Semantic { .. } | Location { .. } | Component(_) | Index(_) | Builtin(_) | Interpolation(_) | PerVertex | Direction(_)
        )
    }
}

/// `packoffset(cN.x)`: an offset in the 16-byte registers of a cbuffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackOffset {
    /// The register, each of 16 bytes.
    pub register: u32,
    /// The component, 0 to 3, each of 4 bytes.
    pub component: u8,
    /// Whether the letter of the register is written `C`.
    pub capital: bool,
    /// From `packoffset` to the closing parenthesis.
    pub span: Span,
    /// The same with the colon before it.
    pub with_colon: Span,
}

impl PackOffset {
    /// `16 * register + 4 * component`, in bytes.
    pub const fn bytes(self) -> u64 {
        self.register as u64 * 16 + self.component as u64 * 4
    }
}

/// `register(t3, space1)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register {
    /// The class and the index; `None` for `register(space1)`.
    pub slot: Option<(RegisterClass, u32)>,
    /// The space, if one is written.
    pub space: Option<u32>,
    /// From `register` to the closing parenthesis.
    pub span: Span,
}

/// The register letters of the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegisterClass {
    /// `b`: constant buffers (and, on a global constant, an old form of `c`).
    B,
    /// `t`: shader resources.
    T,
    /// `u`: unordered access.
    U,
    /// `s`: samplers.
    S,
    /// `c`: 16-byte registers of `$Globals`.
    C,
    /// `i`: an old form of `c`.
    I,
}

impl RegisterClass {
    /// The letter itself.
    ///
    /// ```
    /// assert_eq!(padstone_model::RegisterClass::T.letter(), 't');
    /// ```
    pub fn letter(self) -> char {
        match self {
            RegisterClass::B => 'b',
            RegisterClass::T => 't',
            RegisterClass::U => 'u',
            RegisterClass::S => 's',
            RegisterClass::C => 'c',
            RegisterClass::I => 'i',
        }
    }
}

/// `[[vk::binding(n, set)]]`, `layout(set = n, binding = n)`, `@group(n) @binding(n)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplicitBinding {
    /// The binding.
    pub binding: u32,
    /// The descriptor set or group, if one is written.
    pub set: Option<u32>,
    /// The attribute; of several, the one with the binding.
    pub span: Span,
}

/// A buffer: something with a layout that a shader reads or writes.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Its name: that of the cbuffer or the variable; `$Globals` for global constants.
    pub name: Symbol,
    /// The instance name of a GLSL block, if it has one.
    pub instance: Option<Symbol>,
    /// Where the name is declared.
    pub span: Span,
    /// The kind of buffer, which decides the layout rules.
    pub kind: BufferKind,
    /// The kind of resource, which decides the register class: [`ResourceKind::ConstantBuffer`] for `cbuffer` and
    /// `$Globals`, [`ResourceKind::TextureBuffer`] for `tbuffer`, [`ResourceKind::Other`] for push constants and
    /// shader records, which have none; else that of the type of the variable.
    pub resource: ResourceKind,
    /// A struct of kind [`StructKind::BufferMembers`] for cbuffer, tbuffer and `$Globals`; else the element type.
    pub content: TypeId,
    /// The packing that the source specifies.
    pub packing: Packing,
    /// The parameter that is bound.
    pub parameter: ParameterId,
}

/// The packing that a block specifies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Packing {
    /// None: the kind of buffer decides.
    #[default]
    ByKind,
    /// `layout(std140)`.
    Std140,
    /// `layout(std430)`.
    Std430,
    /// `layout(scalar)`.
    Scalar,
    /// `layout(shared)`, the default of OpenGL: the driver chooses the offsets, and reports them on request.
    Shared,
    /// `layout(packed)`: as `shared`, and the driver may omit unused members.
    Packed,
    /// `CDataLayout` of Slang: the layout of C.
    C,
}

/// The kinds of buffers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BufferKind {
    /// `cbuffer { … }`.
    CBuffer,
    /// `tbuffer { … }`.
    TBuffer,
    /// `$Globals`: all global constants.
    Globals,
    /// `ConstantBuffer<T>`.
    ConstantBuffer,
    /// `TextureBuffer<T>`.
    TextureBuffer,
    /// `StructuredBuffer<T>` and its relatives; the layout is that of one element.
    Structured,
    /// `[[vk::push_constant]]`, `layout(push_constant)`.
    PushConstant,
    /// `[[vk::shader_record_nv]]`, `[[vk::shader_record_ext]]`, `layout(shaderRecordEXT)`.
    ShaderRecord,
    /// `uniform` blocks of GLSL, `var<uniform>` of WGSL.
    Uniform,
    /// `buffer` blocks of GLSL, `var<storage>` of WGSL.
    Storage,
    /// `var<immediate>` of WGSL.
    Immediate,
    /// `ParameterBlock<T>` of Slang; its resources are bound in a separate space or set.
    ParameterBlock,
    /// The ordinary data of the `uniform` parameters of a Slang entry point.
    EntryUniforms,
}

/// A shader parameter: something with a register, set, or binding.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, without namespaces; `$Globals` for global constants.
    pub name: Symbol,
    /// Where the name is declared.
    pub span: Span,
    /// What it consists of.
    pub kind: ParameterKind,
    /// The member of a buffer that it is, if it is declared inside a `cbuffer`, `tbuffer`, `$Globals` or `$Params`: the buffer, and the
    /// index of the member.
    pub member_of: Option<(BufferId, usize)>,
    /// Array dimensions, outermost first; empty for a single resource.
    pub dims: Vec<Count>,
    /// `register(…)`, in source order; those of class `c` place bytes, not the parameter.
    pub registers: Vec<Register>,
    /// The explicit binding.
    pub binding: Option<ExplicitBinding>,
    /// `[[vk::counter_binding]]`.
    pub counter_binding: Option<ExplicitBinding>,
    /// `layout(location = n)` of a uniform in the default uniform block.
    pub location: Option<u32>,
    /// How shaders access a buffer, if the language specifies it.
    pub access: Option<Access>,
    /// Whether the requested entry point reaches it; true for all if none was requested.
    pub used: bool,
    /// How the source writes it.
    pub written: Written,
}

/// How shaders access a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// `read`, `readonly`.
    Read,
    /// `write`, `writeonly`.
    Write,
    /// `read_write`.
    ReadWrite,
}

/// What a parameter consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterKind {
    /// A buffer with a layout.
    Buffer(BufferId),
    /// A texture, sampler, or raw buffer: no layout.
    Opaque(TypeId),
    /// A global or a member of a cbuffer whose struct type contains resources, each with its own register.
    Struct(TypeId),
    /// A uniform in the default uniform block of OpenGL: it has a location and no layout.
    Uniform(TypeId),
}

/// A function that a pipeline can start at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// Its name.
    pub name: Symbol,
    /// Where the name is declared.
    pub span: Span,
    /// Its pipeline stage, if the source specifies it: in Slang and WGSL.
    pub stage: Option<Stage>,
    /// Its parameters and result, if it was read as an entry point.
    pub signature: Option<SignatureId>,
}

/// An expression that reads part of a buffer: `light.view[1]._m02`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// The parameter of the buffer.
    pub parameter: ParameterId,
    /// The path from the buffer to what is read; in a cbuffer, tbuffer, or `$Globals`, from a member. A method call is a
    /// step too.
    pub path: Vec<ReadStep>,
    /// The expression.
    pub span: Span,
}

/// A step of a [`Read`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadStep {
    /// `.name`: a member, or components of a vector or matrix.
    Member(Symbol),
    /// `[2]`.
    Element(u64),
}
