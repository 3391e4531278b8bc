//! `row_major` and `column_major` on members that are structs: they hold for all matrices inside (section 4.4.5).
//!
//! A struct that is used both ways becomes two structs of one name.

use std::collections::BTreeSet;

use padstone_model::{Count, Major, Struct, StructId, StructKind, Type, TypeId};
use rustc_hash::FxHashMap;

use super::Parser;

/// Structs with the other majorness than the one that they were declared with.
pub(super) type Turned = FxHashMap<StructId, TypeId>;

impl Parser<'_> {
    /// The type with all its matrices of that majorness.
    pub(super) fn with_major(&mut self, ty: TypeId, major: Major) -> TypeId {
        if major == self.options.default_major {
            return ty;
        }
        if !self.contents(ty).matrices {
            return ty;
        }
        if let Type::Struct(id) = self.module.types[self.element_of(ty)] {
            self.turn_structs(id, major);
        }
        self.with_turned(ty, major)
    }

    /// Makes the turned versions of a struct, and of those in it, unless they are there.
    fn turn_structs(&mut self, id: StructId, major: Major) {
        let (mut todo, mut wanted) = (vec![id], BTreeSet::new());
        while let Some(id) = todo.pop() {
            if self.turned.contains_key(&id) || !wanted.insert(id) {
                continue;
            }
            for field in &self.module.structs[id].fields {
                if let Type::Struct(inner) = self.module.types[self.element_of(field.ty)]
                    && self.known_contents(field.ty).matrices
                {
                    todo.push(inner);
                }
            }
        }
        // Inner ones first: they were declared before.
        for id in wanted {
            let mut record = Struct { kind: StructKind::Instance, ty: None, ..self.module.structs[id].clone() };
            for field in &mut record.fields {
                field.ty = self.with_turned(field.ty, major);
            }
            let turned = self.module.structs.push(record);
            let ty = self.module.types.intern(Type::Struct(turned));
            self.module.structs[turned].ty = Some(ty);
            self.turned.insert(id, ty);
        }
    }

    /// The turned version of a type whose structs have theirs.
    fn with_turned(&mut self, ty: TypeId, major: Major) -> TypeId {
        let counts: Vec<Count> = self.module.types.dimensions(ty).collect();
        let innermost = self.module.types.peel_arrays(ty);
        let turned = match self.module.types[innermost] {
            Type::Matrix { scalar, rows, columns, .. } => self.module.types.intern(Type::Matrix { scalar, rows, columns, major }),
            Type::Struct(id) => self.turned.get(&id).copied().unwrap_or(innermost),
            _ => return ty,
        };
        counts.into_iter().rev().fold(turned, |element, count| self.module.types.intern(Type::Array { element, count }))
    }
}
