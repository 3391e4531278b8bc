//! Shader parameters: buffers and resources.

use padstone_source::{Span, Symbol};

use crate::{Count, ExplicitBinding, Id, Offset, Register, ResourceKind, Spelling, TypeId};

/// A handle to a [`Buffer`].
pub type BufferId = Id<Buffer>;

/// A handle to a [`Parameter`].
pub type ParameterId = Id<Parameter>;

/// A buffer: a memory layout that a shader reads or writes.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// The name: that of the cbuffer or the variable; `$Globals` for global constants.
    pub name: Symbol,
    /// The instance name of a GLSL block, if it has one.
    pub instance: Option<Symbol>,
    /// The span of its name.
    pub span: Span,
    /// The kind of buffer, which determines the layout rules.
    pub kind: BufferKind,
    /// The kind of resource, which determines the register class: [`ResourceKind::ConstantBuffer`] for `cbuffer` and
    /// `$Globals`, [`ResourceKind::TextureBuffer`] for `tbuffer`, [`ResourceKind::Other`] for push constants and
    /// shader records, which have none; otherwise the kind of the variable's type.
    pub resource: ResourceKind,
    /// A struct of kind [`StructKind::BufferMembers`](crate::StructKind::BufferMembers) for cbuffer, tbuffer and `$Globals`; otherwise the element type.
    pub content: TypeId,
    /// The packing that the source specifies.
    pub packing: Packing,
    /// The parameter that binds it.
    pub parameter: ParameterId,
}

/// The packing that a block specifies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Packing {
    /// None: the kind of buffer determines the rules.
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
    /// A structured buffer, such as `StructuredBuffer<T>`; the layout is that of one element.
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
    /// The name, without namespaces; `$Globals` for global constants.
    pub name: Symbol,
    /// The name with its namespaces, `N::a` or in Slang `N.a`; the name in languages without namespaces.
    pub qualified_name: Symbol,
    /// The span of its name.
    pub span: Span,
    /// The kind of parameter.
    pub kind: ParameterKind,
    /// The buffer and the index of the member, if the parameter is declared inside a `cbuffer`, `tbuffer`, `$Globals` or
    /// `$Params`.
    pub member_of: Option<(BufferId, usize)>,
    /// Array dimensions, outermost first; empty for a single resource.
    pub dims: Vec<Count>,
    /// `register(…)`, in source order; class `c` specifies an offset, not a register of the parameter.
    pub registers: Vec<Register>,
    /// The explicit binding.
    pub binding: Option<ExplicitBinding>,
    /// `[[vk::counter_binding]]`.
    pub counter_binding: Option<ExplicitBinding>,
    /// The offset of an atomic counter of GLSL in the buffer of its binding, in bytes; for an array, that of the first element.
    pub counter_offset: Option<Offset>,
    /// `layout(input_attachment_index = n)` of GLSL, `[[vk::input_attachment_index(n)]]` of HLSL.
    pub input_attachment: Option<u32>,
    /// `layout(location = n)` of a uniform in the default uniform block.
    pub location: Option<u32>,
    /// How shaders access a buffer, if the language specifies it.
    pub access: Option<Access>,
    /// Whether the requested entry point reaches it; true for all parameters if none was requested.
    pub used: bool,
    /// How the declaration is written.
    pub written: Spelling,
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

/// The kinds of parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterKind {
    /// A buffer with a layout.
    Buffer(BufferId),
    /// A texture, sampler, or raw buffer, which has no layout.
    Opaque(TypeId),
    /// A global or a member of a cbuffer whose struct type contains resources, each with its own register.
    Struct(TypeId),
    /// A uniform in the default uniform block of OpenGL, which has a location and no layout.
    Uniform(TypeId),
}
