//! The table of the written module equals the table of the source, including sizes and alignments, which no decoration contains.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use padstone_read::Unit;
use padstone_read::layout::{self, AS_COMPILED, Layout, LlvmShapes, ModuleLayout, Sizes, Subject, Visit, VisitOrder};
use padstone_read::model::{Count, Module, Type};

use crate::emitted::inputs::{Input, Written};
use crate::emitted::round_trip::is_pointee;

/// The numbers of comparisons.
#[derive(Default)]
pub(crate) struct Tally {
    /// Completely compared buffers.
    pub(crate) complete: usize,
    /// Buffers of which only offsets were compared, without this table, by the reason.
    pub(crate) offsets_only: BTreeMap<&'static str, usize>,
}

impl fmt::Debug for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tables; buffers of which only offsets are compared: {:?}", self.complete, self.offsets_only)
    }
}

impl Tally {
    /// Compares every table of every buffer completely.
    pub(crate) fn is_same(&mut self, input: &Input, written: &Written) -> Result<(), String> {
        let (module, all) = (&input.unit.module, &written.layouts);
        let read = Unit::read_compiled("module.spv", &written.bytes);
        let layouts = read.layout(&AS_COMPILED);
        let is_sayable = all.layouts.iter().all(|layout| unsayable(module, all, layout).is_none());
        // A module that violates its own rules has no sizes and alignments.
        if layouts.profile.name != all.profile.name && is_sayable && !all.layouts.is_empty() {
            let laid_out = read.layout(all.profile);
            let why: Vec<&str> = laid_out.diagnostics.iter().map(|found| found.message.as_str()).collect();
            return Err(format!("violates its own rules: {why:?}"));
        }
        // Several with one name are distinguished by their order.
        let mut theirs = tables(&read.module, &layouts).into_iter();
        for layout in &all.layouts {
            let Subject::Buffer(id) = layout.subject else { continue };
            let name = module.name(module.buffers[id].name);
            let why = unsayable(module, all, layout).or((layouts.profile.name != all.profile.name).then_some("beside one of these"));
            let is_pointee = is_pointee(input, written, id);
            let found = theirs.by_ref().take(usize::from(!is_pointee)).find(|found| found.name == name);
            if let Some(why) = is_pointee.then_some("pointed to, and no variable").or(why) {
                *self.offsets_only.entry(why).or_default() += 1;
                continue;
            }
            let (ours, found) = (table(module, all, layout, name), found.ok_or_else(|| format!("`{name}` is gone"))?);
            self.complete += 1;
            if found != ours {
                let rows = ours.rows.iter().zip(&found.rows).find(|(ours, theirs)| ours != theirs);
                return Err(format!("`{name}`: {:?}\n became {:?}\n {rows:?}", ours.complete, found.complete));
            }
        }
        Ok(())
    }
}

#[derive(PartialEq, Debug)]
struct Table {
    name: String,
    /// The rules, size, alignment, and stride of elements.
    complete: (&'static str, u64, u64, Option<u64>),
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

/// The tables of all buffers.
fn tables(module: &Module, all: &ModuleLayout) -> Vec<Table> {
    let buffer = |layout: &Layout| match layout.subject {
        Subject::Buffer(id) => Some(table(module, all, layout, module.name(module.buffers[id].name))),
        Subject::Struct(_) => None,
    };
    all.layouts.iter().filter_map(buffer).collect()
}

fn table(module: &Module, all: &ModuleLayout, layout: &Layout, name: &str) -> Table {
    let mut rows = Vec::new();
    let shown = layout::rows(module, all.types(layout), layout, VisitOrder::Source, &mut |visit| {
        if let Visit::Row(row) = visit {
            rows.push(TableRow {
                // `$Element` in HLSL is an unnamed element in other languages.
                path: row.path.replacen("$Element", "[]", 1),
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
    Table { name: name.to_owned(), complete: (all.rules(layout).name, layout.size.bytes(), layout.align.bytes(), stride), rows }
}

/// The reason why SPIR-V cannot express a buffer, or expresses it differently, so that its table differs.
fn unsayable(module: &Module, layouts: &ModuleLayout, layout: &Layout) -> Option<&'static str> {
    if layouts.diagnostics.has_errors() {
        return Some("the module has errors under the profile");
    }
    if layouts.rules(layout).llvm_shapes == LlvmShapes::Clang22 {
        return Some("sizes of LLVM types");
    }
    if layouts.types(layout).sizes == Sizes::Reflection {
        return Some("sizes of D3D's reflection, with its miscounts");
    }
    let mut pending = vec![layout.content];
    while let Some(ty) = pending.pop() {
        match module.types[ty] {
            // These matrices become arrays of vectors.
            Type::Matrix { scalar, rows, columns, .. } if !scalar.is_float() || rows == 1 || columns == 1 => {
                return Some("matrices of integers, or of one row or column");
            }
            Type::Array { count: Count::Known(0), .. } => return Some("arrays of no elements"),
            Type::Resource(_) => return Some("resources in structs"),
            Type::Array { element, .. } => pending.push(element),
            Type::Struct(id) => {
                let fields = &module.structs[id].fields;
                if fields.is_empty() {
                    return Some("structs without members");
                }
                if fields.iter().any(|field| field.bitfield.is_some()) {
                    return Some("bit-fields");
                }
                pending.extend(fields.iter().map(|field| field.ty));
            }
            _ => {}
        }
    }
    None
}
