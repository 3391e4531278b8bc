//! A layout of the engine as the [`Row`]s that the naive implementation gives, to be compared with them.

use std::ops::Range;

use padstone::layout::{FieldLayout, Layout, ModuleLayout, Shape, Subject, TypeLayouts};
use padstone::model::{Count, Field, Module, Size, Type, TypeId};

use crate::naive::Row;

/// Every member that has bytes, at every level, depth first.
pub(crate) fn rows(module: &Module, all: &ModuleLayout, layout: &Layout) -> Vec<Row> {
    let mut rows = Rows { module, types: all.types(layout), rows: Vec::new() };
    if module.as_struct(layout.content).is_some() {
        rows.fields(layout.content, "", 0);
    } else {
        rows.value(layout.content, "$Element".to_owned(), 0);
    }
    rows.rows
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

struct Rows<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    rows: Vec<Row>,
}

impl Rows<'_> {
    fn value(&mut self, ty: TypeId, path: String, offset: u128) {
        let Ok(layout) = self.types.get(ty) else { return };
        if layout.size == Size::ZERO || layout.shape == Shape::Resource {
            return;
        }
        let mut row = Row { path, offset, size: Some(layout.size.bytes().into()), stride: None, matrix_stride: None, bits: None };
        let path = row.path.clone();
        match (layout.shape, self.module.types[ty]) {
            (Shape::Array { stride }, Type::Array { element, count }) => {
                row.stride = (count != Count::Known(1)).then_some(stride.bytes().into());
                self.rows.push(row);
                self.value(element, format!("{path}[]"), offset);
            }
            (Shape::Matrix { stride, vectors, .. }, _) => {
                row.matrix_stride = (vectors > 1).then_some(stride.bytes().into());
                self.rows.push(row);
            }
            (Shape::Struct { .. }, _) => {
                self.rows.push(row);
                self.fields(ty, &format!("{path}."), offset);
            }
            _ => self.rows.push(row),
        }
    }

    fn fields(&mut self, ty: TypeId, prefix: &str, start: u128) {
        for (field, placed) in self.types.fields(self.module, ty) {
            self.field(field, placed, prefix, start);
        }
    }

    fn field(&mut self, field: &Field, placed: &FieldLayout, prefix: &str, start: u128) {
        let path = format!("{prefix}{}", self.module.name(field.name));
        let offset = start + u128::from(placed.offset.bytes());
        match placed.bits {
            None => self.value(field.ty, path, offset),
            Some(_) if self.module.name(field.name).is_empty() => {}
            Some(bits) => self.rows.push(Row {
                path,
                offset,
                size: None,
                stride: None,
                matrix_stride: None,
                bits: Some((bits.first.into(), bits.width.into())),
            }),
        }
    }
}

/// Every value of a layout, arrays element by element and matrices vector by vector.
pub(crate) fn value_ranges(module: &Module, all: &ModuleLayout, layout: &Layout, visit: &mut dyn FnMut(Range<u64>)) {
    value_ranges_of(module, all.types(layout), layout.content, 0, visit);
}

fn value_ranges_of(module: &Module, types: &TypeLayouts, ty: TypeId, start: u64, visit: &mut dyn FnMut(Range<u64>)) {
    let Ok(layout) = types.get(ty) else { return };
    match (layout.shape, module.types[ty]) {
        (Shape::Leaf | Shape::Resource, _) => visit(start..start + layout.size.bytes()),
        (Shape::Matrix { stride, vectors, length }, Type::Matrix { scalar, .. }) => {
            for vector in 0..u64::from(vectors) {
                let at = start + vector * stride.bytes();
                visit(at..at + u64::from(length) * module.scalar_bytes(scalar));
            }
        }
        (Shape::Array { stride }, Type::Array { element, count: Count::Known(count) }) => {
            for index in 0..count {
                value_ranges_of(module, types, element, start + index * stride.bytes(), visit);
            }
        }
        (Shape::Struct { .. }, _) => {
            for (field, placed) in types.fields(module, ty) {
                let at = start + placed.offset.bytes();
                match placed.bits {
                    // The unit; bit-fields that share it have no bytes.
                    Some(_) => visit(at..at + placed.size.bytes()),
                    None => value_ranges_of(module, types, field.ty, at, visit),
                }
            }
        }
        (Shape::Matrix { .. } | Shape::Array { .. }, _) => {}
    }
}
