//! Tables of layouts with an unresolved member.

use std::io;
use std::ops::ControlFlow;

use padstone_layout::{PartialLayout, PartialVisit, partial_rows};

use super::columns::{Columns, Indent};
use super::{is_constant, title};
use crate::Listing;
use crate::buffer::OutputBuffer;
use crate::registers::has_registers;
use crate::style::Styles;
use crate::type_names::TypeNames;

/// The members, with `?` for each unknown number.
pub(super) fn table(
    listing: &Listing<'_>,
    partial: &PartialLayout,
    names: &mut TypeNames<'_>,
    styles: Styles,
    out: &mut OutputBuffer<'_>,
) -> io::Result<()> {
    let Listing { module, layouts, .. } = *listing;
    let types = &layouts.sets[partial.set];
    title(listing, partial.subject, partial.content, partial.set, styles, out)?;
    let registers = has_registers(types.rules) && is_constant(module, partial.subject);
    let mut end = 0;
    let _ = partial_rows(module, types, partial, &mut |visit| {
        if let PartialVisit::Known(row) = visit {
            end = row.offset.bytes().saturating_add(row.size.bytes()).max(end);
        }
        ControlFlow::<()>::Continue(())
    });
    let mut columns = Columns::new(end, registers);
    let mut indent = Indent::default();
    let _ = partial_rows(module, types, partial, &mut |visit| {
        match visit {
            PartialVisit::Known(row) => {
                if let Some(level) = indent.of_row(module, &row) {
                    columns.measure(level, &row, names);
                }
            }
            PartialVisit::Unknown { name, depth, ty, .. } => {
                if let Some(level) = indent.of(module, depth, name == "[]", ty) {
                    columns.measure_unknown(level, name, names.of(ty));
                }
            }
        }
        ControlFlow::<()>::Continue(())
    });
    if !columns.is_empty() {
        columns.heads(styles, out);
    }
    let mut indent = Indent::default();
    let written = partial_rows(module, types, partial, &mut |visit| {
        match visit {
            PartialVisit::Known(row) => {
                if let Some(level) = indent.of_row(module, &row) {
                    columns.row(level, &row, true, names, out);
                    out.text("\n");
                }
            }
            PartialVisit::Unknown { name, depth, ty, .. } => {
                if let Some(level) = indent.of(module, depth, name == "[]", ty) {
                    columns.write_unknown(level, name, names.of(ty), out);
                }
            }
        }
        out.pass().map_or_else(ControlFlow::Break, ControlFlow::Continue)
    });
    if let ControlFlow::Break(error) = written {
        return Err(error);
    }
    out.text("  ");
    out.styled(styles.faint, "size unknown: see diagnostics");
    out.text("\n");
    Ok(())
}
