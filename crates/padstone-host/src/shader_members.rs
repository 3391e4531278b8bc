//! The members of a shader struct, each bit-field with its own bits.

use padstone_read::layout::{BitRange, TypeLayouts, is_padding};
use padstone_read::model::{FieldRole, Module, Size, Type, TypeId};
use padstone_read::source::Span;

use crate::debug::HostMember;
use crate::host_scalars::{HostScalar, of_host};

/// A member of a shader struct.
#[derive(Clone, Copy)]
pub(crate) struct ShaderMember<'a> {
    pub(crate) name: &'a str,
    pub(crate) span: Span,
    pub(crate) ty: TypeId,
    pub(crate) is_base: bool,
    /// Bytes from the start of the struct; for a bit-field, those of its allocation unit.
    pub(crate) offset: u64,
    pub(crate) bits: Option<ShaderBits>,
}

/// The bits of a bit-field.
#[derive(Clone, Copy)]
pub(crate) struct ShaderBits {
    /// From the lowest bit of the allocation unit.
    pub(crate) range: BitRange,
    /// The size of the allocation unit in bytes.
    pub(crate) unit: u64,
}

/// The members with bytes or bits, in source order, without unnamed ones.
pub(crate) fn members<'a>(module: &'a Module, types: &'a TypeLayouts, ty: TypeId) -> Vec<ShaderMember<'a>> {
    let mut members = Vec::new();
    let mut unit = 0;
    for (field, place) in types.fields(module, ty) {
        let (offset, is_base) = (place.offset.bytes(), field.role == FieldRole::Base);
        let member = |name, span, ty, bits| ShaderMember { name: module.name(name), span, ty, is_base, offset, bits };
        if place.size > Size::ZERO {
            unit = place.size.bytes();
        }
        match place.bits {
            // Slang's bit-fields are in an integer without a name in the source.
            None if !field.written.bit_fields.is_empty() => members.extend(field.written.bit_fields.iter().map(|part| {
                let range = BitRange { first: part.first, width: part.bits };
                member(part.name, part.span, part.ty, Some(ShaderBits { range, unit }))
            })),
            None if place.size == Size::ZERO => {}
            bits => members.push(member(field.name, field.span, field.ty, bits.map(|range| ShaderBits { range, unit }))),
        }
    }
    members.retain(|member| !member.name.is_empty());
    members
}

impl ShaderMember<'_> {
    /// The bits from the start of the struct: those of a bit-field, or of an integer that a bit-field of the host may represent.
    pub(crate) fn bit_range(&self, module: &Module, types: &TypeLayouts) -> Option<(u64, u64)> {
        let first = self.offset.checked_mul(8)?;
        match (self.bits, module.types[self.ty]) {
            (Some(bits), _) => Some((first + u64::from(bits.range.first), bits.range.width.into())),
            (None, Type::Scalar(scalar)) if !scalar.is_float() => Some((first, 8 * types.rules.scalar_bytes(module, scalar))),
            (None, Type::Enum(_)) => Some((first, types.get(self.ty).ok()?.size.bytes().checked_mul(8)?)),
            _ => None,
        }
    }

    /// Whether a member of the host is the allocation unit of this bit-field: integers that cover exactly its bytes. `base` is the offset of
    /// the struct in that of the host.
    pub(crate) fn is_in(&self, member: &HostMember, base: u64) -> bool {
        self.bits.is_some_and(|bits| {
            let is_at =
                member.bits.is_none() && !is_padding(&member.name) && (member.offset, member.ty.size) == (base + self.offset, bits.unit);
            is_at && {
                let mut end = 0;
                let is_next =
                    |scalar: &HostScalar| !scalar.float && std::mem::replace(&mut end, scalar.first + scalar.width) == scalar.first;
                of_host(&member.ty).iter().all(is_next) && end == 8 * bits.unit
            }
        })
    }
}
