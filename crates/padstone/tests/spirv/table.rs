//! The rows of a layout, as far as SPIR-V can carry them.

use std::ops::ControlFlow;

use padstone::layout::{self, Layout, ModuleLayout, Order, Visit};
use padstone::model::{Count, Major, Module};

/// One member at one level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) path: String,
    pub(crate) offset: u64,
    /// From the first byte to the last in use.
    pub(crate) size: u64,
    pub(crate) stride: Option<u64>,
    pub(crate) count: Option<Count>,
    /// From one vector of a matrix to the next, and which vectors.
    pub(crate) matrix: Option<(u64, Major)>,
}

/// The rows of a layout that was read.
pub(crate) fn rows(module: &Module, all: &ModuleLayout, layout: &Layout) -> Vec<Row> {
    let mut rows = Vec::new();
    let whole = layout::rows(module, all.types(layout), layout, Order::Source, &mut |visit| {
        if let Visit::Row(row) = visit {
            rows.push(Row {
                path: row.path.to_owned(),
                offset: row.offset.bytes(),
                size: row.size.bytes(),
                stride: row.stride.map(|stride| stride.bytes()),
                count: row.count,
                matrix: row.matrix.and_then(|matrix| Some((matrix.stride?.bytes(), matrix.major))),
            });
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(whole.is_continue());
    rows
}
