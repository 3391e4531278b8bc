//! The scalars of a host type.

use padstone_read::layout::is_padding;

use crate::debug::{HostShape, HostType};

/// A scalar or bit-field: its lowest bit in the type, its width in bits, and whether it is floating-point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct HostScalar {
    pub(crate) first: u64,
    pub(crate) width: u64,
    pub(crate) float: bool,
}

impl HostScalar {
    pub(crate) fn bytes(offset: u64, size: u64, float: bool) -> HostScalar {
        HostScalar { first: offset.saturating_mul(8), width: size.saturating_mul(8), float }
    }

    pub(crate) fn moved(self, bytes: u64) -> HostScalar {
        HostScalar { first: self.first.saturating_add(bytes.saturating_mul(8)), ..self }
    }

    /// Bytes from the start of the type.
    pub(crate) fn offset(&self) -> u64 {
        self.first / 8
    }

    /// The size in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.width.div_ceil(8)
    }
}

/// The maximum number of scalars of one member that are compared.
pub(crate) const MOST_SCALARS: usize = 4096;

/// The scalars of a host type, including those of all members of unions, without members named as padding.
pub(crate) fn of_host(ty: &HostType) -> Vec<HostScalar> {
    let mut found = Vec::new();
    add(ty, 0, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn add(ty: &HostType, position: u64, found: &mut Vec<HostScalar>) {
    if found.len() >= MOST_SCALARS {
        return;
    }
    match &ty.shape {
        HostShape::Scalar { float } => found.push(HostScalar::bytes(position, ty.size, *float)),
        HostShape::Array { element, count } => {
            for index in 0..*count {
                if found.len() >= MOST_SCALARS {
                    return;
                }
                add(element, position.saturating_add(index.saturating_mul(element.size)), found);
            }
        }
        HostShape::Record { members } => {
            for member in members.iter().filter(|member| !is_padding(&member.name)) {
                let position = position.saturating_add(member.offset);
                match member.bits {
                    Some(bits) => {
                        let first = position.saturating_mul(8).saturating_add(bits.first.into());
                        found.push(HostScalar { first, width: bits.width.into(), float: false });
                    }
                    None => add(&member.ty, position, found),
                }
            }
        }
        // An address, which a shader may read as an integer.
        HostShape::Pointer => found.push(HostScalar::bytes(position, ty.size, false)),
        HostShape::Opaque => {}
    }
}
