//! The properties of types that the rules of module scope require.

use padstone_model::Align;

use super::{Count, PartsKind, Type, TypeId, Types};
use crate::scalar::Scalar;

/// The maximum nesting depth of types (tint, measured: 255; the specification requires at least 15, section 2.4).
pub(crate) const MAX_DEPTH: u32 = 255;

/// The properties of a type. The sets of types are those of WGSL, sections 6.2.12 and 6.4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TypeProperties {
    /// Bytes, by section 14.4.1; for a runtime-sized array those of one element; 0 for types without bytes. Saturates.
    pub(crate) size: u64,
    pub(crate) align: Align,
    pub(crate) traits: Traits,
    /// Levels of arrays and structs.
    pub(crate) depth: u32,
    /// The largest number of elements of any array in it.
    pub(crate) count: u32,
}

/// A set of properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Traits(u16);

impl Traits {
    /// Can be constructed from a value, returned, and stored.
    pub(crate) const CONSTRUCTIBLE: Traits = Traits(1);
    /// Is allowed in a buffer.
    pub(crate) const HOST_SHAREABLE: Traits = Traits(1 << 1);
    /// Its size is known at shader creation.
    pub(crate) const CREATION_FIXED: Traits = Traits(1 << 2);
    /// Its size is known at pipeline creation.
    pub(crate) const FIXED: Traits = Traits(1 << 3);
    /// A scalar, vector, matrix, atomic, or an array or struct of these.
    pub(crate) const PLAIN: Traits = Traits(1 << 4);

    /// The traits that a composite has only if all its elements have them.
    const OF_ALL_PARTS: Traits = Traits(0b1_1111);

    /// Contains an atomic.
    pub(crate) const CONTAINS_ATOMIC: Traits = Traits(1 << 5);
    /// Contains an array.
    pub(crate) const CONTAINS_ARRAY: Traits = Traits(1 << 6);
    /// Contains a type with an error.
    pub(crate) const CONTAINS_UNKNOWN: Traits = Traits(1 << 7);
    /// Contains an `f16`.
    pub(crate) const CONTAINS_F16: Traits = Traits(1 << 8);

    pub(crate) const NONE: Traits = Traits(0);

    pub(crate) const fn has(self, all: Traits) -> bool {
        self.0 & all.0 == all.0
    }

    pub(crate) const fn with(self, more: Traits) -> Traits {
        Traits(self.0 | more.0)
    }

    pub(crate) const fn without(self, fewer: Traits) -> Traits {
        Traits(self.0 & !fewer.0)
    }

    /// The traits of a composite with these traits so far, after one more element.
    pub(crate) const fn and_part(self, part: Traits) -> Traits {
        let all = self.0 & part.0 & Self::OF_ALL_PARTS.0;
        let of_any_part = (self.0 | part.0) & !Self::OF_ALL_PARTS.0;
        Traits(all | of_any_part)
    }

    /// The traits of a composite without elements.
    pub(crate) const fn of_whole() -> Traits {
        Self::OF_ALL_PARTS
    }
}

impl TypeProperties {
    /// The properties of a type without bytes, which no variable has.
    const NOTHING: TypeProperties = TypeProperties { size: 0, align: Align::ONE, traits: Traits::NONE, depth: 0, count: 0 };

    pub(crate) fn has(&self, all: Traits) -> bool {
        self.traits.has(all)
    }

    /// The distance between consecutive elements of an array (section 14.4.1).
    pub(crate) fn stride(&self) -> u64 {
        round_up(self.size, self.align)
    }
}

/// The next multiple of an alignment; saturates.
pub(crate) fn round_up(bytes: u64, align: Align) -> u64 {
    let mask = align.bytes() - 1;
    bytes.saturating_add(mask) & !mask
}

/// The properties of a type that is not a struct, whose components have been interned.
pub(super) fn of(types: &Types, ty: Type) -> TypeProperties {
    match ty {
        Type::Unknown => TypeProperties { traits: Traits::of_whole().with(Traits::CONTAINS_UNKNOWN), ..TypeProperties::NOTHING },
        Type::Scalar(scalar) => number(scalar, scalar.bytes(), scalar.bytes()),
        Type::Vector { scalar, width } => vector(scalar, width),
        Type::Matrix { scalar, columns, rows } => {
            let column = vector(scalar, rows);
            TypeProperties { size: column.stride() * u64::from(columns), ..column }
        }
        Type::Atomic(scalar) => {
            let number = number(scalar, scalar.bytes(), scalar.bytes());
            TypeProperties { traits: number.traits.without(Traits::CONSTRUCTIBLE).with(Traits::CONTAINS_ATOMIC), ..number }
        }
        Type::Array { element, count } => array(types.properties(element), count),
        Type::Struct(_) => unreachable!("the properties of a struct are computed when it is declared"),
        Type::Parts { kind: PartsKind::RayDesc | PartsKind::RayIntersection, operand } => {
            let traits = Traits::CONSTRUCTIBLE.with(Traits::FIXED).with(Traits::CREATION_FIXED);
            TypeProperties { traits, ..*types.properties(operand) }
        }
        Type::Parts { operand, .. } => *types.properties(operand),
        Type::RayQuery { .. } => TypeProperties { traits: Traits::FIXED.with(Traits::CREATION_FIXED), ..TypeProperties::NOTHING },
        Type::Buffer(count) => buffer(count),
        Type::Pointer(_) | Type::Sampler { .. } | Type::Texture(_) | Type::BindingArray { .. } | Type::AccelerationStructure { .. } => {
            TypeProperties::NOTHING
        }
    }
}

fn number(scalar: Scalar, size: u64, align: u64) -> TypeProperties {
    let mut traits = Traits::of_whole();
    if matches!(scalar, Scalar::Bool) || scalar.is_abstract() {
        traits = traits.without(Traits::HOST_SHAREABLE);
    }
    if scalar == Scalar::F16 {
        traits = traits.with(Traits::CONTAINS_F16);
    }
    TypeProperties { size, align: Align::new(align).unwrap_or_default(), traits, ..TypeProperties::NOTHING }
}

fn vector(scalar: Scalar, width: u8) -> TypeProperties {
    let bytes = scalar.bytes();
    number(scalar, bytes * u64::from(width), bytes * u64::from(width).next_power_of_two())
}

fn array(element: &TypeProperties, count: Count) -> TypeProperties {
    let traits = element.traits.with(Traits::CONTAINS_ARRAY);
    let (count, traits) = match count {
        Count::Known(count) => (count, traits),
        Count::Override(_) => (1, traits.without(Traits::CONSTRUCTIBLE).without(Traits::CREATION_FIXED).without(Traits::HOST_SHAREABLE)),
        Count::Runtime => (1, traits.without(Traits::CONSTRUCTIBLE).without(Traits::CREATION_FIXED).without(Traits::FIXED)),
    };
    let size = element.stride().saturating_mul(u64::from(count));
    TypeProperties { size, align: element.align, traits, depth: element.depth + 1, count: element.count.max(count) }
}

/// A buffer is shared with the host, whatever it contains (the language extension `buffer_view`).
fn buffer(count: Count) -> TypeProperties {
    let traits = Traits::HOST_SHAREABLE;
    match count {
        Count::Known(bytes) => TypeProperties {
            size: u64::from(bytes),
            traits: traits.with(Traits::FIXED).with(Traits::CREATION_FIXED),
            ..TypeProperties::NOTHING
        },
        Count::Override(_) => TypeProperties { traits: traits.with(Traits::FIXED), ..TypeProperties::NOTHING },
        Count::Runtime => TypeProperties { traits, ..TypeProperties::NOTHING },
    }
}

impl Types {
    /// Whether a type has all of these traits and contains no error.
    pub(crate) fn has(&self, ty: TypeId, traits: Traits) -> bool {
        self.properties(ty).has(traits)
    }
}
