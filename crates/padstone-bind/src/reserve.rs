//! Step 3: reserves the explicit bindings of the source and the command line.

pub(crate) mod explicit;
mod first_fit;
pub(crate) mod parameters;
pub(crate) mod program;
mod ranges;

use std::collections::BTreeMap;

use crate::layout_unit::LayoutUnit;

pub(crate) use ranges::Ranges;

/// The slots that are in use.
pub(crate) struct Used {
    /// The used slots of each space and layout unit.
    ranges: BTreeMap<(u64, LayoutUnit), Ranges>,
    /// The spaces with used slots.
    pub(crate) spaces: Ranges,
    /// The upper bound of the slot numbers of each layout unit.
    end: u64,
}

impl Used {
    /// No slots in use, with slot numbers below `end`.
    pub(crate) fn before(end: u64) -> Used {
        Used { ranges: BTreeMap::new(), spaces: Ranges::before(u64::MAX), end }
    }

    pub(crate) fn ranges(&mut self, space: u64, kind: LayoutUnit) -> &mut Ranges {
        self.ranges.entry((space, kind)).or_insert_with(|| Ranges::before(self.end))
    }

    /// The slots of a layout unit in use in a space.
    pub(crate) fn of(&self, space: u64, kind: LayoutUnit) -> Option<&Ranges> {
        self.ranges.get(&(space, kind))
    }

    /// The number of slots of a layout unit in use in all spaces.
    pub(crate) fn count(&self, kind: LayoutUnit) -> u64 {
        self.ranges.iter().filter(|((_, other), _)| *other == kind).map(|(_, ranges)| ranges.count()).sum()
    }
}
