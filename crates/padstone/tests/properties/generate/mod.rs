//! Generates programs from [`Choices`].

mod blocks;
mod hlsl;
mod wgsl;

use crate::properties::choices::Choices;
use crate::properties::program::{Language, Program, Type};

/// The features that a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// All HLSL features that affect layouts.
    Hlsl,
    /// HLSL with only the features of GLSL's blocks: no one-component vectors, no bit-fields, no base classes, no resources, no `packoffset`.
    Common,
    /// HLSL with arrays of up to 2^32 - 1 elements, without explicit offsets.
    Huge,
    /// GLSL: blocks, with `layout(offset, align)`.
    Glsl,
    /// WGSL, with `@align` and `@size`.
    Wgsl,
    /// WGSL of 2020, with correct `[[align]]`, `[[size]]` and `[[offset]]`.
    Wgsl2020,
}

/// The program for some bytes.
pub(crate) fn program(bytes: &[u8], dialect: Dialect) -> Program {
    let choices = Choices::new(bytes);
    match dialect {
        Dialect::Hlsl | Dialect::Common | Dialect::Huge => hlsl::program(choices, dialect),
        Dialect::Glsl => blocks::program(choices),
        Dialect::Wgsl => wgsl::program(choices, Language::Wgsl),
        Dialect::Wgsl2020 => wgsl::program(choices, Language::Wgsl2020),
    }
}

/// Whether a value contains textures or buffers.
pub(crate) fn has_objects(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) | Type::RuntimeArray(element) => has_objects(element),
        Type::Struct(structure) => {
            structure.base.as_ref().is_some_and(|base| has_objects(&Type::Struct(base.clone())))
                || structure.members.iter().any(|member| has_objects(&member.ty))
        }
        Type::Texture | Type::StructuredBuffer(_) => true,
        _ => false,
    }
}
