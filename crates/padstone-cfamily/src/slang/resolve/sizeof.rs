//! `sizeof(T)`, `alignof(T)`, `countof(T)`.

use padstone_model::{Count, Type, TypeId};
use padstone_source::Span;

use super::Resolver;
use crate::constants::{Int, Outcome, Value, not_constant};
use crate::sizeof::{NaturalRules, NaturalSize};

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
        // libslang 2026.12 rejects enums and pointers (E99997), and pads only optional values.
        let mut sizes = std::mem::take(&mut self.memo.natural_sizes);
        let natural = sizes.of(NaturalRules::SLANG, &self.module, ty, |id| self.is_optional_struct(id));
        self.memo.natural_sizes = sizes;
        match natural {
            Some(NaturalSize { size, align }) => number(if word == "sizeof" { size } else { align }),
            None => Err(not_constant("the size of the type is not a compile-time constant", "write its size in bytes", span)),
        }
    }
}
