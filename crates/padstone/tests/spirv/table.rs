//! The table of what was written is the table of the source: sizes and alignments too, which no decoration says.

use std::ops::ControlFlow;

use padstone::Unit;
use padstone::layout::{self, AS_COMPILED, Layout, LlvmShapes, ModuleLayout, Order, Sizes, Subject, Visit};
use padstone::model::{BufferKind, Count, Module, Type};

use crate::inputs::{Input, Written};

/// Compares everything that a table says of every buffer, of inputs of which SPIR-V can say everything.
pub(crate) fn is_same(input: &Input, written: &Written) -> Result<(), String> {
    let read = Unit::read_compiled("module.spv", &written.bytes);
    let layouts = read.layout(&AS_COMPILED);
    let is_rejected = written.layouts.diagnostics.has_errors();
    if is_rejected || is_foreign(&written.layouts) || !is_sayable(&input.unit.module) {
        return Ok(());
    }
    if layouts.profile.name != written.layouts.profile.name {
        let asked = read.layout(written.layouts.profile);
        let why: Vec<&str> = asked.diagnostics.iter().map(|found| found.message.as_str()).collect();
        return Err(format!("does not fit its own rules: {why:?}"));
    }
    if let Some(found) = layouts.diagnostics.iter().find(|found| found.code.id == "P1009") {
        let placed = input.unit.module.structs.iter().flat_map(|(_, of)| &of.fields).any(|field| field.offset().is_some());
        if !placed {
            return Err(found.message.clone());
        }
    }
    let theirs = tables(&read.module, &layouts);
    for ours in tables(&input.unit.module, &written.layouts) {
        let Some(found) = theirs.iter().find(|found| found.name == ours.name) else { continue };
        if *found != ours {
            let rows = ours.rows.iter().zip(&found.rows).find(|(ours, theirs)| ours != theirs);
            return Err(format!("`{}`: {:?}\n became {:?}\n {rows:?}", ours.name, ours.whole, found.whole));
        }
    }
    Ok(())
}

/// Whether sizes are those of LLVM types or of D3D's reflection, with its miscounts: they are not to be had from SPIR-V.
fn is_foreign(layouts: &ModuleLayout) -> bool {
    let of_llvm = |layout| layouts.rules(layout).llvm_shapes == LlvmShapes::Clang22;
    layouts.layouts.iter().any(|layout| of_llvm(layout) || layouts.types(layout).sizes == Sizes::Reflection)
}

#[derive(PartialEq, Debug)]
struct Table {
    name: String,
    /// The rules, size, alignment, and how far apart elements lie.
    whole: (&'static str, u64, u64, Option<u64>),
    rows: Vec<TableRow>,
}

#[derive(PartialEq, Debug)]
struct TableRow {
    path: String,
    offset: u64,
    size: u64,
    align: u64,
    stride: Option<u64>,
    count: Option<Count>,
    matrix_stride: Option<u64>,
}

fn tables(module: &Module, all: &ModuleLayout) -> Vec<Table> {
    let buffer = |layout: &Layout| match layout.subject {
        Subject::Buffer(id) => Some(table(module, all, layout, module.name(module.buffers[id].name))),
        Subject::Struct(_) => None,
    };
    all.layouts.iter().filter_map(buffer).collect()
}

fn table(module: &Module, all: &ModuleLayout, layout: &Layout, name: &str) -> Table {
    let mut rows = Vec::new();
    let shown = layout::rows(module, all.types(layout), layout, Order::Source, &mut |visit| {
        if let Visit::Row(row) = visit {
            rows.push(TableRow {
                path: row.path.to_owned(),
                offset: row.offset.bytes(),
                size: row.size.bytes(),
                align: row.align.bytes(),
                stride: row.stride.map(|stride| stride.bytes()),
                count: row.count,
                matrix_stride: row.matrix.and_then(|matrix| matrix.stride).map(|stride| stride.bytes()),
            });
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(shown.is_continue());
    let stride = layout.stride.map(|stride| stride.bytes());
    Table { name: name.to_owned(), whole: (all.rules(layout).name, layout.size.bytes(), layout.align.bytes(), stride), rows }
}

/// Whether SPIR-V has all types of a module, and says of each buffer what it is.
fn is_sayable(module: &Module) -> bool {
    let has = |ty: &Type| match *ty {
        Type::Matrix { scalar, rows, columns, .. } => scalar.is_float() && rows > 1 && columns > 1,
        Type::Vector { width, .. } => width > 1,
        Type::Array { count, .. } => count != Count::Known(0),
        Type::Enum(_) | Type::Resource(_) | Type::Pointer(_) => false,
        _ => true,
    };
    let of_members = module.structs.iter().all(|(_, of)| !of.fields.is_empty() && of.fields.iter().all(|field| field.bitfield.is_none()));
    let of_objects = module.parameters.iter().all(|(_, parameter)| parameter.dims.is_empty());
    let plain = module.buffers.iter().all(|(_, buffer)| buffer.kind != BufferKind::Structured);
    of_members && of_objects && plain && module.types.iter().all(|(_, ty)| has(ty))
}
