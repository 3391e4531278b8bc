//! `[[vk::offset]]`.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Field, StructKind};

use super::Check;
use crate::profiles::{BindingModel, Offsets};

/// Reports it on members of structs, if the profile ignores it.
pub(super) fn ignored_on_structs(check: &mut Check<'_>) {
    if check.profile.explicit.offsets != Offsets::Ignored {
        return;
    }
    for (_, declared) in check.module.structs.iter().filter(|(_, declared)| declared.kind != StructKind::BufferMembers) {
        declared.fields.iter().for_each(|field| ignored(check, field));
    }
}

/// Checks it on members of buffers and on global constants.
pub(super) fn on_constants(check: &mut Check<'_>, fields: &[Field]) {
    if check.profile.explicit.offsets == Offsets::InCode {
        return;
    }
    for field in fields {
        let Some((_, span)) = field.offset() else { continue };
        match check.profile.binding {
            BindingModel::D3d | BindingModel::WebGpu => ignored(check, field),
            BindingModel::Vulkan => {
                let name = check.module.name(field.name);
                let message = format!("`vk::offset` on `{name}`, a member of a buffer, not of a struct");
                check.report(
                    Diagnostic::error(&codes::VK_OFFSET_ON_CONSTANT, message, span)
                        .help("use packoffset in a cbuffer, or put the members into a struct and use `ConstantBuffer<T>`"),
                );
            }
        }
    }
}

fn ignored(check: &mut Check<'_>, field: &Field) {
    let Some((bytes, span)) = field.offset() else { return };
    let (name, profile) = (check.module.name(field.name), check.profile.name);
    let message = format!("{profile} ignores `vk::offset({bytes})` on `{name}`");
    check.report(Diagnostic::warning(&codes::VK_OFFSET_IGNORED, message, span).note("it applies in SPIR-V of DXC and slangc only"));
}
