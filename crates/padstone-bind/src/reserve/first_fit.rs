//! Finds the lowest gap that is large enough, in logarithmic time.

/// Gaps between used slots, with a tree of maxima. Slots are only taken from the start of a gap, so gaps shrink but never split.
#[derive(Clone, Debug)]
pub(crate) struct FirstFit {
    /// The first slot and the size of each gap, ascending; the size of a used-up gap is 0.
    gaps: Vec<(u64, u64)>,
    /// The maxima: that of node `i` is the larger one of nodes `2i` and `2i + 1`; the leaves are the gaps.
    largest: Vec<u64>,
    leaves: usize,
}

impl FirstFit {
    /// From gaps, given by first slot and size, ascending.
    pub(crate) fn new(gaps: Vec<(u64, u64)>) -> FirstFit {
        let leaves = gaps.len().next_power_of_two();
        let mut largest = vec![0; 2 * leaves];
        for (leaf, &(_, amount)) in largest[leaves..].iter_mut().zip(&gaps) {
            *leaf = amount;
        }
        for node in (1..leaves).rev() {
            largest[node] = largest[2 * node].max(largest[2 * node + 1]);
        }
        FirstFit { gaps, largest, leaves }
    }

    /// The lowest gap of at least this size, which is not 0.
    pub(crate) fn fit(&self, amount: u64) -> Option<usize> {
        if amount == 0 || self.largest[1] < amount {
            return None;
        }
        let mut node = 1;
        while node < self.leaves {
            node = if self.largest[2 * node] >= amount { 2 * node } else { 2 * node + 1 };
        }
        Some(node - self.leaves)
    }

    /// The first slot of a gap.
    pub(crate) fn first(&self, gap: usize) -> u64 {
        self.gaps[gap].0
    }

    /// Takes slots, at most all, from the start of a gap.
    pub(crate) fn shrink(&mut self, gap: usize, amount: u64) {
        let (first, free) = &mut self.gaps[gap];
        *first += amount;
        *free -= amount;
        let mut node = self.leaves + gap;
        self.largest[node] = *free;
        while node > 1 {
            node /= 2;
            self.largest[node] = self.largest[2 * node].max(self.largest[2 * node + 1]);
        }
    }
}
