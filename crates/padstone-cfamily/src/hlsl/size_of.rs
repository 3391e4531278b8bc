//! `sizeof`, by the standard layout: what a structured buffer uses. It stands here because array sizes may depend on
//! it, and so the types that the layout crate gets to see.

use padstone_model::{Align, Count, FieldRole, Offset, Size, Type, TypeId};

use super::Parser;

/// The sizes and alignments of the first types of the module, as far as `sizeof` required them.
#[derive(Default)]
pub(super) struct StandardSizes(Vec<Option<(Size, Align)>>);

impl Parser<'_> {
    /// Bytes of a type in the standard layout; `None` if it has none or they do not fit 64 bits.
    pub(super) fn size_of(&mut self, ty: TypeId) -> Option<u64> {
        // Types refer to smaller ids only, so those up to `ty`, in order, are all that is needed.
        let mut known = std::mem::take(&mut self.standard_sizes.0);
        for (_, item) in self.module.types.iter().take(ty.index() + 1).skip(known.len()) {
            known.push(self.standard(*item, &known));
        }
        self.standard_sizes.0 = known;
        Some(self.standard_sizes.0[ty.index()]?.0.bytes())
    }

    fn standard(&self, ty: Type, known: &[Option<(Size, Align)>]) -> Option<(Size, Align)> {
        let numbers = |scalar, count: u8| {
            let bytes = self.module.scalar_bytes(scalar);
            Some((Size::new(bytes * u64::from(count)), Align::new(bytes)?))
        };
        match ty {
            Type::Scalar(scalar) | Type::Atomic(scalar) => numbers(scalar, 1),
            Type::Pointer(_) => Some((Size::new(8), Align::EIGHT)),
            Type::Vector { scalar, width } => numbers(scalar, width),
            Type::Matrix { scalar, rows, columns, .. } => numbers(scalar, rows * columns),
            Type::Enum(id) => numbers(self.module.enums[id].scalar, 1),
            Type::Array { element, count: Count::Known(count) } => {
                let (size, align) = known[element.index()]?;
                Some((size.times(count)?, align))
            }
            Type::Struct(id) => {
                let (mut end, mut align) = (Offset::ZERO, Align::ONE);
                for field in &self.module.structs[id].fields {
                    let (size, own) = known[field.ty.index()]?;
                    if field.bitfield.is_some() && field.role == FieldRole::Member {
                        return None;
                    }
                    end = end.align_to(own)?.plus(size)?;
                    align = align.max(own);
                }
                Some((end.align_to(align)?.as_size(), align))
            }
            Type::Interface(_)
            | Type::Unspecialized(_)
            | Type::Handle(_)
            | Type::Resource(_)
            | Type::Unknown
            | Type::Array { count: Count::Runtime | Count::LinkTime, .. } => None,
        }
    }
}
