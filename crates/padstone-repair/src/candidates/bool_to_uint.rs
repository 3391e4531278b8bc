//! Replaces bools by integers: a `bool` is four bytes in shader buffers, and one byte in C++, CUDA and Metal.

use super::widening::identifiers;
use super::{BOOL_TO_UINT, Candidate, DivergingMember, Site};

/// An integer type for the diverging member.
pub(super) fn everywhere(diverging: &DivergingMember<'_>, found: &mut Vec<Candidate>) {
    found.extend(diverging.in_all_files(0, number));
}

fn number(site: &Site<'_>) -> Option<Candidate> {
    let (body, position) = (site.body()?, site.at()?);
    // A type shared with other declarators would change them too.
    if !body.is_alone(position) {
        return None;
    }
    let (place, requested) = identifiers(site, body.before_name(position)).find_map(|(place, word)| Some((place, as_number(word)?)))?;
    let name = site.name(position);
    Some(Candidate {
        title: format!("change the type of `{name}` to `{requested}`"),
        changes: vec![site.change((place, requested))],
        weight: BOOL_TO_UINT,
        note: Some(format!("replace `{name}` with `{name} != 0` where functions read it")),
        unrewritten: None,
    })
}

/// The integer type for a bool type: `uint3` for `bool3`, `uvec3` for `bvec3`.
fn as_number(ty: &str) -> Option<String> {
    let (head, old_head) = [("uint", "bool"), ("uvec", "bvec")].into_iter().find(|(_, old_head)| ty.starts_with(old_head))?;
    let size = &ty[old_head.len()..];
    size.chars().all(|letter| letter.is_ascii_digit() || letter == 'x').then(|| format!("{head}{size}"))
}
