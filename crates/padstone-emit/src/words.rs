//! Names for what the model has as enums.

use padstone_layout::{Layout, Subject};
use padstone_model::{BufferKind, Module};

/// The `kind` of a layout, as JSON has it.
pub(crate) fn kind(module: &Module, layout: &Layout) -> &'static str {
    let Subject::Buffer(id) = layout.subject else { return "struct" };
    match module.buffers[id].kind {
        BufferKind::CBuffer | BufferKind::ConstantBuffer | BufferKind::Globals => "cbuffer",
        BufferKind::TBuffer | BufferKind::TextureBuffer => "tbuffer",
        BufferKind::Structured => "structured",
        BufferKind::PushConstant => "push_constant",
        BufferKind::ShaderRecord => "shader_record",
    }
}
