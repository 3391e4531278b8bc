//! The arguments of a use of a function-like macro, before and after their expansion.

use std::ops::Range;

use crate::Token;

/// The arguments of a use.
#[derive(Debug, Default)]
pub(super) struct MacroArguments {
    /// All tokens of the use: `(`, arguments and commas, `)`.
    pub(super) tokens: Vec<Token>,
    /// The range of each argument in them.
    pub(super) ranges: Vec<Range<usize>>,
    pub(super) expanded: Vec<Token>,
    /// The end of each expanded argument.
    pub(super) ends: Vec<usize>,
}

impl MacroArguments {
    /// The number of arguments.
    pub(super) fn count(&self) -> usize {
        self.ranges.len()
    }

    /// The tokens of an argument, not expanded.
    pub(super) fn raw(&self, index: usize) -> &[Token] {
        self.ranges.get(index).map_or(&[], |range| &self.tokens[range.clone()])
    }

    /// The tokens of an argument, expanded.
    pub(super) fn expanded(&self, index: usize) -> &[Token] {
        let start = if index == 0 { 0 } else { self.ends.get(index - 1).copied().unwrap_or(0) };
        self.ends.get(index).map_or(&[], |&end| &self.expanded[start..end])
    }

    pub(super) fn clear(&mut self) {
        self.tokens.clear();
        self.ranges.clear();
        self.expanded.clear();
        self.ends.clear();
    }
}
