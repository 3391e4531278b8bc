//! Extensions that an implementation of WGSL does not have: it rejects a module that names one (WGSL, section 4.1). Extensions that it requires,
//! and that the module does not enable.

use padstone_diag::{Diagnostic, Edit, codes};

use super::Check;
use crate::profiles::WebGpu;

/// Reports each `enable` and `requires` of an extension that is not supported.
pub(super) fn named(check: &mut Check<'_>, webgpu: &WebGpu) {
    let module = check.module;
    for named in module.extensions.iter().filter(|named| !webgpu.extensions.has(module.name(named.name))) {
        let (noun, directive) = if named.is_of_language { ("language extension", "requires") } else { ("extension", "enable") };
        let message = format!("{} does not support the {noun} `{}`", check.profile.name, module.name(named.name));
        let found = Diagnostic::error(&codes::FEATURE_MISSING, message, named.span).label(named.span, "");
        let found = found.help(format!("remove it from the `{directive}` directive"));
        check.report(if webgpu.subgroups_without_extension && module.name(named.name) == SUBGROUPS {
            found.note(format!("{} has the functions and built-in values of the extension without it", check.profile.name))
        } else {
            found
        });
    }
}

const SUBGROUPS: &str = "subgroups";

/// Reports the functions and built-in values of the extension `subgroups` in a module that does not enable it.
pub(super) fn not_enabled(check: &mut Check<'_>, webgpu: &WebGpu) {
    for feature in check.module.unenabled_subgroups.iter().filter(|_| !webgpu.subgroups_without_extension) {
        let message = format!("{} requires the extension `{SUBGROUPS}`", feature.role);
        let edit = Edit { span: feature.enable_at, text: format!("enable {SUBGROUPS};\n") };
        let found = Diagnostic::error(&codes::EXTENSION_MISSING, message, feature.span).label(feature.span, "");
        check.report(found.help(format!("add `enable {SUBGROUPS};` at the top")).fix(format!("add `enable {SUBGROUPS};`"), vec![edit]));
    }
}
