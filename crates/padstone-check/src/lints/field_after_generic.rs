//! `field-after-generic`: a member of a generic behind one whose type a parameter decides. It lies elsewhere for each argument.

use padstone_model::{Annotation, Field};

use super::{Findings, View};

pub(super) fn check(view: &View<'_>, findings: &mut Findings) {
    let is_open = |field: &Field| field.annotations.contains(&Annotation::OfParameter);
    view.each_struct(|_, ty, _| {
        let Some(declared) = view.module.as_struct(ty) else { return };
        let Some(at) = declared.fields.iter().position(is_open) else { return };
        let open = &declared.fields[at];
        let Some(behind) = declared.fields[at + 1..].iter().find(|field| !is_open(field)) else { return };
        let (name, open_name) = (view.module.name(behind.name), view.module.name(open.name));
        let message = format!("where `{name}` lies depends on the type of `{open_name}`, which is another for each argument");
        findings.report(behind.span, message, |found| {
            let found = found.label(behind.span, "lies behind it").label(open.span, "of a type that a parameter decides");
            found.help(format!("declare `{name}` before `{open_name}`"))
        });
    });
}
