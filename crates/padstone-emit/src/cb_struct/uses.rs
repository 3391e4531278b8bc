//! The uses of constants in a file: names that no other declaration in scope has.
//!
//! The tokens alone do not always tell whether a name is declared or used: in macros, and under conditions. A use of such a name is an
//! error, instead of an edit that may be wrong.

mod meaning;

use std::collections::BTreeMap;
use std::ops::Range;

use super::fields::{ConstantField, ConstantFields};
use super::scopes::{NameInScope, ScopeKind, ScopeNames, ShaderScopes};
use super::tokens::{ShaderMacros, ShaderToken, ShaderTokenKind, directive_tokens, macro_parameters};
use super::type_members::{TypeMembers, is_type_word, joined};
use meaning::Meaning;

/// The declarations of all files that the names of one file depend on.
pub(super) struct ShaderNames<'t> {
    pub(super) fields: &'t ConstantFields,
    pub(super) types: TypeMembers<'t>,
    pub(super) macros: ShaderMacros<'t>,
    pub(super) loop_variables_stay: bool,
}

/// The uses of constants in a file.
pub(super) struct ConstantUses<'t> {
    pub(super) edits: Vec<(Range<usize>, &'t ConstantField)>,
    /// Constants in macros.
    pub(super) in_macros: Vec<Range<usize>>,
    /// Names that may be constants or other declarations.
    pub(super) unclear: Vec<Range<usize>>,
    /// The names of constants that the namespaces declare, including those before the file.
    pub(super) namespaces: BTreeMap<String, ScopeNames<'t>>,
}

/// The content of parentheses or brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nesting {
    /// The header of a `for`, whose variables are in scope after it before HLSL 2021.
    For,
    /// The header of another statement.
    Header,
    /// An attribute, or the arguments of `register` and `packoffset`: no uses.
    Attribute,
    Other,
}

struct Walk<'t, 'n> {
    text: &'t str,
    tokens: &'n [ShaderToken],
    names: &'n ShaderNames<'t>,
    scopes: ShaderScopes<'t>,
    /// The parentheses and brackets around the token.
    nesting: Vec<Nesting>,
    /// The nesting and the number of scopes around a declaration, which may declare further names after commas.
    listed: Option<(usize, usize)>,
    /// Whether the preceding `)` or `]` ends a header or an attribute.
    after_header: bool,
    uses: ConstantUses<'t>,
}

impl<'t> ConstantUses<'t> {
    /// The uses in a file, except in the ranges that are removed.
    pub(super) fn of(
        text: &'t str,
        tokens: &[ShaderToken],
        names: &ShaderNames<'t>,
        namespaces: BTreeMap<String, ScopeNames<'t>>,
        removed: &[Range<usize>],
    ) -> ConstantUses<'t> {
        let uses = ConstantUses { edits: Vec::new(), in_macros: Vec::new(), unclear: Vec::new(), namespaces: BTreeMap::new() };
        let scopes = ShaderScopes::new(namespaces, names.loop_variables_stay);
        let mut walk = Walk { text, tokens, names, scopes, nesting: Vec::new(), listed: None, after_header: false, uses };
        walk.file(removed);
        ConstantUses { namespaces: walk.scopes.into_namespaces(), ..walk.uses }
    }
}

impl<'t> Walk<'t, '_> {
    fn file(&mut self, mut removed: &[Range<usize>]) {
        let tokens = self.tokens;
        let (mut questions, mut is_label) = (0_usize, false);
        // Whether the last colon is followed by a value, not by a semantic.
        let mut is_value = false;
        // The end of the header of a template.
        let mut template_end = 0;
        let guard = self.include_guard();
        for (index, token) in tokens.iter().enumerate() {
            while removed.first().is_some_and(|range| range.end <= token.range.start) {
                removed = &removed[1..];
            }
            if removed.first().is_some_and(|range| range.contains(&token.range.start)) || index < template_end {
                continue;
            }
            let was_header = std::mem::take(&mut self.after_header);
            match token.kind {
                ShaderTokenKind::Mark(b'(' | b'[') => self.nesting.push(self.nesting_at(index, was_header)),
                ShaderTokenKind::Mark(b')' | b']') => self.close_nesting(index),
                ShaderTokenKind::Mark(b'{') => self.open_braces(index),
                ShaderTokenKind::Mark(b'}') => self.close_braces(index),
                ShaderTokenKind::Mark(b'?') => questions += 1,
                ShaderTokenKind::Mark(b';') => {
                    (questions, is_label) = (0, false);
                    self.end_statement(index);
                }
                ShaderTokenKind::Mark(b':') if !self.is_of_qualifier(index) => {
                    is_value = questions > 0 || is_label;
                    (questions, is_label) = (questions.saturating_sub(1), false);
                }
                ShaderTokenKind::Directive if !guard.contains(&index) => self.directive(token),
                ShaderTokenKind::Word => {
                    let word = token.word(self.text);
                    is_label |= matches!(word, "case" | "default");
                    let after_colon = self.before(index).is_some_and(|before| before.is(b':')) && !self.is_qualifier(index);
                    match word {
                        "template" => template_end = self.template(index),
                        "do" => self.begin_do(),
                        _ if after_colon && !is_value => {}
                        _ => self.word(index),
                    }
                }
                ShaderTokenKind::Mark(_) | ShaderTokenKind::Directive | ShaderTokenKind::Other => {}
            }
        }
    }

    /// The `#ifndef` and the `#endif` around the whole file: all names in it are under this condition.
    fn include_guard(&self) -> Vec<usize> {
        let mut depth = 0_usize;
        for (index, token) in self.tokens.iter().enumerate().filter(|(_, token)| token.kind == ShaderTokenKind::Directive) {
            let keyword = directive_tokens(self.text, token).first().map_or("", |keyword| keyword.word(self.text));
            match keyword {
                "ifndef" if index == 0 => depth = 1,
                _ if depth == 0 => break,
                "if" | "ifdef" | "ifndef" => depth += 1,
                "endif" if depth == 1 => return if index + 1 == self.tokens.len() { vec![0, index] } else { Vec::new() },
                "endif" => depth -= 1,
                "else" | "elif" | "elifdef" | "elifndef" if depth == 1 => break,
                _ => {}
            }
        }
        Vec::new()
    }

    fn before(&self, index: usize) -> Option<&ShaderToken> {
        self.tokens.get(index.checked_sub(1)?)
    }

    fn word_at(&self, index: Option<usize>) -> &'t str {
        index.and_then(|index| self.tokens.get(index)).map_or("", |token| token.word(self.text))
    }

    fn nesting_at(&self, index: usize, after_header: bool) -> Nesting {
        let before = self.word_at(index.checked_sub(1));
        if self.tokens[index].is(b'(') {
            let after_colon = index.checked_sub(2).is_some_and(|colon| self.tokens[colon].is(b':'));
            return match before {
                "for" => Nesting::For,
                "while" | "if" | "switch" => Nesting::Header,
                "register" | "packoffset" if after_colon => Nesting::Attribute,
                _ => Nesting::Other,
            };
        }
        // An index follows an expression.
        let is_index = match self.before(index).map(|token| token.kind) {
            Some(ShaderTokenKind::Word) => !matches!(before, "else" | "do"),
            Some(ShaderTokenKind::Mark(b')' | b']')) => !after_header,
            Some(ShaderTokenKind::Mark(b'>')) => true,
            _ => false,
        };
        if is_index { Nesting::Other } else { Nesting::Attribute }
    }

    fn close_nesting(&mut self, index: usize) {
        let closed = self.nesting.pop();
        self.listed = self.listed.filter(|&(list, _)| list <= self.nesting.len());
        self.after_header = matches!(closed, Some(Nesting::For | Nesting::Header | Nesting::Attribute));
        let next = self.tokens.get(index + 1);
        if matches!(closed, Some(Nesting::For | Nesting::Header)) && self.scopes.has_pending() && !next.is_some_and(|next| next.is(b'{')) {
            self.scopes.open_pending(ScopeKind::Statement { depth: self.nesting.len(), has_do: false }, BTreeMap::new());
        }
    }

    fn open_braces(&mut self, index: usize) {
        let head = self.head(index);
        let words: Vec<&'t str> = head.iter().map(|token| token.word(self.text)).filter(|word| !word.is_empty()).collect();
        if let Some(namespace) = words.iter().position(|&word| word == "namespace") {
            let path = joined(self.scopes.path(), &words[namespace + 1..].join("::"));
            return self.scopes.open(ScopeKind::Namespace(path), BTreeMap::new());
        }
        let is_constant = |name: &&'t str| self.names.fields.contains_key(*name);
        let members = self.names.types.in_scope(self.text, self.tokens, index, self.scopes.path());
        let members: ScopeNames<'t> = members.into_iter().filter(is_constant).map(|name| (name, NameInScope::Hidden)).collect();
        let is_definition = !head.iter().any(|token| token.is(b'(') || token.is(b'='));
        let kind = match words.iter().rposition(|word| is_type_word(word)) {
            _ if words.contains(&"enum") => {
                ScopeKind::EnumBody { is_unscoped: !words.iter().any(|word| matches!(*word, "class" | "struct")) }
            }
            Some(keyword) if is_definition => {
                ScopeKind::TypeBody(joined(self.scopes.path(), words.get(keyword + 1).copied().unwrap_or_default()))
            }
            _ => ScopeKind::Block,
        };
        self.scopes.open_pending(kind, members);
    }

    /// The tokens of the declaration or statement before a `{`.
    fn head(&self, open: usize) -> &[ShaderToken] {
        let is_end =
            |token: &ShaderToken| token.kind == ShaderTokenKind::Directive || [b'{', b';', b'}'].iter().any(|mark| token.is(*mark));
        let start = self.tokens[..open].iter().rposition(is_end).map_or(0, |end| end + 1);
        &self.tokens[start..open]
    }

    fn close_braces(&mut self, index: usize) {
        let closed = self.scopes.close_braces();
        self.listed = self.listed.filter(|&(_, scopes)| scopes <= self.scopes.len());
        // `struct { … } a;`
        if matches!(closed, Some(ScopeKind::TypeBody(_) | ScopeKind::EnumBody { .. })) {
            if !self.word_at(Some(index + 1)).is_empty() {
                self.declare(index + 1, NameInScope::Hidden);
            }
            return;
        }
        let continues = self.tokens.get(index + 1).is_some_and(|next| [b';', b',', b')', b'.'].iter().any(|mark| next.is(*mark)));
        if !continues {
            self.end_statements(index);
        }
    }

    fn end_statement(&mut self, index: usize) {
        let depth = self.nesting.len();
        if depth == 0 {
            self.scopes.clear_pending();
        }
        self.listed = self.listed.filter(|&list| list != (depth, self.scopes.len()));
        self.end_statements(index);
    }

    /// Closes the scopes of statements and templates that end with a token.
    fn end_statements(&mut self, index: usize) {
        let (depth, next) = (self.nesting.len(), self.word_at(Some(index + 1)));
        loop {
            match self.scopes.innermost() {
                ScopeKind::Template { depth: outer } if *outer == depth => {}
                ScopeKind::Statement { depth: outer, has_do } if *outer == depth && !(*has_do && next == "while") => {
                    if next == "else" {
                        // The `else` belongs to an `if` inside or outside the loop.
                        return self.scopes.innermost_mut().into_iter().for_each(|scope| {
                            scope.names.values_mut().for_each(|name| *name = NameInScope::Unclear);
                        });
                    }
                }
                _ => return,
            }
            self.scopes.close();
        }
    }

    /// A `do`: the statement around it ends after its `while`.
    fn begin_do(&mut self) {
        if let Some(ScopeKind::Statement { has_do, .. }) = self.scopes.innermost_mut().map(|scope| &mut scope.kind) {
            *has_do = true;
        }
    }

    /// The parameters of a template are in scope in its declaration. Returns the index after the `>` of the header.
    fn template(&mut self, index: usize) -> usize {
        if !self.tokens.get(index + 1).is_some_and(|open| open.is(b'<')) {
            return 0;
        }
        let (mut names, mut depth, mut end) = (BTreeMap::new(), 0_usize, index + 1);
        for (position, token) in self.tokens.iter().enumerate().skip(index + 1) {
            end = position + 1;
            match token.kind {
                ShaderTokenKind::Mark(b'<') => depth += 1,
                ShaderTokenKind::Mark(b'>') if depth == 1 => break,
                ShaderTokenKind::Mark(b'>') => depth -= 1,
                ShaderTokenKind::Mark(b';' | b'{' | b'}') => break,
                ShaderTokenKind::Word if self.names.fields.contains_key(token.word(self.text)) => {
                    names.insert(token.word(self.text), NameInScope::Hidden);
                }
                _ => {}
            }
        }
        self.scopes.open(ScopeKind::Template { depth: self.nesting.len() }, names);
        end
    }

    fn directive(&mut self, token: &ShaderToken) {
        let tokens = directive_tokens(self.text, token);
        let Some((keyword, mut rest)) = tokens.split_first() else { return };
        let mut parameters = None;
        match keyword.word(self.text) {
            "if" | "ifdef" | "ifndef" => self.scopes.begin_condition(),
            "elif" | "elifdef" | "elifndef" => self.scopes.next_branch(false),
            "else" => self.scopes.next_branch(true),
            "endif" => self.scopes.end_condition(),
            "define" => {
                if let Some((name, definition)) = rest.split_first() {
                    (parameters, rest) = macro_parameters(self.text, name, definition);
                }
            }
            _ => rest = &[],
        }
        let is_use = |word: &str| self.names.fields.contains_key(word) && !parameters.iter().flatten().any(|&parameter| parameter == word);
        self.uses.in_macros.extend(rest.iter().filter(|token| is_use(token.word(self.text))).map(|token| token.range.clone()));
    }

    fn word(&mut self, index: usize) {
        let name = self.tokens[index].word(self.text);
        if let Some(macros) = self.names.macros.get(name) {
            self.scopes.are_unclear |= macros.iter().any(|definition| !definition.is_balanced);
            self.arguments(index);
        }
        if self.nesting.last() == Some(&Nesting::Attribute) {
            return;
        }
        let is_listed = self.listed == Some((self.nesting.len(), self.scopes.len()));
        let is_enumerator = matches!(self.scopes.innermost(), ScopeKind::EnumBody { .. })
            && self.before(index).is_some_and(|before| before.is(b'{') || before.is(b','));
        if is_enumerator {
            return self.enumerator(name);
        }
        if is_listed && self.before(index).is_some_and(|before| before.is(b',')) {
            return self.declare(index, NameInScope::Hidden);
        }
        if let Some(meaning) = self.declared(index) {
            return self.declare(index, meaning);
        }
        if let Some(constants) = self.names.fields.get(name)
            && !self.is_member(index)
        {
            match self.meaning(index, constants) {
                Meaning::Constant => self.uses.edits.push((self.tokens[index].range.clone(), constants)),
                Meaning::Other => {}
                Meaning::Unclear => self.uses.unclear.push(self.tokens[index].range.clone()),
            }
        }
    }

    /// Constants that a macro may declare, or combine to another name.
    fn arguments(&mut self, index: usize) {
        let name = self.tokens[index].word(self.text);
        let (mut depth, mut argument) = (0_usize, 0);
        if !self.tokens.get(index + 1).is_some_and(|open| open.is(b'(')) {
            return;
        }
        let macros = &self.names.macros[name];
        for token in &self.tokens[index + 1..] {
            match token.kind {
                ShaderTokenKind::Mark(b'(') => depth += 1,
                ShaderTokenKind::Mark(b')') if depth <= 1 => return,
                ShaderTokenKind::Mark(b')') => depth -= 1,
                ShaderTokenKind::Mark(b',') if depth == 1 => argument += 1,
                ShaderTokenKind::Mark(b';' | b'{' | b'}') => return,
                ShaderTokenKind::Word
                    if self.names.fields.contains_key(token.word(self.text))
                        && macros.iter().any(|definition| definition.declared.get(argument) == Some(&true)) =>
                {
                    self.uses.unclear.push(token.range.clone());
                }
                _ => {}
            }
        }
    }

    fn enumerator(&mut self, name: &'t str) {
        if !self.names.fields.contains_key(name) {
            return;
        }
        match self.scopes.innermost() {
            ScopeKind::EnumBody { is_unscoped: true } => self.scopes.declare_outside(name, NameInScope::Hidden),
            _ => self.scopes.declare(name, NameInScope::Hidden),
        }
    }

    /// Declares the name at an index.
    fn declare(&mut self, index: usize, meaning: NameInScope) {
        let name = self.tokens[index].word(self.text);
        self.listed = Some((self.nesting.len(), self.scopes.len()));
        if !self.names.fields.contains_key(name) {
            return;
        }
        if meaning == NameInScope::Unclear {
            self.uses.unclear.push(self.tokens[index].range.clone());
        }
        match self.nesting.is_empty() {
            true => self.scopes.declare(name, meaning),
            false => self.scopes.declare_pending(name, meaning, self.nesting.contains(&Nesting::For)),
        }
    }
}
