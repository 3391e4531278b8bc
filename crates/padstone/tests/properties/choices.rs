//! A string of bytes read as a string of decisions.
//!
//! Everything that is generated is generated from one of these, so that any bytes at all make a program: random
//! ones in the property tests, a fuzzer's in the fuzz targets. Bytes that are not there count as zero, and zero
//! always means the simplest possibility: cutting or zeroing bytes makes a program simpler, which is how a
//! counterexample shrinks.

/// The decisions that are left.
pub(crate) struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Choices { bytes: bytes.iter() }
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in about one of `n` cases; never when the bytes are used up.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// One of the items.
    pub(crate) fn pick<'b, T>(&mut self, items: &'b [T]) -> &'b T {
        &items[self.below(items.len())]
    }

    /// The next byte itself.
    pub(crate) fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or(0)
    }
}
