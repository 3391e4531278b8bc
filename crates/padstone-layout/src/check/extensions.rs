//! Extensions that an implementation of WGSL does not have: it rejects a module that names one (WGSL, section 4.1).

use padstone_diag::{Diagnostic, codes};

use super::Check;
use crate::profiles::Extensions;

/// Reports each `enable` and `requires` of an extension that is not supported.
pub(super) fn named(check: &mut Check<'_>, supported: Extensions) {
    let module = check.module;
    for named in module.extensions.iter().filter(|named| !supported.has(module.name(named.name))) {
        let (noun, directive) = if named.is_of_language { ("language extension", "requires") } else { ("extension", "enable") };
        let message = format!("{} does not support the {noun} `{}`", check.profile.name, module.name(named.name));
        let found = Diagnostic::error(&codes::FEATURE_MISSING, message, named.span).label(named.span, "");
        check.report(found.help(format!("remove it from the `{directive}` directive")));
    }
}
