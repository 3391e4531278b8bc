//! Converts a layout of the engine to [`Row`]s of the naive implementation, for comparison.

use std::ops::ControlFlow;

use padstone_read::layout::{self, Layout, ModuleLayout, Shape, Subject, TypeLayouts, Visit, VisitOrder};
use padstone_read::model::{Count, Module, Size};

use crate::properties::naive::Row;

/// Every member that has bytes, at every level, depth first.
pub(crate) fn rows(module: &Module, all: &ModuleLayout, layout: &Layout) -> Vec<Row> {
    let types = all.types(layout);
    let mut rows = Vec::new();
    let is_complete = layout::rows(module, types, layout, VisitOrder::Source, &mut |visit| {
        if let Visit::Row(row) = visit {
            rows.extend(convert(types, &row));
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(is_complete.is_continue());
    rows
}

fn convert(types: &TypeLayouts, row: &layout::Row<'_>) -> Option<Row> {
    let bits = row.bits.map(|bits| (bits.first.into(), bits.width.into()));
    if row.size == Size::ZERO && bits.is_none() {
        return None;
    }
    let matrix_stride = match types.get(row.ty).ok()?.shape {
        Shape::Matrix { stride, vectors: 2.., .. } => Some(stride.bytes().into()),
        _ => None,
    };
    Some(Row {
        path: row.path.to_owned(),
        offset: row.offset.bytes().into(),
        size: bits.is_none().then(|| row.size.bytes().into()),
        stride: row.stride.filter(|_| row.count != Some(Count::Known(1))).map(|stride| stride.bytes().into()),
        matrix_stride,
        align: Some(row.align.bytes().into()),
        bits,
    })
}

/// The layout of a buffer, by its name.
pub(crate) fn buffer<'a>(module: &Module, all: &'a ModuleLayout, name: &str) -> Option<&'a Layout> {
    all.layouts.iter().find(|layout| match layout.subject {
        Subject::Buffer(id) => module.name(module.buffers[id].name) == name,
        Subject::Struct(_) => false,
    })
}

/// The layout of a struct, by its qualified name.
pub(crate) fn structure<'a>(module: &Module, all: &'a ModuleLayout, name: &str) -> Option<&'a Layout> {
    all.layouts.iter().find(|layout| match layout.subject {
        Subject::Struct(id) => module.name(module.structs[id].name) == name,
        Subject::Buffer(_) => false,
    })
}
