//! Size limits.

use padstone_diag::{Code, Diagnostic, codes};
use padstone_model::{Buffer, BufferKind, Type};

use super::{Check, bytes};
use crate::OF_CFAMILY;
use crate::profiles::{Excess, Limit};
use crate::result::{Layout, STANDARD, TypeLayout};

/// Reports buffers and elements of structured buffers that exceed the limits of the profile.
pub(super) fn size(check: &mut Check<'_>, buffer: &Buffer, layout: &Layout) {
    let rule = rule(check, buffer.kind);
    let Some(limit) = rule.limit.filter(|limit| layout.size > limit.size) else { return };
    let message =
        format!("{}`{}` is {}; {} {}", rule.prefix, check.module.name(buffer.name), bytes(layout.size.bytes()), rule.subject, limit.size);
    let last = check.types(layout).fields(check.module, layout.content).max_by_key(|(_, placed)| placed.offset);
    let mut diagnostic = Diagnostic::new(limit.severity, rule.code, message, buffer.span);
    if let Some((field, placed)) = last {
        diagnostic = diagnostic.label(field.span, format!("at offset {}", placed.offset));
    }
    check.report(diagnostic.help(rule.help));
}

/// A size limit for a kind of buffer.
struct LimitRule {
    limit: Option<Limit>,
    code: &'static Code,
    /// The limited part of the buffer.
    prefix: &'static str,
    /// The API and its verb.
    subject: &'static str,
    help: &'static str,
}

fn rule(check: &Check<'_>, kind: BufferKind) -> LimitRule {
    let limits = &check.profile.limits;
    let (limit, code, prefix, subject, help) = match kind {
        BufferKind::CBuffer | BufferKind::Globals | BufferKind::ConstantBuffer | BufferKind::ParameterBlock => {
            let help = "split the buffer, or move large arrays to a StructuredBuffer";
            (limits.constant_buffer, &codes::CBUFFER_TOO_LARGE, "", "D3D allows at most", help)
        }
        BufferKind::TBuffer | BufferKind::TextureBuffer => {
            let help = "split the buffer, or move large arrays to a StructuredBuffer";
            (limits.texture_buffer, &codes::CBUFFER_TOO_LARGE, "", "D3D allows at most", help)
        }
        BufferKind::Structured => {
            let help = "split the element across several buffers, or use a ByteAddressBuffer";
            (limits.structured_element, &codes::ELEMENT_TOO_LARGE, "an element of ", "D3D allows at most", help)
        }
        BufferKind::PushConstant => {
            let help = "move large members to a uniform block, or check maxPushConstantsSize of the device";
            (limits.push_constant, &codes::PUSH_CONSTANTS_TOO_LARGE, "", "Vulkan guarantees", help)
        }
        BufferKind::Uniform => {
            let help = "use a storage buffer, or request a larger maxUniformBufferBindingSize";
            (limits.uniform, &codes::BINDING_TOO_LARGE, "", "WebGPU guarantees", help)
        }
        BufferKind::Storage => {
            let help = "split the buffer, or request a larger maxStorageBufferBindingSize";
            (limits.storage, &codes::BINDING_TOO_LARGE, "", "WebGPU guarantees", help)
        }
        BufferKind::Immediate => {
            let help = "move large members to a uniform buffer";
            (limits.immediate, &codes::BINDING_TOO_LARGE, "", "WebGPU guarantees", help)
        }
        BufferKind::ShaderRecord | BufferKind::EntryUniforms => (None, &codes::BINDING_TOO_LARGE, "", "", ""),
    };
    LimitRule { limit, code, prefix, subject, help }
}

/// Reports types that exceed the limits of the profile for types; of nested ones, the innermost.
pub(super) fn types(check: &mut Check<'_>) {
    let Some(limit) = check.profile.limits.any else { return };
    let module = check.module;
    let types = &check.sets[STANDARD];
    let exceeds = |ty| types.get(ty).is_ok_and(|TypeLayout { size, .. }| *size > limit.size);
    for (id, declared) in module.structs.iter() {
        let Some(ty) = declared.ty.filter(|&ty| exceeds(ty)) else { continue };
        let field = declared.fields.iter().find(|field| exceeds(field.ty));
        let Ok(TypeLayout { size, .. }) = types.get(field.map_or(ty, |field| field.ty)) else { continue };
        let (subject, span) = match field {
            Some(field) if matches!(module.types[field.ty], Type::Struct(_)) => continue,
            Some(field) => (format!("`{}`, a `{}`,", module.name(field.name), module.type_name(field.ty)), field.span),
            None => (format!("`{}`", module.name(module.structs[id].name)), declared.span),
        };
        let (size, compiler) = (bytes(size.bytes()), check.profile.name);
        // No compiler of WGSL wraps.
        let found = if OF_CFAMILY && limit.excess == Excess::Wraps {
            let message = format!("{subject} is {size}; {compiler} counts only to {}", limit.size);
            let found = Diagnostic::error(&codes::TYPE_TOO_LARGE, message, span);
            found.note(format!("{compiler} reports no error, and writes wrong offsets for members after these bytes"))
        } else {
            let message = format!("{subject} is {size}; {compiler} allows at most {}", limit.size);
            Diagnostic::error(&codes::TYPE_TOO_LARGE, message, span)
        };
        check.report(found.help("use a smaller or a runtime-sized array"));
    }
}
