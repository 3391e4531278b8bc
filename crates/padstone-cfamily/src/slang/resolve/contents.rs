//! What is in types: bytes, resources, parts without a size.

use padstone_model::{BaseShape, Count, ResourceKind, Type, TypeId};

use super::Resolver;

/// What a type holds.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::slang) struct Contents {
    /// Bytes of its own.
    pub(in crate::slang) bytes: bool,
    /// Registers of these letters: `b`, `t`, `u`, `s`, as bits.
    pub(in crate::slang) classes: u8,
    /// Buffers that have a layout of their own.
    pub(in crate::slang) buffers: bool,
    /// An array without a size.
    pub(in crate::slang) is_unsized: bool,
    /// An array without a size, of anything but objects.
    pub(in crate::slang) unsized_values: bool,
    /// A value of a class.
    pub(in crate::slang) has_class: bool,
}

impl Contents {
    pub(in crate::slang) const B: u8 = 1;
    pub(in crate::slang) const T: u8 = 2;
    pub(in crate::slang) const U: u8 = 4;
    pub(in crate::slang) const S: u8 = 8;

    fn with(self, other: Contents) -> Contents {
        Contents {
            bytes: self.bytes | other.bytes,
            classes: self.classes | other.classes,
            buffers: self.buffers | other.buffers,
            is_unsized: self.is_unsized | other.is_unsized,
            unsized_values: self.unsized_values | other.unsized_values,
            has_class: self.has_class | other.has_class,
        }
    }
}

impl Resolver<'_> {
    pub(in crate::slang) fn contents(&mut self, ty: TypeId) -> Contents {
        // A type comes after those it refers to.
        while self.contents.len() <= ty.index() {
            let id = TypeId::from_index(self.contents.len());
            let mut found = self.contents_of(self.module.types[id]);
            found.has_class |= self.classes.contains(&id);
            self.contents.push(found);
        }
        self.contents[ty.index()]
    }

    fn contents_of(&self, ty: Type) -> Contents {
        let none = Contents::default();
        match ty {
            Type::Resource(resource) => {
                let inner = resource.element.map(|element| self.contents[element.index()]).unwrap_or_default();
                let classes = match resource.kind {
                    ResourceKind::CombinedSampler => Contents::T | Contents::S,
                    ResourceKind::SubpassInput => Contents::T,
                    ResourceKind::StorageBlock => Contents::U,
                    ResourceKind::ConstantBuffer => Contents::B | inner.classes,
                    ResourceKind::ParameterBlock => Contents::B | Contents::T | Contents::U | Contents::S,
                    kind => kind.class().map_or(0, |class| match class.letter() {
                        'b' => Contents::B,
                        't' => Contents::T,
                        'u' => Contents::U,
                        _ => Contents::S,
                    }),
                };
                Contents { classes, buffers: has_layout(resource.kind, resource.shape.base), has_class: inner.has_class, ..none }
            }
            Type::Array { element, count } => {
                let inner = self.contents[element.index()];
                let is_unsized = count == Count::Runtime;
                let of_objects = matches!(self.module.types[element], Type::Resource(_) | Type::Open(_));
                Contents {
                    is_unsized: inner.is_unsized | is_unsized,
                    unsized_values: inner.unsized_values | (is_unsized && !of_objects),
                    ..inner
                }
            }
            Type::Struct(id) => self.module.structs[id].fields.iter().fold(none, |sum, field| sum.with(self.contents[field.ty.index()])),
            Type::Scalar(padstone_model::Scalar::Void) | Type::Open(_) => none,
            // What is not understood most likely has bytes, and nothing that it is in gets a number.
            _ => Contents { bytes: true, ..none },
        }
    }
}

/// Whether resources of a kind are buffers with a layout.
pub(in crate::slang) fn has_layout(kind: ResourceKind, base: BaseShape) -> bool {
    base == BaseShape::StructuredBuffer
        || matches!(
            kind,
            ResourceKind::ConstantBuffer | ResourceKind::TextureBuffer | ResourceKind::ParameterBlock | ResourceKind::StorageBlock
        )
}
