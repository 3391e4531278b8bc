//! Members of a compiled file whose offsets differ from those of the requested rules.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Language, Type};

use super::Check;
use crate::result::{PlacementReason, TypeLayouts};
use crate::{AS_COMPILED, Profile};

/// In each struct only the first: the offsets of later members may follow from it.
pub(super) fn structs(check: &mut Check<'_>, types: &TypeLayouts, reachable: &[bool]) {
    let (module, profile): (_, &'static Profile) = (check.module, check.profile);
    if module.language != Language::SpirV || std::ptr::eq(profile, &AS_COMPILED) {
        return;
    }
    for (ty, contained) in module.types.iter().filter(|(ty, _)| reachable[ty.index()]) {
        let Type::Struct(id) = *contained else { continue };
        if let Some((field, placed)) = types.fields(module, ty).find(|(_, placed)| matches!(placed.reason, PlacementReason::Explicit(_))) {
            let (name, owner) = (module.name(field.name), module.name(module.structs[id].name));
            let message = format!("`{name}` of `{owner}` is at offset {}; `{}` puts it at another offset", placed.offset, types.rules.name);
            let found = Diagnostic::warning(&codes::SPIRV_OTHER_RULES, message, field.span);
            check.report_once(found.note("the offset is the file's; sizes and alignments are those of the rules"));
        }
    }
}
