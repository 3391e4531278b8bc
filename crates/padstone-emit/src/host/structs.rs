//! The contents of a plan: structs, fields and types, independent of the host language.

use padstone_model::Scalar;

use super::library::LibraryType;

/// Why something has no struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HostTypeError {
    /// It has no layout.
    LayoutError,
    /// The size is 4 GiB or more.
    TooLarge,
    /// It has no bytes except those of a runtime-sized array: C++ has no such struct.
    Empty,
    /// encase moves 32-bit numbers only, and it has a narrower one.
    Narrow,
}

/// A buffer or struct that was requested.
pub(super) struct Root {
    /// A name of its own among roots and structs.
    pub(super) name: String,
    /// The prefix of its constants; unique among roots.
    pub(super) constant: String,
    /// Its description: `cbuffer Camera, dx-cbuffer`.
    pub(super) title: String,
    /// The struct at its start; `None` if it consists of the elements of a runtime-sized array.
    pub(super) ty: Option<HostType>,
    /// Bytes of the buffer, or of one element of a structured buffer.
    pub(super) size: u64,
    /// Structured buffers, and storage buffers that are arrays: from one element to the next.
    pub(super) stride: Option<u64>,
    /// The runtime-sized array that the buffer ends with.
    pub(super) tail: Option<Tail>,
}

impl Root {
    /// Whether its type is one of several elements, rather than an array of them.
    pub(super) fn is_element(&self) -> bool {
        self.ty.is_some() && self.tail.is_none() && self.stride.is_some_and(|stride| self.size <= stride)
    }
}

/// The elements of a runtime-sized array, after everything else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tail {
    /// The member's name; empty if the buffer is the array.
    pub(super) name: String,
    /// The offset of the first, in bytes.
    pub(super) offset: u64,
    /// From one to the next.
    pub(super) stride: u64,
    /// The element type.
    pub(super) element: HostType,
}

impl Tail {
    /// The array, for people.
    pub(super) fn what(&self) -> String {
        if self.name.is_empty() { "the buffer".to_owned() } else { format!("`{}`", self.name) }
    }
}

/// A struct of the host.
#[derive(Clone, Debug)]
pub(super) struct HostStruct {
    /// An identifier that no other struct has.
    pub(super) name: String,
    /// The name of the shader's struct; empty if it was generated for array elements.
    pub(super) declared: String,
    /// The rule set and size of a non-standard layout of the shader's struct, as an identifier: it distinguishes the struct from one with
    /// the same name in another file.
    pub(super) variant: Option<String>,
    /// Its description.
    pub(super) title: String,
    /// Its role.
    pub(super) role: Role,
    /// All of it.
    pub(super) size: u64,
    /// A power of two. Less than the alignment of its fields, if its offsets require that.
    pub(super) align: u64,
    /// Whether `align` is less than the alignment of its fields.
    pub(super) packed: bool,
    /// By offset, without a gap and without an overlap.
    pub(super) fields: Vec<HostField>,
}

/// The role of a host struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A struct or buffer of the shader.
    Declared,
    /// An array element, with the padding after it: fields `value` and padding.
    Element,
    /// An array without padding after its last element: fields `head` (an array of elements) and `last`.
    Peeled {
        /// How many elements, `last` included.
        count: u64,
    },
}

/// A field of a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HostField {
    /// An identifier of its own in the struct.
    pub(super) name: String,
    /// From the start of the struct.
    pub(super) offset: u64,
    /// Bytes.
    pub(super) size: u64,
    /// Its content.
    pub(super) content: Content,
    /// Its type in the shader: `float3x3, column-major`; empty for generated fields.
    pub(super) note: String,
}

/// The content of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// Padding.
    Padding,
    /// Data.
    Value(HostType),
    /// Bit-fields, in one unit.
    Bits {
        /// The type of the unit; `None` if no scalar has its size, so that it is bytes.
        unit: Option<Scalar>,
        /// Its members.
        parts: Vec<BitPart>,
    },
}

/// A bit-field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BitPart {
    /// An identifier of its own in the struct.
    pub(super) name: String,
    /// The lowest bit of the unit.
    pub(super) first: u32,
    /// How many.
    pub(super) width: u32,
}

/// A type of the host.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum HostType {
    /// A scalar; never one of the `min` types.
    Number(Scalar),
    /// Contiguous elements.
    Array {
        /// Each of them.
        element: Box<HostType>,
        /// How many.
        count: u64,
    },
    /// A vector or matrix of a library.
    Library(LibraryType),
    /// A struct, as an index in [`Plan::structs`](super::plan::Plan::structs).
    Struct(usize),
}
