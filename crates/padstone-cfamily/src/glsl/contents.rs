//! What there is in a type, at any depth.

use padstone_model::{Scalar, StructId, Type, TypeId};

use super::Parser;

/// What is in a type.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Contents {
    pub(super) matrices: bool,
    /// Samplers, textures, images, counters.
    pub(super) handles: bool,
    /// Anything that has bytes.
    pub(super) numbers: bool,
    /// Truth values.
    pub(super) bools: bool,
    /// Integers or doubles, which no rasterizer interpolates.
    pub(super) not_interpolated: bool,
}

impl Contents {
    fn and(self, other: Contents) -> Contents {
        Contents {
            matrices: self.matrices || other.matrices,
            handles: self.handles || other.handles,
            numbers: self.numbers || other.numbers,
            bools: self.bools || other.bools,
            not_interpolated: self.not_interpolated || other.not_interpolated,
        }
    }
}

impl Parser<'_> {
    /// What is in a type. Each struct is looked through once.
    pub(super) fn contents(&mut self, ty: TypeId) -> Contents {
        if let Type::Struct(id) = self.module.types[self.element_of(ty)] {
            // Structs come after those they contain.
            for index in self.contents.len()..=id.index() {
                let fields = &self.module.structs[StructId::from_index(index)].fields;
                let contents = fields.iter().fold(Contents::default(), |all, field| all.and(self.known_contents(field.ty)));
                self.contents.push(contents);
            }
        }
        self.known_contents(ty)
    }

    /// What is in a type whose structs have been looked through.
    pub(super) fn known_contents(&self, ty: TypeId) -> Contents {
        match self.module.types[self.element_of(ty)] {
            Type::Struct(id) => self.contents.get(id.index()).copied().unwrap_or_default(),
            Type::Resource(_) => Contents { handles: true, ..Contents::default() },
            Type::Matrix { scalar, .. } => {
                Contents { matrices: true, numbers: true, not_interpolated: self.module.scalar_bytes(scalar) == 8, ..Contents::default() }
            }
            Type::Scalar(scalar) | Type::Vector { scalar, .. } => Contents {
                numbers: true,
                bools: scalar == Scalar::Bool,
                not_interpolated: scalar != Scalar::Bool && (!scalar.is_float() || self.module.scalar_bytes(scalar) == 8),
                ..Contents::default()
            },
            Type::Unknown => Contents::default(),
            _ => Contents { numbers: true, ..Contents::default() },
        }
    }

    /// The type behind all arrays.
    pub(super) fn element_of(&self, ty: TypeId) -> TypeId {
        self.module.types.peel_arrays(ty)
    }
}
