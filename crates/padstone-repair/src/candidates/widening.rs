//! Wider types that all rules place alike: elements of arrays and columns or rows of matrices that are 16 bytes long.

use std::ops::Range;

use padstone_read::model::{Language, Major, Type, TypeId};

use super::reading::{self, Reading};
use super::{Candidate, DivergingMember, Site, WIDENING};
use crate::spelling;

/// Wider types for the diverging member, and for the preceding one.
pub(super) fn everywhere(diverging: &DivergingMember<'_>, found: &mut Vec<Candidate>) {
    found.extend((0..2).filter_map(|back| diverging.in_all_files(back, wider)));
}

fn wider(site: &Site<'_>) -> Option<Candidate> {
    let (body, index) = (site.body()?, site.at()?);
    let module = &site.unit.module;
    let (innermost, levels) = innermost(module, site.fields()[index].ty);
    let in_array = levels > 0;
    let major = match module.types[innermost] {
        Type::Matrix { major, .. } => Some(major),
        _ => None,
    };
    // A type shared with other declarators would change them too.
    if !body.is_alone(index) {
        return None;
    }
    let is_wgsl = matches!(site.language(), Language::Wgsl | Language::Wgsl2020);
    let range = if is_wgsl { site_type(site, body.after_name(index)) } else { body.before_name(index) };
    let (place, wide, read) = identifiers(site, range).find_map(|(place, word)| {
        let (wide, read) = spelling::widened(site.language(), word, in_array, major.or(Some(Major::Column)))?;
        Some((place, wide, read))
    })?;
    let name = site.name(index);
    let title = match (in_array, major) {
        (true, None) => format!("change the element type of `{name}` to `{wide}`"),
        _ => format!("change the type of `{name}` to `{wide}`"),
    };
    let mut changes = vec![site.change((place, wide.clone()))];
    let (note, uses) = match module.types[innermost] {
        // The columns of a matrix are read with one more index.
        Type::Matrix { rows, .. } => {
            let read = spelling::components(rows);
            let note = format!("the vectors of `{name}` now have four components; the last one is padding");
            (note, reading::uses(site, index, levels + 1, &Reading::Components { read, wide: &spelling::column(&wide) }))
        }
        _ => {
            let uses = reading::uses(site, index, levels, &Reading::Components { read, wide: &wide });
            (uses.note(&format!("{name}{}", "[i]".repeat(levels)), read), uses)
        }
    };
    let unrewritten = uses.unrewritten.then(|| name.to_owned());
    changes.extend(uses.changes);
    Some(Candidate { changes, weight: WIDENING, title, note: Some(note), unrewritten })
}

/// The range after the colon.
fn site_type(site: &Site<'_>, range: Range<usize>) -> Range<usize> {
    let colon = site.masked()[range.clone()].iter().position(|byte| *byte == b':').unwrap_or(0);
    range.start + colon..range.end
}

/// The words in a range of the text, with their ranges.
pub(super) fn identifiers<'t>(site: &'t Site<'_>, range: Range<usize>) -> impl Iterator<Item = (Range<usize>, &'t str)> {
    let bytes = &site.masked()[range.clone()];
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let starts = (0..bytes.len()).filter(move |&index| is_word(bytes[index]) && (index == 0 || !is_word(bytes[index - 1])));
    starts.map(move |start| {
        let length = bytes[start..].iter().position(|&byte| !is_word(byte)).unwrap_or(bytes.len() - start);
        let word = std::str::from_utf8(&bytes[start..start + length]).unwrap_or_default();
        (range.start + start..range.start + start + length, word)
    })
}

/// The type inside all arrays, and the number of dimensions.
fn innermost(module: &padstone_read::model::Module, ty: TypeId) -> (TypeId, usize) {
    (module.types.peel_arrays(ty), module.types.dimensions(ty).count())
}
