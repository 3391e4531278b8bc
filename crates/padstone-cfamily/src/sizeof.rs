//! `sizeof` and `alignof` in constant expressions. They are computed here and not in the layout crate, because array sizes may depend on
//! them, and therefore the types that the layout crate gets.

use padstone_model::{Count, FieldRole, Module, Scalar, StructId, Type, TypeId};

/// The differences between the languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NaturalRules {
    /// The size of a `bool` in bytes.
    pub(crate) bool_bytes: u64,
    /// Whether a vector of three components takes the bytes of four.
    pub(crate) widens_vectors: bool,
    /// Whether scalars are aligned to their size; otherwise to one byte.
    pub(crate) aligns: bool,
    /// Whether the size of a struct is rounded up to its alignment.
    pub(crate) pads_structs: bool,
    /// Whether a struct with bit-fields has a size.
    pub(crate) bit_fields: bool,
}

impl NaturalRules {
    /// The layout of structured buffers.
    pub(crate) const HLSL: NaturalRules =
        NaturalRules { bool_bytes: 4, widens_vectors: false, aligns: true, pads_structs: true, bit_fields: false };
    /// clang 22.1.8 (measured): no padding at all in structs.
    pub(crate) const CLANG_22: NaturalRules = NaturalRules { widens_vectors: true, aligns: false, ..NaturalRules::HLSL };
    /// libslang 2026.12 (measured).
    pub(crate) const SLANG: NaturalRules =
        NaturalRules { bool_bytes: 1, widens_vectors: false, aligns: true, pads_structs: false, bit_fields: true };
}

/// The size and the alignment of a type, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NaturalSize {
    pub(crate) size: u64,
    pub(crate) align: u64,
}

/// The sizes of the first types of a module, as far as they were required; `None` for a type that has none.
#[derive(Default)]
pub(crate) struct NaturalSizes(Vec<Option<NaturalSize>>);

impl NaturalSizes {
    /// The size of a type, where each scalar is aligned to its size; `None` if it has none, or does not fit in 64 bits. `is_padded`: whether
    /// a struct is rounded up to its alignment though the rules do not require this.
    pub(crate) fn of(
        &mut self,
        rules: NaturalRules,
        module: &Module,
        ty: TypeId,
        is_padded: impl Fn(StructId) -> bool,
    ) -> Option<NaturalSize> {
        // A type comes after the types that it refers to.
        while self.0.len() <= ty.index() {
            let next = module.types[TypeId::from_index(self.0.len())];
            let computed = self.computed(rules, module, next, &is_padded);
            self.0.push(computed);
        }
        self.0[ty.index()]
    }

    fn computed(&self, rules: NaturalRules, module: &Module, ty: Type, is_padded: &impl Fn(StructId) -> bool) -> Option<NaturalSize> {
        let scalars = |scalar: Scalar, count: u64| {
            let bytes = if scalar == Scalar::Bool { rules.bool_bytes } else { module.scalar_bytes(scalar) };
            Some(NaturalSize { size: bytes * count, align: if rules.aligns { bytes.max(1) } else { 1 } })
        };
        match ty {
            Type::Scalar(scalar) | Type::Atomic(scalar) => scalars(scalar, 1),
            Type::Vector { scalar, width: 3 } if rules.widens_vectors => scalars(scalar, 4),
            Type::Vector { scalar, width } => scalars(scalar, width.into()),
            Type::Matrix { scalar, rows, columns, .. } => scalars(scalar, u64::from(rows) * u64::from(columns)),
            Type::Enum(id) => scalars(module.enums[id].scalar, 1),
            Type::Pointer(_) => Some(NaturalSize { size: 8, align: 8 }),
            Type::Array { element, count: Count::Known(count) } => {
                let NaturalSize { size, align } = self.0[element.index()]?;
                let before_last = size.checked_next_multiple_of(align)?.checked_mul(count.saturating_sub(1))?;
                Some(NaturalSize { size: if count == 0 { 0 } else { before_last.checked_add(size)? }, align })
            }
            Type::Struct(id) => {
                let (mut end, mut widest) = (0u64, 1);
                for field in &module.structs[id].fields {
                    let NaturalSize { size, align } = self.0[field.ty.index()]?;
                    if !rules.bit_fields && field.bitfield.is_some() && field.role == FieldRole::Member {
                        return None;
                    }
                    end = end.checked_next_multiple_of(align)?.checked_add(size)?;
                    widest = widest.max(align);
                }
                let is_rounded = rules.pads_structs || is_padded(id);
                Some(NaturalSize { size: if is_rounded { end.checked_next_multiple_of(widest)? } else { end }, align: widest })
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
