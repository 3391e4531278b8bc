//! The contents of a plan: structs, fields and types, independent of the host language.

use padstone_model::{Count, Major, Scalar};

use super::library::LibraryType;

/// The reasons why a buffer or struct has no host struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HostTypeError {
    /// The buffer or struct has no layout.
    LayoutError,
    /// The size is 4 GiB or more.
    TooLarge,
    /// The buffer or struct has no bytes except those of a runtime-sized array, which C++ cannot express as a struct.
    Empty,
    /// The buffer or struct contains a scalar of less than 32 bits, which encase does not support.
    Narrow,
}

/// A requested buffer or struct.
pub(super) struct RequestedRoot {
    /// A name that is unique among roots and structs.
    pub(super) name: String,
    /// The prefix of its constants, which is unique among roots.
    pub(super) constant: String,
    /// The description: `cbuffer Camera, dx-cbuffer`.
    pub(super) title: String,
    /// The struct at its start; `None` if it consists of the elements of a runtime-sized array.
    pub(super) ty: Option<HostType>,
    /// The size in bytes of the buffer, or of one element of a structured buffer.
    pub(super) size: u64,
    /// The stride of structured buffers, and of storage buffers that are arrays.
    pub(super) stride: Option<u64>,
    /// The runtime-sized array at the end of the buffer.
    pub(super) tail: Option<RuntimeSizedTail>,
    /// A name for the type of its elements, which is unique among roots and structs.
    pub(super) tail_name: String,
}

impl RequestedRoot {
    /// Whether its type is one of several elements, rather than an array of them.
    pub(super) fn is_element(&self) -> bool {
        self.ty.is_some() && self.tail.is_none() && self.stride.is_some_and(|stride| self.size <= stride)
    }
}

/// The elements of a runtime-sized array, which follow all other members.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RuntimeSizedTail {
    /// The member's name; empty if the buffer is the array.
    pub(super) name: String,
    /// The offset of the first element in bytes.
    pub(super) offset: u64,
    /// The stride in bytes.
    pub(super) stride: u64,
    /// The element type.
    pub(super) element: HostType,
}

impl RuntimeSizedTail {
    /// A description of the array.
    pub(super) fn description(&self) -> String {
        if self.name.is_empty() {
            "the runtime-sized array in the buffer".to_owned()
        } else {
            format!("the runtime-sized array `{}`", self.name)
        }
    }
}

/// A struct of the host.
#[derive(Clone, Debug)]
pub(super) struct HostStruct {
    /// An identifier that is unique among structs.
    pub(super) name: String,
    /// The name of the shader's struct; empty if it was generated for array elements.
    pub(super) declared: String,
    /// The description.
    pub(super) title: String,
    /// The role.
    pub(super) role: HostStructRole,
    /// The size in bytes.
    pub(super) size: u64,
    /// The alignment, a power of two. Less than the alignment of its fields, if its offsets require that.
    pub(super) align: u64,
    /// Whether `align` is less than the alignment of its fields.
    pub(super) packed: bool,
    /// The fields by offset, without gaps and overlaps.
    pub(super) fields: Vec<HostField>,
}

/// The role of a host struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HostStructRole {
    /// A struct or buffer of the shader.
    Declared,
    /// An array element, with the padding after it: fields `value` and padding.
    Element,
    /// An array without padding after its last element: fields `head` (an array of elements) and `last`.
    Peeled {
        /// The number of elements, including `last`.
        count: u64,
    },
}

/// A field of a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HostField {
    /// An identifier that is unique in the struct.
    pub(super) name: String,
    /// The name of the shader's member; empty for generated fields.
    pub(super) declared: String,
    /// The offset from the start of the struct.
    pub(super) offset: u64,
    /// The size in bytes.
    pub(super) size: u64,
    /// The content.
    pub(super) content: FieldContent,
    /// The type in the shader: `float3x3, column-major`; empty for generated fields.
    pub(super) note: String,
    /// The same, whatever the shader's language calls it.
    pub(super) meaning: Meaning,
}

/// The meaning of the numbers of a field in the shader: `float3`, `vec3` and `vec3<f32>` mean the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Meaning {
    pub(super) element: ElementMeaning,
    /// The lengths of arrays, the outermost first.
    pub(super) lengths: Vec<Count>,
}

/// The same of an element of the arrays of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ElementMeaning {
    /// Nothing: no member of the shader has them.
    Generated,
    /// A number, a column of numbers, or a matrix.
    Numbers {
        /// Their type.
        scalar: Scalar,
        /// The number of rows.
        rows: u8,
        /// The number of columns.
        columns: u8,
        /// The majorness of a matrix.
        major: Option<Major>,
    },
    /// A type of this name, the same in any language.
    Named(String),
}

impl HostField {
    /// A field that no member of the shader has.
    pub(super) fn generated(name: &str, offset: u64, size: u64, content: FieldContent) -> HostField {
        let meaning = Meaning { element: ElementMeaning::Generated, lengths: Vec::new() };
        HostField { name: name.to_owned(), declared: String::new(), offset, size, content, note: String::new(), meaning }
    }

    /// Whether both fields are one member of one struct. Their names may differ, because they depend on the structs so far.
    pub(super) fn is_same_member(&self, other: &HostField) -> bool {
        let key = |field: &HostField| (field.offset, field.size);
        key(self) == key(other) && self.declared == other.declared && self.meaning == other.meaning && self.content == other.content
    }
}

/// The content of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum FieldContent {
    /// Padding.
    Padding,
    /// Data.
    Value(HostType),
    /// Bit-fields in one allocation unit.
    Bits {
        /// The type of the allocation unit; `None` if no scalar has its size, so that it is an array of bytes.
        unit: Option<Scalar>,
        /// The bit-fields.
        parts: Vec<BitPart>,
    },
}

/// A bit-field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BitPart {
    /// An identifier that is unique in the struct.
    pub(super) name: String,
    /// The lowest bit in the allocation unit.
    pub(super) first: u32,
    /// The width in bits.
    pub(super) width: u32,
    /// Whether its highest bit is the sign.
    pub(super) is_signed: bool,
}

impl BitPart {
    /// The type of its value: the allocation unit, or the signed integer of the same size.
    pub(super) const fn scalar(&self, unit: Scalar) -> Scalar {
        match (self.is_signed, unit) {
            (true, Scalar::Uint8) => Scalar::Int8,
            (true, Scalar::Uint16) => Scalar::Int16,
            (true, Scalar::Uint32) => Scalar::Int32,
            (true, Scalar::Uint64) => Scalar::Int64,
            _ => unit,
        }
    }

    /// The lowest `width` bits.
    pub(super) const fn mask(&self) -> u64 {
        if self.width >= 64 { u64::MAX } else { (1 << self.width) - 1 }
    }

    /// The highest of them.
    pub(super) const fn sign(&self) -> u64 {
        self.mask() ^ self.mask() >> 1
    }
}

/// A type of the host.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum HostType {
    /// A scalar; never one of the `min` types.
    Number(Scalar),
    /// Contiguous elements.
    Array {
        /// The element type.
        element: Box<HostType>,
        /// The element count.
        count: u64,
    },
    /// A vector or matrix of a library.
    Library(LibraryType),
    /// A struct, as an index in [`HostPlan::structs`](super::plan::HostPlan::structs).
    Struct(usize),
}
