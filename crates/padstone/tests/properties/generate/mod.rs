//! Programs out of [`Choices`].

mod blocks;
mod hlsl;
mod wgsl;

use crate::properties::choices::Choices;
use crate::properties::program::{Language, Program, Type};

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// Everything that bears on layout in HLSL.
    Hlsl,
    /// What GLSL's blocks have too, in HLSL: no vectors of one, no bit-fields, no base classes, no objects, no `packoffset`.
    Common,
    /// HLSL with arrays of up to 2^32 - 1 elements, and nothing at explicit places.
    Huge,
    /// GLSL: blocks, with `layout(offset, align)`.
    Glsl,
    /// WGSL, with `@align` and `@size`.
    Wgsl,
    /// WGSL of 2020, with `[[align]]`, `[[size]]` and `[[offset]]` that are right.
    Wgsl2020,
}

/// The program that some bytes stand for.
pub(crate) fn program(bytes: &[u8], dialect: Dialect) -> Program {
    let choices = Choices::new(bytes);
    match dialect {
        Dialect::Hlsl | Dialect::Common | Dialect::Huge => hlsl::program(choices, dialect),
        Dialect::Glsl => blocks::program(choices),
        Dialect::Wgsl => wgsl::program(choices, Language::Wgsl),
        Dialect::Wgsl2020 => wgsl::program(choices, Language::Wgsl2020),
    }
}

/// Whether a value holds textures or buffers.
pub(crate) fn has_objects(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) | Type::RuntimeArray(element) => has_objects(element),
        Type::Struct(of) => {
            of.base.as_ref().is_some_and(|base| has_objects(&Type::Struct(base.clone())))
                || of.members.iter().any(|member| has_objects(&member.ty))
        }
        Type::Texture | Type::StructuredBuffer(_) => true,
        _ => false,
    }
}
