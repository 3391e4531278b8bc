//! Members of structs and buffers, as all dialects have them.

use padstone_diag::{Diagnostic, codes};
use padstone_model::Field;

use crate::reader::Reader;

/// Reports members that have the name of one before them.
pub(crate) fn report_duplicates(reader: &mut impl Reader, fields: &[Field]) {
    let mut order: Vec<usize> = (0..fields.len()).filter(|&index| !fields[index].name.is_empty()).collect();
    order.sort_unstable_by_key(|&index| (fields[index].name, index));
    for pair in order.windows(2) {
        let (first, second) = (&fields[pair[0]], &fields[pair[1]]);
        if first.name == second.name && first.role == second.role {
            let name = reader.text(second.name).to_owned();
            let found = Diagnostic::error(&codes::DUPLICATE_MEMBER, format!("duplicate member `{name}`"), second.span);
            reader.report(found.label(second.span, "").label(first.span, "first declared here"));
        }
    }
}
