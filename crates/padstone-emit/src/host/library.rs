//! Vector and matrix types of host libraries.
//!
//! A library returns its type for some components, with size and alignment. The plan determines whether it fits at an
//! offset; otherwise it uses plain arrays of scalars. One file for each library.

pub(super) mod directxmath;
pub(super) mod encase;
pub(super) mod glam;
pub(super) mod glm;
pub(super) mod nalgebra;
pub(super) mod simd;

use padstone_model::{Major, Scalar};

/// The scalars of a vector or matrix, as stored in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MathType {
    /// Never one of the `min` types.
    pub(super) scalar: Scalar,
    /// The number of components of a vector, or of one vector of a matrix: 2 to 4.
    pub(super) length: u64,
    /// The vectors of a matrix.
    pub(super) vectors: Option<Vectors>,
}

/// The vectors of a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Vectors {
    /// The number: 2 to 4.
    pub(super) count: u64,
    /// The matrix stride in bytes.
    pub(super) stride: u64,
    /// Whether they are rows or columns.
    pub(super) major: Major,
}

/// A vector or matrix of a library.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct LibraryType {
    /// The name in the text: `glam::Vec3`.
    pub(super) name: String,
    /// For Rust: a constant of all zeros.
    pub(super) zero: String,
    /// The size in bytes, including its padding.
    pub(super) size: u64,
    /// The alignment, a power of two.
    pub(super) align: u64,
    /// The scalar type.
    pub(super) scalar: Scalar,
    /// The number of components of a vector, or of one vector of a matrix.
    pub(super) length: u64,
    /// For a matrix: the number of vectors, and the matrix stride in bytes.
    pub(super) vectors: Option<(u64, u64)>,
}

/// The library type with this shape; `None` if the library has none.
pub(super) type Find = fn(MathType) -> Option<LibraryType>;

/// The types for structs, in addition to plain scalars.
#[derive(Clone, Copy)]
pub(super) struct Palette {
    /// The types of a library.
    pub(super) find: Option<Find>,
    /// Whether types may have padding. Traits that copy structs as bytes allow none.
    pub(super) may_pad: bool,
    /// Whether all scalars must have 32 bits, as in encase.
    pub(super) words_only: bool,
}

impl Palette {
    /// The type for these components in `available` bytes at a multiple of `align`.
    pub(super) fn choose(&self, shape: MathType, available: u64, align: u64) -> Option<LibraryType> {
        let find = self.find?;
        let found = if self.words_only { encase::find(shape, find)? } else { find(shape)? };
        let fits = found.size <= available && found.align <= align;
        (fits && (self.may_pad || !found.has_padding())).then_some(found)
    }
}

impl MathType {
    fn number(&self) -> u64 {
        self.scalar.bytes(true)
    }

    /// Whether the vectors of a matrix are contiguous.
    fn is_tight(&self) -> bool {
        self.vectors.is_none_or(|vectors| vectors.stride == self.length * self.number())
    }

    /// A type that consists of contiguous scalars.
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
    /// Whether it has padding bytes.
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
