//! Scalar types of 16 and 64 bits, which naga has for native programs and WGSL does not (WGSL, section 6.2; naga 30.0.1).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{ParameterId, Scalar, Type, TypeId};
use padstone_source::Span;

use super::Check;

/// Warns about the first member or variable of each of these types, under the rules of an implementation that lacks them.
pub(super) fn used(check: &mut Check<'_>) {
    let module = check.module;
    let fields = module.structs.iter().flat_map(|(_, declared)| &declared.fields);
    let members = fields.map(|field| (field.ty, field.written.type_span.unwrap_or(field.span)));
    let type_span = |parameter: ParameterId| module.parameters[parameter].written.type_span;
    let buffers = module.buffers.iter().map(|(_, buffer)| (buffer.content, type_span(buffer.parameter).unwrap_or(buffer.span)));
    let mut reported = Vec::new();
    for (ty, span) in members.chain(buffers) {
        if let Some(scalar) = native_scalar(check, ty)
            && !reported.contains(&scalar)
        {
            reported.push(scalar);
            report(check, scalar, span);
        }
    }
}

/// The scalar of a type without members, if only naga has it.
fn native_scalar(check: &Check<'_>, ty: TypeId) -> Option<Scalar> {
    let types = &check.module.types;
    let scalar = match types[types.peel_arrays(ty)] {
        Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } => scalar,
        _ => return None,
    };
    matches!(scalar, Scalar::Int16 | Scalar::Uint16 | Scalar::Int64 | Scalar::Uint64 | Scalar::Float64).then_some(scalar)
}

fn report(check: &mut Check<'_>, scalar: Scalar, span: Span) {
    let (name, instead) = match scalar {
        Scalar::Int16 => ("i16", "`i32`"),
        Scalar::Uint16 => ("u16", "`u32`"),
        Scalar::Int64 => ("i64", "`vec2<u32>`, its low bits first"),
        Scalar::Uint64 => ("u64", "`vec2<u32>`, its low bits first"),
        _ => ("f64", "`f32`"),
    };
    let message = format!("`{name}` is a type of naga, for native programs; other implementations reject the module");
    let found = Diagnostic::warning(&codes::NATIVE_TYPE, message, span).label(span, "");
    check.report(found.help(format!("use {instead}, or lay out with `--rules naga`")));
}
