//! GLSL blocks: members that `layout(offset = …)` cannot place, and blocks with an unknown layout.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Buffer, Field, Module, Packing};

use super::Check;
use crate::Profile;
use crate::result::Layout;

/// Offsets that are not a multiple of the base alignment of the member: an error of GLSL (4.60, 4.4.5, "Uniform and Shader
/// Storage Block Layout Qualifiers") and of glslang 12. Members may go back, and overlap: the specification
/// requires ascending offsets, but glslang does not when it writes SPIR-V.
pub(super) fn offsets(check: &mut Check<'_>, layout: &Layout, fields: &[Field]) {
    let types = check.types(layout);
    for field in fields {
        let (Ok(ty), Some((bytes, span))) = (types.get(field.ty), field.offset()) else { continue };
        let requested = padstone_model::Offset::new(bytes);
        if requested.is_aligned(ty.align) {
            continue;
        }
        let (name, type_name, rules) = (check.module.name(field.name), check.type_name(field.ty), types.rules.name);
        let message = format!("`{name}` cannot be at offset {bytes}: {rules} aligns `{type_name}` to {}", ty.align);
        let mut diagnostic = Diagnostic::error(&codes::OFFSET_MISALIGNED, message, span).note(types.rules.sources.vectors);
        if let Some(next) = requested.align_to(ty.align) {
            diagnostic = diagnostic.help(format!("write `offset = {next}`"));
        }
        check.report_once(diagnostic);
    }
}

/// The warning about a block whose layout the OpenGL implementation determines.
pub(crate) fn unknown_layout(module: &Module, profile: &Profile, buffer: &Buffer) -> Option<Diagnostic> {
    let word = match (buffer.packing, &profile.qualified) {
        (Packing::Shared, Some(_)) => "shared",
        (Packing::Packed, Some(_)) => "packed",
        _ => return None,
    };
    let message = format!("the offsets in `{}` are unknown: its layout is `{word}`", module.name(buffer.name));
    Some(
        Diagnostic::warning(&codes::LAYOUT_UNKNOWN, message, buffer.span)
            .note("the OpenGL driver decides; query the offsets with glGetActiveUniformsiv and GL_UNIFORM_OFFSET")
            .help("declare it `layout(std140)`, or `layout(std430)` if it is a buffer block"),
    )
}
