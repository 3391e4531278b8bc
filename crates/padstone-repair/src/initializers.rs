//! The structs that code initializes by position: `S(1.0, v)`, `S s = { 1.0, v }`. Another order, number or type of their members would give values
//! to other members, which compilers of HLSL and Slang accept.

use padstone_read::Unit;
use padstone_read::model::{Module, Struct, StructKind, Type, TypeId};
use rustc_hash::FxHashSet;

use crate::snapshot::Snapshot;
use crate::text::masked;

/// The structs of one unit: their names, and all declarations and instances with these names.
struct InitializedInUnit {
    names: FxHashSet<String>,
    members: Vec<Members>,
}

/// The name of a struct, and the names and types of its members.
type Members = (String, Vec<(String, String)>);

/// These structs of each unit.
pub(crate) struct InitializedStructs(Vec<InitializedInUnit>);

impl InitializedStructs {
    pub(crate) fn of(state: &Snapshot) -> InitializedStructs {
        let of_unit = |unit: &Unit| {
            let names = initialized(unit);
            InitializedInUnit { members: members_of(&unit.module, &names), names }
        };
        InitializedStructs(state.units.iter().map(of_unit).collect())
    }

    /// Whether all of them have the same members after a change.
    pub(crate) fn keep_members(&self, changed: &Snapshot) -> bool {
        self.0.iter().zip(&changed.units).all(|(known, unit)| members_of(&unit.module, &known.names) == known.members)
    }
}

/// The members of the structs with these names, in the order of the structs' names.
fn members_of(module: &Module, names: &FxHashSet<String>) -> Vec<Members> {
    if names.is_empty() {
        return Vec::new();
    }
    let structs = declared(module).filter(|found| names.contains(base_name(module.name(found.name))));
    let mut found: Vec<Members> = structs
        .map(|found| {
            let members = found.fields.iter().map(|field| (module.name(field.name).to_owned(), module.type_name(field.ty).to_string()));
            (module.name(found.name).to_owned(), members.collect())
        })
        .collect();
    found.sort_unstable();
    found
}

/// The structs of the source, without the members of buffers.
fn declared(module: &Module) -> impl Iterator<Item = &Struct> {
    let is_declared = |found: &&Struct| matches!(found.kind, StructKind::Declared | StructKind::Instance);
    module.structs.iter().map(|(_, found)| found).filter(is_declared)
}

/// `Box` of `N::Box<float>`.
fn base_name(name: &str) -> &str {
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name)
}

/// The names of the structs that code initializes, and of the structs inside them: an initializer list may contain their values.
fn initialized(unit: &Unit) -> FxHashSet<String> {
    let module = &unit.module;
    let mut names: FxHashSet<String> = FxHashSet::default();
    let declared: FxHashSet<&str> = declared(module).map(|found| base_name(module.name(found.name))).collect();
    for (_, file) in unit.sources.files() {
        let code = masked(&file.text, module.language);
        add_initialized(&String::from_utf8_lossy(&code), &declared, &mut names);
    }
    // A type refers only to types before it, so the containing structs come last.
    for (_, outer) in module.structs.iter().collect::<Vec<_>>().into_iter().rev() {
        if names.contains(base_name(module.name(outer.name))) {
            names.extend(outer.fields.iter().filter_map(|field| inner(module, field.ty)));
        }
    }
    names
}

fn inner(module: &Module, ty: TypeId) -> Option<String> {
    match module.types[module.types.peel_arrays(ty)] {
        Type::Struct(id) => Some(base_name(module.name(module.structs[id].name)).to_owned()),
        _ => None,
    }
}

/// Finds `S(value`, `S{value` and `S name[] = {value` in code without comments.
fn add_initialized(code: &str, declared: &FxHashSet<&str>, names: &mut FxHashSet<String>) {
    let mut preceding = "";
    let mut rest = code;
    while let Some((token, after)) = token(rest) {
        rest = after;
        let is_type = declared.contains(token) && !matches!(preceding, "struct" | "class" | ":" | "extension" | "interface");
        if is_type && !names.contains(token) && is_initialized(skip_arguments(after)) {
            names.insert(token.to_owned());
        }
        preceding = token;
    }
}

/// Whether a type is followed by values, or by a variable that is initialized with a list of them.
fn is_initialized(after: &str) -> bool {
    let Some((first, mut rest)) = token(after) else { return false };
    match first {
        "(" | "{" => return !matches!(token(rest), Some((")" | "}", _)) | None),
        "[" => return is_initialized(&rest[rest.find(']').map_or(rest.len(), |end| end + 1)..]),
        _ if !first.starts_with(is_name) => return false,
        _ => {}
    }
    while let Some((next, after)) = token(rest) {
        rest = after;
        match next {
            "[" => rest = &rest[rest.find(']').map_or(rest.len(), |end| end + 1)..],
            "=" => return matches!(token(rest), Some(("{", values)) if !matches!(token(values), Some(("}", _)) | None)),
            _ => return false,
        }
    }
    false
}

/// Skips the arguments of a template: `<float, 4>`.
fn skip_arguments(code: &str) -> &str {
    match token(code) {
        Some(("<", after)) => after.find(['>', ';', '{']).map_or(code, |end| after[end..].trim_start_matches('>')),
        _ => code,
    }
}

/// The first name, number or other character of a text, and what follows.
fn token(code: &str) -> Option<(&str, &str)> {
    let code = code.trim_start();
    let first = code.chars().next()?;
    let length = if is_name(first) { code.find(|c| !is_name(c)).unwrap_or(code.len()) } else { first.len_utf8() };
    Some(code.split_at(length))
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initializers_by_position_are_found() {
        let check = |code: &str, expected: bool| {
            let mut names = FxHashSet::default();
            add_initialized(code, &FxHashSet::from_iter(["S"]), &mut names);
            assert_eq!(names.contains("S"), expected, "{code}");
        };
        for code in [
            "return S(1.0, v);",
            "S s = { 1.0, v };",
            "const S s[2] = {{1, 2}, {3, 4}};",
            "S[2] s = { a, b };",
            "S[](a, b)",
            "S<float> s = { 1.0 };",
            "f(S{1.0});",
        ] {
            check(code, true);
        }
        for code in [
            "struct S { float a; };",
            "struct D : S { float b; };",
            "S s = (S)0;",
            "S s = {};",
            "S make() { return s; }",
            "S s = other;",
            "S s, t;",
            "S();",
        ] {
            check(code, false);
        }
    }
}
