//! The rows of a layout that SPIR-V can express.

use std::ops::ControlFlow;

use padstone_read::layout::{self, Layout, ModuleLayout, Visit, VisitOrder};
use padstone_read::model::{Count, Major, Module};

/// One member at one level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Names joined with `.`, `[]` for elements.
    pub path: String,
    /// The offset in bytes from the start of the buffer.
    pub offset: u64,
    /// The size in bytes, up to the last byte in use.
    pub size: u64,
    /// The array stride in bytes.
    pub stride: Option<u64>,
    /// The element count of an array.
    pub count: Option<Count>,
    /// The matrix stride in bytes, and the majorness.
    pub matrix: Option<(u64, Major)>,
}

/// The rows of a layout that was read.
///
/// # Panics
///
/// If there are too many rows.
pub fn rows(module: &Module, all: &ModuleLayout, layout: &Layout) -> Vec<Row> {
    let mut rows = Vec::new();
    let complete = layout::rows(module, all.types(layout), layout, VisitOrder::Source, &mut |visit| {
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
    assert!(complete.is_continue());
    rows
}
