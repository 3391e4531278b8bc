//! What the members of a struct become.

use std::ops::RangeInclusive;

use padstone_model::{Scalar, StructId, Type};

/// A struct whose bytes are to be held by other members. Every byte of the old ones stays where it was.
#[derive(Clone, Debug)]
pub(crate) struct StorageLayout {
    /// The new members, by offset.
    pub(crate) members: Vec<StorageMember>,
}

/// A new member.
#[derive(Clone, Debug)]
pub(crate) struct StorageMember {
    pub(crate) name: String,
    /// Bytes from the start of the struct.
    pub(crate) offset: u64,
    /// The bytes that it takes.
    pub(crate) size: u64,
    pub(crate) kind: Kind,
    /// The positions of the old members that are in it, or that it is a part of.
    pub(crate) from: RangeInclusive<usize>,
    /// Whether structs in it are stored as their values are, even those that are stored otherwise elsewhere: in an array whose
    /// stride would change, for example.
    pub(crate) as_values: bool,
}

/// What a new member is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Something of the old struct, as it was: a member, a member of a member, or a component of one.
    Object { ty: Type, declared: TypeSource },
    /// `vec4<scalar>`, or an array of them, that contains several members; only in memory that nobody writes.
    Words { scalar: Scalar, vectors: Option<u64> },
    /// `array<scalar, count>`, for vectors and matrices of that scalar without anything else between them.
    Scalars { scalar: Scalar, count: u64 },
}

/// Where the type of an object is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeSource {
    /// At a member of a struct.
    Member(StructId, usize),
    /// Nowhere: it is a component.
    Component,
}

/// What is stored otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum StorageOwner {
    /// Every struct of a type.
    Struct(StructId),
    /// The variable of a declaration: its one member has no name.
    Variable(usize),
}

impl StorageMember {
    /// The text for it, after that for what it is a member of.
    pub(crate) fn text(&self, of: &str) -> String {
        if self.name.is_empty() { of.to_owned() } else { format!("{of}.{}", self.name) }
    }
}

impl StorageLayout {
    /// The member that holds a byte.
    pub(crate) fn at(&self, offset: u64) -> Option<&StorageMember> {
        let after = self.members.partition_point(|member| member.offset <= offset);
        self.members[..after].last()
    }

    /// Whether the members are those of the struct, of which there are `count`.
    pub(crate) fn is_as_before(&self, id: StructId, count: usize) -> bool {
        let findings = |(at, member): (usize, &StorageMember)| matches!(member.kind, Kind::Object { declared: TypeSource::Member(of, from), .. } if of == id && from == at);
        self.members.len() == count && self.members.iter().enumerate().all(findings)
    }

    /// The member that is some object, whole.
    pub(crate) fn object(&self, offset: u64, wanted: Type) -> Option<&StorageMember> {
        self.at(offset).filter(|member| member.offset == offset && matches!(member.kind, Kind::Object { ty, .. } if ty == wanted))
    }
}
