//! The recorded ABI of a shader: the offsets of the members of its buffers, and the bindings of its resources.
//!
//! [`record()`] derives it from layouts and bindings, [`changes()`] compares two of them member by member,
//! and [`lock`] writes and reads the lock file.

mod changes;
mod difference_output;
mod languages;
pub mod lock;
mod record;

use padstone_model::{Language, Scalar};
use padstone_source::Span;

pub use changes::{AbiChange, ChangeKind, ChangedMember, changes};
pub use difference_output::{AbiDifference, ChangePosition, SCHEMA, UncomparedFile, write_json, write_text};
pub use record::{add_binding_locations, record};

/// The kind of a struct that pointers point to, which is recorded like a resource, under the name `Node*`.
pub(crate) const POINTEE: &str = "pointee";

/// The start of the binding of a specialization constant: `constant 3`.
pub(crate) const CONSTANT: &str = "constant ";

/// The binding of an `override` without an id, which the host program identifies by its name.
pub(crate) const BY_NAME: &str = "constant by name";

/// The end of the kind of a constant for which the host program must specify a value.
pub(crate) const WITHOUT_VALUE: &str = " without a value";

/// The ABI of one file for one target.
#[derive(Clone, Debug, Default)]
pub struct Abi {
    /// The file, relative to the directory of the project.
    pub file: String,
    /// The target; empty for a project without targets.
    pub target: String,
    /// The language of the shader; `None` if it was read from a lock file.
    pub language: Option<Language>,
    /// The resources and buffers, in source order.
    pub resources: Vec<RecordedResource>,
}

/// A buffer, texture, sampler or other resource.
#[derive(Clone, Debug, Default)]
pub struct RecordedResource {
    /// The name; for a resource in a struct, its path.
    pub name: String,
    /// The kind or type: `cbuffer`, `Texture2D<float4>`.
    pub kind: String,
    /// The binding: `b0`, `set 0, binding 1`.
    pub binding: Option<String>,
    /// The texel format of a storage image: `rgba8`; `None` if none is specified, and in a lock file that was written before padstone recorded it.
    pub format: Option<String>,
    /// Whether the source specifies the binding. A lock file does not record it.
    pub is_bound_explicitly: bool,
    /// The layout of its bytes, if it has any.
    pub layout: Option<RecordedLayout>,
    /// The declaration; `None` if it was read from a lock file.
    pub span: Option<Span>,
}

impl RecordedResource {
    /// Whether it is a specialization constant.
    pub(crate) fn is_constant(&self) -> bool {
        self.binding.as_ref().is_some_and(|binding| binding.starts_with(CONSTANT))
    }
}

/// The layout of a buffer.
#[derive(Clone, Debug, Default)]
pub struct RecordedLayout {
    /// The rule set.
    pub rules: String,
    /// The size in bytes of the buffer, or of one element.
    pub size: u64,
    /// The stride in bytes, for buffers of elements.
    pub stride: Option<u64>,
    /// The type of a buffer that is one scalar, vector or matrix, which has no members: `float4`; `None` for other buffers, and in a lock file
    /// that was written before padstone recorded it.
    pub value: Option<String>,
    /// The members at every level, each struct and array before its members.
    pub members: Vec<RecordedMember>,
}

/// A scalar, vector or matrix in any language: `float3x2` of HLSL, `mat2x3` of GLSL and `mat2x3<f32>` of WGSL have 2 columns of 3 rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumericType {
    /// The type of the components.
    pub scalar: Scalar,
    /// The number of columns; 1 for scalars and vectors.
    pub columns: u8,
    /// The number of components in each column.
    pub rows: u8,
}

/// A member.
#[derive(Clone, Debug, Default)]
pub struct RecordedMember {
    /// The path: `lights[].color`.
    pub path: String,
    /// The type, in the spelling of the language.
    pub ty: String,
    /// The scalar, vector or matrix, in arrays too; `None` for other types, and if it was read from a lock file.
    pub value: Option<NumericType>,
    /// The offset in bytes, from the start of the buffer.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
    /// The stride of an array in bytes.
    pub stride: Option<u64>,
    /// The majorness and matrix stride of a matrix: `columns 16`.
    pub matrix: Option<String>,
    /// The first bit and the width of a bit-field.
    pub bits: Option<(u32, u32)>,
    /// The declaration; `None` if it was read from a lock file.
    pub span: Option<Span>,
}
