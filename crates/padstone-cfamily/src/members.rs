//! Checks of members of structs and buffers that all languages share.

use padstone_diag::{Diagnostic, codes};
use padstone_model::Field;

use crate::reader::Reader;

/// Reports members with the name of an earlier member.
pub(crate) fn report_duplicates(reader: &mut impl Reader, fields: &[Field]) {
    let mut order: Vec<usize> = (0..fields.len()).filter(|&index| !fields[index].name.is_empty()).collect();
    // Sorting only groups equal names: reports are in source order.
    order.sort_unstable_by_key(|&index| (fields[index].name.index(), index));
    let is_again = |pair: &&[usize]| {
        let [first, second] = [pair[0], pair[1]].map(|index| &fields[index]);
        first.name == second.name && first.role == second.role
    };
    let mut duplicates: Vec<&[usize]> = order.windows(2).filter(is_again).collect();
    duplicates.sort_unstable_by_key(|pair| pair[1]);
    for pair in duplicates {
        let (first, second) = (&fields[pair[0]], &fields[pair[1]]);
        let name = reader.text(second.name).to_owned();
        let found = Diagnostic::error(&codes::DUPLICATE_MEMBER, format!("duplicate member `{name}`"), second.span);
        reader.report(found.label(second.span, "").label(first.span, "first declared here"));
    }
}
