//! `row_major` and `column_major` on members that are structs: they hold for all matrices inside (section 4.4.5).
//!
//! A struct that is used both ways becomes two structs of one name.

use std::collections::BTreeSet;

use padstone_model::{Major, Struct, StructId, StructKind, Type, TypeId};
use rustc_hash::FxHashMap;

use super::Parser;

/// What is known of matrices inside structs.
#[derive(Debug, Default)]
pub(super) struct Majors {
    /// By struct: whether there is a matrix in it, at any depth.
    holds: Vec<bool>,
    /// Structs with the other majorness than the one that they were declared with.
    turned: FxHashMap<StructId, TypeId>,
}

impl Parser<'_> {
    /// The type with all its matrices of that majorness.
    pub(super) fn with_major(&mut self, ty: TypeId, major: Major) -> TypeId {
        if major == self.options.default_major {
            return ty;
        }
        let innermost = self.element_of(ty);
        if let Type::Struct(id) = self.module.types[innermost]
            && self.holds_matrix(id)
        {
            self.turn_structs(id, major);
        }
        self.turned(ty, major)
    }

    /// The type behind all arrays.
    pub(super) fn element_of(&self, mut ty: TypeId) -> TypeId {
        while let Type::Array { element, .. } = self.module.types[ty] {
            ty = element;
        }
        ty
    }

    fn holds_matrix(&mut self, id: StructId) -> bool {
        // Structs come after those they contain.
        for index in self.majors.holds.len()..=id.index() {
            let fields = &self.module.structs[StructId::from_index(index)].fields;
            let holds = fields.iter().any(|field| match self.module.types[self.element_of(field.ty)] {
                Type::Matrix { .. } => true,
                Type::Struct(inner) => self.majors.holds.get(inner.index()).copied().unwrap_or(false),
                _ => false,
            });
            self.majors.holds.push(holds);
        }
        self.majors.holds[id.index()]
    }

    /// Makes the turned versions of a struct, and of those in it, unless they are there.
    fn turn_structs(&mut self, id: StructId, major: Major) {
        let (mut todo, mut wanted) = (vec![id], BTreeSet::new());
        while let Some(id) = todo.pop() {
            if self.majors.turned.contains_key(&id) || !wanted.insert(id) {
                continue;
            }
            for field in &self.module.structs[id].fields {
                if let Type::Struct(inner) = self.module.types[self.element_of(field.ty)]
                    && self.majors.holds[inner.index()]
                {
                    todo.push(inner);
                }
            }
        }
        // Inner ones first: they were declared before.
        for id in wanted {
            let mut record = Struct { kind: StructKind::Instance, ty: None, ..self.module.structs[id].clone() };
            for field in &mut record.fields {
                field.ty = self.turned(field.ty, major);
            }
            let turned = self.module.structs.push(record);
            let ty = self.module.types.intern(Type::Struct(turned));
            self.module.structs[turned].ty = Some(ty);
            self.majors.turned.insert(id, ty);
        }
    }

    /// The turned version of a type whose structs have theirs.
    fn turned(&mut self, ty: TypeId, major: Major) -> TypeId {
        let mut counts = Vec::new();
        let mut innermost = ty;
        while let Type::Array { element, count } = self.module.types[innermost] {
            counts.push(count);
            innermost = element;
        }
        let turned = match self.module.types[innermost] {
            Type::Matrix { scalar, rows, columns, .. } => self.module.types.intern(Type::Matrix { scalar, rows, columns, major }),
            Type::Struct(id) => self.majors.turned.get(&id).copied().unwrap_or(innermost),
            _ => return ty,
        };
        counts.into_iter().rev().fold(turned, |element, count| self.module.types.intern(Type::Array { element, count }))
    }
}
