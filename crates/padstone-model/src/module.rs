//! What a translation unit declares.

use padstone_source::{Interner, Span, Symbol};
use rustc_hash::FxHashSet;

use crate::{
    Align, Arena, Count, Direction, Enum, Id, Interpolation, Major, Program, ResourceKind, Scalar, SignatureId, Size, Stage, Type,
    TypeArena, TypeId, TypeName, UserAttributeId,
};

/// A handle to a [`Struct`].
pub type StructId = Id<Struct>;
/// A handle to a [`Buffer`].
pub type BufferId = Id<Buffer>;
/// A handle to a [`Parameter`].
pub type ParameterId = Id<Parameter>;

/// One translation unit: everything in it that has bytes or a register.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The language of the source.
    pub language: Language,
    /// The options that change what types mean.
    pub options: Options,
    /// All names of the source.
    pub names: Interner,
    /// All types.
    pub types: TypeArena,
    /// All structs, a struct after those it contains.
    pub structs: Arena<Struct>,
    /// All enumerations.
    pub enums: Arena<Enum>,
    /// Everything with a layout that a shader reads, in source order (`$Globals` at its first member).
    pub buffers: Arena<Buffer>,
    /// Everything that takes a register or a binding, in source order.
    pub parameters: Arena<Parameter>,
    /// The entry points that were found or asked for.
    pub entry_points: Vec<EntryPoint>,
    /// Which parameters share a shader, where no entry point was asked for.
    pub used_together: UsedTogether,
    /// What functions read of buffers that hold 64-bit vectors or matrices, in source order: those that the entry point
    /// reaches, or all. As far as a scan of names and literal indices can tell. Of HLSL only.
    pub reads: Vec<Read>,
    /// The names in the bodies that the entry point reaches, as far as a scan of names can tell; `None` if none was asked for. Of HLSL
    /// only.
    pub reached: Option<FxHashSet<Symbol>>,
    /// What the source says of the alignment and size of types, wherever they are used: each with the name of the type. Of the WGSL
    /// of 2020.
    pub type_claims: Vec<Field>,
    /// Where the types of members and variables are written, each behind the span of the name that it is the type of; for
    /// changes that mend the source. Of WGSL and HLSL.
    pub type_spans: Vec<(Span, Span)>,
    /// The names of members and variables whose matrices say neither `row_major` nor `column_major`, and no pragma does. Of
    /// HLSL and Slang, where that depends on options.
    pub unsaid_majors: FxHashSet<Span>,
    /// What program layout asks for beside that. Of Slang only.
    pub program: Program,
}

impl Module {
    /// The text of a name of this module.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.resolve(symbol)
    }

    /// The name of a struct without what it is declared in and without arguments: `Box` of `gfx.Box<float3>`.
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

    /// A type, to be printed in the words of the module's language.
    pub fn type_name(&self, ty: TypeId) -> TypeName<'_> {
        TypeName::new(self, ty)
    }

    /// Bytes of a scalar in memory under this module's options.
    pub fn scalar_bytes(&self, scalar: Scalar) -> u64 {
        scalar.bytes(self.options.native_16bit)
    }

    /// The struct behind a type, if it is one.
    pub fn as_struct(&self, ty: TypeId) -> Option<&Struct> {
        match self.types[ty] {
            Type::Struct(id) => Some(&self.structs[id]),
            _ => None,
        }
    }
}

/// Which parameters share a shader: only those can be in each other's way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum UsedTogether {
    /// All that are used: an entry point was asked for, or nothing was looked for.
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
    /// WGSL, as the W3C has it.
    Wgsl,
    /// WGSL of 2020.
    Wgsl2020,
    /// A compiled module of SPIR-V.
    SpirV,
}

impl Language {
    /// Its name, for people.
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

    /// Whether attributes for alignment, size and offset move nothing, under any rules: they only say what the author
    /// expects. (WGSL Struct Alignment Proposal, Structure Layouts: "used to verify that the type's layout rules are as
    /// expected by the developer".)
    pub const fn attributes_verify(self) -> bool {
        matches!(self, Language::Wgsl2020)
    }
}

/// Options of the compilation that a rule may have to ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// `-enable-16bit-types`: `half` and `min16*` take two bytes.
    pub native_16bit: bool,
    /// `-Zpr` or `-Zpc`: the majorness of matrices that say nothing. `#pragma pack_matrix` does not change this,
    /// only [`Type::Matrix`]'s `major`: DXC asks for the one here, the other there.
    pub default_major: Major,
    /// Whether the source asks for `uniform_buffer_standard_layout` (WGSL): uniform buffers may hold what storage
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
    /// What declares it.
    pub kind: StructKind,
    /// Base classes first, then members; those with no bytes of their own (static members, methods) left out.
    pub fields: Vec<Field>,
    /// The type that stands for this struct; `None` until the front end has completed it.
    pub ty: Option<TypeId>,
    /// `[[contiguous]]` of WGSL 2020: members are aligned like one number.
    pub contiguous: bool,
}

/// What declares a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StructKind {
    /// A struct or class of the source.
    Declared,
    /// A template or generic with its arguments put in.
    Instance,
    /// The members of a cbuffer, of a block, of `$Globals`.
    BufferMembers,
    /// `Tuple<…>` of Slang, or an `Optional<T>` that is one of `T` and a bool: not in the source, and members as Slang calls them
    /// (`_0`, `_1`; `value`, `hasValue`), which its reflection does not name.
    Tuple,
}

/// A member of a struct or buffer.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; empty for unnamed bit-fields. For a base class the base's name.
    pub name: Symbol,
    /// Where the name is declared.
    pub span: Span,
    /// Its type.
    pub ty: TypeId,
    /// Member or base class.
    pub role: FieldRole,
    /// Its width in bits, if it is a bit-field.
    pub bitfield: Option<Bitfield>,
    /// What the source says about its place, in source order.
    pub annotations: Vec<Annotation>,
}

impl Field {
    /// The `packoffset` that counts: DXC takes the last.
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

    /// The `[[vk::offset(n)]]`, `layout(offset = n)` or `[[offset(n)]]` that counts, the last: bytes from the start of
    /// the struct, and where it is written.
    pub fn offset(&self) -> Option<(u64, Span)> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Offset { bytes, span } => Some((*bytes, *span)),
            _ => None,
        })
    }

    /// The `@align(n)`, `layout(align = n)` or `[[align(n)]]` that counts, the last, and where it is written.
    pub fn align(&self) -> Option<(Align, Span)> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Align { align, span } => Some((*align, *span)),
            _ => None,
        })
    }

    /// Whether something that the source says about its place or size was not understood.
    pub fn has_unknown_place(&self) -> bool {
        self.annotations.contains(&Annotation::Unknown)
    }

    /// The `@size(n)` or `[[size(n)]]` that counts, the last, and where it is written.
    pub fn size(&self) -> Option<(Size, Span)> {
        self.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Size { size, span } => Some((*size, *span)),
            _ => None,
        })
    }
}

/// What a [`Field`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldRole {
    /// A member of its own.
    Member,
    /// A base class.
    Base,
    /// A `groupshared` member of a cbuffer: to DXC a member like any other, to clang a variable beside the buffer.
    GroupShared,
}

/// The width of a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bitfield {
    /// Bits; 0 ends the unit.
    pub width: u32,
    /// The type as the source spells it: DXC's SPIR-V back end tells `uint` from `dword`.
    pub spelling: Symbol,
}

/// What of a member something decides that is put in for a parameter: of a generic, or of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Decided {
    /// How many bytes it takes.
    pub bytes: bool,
    /// How many registers or bindings it takes.
    pub objects: bool,
    /// Whether the parameter is a `type_param`: then it decides what everything takes that such a member is in.
    pub of_program: bool,
}

impl Decided {
    /// What either decides.
    #[must_use]
    pub fn with(self, other: Decided) -> Decided {
        Decided { bytes: self.bytes | other.bytes, objects: self.objects | other.objects, of_program: self.of_program | other.of_program }
    }
}

/// What the source says about a member: its place, and in Slang what its layout and reflection ask for beside that.
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
        /// The alignment: a power of two, or the front end would have left it out.
        align: Align,
        /// The attribute.
        span: Span,
    },
    /// `@size(32)`, `[[size(32)]]`: from the start of the member to the end of what it takes up.
    Size {
        /// That many bytes.
        size: Size,
        /// The attribute.
        span: Span,
    },
    /// An offset, alignment or size that was not understood, which has been reported: where the member is, or where it
    /// ends, nobody knows.
    Unknown,
    /// `[[vk::binding(1, 2)]]`, `layout(binding = 1, set = 2)` of Slang.
    Binding(ExplicitBinding),
    /// `[[vk::location(2)]]`, `layout(location = 2)` of Slang.
    Location {
        /// The location.
        location: u32,
        /// The attribute.
        span: Span,
    },
    /// `[[vk::index(1)]]`, `layout(index = 1)` of Slang: which of several colours at one location an output is.
    Index(u32),
    /// `shared` of Slang, which its reflection repeats.
    Shared,
    /// Of a member of a generic: a parameter decides its type.
    OfParameter,
    /// Of a member or global: what is put in for a parameter decides what it takes.
    Decided(Decided),
    /// `[[vk::input_attachment_index(1)]]`.
    InputAttachment(u32),
    /// `: TEXCOORD3` of Slang.
    Semantic {
        /// In capitals, without the number.
        name: Symbol,
        /// The number, 0 if none is written.
        index: u32,
        /// The whole of it.
        span: Span,
    },
    /// `in`, `out`, `inout` or `uniform`, on a parameter of an entry point of Slang that says so.
    Direction(Direction),
    /// `uniform` on a global of Slang.
    Uniform,
    /// `centroid`, `sample`, … of Slang.
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

/// `packoffset(cN.x)`: a place in the 16-byte registers of a cbuffer.
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
    /// The class and the number; `None` for `register(space1)`.
    pub slot: Option<(RegisterClass, u32)>,
    /// The space, if one is written.
    pub space: Option<u32>,
    /// From `register` to the closing parenthesis.
    pub span: Span,
}

/// The letters that registers of the source begin with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegisterClass {
    /// `b`: constant buffers (and, on a global constant, an old word for `c`).
    B,
    /// `t`: shader resources.
    T,
    /// `u`: unordered access.
    U,
    /// `s`: samplers.
    S,
    /// `c`: 16-byte rows of `$Globals`.
    C,
    /// `i`: an old word for `c`.
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
    /// The attribute; of several the one with the binding.
    pub span: Span,
}

/// Something whose bytes a shader reads or writes.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Its name: the cbuffer's or the variable's; `$Globals` for the loose ones.
    pub name: Symbol,
    /// The instance of a block of GLSL, through which the members are reached, if it has one.
    pub instance: Option<Symbol>,
    /// Where the name is declared.
    pub span: Span,
    /// The sort of buffer, which decides on the rules.
    pub kind: BufferKind,
    /// The sort of object, which decides on the register: [`ResourceKind::ConstantBuffer`] for `cbuffer` and
    /// `$Globals`, [`ResourceKind::TextureBuffer`] for `tbuffer`, [`ResourceKind::Other`] for push constants and
    /// shader records, which take none; else that of the variable's type.
    pub resource: ResourceKind,
    /// A struct of kind [`StructKind::BufferMembers`] for cbuffer, tbuffer and `$Globals`; else the element type.
    pub content: TypeId,
    /// What the source says about the rules.
    pub packing: Packing,
    /// What takes the register.
    pub parameter: ParameterId,
}

/// The rules that a block asks for itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Packing {
    /// None: the sort of buffer decides.
    #[default]
    ByKind,
    /// `layout(std140)`.
    Std140,
    /// `layout(std430)`.
    Std430,
    /// `layout(scalar)`.
    Scalar,
    /// `layout(shared)`, the default of OpenGL: the implementation places the members and can be asked where.
    Shared,
    /// `layout(packed)`: as shared, and the implementation may leave out what is not used.
    Packed,
    /// `CDataLayout` of Slang: as C would.
    C,
}

/// The sorts of buffers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BufferKind {
    /// `cbuffer { … }`.
    CBuffer,
    /// `tbuffer { … }`.
    TBuffer,
    /// The loose global constants, together.
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
    /// `ParameterBlock<T>` of Slang; its resources are bound in a space or set of their own.
    ParameterBlock,
    /// The `uniform` parameters of an entry point of Slang that have bytes, together.
    EntryUniforms,
}

/// Something that takes a register, a set or a binding.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, without namespaces; `$Globals` for the loose constants.
    pub name: Symbol,
    /// Where the name is declared.
    pub span: Span,
    /// What it is.
    pub kind: ParameterKind,
    /// Array dimensions, outermost first; empty for one object.
    pub dims: Vec<Count>,
    /// `register(…)`, in source order; those of class `c` place bytes, not the parameter.
    pub registers: Vec<Register>,
    /// The binding that the source gives it.
    pub binding: Option<ExplicitBinding>,
    /// `[[vk::counter_binding]]`.
    pub counter_binding: Option<ExplicitBinding>,
    /// `layout(location = n)` of a loose uniform.
    pub location: Option<u32>,
    /// What shaders may do with a buffer, where the language says so.
    pub access: Option<Access>,
    /// Whether the entry point asked for reaches it; true for all where none was asked for.
    pub used: bool,
}

/// What shaders may do with the bytes of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// `read`, `readonly`.
    Read,
    /// `write`, `writeonly`.
    Write,
    /// `read_write`.
    ReadWrite,
}

/// What takes the register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterKind {
    /// A buffer with a layout.
    Buffer(BufferId),
    /// A texture, sampler or raw buffer: no bytes to lay out.
    Opaque(TypeId),
    /// A global or a member of a cbuffer whose struct type holds resources, each of which takes a register.
    Struct(TypeId),
    /// A loose uniform of OpenGL: it has a location and no bytes.
    Uniform(TypeId),
}

/// A function that a pipeline can start at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// Its name.
    pub name: Symbol,
    /// Where the name is declared.
    pub span: Span,
    /// The stage of pipelines that it is for, where the source says it: in Slang and WGSL.
    pub stage: Option<Stage>,
    /// Its parameters and result. Of Slang only.
    pub signature: Option<SignatureId>,
}

/// An expression that reads something of a buffer: `light.view[1]._m02`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// What takes the register of the buffer.
    pub parameter: ParameterId,
    /// From the buffer to what is read; in a cbuffer, tbuffer or `$Globals` from a member. What lies behind a method is a
    /// step too.
    pub path: Vec<ReadStep>,
    /// The expression.
    pub span: Span,
}

/// A step of a [`Read`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadStep {
    /// `.name`: a member, or numbers of a vector or matrix.
    Member(Symbol),
    /// `[2]`.
    Element(u64),
}
