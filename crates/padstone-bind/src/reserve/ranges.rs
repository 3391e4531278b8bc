//! The slots in use, and their owners.

use std::collections::BTreeMap;

use super::first_fit::FirstFit;

/// Disjoint ranges of used slots, each with the parameter that owns it, if any.
#[derive(Clone, Debug)]
pub(crate) struct Ranges {
    /// The ranges by first slot.
    taken: BTreeMap<u64, SlotInterval>,
    /// The gaps between them: first slot, and end.
    free: BTreeMap<u64, u64>,
    /// The gaps for searching, built on first use and dropped when other slots are taken.
    fit: Option<FirstFit>,
    /// The upper bound of the slots.
    end: u64,
}

#[derive(Clone, Copy, Debug)]
struct SlotInterval {
    /// The end of the range.
    end: u64,
    owner: Option<usize>,
}

impl Ranges {
    /// No used slots below `end`.
    pub(crate) fn before(end: u64) -> Ranges {
        Ranges { taken: BTreeMap::new(), free: BTreeMap::from([(0, end)]), fit: None, end }
    }

    /// Takes the slots `first..end`; returns the last other owner of any of them.
    pub(crate) fn take(&mut self, owner: Option<usize>, first: u64, end: u64) -> Option<usize> {
        let overlapping = self.taken.range(..end).rev().map(|(_, range)| range).take_while(|range| range.end > first);
        let occupant = overlapping.filter_map(|range| range.owner).find(|&occupant| Some(occupant) != owner);
        self.fit = None;
        self.fill(owner, first, end);
        occupant
    }

    /// Takes the free slots in `first..end`.
    fn fill(&mut self, owner: Option<usize>, first: u64, end: u64) {
        while let Some((&from, &to)) = self.free.range(..end).next_back().filter(|&(_, &to)| to > first && first < end) {
            self.free.remove(&from);
            if to > end {
                self.free.insert(end, to);
            }
            if from < first {
                self.free.insert(from, first);
            }
            self.taken.insert(from.max(first), SlotInterval { end: to.min(end), owner });
        }
    }

    /// Takes the first range of free slots of this size, and returns its start.
    pub(crate) fn fit(&mut self, owner: Option<usize>, count: u64) -> Option<u64> {
        let fit = self.fit.get_or_insert_with(|| FirstFit::new(self.free.iter().map(|(&first, &end)| (first, end - first)).collect()));
        let gap = fit.fit(count)?;
        let first = fit.first(gap);
        fit.shrink(gap, count);
        self.fill(owner, first, first + count);
        Some(first)
    }

    /// The same; if there is no such range, takes all slots after the last used one.
    pub(crate) fn allocate(&mut self, owner: Option<usize>, count: u64) -> u64 {
        if count == 0 {
            return 0;
        }
        self.fit(owner, count).unwrap_or_else(|| {
            let first = self.taken.last_key_value().map_or(0, |(_, range)| range.end);
            self.take(owner, first, self.end);
            first
        })
    }

    /// Takes all slots after the last used one, if there are any.
    pub(crate) fn fit_unbounded(&mut self, owner: Option<usize>) -> Option<u64> {
        let (&first, _) = self.free.last_key_value().filter(|(_, end)| **end == self.end)?;
        self.take(owner, first, self.end);
        Some(first)
    }

    /// Whether a slot is in use.
    pub(crate) fn contains(&self, number: u64) -> bool {
        self.owner_of(number, number.saturating_add(1)).is_some()
    }

    /// The owner of the first used slot in `first..end`; `Some(None)` if it has no owner.
    pub(crate) fn owner_of(&self, first: u64, end: u64) -> Option<Option<usize>> {
        self.first_used(first, end).map(|(_, owner)| owner)
    }

    /// The first used slot in `first..end`, and its owner.
    pub(crate) fn first_used(&self, first: u64, end: u64) -> Option<(u64, Option<usize>)> {
        let before = self.taken.range(..=first).next_back().filter(|(_, range)| range.end > first);
        let (&from, range) = before.or_else(|| self.taken.range(first..).next())?;
        (from < end).then_some((from.max(first), range.owner))
    }

    /// The number of used slots.
    pub(crate) fn count(&self) -> u64 {
        self.taken.iter().fold(0, |sum, (first, range)| sum.saturating_add(range.end - first))
    }

    /// The first free slot from `first` on.
    pub(crate) fn first_free_from(&self, first: u64) -> u64 {
        let around = self.free.range(..=first).next_back().filter(|&(_, &end)| end > first).map(|_| first);
        around.or_else(|| self.free.range(first..).next().map(|(&first, _)| first)).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_fit_fills_holes() {
        let mut ranges = Ranges::before(u64::MAX);
        assert_eq!(ranges.take(Some(0), 5, 7), None);
        assert_eq!(ranges.take(Some(1), 2, 3), None);
        assert_eq!(ranges.allocate(Some(2), 2), 0);
        assert_eq!(ranges.allocate(Some(3), 3), 7);
        assert_eq!(ranges.allocate(Some(4), 2), 3);
        assert_eq!(ranges.take(Some(5), 4, 12), Some(3));
        assert_eq!(ranges.count(), 12);
        assert_eq!((ranges.contains(11), ranges.contains(12)), (true, false));
        assert_eq!(ranges.owner_of(2, 3), Some(Some(1)));
    }

    #[test]
    fn empty_ranges_take_no_slots() {
        let mut ranges = Ranges::before(u64::MAX);
        assert_eq!(ranges.take(Some(0), 3, 3), None);
        assert_eq!((ranges.allocate(None, 0), ranges.count(), ranges.first_free_from(2)), (0, 0, 2));
    }

    #[test]
    fn gaps_are_filled_and_unbounded_ranges_end_at_the_last_slot() {
        let mut ranges = Ranges::before(1 << 32);
        [(7, 8), (2, 4), (3, 6)].into_iter().for_each(|(first, end)| assert!(ranges.take(None, first, end).is_none()));
        assert_eq!([3, 1, 2, 1, 1].map(|count| ranges.fit(None, count)), [Some(8), Some(0), Some(11), Some(1), Some(6)]);
        assert_eq!(ranges.fit(None, 1 << 32), None);
        assert_eq!((ranges.fit_unbounded(None), ranges.fit_unbounded(None), ranges.fit(None, 1)), (Some(13), None, None));
        let mut full = Ranges::before(1 << 32);
        full.take(None, 0, 1 << 32);
        assert_eq!(full.fit_unbounded(None), None);
    }

    #[test]
    fn exhausted_slots_are_reported() {
        let mut ranges = Ranges::before(u64::MAX);
        assert_eq!(ranges.take(Some(0), 4, u64::MAX), None);
        assert_eq!((ranges.allocate(Some(1), 4), ranges.allocate(Some(2), 1)), (0, u64::MAX));
        assert_eq!((ranges.first_free_from(0), ranges.owner_of(3, 9)), (u64::MAX, Some(Some(1))));
    }
}
