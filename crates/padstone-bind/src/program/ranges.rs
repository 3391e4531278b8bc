//! Which numbers are taken, and by whom.

/// Ranges of numbers, ascending and apart from each other, each with the parameter that took it, if one did.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges(Vec<Range>);

#[derive(Clone, Copy, Debug)]
struct Range {
    first: u64,
    /// One past the last.
    end: u64,
    owner: Option<usize>,
}

impl Ranges {
    /// Takes the numbers from `first` to before `end`; returns another owner of some of them, the last.
    pub(crate) fn take(&mut self, owner: Option<usize>, first: u64, end: u64) -> Option<usize> {
        let from = self.0.partition_point(|range| range.end <= first);
        let to = self.0.partition_point(|range| range.first < end);
        let overlapping = self.0.get(from..to).unwrap_or_default();
        let other = overlapping.iter().rev().filter_map(|range| range.owner).find(|&other| Some(other) != owner);
        // What is free among them.
        let mut new = Vec::new();
        let mut at = first;
        for range in overlapping {
            if at < range.first {
                new.push(Range { first: at, end: range.first, owner });
            }
            new.push(*range);
            at = at.max(range.end);
        }
        if at < end {
            new.push(Range { first: at, end, owner });
        }
        if first < end {
            self.0.splice(from..to.max(from), new);
        }
        other
    }

    /// Takes the first so many numbers in a row that are free, and returns the first of them.
    pub(crate) fn allocate(&mut self, owner: Option<usize>, count: u64) -> u64 {
        let mut first = 0_u64;
        for range in &self.0 {
            if first.checked_add(count).is_some_and(|end| end <= range.first) {
                break;
            }
            first = range.end;
        }
        self.take(owner, first, first.saturating_add(count));
        first
    }

    /// Whether a number is taken.
    pub(crate) fn contains(&self, number: u64) -> bool {
        self.owner_of(number, number.saturating_add(1)).is_some()
    }

    /// Who has some of the numbers from `first` to before `end`: `Some(None)` if it is nobody in particular.
    pub(crate) fn owner_of(&self, first: u64, end: u64) -> Option<Option<usize>> {
        let at = self.0.partition_point(|range| range.end <= first);
        self.0.get(at).filter(|range| range.first < end).map(|range| range.owner)
    }

    /// How many numbers are taken.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().fold(0, |sum, range| sum.saturating_add(range.end - range.first))
    }

    /// The first number from `first` on that is free.
    pub(crate) fn first_free_from(&self, first: u64) -> u64 {
        let mut at = first;
        for range in self.0.iter().filter(|range| range.end > first) {
            if at < range.first {
                break;
            }
            at = at.max(range.end);
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_fit_fills_holes() {
        let mut ranges = Ranges::default();
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
    fn nothing_takes_nothing() {
        let mut ranges = Ranges::default();
        assert_eq!(ranges.take(Some(0), 3, 3), None);
        assert_eq!((ranges.allocate(None, 0), ranges.count(), ranges.first_free_from(2)), (0, 0, 2));
    }
}
