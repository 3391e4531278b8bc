//! Names of members in two languages.

/// Whether two member names are equal apart from case, underscores and member prefixes.
///
/// ```
/// use padstone_host::same_name;
/// assert!(same_name("m_worldMatrix", "world_matrix") && same_name("uTime_", "u_time") && same_name("Eye", "eye"));
/// assert!(!same_name("near", "nearest"));
/// ```
pub fn same_name(left: &str, right: &str) -> bool {
    bare_name(left) == bare_name(right)
}

/// The normalized name: `worldmatrix` for `m_worldMatrix`.
fn bare_name(name: &str) -> String {
    let name = name.trim_matches('_');
    let stripped = ["m_", "g_", "u_", "s_", "r#"].into_iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    // A prefix of one letter before a capital: `mWorld`, `uTime`.
    let mut letters = stripped.chars();
    let stripped = match (letters.next(), letters.next()) {
        (Some('m' | 'g' | 'u'), Some(second)) if second.is_ascii_uppercase() => &stripped[1..],
        _ => stripped,
    };
    stripped.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}

/// The last segment of a qualified name, without arguments: `Uniforms` for `app::Uniforms<f32>`.
pub(crate) fn last(name: &str) -> &str {
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().and_then(|name| name.rsplit('.').next()).unwrap_or(name)
}

/// A qualified name without the inline namespaces of structs that `padstone emit cpp` wrote: `app::Light` for `app::layout_1f2e3d4c::Light`.
pub(crate) fn without_layouts(name: &str) -> String {
    let is_layout = |part: &str| {
        let digits = part.strip_prefix("layout_").unwrap_or_default();
        digits.len() == 8 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    };
    name.split("::").filter(|part| !is_layout(part)).collect::<Vec<_>>().join("::")
}
