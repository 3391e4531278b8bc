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
    without_arguments(segments(name).last().copied().unwrap_or(name))
}

/// Whether a struct with a full name is requested by a name that may lack outer namespaces, and generic arguments:
/// `view::Uniforms` for `app::view::Uniforms<f32>`.
pub(crate) fn ends_with(full: &str, requested: &str, is_equal: impl Fn(&str, &str) -> bool) -> bool {
    let full = without_layouts(full);
    let (full, requested) = (segments(&full), segments(requested));
    let is_same = |found: &str, requested: &str| is_equal(found, requested) || is_equal(without_arguments(found), requested);
    full.len() >= requested.len() && full.iter().rev().zip(requested.iter().rev()).all(|(found, requested)| is_same(found, requested))
}

fn without_arguments(segment: &str) -> &str {
    segment.split('<').next().unwrap_or(segment)
}

/// The segments of a qualified name, separated by `::`, or by `.` in Zig; those in generic arguments are not split.
fn segments(name: &str) -> Vec<&str> {
    let (mut segments, mut start, mut depth) = (Vec::new(), 0, 0usize);
    let mut last = None;
    for (index, letter) in name.char_indices() {
        match letter {
            '<' | '(' | '{' => depth += 1,
            // The arrow of a function type in Rust closes nothing.
            '>' if last == Some('-') => {}
            '>' | ')' | '}' => depth = depth.saturating_sub(1),
            ':' | '.' if depth == 0 => {
                segments.extend(Some(&name[start..index]).filter(|segment| !segment.is_empty()));
                start = index + 1;
            }
            _ => {}
        }
        last = Some(letter);
    }
    segments.extend(Some(&name[start..]).filter(|segment| !segment.is_empty()));
    segments
}

/// A qualified name without the inline namespaces of structs that `padstone emit cpp` wrote: `app::Light` for `app::layout_1f2e3d4c::Light`.
pub(crate) fn without_layouts(name: &str) -> String {
    let is_layout = |part: &str| {
        let digits = part.strip_prefix("layout_").unwrap_or_default();
        digits.len() == 8 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    };
    name.split("::").filter(|part| !is_layout(part)).collect::<Vec<_>>().join("::")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_lack_outer_namespaces() {
        let check = |full: &str, requested: &str, expected: bool| {
            assert_eq!(ends_with(full, requested, |left, right| left == right), expected, "{full} {requested}");
        };
        check("a::b::Dup", "Dup", true);
        check("a::b::Dup", "b::Dup", true);
        check("a::b::Dup", "c::Dup", false);
        check("Dup", "b::Dup", false);
        check("app::layout_1f2e3d4c::Light", "app::Light", true);
        check("app::Uniforms<f32>", "Uniforms", true);
        check("app::Uniforms<f32>", "Uniforms<f32>", true);
        check("app::Uniforms<f32>", "Uniforms<f64>", false);
        check("app::Outer<std::array<int, 2>>::Inner", "Inner", true);
        check("app::Outer<std::array<int, 2>>::Inner", "array<int, 2>", false);
        check("app::Call<fn(u8) -> u8>::Inner", "Call::Inner", true);
        check("root.app.Camera", "app.Camera", true);
        assert_eq!(["app::Outer<int>::Inner", "Light<a::B>", "x.Y"].map(last), ["Inner", "Light", "Y"]);
    }
}
