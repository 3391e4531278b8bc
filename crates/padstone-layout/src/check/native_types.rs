//! Scalar types of 16 and 64 bits, which naga has for native programs and WGSL does not (WGSL, section 6.2; naga 30.0.1).

use padstone_diag::{Diagnostic, codes};
use padstone_model::Scalar;

use super::Check;

/// Reports the first mention of each of these types, under the rules of an implementation that lacks them.
pub(super) fn mentioned(check: &mut Check<'_>) {
    for &(scalar, span) in &check.module.native_scalars {
        let (name, instead) = match scalar {
            Scalar::Int16 => ("i16", "`i32`"),
            Scalar::Uint16 => ("u16", "`u32`"),
            Scalar::Int64 => ("i64", "`vec2<u32>`, its low bits first"),
            Scalar::Uint64 => ("u64", "`vec2<u32>`, its low bits first"),
            _ => ("f64", "`f32`"),
        };
        let message = format!("`{name}` is a type of naga, for native programs; other implementations reject the module");
        let found = Diagnostic::error(&codes::NATIVE_TYPE, message, span).label(span, "");
        check.report(found.help(format!("use {instead}, or lay out with `--rules naga`")));
    }
}
