//! The names that compilers give to the parts of a buffer.
//!
//! DXC writes a cbuffer `Camera` of HLSL as a variable `Camera` of a type `type.Camera`; glslang names the type after the block
//! and the variable after the instance, which may have no name; naga names the variable and wraps everything except blocks in a
//! struct whose member has no name.

use rspirv::spirv::SourceLanguage;

/// The conventions of the compiler that wrote a module, as far as they can be inferred.
#[derive(Clone, Copy)]
pub(crate) struct NamingConventions {
    source: Option<u32>,
}

/// The kinds of buffers in DXC's type names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DxcBufferType {
    /// `type.StructuredBuffer.Light`: elements of that type.
    Structured,
    /// `type.ByteAddressBuffer`: bytes.
    Bytes {
        /// Whether the elements can be written.
        writable: bool,
    },
    /// A block that contains only its members.
    Block,
}

impl NamingConventions {
    pub(crate) fn new(source: Option<u32>) -> NamingConventions {
        NamingConventions { source }
    }

    /// Whether `m[i]` is a row in the source, but a column in SPIR-V: then rows and columns are swapped.
    pub(crate) fn is_transposed(self) -> bool {
        self.is(SourceLanguage::HLSL) || self.is(SourceLanguage::Slang)
    }

    /// The name of a buffer, from those of its variable and of its type; empty if neither has one.
    pub(crate) fn of_buffer<'n>(self, variable: &'n str, ty: &'n str) -> &'n str {
        let by_block = (self.is(SourceLanguage::GLSL) || self.is(SourceLanguage::ESSL)) && !ty.is_empty();
        if by_block || variable.is_empty() { ty } else { variable }
    }

    fn is(self, language: SourceLanguage) -> bool {
        self.source == Some(language as u32)
    }
}

/// Whether the only member of a block represents the whole block. Unknown for a module without names.
pub(crate) fn is_wrapped(member: &str, variable: &str, ty: &str) -> bool {
    // glslang names the content of HLSL's structured buffers `@data`.
    member == "@data" || (member.is_empty() && !(variable.is_empty() && ty.is_empty()))
}

/// The kind of buffer of a type name in DXC.
pub(crate) fn buffer_type_of(ty: &str) -> DxcBufferType {
    let kind = ty.strip_prefix("type.").and_then(|rest| rest.split('.').next()).unwrap_or("");
    match kind {
        "StructuredBuffer"
        | "RWStructuredBuffer"
        | "AppendStructuredBuffer"
        | "ConsumeStructuredBuffer"
        | "RasterizerOrderedStructuredBuffer" => DxcBufferType::Structured,
        "ByteAddressBuffer" => DxcBufferType::Bytes { writable: false },
        "RWByteAddressBuffer" | "RasterizerOrderedByteAddressBuffer" => DxcBufferType::Bytes { writable: true },
        _ => DxcBufferType::Block,
    }
}
