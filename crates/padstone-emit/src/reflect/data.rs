//! The declarations of a program and their locations, as plain data: the output of `padstone reflect --format json`, which
//! `schema/reflection-v1.schema.json` describes.
//!
//! Every number is absolute: sets, bindings, registers and spaces are those to bind to, and offsets count from the start of
//! their buffer. If the length of an array is a link-time constant, numbers that depend on it are `"unknown"`.

mod binding_locations;
mod types;

use padstone_bind::Amount;
use padstone_model::{ResourceType, SampleType, TypeId};
use serde::Serialize;

pub use binding_locations::{Array, BindingLocation};
use binding_locations::{amount, optional_amount};
pub use types::{DeclaredField, DeclaredType, TypeBytes};

/// A program, laid out for a target.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Program {
    /// The version of this format: 1.
    pub version: u32,
    /// The language of the files.
    pub language: &'static str,
    /// The target.
    pub target: String,
    /// The policy that assigned registers and bindings.
    pub policy: &'static str,
    /// The implicit buffer of the global constants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub globals: Option<ResourceSlot>,
    /// The global parameters, in the order of the layout.
    pub parameters: Vec<Parameter>,
    /// The uniforms in the default uniform block of OpenGL, in source order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uniforms: Vec<Uniform>,
    /// The entry points in their order.
    pub entry_points: Vec<EntryPoint>,
    /// The structs, enumerations and interfaces of the source, used or not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<DeclaredType>,
    /// Unspecialized types, and values that are parameters of entry points.
    #[serde(rename = "openTypes", skip_serializing_if = "Vec::is_empty")]
    pub unspecialized_types: Vec<UnspecializedType>,
    /// The string literals that shaders hash.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hashed_strings: Vec<HashedString>,
    /// The set or space that is reserved for the bindless resource heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bindless_space: Option<u64>,
}

/// A parameter: a global, or a uniform one of an entry point.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The namespaces of a global parameter, before its name: `A.`.
    #[serde(skip)]
    pub namespaces: String,
    /// The type, in the spelling of the language.
    #[serde(rename = "type")]
    pub ty: String,
    /// The type in the source, if spelled differently: an alias, `half3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// The location of its declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLocation>,
    /// The explicit registers and bindings as written, even if the target ignores them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// User-defined attributes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<UserAttribute>,
    /// The layout units that it takes: one contiguous range of each.
    pub takes: Vec<LayoutUnitRange>,
    /// The resources and buffers, each with its location.
    pub slots: Vec<ResourceSlot>,
}

/// A uniform in the default uniform block of OpenGL, which has locations and no bytes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Uniform {
    /// The name.
    pub name: String,
    /// The type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The explicit location; for an array or struct, the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The location of its declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLocation>,
}

/// A contiguous range of one layout unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LayoutUnitRange {
    /// The layout unit, by Slang's name: `uniform` for bytes, `descriptorTableSlot`, `shaderResource`, …
    pub kind: &'static str,
    /// The set or space; 0 for layout units that have none.
    #[serde(serialize_with = "amount")]
    pub space: Amount,
    /// The start: a binding, a register, or a byte of the enclosing buffer.
    #[serde(serialize_with = "amount")]
    pub first: Amount,
    /// The number of slots or bytes.
    #[serde(serialize_with = "amount")]
    pub count: Amount,
}

/// A resource or a buffer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceSlot {
    /// The path, starting with the name of the parameter: `scene.lights[].shadow`. Empty for the implicit buffers.
    pub path: String,
    /// The kind.
    pub kind: ObjectKind,
    /// The type, in the spelling of the language; empty for the implicit buffers.
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    pub ty: String,
    /// The type in the source, if spelled differently: an alias, `half3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// The binding location; `None` if it is passed without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<BindingLocation>,
    /// The offset of an atomic counter of GLSL in the buffer of its binding, in bytes; for an array, that of the first element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The number of registers, bindings or other slots from there on. An array with one binding takes one.
    #[serde(serialize_with = "amount")]
    pub count: Amount,
    /// The enclosing arrays, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrays: Vec<Array>,
    /// The type of the resource itself, if it is a type of the language.
    #[serde(skip)]
    pub resource: Option<ResourceType>,
    /// The shape of a texture or buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ObjectShape>,
    /// The bytes of the buffer, or of an element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer: Option<Buffer>,
    /// Whether it is an `override` that has a value only if the host program specifies one.
    #[serde(rename = "needsValue", skip_serializing_if = "is_false")]
    pub needs_value: bool,
    /// The innermost declaration that contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLocation>,
}

/// The kind of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ObjectKind {
    /// The implicit buffer of global constants, or of the uniform parameters of an entry point.
    Globals,
    /// `cbuffer`, `ConstantBuffer<T>`, uniform blocks.
    ConstantBuffer,
    /// The buffer of a parameter block.
    ParameterBlock,
    /// `tbuffer`, `TextureBuffer<T>`.
    TextureBuffer,
    /// A sampled texture, or a typed buffer that is read.
    Texture,
    /// A texture or typed buffer that can be written.
    RwTexture,
    /// A texture with its sampler.
    CombinedSampler,
    /// A sampler.
    Sampler,
    /// A structured buffer that is read.
    StructuredBuffer,
    /// A structured buffer that can be written; also the storage buffers of GLSL and WGSL.
    RwStructuredBuffer,
    /// A byte address buffer that is read.
    ByteAddressBuffer,
    /// A byte address buffer that can be written.
    RwByteAddressBuffer,
    /// An acceleration structure.
    AccelerationStructure,
    /// An input attachment.
    SubpassInput,
    /// A specialization constant.
    SpecializationConstant,
    /// A D3D descriptor heap, as a variable for Vulkan.
    DescriptorHeap,
    /// Any other kind: a ray payload, a uniform in the default uniform block of OpenGL.
    Value,
}

/// The shape of a texture or buffer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ObjectShape {
    /// `1d`, `2d`, `3d`, `cube` or `buffer`; only for resources with texels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimension: Option<&'static str>,
    /// Whether it is an array texture.
    #[serde(skip_serializing_if = "is_false")]
    pub array: bool,
    /// Whether it is multisampled.
    #[serde(skip_serializing_if = "is_false")]
    pub multisample: bool,
    /// How shaders access it.
    pub access: &'static str,
    /// The sample type; `None` if no texture of an API has it.
    #[serde(skip)]
    pub sample: Option<SampleType>,
    /// The result type of a read: `float4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The texel format in the source: `rgba8`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

/// The layout of a buffer, or of an element of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Buffer {
    /// The size in bytes.
    #[serde(serialize_with = "amount")]
    pub size: Amount,
    /// The alignment.
    pub align: u64,
    /// The stride in bytes, for buffers of elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<u64>,
    /// The members at every level, each struct and array before its members.
    pub members: Vec<Member>,
    /// The type of the content, or of an element; `None` for the implicit buffers.
    #[serde(skip)]
    pub content: Option<TypeId>,
}

/// A member of a buffer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// The path, starting with the name of the parameter: `scene.lights[].position`.
    pub path: String,
    /// The type, in the spelling of the language.
    #[serde(rename = "type")]
    pub ty: String,
    /// The type in the source, if spelled differently: an alias, `half3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// The offset, from the start of the buffer or of the element.
    #[serde(serialize_with = "amount")]
    pub offset: Amount,
    /// The size in bytes.
    #[serde(serialize_with = "amount")]
    pub size: Amount,
    /// The alignment.
    pub align: u64,
    /// The stride of an array in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<u64>,
    /// The first bit of a bit-field, from the lowest bit of its bytes; omitted if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bit: Option<u32>,
    /// The width of a bit-field in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<u32>,
    /// The matrix stride in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix_stride: Option<u64>,
    /// Matrices: `row` or `column`, whichever is contiguous.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub majorness: Option<&'static str>,
    /// The enclosing arrays, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrays: Vec<Array>,
    /// User-defined attributes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<UserAttribute>,
    /// The location of its declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLocation>,
}

/// A function that a pipeline can start at.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryPoint {
    /// The name.
    pub name: String,
    /// The stage: `vertex`, `closesthit`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<&'static str>,
    /// The location of its declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLocation>,
    /// The size of a thread group in three dimensions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_group_size: Option<[u32; 3]>,
    /// Whether it runs once for each sample.
    #[serde(skip_serializing_if = "is_false")]
    pub sample_rate: bool,
    /// User-defined attributes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<UserAttribute>,
    /// The implicit buffer of its uniform parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uniforms: Option<ResourceSlot>,
    /// The uniform parameters.
    pub parameters: Vec<Parameter>,
    /// The stage inputs.
    pub inputs: Vec<Varying>,
    /// The stage outputs.
    pub outputs: Vec<Varying>,
}

/// A varying, or a built-in stage input or output.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Varying {
    /// The path, starting with the name of the parameter. A result has no name, so the path of its member `uv` is `.uv`.
    pub path: String,
    /// The type, in the spelling of the language.
    #[serde(rename = "type")]
    pub ty: String,
    /// The type in the source, if spelled differently: an alias, `half3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// The first location; `None` for system-value semantics.
    #[serde(serialize_with = "optional_amount", skip_serializing_if = "Option::is_none")]
    pub location: Option<Amount>,
    /// The number of locations from the first on, including all elements of the enclosing arrays.
    #[serde(serialize_with = "optional_amount", skip_serializing_if = "Option::is_none")]
    pub locations: Option<Amount>,
    /// The first component within the location, if the source specifies one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<u32>,
    /// The index of an output for dual-source blending, if the source specifies one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The name of its built-in value: `position`. WGSL only; HLSL and Slang have semantics for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub builtin: Option<String>,
    /// The semantic in capitals, without the index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic: Option<String>,
    /// The index of its semantic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic_index: Option<u32>,
    /// The interpolation mode, if the source specifies one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<&'static str>,
    /// The sampling location in the pixel, if the source specifies one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling: Option<&'static str>,
    /// The enclosing arrays, outermost first, with strides in locations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrays: Vec<Array>,
    /// The location of its declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLocation>,
}

/// A location in a source file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceLocation {
    /// The file, as passed.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

/// A use of a user-defined attribute.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UserAttribute {
    /// The name in the use.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<AttributeArgument>,
}

/// An argument of an attribute.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum AttributeArgument {
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Text(String),
    /// Any other expression.
    Unreported,
}

/// An unspecialized type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnspecializedType {
    /// The name.
    pub name: String,
    /// The interfaces that an argument must conform to.
    pub constraints: Vec<String>,
    /// The entry point whose parameter it is; `None` for the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_point: Option<String>,
    /// The location of its declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLocation>,
}

/// A string literal that shaders hash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HashedString {
    /// The string.
    pub text: String,
    /// The hash.
    pub hash: i32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(value: &bool) -> bool {
    !*value
}
