//! The parts of a layout that SPIR-V can express, according to its specification and independently of the emitter: members with bytes, bit-fields as
//! their allocation units, unsupported matrices as arrays of vectors, and sizes up to the last byte in use. Members that were
//! rejected with a diagnostic may be missing.

use padstone_read::layout::{Layout, ModuleLayout, Shape, Subject, TypeLayouts};
use padstone_read::model::{BufferKind, Count, Field, Module, Size, Type, TypeId};
use padstone_read::source::Span;

use padstone_testing::Row;

/// The members that may be missing.
#[derive(Clone, Copy)]
pub(crate) struct Missing<'a> {
    /// The offsets of rejected members.
    pub(crate) rejected: &'a [Span],
    /// The members that exist.
    pub(crate) found: &'a [Row],
}

impl Missing<'_> {
    /// Whether a member is missing, with a diagnostic.
    fn is_missing(&self, field: &Field, path: &str) -> bool {
        self.rejected.contains(&field.span) && !self.found.iter().any(|row| row.path == path)
    }
}

/// The rows of a computed layout.
pub(crate) fn rows(module: &Module, all: &ModuleLayout, layout: &Layout, missing: Missing<'_>) -> Vec<Row> {
    let mut walk = Walk { module, types: all.types(layout), missing, rows: Vec::new() };
    let structured = match layout.subject {
        Subject::Buffer(id) => module.buffers[id].kind == BufferKind::Structured,
        Subject::Struct(_) => false,
    };
    match (module.types[layout.content], structured) {
        (Type::Struct(_), _) | (_, false) => walk.parts(layout.content, "", 0),
        (_, true) => walk.member(layout.content, "[]".to_owned(), 0),
    }
    walk.rows
}

struct Walk<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    missing: Missing<'a>,
    rows: Vec<Row>,
}

impl Walk<'_> {
    fn member(&mut self, ty: TypeId, path: String, offset: u64) {
        if !self.has_bytes(ty, &path) {
            return;
        }
        let layout = self.types.get(ty).expect("the element of an array has a layout");
        let mut row = Row { path: path.clone(), offset, size: self.in_use(ty, &path), stride: None, count: None, matrix: None };
        match (self.module.types[ty], layout.shape) {
            (Type::Array { count, .. }, Shape::Array { stride }) => {
                row = Row { stride: Some(stride.bytes()), count: Some(count), matrix: self.matrix(ty), ..row };
            }
            (Type::Matrix { scalar, .. }, Shape::Matrix { stride, vectors: vectors @ 2.., length }) => {
                match length > 1 && scalar.is_float() {
                    true => row.matrix = self.matrix(ty),
                    false => {
                        row = Row { stride: Some(stride.bytes()), count: Some(Count::Known(vectors.into())), ..row };
                        let size = u64::from(length) * self.types.rules.scalar_bytes(self.module, scalar);
                        let vector = Row { path: format!("{path}[]"), offset, size, stride: None, count: None, matrix: None };
                        self.rows.extend([row, vector]);
                        return;
                    }
                }
            }
            _ => {}
        }
        self.rows.push(row);
        self.parts(ty, &path, offset);
    }

    fn parts(&mut self, ty: TypeId, path: &str, offset: u64) {
        match self.module.types[ty] {
            Type::Array { element, .. } => self.member(element, format!("{path}[]"), offset),
            Type::Struct(_) => self.members(ty, path, offset),
            _ => {}
        }
    }

    fn members(&mut self, ty: TypeId, path: &str, base: u64) {
        let fields: Vec<_> = self.types.fields(self.module, ty).collect();
        // The bytes of the unit of the preceding bit-fields, and whether one of them is named.
        let mut unit: Option<(u64, bool)> = None;
        for (field, placed) in fields {
            let name = self.module.name(field.name);
            let path = self.joined(path, field);
            let offset = base + placed.offset.bytes();
            let is_missing = self.missing.is_missing(field, &path);
            if field.bitfield.is_none() {
                unit = None;
                if !is_missing {
                    self.member(field.ty, path, offset);
                }
                continue;
            }
            if placed.bits.is_none() {
                continue;
            }
            if placed.size > Size::ZERO {
                unit = (!is_missing).then_some((placed.size.bytes(), false));
            }
            if let Some((size, named @ false)) = &mut unit {
                *named = !name.is_empty();
                if *named {
                    self.rows.push(Row { path, offset, size: *size, stride: None, count: None, matrix: None });
                }
            }
        }
    }

    /// In SPIR-V only matrices, and arrays of them, have it.
    fn matrix(&self, mut ty: TypeId) -> Option<(u64, padstone_read::model::Major)> {
        while let Type::Array { element, .. } = self.module.types[ty] {
            ty = element;
        }
        match (self.module.types[ty], self.types.get(ty).ok()?.shape) {
            (Type::Matrix { scalar, major, .. }, Shape::Matrix { stride, vectors: 2.., length: 2.. }) if scalar.is_float() => {
                Some((stride.bytes(), major))
            }
            _ => None,
        }
    }

    fn has_bytes(&self, ty: TypeId, path: &str) -> bool {
        match self.module.types[ty] {
            Type::Resource(_) | Type::Array { count: Count::Known(0), .. } => false,
            Type::Array { element, .. } => self.has_bytes(element, &format!("{path}[]")),
            Type::Struct(_) => !self.inside(ty, path).is_empty(),
            _ => true,
        }
    }

    fn joined(&self, path: &str, field: &Field) -> String {
        let name = self.module.name(field.name);
        if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
    }

    /// The rows of the members of a struct, as if it were at offset 0.
    fn inside(&self, ty: TypeId, path: &str) -> Vec<Row> {
        let mut inside = Walk { module: self.module, types: self.types, missing: self.missing, rows: Vec::new() };
        inside.members(ty, path, 0);
        inside.rows
    }

    fn in_use(&self, ty: TypeId, path: &str) -> u64 {
        let layout = self.types.get(ty).expect("what is held has a layout");
        let of_array = |stride: u64, count: u64, element: u64| stride * (count.max(1) - 1) + element;
        match (self.module.types[ty], layout.shape) {
            (Type::Array { element, count }, Shape::Array { stride }) => {
                of_array(stride.bytes(), count.known().unwrap_or(1), self.in_use(element, &format!("{path}[]")))
            }
            (Type::Struct(_), _) => self.inside(ty, path).iter().map(|row| row.offset + row.size).max().unwrap_or(0),
            (Type::Matrix { scalar, .. }, Shape::Matrix { stride, vectors, length }) => {
                of_array(stride.bytes(), vectors.into(), u64::from(length) * self.types.rules.scalar_bytes(self.module, scalar))
            }
            (Type::Matrix { scalar, rows, columns, .. }, _) => {
                u64::from(rows) * u64::from(columns) * self.types.rules.scalar_bytes(self.module, scalar)
            }
            (Type::Vector { scalar, width }, _) => u64::from(width) * self.types.rules.scalar_bytes(self.module, scalar),
            (Type::Scalar(scalar) | Type::Atomic(scalar), _) => self.types.rules.scalar_bytes(self.module, scalar),
            _ => layout.size.bytes(),
        }
    }
}
