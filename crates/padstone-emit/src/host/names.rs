//! Names that are valid in a host language.

use std::collections::{HashMap, HashSet};

use padstone_model::Scalar;

use super::reserved::Reserved;

/// Suffixes of a buffer's name in the names of its constants.
const CONSTANTS: [&str; 4] = ["SIZE", "STRIDE", "TAIL_OFFSET", "TAIL_STRIDE"];

/// Returns unique names that are not keywords of the language.
#[derive(Clone)]
pub(super) struct Names {
    reserved: Reserved,
    /// Whether names are those of types rather than of members.
    of_types: bool,
    /// The prefix of every name, in a language without namespaces.
    prefix: String,
    taken: HashSet<String>,
    /// Members of structs that look like constants: in C, constants are macros, which would replace them.
    like_constants: HashSet<String>,
    /// The next number to try after a name: each number is tried once.
    next: HashMap<String, u64>,
    paddings: u32,
}

impl Names {
    pub(super) fn new(reserved: Reserved, prefix: &str) -> Self {
        let (taken, next) = (HashSet::new(), HashMap::new());
        Names { reserved, of_types: true, prefix: prefix.to_owned(), taken, like_constants: HashSet::new(), next, paddings: 0 }
    }

    /// Keeps constants from having the name of one of these members.
    pub(super) fn avoid_members<'n>(&mut self, members: impl Iterator<Item = &'n str>) {
        let is_like_constant = |name: &&str| CONSTANTS.iter().any(|constant| name.ends_with(constant));
        self.like_constants.extend(members.filter(is_like_constant).map(str::to_owned));
    }

    /// The names of the members of one struct.
    pub(super) fn members(&self) -> Names {
        Names { of_types: false, ..Names::new(self.reserved, "") }
    }

    /// Reserves the names that accessors of members have and that other members have too: `get_a` and `set_a` for bit-fields in C++, `set_a` for
    /// arrays in TypeScript.
    pub(super) fn reserve_accessors<'n>(&mut self, members: impl Iterator<Item = &'n str> + Clone) {
        let accessed = |name: &'n str| name.strip_prefix("get_").or_else(|| name.strip_prefix("set_"));
        let accessed: HashSet<&str> = members.clone().filter_map(accessed).collect();
        if !accessed.is_empty() {
            self.taken
                .extend(members.filter(|name| accessed.contains(name)).flat_map(|name| [format!("get_{name}"), format!("set_{name}")]));
        }
    }

    pub(super) fn is_used(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// An identifier from a name: the name itself, or followed by `_` or a number.
    pub(super) fn take(&mut self, name: &str) -> String {
        let mut requested = identifier(name);
        if self.reserved.underscores && requested.starts_with("__") {
            requested = identifier(requested.trim_start_matches('_'));
        }
        requested.insert_str(0, &self.prefix);
        while self.reserved.has(&requested, self.of_types) {
            requested.push('_');
        }
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

    /// The same for a type with functions that are named after it: C has no methods, numpy's arrays cannot have any.
    pub(super) fn take_with_functions(&mut self, name: &str, suffixes: &[String]) -> String {
        loop {
            let taken = self.take(name);
            let functions: Vec<String> = suffixes.iter().map(|suffix| format!("{taken}_{suffix}")).collect();
            if !functions.iter().any(|function| self.taken.contains(function)) {
                self.taken.extend(functions);
                return taken;
            }
        }
    }

    /// A generated name without the prefix, as the start of another one.
    pub(super) fn without_prefix<'n>(&self, name: &'n str) -> &'n str {
        name.strip_prefix(&*self.prefix).unwrap_or(name)
    }

    /// The prefix of the constants of a type: its name in capitals, without the `_` that was added to a keyword (`view_` has `VIEW_SIZE`),
    /// followed by a number if the name of a constant is in use.
    pub(super) fn take_constants(&mut self, type_name: &str) -> String {
        let bare = type_name.strip_suffix('_').filter(|bare| self.reserved.has(bare, true)).unwrap_or(type_name);
        let requested = bare.to_ascii_uppercase();
        let mut stem = requested.clone();
        // No name has a space: these numbers are not those of `take`.
        let next = self.next.entry(format!("{requested} constants")).or_insert(1);
        loop {
            let names = CONSTANTS.map(|constant| format!("{stem}_{constant}"));
            if !names.iter().any(|name| self.taken.contains(name) || self.like_constants.contains(name)) {
                self.taken.extend(names);
                return stem;
            }
            stem = format!("{requested}_{next}");
            *next += 1;
        }
    }

    /// `_pad0`, `_pad1`, …
    pub(super) fn padding(&mut self) -> String {
        let name = format!("_pad{}", self.paddings);
        self.paddings += 1;
        self.take(&name)
    }
}

/// A name as an identifier: `N::Pair<float3>` becomes `N_Pair_float3`, `$Globals` becomes `Globals`.
pub(super) fn identifier(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => text.push(character),
            // These languages allow other letters in identifiers, but many keyboards lack them.
            other if other.is_alphanumeric() => text.push_str(&format!("u{:04x}", u32::from(other))),
            _ if text.is_empty() || text.ends_with('_') => {}
            _ => text.push('_'),
        }
    }
    if !name.ends_with('_') {
        text.truncate(text.trim_end_matches('_').len());
    }
    if text.is_empty() || text.starts_with(|first: char| first.is_ascii_digit()) {
        text.insert(0, '_');
    }
    text
}

/// A number in the name of a struct: `F32`.
pub(super) const fn number(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Int8 => "I8",
        Scalar::Uint8 => "U8",
        Scalar::Int16 => "I16",
        Scalar::Uint16 => "U16",
        Scalar::Int32 => "I32",
        Scalar::Int64 => "I64",
        Scalar::Uint64 => "U64",
        Scalar::Float16 => "F16",
        Scalar::Float32 => "F32",
        Scalar::Float64 => "F64",
        _ => "U32",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn reserved(words: &'static [&'static [&'static str]]) -> Reserved {
        Reserved { words, types: &[], underscores: true, macros: false }
    }

    #[test]
    fn names_become_identifiers() {
        let check = |name: &str, expected: &str| assert_eq!(identifier(name), expected, "{name}");
        check("Camera", "Camera");
        check("$Globals", "Globals");
        check("N::Pair<float3>", "N_Pair_float3");
        check("m_", "m_");
        check("2d", "_2d");
        check("größe", "gru00f6u00dfe");
        check("", "_");
    }

    #[test]
    fn every_name_is_unique() {
        let mut names = Names::new(reserved(&[&["type"]]), "");
        assert_eq!(["type", "a", "a", "a"].map(|name| names.take(name)), ["type_", "a", "a_1", "a_2"]);
        assert_eq!([names.padding(), names.padding()], ["_pad0", "_pad1"]);
    }

    #[test]
    fn functions_have_unique_names() {
        let mut names = Names::new(reserved(&[]), "");
        let suffixes = ["get_a".to_owned(), "set_a".to_owned()];
        assert_eq!(
            [names.take("S_get_a"), names.take_with_functions("S", &suffixes), names.take("S_1_set_a")],
            ["S_get_a", "S_1", "S_1_set_a_1"]
        );
    }

    /// Numbering continues after the last number: trying all of them each time would be quadratic.
    #[test]
    fn unique_names_take_linear_time() {
        let mut names = Names::new(reserved(&[]), "");
        let last = (0..300_000).map(|_| (names.take("bits"), names.take_constants("bits"))).last();
        assert_eq!(last, Some(("bits_299999".to_owned(), "BITS_299999".to_owned())));
    }

    #[test]
    fn constants_have_unique_names() {
        let mut names = Names::new(reserved(&[&["view"]]), "");
        let mut constants = |name: &str| {
            let name = names.take(name);
            let constants = names.take_constants(&name);
            (name, constants)
        };
        let mut check = |name, class: &str, stem: &str| assert_eq!(constants(name), (class.to_owned(), stem.to_owned()), "{name}");
        check("view", "view_", "VIEW");
        check("View", "View", "VIEW_1");
        check("light_", "light_", "LIGHT_");
        check("VIEW_SIZE", "VIEW_SIZE_1", "VIEW_SIZE_1");
        check("FOG_SIZE", "FOG_SIZE", "FOG_SIZE");
        check("fog", "fog", "FOG_1");
        check("a", "a", "A");
        // `A_TAIL_STRIDE` is a constant of `a`.
        check("a_tail", "a_tail", "A_TAIL_1");
    }
}
