//! Members that are in another order in the program.

use std::collections::BTreeMap;

/// The indices of the positions that have to move, as few as possible, so that the others ascend. Those for which `is_fixed` holds stay if possible.
///
/// `[0, 12, 8, 4]` has two: `[1, 3]` with 8 fixed.
pub(super) fn out_of_order(positions: &[u64], is_fixed: impl Fn(usize) -> bool) -> Vec<usize> {
    // Of the sequences that end at a position, the one with the highest weight: its weight and its last index. Weights ascend with positions.
    let mut best: BTreeMap<u64, (u64, usize)> = BTreeMap::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(positions.len());
    for (index, &position) in positions.iter().enumerate() {
        let preceding = best.range(..=position).next_back().map(|(_, found)| *found);
        // A member that stays is worth more than any number of ties, and less than another member.
        let own = 2 * positions.len() as u64 + u64::from(is_fixed(index));
        let weight = preceding.map_or(0, |(weight, _)| weight) + own;
        before.push(preceding.map(|(_, last)| last));
        let worse: Vec<u64> = best.range(position..).take_while(|(_, (other, _))| *other < weight).map(|(position, _)| *position).collect();
        worse.iter().for_each(|position| _ = best.remove(position));
        if best.range(..=position).next_back().is_none_or(|(_, (other, _))| *other < weight) {
            best.insert(position, (weight, index));
        }
    }
    let mut stays = vec![false; positions.len()];
    let mut next = best.values().next_back().map(|(_, last)| *last);
    while let Some(index) = next {
        stays[index] = true;
        next = before[index];
    }
    (0..positions.len()).filter(|index| !stays[*index]).collect()
}

#[cfg(test)]
mod tests {
    use super::out_of_order;

    #[test]
    fn as_few_members_as_possible_move() {
        let moved = |positions: &[u64]| out_of_order(positions, |index| positions[index] == 4 * index as u64);
        assert!(moved(&[0, 4, 8]).is_empty() && moved(&[]).is_empty());
        assert_eq!(moved(&[0, 12, 8, 4]), [1, 3]);
        // The first member of the shader is the last one of the program.
        assert_eq!(moved(&[16, 0, 4, 8, 12]), [0]);
        assert_eq!(moved(&[4, 8, 12, 16, 0]), [4]);
        assert_eq!(moved(&[16, 4, 8, 0, 12]), [0, 3]);
    }

    #[test]
    fn those_that_stay_ascend() {
        let mut state = 7_u64;
        for length in 1..40 {
            let mut positions: Vec<u64> = (0..length).collect();
            for index in (1..positions.len()).rev() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                positions.swap(index, (state >> 33) as usize % (index + 1));
            }
            let moved = out_of_order(&positions, |_| false);
            let stay: Vec<u64> = (0..positions.len()).filter(|index| !moved.contains(index)).map(|index| positions[index]).collect();
            assert!(stay.is_sorted(), "{positions:?}: {moved:?}");
            // The length of the longest ascending sequence, by comparing all pairs.
            let mut longest = vec![1; positions.len()];
            for index in 0..positions.len() {
                longest[index] =
                    1 + (0..index).filter(|other| positions[*other] < positions[index]).map(|other| longest[other]).max().unwrap_or(0);
            }
            assert_eq!(Some(&stay.len()), longest.iter().max(), "{positions:?}");
        }
    }
}
