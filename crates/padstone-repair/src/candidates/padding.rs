//! Unused members as padding.

use super::{Candidate, DivergingMember, PADDING, Site};
use crate::spelling;

/// Padding before the diverging member.
pub(super) fn pad_before(diverging: &DivergingMember<'_>, site: &Site<'_>, found: &mut Vec<Candidate>) {
    let (Some(body), Some(position)) = (site.body(), site.at()) else { return };
    let halves = diverging.offsets().iter().any(|offset| offset % 4 == 2);
    for padding in paddings(site, halves) {
        let title = format!("insert {} of padding before `{}`", padding.amount, site.name(position));
        let changes = vec![site.change(body.insert_before(position, &padding.text))];
        found.push(Candidate { changes, weight: padding.weight, title, note: None, unrewritten: None });
    }
}

/// Padding at the end of a struct.
pub(super) fn at_end(site: &Site<'_>, found: &mut Vec<Candidate>) {
    let Some(body) = site.body() else { return };
    for padding in paddings(site, false) {
        let title = format!("insert {} of padding at the end of {}", padding.amount, site.owner());
        let changes = body.append(&padding.text).into_iter().map(|change| site.change(change)).collect();
        found.push(Candidate { changes, weight: padding.weight, title, note: None, unrewritten: None });
    }
}

struct Padding {
    text: String,
    amount: String,
    weight: u32,
}

/// One to three scalars, as no more fit before a 16-byte register, or four: some rule sets begin a register only at a four-component vector.
fn paddings(site: &Site<'_>, halves: bool) -> Vec<Padding> {
    let language = site.language();
    let padding = |ty: &str, count: usize, bytes: u64| {
        let members: Vec<String> = site.fresh(count).iter().map(|name| spelling::member(language, ty, name)).collect();
        Padding { text: members.join(" "), amount: format!("{} bytes", bytes * count as u64), weight: PADDING + count as u32 }
    };
    let mut paddings = Vec::new();
    if let Some(number) = spelling::number(language, 4) {
        paddings.extend((1..=3).map(|count| padding(number, count, 4)));
    }
    if let Some(half) = spelling::number(language, 2).filter(|_| halves) {
        paddings.push(padding(half, 1, 2));
    }
    paddings.push(padding(spelling::row(language), 1, 16));
    paddings
}
