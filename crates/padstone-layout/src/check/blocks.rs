//! GLSL blocks: members that `layout(offset = …)` cannot place, and blocks with an unknown layout.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Buffer, Field, Module, Offset, Packing};

use super::free_offsets::Runs;
use super::{Check, Content};
use crate::Profile;

/// Offsets that are not a multiple of the base alignment of the member: an error of GLSL (4.60, 4.4.5, "Uniform and Shader
/// Storage Block Layout Qualifiers") and of glslang 12, which rounds them up in blocks without a packing qualifier of their own. Members may
/// go back, and overlap: the specification requires ascending offsets, but glslang does not when it writes SPIR-V.
pub(super) fn offsets(check: &mut Check<'_>, content: Content, fields: &[Field]) {
    let types = check.types_of(content);
    let is_wrong = |field: &Field| match (types.get(field.ty), field.offset()) {
        (Ok(ty), Some((bytes, _))) => !Offset::new(bytes).is_aligned(ty.align),
        _ => false,
    };
    if !fields.iter().any(is_wrong) {
        return;
    }
    let mut runs = Runs::new(check.module, types, content.ty, types.rules.buffer_members, |field, _| is_wrong(field));
    for (index, field) in fields.iter().enumerate().filter(|(_, field)| is_wrong(field)) {
        let (Ok(ty), Some((bytes, span))) = (types.get(field.ty), field.offset()) else { continue };
        let (name, type_name, rules) = (check.module.name(field.name), check.type_name(field.ty), types.rules.name);
        if let (true, Some(rounded)) = (field.rounds_offset(), Offset::new(bytes).align_to(ty.align)) {
            let message =
                format!("glslang places `{name}` at offset {rounded} instead of {bytes}: {rules} aligns `{type_name}` to {}", ty.align);
            let found =
                Diagnostic::warning(&codes::OFFSET_MISALIGNED, message, span).note("it is an error in a block that specifies its packing");
            check.report_once(found.help(format!("write `offset = {rounded}`")));
            continue;
        }
        let message = format!("`{name}` cannot be at offset {bytes}: {rules} aligns `{type_name}` to {}", ty.align);
        let mut diagnostic = Diagnostic::error(&codes::OFFSET_MISALIGNED, message, span).note(types.rules.sources.vectors);
        let align = field.align().map_or(ty.align, |(declared, _)| declared.max(ty.align));
        // Larger numbers are negative in GLSL.
        let is_positive = |free: &Offset| i32::try_from(free.bytes()).is_ok();
        if let Some(free) = runs.suggest(check, index, Offset::new(bytes), |position| position.align_to(align)).filter(is_positive) {
            diagnostic = diagnostic.help(format!("write `offset = {free}`"));
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
