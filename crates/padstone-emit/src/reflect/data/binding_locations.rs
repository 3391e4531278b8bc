//! Locations and numbers, some of which are unknown.

use padstone_bind::Amount;
use serde::{Serialize, Serializer};

/// Where something is bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
pub enum BindingLocation {
    /// Direct3D: a register.
    D3d {
        /// `b`, `t`, `u` or `s`.
        class: char,
        /// Its number.
        register: u64,
        /// The space.
        space: u64,
    },
    /// Vulkan and OpenGL: a binding.
    Vulkan {
        /// The descriptor set.
        set: u64,
        /// The binding in it.
        binding: u64,
    },
    /// WebGPU: a binding.
    WebGpu {
        /// The bind group.
        group: u64,
        /// The binding in it.
        binding: u64,
    },
    /// Metal: an argument of a function.
    Metal {
        /// `buffer`, `texture` or `sampler`.
        argument: &'static str,
        /// Its index.
        index: u64,
    },
    /// Metal: an element of an argument buffer.
    ArgumentBuffer {
        /// Its `[[id]]`.
        id: u64,
    },
    /// A specialization constant.
    Constant {
        /// Its id.
        #[serde(rename = "constantId")]
        id: u64,
    },
    /// The address of a buffer: at that byte of the buffer around it.
    Address {
        /// The byte.
        #[serde(serialize_with = "amount")]
        address: Amount,
    },
    /// Known only when the program is linked, or explicit in the source with a number that no device has.
    Unknown {
        /// The kind, as Slang calls it.
        kind: &'static str,
        /// Always [`Amount::Unknown`].
        #[serde(serialize_with = "amount")]
        index: Amount,
    },
    /// What is counted for itself: push constants, shader records, ray payloads, …
    Other {
        /// The kind, as Slang calls it.
        kind: &'static str,
        /// The number among its kind.
        index: u64,
    },
}

/// An array around something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Array {
    /// How many elements; unbounded if that is not known before the shader runs.
    #[serde(serialize_with = "amount")]
    pub count: Amount,
    /// From one element to the next: registers of an object, bytes of a member. 0 where all elements have one binding.
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
