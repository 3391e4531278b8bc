//! The new members of a struct.

use std::ops::RangeInclusive;

use padstone_model::{Scalar, StructId, Type};

/// A struct whose bytes are declared as other members. Every byte keeps its offset.
#[derive(Clone, Debug)]
pub(crate) struct StorageLayout {
    /// The new members, by offset.
    pub(crate) members: Vec<StorageMember>,
}

/// A new member.
#[derive(Clone, Debug)]
pub(crate) struct StorageMember {
    pub(crate) name: String,
    /// The offset from the start of the struct in bytes.
    pub(crate) offset: u64,
    /// The size in bytes.
    pub(crate) size: u64,
    pub(crate) kind: MemberKind,
    /// The positions of the old members that it contains, or that it is part of.
    pub(crate) from: RangeInclusive<usize>,
    /// Whether nested structs are stored like their values, even those that are stored differently elsewhere: for example in an array whose
    /// stride would change.
    pub(crate) as_values: bool,
}

/// The kind of a new member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MemberKind {
    /// A part of the old struct: a member, a nested member, or a component of one.
    Object { ty: Type, declared: TypeSource },
    /// `vec4<scalar>`, or an array of them, that contains several members; only in read-only memory.
    Words { scalar: Scalar, vectors: Option<u64> },
    /// `array<scalar, count>`, for contiguous vectors and matrices of that scalar.
    Scalars { scalar: Scalar, count: u64 },
}

/// The source of the type of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeSource {
    /// At a member of a struct.
    Member(StructId, usize),
    /// None: it is a component.
    Component,
}

/// The owner of a storage layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum StorageOwner {
    /// Every struct of a type.
    Struct(StructId),
    /// The variable of a declaration: its one member has no name.
    Variable(usize),
}

impl StorageMember {
    /// The text that refers to it, given the text that refers to its parent.
    pub(crate) fn text(&self, variable: &str) -> String {
        if self.name.is_empty() { variable.to_owned() } else { format!("{variable}.{}", self.name) }
    }
}

impl StorageLayout {
    /// The member that contains a byte.
    pub(crate) fn at(&self, offset: u64) -> Option<&StorageMember> {
        let after = self.members.partition_point(|member| member.offset <= offset);
        self.members[..after].last()
    }

    /// Whether the members equal those of the struct, which has `count` members.
    pub(crate) fn is_as_before(&self, id: StructId, count: usize) -> bool {
        let is_unchanged = |(position, member): (usize, &StorageMember)| matches!(member.kind, MemberKind::Object { declared: TypeSource::Member(owner, from), .. } if owner == id && from == position);
        self.members.len() == count && self.members.iter().enumerate().all(is_unchanged)
    }

    /// The member that is exactly this object.
    pub(crate) fn object(&self, offset: u64, requested: Type) -> Option<&StorageMember> {
        self.at(offset).filter(|member| member.offset == offset && matches!(member.kind, MemberKind::Object { ty, .. } if ty == requested))
    }
}
