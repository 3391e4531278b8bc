//! Wraps elements of arrays in structs whose size is the largest stride of all sides. That also works for
//! types without a wider one: halves and doubles, structs, and aliases.

use std::ops::Range;

use padstone_read::layout::Shape;
use padstone_read::model::{Language, Type};

use super::reading::{self, Reading};
use super::{Candidate, DivergingMember, Site, WRAPPING};
use crate::snapshot::LayoutMembers;
use crate::spelling;
use crate::text::before_struct;

/// Elements that need more padding scalars than this are not wrapped.
const MAX_PADDING: u64 = 16;

/// Wrapped elements of the diverging array, and of the preceding one.
pub(super) fn everywhere(diverging: &DivergingMember<'_>, found: &mut Vec<Candidate>) {
    for back in 0..2 {
        let element_stride: Vec<ElementStride> =
            diverging.layouts.iter().filter_map(|layout| element_stride(layout, diverging.path, back)).collect();
        let Some(furthest) = element_stride.iter().map(|element_stride| element_stride.stride).max() else { continue };
        let mut sizes: Vec<u64> =
            element_stride.iter().map(|element_stride| element_stride.element).filter(|size| *size < furthest).collect();
        sizes.sort_unstable();
        sizes.dedup();
        // Rule sets with 16-byte registers need a multiple of 16.
        let mut strides = vec![furthest, furthest.next_multiple_of(16)];
        strides.dedup();
        for stride in strides {
            found.extend(diverging.in_all_files(back, |site| wrapped(site, stride, None)));
            for size in &sizes {
                found.extend(diverging.in_all_files(back, |site| wrapped(site, stride, Some(stride - size))));
            }
        }
    }
}

/// The stride of the innermost array, and the size of its elements.
struct ElementStride {
    stride: u64,
    element: u64,
}

fn element_stride(layout: &LayoutMembers<'_>, path: &str, back: usize) -> Option<ElementStride> {
    let (id, index) = layout.declared(path)?;
    let module = &layout.unit.module;
    let mut ty = module.structs[id].fields.get(index.checked_sub(back)?)?.ty;
    let mut found = None;
    while let Type::Array { element, .. } = module.types[ty] {
        if let Shape::Array { stride } = layout.types().get(ty).ok()?.shape {
            found = Some(ElementStride { stride: stride.bytes(), element: layout.types().get(element).ok()?.size.bytes() });
        }
        ty = element;
    }
    found
}

/// A member with wrapped elements, whose struct gets its size from an attribute, or from `padding` bytes of padding.
fn wrapped(site: &Site<'_>, stride: u64, padding: Option<u64>) -> Option<Candidate> {
    let (body, position) = (site.body()?, site.at()?);
    // A type shared with other declarators would change them too; and without braces, no declaration can be inserted before the struct.
    if !body.is_alone(position) || site.owner() == "$Globals" {
        return None;
    }
    let language = site.language();
    let element = match language {
        Language::Wgsl | Language::Wgsl2020 => element_of_wgsl(site.masked(), body.after_name(position))?,
        _ => last_type(site.masked(), body.before_name(position))?,
    };
    let (ty, levels) = (site.code(element.clone())?, levels(site, position)?);
    // The array of an alias is declared elsewhere, so an element of it cannot be wrapped.
    let written = body.before_name(position).chain(body.after_name(position)).filter(|&byte| site.masked()[byte] == b'[').count();
    if language != Language::Wgsl && language != Language::Wgsl2020 && written < levels || is_wrapper(site, position) {
        return None;
    }
    let value = match padding {
        None => spelling::sized_member(language, stride, &ty, "value")?,
        Some(_) => spelling::member(language, &ty, "value"),
    };
    let members = match padding {
        None => vec![value],
        Some(bytes) => std::iter::once(value).chain(numbers(language, bytes)?).collect(),
    };
    let (name, declaration) = declared(site, &ty, stride, &members.join(" "));
    let mut changes = vec![site.change((element, name.clone()))];
    changes.extend(declaration);
    let read = reading::uses(site, position, levels, &Reading::Member(".value"));
    let member = site.name(position);
    let note = read.note(&format!("{member}{}", "[i]".repeat(levels)), ".value");
    let unrewritten = read.unrewritten.then(|| member.to_owned());
    changes.extend(read.changes);
    let title = format!("wrap each element of `{member}` in `{name}`, a struct of {stride} bytes");
    Some(Candidate { changes, weight: WRAPPING, title, note: Some(note), unrewritten })
}

/// Whether the elements of a member are wrapped already.
fn is_wrapper(site: &Site<'_>, index: usize) -> bool {
    let (module, ty) = (&site.unit.module, site.fields()[index].ty);
    let ty = module.types.peel_arrays(ty);
    module.as_struct(ty).is_some_and(|wrapper| {
        let ends_so =
            |name: &str| name.rsplit_once("In").is_some_and(|(_, stride)| stride.bytes().next().is_some_and(|byte| byte.is_ascii_digit()));
        ends_so(module.name(wrapper.name)) && wrapper.fields.first().is_some_and(|field| module.name(field.name) == "value")
    })
}

/// The dimensions of a member; empty if its elements are matrices: a wrapper struct does not change the matrix stride.
fn levels(site: &Site<'_>, index: usize) -> Option<usize> {
    let (types, ty) = (&site.unit.module.types, site.fields()[index].ty);
    (!matches!(types[types.peel_arrays(ty)], Type::Matrix { .. })).then(|| types.dimensions(ty).count())
}

/// Padding members of `bytes` bytes together, narrow types first; `None` if no scalars add up to that.
fn numbers(language: Language, bytes: u64) -> Option<Vec<String>> {
    let (floats, halves) = (bytes / 4, bytes % 4 / 2);
    if !bytes.is_multiple_of(2) || floats > MAX_PADDING {
        return None;
    }
    let types = std::iter::repeat_n(2, halves as usize).chain(std::iter::repeat_n(4, floats as usize));
    types
        .enumerate()
        .map(|(position, bytes)| Some(spelling::member(language, spelling::number(language, bytes)?, &format!("_pad{position}"))))
        .collect()
}

/// The name of a wrapper, and its declaration before the struct that needs it; an existing declaration is used again.
fn declared(site: &Site<'_>, ty: &str, stride: u64, members: &str) -> (String, Option<super::TextChange>) {
    let words: String = ty.split(|c: char| !c.is_ascii_alphanumeric()).map(capitalised).collect();
    let requested = format!("{words}In{stride}");
    let names = (1..).map(|number| if number == 1 { requested.clone() } else { format!("{requested}No{number}") });
    for name in names {
        let declaration = spelling::structure(site.language(), &name, members);
        let before = before_struct(&site.text, &site.masked, site.language(), site.names[0].start);
        let Some(before) = before else { return (name, None) };
        if site.text[..before.at].contains(&declaration) {
            return (name, None);
        }
        if !site.text.contains(&name) {
            let text = before.lines(&declaration);
            return (name, Some(site.change((before.at..before.at, text))));
        }
    }
    unreachable!("the sequence of names is infinite")
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// The type at the end of the text before a name, without dimensions that appear after it: `vector<float, 3>` of
/// `[[vk::offset(16)]] vector<float, 3>[4] `.
fn last_type(masked: &[u8], before: Range<usize>) -> Option<Range<usize>> {
    let text = &masked[before.clone()];
    let mut end = text.trim_ascii_end().len();
    while text[..end].last() == Some(&b']') {
        end = text[..end].iter().rposition(|byte| *byte == b'[')?;
        end = text[..end].trim_ascii_end().len();
    }
    let mut start = end;
    if text[..end].last() == Some(&b'>') {
        let mut depth = 0usize;
        start = text[..end].iter().rposition(|byte| {
            match byte {
                b'>' => depth += 1,
                b'<' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })?;
        start = text[..start].trim_ascii_end().len();
    }
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'.');
    let name = text[..start].iter().rposition(|byte| !is_name(byte)).map_or(0, |index| index + 1);
    // A type of two words, such as `unsigned int`.
    let name = if text[..name].trim_ascii_end().ends_with(b"unsigned") { text[..name].trim_ascii_end().len() - 8 } else { name };
    (name < start).then_some(before.start + name..before.start + end)
}

/// `T` of `: array<array<T, 4>, 2>`.
fn element_of_wgsl(masked: &[u8], after: Range<usize>) -> Option<Range<usize>> {
    let text = &masked[after.clone()];
    let skip = |index: usize| index + text[index..].len() - text[index..].trim_ascii_start().len();
    let mut index = skip(text.iter().position(|byte| *byte == b':')? + 1);
    let mut found = false;
    while text[index..].starts_with(b"array") {
        let open = skip(index + b"array".len());
        if text.get(open) != Some(&b'<') {
            break;
        }
        (index, found) = (skip(open + 1), true);
    }
    let mut depth = 0i32;
    let length = text[index..].iter().position(|byte| {
        depth += match byte {
            b'<' | b'(' => 1,
            b'>' | b')' => -1,
            _ => 0,
        };
        depth < 0 || (depth == 0 && *byte == b',')
    })?;
    found.then_some(after.start + index..after.start + index + text[index..index + length].trim_ascii_end().len())
}
