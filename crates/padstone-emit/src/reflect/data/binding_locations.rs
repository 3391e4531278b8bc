//! Locations and amounts, which may be unknown.

use padstone_bind::Amount;
use serde::{Serialize, Serializer};

/// A binding location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
pub enum BindingLocation {
    /// Direct3D: a register.
    D3d {
        /// `b`, `t`, `u` or `s`.
        class: char,
        /// The register number.
        register: u64,
        /// The space.
        space: u64,
    },
    /// Vulkan and OpenGL: a binding.
    Vulkan {
        /// The descriptor set.
        set: u64,
        /// The binding in the set.
        binding: u64,
    },
    /// WebGPU: a binding.
    WebGpu {
        /// The bind group.
        group: u64,
        /// The binding in the group.
        binding: u64,
    },
    /// Metal: an argument of a function.
    Metal {
        /// `buffer`, `texture` or `sampler`.
        argument: &'static str,
        /// The index.
        index: u64,
    },
    /// Metal: an element of an argument buffer.
    ArgumentBuffer {
        /// The `[[id]]`.
        id: u64,
    },
    /// A specialization constant.
    Constant {
        /// The id.
        #[serde(rename = "constantId")]
        id: u64,
    },
    /// The address of a buffer, stored in the enclosing buffer.
    Address {
        /// The offset of the address.
        #[serde(serialize_with = "amount")]
        address: Amount,
    },
    /// Known only when the program is linked, or explicit in the source with a number that no device supports.
    Unknown {
        /// The layout unit, by Slang's name.
        kind: &'static str,
        /// Always [`Amount::Unknown`].
        #[serde(serialize_with = "amount")]
        index: Amount,
    },
    /// A layout unit that is counted separately: push constants, shader records, ray payloads, …
    Other {
        /// The layout unit, by Slang's name.
        kind: &'static str,
        /// The index in this unit.
        index: u64,
    },
}

/// An enclosing array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Array {
    /// The element count; unbounded if it is unknown before the shader runs.
    #[serde(serialize_with = "amount")]
    pub count: Amount,
    /// The stride: in registers for a resource, in bytes for a member. 0 if all elements have one binding.
    pub stride: u64,
}

/// A number; `null` if unbounded, `"unknown"` before linking.
pub(super) fn amount<S: Serializer>(amount: &Amount, serializer: S) -> Result<S::Ok, S::Error> {
    match *amount {
        Amount::Finite(number) => serializer.serialize_u64(number),
        Amount::Unbounded => serializer.serialize_none(),
        Amount::Unknown => serializer.serialize_str("unknown"),
    }
}

#[expect(clippy::ref_option, reason = "serde passes references")]
pub(super) fn optional_amount<S: Serializer>(optional: &Option<Amount>, serializer: S) -> Result<S::Ok, S::Error> {
    match optional {
        Some(found) => amount(found, serializer),
        None => serializer.serialize_none(),
    }
}
