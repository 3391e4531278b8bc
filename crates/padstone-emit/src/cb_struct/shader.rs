//! Writes the whole shader, in which the struct and its variable replace each buffer, and fields replace the uses of its constants: `a + b` is
//! `cbuffer_A.a + cbuffer_A.b` (INF-0003, "Layout struct for cbuffer").
//!
//! It edits the text of the file. Names that another declaration shadows are not replaced; a constant in a macro, whose uses
//! are unknown, and a use in an included file are errors.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::ops::Range;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::Module;
use padstone_source::{SourceFile, Span, printable};

use super::type_members::TypeMembers;

/// A buffer to replace.
pub(super) struct Replacement {
    /// The range of its name in the file.
    pub(super) name: Range<usize>,
    /// The ranges of the names of its constants, ascending.
    pub(super) constants: Vec<Range<usize>>,
    /// The struct and its variable.
    pub(super) text: String,
}

/// The field that replaces a constant.
pub(super) struct ConstantField {
    /// `cbuffer_A.a`.
    pub(super) field: String,
    /// The namespace of the constant, `N::M`; empty at global scope.
    pub(super) namespace: String,
}

/// The fields that replace constants, by their unqualified names.
pub(super) type ConstantFields = HashMap<String, ConstantField>;

/// Writes a file with its buffers replaced, and each constant replaced by its field.
pub(super) fn write<'f>(
    out: &mut dyn Write,
    module: &Module,
    (file, included): (&SourceFile, impl Iterator<Item = &'f SourceFile>),
    replacements: &[Replacement],
    fields: &ConstantFields,
) -> io::Result<Diagnostics> {
    let included: Vec<(&SourceFile, Vec<ShaderToken>)> = included.map(|file| (file, tokens(&file.text))).collect();
    let tokens = tokens(&file.text);
    let mut types = TypeMembers::of_module(module);
    types.add(&file.text, &tokens);
    included.iter().for_each(|(file, tokens)| types.add(&file.text, tokens));
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    // Uses in the declarations that remain of a buffer are replaced too.
    for replacement in replacements {
        edits.extend(BufferDeclaration::find(&file.text, &tokens, replacement, fields).iter().flat_map(BufferDeclaration::edits));
    }
    edits.sort_by_key(|(range, _)| range.start);
    let removed: Vec<Range<usize>> = edits.iter().map(|(range, _)| range.clone()).collect();
    let uses = ConstantUses::of(&file.text, &tokens, fields, &types, &removed);
    edits.extend(uses.edits.into_iter().map(|(range, text)| (range, text.to_owned())));
    edits.sort_by_key(|(range, _)| range.start);
    let mut position = 0;
    for (range, text) in edits {
        out.write_all(file.text[position..range.start].as_bytes())?;
        out.write_all(text.as_bytes())?;
        position = range.end;
    }
    out.write_all(file.text[position..].as_bytes())?;
    let mut diagnostics = Diagnostics::new();
    diagnostics.extend(uses.in_macros.into_iter().map(|range| in_macro(file, range, fields)));
    for (file, tokens) in &included {
        let uses = ConstantUses::of(&file.text, tokens, fields, &types, &[]);
        diagnostics.extend(uses.in_macros.into_iter().map(|range| in_macro(file, range, fields)));
        diagnostics.extend(uses.edits.into_iter().map(|(range, field)| in_included(file, range, field)));
    }
    Ok(diagnostics)
}

fn in_macro(file: &SourceFile, range: Range<usize>, fields: &ConstantFields) -> Diagnostic {
    let name = &file.text[range.clone()];
    let message = format!("padstone does not replace `{name}` in a macro with `{}`", fields[name].field);
    Diagnostic::error(&codes::STRUCT_USE_IN_MACRO, message, span(file, range)).help("pass the constant to the macro as an argument")
}

fn in_included(file: &SourceFile, range: Range<usize>, field: &str) -> Diagnostic {
    let (name, path) = (&file.text[range.clone()], printable(&file.name));
    let message = format!("padstone does not replace `{name}` with `{field}` in the included file {path}");
    Diagnostic::error(&codes::STRUCT_USE_INCLUDED, message, span(file, range))
        .help("pass the constant as an argument, or move this code into the shader")
}

fn span(file: &SourceFile, range: Range<usize>) -> Span {
    file.span(u32::try_from(range.start).unwrap_or(u32::MAX), u32::try_from(range.end).unwrap_or(u32::MAX))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ShaderTokenKind {
    Word,
    /// A word in a directive.
    Directive,
    Mark(u8),
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct ShaderToken {
    pub(super) kind: ShaderTokenKind,
    pub(super) range: Range<usize>,
}

impl ShaderToken {
    pub(super) fn is(&self, mark: u8) -> bool {
        self.kind == ShaderTokenKind::Mark(mark)
    }
}

/// Words and single punctuation characters. Skips comments, string literals, and the rest of directives.
fn tokens(text: &str) -> Vec<ShaderToken> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let (mut tokens, mut index, mut in_directive, mut starts_line) = (Vec::new(), 0, false, true);
    while index < bytes.len() {
        let (start, byte) = (index, bytes[index]);
        index += 1;
        match byte {
            b'\n' => (in_directive, starts_line) = (in_directive && text[..start].trim_end_matches('\r').ends_with('\\'), true),
            b' ' | b'\t' | b'\r' => {}
            b'/' if bytes.get(index) == Some(&b'/') => index = text[index..].find('\n').map_or(bytes.len(), |end| index + end),
            b'/' if bytes.get(index) == Some(&b'*') => index = text[index + 1..].find("*/").map_or(bytes.len(), |end| index + 1 + end + 2),
            b'#' if starts_line => in_directive = true,
            b'"' | b'\'' => {
                while index < bytes.len() && bytes[index] != byte && bytes[index] != b'\n' {
                    index += 1 + usize::from(bytes[index] == b'\\');
                }
                // An unterminated string ends with its line.
                index = if bytes.get(index) == Some(&byte) { index + 1 } else { index.min(bytes.len()) };
            }
            _ if is_word(byte) => {
                while bytes.get(index).is_some_and(|&byte| is_word(byte)) {
                    index += 1;
                }
                let kind = match (byte.is_ascii_digit(), in_directive) {
                    (true, _) => ShaderTokenKind::Other,
                    (false, true) => ShaderTokenKind::Directive,
                    (false, false) => ShaderTokenKind::Word,
                };
                tokens.push(ShaderToken { kind, range: start..index });
            }
            _ if in_directive => {}
            _ => tokens.push(ShaderToken { kind: ShaderTokenKind::Mark(byte), range: start..index }),
        }
        starts_line &= matches!(byte, b'\n' | b' ' | b'\t' | b'\r');
    }
    tokens
}

/// The declaration of a buffer in the text.
struct BufferDeclaration<'t> {
    text: &'t str,
    /// From the word `cbuffer` or `tbuffer` to the `{`.
    head: Range<usize>,
    /// The `}`, including the `;` after it.
    end: Range<usize>,
    /// The declarations of constants, and of types.
    removed: Vec<Range<usize>>,
    /// The declarations of types and constant values, which move before the struct.
    types: Vec<String>,
    /// Whether other declarations remain.
    has_others: bool,
    replacement: &'t str,
}

impl<'t> BufferDeclaration<'t> {
    fn find(text: &'t str, tokens: &[ShaderToken], replacement: &'t Replacement, fields: &ConstantFields) -> Option<Self> {
        let position = tokens.binary_search_by_key(&replacement.name.start, |token| token.range.start).ok()?;
        let start = tokens.get(position.checked_sub(1)?)?.range.start;
        let open = position + tokens[position..].iter().position(|token| token.is(b'{'))?;
        let mut buffer = BufferDeclaration {
            text,
            head: start..tokens[open].range.end,
            end: 0..0,
            removed: Vec::new(),
            types: Vec::new(),
            has_others: false,
            replacement: &replacement.text,
        };
        let (mut depth, mut first) = (0_usize, open + 1);
        for (index, token) in tokens.iter().enumerate().skip(open + 1) {
            let ends = match token.kind {
                ShaderTokenKind::Mark(b'{') => {
                    depth += 1;
                    false
                }
                ShaderTokenKind::Mark(b'}') if depth == 0 => {
                    let after = tokens.get(index + 1).filter(|next| next.is(b';'));
                    buffer.end = token.range.start..after.unwrap_or(token).range.end;
                    return Some(buffer);
                }
                ShaderTokenKind::Mark(b'}') => {
                    depth -= 1;
                    // The body of a function ends its declaration; after that of a struct, names may follow.
                    let head = tokens[first..index].iter().take_while(|token| !token.is(b'{'));
                    depth == 0 && head.into_iter().any(|token| token.is(b'('))
                }
                ShaderTokenKind::Mark(b';') => depth == 0,
                _ => false,
            };
            if ends {
                buffer.declaration(&tokens[first..=index], &replacement.constants, fields);
                first = index + 1;
            }
        }
        None
    }

    /// Classifies a declaration in the buffer.
    fn declaration(&mut self, tokens: &[ShaderToken], constants: &[Range<usize>], fields: &ConstantFields) {
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return };
        let range = first.range.start..last.range.end;
        let word = |token: &ShaderToken| if token.kind == ShaderTokenKind::Word { &self.text[token.range.clone()] } else { "" };
        let first_constant = constants.partition_point(|constant| constant.start < range.start);
        let declares_constant = constants.get(first_constant).is_some_and(|constant| constant.start < range.end);
        let is_struct = |token: &ShaderToken| matches!(word(token), "struct" | "class" | "enum");
        let body = tokens.iter().position(|token| token.is(b'{'));
        let start_of_struct = tokens.iter().position(is_struct).filter(|&start| body.is_some_and(|body| start < body));
        if declares_constant {
            // The definition of the type of a constant: `struct In { float q; } inn;`.
            if let (Some(start), Some(close)) = (start_of_struct, tokens.iter().rposition(|token| token.is(b'}')))
                && tokens.get(start + 1).is_some_and(|name| !word(name).is_empty())
            {
                self.types.push(format!("{};", &self.text[tokens[start].range.start..tokens[close].range.end]));
            }
            self.removed.push(range);
            return;
        }
        let is_constant = |token: &ShaderToken| fields.contains_key(word(token));
        let is_value = tokens.iter().any(|token| word(token) == "static") && tokens.iter().any(|token| word(token) == "const");
        let is_type = start_of_struct.is_some() || matches!(word(first), "typedef" | "using" | "typealias");
        if tokens.len() == 1 || (is_type || is_value) && !tokens.iter().any(is_constant) {
            self.types.extend((tokens.len() > 1).then(|| self.text[range.clone()].to_owned()));
            self.removed.push(range);
        } else {
            self.has_others = true;
        }
    }

    fn edits(&self) -> Vec<(Range<usize>, String)> {
        let types: String = self.types.iter().map(|text| format!("{text}\n")).collect();
        let text = format!("{types}{}", self.replacement);
        if !self.has_others {
            return vec![(self.head.start..self.end.end, text)];
        }
        let removed = self.removed.iter().map(|range| (range.clone(), String::new()));
        std::iter::once((self.head.clone(), text)).chain(removed).chain(std::iter::once((self.end.clone(), String::new()))).collect()
    }
}

struct ConstantUses<'t> {
    text: &'t str,
    fields: &'t ConstantFields,
    types: &'t TypeMembers<'t>,
    /// The declared names in the enclosing scopes, outermost first.
    scopes: Vec<HashSet<&'t str>>,
    edits: Vec<(Range<usize>, &'t str)>,
    in_macros: Vec<Range<usize>>,
}

impl<'t> ConstantUses<'t> {
    /// The uses in a file, except in the ranges that are removed.
    fn of(
        text: &'t str,
        tokens: &[ShaderToken],
        fields: &'t ConstantFields,
        types: &'t TypeMembers<'t>,
        removed: &[Range<usize>],
    ) -> ConstantUses<'t> {
        let mut uses = ConstantUses { text, fields, types, scopes: vec![HashSet::new()], edits: Vec::new(), in_macros: Vec::new() };
        uses.walk(tokens, removed);
        uses
    }

    fn walk(&mut self, tokens: &[ShaderToken], mut removed: &[Range<usize>]) {
        // Names in parentheses belong to the body that follows: they are parameters.
        let (mut of_parameters, mut depth) = (HashSet::new(), 0_usize);
        // The brackets and braces around a declaration, which may declare further names after commas.
        let mut listed: Option<(usize, usize)> = None;
        let (mut questions, mut is_label) = (0_usize, false);
        // Whether the last colon is followed by a value, not by a semantic.
        let mut is_value = false;
        for (index, token) in tokens.iter().enumerate() {
            while removed.first().is_some_and(|range| range.end <= token.range.start) {
                removed = &removed[1..];
            }
            if removed.first().is_some_and(|range| range.contains(&token.range.start)) {
                continue;
            }
            let (before, next) = (index.checked_sub(1).map(|before| &tokens[before]), tokens.get(index + 1));
            match token.kind {
                ShaderTokenKind::Mark(b'(' | b'[') => depth += 1,
                ShaderTokenKind::Mark(b')' | b']') => {
                    depth = depth.saturating_sub(1);
                    listed = listed.filter(|&(list, _)| list <= depth);
                }
                ShaderTokenKind::Mark(b'{') => {
                    let mut scope = std::mem::take(&mut of_parameters);
                    scope.extend(self.types.in_scope(self.text, tokens, index));
                    self.scopes.push(scope);
                }
                ShaderTokenKind::Mark(b'}') if self.scopes.len() > 1 => {
                    drop(self.scopes.pop());
                    listed = listed.filter(|&(_, scopes)| scopes <= self.scopes.len());
                }
                ShaderTokenKind::Mark(b'?') => questions += 1,
                ShaderTokenKind::Mark(b';') => {
                    (questions, is_label) = (0, false);
                    if depth == 0 {
                        of_parameters.clear();
                    }
                    listed = listed.filter(|&list| list != (depth, self.scopes.len()));
                }
                ShaderTokenKind::Directive => {
                    let is_use = self.fields.contains_key(&self.text[token.range.clone()]);
                    self.in_macros.extend(is_use.then(|| token.range.clone()));
                }
                ShaderTokenKind::Word => {
                    let name = &self.text[token.range.clone()];
                    is_label |= matches!(name, "case" | "default");
                    let after_comma = before.is_some_and(|before| before.kind == ShaderTokenKind::Mark(b','))
                        && listed == Some((depth, self.scopes.len()));
                    let is_semantic = before.is_some_and(|before| before.kind == ShaderTokenKind::Mark(b':'))
                        && !is_value
                        && !self.is_qualifier(tokens, index);
                    if after_comma || self.is_declared(tokens, index, next) {
                        listed = Some((depth, self.scopes.len()));
                        let is_inside = self.scopes.len() > 1;
                        let scope = if depth > 0 { &mut of_parameters } else { self.scopes.last_mut().unwrap_or(&mut of_parameters) };
                        scope.insert(name);
                        // The variable of a loop is also in scope in its condition.
                        if let Some(scope) = self.scopes.last_mut().filter(|_| depth > 0)
                            && is_inside
                        {
                            scope.insert(name);
                        }
                    } else if !is_semantic
                        && let Some(constant) = self.fields.get(name)
                        && !self.is_member(before, index, tokens)
                        && match self.qualifier(tokens, index) {
                            Some(qualifier) => is_namespace(&constant.namespace, &qualifier),
                            None => !self.is_hidden(name, &of_parameters),
                        }
                    {
                        self.edits.push((token.range.clone(), constant.field.as_str()));
                    }
                }
                ShaderTokenKind::Mark(_) | ShaderTokenKind::Other => {}
            }
            if token.kind == ShaderTokenKind::Mark(b':') {
                is_value = questions > 0 || is_label;
                (questions, is_label) = (questions.saturating_sub(1), false);
            }
        }
    }

    /// Whether a name is being declared, which follows a type.
    fn is_declared(&self, tokens: &[ShaderToken], index: usize, next: Option<&ShaderToken>) -> bool {
        let Some(before) = index.checked_sub(1).map(|before| &tokens[before]) else { return false };
        let ends = next.is_some_and(|next| matches!(next.kind, ShaderTokenKind::Mark(b';' | b',' | b'=' | b'[' | b')' | b':' | b'(')));
        match before.kind {
            ShaderTokenKind::Word => {
                !matches!(&self.text[before.range.clone()], "return" | "else" | "do" | "case" | "in" | "out" | "inout")
            }
            // `Texture2D<float4> a`: the left operand of a comparison is not a type.
            ShaderTokenKind::Mark(b'>') => ends && self.opens_template(tokens, index - 1),
            _ => false,
        }
    }

    /// Whether the `>` at an index closes the arguments of a type.
    fn opens_template(&self, tokens: &[ShaderToken], close: usize) -> bool {
        let mut depth = 0_usize;
        for index in (0..=close).rev() {
            match tokens[index].kind {
                ShaderTokenKind::Mark(b'>') => depth += 1,
                ShaderTokenKind::Mark(b'<') if depth > 1 => depth -= 1,
                ShaderTokenKind::Mark(b'<') => {
                    let callee = index.checked_sub(1).map(|callee| &tokens[callee]).filter(|callee| callee.kind == ShaderTokenKind::Word);
                    let name = callee.map_or("", |callee| &self.text[callee.range.clone()]);
                    let is_builtin = ["vector", "matrix", "Buffer", "Texture", "Stream", "Patch"].iter().any(|part| name.contains(part));
                    let starts = index
                        .checked_sub(2)
                        .is_none_or(|before| matches!(tokens[before].kind, ShaderTokenKind::Mark(b';' | b'{' | b'}' | b'(' | b',')));
                    return is_builtin || starts && !name.is_empty() && !self.fields.contains_key(name);
                }
                ShaderTokenKind::Word | ShaderTokenKind::Other | ShaderTokenKind::Mark(b',' | b':') => {}
                _ => return false,
            }
        }
        false
    }

    /// The qualifier of a name: `N::M` of `N::M::a`, and the empty text of `::a`.
    fn qualifier(&self, tokens: &[ShaderToken], index: usize) -> Option<String> {
        let (mut words, mut position) = (Vec::new(), index);
        while self.is_qualifier(tokens, position) {
            position -= 2;
            match position.checked_sub(1).map(|word| &tokens[word]).filter(|word| word.kind == ShaderTokenKind::Word) {
                // `return ::a`
                Some(word) if !matches!(&self.text[word.range.clone()], "return" | "else" | "do" | "case") => {
                    words.push(&self.text[word.range.clone()]);
                    position -= 1;
                }
                _ => break,
            }
        }
        words.reverse();
        (position != index).then(|| words.join("::"))
    }

    /// Whether the `:` before a name is the second one of `::`.
    fn is_qualifier(&self, tokens: &[ShaderToken], index: usize) -> bool {
        let colons = index.checked_sub(2).map(|first| (&tokens[first], &tokens[first + 1]));
        colons.is_some_and(|(first, second)| first.is(b':') && second.is(b':') && first.range.end == second.range.start)
    }

    /// Whether a name is one after a dot or an arrow.
    fn is_member(&self, before: Option<&ShaderToken>, index: usize, tokens: &[ShaderToken]) -> bool {
        match before.map(|before| before.kind) {
            Some(ShaderTokenKind::Mark(b'.')) => true,
            Some(ShaderTokenKind::Mark(b'>')) => index.checked_sub(2).is_some_and(|arrow| {
                tokens[arrow].kind == ShaderTokenKind::Mark(b'-') && tokens[arrow].range.end == tokens[arrow + 1].range.start
            }),
            _ => false,
        }
    }

    fn is_hidden(&self, name: &str, of_parameters: &HashSet<&str>) -> bool {
        of_parameters.contains(name) || self.scopes.iter().any(|scope| scope.contains(name))
    }
}

/// Whether a qualifier can name a namespace: all of it, or its end. An empty qualifier names the global scope.
fn is_namespace(namespace: &str, qualifier: &str) -> bool {
    namespace == qualifier || !qualifier.is_empty() && namespace.strip_suffix(qualifier).is_some_and(|outer| outer.ends_with("::"))
}
