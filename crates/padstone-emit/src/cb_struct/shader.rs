//! Writes the whole shader, in which the struct and its variable replace each buffer, and fields replace the uses of its constants: `a + b` is
//! `cbuffer_A.a + cbuffer_A.b` (INF-0003, "Layout struct for cbuffer").
//!
//! It edits the text of the file. Names that another declaration shadows are not replaced; a constant in a macro, whose uses
//! are unknown, is an error.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::ops::Range;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::SourceFile;

/// A buffer to replace.
pub(super) struct Replacement {
    /// The range of its name in the file.
    pub(super) name: Range<usize>,
    /// The struct and its variable.
    pub(super) text: String,
}

/// Writes a file with its buffers replaced, and each constant in `fields` replaced by its field.
pub(super) fn write(
    out: &mut dyn Write,
    file: &SourceFile,
    replacements: &[Replacement],
    fields: &HashMap<String, String>,
) -> io::Result<Diagnostics> {
    let tokens = tokens(&file.text);
    let declared: Vec<(Range<usize>, &str)> =
        replacements.iter().filter_map(|replacement| Some((declaration(&tokens, &replacement.name)?, &*replacement.text))).collect();
    let mut edits = declared.clone();
    let mut uses = ConstantUses { text: &file.text, fields, scopes: vec![HashSet::new()], edits: Vec::new(), in_macros: Vec::new() };
    uses.walk(&tokens, &declared);
    edits.extend(uses.edits);
    edits.sort_by_key(|(range, _)| range.start);
    let mut position = 0;
    for (range, text) in edits {
        out.write_all(file.text[position..range.start].as_bytes())?;
        out.write_all(text.as_bytes())?;
        position = range.end;
    }
    out.write_all(file.text[position..].as_bytes())?;
    let mut diagnostics = Diagnostics::new();
    for range in uses.in_macros {
        let name = &file.text[range.clone()];
        let message = format!("padstone does not replace `{name}` in a macro with `{}`", fields[name]);
        let span = file.span(u32::try_from(range.start).unwrap_or(u32::MAX), u32::try_from(range.end).unwrap_or(u32::MAX));
        diagnostics
            .push(Diagnostic::error(&codes::STRUCT_USE_IN_MACRO, message, span).help("pass the constant to the macro as an argument"));
    }
    Ok(diagnostics)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ShaderTokenKind {
    Word,
    /// A word in a directive.
    Directive,
    Mark(u8),
    Other,
}

#[derive(Clone, Debug)]
struct ShaderToken {
    kind: ShaderTokenKind,
    range: Range<usize>,
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

/// The range from the word `cbuffer` or `tbuffer` before a name to the `}` of its body, including the `;` after it.
fn declaration(tokens: &[ShaderToken], name: &Range<usize>) -> Option<Range<usize>> {
    let position = tokens.iter().position(|token| token.range == *name)?;
    let start = tokens.get(position.checked_sub(1)?)?.range.start;
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate().skip(position) {
        match token.kind {
            ShaderTokenKind::Mark(b'{') => depth += 1,
            ShaderTokenKind::Mark(b'}') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    let after = tokens.get(index + 1).filter(|next| next.kind == ShaderTokenKind::Mark(b';'));
                    return Some(start..after.unwrap_or(token).range.end);
                }
            }
            _ => {}
        }
    }
    None
}

struct ConstantUses<'t> {
    text: &'t str,
    fields: &'t HashMap<String, String>,
    /// The declared names in the enclosing scopes, outermost first.
    scopes: Vec<HashSet<&'t str>>,
    edits: Vec<(Range<usize>, &'t str)>,
    in_macros: Vec<Range<usize>>,
}

impl<'t> ConstantUses<'t> {
    fn walk(&mut self, tokens: &[ShaderToken], declared: &[(Range<usize>, &str)]) {
        // Names in parentheses belong to the body that follows: they are parameters.
        let (mut of_parameters, mut depth) = (HashSet::new(), 0_usize);
        // The start of a declaration in parentheses, which may declare further names after commas.
        let mut listed: Option<usize> = None;
        let (mut questions, mut is_label) = (0_usize, false);
        // Whether the last colon is followed by a value, not by a semantic.
        let mut is_value = false;
        for (index, token) in tokens.iter().enumerate() {
            if declared.iter().any(|(range, _)| range.contains(&token.range.start)) {
                continue;
            }
            let (before, next) = (index.checked_sub(1).map(|before| &tokens[before]), tokens.get(index + 1));
            match token.kind {
                ShaderTokenKind::Mark(b'(' | b'[') => depth += 1,
                ShaderTokenKind::Mark(b')' | b']') => depth = depth.saturating_sub(1),
                ShaderTokenKind::Mark(b'{') => self.scopes.push(std::mem::take(&mut of_parameters)),
                ShaderTokenKind::Mark(b'}') if self.scopes.len() > 1 => drop(self.scopes.pop()),
                ShaderTokenKind::Mark(b'?') => questions += 1,
                ShaderTokenKind::Mark(b';') => {
                    (questions, is_label) = (0, false);
                    if depth == 0 {
                        of_parameters.clear();
                    }
                    listed = listed.filter(|&list| list != depth);
                }
                ShaderTokenKind::Directive => {
                    let is_use = self.fields.contains_key(&self.text[token.range.clone()]);
                    self.in_macros.extend(is_use.then(|| token.range.clone()));
                }
                ShaderTokenKind::Word => {
                    let name = &self.text[token.range.clone()];
                    is_label |= matches!(name, "case" | "default");
                    let after_comma = before.is_some_and(|before| before.kind == ShaderTokenKind::Mark(b',')) && listed == Some(depth);
                    let is_semantic = before.is_some_and(|before| before.kind == ShaderTokenKind::Mark(b':'))
                        && !is_value
                        && !self.is_qualifier(tokens, index);
                    if after_comma || self.is_declared(tokens, index, next) {
                        listed = Some(depth);
                        let is_inside = self.scopes.len() > 1;
                        let scope = if depth > 0 { &mut of_parameters } else { self.scopes.last_mut().unwrap_or(&mut of_parameters) };
                        scope.insert(name);
                        // The variable of a loop is also in scope in its condition.
                        if let Some(scope) = self.scopes.last_mut().filter(|_| depth > 0)
                            && is_inside
                        {
                            scope.insert(name);
                        }
                    } else if !is_semantic && !self.is_member(before, index, tokens) && !self.is_hidden(name, &of_parameters) {
                        self.edits.extend(self.fields.get(name).map(|field| (token.range.clone(), field.as_str())));
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

    /// Whether the `:` before a name is the second one of `::`.
    fn is_qualifier(&self, tokens: &[ShaderToken], index: usize) -> bool {
        let colons = index.checked_sub(2).map(|first| (&tokens[first], &tokens[first + 1]));
        colons.is_some_and(|(first, second)| first.kind == ShaderTokenKind::Mark(b':') && first.range.end == second.range.start)
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
