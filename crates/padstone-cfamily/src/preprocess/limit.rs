//! How much one unit may make out of its text.
//!
//! Sixty short macros can stand for 2^60 tokens, and sixty short files for as many inclusions. Whatever is made beyond
//! reading each file once is counted here: tokens that come out of macros, bytes that `#` and `##` write, files that are
//! read again. The bound grows with the text, so that no honest unit, however large, meets it.

/// What any unit may make: about a second's work, and some 100 MB.
pub(super) const BASE: usize = 4 << 20;
/// What it may make more for each byte of its files.
pub(super) const PER_BYTE: usize = 4;

/// Counts down.
#[derive(Debug)]
pub(super) struct Limit {
    left: usize,
}

impl Default for Limit {
    fn default() -> Self {
        Limit { left: BASE }
    }
}

impl Limit {
    /// A file of this many bytes has been loaded.
    pub(super) fn allow(&mut self, bytes: usize) {
        self.left = self.left.saturating_add(bytes.saturating_mul(PER_BYTE));
    }

    /// Something of this size is made. False if that is too much.
    #[must_use]
    pub(super) fn spend(&mut self, made: usize) -> bool {
        match self.left.checked_sub(made) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }

    /// What is left.
    pub(super) fn left(&self) -> usize {
        self.left
    }
}
