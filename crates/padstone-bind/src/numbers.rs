//! Lines of numbers, and which of them are free.

use std::ops::RangeInclusive;

use padstone_model::ResourceClass;

use crate::first_fit::FirstFit;
use crate::require::Amount;

/// A line of numbers that are given out together, each once: 0 to 2^32 - 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Line {
    /// The class of register; `None` where all classes count together.
    pub(crate) class: Option<ResourceClass>,
    /// The register space or descriptor set.
    pub(crate) space: u32,
}

/// The numbers of an amount from `start` on, or `None` if they do not end by 2^32 - 1.
pub(crate) fn range(start: u64, amount: Amount) -> Option<RangeInclusive<u32>> {
    let start32 = u32::try_from(start).ok()?;
    let last = match amount {
        Amount::Finite(amount) => u32::try_from(start.checked_add(amount.checked_sub(1)?)?).ok()?,
        Amount::Rest => u32::MAX,
    };
    Some(start32..=last)
}

/// The free numbers of one line.
#[derive(Debug)]
pub(crate) struct Gaps(FirstFit);

const END: u64 = 1 << 32;

impl Gaps {
    /// What the taken ranges, in any order, leave over.
    pub(crate) fn between(mut taken: Vec<RangeInclusive<u32>>) -> Gaps {
        taken.sort_unstable_by_key(|range| *range.start());
        let mut gaps = Vec::with_capacity(taken.len() + 1);
        let mut free = 0_u64;
        for range in taken {
            let start = u64::from(*range.start());
            if start > free {
                gaps.push((free, start - free));
            }
            free = free.max(u64::from(*range.end()) + 1);
        }
        gaps.push((free, END - free));
        Gaps(FirstFit::new(gaps))
    }

    /// Takes the lowest free range of an amount.
    pub(crate) fn take(&mut self, amount: Amount) -> Option<RangeInclusive<u32>> {
        let gap = match amount {
            Amount::Rest => self.0.last(),
            Amount::Finite(amount) => self.0.fit(amount),
        }?;
        let found = range(self.0.first(gap), amount)?;
        self.0.shrink(gap, u64::from(*found.end()) + 1 - u64::from(*found.start()));
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_fit_reuses_gaps_and_ends_with_the_line() {
        let mut gaps = Gaps::between(vec![7..=7, 2..=3, 3..=5]);
        let mut take = |amount| gaps.take(amount).map(RangeInclusive::into_inner);
        assert_eq!(take(Amount::Finite(3)), Some((8, 10)));
        assert_eq!(take(Amount::Finite(1)), Some((0, 0)));
        assert_eq!(take(Amount::Finite(2)), Some((11, 12)));
        assert_eq!(take(Amount::Finite(1)), Some((1, 1)));
        assert_eq!(take(Amount::Finite(1)), Some((6, 6)));
        assert_eq!(take(Amount::Finite(1 << 32)), None);
        assert_eq!(take(Amount::Rest), Some((13, u32::MAX)));
        assert_eq!(take(Amount::Rest), None);
        assert_eq!(take(Amount::Finite(1)), None);
        assert_eq!(Gaps::between(vec![0..=u32::MAX]).take(Amount::Rest), None);
        assert_eq!(range(u64::from(u32::MAX), Amount::Finite(2)), None);
    }
}
