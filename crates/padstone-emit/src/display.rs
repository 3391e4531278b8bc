//! Names for enums and handles of the model.

use std::fmt;

use padstone_bind::{Binding, Numbering};
use padstone_layout::{Layout, Shape, Subject, TypeLayouts};
use padstone_model::{Access, Align, BufferKind, Count, Language, Major, Module, Size, Stride, StructKind, Type, TypeId};
use padstone_source::{Location, Span, printable};

/// The name of the buffer or struct.
pub(crate) fn name<'a>(module: &'a Module, layout: &Layout) -> &'a str {
    layout.name(module)
}

/// The span of the name of the buffer or struct.
pub(crate) fn span(module: &Module, layout: &Layout) -> Span {
    span_of(module, layout.subject)
}

/// The span of the name of a subject that may have no layout.
pub(crate) fn span_of(module: &Module, subject: Subject) -> Span {
    match subject {
        Subject::Buffer(id) => module.buffers[id].span,
        Subject::Struct(id) => module.structs[id].span,
    }
}

/// The file and line of a location. The name may come from a `#line` directive, so control characters are escaped.
pub(crate) fn location_text(position: &Location) -> String {
    format!("{}:{}", printable(&position.name), position.line)
}

/// The `kind` of a layout in JSON.
pub fn kind(module: &Module, layout: &Layout) -> &'static str {
    kind_of(module, layout.subject)
}

/// The `kind` in JSON of a subject that may have no layout.
pub(crate) fn kind_of(module: &Module, subject: Subject) -> &'static str {
    let Subject::Buffer(id) = subject else { return "struct" };
    match module.buffers[id].kind {
        BufferKind::CBuffer | BufferKind::ConstantBuffer | BufferKind::Globals => "cbuffer",
        BufferKind::TBuffer | BufferKind::TextureBuffer => "tbuffer",
        BufferKind::Structured => "structured",
        BufferKind::PushConstant => "push_constant",
        BufferKind::ShaderRecord => "shader_record",
        BufferKind::Uniform => "uniform",
        BufferKind::Storage => "storage",
        BufferKind::Immediate => "immediate",
        BufferKind::ParameterBlock => "parameter_block",
        BufferKind::EntryUniforms => "uniform",
    }
}

/// A description of a layout: `cbuffer Camera`, `structured buffer particles of Particle`.
pub(crate) fn subject(module: &Module, layout: &Layout) -> String {
    subject_of(module, layout.subject, layout.content)
}

/// A description of a subject that may have no layout; `content_type` is the type of its content.
pub(crate) fn subject_of(module: &Module, subject: Subject, content_type: TypeId) -> String {
    let name = subject.name(module);
    let Subject::Buffer(id) = subject else { return format!("struct {name}") };
    let content = module.type_name(content_type);
    // Structs that are declared with their member have no name.
    let declared = module.as_struct(content_type).is_none_or(|content| content.kind != StructKind::BufferMembers);
    let of_type = if declared { format!(": {content}") } else { String::new() };
    match module.buffers[id].kind {
        BufferKind::CBuffer => format!("cbuffer {name}"),
        BufferKind::TBuffer => format!("tbuffer {name}"),
        BufferKind::Globals => name.to_owned(),
        BufferKind::ConstantBuffer => format!("ConstantBuffer<{content}> {name}"),
        BufferKind::TextureBuffer => format!("TextureBuffer<{content}> {name}"),
        BufferKind::Structured => format!("structured buffer {name} of {content}"),
        BufferKind::PushConstant => format!("push constants {name}"),
        BufferKind::ShaderRecord => format!("shader record {name}"),
        BufferKind::Uniform => format!("uniform {name}{of_type}"),
        BufferKind::Storage => {
            let access = module.parameters[module.buffers[id].parameter].access;
            let word = access.and_then(|access| access_word(module.language, access));
            let access = word.map_or_else(String::new, |word| format!(" ({word})"));
            format!("storage {name}{access}{of_type}")
        }
        BufferKind::Immediate => format!("immediate {name}{of_type}"),
        BufferKind::ParameterBlock => format!("ParameterBlock {name}{of_type}"),
        // FXC uses the name `$Params`, as it does `$Globals`.
        BufferKind::EntryUniforms if module.language == Language::Hlsl => name.to_owned(),
        BufferKind::EntryUniforms => format!("uniform parameters of {name}"),
    }
}

/// The access to a buffer, in the terms of the language; `None` if it has no term.
fn access_word(language: Language, access: Access) -> Option<&'static str> {
    match (language, access) {
        (Language::Glsl | Language::SpirV, Access::Read) => Some("readonly"),
        (Language::Glsl | Language::SpirV, Access::Write) => Some("writeonly"),
        (Language::Glsl | Language::SpirV, Access::ReadWrite) => None,
        (_, Access::Read) => Some("read"),
        (_, Access::Write) => Some("write"),
        (_, Access::ReadWrite) => Some("read_write"),
    }
}

/// The stride, in bytes, of the runtime-sized array at the end of a type; `None` if there is none.
pub(crate) fn unbounded_stride(module: &Module, types: &TypeLayouts, mut ty: TypeId) -> Option<Stride> {
    loop {
        ty = match (module.types[ty], types.get(ty).ok()?.shape) {
            (Type::Array { count: Count::Runtime, .. }, Shape::Array { stride }) => return Some(stride),
            (Type::Struct(_), _) => types.last_with_bytes(module, ty)?,
            _ => return None,
        };
    }
}

/// The attribute for the offset of a member, as the language writes it.
pub(crate) fn offset_attribute(language: Language, bytes: u64) -> String {
    match language {
        Language::Hlsl | Language::Slang => format!("vk::offset({bytes})"),
        Language::Glsl => format!("layout(offset = {bytes})"),
        Language::Wgsl | Language::Wgsl2020 => format!("[[offset({bytes})]]"),
        Language::SpirV => format!("Offset {bytes}"),
    }
}

/// The attribute for the alignment of a member, as the language writes it.
pub(crate) fn align_attribute(language: Language, align: Align) -> String {
    match language {
        Language::Glsl => format!("layout(align = {align})"),
        Language::Wgsl2020 => format!("[[align({align})]]"),
        Language::Wgsl | Language::Hlsl | Language::Slang | Language::SpirV => format!("@align({align})"),
    }
}

/// The attribute for the size of a member, as the language writes it.
pub(crate) fn size_attribute(language: Language, size: Size) -> String {
    match language {
        Language::Wgsl2020 => format!("[[size({size})]]"),
        Language::Wgsl | Language::Hlsl | Language::Slang | Language::Glsl | Language::SpirV => format!("@size({size})"),
    }
}

/// A rule set and the profile it was applied for, if they have different names.
pub(crate) fn rules(rules: &str, profile: &str) -> String {
    if rules == profile { rules.to_owned() } else { format!("{rules} ({profile})") }
}

/// The binding location of a parameter: `b0`, `t3-t6, space1`, `set 0, binding 2`, `group 0, binding 1`.
pub fn binding(binding: Binding, numbering: Numbering, dims: &[Count]) -> String {
    match binding {
        Binding::D3d { class, register, space, count } => {
            let letter = class.letter();
            let last = match count {
                None | Some(Count::Known(0 | 1)) => String::new(),
                Some(Count::Known(count)) => format!("-{letter}{}", u64::from(register).saturating_add(count - 1)),
                Some(Count::Runtime | Count::LinkTime) => "-…".to_owned(),
            };
            let space = if space == 0 { String::new() } else { format!(", space{space}") };
            format!("{letter}{register}{last}{space}")
        }
        Binding::Vulkan { set, binding, count } => {
            let counts = if dims.len() > 1 { dims } else { count.as_slice() };
            let counts: String = counts.iter().map(|&count| times(count)).collect();
            match numbering {
                Numbering::Program => format!("binding {binding}{counts}"),
                _ => format!("set {set}, binding {binding}{counts}"),
            }
        }
        Binding::WebGpu { group, binding, .. } => format!("group {group}, binding {binding}"),
    }
}

/// A word with `a` or `an` before it.
pub fn with_article(word: &str) -> String {
    // `f32` is spoken as letters.
    let is_spelled = word.strip_prefix('f').is_some_and(|rest| rest.starts_with(|second: char| second.is_ascii_digit()));
    let vowel = is_spelled || word.starts_with(|first: char| "aeio".contains(first.to_ascii_lowercase()));
    format!("{} {word}", if vowel { "an" } else { "a" })
}

/// An array dimension after a binding.
pub fn times(count: Count) -> String {
    match count {
        Count::Known(count) => format!(" × {count}"),
        Count::Runtime => " × …".to_owned(),
        Count::LinkTime => " × unknown".to_owned(),
    }
}

/// Array dimensions after a type.
pub(crate) struct DisplayDimensions<'d>(pub(crate) &'d [Count]);

impl fmt::Display for DisplayDimensions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|count| match count {
            Count::Known(count) => write!(f, "[{count}]"),
            Count::Runtime => f.write_str("[]"),
            Count::LinkTime => f.write_str("[unknown]"),
        })
    }
}

/// The vectors that `m[1]` selects in a language, however the matrix is stored: rows in HLSL and Slang, columns in GLSL and WGSL.
pub(crate) fn indexed_vectors(language: Language) -> Major {
    match language {
        Language::Hlsl | Language::Slang => Major::Row,
        Language::Glsl | Language::Wgsl | Language::Wgsl2020 | Language::SpirV => Major::Column,
    }
}
