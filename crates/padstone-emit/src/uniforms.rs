//! The uniforms in the default uniform block of OpenGL, which have locations and no bytes.

use std::fmt;

use padstone_model::{Count, Language, Module, ParameterKind, TypeId};
use padstone_source::Span;

use crate::display::DisplayDimensions;

/// A uniform in the default uniform block; its display is its type.
#[derive(Clone, Copy)]
pub(crate) struct Uniform<'a> {
    pub(crate) name: &'a str,
    /// The explicit location; for an array or struct, the first one.
    pub(crate) location: Option<u32>,
    /// The span of its name.
    pub(crate) span: Span,
    module: &'a Module,
    ty: TypeId,
    dims: &'a [Count],
}

/// All of them in source order. Those of Slang are in a buffer, `$Globals`.
pub(crate) fn uniforms(module: &Module) -> impl Iterator<Item = Uniform<'_>> {
    module.parameters.iter().filter_map(|(_, parameter)| match parameter.kind {
        ParameterKind::Uniform(ty) if module.language == Language::Glsl => {
            let (name, span, location) = (module.name(parameter.name), parameter.span, parameter.location);
            Some(Uniform { name, location, span, module, ty, dims: &parameter.dims })
        }
        ParameterKind::Uniform(_) | ParameterKind::Buffer(_) | ParameterKind::Opaque(_) | ParameterKind::Struct(_) => None,
    })
}

impl fmt::Display for Uniform<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.module.type_name(self.ty), DisplayDimensions(self.dims))
    }
}
