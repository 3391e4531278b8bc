//! Step 3: the places that the source or the command line gives, which others do not get.

pub(crate) mod explicit;
mod first_fit;
pub(crate) mod parameters;
pub(crate) mod program;
mod ranges;

use std::collections::BTreeMap;

use crate::layout_unit::LayoutUnit;

pub(crate) use ranges::Ranges;

/// What is taken.
pub(crate) struct Used {
    /// By space and kind.
    ranges: BTreeMap<(u64, LayoutUnit), Ranges>,
    /// Whole spaces that something is in.
    pub(crate) spaces: Ranges,
    /// One past the last number of each kind.
    end: u64,
}

impl Used {
    /// Nothing, of numbers before `end`.
    pub(crate) fn before(end: u64) -> Used {
        Used { ranges: BTreeMap::new(), spaces: Ranges::before(u64::MAX), end }
    }

    pub(crate) fn ranges(&mut self, space: u64, kind: LayoutUnit) -> &mut Ranges {
        self.ranges.entry((space, kind)).or_insert_with(|| Ranges::before(self.end))
    }

    /// What is taken of a kind in a space.
    pub(crate) fn of(&self, space: u64, kind: LayoutUnit) -> Option<&Ranges> {
        self.ranges.get(&(space, kind))
    }

    /// How many of a kind are taken in all spaces.
    pub(crate) fn count(&self, kind: LayoutUnit) -> u64 {
        self.ranges.iter().filter(|((_, other), _)| *other == kind).map(|(_, ranges)| ranges.count()).sum()
    }
}
