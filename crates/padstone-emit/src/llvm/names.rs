//! Names in the style of LLVM and clang 22.

use std::collections::{HashMap, HashSet};
use std::fmt;

/// Returns unique names. A name in use gets a dot and the next number of a shared counter, as in LLVM: `S`, `anon`, `anon.0`, `S.1`.
pub(super) struct UniqueNames {
    taken: HashSet<String>,
    next: u64,
}

impl UniqueNames {
    /// For types: LLVM numbers them from 0.
    pub(super) fn types() -> Self {
        UniqueNames { taken: HashSet::new(), next: 0 }
    }

    /// For globals and functions: LLVM numbers them from 1.
    pub(super) fn values() -> Self {
        UniqueNames { taken: HashSet::new(), next: 1 }
    }

    /// The name itself, or the first free one with a number.
    pub(super) fn take(&mut self, requested: &str) -> String {
        let mut name = requested.to_owned();
        while !self.taken.insert(name.clone()) {
            name = format!("{requested}.{}", self.next);
            self.next += 1;
        }
        name
    }
}

/// The names of the records that clang creates for buffers, with suffixes `_1`, `_2`, … that are unique in each scope.
pub(super) struct RecordNames {
    taken: HashSet<String>,
    /// The first number to try for each name: smaller ones are in use.
    next: HashMap<String, u64>,
}

impl RecordNames {
    /// The scope of these names.
    pub(super) fn new(declared: impl Iterator<Item = String>) -> Self {
        RecordNames { taken: declared.collect(), next: HashMap::new() }
    }

    /// `N::__cblayout_C` for `N::C`; an unnamed struct counts as `anon`.
    pub(super) fn take(&mut self, qualified: &str) -> String {
        let requested = layout_record(qualified);
        if self.taken.insert(requested.clone()) {
            return requested;
        }
        let next = self.next.entry(requested.clone()).or_insert(1);
        loop {
            let name = format!("{requested}_{next}");
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// The name of clang's record of a struct without some of its members.
pub(super) fn layout_record(qualified: &str) -> String {
    let (scope, name) = split_scope(qualified);
    format!("{scope}__cblayout_{}", if name.is_empty() { "anon" } else { without_arguments(name) })
}

/// The name of a struct in clang: its qualified name without its own template arguments, `anon` if it has no name.
pub(super) fn struct_name(qualified: &str) -> &str {
    if qualified.is_empty() { "anon" } else { without_arguments(qualified) }
}

/// The mangled name of a variable with that qualified name (Itanium C++ ABI 5.1.2, nested names).
pub(super) fn mangled(qualified: &str) -> String {
    if !qualified.contains("::") {
        return qualified.to_owned();
    }
    let parts = qualified.split("::").map(|part| format!("{}{part}", part.len()));
    format!("_ZN{}E", parts.collect::<String>())
}

/// `("N::M::", "S")` of `N::M::S`; the text between `<` and `>` is not a scope.
pub(super) fn split_scope(qualified: &str) -> (&str, &str) {
    let mut depth = 0usize;
    let mut start = 0;
    for (index, byte) in qualified.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            b':' if depth == 0 => start = index + 1,
            _ => {}
        }
    }
    qualified.split_at(start)
}

fn without_arguments(qualified: &str) -> &str {
    let (scope, name) = split_scope(qualified);
    let name = name.find('<').map_or(name, |position| &name[..position]);
    &qualified[..scope.len() + name.len()]
}

/// A name in LLVM text: in quotation marks if it contains characters other than letters, digits, `-`, `.` and `_`, or begins with a digit.
pub(super) struct Quoted<'n>(pub(super) &'n str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain_byte = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        if self.0.bytes().all(is_plain_byte) && self.0.bytes().next().is_some_and(|first| !first.is_ascii_digit()) {
            return f.write_str(self.0);
        }
        write!(f, "\"{}\"", EscapedString(self.0))
    }
}

/// Text between quotation marks: nonprintable bytes, quotation marks and backslashes become `\XX`.
pub(super) struct EscapedString<'n>(pub(super) &'n str);

impl fmt::Display for EscapedString<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.bytes().try_for_each(|byte| match byte {
            b'"' | b'\\' => write!(f, "\\{byte:02X}"),
            b' '..=b'~' => write!(f, "{}", byte as char),
            _ => write!(f, "\\{byte:02X}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_clang() {
        let check = |qualified: &str, is_plain_byte: &str, record: &str| {
            assert_eq!(struct_name(qualified), is_plain_byte);
            assert_eq!(layout_record(qualified), record);
        };
        check("S", "S", "__cblayout_S");
        check("N::M::S", "N::M::S", "N::M::__cblayout_S");
        check("", "anon", "__cblayout_anon");
        check("Pair<float3>", "Pair", "__cblayout_Pair");
        check("N::Pair<M::Q>", "N::Pair", "N::__cblayout_Pair");
        check("Pair<M::Q>::Inner", "Pair<M::Q>::Inner", "Pair<M::Q>::__cblayout_Inner");
        assert_eq!(mangled("a"), "a");
        assert_eq!(mangled("A::B2::inner"), "_ZN1A2B25innerE");
        assert_eq!(Quoted("__cblayout_$Globals").to_string(), "\"__cblayout_$Globals\"");
        assert_eq!(Quoted("a\u{e9}\"").to_string(), "\"a\\C3\\A9\\22\"");
    }

    #[test]
    fn all_names_share_one_sequence_of_suffixes() {
        let mut types = UniqueNames::types();
        let names = ["anon", "anon", "P", "P", "anon"].map(|name| types.take(name));
        assert_eq!(names, ["anon", "anon.0", "P", "P.1", "anon.2"]);
        let mut records = RecordNames::new(["__cblayout_C".to_owned()].into_iter());
        assert_eq!([records.take("C"), records.take("C"), records.take("N::C")], ["__cblayout_C_1", "__cblayout_C_2", "N::__cblayout_C"]);
    }
}
