//! The structs that code initializes or converts by position: `S(1.0, v)`, `S s = { 1.0, v }`, `(S)t`, `(float[4])s`. Another order, number or type of their members would give values
//! to other members, which compilers of HLSL and Slang accept.

use padstone_read::Unit;
use padstone_read::model::{Module, Struct, StructKind, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::snapshot::Snapshot;
use crate::text::without_comments;

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

    /// The name of one that has other members after a change.
    pub(crate) fn first_changed(&self, changed: &Snapshot) -> Option<String> {
        self.0.iter().zip(&changed.units).find_map(|(known, unit)| {
            let members = members_of(&unit.module, &known.names);
            let mut all = known.members.iter().chain(&members);
            all.find(|one| known.members.contains(one) != members.contains(one)).map(|(name, _)| name.clone())
        })
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
    let declared: FxHashSet<&str> = declared(module).map(|found| base_name(module.name(found.name))).collect();
    let texts: Vec<Vec<u8>> = unit.sources.files().map(|(_, file)| without_comments(&file.text)).collect();
    let texts: Vec<_> = texts.iter().map(|text| String::from_utf8_lossy(text)).collect();
    let files: Vec<Vec<&str>> = texts.iter().map(|text| tokens(text)).collect();
    let mut names = initialized_in(&files, &declared);
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

/// The structs that `S(value` or an initializer list initializes in files without comments, directly or by another name of their type. A list of an
/// unknown type may initialize each of them.
fn initialized_in(files: &[Vec<&str>], declared: &FxHashSet<&str>) -> FxHashSet<String> {
    let mut types: FxHashMap<&str, Vec<&str>> = declared.iter().map(|name| (*name, vec![*name])).collect();
    // An alias may precede the struct that it names, in another file.
    for _ in 0..2 {
        files.iter().for_each(|tokens| add_aliases(tokens, &mut types));
    }
    let variables = variables_of(files, &types);
    let mut names: FxHashSet<&str> = FxHashSet::default();
    for tokens in files {
        let mut brackets: Vec<&str> = Vec::new();
        for (index, &token) in tokens.iter().enumerate() {
            if let Some((target, operand)) = conversion(tokens, index) {
                names.extend(types.get(target).into_iter().chain(variables.get(operand)).flatten());
            }
            // `float all[8] = { s }`.
            if brackets.last() == Some(&"{")
                && matches!(tokens[index - 1], "{" | ",")
                && matches!(tokens.get(index + 1), Some(&("," | "}" | "[")))
            {
                names.extend(variables.get(token).into_iter().flatten());
            }
            let is_empty = matches!(tokens.get(index + 1), Some(&(")" | "}")) | None);
            match token {
                "(" | "{" if !is_empty => match list_type(tokens, index, brackets.last() == Some(&"(")) {
                    ListType::None => {}
                    ListType::Named(name) => match types.get(name) {
                        Some(structs) => names.extend(structs),
                        None if token == "(" || is_builtin(name) => {}
                        None => names.extend(declared),
                    },
                    ListType::Unknown => names.extend(declared),
                },
                _ => {}
            }
            match token {
                "(" | "{" | "[" => brackets.push(token),
                ")" | "}" | "]" => _ = brackets.pop(),
                _ => {}
            }
        }
    }
    names.into_iter().map(str::to_owned).collect()
}

/// The names of variables and parameters that are declared with these types, or arrays of them, with their structs.
fn variables_of<'t>(files: &[Vec<&'t str>], types: &FxHashMap<&'t str, Vec<&'t str>>) -> FxHashMap<&'t str, Vec<&'t str>> {
    let mut variables: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for pair in files.iter().flat_map(|tokens| tokens.windows(2)) {
        if let Some(structs) = types.get(pair[0])
            && is_word(pair[1])
        {
            variables.entry(pair[1]).or_default().extend(structs);
        }
    }
    variables
}

/// The type and the operand of a conversion that begins at a position: `(S)t`, `(float[4])s`. A conversion of 0 gives all members 0.
fn conversion<'t>(tokens: &[&'t str], open: usize) -> Option<(&'t str, &'t str)> {
    let (&"(", &target) = (tokens.get(open)?, tokens.get(open + 1)?) else { return None };
    let mut close = open + 2;
    while tokens.get(close) == Some(&"[") {
        close += 1 + tokens[close..].iter().position(|&token| token == "]")?;
    }
    let operand = *tokens.get(close + 1).filter(|_| tokens.get(close) == Some(&")"))?;
    // `(float)s.x` converts a member.
    let is_whole = is_word(operand) && tokens.get(close + 2) != Some(&".");
    (is_word(target) && (is_whole || operand == "(")).then_some((target, operand))
}

/// Adds the other names of types: `typedef S T;`, `typealias T = S;`, `using T = S;`, `#define T S`.
fn add_aliases<'t>(tokens: &[&'t str], types: &mut FxHashMap<&'t str, Vec<&'t str>>) {
    // An unfinished declaration ends where the next one begins.
    let is_end = |token: &&str| matches!(*token, ";" | "typedef" | "typealias" | "using");
    for (index, &word) in tokens.iter().enumerate() {
        let rest = &tokens[index + 1..];
        let end = match word {
            "typedef" | "typealias" | "using" => rest.iter().position(is_end).unwrap_or(rest.len()),
            _ => 0,
        };
        let (name, named) = match word {
            "typedef" => {
                match rest[..end].iter().rposition(|token| token.starts_with(is_name) && !token.starts_with(|c: char| c.is_ascii_digit())) {
                    Some(last) => (rest[last], &rest[..last]),
                    None => continue,
                }
            }
            "typealias" | "using" if end > 0 => (rest[0], &rest[1..end]),
            "define" if index > 0 && tokens[index - 1] == "#" && !rest.is_empty() => (rest[0], &rest[1..rest.len().min(8)]),
            _ => continue,
        };
        let structs: Vec<&str> = named.iter().filter_map(|token| types.get(token)).flatten().copied().collect();
        if !structs.is_empty() && !types.contains_key(name) {
            types.insert(name, structs);
        }
    }
}

/// The type of the values after a bracket.
#[derive(PartialEq, Eq, Debug)]
enum ListType<'t> {
    /// They do not initialize a variable or a value of a struct.
    None,
    Named(&'t str),
    Unknown,
}

/// The type that a `(` or `{` initializes.
fn list_type<'t>(tokens: &[&'t str], open: usize, is_argument: bool) -> ListType<'t> {
    let Some(before) = open.checked_sub(1) else { return ListType::None };
    // The name that ends at a position, without the arguments and dimensions after it, and its position.
    let name_at = |end: usize| -> Option<(usize, &'t str)> {
        let mut position = end;
        loop {
            let opening = match tokens[position] {
                "]" => "[",
                ">" => "<",
                word if is_word(word) => return Some((position, word)),
                _ => return None,
            };
            let closing = tokens[position];
            let mut depth = 0_usize;
            loop {
                depth = if tokens[position] == closing { depth + 1 } else { depth - usize::from(tokens[position] == opening) };
                if depth == 0 {
                    break;
                }
                position = position.checked_sub(1)?;
            }
            position = position.checked_sub(1)?;
        }
    };
    match (tokens[open], tokens[before]) {
        ("{", "return") => ListType::Unknown,
        ("{", _) if is_macro_body(tokens, before) => ListType::Unknown,
        ("{", "(") => ListType::Unknown,
        ("{", ",") if is_argument => ListType::Unknown,
        ("{", "=") => {
            let Some((variable, name)) = before.checked_sub(1).and_then(name_at) else { return ListType::Unknown };
            match variable.checked_sub(1).map(|type_end| (type_end, tokens[type_end])) {
                // `let s : S = {`.
                Some((_, ":")) => ListType::Named(name),
                Some((type_end, token)) if is_word(token) || matches!(token, ">" | "]") => {
                    name_at(type_end).map_or(ListType::Unknown, |(_, name)| ListType::Named(name))
                }
                _ => ListType::Unknown,
            }
        }
        // `S(value`, `S[2](value`, `S{value`; not the declaration `struct S {`, or a function that returns an `S`.
        _ => match name_at(before) {
            Some((position, name)) => {
                let preceding = position.checked_sub(1).map_or("", |before| tokens[before]);
                let is_declared =
                    matches!(preceding, "struct" | "class" | ":" | "extension" | "interface" | "enum" | "cbuffer" | "tbuffer");
                if is_declared || tokens[open] == "{" && !is_value_position(preceding) { ListType::None } else { ListType::Named(name) }
            }
            None => ListType::None,
        },
    }
}

/// Whether a bracket after a position begins the body of a macro: `#define DEFAULT {`, `#define PAIR(a, b) {`.
fn is_macro_body(tokens: &[&str], before: usize) -> bool {
    let name = match tokens[before] {
        ")" => tokens[..before].iter().rposition(|&token| token == "(").and_then(|open| open.checked_sub(1)),
        _ => Some(before),
    };
    name.and_then(|name| name.checked_sub(1)).is_some_and(|define| tokens[define] == "define")
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| is_name(c) && !c.is_ascii_digit())
}

/// Whether an expression may follow a token.
fn is_value_position(preceding: &str) -> bool {
    matches!(preceding, "=" | "(" | "," | "return" | "?" | ":" | "[" | "+" | "-" | "*" | "/")
}

/// Whether a type is a scalar, a vector or a matrix of the language: `float3x4`, `uint64_t`, `ivec2`.
fn is_builtin(name: &str) -> bool {
    const NAMES: [&str; 34] = [
        "float",
        "half",
        "double",
        "int",
        "uint",
        "bool",
        "dword",
        "long",
        "short",
        "char",
        "min16float",
        "min10float",
        "min16int",
        "min12int",
        "min16uint",
        "int8_t",
        "uint8_t",
        "int16_t",
        "uint16_t",
        "int32_t",
        "uint32_t",
        "int64_t",
        "uint64_t",
        "float16_t",
        "float32_t",
        "float64_t",
        "vec",
        "ivec",
        "uvec",
        "bvec",
        "dvec",
        "mat",
        "vector",
        "matrix",
    ];
    let is_dimension = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || c == 'x');
    NAMES.iter().any(|builtin| name.strip_prefix(builtin).is_some_and(is_dimension))
}

/// The names, numbers and other characters of a text.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((token, after)) = token(rest) {
        found.push(token);
        rest = after;
    }
    found
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
            let names = initialized_in(&[tokens(code)], &FxHashSet::from_iter(["S"]));
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
            "typedef S T; static const T k = { 1.0, v };",
            "typedef S T; return T(1.0, v);",
            "typealias T = S; let k = T(1.0, v);",
            "#define T S\nT k = { 1.0, v };",
            "let s : S = { 1.0, v };",
            "S make() { return { 1.0, v }; }",
            "f({ 1.0, v });",
            "f(a, { 1.0, v });",
            "s = { 1.0, v };",
            "s.inner = { 1.0, v };",
            "static const struct S { float a; float b; } k = { 1.0, v };",
            "var s = { 1.0, v };",
            "Other k = { 1.0, v };",
            "#define DEFAULT { 1.0, v }\nS k = DEFAULT;",
            "#define PAIR(a, b) { a, b }\nS k = PAIR(1.0, v);",
            "float f(S s = { 1.0, v }) { return 1; }",
            "S s = (S)t;",
            "S s = (S)(t);",
            "float f(S s) { float all[4] = (float[4])s; }",
            "float f(S s) { float all[4] = { s }; }",
            "float f(S s[2]) { float all[8] = { s[0], s[1] }; }",
        ] {
            check(code, true);
        }
        for code in [
            "struct S { float a; };",
            "struct D : S { float b; };",
            "S s = (S)0;",
            "float f(S s) { float x = (float)s.a; float y[2] = { s.a, x }; }",
            "float f(float t) { float all[2] = (float[2])t; }",
            "S s = {};",
            "S make() { return s; }",
            "S s = other;",
            "S s, t;",
            "S();",
            "static const float3x3 m = { 1, 2, 3 }; float w[2] = { 1, 2 };",
            "vector<float, 3> v = { 1, 2, 3 };",
            "cbuffer C { S s; } if (a) { b; } else { c; } do { d; } while (e);",
            "enum E { A, B }; float4 f() : SV_Target { return float4(1, 2, 3, 4); }",
            "SamplerState s { Filter = 1; };",
        ] {
            check(code, false);
        }
    }
}
