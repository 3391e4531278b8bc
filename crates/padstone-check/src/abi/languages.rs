//! The same ABI in two languages, which spell types, kinds and bindings differently.

use std::collections::HashMap;

use padstone_model::Language;

use super::Abi;

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
        let types: HashMap<&str, &str> = counterpart.members.iter().map(|member| (&*member.path, &*member.ty)).collect();
        for member in &mut layout.members {
            if let Some(ty) = types.get(&*member.path).filter(|ty| is_same_value(from, &member.ty, to, ty)) {
                (*ty).clone_into(&mut member.ty);
            }
        }
    }
    Some(translated)
}

/// The kind of a buffer in the words of WGSL, whose storage buffers are read-only by default.
fn kind(language: Language, kind: &str) -> &str {
    match (language, kind) {
        (Language::Glsl, "storage") => "read_write storage",
        (Language::Glsl, "readonly storage") => "storage",
        _ => kind,
    }
}

/// `set 0, binding 1` of `group 0, binding 1`.
fn binding(text: &str) -> String {
    text.strip_prefix("group ").map_or_else(|| text.to_owned(), |rest| format!("set {rest}"))
}

/// Whether types of two languages are arrays of the same lengths of the same scalar, vector or matrix.
fn is_same_value(language: Language, ty: &str, other_language: Language, other: &str) -> bool {
    let value = value(language, element(ty));
    value.is_some() && value == self::value(other_language, element(other)) && lengths(ty) == lengths(other)
}

/// The name of the scalar in WGSL, and the numbers of columns and rows.
fn value(language: Language, ty: &str) -> Option<(&'static str, u32, u32)> {
    match language {
        Language::Wgsl | Language::Wgsl2020 => wgsl_value(ty),
        Language::Glsl => glsl_value(ty),
        _ => {
            let scalar = |name: &str| SCALARS.iter().find(|(_, hlsl, ..)| *hlsl == name).map(|(wgsl, ..)| *wgsl);
            let name = ty.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'x');
            // `uint64_t` ends in no digit.
            let name = if scalar(ty).is_some() { ty } else { name };
            match ty[name.len()..].split_once('x') {
                _ if name == ty => Some((scalar(name)?, 1, 1)),
                Some((rows, columns)) => Some((scalar(name)?, columns.parse().ok()?, rows.parse().ok()?)),
                None => Some((scalar(name)?, 1, ty[name.len()..].parse().ok()?)),
            }
        }
    }
}

fn wgsl_value(ty: &str) -> Option<(&'static str, u32, u32)> {
    let scalar = |name: &str| SCALARS.iter().find(|(wgsl, ..)| *wgsl == name).map(|(wgsl, ..)| *wgsl);
    let Some((shape, component)) = ty.strip_suffix('>').and_then(|ty| ty.split_once('<')) else { return Some((scalar(ty)?, 1, 1)) };
    match shape.strip_prefix("mat").map(|shape| shape.split_once('x')) {
        Some(shape) => shape.and_then(|(columns, rows)| Some((scalar(component)?, columns.parse().ok()?, rows.parse().ok()?))),
        None => Some((scalar(component)?, 1, shape.strip_prefix("vec")?.parse().ok()?)),
    }
}

fn glsl_value(ty: &str) -> Option<(&'static str, u32, u32)> {
    if let Some((wgsl, ..)) = SCALARS.iter().find(|(_, _, glsl, _)| *glsl == ty) {
        return Some((wgsl, 1, 1));
    }
    let of_prefix = |prefix: &str| SCALARS.iter().find(|(.., known)| *known == Some(prefix)).map(|(wgsl, ..)| *wgsl);
    if let Some((prefix, shape)) = ty.split_once("mat") {
        let (columns, rows) = shape.split_once('x').unwrap_or((shape, shape));
        return Some((of_prefix(prefix)?, columns.parse().ok()?, rows.parse().ok()?));
    }
    let (prefix, rows) = ty.split_once("vec")?;
    Some((of_prefix(prefix)?, 1, rows.parse().ok()?))
}

/// The scalars in WGSL, HLSL and GLSL, and the prefix of vectors of GLSL.
const SCALARS: [(&str, &str, &str, Option<&str>); 9] = [
    ("f32", "float", "float", Some("")),
    ("i32", "int", "int", Some("i")),
    ("u32", "uint", "uint", Some("u")),
    ("f64", "double", "double", Some("d")),
    ("f16", "float16_t", "float16_t", Some("f16")),
    ("i64", "int64_t", "int64_t", Some("i64")),
    ("u64", "uint64_t", "uint64_t", Some("u64")),
    ("i16", "int16_t", "int16_t", Some("i16")),
    ("u16", "uint16_t", "uint16_t", Some("u16")),
];

/// The type in all arrays: `vec4` of `vec4[2]`, and of `array<vec4, 2>`.
fn element(ty: &str) -> &str {
    let mut ty = ty;
    while let Some(inner) = ty.strip_prefix("array<").and_then(|inner| inner.strip_suffix('>')) {
        ty = last_argument(inner).0;
    }
    let brackets = ty.rfind('>').map_or(0, |end| end + 1);
    ty[brackets..].find('[').map_or(ty, |start| &ty[..brackets + start])
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
