//! `[[vk::offset]]`.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Field, Offset, StructKind};

use super::Check;
use crate::place::misplaced;
use crate::profiles::BindingModel;
use crate::result::TypeLayouts;

/// On members of structs, where the profile ignores it.
pub(super) fn ignored_on_structs(check: &mut Check<'_>) {
    if check.profile.explicit.vk_offset {
        return;
    }
    for (_, declared) in check.module.structs.iter().filter(|(_, declared)| declared.kind != StructKind::BufferMembers) {
        declared.fields.iter().for_each(|field| ignored(check, field));
    }
}

/// On a member of a struct that lies in a buffer: whether the rules could put it there.
pub(super) fn suits(check: &mut Check<'_>, types: &TypeLayouts, field: &Field) {
    let (Some((bytes, span)), true) = (field.vk_offset(), check.profile.explicit.vk_offset) else { return };
    let Ok(item) = types.item(check.module, check.nesting, field.ty) else { return };
    let at = Offset::new(bytes);
    let Some((suits, _)) = misplaced(types.rules.members, at, &item, check.module) else { return };
    let (name, ty) = (check.module.name(field.name), check.type_name(field.ty));
    let message = format!("a `{ty}` cannot lie at byte {at} of a struct; {} would put `{name}` at byte {suits}", types.rules.name);
    check.report_once(
        Diagnostic::warning(&codes::VK_OFFSET_MISALIGNED, message, span)
            .note("DXC places it there all the same; Vulkan's validator refuses the result")
            .help(format!("write vk::offset({suits})")),
    );
}

/// On members of buffers and global constants.
pub(super) fn on_constants(check: &mut Check<'_>, fields: &[Field]) {
    for field in fields {
        let Some((_, span)) = field.vk_offset() else { continue };
        match check.profile.binding {
            BindingModel::D3d => ignored(check, field),
            BindingModel::Vulkan => {
                let name = check.module.name(field.name);
                let message = format!("vk::offset on `{name}`, which is a member of a buffer, not of a struct");
                check.report(
                    Diagnostic::error(&codes::VK_OFFSET_ON_CONSTANT, message, span)
                        .help("use packoffset in a cbuffer, or put the members into a struct and use ConstantBuffer<T>"),
                );
            }
        }
    }
}

fn ignored(check: &mut Check<'_>, field: &Field) {
    let Some((bytes, span)) = field.vk_offset() else { return };
    let (name, profile) = (check.module.name(field.name), check.profile.name);
    let message = format!("vk::offset({bytes}) on `{name}` does nothing under {profile}");
    check.report(Diagnostic::warning(&codes::VK_OFFSET_IGNORED, message, span).note("only SPIR-V back ends know it"));
}
