//! `buffer-over-limit`: buffers that some implementation of an API may reject. Where compilers check limits, padstone warns under the rules of the compiler; this
//! lint sets the level of these warnings.

use padstone_layout::BindingModel;
use padstone_model::{BufferKind, Language};

use super::context::is_uniform;
use super::{LintContext, LintFindings};

/// A limit that every implementation supports at least.
struct GuaranteedLimit {
    model: BindingModel,
    applies: fn(BufferKind) -> bool,
    bytes: u64,
    note: &'static str,
}

const LIMITS: &[GuaranteedLimit] = &[
    // Vulkan 1.3, "Required Limits": 16384 for maxUniformBufferRange and 128 for maxPushConstantsSize. OpenGL 4.6, table 23.73, and
    // OpenGL ES 3.2, table 21.45: 16384 for MAX_UNIFORM_BLOCK_SIZE.
    GuaranteedLimit {
        model: BindingModel::Vulkan,
        applies: is_uniform,
        bytes: 16_384,
        note: "Vulkan's maxUniformBufferRange and OpenGL's MAX_UNIFORM_BLOCK_SIZE may be as small as 16384",
    },
    GuaranteedLimit {
        model: BindingModel::Vulkan,
        applies: |kind| kind == BufferKind::PushConstant,
        bytes: 128,
        note: "Vulkan's maxPushConstantsSize may be as small as 128",
    },
    // D3D 11.3 functional specification: 4096 elements of 16 bytes.
    GuaranteedLimit {
        model: BindingModel::D3d,
        applies: is_uniform,
        bytes: 65_536,
        note: "D3D constant buffers contain at most 4096 elements of 16 bytes",
    },
];

pub(super) fn check(context: &LintContext<'_>, findings: &mut LintFindings) {
    let profile = context.layouts.profile;
    // GLSL has the limits of Vulkan even if a rule set is selected by name.
    let model = if context.module.language == Language::Glsl { BindingModel::Vulkan } else { profile.binding };
    for buffer_layout in context.buffers() {
        let size = buffer_layout.layout.size.bytes();
        let limit = LIMITS.iter().find(|limit| limit.model == model && (limit.applies)(buffer_layout.buffer.kind) && size > limit.bytes);
        let limit = limit.filter(|_| !is_checked(context, buffer_layout.buffer.kind, size));
        let Some(GuaranteedLimit { bytes, note, .. }) = limit else { continue };
        let name = context.module.name(buffer_layout.buffer.name);
        findings.report(
            buffer_layout.buffer.span,
            format!("`{name}` is {size} bytes; only {bytes} are guaranteed to be supported"),
            |found| {
                found
                    .label(buffer_layout.buffer.span, "exceeds the guaranteed limit")
                    .note(*note)
                    .help("split the buffer, or move large arrays to a structured or storage buffer")
            },
        );
    }
}

/// Whether the compiler itself reports the size.
fn is_checked(context: &LintContext<'_>, kind: BufferKind, size: u64) -> bool {
    let limits = &context.layouts.profile.limits;
    let guaranteed = match kind {
        BufferKind::PushConstant => limits.push_constant,
        BufferKind::Uniform => limits.uniform,
        _ => limits.constant_buffer,
    };
    guaranteed.is_some_and(|limit| size > limit.size.bytes())
}
