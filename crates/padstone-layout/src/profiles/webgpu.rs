//! The requirements of WebGPU implementations on buffers, members and extensions of WGSL.

use crate::rules::RuleSet;

/// A compiler's requirements on buffers and members of WGSL.
#[derive(Clone, Copy, Debug)]
pub struct WebGpu {
    /// The types that uniform buffers may contain.
    pub uniforms: Uniforms,
    /// Whether it has scalar types of 16 and 64 bits, for native programs.
    pub native_types: bool,
    /// The extensions of WGSL that it has.
    pub extensions: Extensions,
    /// Whether it has the functions and built-in values of the extension `subgroups` without it.
    pub subgroups_without_extension: bool,
    /// An implementation that places some members at other offsets, about which padstone warns.
    pub other_implementation: Option<OtherImplementation>,
}

/// The extensions of WGSL that a compiler has, by the names after `enable` and `requires`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extensions {
    /// All.
    All,
    /// All except these.
    Except(&'static [&'static str]),
    /// Only these.
    Only(&'static [&'static str]),
}

impl Extensions {
    /// Whether an extension is one of them.
    pub fn has(self, name: &str) -> bool {
        match self {
            Extensions::All => true,
            Extensions::Except(names) => !names.contains(&name),
            Extensions::Only(names) => names.contains(&name),
        }
    }
}

/// The types that uniform buffers of WGSL may contain: WGSL, 14.4.4, "Address Space Layout Constraints".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uniforms {
    /// The types of storage buffers. If the module does not require the language extension `uniform_buffer_standard_layout`,
    /// padstone warns about types that implementations without it reject.
    Standard,
    /// Types whose array strides, and whose offsets of structs and arrays, are multiples of 16; the member after a
    /// struct starts at or after the end of the struct rounded up to 16.
    Legacy,
    /// The types of storage buffers.
    Any,
}

/// Another implementation of a language.
#[derive(Clone, Copy, Debug)]
pub struct OtherImplementation {
    /// The rules.
    pub rules: &'static RuleSet,
    /// The name in messages.
    pub name: &'static str,
    /// The reason for the difference.
    pub reason: &'static str,
}
