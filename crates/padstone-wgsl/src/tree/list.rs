//! Ranges of nodes in a vector that another value owns.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// A range of consecutive `T` in the [`Tree`](super::Tree), [`Body`](super::Body) or [`Nodes`](super::Nodes) that the list belongs to,
/// which is indexed with the list.
pub struct List<T> {
    start: u32,
    len: u32,
    element: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    /// The empty list.
    pub const EMPTY: Self = List { start: 0, len: 0, element: PhantomData };

    /// Moves the end of `from`, from `first` on, to the end of `to`, and returns its range there.
    pub(crate) fn take(from: &mut Vec<T>, first: usize, to: &mut Vec<T>) -> Self {
        let start = to.len();
        to.extend(from.drain(first..));
        // A text has at most 4 GiB and a node at least one byte of it, so a position fits in 32 bits.
        List { start: start as u32, len: (to.len() - start) as u32, element: PhantomData }
    }

    /// The number of nodes.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether the list is empty.
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
