//! Writes the whole shader, in which the struct and its variable replace each buffer, and fields replace the uses of its constants: `a + b` is
//! `cbuffer_A.a + cbuffer_A.b` (INF-0003, "Layout struct for cbuffer").
//!
//! It edits the text of the file. Names that another declaration shadows are not replaced; a constant in a macro, whose uses
//! are unknown, a use in an included file, and a name that may be another declaration are errors.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::{SourceFile, Span, printable};

use super::fields::ConstantFields;
use super::tokens::{ShaderToken, ShaderTokenKind};
use super::uses::{ConstantUses, ShaderNames};

/// A buffer to replace.
pub(super) struct Replacement {
    /// The range of its name in the file.
    pub(super) name: Range<usize>,
    /// The ranges of the names of its constants, ascending.
    pub(super) constants: Vec<Range<usize>>,
    /// The struct and its variable.
    pub(super) text: String,
}

/// A file, and its tokens.
pub(super) struct ShaderFile<'f> {
    pub(super) file: &'f SourceFile,
    pub(super) tokens: Vec<ShaderToken>,
}

/// Writes a file with its buffers replaced, and each constant replaced by its field.
pub(super) fn write(
    out: &mut dyn Write,
    (main, included): (&ShaderFile<'_>, &[ShaderFile<'_>]),
    names: &ShaderNames<'_>,
    replacements: &[Replacement],
) -> io::Result<Diagnostics> {
    let ShaderFile { file, tokens } = main;
    let (mut diagnostics, mut namespaces) = (Diagnostics::new(), BTreeMap::new());
    for ShaderFile { file, tokens } in included {
        let uses = ConstantUses::of(&file.text, tokens, names, namespaces, &[]);
        diagnostics.extend(uses.edits.iter().map(|(range, constant)| in_included(file, range.clone(), &constant.field)));
        report(file, &uses, names, &mut diagnostics);
        namespaces = uses.namespaces;
    }
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    // Uses in the declarations that remain of a buffer are replaced too.
    for replacement in replacements {
        edits.extend(BufferDeclaration::find(&file.text, tokens, replacement, names.fields).iter().flat_map(BufferDeclaration::edits));
    }
    edits.sort_by_key(|(range, _)| range.start);
    let removed: Vec<Range<usize>> = edits.iter().map(|(range, _)| range.clone()).collect();
    let uses = ConstantUses::of(&file.text, tokens, names, namespaces, &removed);
    report(file, &uses, names, &mut diagnostics);
    if diagnostics.has_errors() {
        return Ok(diagnostics);
    }
    edits.extend(uses.edits.into_iter().map(|(range, constant)| (range, constant.field.clone())));
    edits.sort_by_key(|(range, _)| range.start);
    let mut position = 0;
    for (range, text) in edits {
        out.write_all(file.text[position..range.start].as_bytes())?;
        out.write_all(text.as_bytes())?;
        position = range.end;
    }
    out.write_all(file.text[position..].as_bytes())?;
    Ok(diagnostics)
}

/// Reports the names that cannot be replaced.
fn report(file: &SourceFile, uses: &ConstantUses<'_>, names: &ShaderNames<'_>, diagnostics: &mut Diagnostics) {
    diagnostics.extend(uses.in_macros.iter().map(|range| in_macro(file, range.clone(), names.fields)));
    diagnostics.extend(uses.unclear.iter().map(|range| unclear(file, range.clone(), names.fields)));
}

fn unclear(file: &SourceFile, range: Range<usize>, fields: &ConstantFields) -> Diagnostic {
    let name = &file.text[range.clone()];
    let message = format!("`{name}` may be `{}` or another declaration", fields[name].field);
    Diagnostic::error(&codes::STRUCT_USE_UNCLEAR, message, span(file, range))
        .note("it depends on a macro or a condition")
        .help("rename the other declaration")
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
        let word = |token: &ShaderToken| token.word(self.text);
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
