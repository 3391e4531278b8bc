//! Runs of nodes in a vector that another value owns.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// A run of `T`, stored one after the other in the [`Tree`](super::Tree), [`Body`](super::Body) or
/// [`Nodes`](super::Nodes) that the list belongs to. Index that with the list to have the slice.
pub struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    /// The list of nothing.
    pub const EMPTY: Self = List { start: 0, len: 0, of: PhantomData };

    /// Moves the end of `from`, from `first` on, to the end of `to`, and returns where it now is.
    pub(crate) fn take(from: &mut Vec<T>, first: usize, to: &mut Vec<T>) -> Self {
        let start = to.len();
        to.extend(from.drain(first..));
        // A text has at most 4 GiB and a node at least a byte of it, so a position fits 32 bits.
        List { start: start as u32, len: (to.len() - start) as u32, of: PhantomData }
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        self.range() == other.range()
    }
}

impl<T> Eq for List<T> {}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.range())
    }
}
