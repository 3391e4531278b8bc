//! Members that lie over one another although the compiler accepts it.

use padstone_diag::{Diagnostic, codes};
use padstone_model::TypeId;

use super::Check;
use crate::ranges::collisions;
use crate::result::{Layout, Why};

/// Warns of every member of a buffer, and of the structs in it, that lies over another; `rejected` are the members of
/// the buffer for which an error says so already.
pub(super) fn accepted(check: &mut Check<'_>, layout: &Layout, rejected: &[usize]) {
    let types = check.types(layout);
    if !types.crowded[layout.content.index()] {
        return;
    }
    inside(check, layout, layout.content, rejected);
    let held = crate::nesting::reachable(check.module, [layout.content]);
    for (ty, _) in check.module.types.iter() {
        if held[ty.index()] && ty != layout.content && types.crowded[ty.index()] {
            inside(check, layout, ty, &[]);
        }
    }
}

fn inside(check: &mut Check<'_>, layout: &Layout, ty: TypeId, rejected: &[usize]) {
    let (module, types) = (check.module, check.types(layout));
    let Some(declared) = module.as_struct(ty) else { return };
    let placed: Vec<_> = types.fields(module, ty).map(|(_, placed)| *placed).collect();
    for (other, index, bytes) in collisions(module, types, ty) {
        if rejected.contains(&index) || rejected.contains(&other) {
            continue;
        }
        let (field, below) = (&declared.fields[index], &declared.fields[other]);
        let (name, other_name) = (module.name(field.name), module.name(below.name));
        let message = format!("`{name}` and `{other_name}` lie over one another in bytes {} to {}", bytes.start, bytes.end.bytes() - 1);
        let explicit = matches!(placed[index].why, Why::Explicit(_)) || matches!(placed[other].why, Why::Explicit(_));
        let note = if explicit {
            format!("{} accepts it; writing one changes the other", check.profile.name)
        } else {
            format!("{} counts `{other_name}` smaller than it is; Vulkan's validator refuses the result", check.profile.name)
        };
        let help = if explicit { "move one of them" } else { "move the member, or pad in front of it" };
        let at = |of: usize| {
            format!("bytes {} to {}", placed[of].offset, (placed[of].offset.bytes() + placed[of].size.bytes()).saturating_sub(1))
        };
        check.report(
            Diagnostic::warning(&codes::MEMBERS_OVERLAP, message, field.span)
                .label(field.span, at(index))
                .label(below.span, at(other))
                .note(note)
                .help(help),
        );
    }
}
