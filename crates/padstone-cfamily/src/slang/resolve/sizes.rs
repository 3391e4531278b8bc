//! `sizeof(T)`, `alignof(T)`, `countof(T)`.

use padstone_model::{Count, Scalar, Type, TypeId};
use padstone_source::Span;

use super::Resolver;
use crate::constants::{Int, Outcome, Value, not_constant};

impl Resolver<'_> {
    pub(super) fn measured(&mut self, word: &str, ty: TypeId, span: Span) -> Outcome {
        let number = |value: u64| Ok(Value::Int(value.into(), Int::Int32));
        if word == "countof" {
            return match self.module.types[ty] {
                Type::Array { count: Count::Known(count), .. } => number(count),
                Type::Struct(id) => number(self.module.structs[id].fields.len() as u64),
                Type::Vector { width, .. } => number(width.into()),
                _ => Err(not_constant("the type has no element count", "write the element count", span)),
            };
        }
        match self.natural(ty) {
            Some((size, align)) => number(if word == "sizeof" { size } else { align }),
            None => Err(not_constant("the size of the type is not a compile-time constant", "write its size in bytes", span)),
        }
    }

    /// The size and alignment of a type in bytes, as for `sizeof` of Slang: scalars are aligned to their size, a `bool` has size 1,
    /// and there is no tail padding (measured).
    fn natural(&mut self, ty: TypeId) -> Option<(u64, u64)> {
        // A type comes after the types that it refers to.
        while self.memo.naturals.len() <= ty.index() {
            let id = TypeId::from_index(self.memo.naturals.len());
            let next = self.module.types[id];
            let found = self.natural_of(id, next);
            self.memo.naturals.push(found);
        }
        self.memo.naturals[ty.index()]
    }

    fn natural_of(&self, id: TypeId, ty: Type) -> Option<(u64, u64)> {
        let numbers = |scalar: Scalar, count: u64| {
            let bytes = if scalar == Scalar::Bool { 1 } else { self.module.scalar_bytes(scalar) };
            Some((bytes * count, bytes.max(1)))
        };
        match ty {
            Type::Scalar(scalar) | Type::Atomic(scalar) => numbers(scalar, 1),
            Type::Vector { scalar, width } => numbers(scalar, width.into()),
            Type::Matrix { scalar, rows, columns, .. } => numbers(scalar, u64::from(rows) * u64::from(columns)),
            // libslang 2026.12 rejects both (E99997).
            Type::Enum(id) => numbers(self.module.enums[id].scalar, 1),
            Type::Pointer(_) => Some((8, 8)),
            Type::Array { element, count: Count::Known(count) } => {
                let (size, align) = self.memo.naturals[element.index()]?;
                let stride = size.checked_next_multiple_of(align)?;
                let before_last = stride.checked_mul(count.saturating_sub(1))?;
                Some((if count == 0 { 0 } else { before_last.checked_add(size)? }, align))
            }
            Type::Struct(declared) => {
                let (mut end, mut widest) = (0u64, 1);
                for field in &self.module.structs[declared].fields {
                    let (size, align) = self.memo.naturals[field.ty.index()]?;
                    end = end.checked_next_multiple_of(align)?.checked_add(size)?;
                    widest = widest.max(align);
                }
                // Only optional values are padded.
                Some((if self.is_optional(id) { end.checked_next_multiple_of(widest)? } else { end }, widest))
            }
            _ => None,
        }
    }
}
