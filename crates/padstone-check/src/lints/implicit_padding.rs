//! `implicit-padding`: padding that the source does not declare (hlsl-specs issue 345 requests the warning).

use std::collections::{HashMap, HashSet};

use padstone_diag::Edit;
use padstone_layout::{BytePiece, Padding, PaddingCause, TypeLayouts, pieces};
use padstone_model::{Align, Field, Language, Module, Offset, Scalar, Struct, StructKind, TypeId};
use padstone_source::Span;

use super::context::BufferLayout;
use super::{LintContext, LintFindings};

pub(super) fn check(context: &LintContext<'_>, findings: &mut LintFindings) {
    let mut uses: HashMap<TypeId, Vec<BufferLayout<'_>>> = HashMap::new();
    context.for_each_struct(|buffer_layout, ty, _| uses.entry(ty).or_default().push(buffer_layout));
    let mut names = PaddingNames::of(context);
    context.for_each_struct(|buffer_layout, ty, size| {
        for piece in pieces(context.module, buffer_layout.types, ty, size) {
            if let BytePiece::Padding(padding) = piece {
                report(context, buffer_layout, &uses[&ty], ty, &padding, &mut names, findings);
            }
        }
    });
}

/// Reports padding in a struct. `uses`: a buffer that contains the struct, for each rule set.
fn report<'c>(
    context: &LintContext<'c>,
    buffer_layout: BufferLayout<'_>,
    uses: &[BufferLayout<'_>],
    ty: TypeId,
    padding: &Padding,
    names: &mut PaddingNames<'c>,
    findings: &mut LintFindings,
) {
    let size = padding.size.bytes();
    let bytes = if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") };
    match padding.cause {
        PaddingCause::Before { field, .. } => {
            let Some(field) = context.module.as_struct(ty).and_then(|declared| declared.fields.get(field)) else { return };
            let name = context.module.name(field.name);
            findings.report(field.span, format!("{bytes} of padding before `{name}`"), |found| {
                let reason = padstone_emit::reason::padding(context.module, buffer_layout.types, ty, padding);
                let found = found.label(field.span, reason).help("declare the padding, so that every compiler and host has it");
                // The declaration would move members where other rules need no padding.
                if let Some(other) =
                    uses.iter().find(|other| gap(context, other.types, ty, field) != gap(context, buffer_layout.types, ty, field))
                {
                    let buffer = context.module.name(other.buffer.name);
                    return found.note(format!(
                        "`{buffer}` has other padding there, under `{}`: use another struct for it",
                        other.types.rules.name
                    ));
                }
                let Some(edit) = filler(context, buffer_layout, padding, ty, field, names) else { return found };
                let title = format!("declare {bytes} of padding before `{name}`");
                if may_be_constructed(context, ty) { found.guess(title, vec![edit]) } else { found.fix(title, vec![edit]) }
            });
        }
        PaddingCause::End { .. } => {
            let (owner, span) = context.owner(buffer_layout, ty);
            findings.report(span, format!("{bytes} of padding at the end of `{owner}`"), |found| {
                found.help("declare the padding, so that every compiler and host has it")
            });
        }
        PaddingCause::Elements { .. } | PaddingCause::Vectors { .. } => {}
    }
}

/// Whether the source may construct a value of a struct from one value for each member: `Light(1.0, p)`, `Light l = { 1.0, p };`. Another member
/// needs another value there.
fn may_be_constructed(context: &LintContext<'_>, ty: TypeId) -> bool {
    let Some(declared) = context.module.as_struct(ty).filter(|declared| declared.kind != StructKind::BufferMembers) else { return false };
    let name = context.module.name(declared.name);
    let is_before =
        |text: &str, word: &str, next: char| text.match_indices(word).any(|(at, _)| text[at + word.len()..].trim_start().starts_with(next));
    context.sources.files().any(|(_, file)| {
        let by_list = match context.module.language {
            Language::Wgsl => file.text.contains("alias"),
            _ => is_before(&file.text, "=", '{'),
        };
        by_list || is_before(&file.text, name, '(')
    })
}

/// The names of new members, so that all fixes of a file can be applied. No word of the sources has such a name: members of HLSL's buffers are global
/// variables, and macros replace words everywhere.
struct PaddingNames<'m> {
    taken: HashSet<&'m str>,
    /// By scope, the next number. Members of HLSL's buffers share a scope; each struct has its own.
    scopes: HashMap<Option<TypeId>, u64>,
}

impl<'m> PaddingNames<'m> {
    fn of(context: &LintContext<'m>) -> Self {
        let mut taken = HashSet::new();
        for (_, file) in context.sources.files() {
            for (at, _) in file.text.match_indices("_pad") {
                let rest = &file.text[at..];
                let end = rest.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(rest.len());
                taken.insert(&rest[..end]);
            }
        }
        PaddingNames { taken, scopes: HashMap::new() }
    }

    fn next(&mut self, module: &Module, parent: TypeId, declared: &Struct, count: u64) -> Vec<String> {
        let is_global = module.language != Language::Wgsl && declared.kind == StructKind::BufferMembers;
        let number = self.scopes.entry((!is_global).then_some(parent)).or_default();
        let names = (*number..).map(|number| (number, format!("_pad{number}"))).filter(|(_, name)| !self.taken.contains(&**name));
        let (numbers, names): (Vec<u64>, Vec<String>) = names.take(count as usize).unzip();
        *number = numbers.last().map_or(*number, |last| last + 1);
        names
    }
}

/// The end of the members before a field, and its offset.
fn gap(context: &LintContext<'_>, types: &TypeLayouts, ty: TypeId, field: &Field) -> Option<(Offset, Offset)> {
    let (_, placed) = types.fields(context.module, ty).find(|(other, _)| other.span == field.span)?;
    Some((placed.cursor, placed.offset))
}

/// Inserts 32-bit scalars in the place of padding. All rule sets align them to 4, so they have the offsets of the padding,
/// if no member of the struct has an explicit offset or a width that the implementation chooses.
fn filler<'c>(
    context: &LintContext<'c>,
    buffer_layout: BufferLayout<'_>,
    padding: &Padding,
    parent: TypeId,
    before: &Field,
    names: &mut PaddingNames<'c>,
) -> Option<Edit> {
    let (module, declared) = (context.module, context.module.as_struct(parent)?);
    let has_own_declaration = |field: &Field| {
        let scalar = context.scalar(context.innermost(field.ty));
        field.is_annotated() || field.bitfield.is_some() || scalar.is_some_and(Scalar::is_min_precision)
    };
    let start = buffer_layout.types.fields(module, parent).find(|(field, _)| field.span == before.span)?.1.cursor;
    let is_words = padding.size.bytes().is_multiple_of(4) && start.is_aligned(Align::FOUR) && padding.size.bytes() <= 64;
    if !is_words || declared.fields.iter().any(has_own_declaration) {
        return None;
    }
    let position = match module.language {
        Language::Hlsl | Language::Glsl => {
            let ty = before.written.type_span?;
            // If one type declares several names, only the first is possible: there, the text before the type precedes the member.
            let between = Span { start: ty.end, end: before.span.start };
            if ty.end > before.span.start || !context.sources.is_whole(between) || !context.sources.text(between).trim().is_empty() {
                return None;
            }
            ty.before()
        }
        Language::Wgsl => before.span.before(),
        _ => return None,
    };
    // Modifiers before the type belong to it.
    let file = context.sources.file(context.sources.file_of(position.start));
    let text = file.text.get(..position.start.checked_sub(file.base())? as usize)?;
    let is_line_start = text.trim_end().ends_with([';', '{', ',']) && context.sources.spelling(position) == position;
    if !is_line_start {
        return None;
    }
    let words = names.next(module, parent, declared, padding.size.bytes() / 4);
    let word = |name: String| if module.language == Language::Wgsl { format!("{name}: u32, ") } else { format!("uint {name}; ") };
    Some(Edit { span: position, text: words.into_iter().map(word).collect() })
}
