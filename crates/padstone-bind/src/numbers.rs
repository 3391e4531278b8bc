//! Lines of numbers, and which of them are free.

use std::ops::RangeInclusive;

use padstone_model::ResourceClass;

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

/// The free numbers of one line: gaps, and above them a tree of maxima, so that the lowest gap that is large enough
/// is found in logarithmic time. Numbers are only ever taken from the front of a gap, so gaps shrink but never split.
#[derive(Debug)]
pub(crate) struct Gaps {
    /// First free number and amount of each gap, ascending; the last one, maybe empty, ends the line.
    gaps: Vec<(u64, u64)>,
    /// The largest amounts: of node `i` that of nodes `2i` and `2i + 1`; the leaves are the gaps.
    largest: Vec<u64>,
    leaves: usize,
}

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
        let leaves = gaps.len().next_power_of_two();
        let mut largest = vec![0; 2 * leaves];
        for (leaf, &(_, amount)) in largest[leaves..].iter_mut().zip(&gaps) {
            *leaf = amount;
        }
        for node in (1..leaves).rev() {
            largest[node] = largest[2 * node].max(largest[2 * node + 1]);
        }
        Gaps { gaps, largest, leaves }
    }

    /// Takes the lowest free range of an amount.
    pub(crate) fn take(&mut self, amount: Amount) -> Option<RangeInclusive<u32>> {
        let gap = self.fit(amount)?;
        let found = range(self.gaps[gap].0, amount)?;
        let (start, free) = &mut self.gaps[gap];
        let taken = u64::from(*found.end()) + 1 - *start;
        *start += taken;
        *free -= taken;
        let mut node = self.leaves + gap;
        self.largest[node] = *free;
        while node > 1 {
            node /= 2;
            self.largest[node] = self.largest[2 * node].max(self.largest[2 * node + 1]);
        }
        Some(found)
    }

    fn fit(&self, amount: Amount) -> Option<usize> {
        match amount {
            Amount::Rest => self.gaps.len().checked_sub(1).filter(|&last| self.gaps[last].1 > 0),
            Amount::Finite(amount) if amount == 0 || self.largest[1] < amount => None,
            Amount::Finite(amount) => {
                let mut node = 1;
                while node < self.leaves {
                    node = if self.largest[2 * node] >= amount { 2 * node } else { 2 * node + 1 };
                }
                Some(node - self.leaves)
            }
        }
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
