//! Properties that padstone records in modules in addition to decorations: the rules of the layout, and the attributes of members and blocks in
//! the source. Other compilers do not record these; their uses of the same instructions are ignored.

use padstone_layout::{Profile, find};
use padstone_model::{Align, Annotation, Language, Packing, Size};
use padstone_source::Span;
use rspirv::spirv::SourceLanguage;

/// The recorded origin of a module.
#[derive(Clone, Copy, Default)]
pub(crate) struct Provenance {
    /// The language, as far as rules require it.
    pub(crate) language: Option<Language>,
    /// The rules of its layout.
    pub(crate) rules: Option<&'static Profile>,
}

/// Parses the last recorded `padstone emit spirv --lang wgsl-2020 --rules std140`.
pub(crate) fn of_module(processes: &[String], source: Option<u32>) -> Provenance {
    let is_glsl = [SourceLanguage::GLSL, SourceLanguage::ESSL].into_iter().any(|glsl| source == Some(glsl as u32));
    let by_source = Provenance { language: is_glsl.then_some(Language::Glsl), rules: None };
    let Some(process) = processes.iter().rev().find_map(|process| process.strip_prefix("padstone emit spirv ")) else { return by_source };
    let words: Vec<&str> = process.split(' ').collect();
    words.chunks_exact(2).fold(by_source, |origin, option| match *option {
        ["--lang", "wgsl-2020"] => Provenance { language: Some(Language::Wgsl2020), ..origin },
        ["--rules", name] => Provenance { rules: find(name), ..origin },
        _ => origin,
    })
}

/// `@align(16) @size(32)`.
pub(crate) fn of_member(semantic: &str, span: Span) -> Vec<Annotation> {
    let number = |word: &str, name: &str| word.strip_prefix(name)?.strip_suffix(')')?.parse().ok();
    let annotation = |word: &str| match (number(word, "@align("), number(word, "@size(")) {
        (Some(align), _) => Some(Annotation::Align { align: Align::new(align)?, span }),
        (_, Some(size)) => Some(Annotation::Size { size: Size::new(size), span }),
        _ => None,
    };
    semantic.split(' ').filter_map(annotation).collect()
}

/// Whether the members of a WGSL 2020 struct are aligned like their scalars.
pub(crate) fn is_contiguous(semantic: &str) -> bool {
    semantic == "[[contiguous]]"
}

/// Whether a storage buffer is an HLSL tbuffer, which has the rules of constant buffers.
pub(crate) fn is_tbuffer(semantic: &str) -> bool {
    semantic == "tbuffer"
}

/// The rules that a block itself specifies.
pub(crate) fn of_variable(semantic: &str) -> Packing {
    match semantic {
        "std140" => Packing::Std140,
        "std430" => Packing::Std430,
        "scalar" => Packing::Scalar,
        "c" => Packing::C,
        _ => Packing::ByKind,
    }
}
