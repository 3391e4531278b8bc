//! A limit on the expansion of one unit.
//!
//! Sixty short macros can expand to 2^60 tokens, and sixty short files to as many inclusions. This counts all work beyond reading each file
//! once: tokens from macros, bytes that `#` and `##` write, files that are read again. The limit grows with the text, so that no ordinary
//! unit reaches it, however large it is.

/// The limit of any unit: about a second of work, and some 100 MB.
pub(super) const BASE: usize = 4 << 20;
/// The increase of the limit for each byte of its files.
pub(super) const PER_BYTE: usize = 4;
/// The consequence of exceeding it.
pub(super) const UNREAD: &str = "padstone lists no declarations, because any of them may depend on the unread text";

/// Counts down from the limit.
#[derive(Debug)]
pub(super) struct ExpansionLimit {
    left: usize,
}

impl Default for ExpansionLimit {
    fn default() -> Self {
        ExpansionLimit { left: BASE }
    }
}

impl ExpansionLimit {
    /// Raises the limit for a loaded file of this many bytes.
    pub(super) fn allow(&mut self, bytes: usize) {
        self.left = self.left.saturating_add(bytes.saturating_mul(PER_BYTE));
    }

    /// Takes this much from the limit. False if it is exceeded.
    #[must_use]
    pub(super) fn spend(&mut self, amount: usize) -> bool {
        match self.left.checked_sub(amount) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }

    /// The remaining amount.
    pub(super) fn left(&self) -> usize {
        self.left
    }
}
