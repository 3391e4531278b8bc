//! The built-in names that new text may use.

/// Names of the language that new text may use, except those of matrices.
const VOCABULARY: [&str; 12] = ["u32", "i32", "f32", "f16", "vec2", "vec3", "vec4", "array", "bitcast", "min", "atomic", "unpack2x16float"];

pub(super) fn is_vocabulary(name: &str) -> bool {
    VOCABULARY.contains(&name) || is_matrix(name)
}

/// `mat2x3`, and its aliases `mat2x3f` and `mat2x3h`.
fn is_matrix(name: &str) -> bool {
    let Some(dimensions) = name.strip_prefix("mat") else { return false };
    matches!(dimensions.as_bytes(), [b'2'..=b'4', b'x', b'2'..=b'4'] | [b'2'..=b'4', b'x', b'2'..=b'4', b'f' | b'h'])
}
