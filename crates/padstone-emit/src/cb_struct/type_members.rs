//! The names of the members of structs, which hide the constants of buffers in methods: those that the text declares, and those of the structs of
//! the module, whose bases may be in other files.

use std::collections::{HashMap, HashSet};

use padstone_model::{FieldRole, Module, Type};

use super::tokens::{ShaderToken, ShaderTokenKind};

/// The members and bases of one type.
#[derive(Default)]
struct Members<'t> {
    names: HashSet<&'t str>,
    /// The bases, each with the qualified name of the scope of its name.
    bases: HashSet<(String, String)>,
}

/// The members of all types, by the qualified name of the type.
#[derive(Default)]
pub(super) struct TypeMembers<'t> {
    types: HashMap<String, Members<'t>>,
    /// The qualified names of namespaces and enums.
    other_scopes: HashSet<String>,
    /// The unqualified names of types.
    type_names: HashSet<&'t str>,
}

impl<'t> TypeMembers<'t> {
    /// The fields of the structs of a module.
    pub(super) fn of_module(module: &'t Module) -> Self {
        let mut types = TypeMembers::default();
        for (_, declared) in module.structs.iter() {
            let path = without_arguments(module.name(declared.name));
            types.type_names.insert(path.rsplit("::").next().unwrap_or(path));
            let members = types.types.entry(path.to_owned()).or_default();
            for field in &declared.fields {
                match (field.role, module.types[field.ty]) {
                    (FieldRole::Base, Type::Struct(base)) => {
                        let base = without_arguments(module.name(module.structs[base].name)).to_owned();
                        members.bases.insert((String::new(), base));
                    }
                    _ => _ = members.names.insert(module.name(field.name)),
                }
            }
        }
        types
    }

    /// Adds the namespaces of a text, and the fields, methods and bases of the types that it declares.
    pub(super) fn add(&mut self, text: &'t str, tokens: &[ShaderToken]) {
        // The names of the scopes that braces open, and the index of the `{` of the next one.
        let (mut scopes, mut next): (Vec<Option<String>>, Option<(usize, String)>) = (Vec::new(), None);
        for (index, token) in tokens.iter().enumerate() {
            match token.kind {
                ShaderTokenKind::Mark(b'{') => {
                    scopes.push(next.take_if(|(open, _)| *open == index).map(|(_, name)| name));
                }
                ShaderTokenKind::Mark(b'}') => _ = scopes.pop(),
                ShaderTokenKind::Word => {
                    let outer = scopes.iter().flatten().map(String::as_str).collect::<Vec<_>>().join("::");
                    next = self.declaration(text, tokens, index, &outer).or(next);
                }
                _ => {}
            }
        }
    }

    /// Adds the declaration that starts at an index, if it is one of a scope or type. Returns the index of its `{` and its name.
    fn declaration(&mut self, text: &'t str, tokens: &[ShaderToken], index: usize, outer: &str) -> Option<(usize, String)> {
        let keyword = tokens[index].word(text);
        match keyword {
            "namespace" | "enum" => {
                let words = tokens[index + 1..].iter().take_while(|token| token.kind == ShaderTokenKind::Word || token.is(b':'));
                let count = words.clone().count();
                let names: Vec<&'t str> =
                    words.map(|token| token.word(text)).filter(|word| !matches!(*word, "" | "class" | "struct")).collect();
                // `enum E : uint {`
                let names = if keyword == "enum" { names.get(..1)? } else { names.as_slice() };
                self.other_scopes.insert(joined(outer, &names.join("::")));
                self.type_names.extend(names.iter().filter(|_| keyword == "enum"));
                (keyword == "namespace").then(|| (index + 1 + count, names.join("::")))
            }
            "typedef" => {
                let name = tokens[index..].iter().take_while(|token| !token.is(b';') && !token.is(b'[')).last()?;
                self.type_names.insert(name.word(text));
                None
            }
            "typename" | "using" => {
                self.type_names.insert(tokens.get(index + 1)?.word(text));
                None
            }
            _ if is_type_word(keyword) => {
                self.type_names.insert(tokens.get(index + 1)?.word(text));
                let (name, open) = declared_type(text, tokens, index)?;
                let members = self.types.entry(joined(outer, name)).or_default();
                members.bases.extend(bases(text, &tokens[index + 2..open]).map(|base| (outer.to_owned(), base)));
                members.names.extend(declared_names(text, &tokens[open + 1..]));
                Some((open, name.to_owned()))
            }
            _ => None,
        }
    }

    /// Whether a name is that of a type, in any scope.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.type_names.contains(name)
    }

    /// Whether a qualified name is that of a namespace or type.
    pub(super) fn is_scope(&self, path: &str) -> bool {
        self.other_scopes.contains(path) || self.types.contains_key(path)
    }

    /// The names that are in scope in the braces that open at an index in the scope `outer`, because the braces are the body of a type, or of a method
    /// that is defined outside its type: `float K::r() {`.
    pub(super) fn in_scope(&self, text: &str, tokens: &[ShaderToken], open: usize, outer: &str) -> HashSet<&'t str> {
        let mut names = HashSet::new();
        let mut pending: Vec<(String, String)> =
            type_of_body(text, tokens, open).map(|name| (outer.to_owned(), name)).into_iter().collect();
        let mut seen = HashSet::new();
        while let Some((outer, name)) = pending.pop() {
            if let Some((path, members)) = self.find(&outer, &name)
                && seen.insert(path)
            {
                names.extend(&members.names);
                pending.extend(members.bases.iter().cloned());
            }
        }
        names
    }

    /// The type with a name in a scope or those around it.
    fn find(&self, mut outer: &str, name: &str) -> Option<(String, &Members<'t>)> {
        loop {
            let path = joined(outer, name);
            if let Some(members) = self.types.get(&path) {
                return Some((path, members));
            }
            if outer.is_empty() {
                return None;
            }
            outer = outer.rsplit_once("::").map_or("", |(outer, _)| outer);
        }
    }
}

/// A name in a scope.
pub(super) fn joined(outer: &str, name: &str) -> String {
    if outer.is_empty() { name.to_owned() } else { format!("{outer}::{name}") }
}

/// `N::Q` of `N::Q<float>`.
fn without_arguments(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}

pub(super) fn is_type_word(word: &str) -> bool {
    matches!(word, "struct" | "class" | "interface" | "extension")
}

/// The name of the type whose declaration starts at an index, and the index of the `{` of its body; `None` if it has no body.
fn declared_type<'t>(text: &'t str, tokens: &[ShaderToken], start: usize) -> Option<(&'t str, usize)> {
    let name = tokens.get(start + 1)?.word(text);
    let is_end = |token: &ShaderToken| [b'{', b';', b'(', b')', b'='].iter().any(|mark| token.is(*mark));
    let open = start + 2 + tokens.get(start + 2..)?.iter().position(is_end)?;
    (!name.is_empty() && tokens[open].is(b'{')).then_some((name, open))
}

/// The bases between the name of a type and its `{`: `: N::B<float>, I`.
fn bases<'t>(text: &'t str, head: &[ShaderToken]) -> impl Iterator<Item = String> + use<'t> {
    let (mut bases, mut depth) = (vec![String::new()], 0_usize);
    for token in head {
        match token.kind {
            ShaderTokenKind::Mark(b'<') => depth += 1,
            ShaderTokenKind::Mark(b'>') => depth = depth.saturating_sub(1),
            ShaderTokenKind::Mark(b',') if depth == 0 => bases.push(String::new()),
            ShaderTokenKind::Word if depth == 0 => {
                if let Some(base) = bases.last_mut() {
                    *base = joined(base, token.word(text));
                }
            }
            _ => {}
        }
    }
    bases.into_iter().filter(|base| !base.is_empty())
}

/// The names that declarations directly in a body declare: words before `;`, `,`, `=`, `[`, `(`, `:` or `{` that follow another word or a `>`.
fn declared_names<'t>(text: &'t str, body: &[ShaderToken]) -> Vec<&'t str> {
    let (mut names, mut depth) = (Vec::new(), 0_usize);
    for (index, token) in body.iter().enumerate() {
        match token.kind {
            ShaderTokenKind::Mark(b'{' | b'(' | b'[') => depth += 1,
            ShaderTokenKind::Mark(b'}') if depth == 0 => break,
            ShaderTokenKind::Mark(b'}' | b')' | b']') => depth = depth.saturating_sub(1),
            ShaderTokenKind::Word if depth == 0 => {
                let follows = index.checked_sub(1).is_some_and(|before| {
                    let before = &body[before];
                    before.kind == ShaderTokenKind::Word || before.is(b'>') || before.is(b',') || before.is(b'}')
                });
                let ends = body.get(index + 1).is_some_and(|next| b";,=[(:{".iter().any(|mark| next.is(*mark)));
                if follows && ends {
                    names.push(token.word(text));
                }
            }
            _ => {}
        }
    }
    names
}

/// The name of the type whose members are in scope in the braces that open at an index.
fn type_of_body(text: &str, tokens: &[ShaderToken], open: usize) -> Option<String> {
    let is_end = |token: &ShaderToken| [b'{', b';', b'}'].iter().any(|mark| token.is(*mark));
    let start = tokens[..open].iter().rposition(is_end).map_or(0, |end| end + 1);
    let head = &tokens[start..open];
    if let Some(keyword) = head.iter().rposition(|token| is_type_word(token.word(text)))
        && let Some((name, found)) = declared_type(text, tokens, start + keyword)
        && found == open
    {
        return Some(name.to_owned());
    }
    // `N`, `::`, `K`, `<`, `T`, `>`, `::`, `r`, `(`
    let is_operator = |token: &ShaderToken| token.word(text) == "operator";
    let parenthesis = head.iter().position(|token| token.is(b'('))?;
    let mut position = head.iter().position(is_operator).or(parenthesis.checked_sub(1))?;
    let mut path = Vec::new();
    while position >= 3 && head[position - 1].is(b':') && head[position - 2].is(b':') {
        position = before_arguments(head, position - 3)?;
        path.push(head[position].word(text));
    }
    path.reverse();
    (!path.is_empty()).then(|| path.join("::"))
}

/// The index of the name whose template arguments end at an index; the index itself if no `>` is there.
fn before_arguments(head: &[ShaderToken], end: usize) -> Option<usize> {
    let (mut position, mut depth) = (end, 0_usize);
    loop {
        match head[position].kind {
            ShaderTokenKind::Mark(b'>') => depth += 1,
            ShaderTokenKind::Mark(b'<') => depth = depth.saturating_sub(1),
            _ if depth == 0 => return Some(position),
            _ => {}
        }
        position = position.checked_sub(1)?;
    }
}
