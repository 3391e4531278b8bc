//! Properties of a layout without a SPIR-V decoration: the rules, and the attributes of a member. They determine sizes and alignments for
//! readers of the module.
//!
//! The rules are the name of a process (`OpModuleProcessed`, which any tool may write); attributes are the `UserSemantic` of a member, a
//! struct or a variable, in the syntax of WGSL and GLSL.

use padstone_layout::{AS_COMPILED, ExplicitLayoutScope, ModuleLayout, Profile};
use padstone_model::{Buffer, BufferKind, Field, Language, Module, Packing};

/// On a WGSL 2020 struct whose members are aligned to their scalars.
pub(super) const CONTIGUOUS: &str = "[[contiguous]]";

/// `padstone emit spirv --lang wgsl --rules wgsl`.
pub(super) fn of_module(module: &Module, layouts: &ModuleLayout) -> Option<String> {
    let language = match module.language {
        Language::Hlsl => "hlsl",
        Language::Slang => "slang",
        Language::Glsl => "glsl",
        Language::Wgsl => "wgsl",
        Language::Wgsl2020 => "wgsl-2020",
        Language::SpirV => "spirv",
    };
    let rules = layouts.profile.name;
    (rules != AS_COMPILED.name).then(|| format!("padstone emit spirv --lang {language} --rules {rules}"))
}

/// The rules that a block itself specifies, if the profile uses them; and for buffers that are constant in HLSL and storage buffers in
/// SPIR-V, the kind, if a profile distinguishes them.
pub(super) fn of_buffer(profile: &Profile, buffer: &Buffer) -> Option<&'static str> {
    let constant = matches!(buffer.kind, BufferKind::TBuffer | BufferKind::TextureBuffer);
    if constant && !std::ptr::eq(profile.usage(buffer).rules, profile.storage.rules) {
        return Some("tbuffer");
    }
    let is_specified = match profile.qualified?.scope {
        ExplicitLayoutScope::Blocks => true,
        ExplicitLayoutScope::PushConstants => matches!(buffer.kind, BufferKind::PushConstant | BufferKind::ShaderRecord),
    };
    if !is_specified {
        return None;
    }
    match buffer.packing {
        Packing::Std140 => Some("std140"),
        Packing::Std430 => Some("std430"),
        Packing::Scalar => Some("scalar"),
        Packing::C => Some("c"),
        Packing::ByKind | Packing::Shared | Packing::Packed => None,
    }
}

/// `@align(16) @size(32)`.
pub(super) fn of_member(module: &Module, field: &Field) -> Option<String> {
    if module.language.attributes_verify() {
        return None;
    }
    let align = field.align().map(|(align, _)| format!("@align({align})"));
    let size = field.size().map(|(size, _)| format!("@size({size})"));
    let words: Vec<String> = align.into_iter().chain(size).collect();
    (!words.is_empty()).then(|| words.join(" "))
}
