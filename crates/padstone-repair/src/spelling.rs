//! The spelling of inserted declarations in each language.

use padstone_read::model::{Language, Major};

/// A member with this type and name, as a declaration.
pub(crate) fn member(language: Language, ty: &str, name: &str) -> String {
    match language {
        Language::Wgsl => format!("{name}: {ty},"),
        Language::Wgsl2020 => format!("{name} : {ty};"),
        _ => format!("{ty} {name};"),
    }
}

/// A member of `bytes` bytes, if the language has an attribute for that.
pub(crate) fn sized_member(language: Language, bytes: u64, ty: &str, name: &str) -> Option<String> {
    match language {
        Language::Wgsl => Some(format!("@size({bytes}) {}", member(language, ty, name))),
        Language::Wgsl2020 => Some(format!("[[size({bytes})]] {}", member(language, ty, name))),
        _ => None,
    }
}

/// A struct with these members, on one line.
pub(crate) fn structure(language: Language, name: &str, members: &str) -> String {
    match language {
        Language::Wgsl => format!("struct {name} {{ {} }}", members.trim_end_matches(',')),
        _ => format!("struct {name} {{ {members} }};"),
    }
}

/// A scalar of `bytes` bytes, for padding.
pub(crate) fn number(language: Language, bytes: u64) -> Option<&'static str> {
    Some(match (language, bytes) {
        (Language::Wgsl | Language::Wgsl2020, 4) => "f32",
        (Language::Wgsl | Language::Wgsl2020, 2) => "f16",
        (Language::Hlsl | Language::Slang, 4) | (Language::Glsl, 4) => "float",
        (Language::Hlsl | Language::Slang, 2) | (Language::Glsl, 2) => "float16_t",
        _ => return None,
    })
}

/// A vector of 16 bytes, for padding.
pub(crate) fn row(language: Language) -> &'static str {
    match language {
        Language::Glsl => "vec4",
        Language::Wgsl => "vec4f",
        Language::Wgsl2020 => "vec4<f32>",
        _ => "float4",
    }
}

/// A wider type that every rule set places at multiples of 16 bytes, and the selector that reads the old value: `float` in
/// an array becomes `float4` and `.x`. `None` if the word is not such a type.
pub(crate) fn widened(language: Language, word: &str, in_array: bool, major: Option<Major>) -> Option<(String, &'static str)> {
    match language {
        Language::Glsl => of_glsl(word, in_array),
        Language::Wgsl | Language::Wgsl2020 => of_wgsl(word, in_array),
        Language::Hlsl | Language::Slang => of_hlsl(word, in_array, major),
        Language::SpirV => None,
    }
}

/// The type of the columns of a widened matrix of WGSL: `vec4f` of `mat2x4f`.
pub(crate) fn column(matrix: &str) -> String {
    let component = matrix.strip_prefix("mat").and_then(|rest| rest.get("2x4".len()..)).unwrap_or_default();
    format!("vec4{component}")
}

/// The selector of the original components of a wider vector.
pub(crate) fn components(width: u8) -> &'static str {
    match width {
        1 => ".x",
        2 => ".xy",
        _ => ".xyz",
    }
}

fn vector(base: &str, width: u8, in_array: bool) -> Option<(String, &'static str)> {
    (width == 3 || (in_array && width < 3)).then(|| (format!("{base}4"), components(width)))
}

fn of_hlsl(word: &str, in_array: bool, major: Option<Major>) -> Option<(String, &'static str)> {
    let base = ["float", "int", "uint", "bool", "dword"].into_iter().find(|base| word.starts_with(base))?;
    match word.as_bytes()[base.len()..] {
        [] => vector(base, 1, in_array),
        [width @ b'2'..=b'3'] => vector(base, width - b'0', in_array),
        [rows @ b'1'..=b'4', b'x', columns @ b'1'..=b'4'] => {
            let (rows, columns) = match major? {
                Major::Column if rows < b'4' => (b'4', columns),
                Major::Row if columns < b'4' => (rows, b'4'),
                _ => return None,
            };
            Some((format!("{base}{}x{}", char::from(rows), char::from(columns)), ""))
        }
        _ => None,
    }
}

fn of_glsl(word: &str, in_array: bool) -> Option<(String, &'static str)> {
    let prefix = ["", "i", "u", "b"].into_iter().find(|prefix| word.starts_with(&format!("{prefix}vec")));
    if let Some(prefix) = prefix {
        let width = word[prefix.len() + 3..].parse().ok()?;
        return vector(&format!("{prefix}vec"), width, in_array);
    }
    match word {
        "float" => vector("vec", 1, in_array),
        "int" => vector("ivec", 1, in_array),
        "uint" => vector("uvec", 1, in_array),
        "bool" => vector("bvec", 1, in_array),
        _ => matrix(word),
    }
}

fn of_wgsl(word: &str, in_array: bool) -> Option<(String, &'static str)> {
    match word {
        "f32" | "i32" | "u32" => in_array.then(|| (format!("vec4<{word}>"), ".x")),
        "vec2" | "vec3" => vector("vec", word.as_bytes()[3] - b'0', in_array),
        "vec2f" | "vec3f" | "vec2i" | "vec3i" | "vec2u" | "vec3u" => {
            let (wider, read) = vector("vec", word.as_bytes()[3] - b'0', in_array)?;
            Some((format!("{wider}{}", &word[4..]), read))
        }
        _ => matrix(word),
    }
}

/// `mat3`, `mat3x2`, `mat3x3f`: columns come first, and each becomes a four-component vector.
fn matrix(word: &str) -> Option<(String, &'static str)> {
    match *word.strip_prefix("mat")?.as_bytes() {
        [columns @ b'2'..=b'3'] => Some((format!("mat{}x4", char::from(columns)), "")),
        [columns @ b'2'..=b'4', b'x', b'2'..=b'3', ref suffix @ ..] if matches!(suffix, b"" | b"f") => {
            Some((format!("mat{}x4{}", char::from(columns), if suffix.is_empty() { "" } else { "f" }), ""))
        }
        _ => None,
    }
}
