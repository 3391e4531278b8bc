//! The bytes of a scope: its parameters are placed like members of a struct.

use padstone_layout::{Placement, RuleSet, StructAlign};
use padstone_model::Language;

use crate::content_rules::ContentRules;
use crate::layout_unit::Amount;

/// The bytes of a scope so far.
pub(crate) struct ScopeBytes {
    set: Option<&'static RuleSet>,
    size: Amount,
    align: u64,
    is_unknown: bool,
}

impl ScopeBytes {
    pub(crate) fn new(rules: &ContentRules) -> ScopeBytes {
        let set = rules.rule_set();
        let align = match set.map(|set| set.struct_align) {
            Some(StructAlign::Widest { at_least } | StructAlign::Fixed(at_least)) => at_least.bytes(),
            None => 1,
        };
        ScopeBytes { set, size: Amount::Finite(0), align, is_unknown: false }
    }

    /// Places the bytes of a parameter, and returns their offset. An unknown number of bytes starts at 0, and the next parameter continues
    /// as if it were empty (libslang 2026.12, measured).
    pub(crate) fn add(&mut self, size: Amount, align: u64) -> Amount {
        if size == Amount::Unknown {
            self.is_unknown = true;
            return Amount::Finite(0);
        }
        let Some(position) = self.size.finite() else { return self.size };
        self.align = self.align.max(align);
        let Some(bytes) = size.finite() else {
            self.size = Amount::Unbounded;
            return position.checked_next_multiple_of(align.max(1)).map_or(Amount::Unknown, Amount::Finite);
        };
        let in_rows = match self.set.map(|set| set.buffer_members) {
            Some(Placement::AlignedInRows) => true,
            Some(Placement::SmallInRows) => bytes < 16,
            _ => false,
        };
        let aligned = position.checked_next_multiple_of(align.max(1));
        let crosses = |position: u64| in_rows && !position.is_multiple_of(16) && (position % 16).saturating_add(bytes) > 16;
        let offset = match aligned {
            Some(position) if crosses(position) => position.checked_next_multiple_of(16),
            other => other,
        };
        let end = offset.and_then(|offset| offset.checked_add(bytes));
        self.size = end.map_or(Amount::Unknown, Amount::Finite);
        Amount::Finite(offset.unwrap_or(0))
    }

    /// Whether the total is unknown, regardless of the results of the other two functions.
    pub(crate) fn is_unknown(&self) -> bool {
        self.is_unknown
    }

    /// The number of bytes without tail padding.
    pub(crate) fn used(&self) -> Amount {
        self.size
    }

    /// The total number of bytes.
    pub(crate) fn end(&self) -> Amount {
        let padded = self.set.is_some_and(|set| set.struct_tail.is_padded(Language::Slang));
        match (padded, self.size) {
            (true, Amount::Finite(size)) => size.checked_next_multiple_of(self.align).map_or(Amount::Unknown, Amount::Finite),
            (_, size) => size,
        }
    }
}
