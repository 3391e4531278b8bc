//! How large things may be.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Buffer, BufferKind};

use super::Check;
use crate::result::Layout;

/// Constant buffers and elements of structured buffers that exceed what the profile allows.
pub(super) fn size(check: &mut Check<'_>, buffer: &Buffer, layout: &Layout) {
    let name = check.module.name(buffer.name);
    let size = layout.size;
    let (limit, code, message) = match buffer.kind {
        BufferKind::CBuffer | BufferKind::TBuffer | BufferKind::Globals | BufferKind::ConstantBuffer | BufferKind::TextureBuffer => {
            (check.profile.limits.constant_buffer, &codes::CBUFFER_TOO_LARGE, format!("`{name}` takes {size} bytes"))
        }
        BufferKind::Structured => {
            (check.profile.limits.structured_element, &codes::ELEMENT_TOO_LARGE, format!("an element of `{name}` takes {size} bytes"))
        }
        BufferKind::PushConstant | BufferKind::ShaderRecord | BufferKind::Uniform | BufferKind::Storage | BufferKind::Immediate => return,
    };
    let Some(limit) = limit.filter(|limit| size > limit.size) else { return };
    let message = format!("{message}, D3D allows {}", limit.size);
    let last = check.types(layout).fields(check.module, layout.content).max_by_key(|(_, placed)| placed.offset);
    let mut diagnostic = Diagnostic::new(limit.severity, code, message, buffer.span);
    if let Some((field, placed)) = last {
        diagnostic = diagnostic.label(field.span, format!("at byte {}", placed.offset));
    }
    let help = match buffer.kind {
        BufferKind::Structured => "split the element over several buffers, or use a ByteAddressBuffer",
        _ => "split the buffer, or move large arrays to a StructuredBuffer",
    };
    check.report(diagnostic.help(help));
}
