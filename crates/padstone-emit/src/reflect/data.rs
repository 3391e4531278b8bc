//! What a program declares and where all of it is, as plain data: what `padstone reflect --format json` prints, and
//! `schema/reflection-v1.schema.json` describes.
//!
//! Every number is absolute: sets, bindings, registers and spaces are those to bind to, offsets count from the first byte of
//! their buffer. Where the length of an array is a link-time constant, what depends on it is `"unknown"`.

mod binding_locations;
mod types;

use padstone_bind::Amount;
use padstone_model::{ResourceType, SampleType};
use serde::Serialize;

pub use binding_locations::{Array, BindingLocation};
use binding_locations::{amount, optional_amount};
pub use types::{DeclaredField, DeclaredType, TypeBytes};

/// A program, laid out for a target.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Program {
    /// The version of this form: 1.
    pub version: u32,
    /// The language of the files.
    pub language: &'static str,
    /// What the program is for.
    pub target: String,
    /// Who gave out registers and bindings.
    pub policy: &'static str,
    /// The implicit buffer of the global constants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub globals: Option<Slot>,
    /// The global parameters in their order.
    pub parameters: Vec<Parameter>,
    /// The entry points in their order.
    pub entry_points: Vec<EntryPoint>,
    /// The structs, enumerations and interfaces of the source, whether or not anything is of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<DeclaredType>,
    /// Unspecialized types, and values that are parameters of entry points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open_types: Vec<OpenType>,
    /// The texts that shaders take the hash of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hashed_strings: Vec<HashedString>,
    /// The set or space that is reserved for the bindless resource heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bindless_space: Option<u64>,
}

/// A parameter: of the program, or a uniform one of an entry point.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type, in the words of the language.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its type as the source writes it, where that is another name: an alias, `half3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// Where it is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The registers and bindings that the source requires, as it writes them and whether or not the target obeys.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// Attributes that the source declares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<Attribute>,
    /// All that it takes: one contiguous range of each kind.
    pub takes: Vec<Range>,
    /// Its objects and buffers, each with its place.
    pub slots: Vec<Slot>,
}

/// What something takes of one kind, contiguous.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Range {
    /// The kind, as Slang calls it: `uniform` for bytes, `descriptorTableSlot`, `shaderResource`, …
    pub kind: &'static str,
    /// The set or space; 0 for kinds that have none.
    #[serde(serialize_with = "amount")]
    pub space: Amount,
    /// The first one: a binding, a register, a byte of the buffer around it.
    #[serde(serialize_with = "amount")]
    pub first: Amount,
    /// How many.
    #[serde(serialize_with = "amount")]
    pub count: Amount,
}

/// An object or a buffer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Slot {
    /// From the name of the parameter on: `scene.lights[].shadow`. Empty for the implicit buffers.
    pub path: String,
    /// What it is.
    pub kind: ObjectKind,
    /// Its type, in the words of the language; empty for the implicit buffers.
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    pub ty: String,
    /// Its type as the source writes it, where that is another name: an alias, `half3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// Where it is bound; `None` for what is passed in another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<BindingLocation>,
    /// How many registers, bindings or others it takes from there on. An array of one binding takes one.
    #[serde(serialize_with = "amount")]
    pub count: Amount,
    /// The arrays around it, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrays: Vec<Array>,
    /// The type of the object itself, if it is one of the language's.
    #[serde(skip)]
    pub resource: Option<ResourceType>,
    /// What a texture or buffer looks like to the shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ObjectShape>,
    /// Its bytes, or those of an element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer: Option<Buffer>,
    /// The innermost declaration that it is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

/// What sort of object a slot is.
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
    /// A texture that is sampled, or a typed buffer that is read.
    Texture,
    /// A texture or typed buffer that can be written.
    RwTexture,
    /// A texture with its sampler.
    CombinedSampler,
    /// A sampler.
    Sampler,
    /// A buffer of elements that is read.
    StructuredBuffer,
    /// A buffer of elements that can be written, GLSL's and WGSL's storage buffers too.
    RwStructuredBuffer,
    /// A buffer of bytes that is read.
    ByteAddressBuffer,
    /// A buffer of bytes that can be written.
    RwByteAddressBuffer,
    /// What rays are traced in.
    AccelerationStructure,
    /// What was rendered at the same place before.
    SubpassInput,
    /// A scalar that is specified at pipeline creation.
    SpecializationConstant,
    /// A descriptor heap of D3D, as a variable for Vulkan.
    DescriptorHeap,
    /// Anything else: a payload of a ray, a loose uniform of OpenGL.
    Value,
}

/// What a texture or buffer looks like to the shader.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ObjectShape {
    /// `1d`, `2d`, `3d`, `cube` or `buffer`; of those with texels only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimension: Option<&'static str>,
    /// Whether it has layers.
    #[serde(skip_serializing_if = "is_false")]
    pub array: bool,
    /// Whether it has several samples.
    #[serde(skip_serializing_if = "is_false")]
    pub multisample: bool,
    /// What shaders may do with it.
    pub access: &'static str,
    /// What a read gives; `None` where it is nothing that textures of an API can have.
    #[serde(skip)]
    pub sample: Option<SampleType>,
    /// What is read from it: `float4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The texel format in the source: `rgba8`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

/// The bytes of a buffer, or of an element of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Buffer {
    /// How many.
    #[serde(serialize_with = "amount")]
    pub size: Amount,
    /// Their alignment.
    pub align: u64,
    /// Buffers of elements: bytes from one element to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<u64>,
    /// Its members at every level, aggregates before their members.
    pub members: Vec<Member>,
}

/// Bytes of a buffer that have a name.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// From the name of the parameter on: `scene.lights[].position`.
    pub path: String,
    /// Its type, in the words of the language.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its type as the source writes it, where that is another name: an alias, `half3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// Its first byte, from the start of the buffer or of the element.
    #[serde(serialize_with = "amount")]
    pub offset: Amount,
    /// How many bytes.
    #[serde(serialize_with = "amount")]
    pub size: Amount,
    /// Its alignment.
    pub align: u64,
    /// Arrays: bytes from one element to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<u64>,
    /// Bit-fields: the first bit, from the lowest of the bytes; left out if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bit: Option<u32>,
    /// Bit-fields: how many bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<u32>,
    /// Matrices: bytes from one row or column to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix_stride: Option<u64>,
    /// Matrices: which of `row` and `column` is contiguous.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub majorness: Option<&'static str>,
    /// The arrays around it, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrays: Vec<Array>,
    /// Attributes that the source declares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<Attribute>,
    /// Where it is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

/// A function that a pipeline can start at.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryPoint {
    /// Its name.
    pub name: String,
    /// Its stage: `vertex`, `closesthit`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<&'static str>,
    /// Where it is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// How many threads run together, in three dimensions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_group_size: Option<[u32; 3]>,
    /// Whether it runs once for each sample.
    #[serde(skip_serializing_if = "is_false")]
    pub sample_rate: bool,
    /// Attributes that the source declares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<Attribute>,
    /// The implicit buffer of its uniform parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uniforms: Option<Slot>,
    /// Its uniform parameters.
    pub parameters: Vec<Parameter>,
    /// What goes in from the stage before, or from the pipeline.
    pub inputs: Vec<Varying>,
    /// What goes out.
    pub outputs: Vec<Varying>,
}

/// A varying, or a value from or to the pipeline.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Varying {
    /// From the name of the parameter on; the result has none: `.uv` is a member of it.
    pub path: String,
    /// Its type, in the words of the language.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its type as the source writes it, where that is another name: an alias, `half3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// Its first location; `None` for system-value semantics.
    #[serde(serialize_with = "optional_amount", skip_serializing_if = "Option::is_none")]
    pub location: Option<Amount>,
    /// How many locations there are from the first on, with all elements of the arrays around it.
    #[serde(serialize_with = "optional_amount", skip_serializing_if = "Option::is_none")]
    pub locations: Option<Amount>,
    /// The first component within the location, if the source specifies one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<u32>,
    /// The index of an output for dual-source blending, if the source specifies one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The value of the pipeline that it is: `position`. WGSL only; HLSL and Slang have semantics for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub builtin: Option<String>,
    /// Its semantic, in capitals, without the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic: Option<String>,
    /// The number of its semantic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic_index: Option<u32>,
    /// How it comes to a fragment, if the source says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<&'static str>,
    /// Where in the pixel it is sampled, if the source says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling: Option<&'static str>,
    /// The arrays around it, the outermost first, with strides in locations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrays: Vec<Array>,
    /// Where it is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

/// A place in a source file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Source {
    /// The file, as it was given.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

/// A use of an attribute that the source declares.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Attribute {
    /// Its name, as it is used.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<Argument>,
}

/// An argument of an attribute.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Argument {
    /// An integer.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Text(String),
    /// What is none of them as it is written.
    Unsaid,
}

/// An unspecialized type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenType {
    /// Its name.
    pub name: String,
    /// The interfaces that what is put in has to implement.
    pub constraints: Vec<String>,
    /// The entry point whose it is; `None` for the program's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_point: Option<String>,
    /// Where it is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

/// A text that shaders take the hash of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HashedString {
    /// The text.
    pub text: String,
    /// Its hash.
    pub hash: i32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(value: &bool) -> bool {
    !*value
}
