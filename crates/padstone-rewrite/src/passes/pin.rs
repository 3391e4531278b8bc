//! `pin`: the layout written into the source, so that every compiler places the bytes as WGSL says.
//!
//! Each member of a struct that lies in a buffer gets its alignment (`@align`), and its distance from the next member
//! (`@size`). naga, and wgpu with it, lose the `@align` of members where their struct lies in another one: there it
//! stands with the member that holds the struct, where naga sees it.

use padstone_diag::Diagnostics;
use padstone_layout::{FieldLayout, NAGA, TypeLayouts};
use padstone_model::{Align, Count, Field, Module, Struct, Type, TypeId};
use padstone_source::Span;
use padstone_wgsl::tree::Edition;

use crate::{Edits, Options, Pass, PassMap, Unit};

pub(super) static PASS: Pass = Pass {
    name: "pin",
    summary: "Write the layout into the source, so that every compiler places the bytes as WGSL says",
    takes: &[Edition::Today],
    gives: None,
    agree: &[&NAGA],
    run,
};

fn run(unit: &Unit<'_>, _: &Options, edits: &mut Edits, _: &mut PassMap, _: &mut Diagnostics) {
    let types = unit.layouts.standard();
    for id in unit.structs_in_buffers() {
        pin(unit.module, types, &unit.module.structs[id], edits);
    }
}

fn pin(module: &Module, types: &TypeLayouts, declared: &Struct, edits: &mut Edits) {
    let Some(ty) = declared.ty else { return };
    let Ok(whole) = types.get(ty) else { return };
    let fields: Vec<(&Field, &FieldLayout)> = types.fields(module, ty).collect();
    for (at, (field, placed)) in fields.iter().enumerate() {
        let Ok(of_type) = types.get(field.ty) else { continue };
        let next = fields.get(at + 1).map_or(whole.size.bytes(), |(_, next)| next.offset.bytes());
        let given = (field.align(), field.size());
        let align = given.0.map_or(of_type.align, |(given, _)| given.max(of_type.align));
        attribute(field, "align", align.bytes(), given.0.map(|(align, span): (Align, Span)| (align.bytes(), span)), edits);
        // What has no size can have none, and has nothing behind it.
        if !is_runtime_array(module, field.ty) {
            let size = next - placed.offset.bytes();
            attribute(field, "size", size, given.1.map(|(size, span)| (size.bytes(), span)), edits);
        }
    }
}

/// Says something of a member that does not yet stand there.
fn attribute(field: &Field, name: &str, value: u64, given: Option<(u64, Span)>, edits: &mut Edits) {
    match given {
        Some((given, _)) if given == value => {}
        Some((_, span)) => edits.replace(span, format!("@{name}({value})")),
        None => edits.insert_before(field.span, format!("@{name}({value}) ")),
    }
}

fn is_runtime_array(module: &Module, ty: TypeId) -> bool {
    matches!(module.types[ty], Type::Array { count: Count::Runtime, .. })
}
