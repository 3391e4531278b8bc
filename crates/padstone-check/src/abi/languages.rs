//! The same ABI in two languages, which spell types, kinds and bindings differently.

use std::collections::HashMap;

use padstone_model::Language;

use super::{Abi, RecordedMember};

/// The old ABI in the spelling of the new one, if they are of shaders in different languages: what differs in spelling alone did not change.
pub(super) fn translated(old: &Abi, new: &Abi) -> Option<Abi> {
    let (from, to) = old.language.zip(new.language).filter(|(from, to)| from != to)?;
    let mut translated = old.clone();
    let mut known: HashMap<&str, _> = HashMap::new();
    new.resources.iter().for_each(|resource| _ = known.entry(&*resource.name).or_insert(resource));
    for resource in &mut translated.resources {
        let Some(counterpart) = known.get(&*resource.name) else { continue };
        if kind(from, &resource.kind) == kind(to, &counterpart.kind) {
            resource.kind.clone_from(&counterpart.kind);
        }
        let is_same = |old: &String, new: &String| binding(old) == binding(new);
        if resource.binding.as_ref().zip(counterpart.binding.as_ref()).is_some_and(|(old, new)| is_same(old, new)) {
            resource.binding.clone_from(&counterpart.binding);
        }
        let (Some(layout), Some(counterpart)) = (&mut resource.layout, &counterpart.layout) else { continue };
        let counterparts: HashMap<&str, &RecordedMember> = counterpart.members.iter().map(|member| (&*member.path, member)).collect();
        for member in &mut layout.members {
            if let Some(counterpart) = counterparts.get(&*member.path).filter(|counterpart| is_same_value(member, counterpart)) {
                member.ty.clone_from(&counterpart.ty);
            }
        }
    }
    Some(translated)
}

/// The kind of a buffer in the words of WGSL, whose storage buffers are read-only by default; the type of a constant in those of HLSL and GLSL.
fn kind(language: Language, kind: &str) -> &str {
    match (language, kind) {
        (Language::Glsl, "storage") => "read_write storage",
        (Language::Glsl, "readonly storage") => "storage",
        // Specialization constants.
        (Language::Wgsl | Language::Wgsl2020, "i32") => "int",
        (Language::Wgsl | Language::Wgsl2020, "u32") => "uint",
        (Language::Wgsl | Language::Wgsl2020, "f32") => "float",
        _ => kind,
    }
}

/// `set 0, binding 1` of `group 0, binding 1`.
fn binding(text: &str) -> String {
    text.strip_prefix("group ").map_or_else(|| text.to_owned(), |rest| format!("set {rest}"))
}

/// Whether members of two languages are the same scalar, vector or matrix, or arrays of it of the same lengths.
fn is_same_value(one: &RecordedMember, other: &RecordedMember) -> bool {
    one.value.is_some() && one.value == other.value && lengths(&one.ty) == lengths(&other.ty)
}

/// The lengths of a type of arrays, outermost first: `4` and `2` of `Light[4][2]`, and of `array<array<Light, 2>, 4>`.
pub(super) fn lengths(ty: &str) -> Vec<&str> {
    let mut ty = ty;
    let mut found = Vec::new();
    while let Some((element, length)) = ty.strip_prefix("array<").and_then(|inner| inner.strip_suffix('>')).map(last_argument) {
        found.push(length);
        ty = element;
    }
    // Brackets in arguments belong to another type.
    let brackets = ty.rfind('>').map_or(0, |end| end + 1);
    found.extend(ty[brackets..].split('[').skip(1).map(|length| length.trim_end_matches(']')));
    found
}

/// The arguments before the last one, and the last one if there are several.
fn last_argument(arguments: &str) -> (&str, &str) {
    let mut depth = 0;
    for (position, character) in arguments.char_indices().rev() {
        match character {
            '>' => depth += 1,
            '<' => depth -= 1,
            ',' if depth == 0 => return (&arguments[..position], arguments[position + 1..].trim_start()),
            _ => {}
        }
    }
    (arguments, "")
}
