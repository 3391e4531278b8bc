//! Names for what the model has as enums and handles.

use padstone_bind::Binding;
use padstone_layout::{Layout, Subject};
use padstone_model::{BufferKind, Count, Module};
use padstone_source::{Location, Span};

/// The name of the buffer or struct.
pub(crate) fn name<'a>(module: &'a Module, layout: &Layout) -> &'a str {
    module.name(match layout.subject {
        Subject::Buffer(id) => module.buffers[id].name,
        Subject::Struct(id) => module.structs[id].name,
    })
}

/// Where the buffer or struct is declared.
pub(crate) fn span(module: &Module, layout: &Layout) -> Span {
    match layout.subject {
        Subject::Buffer(id) => module.buffers[id].span,
        Subject::Struct(id) => module.structs[id].span,
    }
}

/// File and line of a place. The name may come from a `#line` directive: what it must not do is steer the terminal.
pub(crate) fn place(at: &Location) -> String {
    let name = at.name.replace(|c: char| c.is_control(), "\u{FFFD}");
    format!("{name}:{}", at.line)
}

/// The `kind` of a layout, as JSON has it.
pub(crate) fn kind(module: &Module, layout: &Layout) -> &'static str {
    let Subject::Buffer(id) = layout.subject else { return "struct" };
    match module.buffers[id].kind {
        BufferKind::CBuffer | BufferKind::ConstantBuffer | BufferKind::Globals => "cbuffer",
        BufferKind::TBuffer | BufferKind::TextureBuffer => "tbuffer",
        BufferKind::Structured => "structured",
        BufferKind::PushConstant => "push_constant",
        BufferKind::ShaderRecord => "shader_record",
        BufferKind::Uniform => "uniform",
        BufferKind::Storage => "storage",
        BufferKind::Immediate => "immediate",
    }
}

/// What a layout is of, for people: `cbuffer Camera`, `structured buffer particles of Particle`.
pub(crate) fn subject(module: &Module, layout: &Layout) -> String {
    let name = name(module, layout);
    let Subject::Buffer(id) = layout.subject else { return format!("struct {name}") };
    let content = module.type_name(layout.content);
    match module.buffers[id].kind {
        BufferKind::CBuffer => format!("cbuffer {name}"),
        BufferKind::TBuffer => format!("tbuffer {name}"),
        BufferKind::Globals => name.to_owned(),
        BufferKind::ConstantBuffer => format!("ConstantBuffer<{content}> {name}"),
        BufferKind::TextureBuffer => format!("TextureBuffer<{content}> {name}"),
        BufferKind::Structured => format!("structured buffer {name} of {content}"),
        BufferKind::PushConstant => format!("push constants {name}"),
        BufferKind::ShaderRecord => format!("shader record {name}"),
        BufferKind::Uniform => format!("uniform {name}"),
        BufferKind::Storage => format!("storage {name}"),
        BufferKind::Immediate => format!("immediate {name}"),
    }
}

/// A rule set and the profile it was applied for, if they have different names.
pub(crate) fn rules(rules: &str, profile: &str) -> String {
    if rules == profile { rules.to_owned() } else { format!("{rules} ({profile})") }
}

/// A register or binding: `b0`, `t3-t6, space1`, `set 0, binding 2`.
pub(crate) fn binding(binding: Binding) -> String {
    match binding {
        Binding::D3d { class, register, space, count } => {
            let letter = class.letter();
            let last = match count {
                None | Some(Count::Known(0 | 1)) => String::new(),
                Some(Count::Known(count)) => format!("-{letter}{}", u64::from(register).saturating_add(count - 1)),
                Some(Count::Runtime) => "-…".to_owned(),
            };
            let space = if space == 0 { String::new() } else { format!(", space{space}") };
            format!("{letter}{register}{last}{space}")
        }
        Binding::Vulkan { set, binding, count } => {
            let count = match count {
                None => String::new(),
                Some(Count::Known(count)) => format!(" × {count}"),
                Some(Count::Runtime) => " × …".to_owned(),
            };
            format!("set {set}, binding {binding}{count}")
        }
    }
}
