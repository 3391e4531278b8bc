//! The names of the members of structs, which hide the constants of buffers in methods: those that the text declares, and those of the structs of
//! the module, whose bases may be in other files.

use std::collections::{HashMap, HashSet};

use padstone_model::{FieldRole, Module, Type};

use super::shader::{ShaderToken, ShaderTokenKind};

/// The members and bases of one type.
#[derive(Default)]
struct Members<'t> {
    names: HashSet<&'t str>,
    bases: HashSet<&'t str>,
}

/// The members of all types, by the unqualified name of the type.
#[derive(Default)]
pub(super) struct TypeMembers<'t> {
    types: HashMap<&'t str, Members<'t>>,
}

impl<'t> TypeMembers<'t> {
    /// The fields of the structs of a module.
    pub(super) fn of_module(module: &'t Module) -> Self {
        let mut types = TypeMembers::default();
        for (_, declared) in module.structs.iter() {
            let members = types.types.entry(unqualified(module.name(declared.name))).or_default();
            for field in &declared.fields {
                match (field.role, module.types[field.ty]) {
                    (FieldRole::Base, Type::Struct(base)) => _ = members.bases.insert(unqualified(module.name(module.structs[base].name))),
                    _ => _ = members.names.insert(module.name(field.name)),
                }
            }
        }
        types
    }

    /// Adds the fields, methods and bases of the types that a text declares.
    pub(super) fn add(&mut self, text: &'t str, tokens: &[ShaderToken]) {
        for (index, token) in tokens.iter().enumerate() {
            if !is_type_word(word(text, token)) {
                continue;
            }
            let Some((name, open)) = declared_type(text, tokens, index) else { continue };
            let members = self.types.entry(name).or_default();
            members.bases.extend(tokens[index + 2..open].iter().map(|token| word(text, token)).filter(|word| !word.is_empty()));
            members.names.extend(declared_names(text, &tokens[open + 1..]));
        }
    }

    /// The names that are in scope in the braces that open at an index, because the braces are the body of a type, or of a method that is
    /// defined outside its type: `float K::r() {`.
    pub(super) fn in_scope(&self, text: &str, tokens: &[ShaderToken], open: usize) -> HashSet<&'t str> {
        let mut names = HashSet::new();
        let mut pending: Vec<&str> = type_of_body(text, tokens, open).into_iter().collect();
        let mut seen = HashSet::new();
        while let Some(name) = pending.pop() {
            if let Some((&name, members)) = self.types.get_key_value(name)
                && seen.insert(name)
            {
                names.extend(&members.names);
                pending.extend(&members.bases);
            }
        }
        names
    }
}

fn word<'t>(text: &'t str, token: &ShaderToken) -> &'t str {
    if token.kind == ShaderTokenKind::Word { &text[token.range.clone()] } else { "" }
}

/// `Q` of `N::Q` and of `N::Q<float>`.
fn unqualified(name: &str) -> &str {
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name)
}

fn is_type_word(word: &str) -> bool {
    matches!(word, "struct" | "class" | "interface" | "extension")
}

/// The name of the type whose declaration starts at an index, and the index of the `{` of its body; `None` if it has no body.
fn declared_type<'t>(text: &'t str, tokens: &[ShaderToken], start: usize) -> Option<(&'t str, usize)> {
    let name = word(text, tokens.get(start + 1)?);
    let is_end = |token: &ShaderToken| [b'{', b';', b'(', b')', b'='].iter().any(|mark| token.is(*mark));
    let open = start + 2 + tokens.get(start + 2..)?.iter().position(is_end)?;
    (!name.is_empty() && tokens[open].is(b'{')).then_some((name, open))
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
                    names.push(word(text, token));
                }
            }
            _ => {}
        }
    }
    names
}

/// The name of the type whose members are in scope in the braces that open at an index.
fn type_of_body<'t>(text: &'t str, tokens: &[ShaderToken], open: usize) -> Option<&'t str> {
    let is_end = |token: &ShaderToken| [b'{', b';', b'}'].iter().any(|mark| token.is(*mark));
    let start = tokens[..open].iter().rposition(is_end).map_or(0, |end| end + 1);
    let head = &tokens[start..open];
    if let Some(keyword) = head.iter().position(|token| is_type_word(word(text, token)))
        && let Some((name, found)) = declared_type(text, tokens, start + keyword)
        && found == open
    {
        return Some(name);
    }
    let parenthesis = head.iter().position(|token| token.is(b'('))?;
    // `K`, `::`, `r`, `(`
    let [class, first, second, _] = head.get(parenthesis.checked_sub(4)?..parenthesis)? else { return None };
    (first.is(b':') && second.is(b':')).then(|| word(text, class))
}
