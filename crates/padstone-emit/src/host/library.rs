//! Vectors and matrices of the host's libraries.
//!
//! A library states which of its types has the given components, and how large and how aligned that is. Whether it fits at a place is for
//! the plan to say: where it does not, numbers stay in plain arrays. One file for each library.

pub(super) mod directxmath;
pub(super) mod encase;
pub(super) mod glam;
pub(super) mod glm;
pub(super) mod nalgebra;
pub(super) mod simd;

use padstone_model::{Major, Scalar};

/// The scalars of a vector or matrix, as stored in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Never one of the `min` types.
    pub(super) scalar: Scalar,
    /// Numbers of a vector, or of one vector of a matrix: 2 to 4.
    pub(super) length: u64,
    /// The vectors of a matrix.
    pub(super) vectors: Option<Vectors>,
}

/// The vectors of a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Vectors {
    /// 2 to 4.
    pub(super) count: u64,
    /// Bytes from one to the next.
    pub(super) stride: u64,
    /// Whether they are rows or columns.
    pub(super) major: Major,
}

/// A vector or matrix of a library.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct LibraryType {
    /// As the text writes it: `glam::Vec3`.
    pub(super) name: String,
    /// Rust: a constant of nothing but zeros.
    pub(super) zero: String,
    /// Bytes, with what it pads itself with.
    pub(super) size: u64,
    /// A power of two.
    pub(super) align: u64,
    /// What it is made of.
    pub(super) scalar: Scalar,
    /// Numbers of a vector, or of one vector of a matrix.
    pub(super) length: u64,
    /// Of a matrix: how many vectors, and bytes from one to the next.
    pub(super) vectors: Option<(u64, u64)>,
}

/// The library type with such scalars; none if none has this layout.
pub(super) type Find = fn(Shape) -> Option<LibraryType>;

/// The types that structs are made of besides plain numbers.
#[derive(Clone, Copy)]
pub(super) struct Palette {
    /// The library's.
    pub(super) find: Option<Find>,
    /// Whether they may have padding of their own. Traits for moving bytes allow none.
    pub(super) may_pad: bool,
    /// Whether numbers have 32 bits and nothing else, as in encase.
    pub(super) words_only: bool,
}

impl Palette {
    /// The type for such numbers where there are `available` bytes, aligned to `align`.
    pub(super) fn choose(&self, shape: Shape, available: u64, align: u64) -> Option<LibraryType> {
        let find = self.find?;
        let found = if self.words_only { encase::find(shape, find)? } else { find(shape)? };
        let fits = found.size <= available && found.align <= align;
        (fits && (self.may_pad || !found.has_padding())).then_some(found)
    }
}

impl Shape {
    fn number(&self) -> u64 {
        self.scalar.bytes(true)
    }

    /// Whether the vectors of a matrix are contiguous.
    fn is_tight(&self) -> bool {
        self.vectors.is_none_or(|vectors| vectors.stride == self.length * self.number())
    }

    /// A type of these scalars, contiguous.
    fn tight(self, name: String, align: u64) -> LibraryType {
        let vector = self.length * self.number();
        self.with(name, vector * self.vectors.map_or(1, |vectors| vectors.count), align)
    }

    fn with(self, name: String, size: u64, align: u64) -> LibraryType {
        let vectors = self.vectors.map(|vectors| (vectors.count, vectors.stride));
        LibraryType { name, zero: String::new(), size, align, scalar: self.scalar, length: self.length, vectors }
    }
}

impl LibraryType {
    /// Whether it has bytes that are none of its numbers.
    fn has_padding(&self) -> bool {
        self.size != self.length * self.scalar.bytes(true) * self.vectors.map_or(1, |(count, _)| count)
    }

    /// The offsets of its scalars: vector, component, byte.
    pub(super) fn numbers(&self) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        let (count, stride) = self.vectors.unwrap_or((1, 0));
        let bytes = self.scalar.bytes(true);
        (0..count).flat_map(move |vector| (0..self.length).map(move |number| (vector, number, vector * stride + number * bytes)))
    }
}
