//! The search for the order of members that takes the least bytes: branch and bound, level by level, every step of it laid
//! out by the engine itself.
//!
//! Members follow one another, so an order is built from the front. Two beginnings of the same members that end with the
//! same sort of member differ only in its offset: the one that is nowhere further out is kept. (The further out members end, the
//! further out the next one goes, under every placement.) And since members share no bytes, what is left to place takes
//! at least its own bytes.

use rustc_hash::FxHashMap;

/// Bytes, by side.
pub(crate) type BytesBySide = Vec<u64>;

/// What the search needs to know of layouts.
pub(crate) trait OrderMeasure {
    /// The offset of the last of some members, by side, if they are laid out in that order.
    fn last(&mut self, order: &[usize]) -> Option<BytesBySide>;
    /// The bytes of all members in that order, by side.
    fn whole(&mut self, order: &[usize]) -> Option<BytesBySide>;
}

/// What is known of the members.
pub(crate) struct MemberProperties {
    /// By member: which are alike. Those of one sort are interchangeable.
    pub(crate) sorts: Vec<usize>,
    /// By member and side: how many bytes from its start nobody else can use.
    pub(crate) used: Vec<BytesBySide>,
    /// By side: what the whole is rounded up to.
    pub(crate) rounded: BytesBySide,
    /// By member: what the place of the members after it depends on besides where it ends.
    pub(crate) states: Vec<Option<bool>>,
    /// Whether the offset of the last member determines all that matters of a beginning.
    pub(crate) comparable: bool,
    /// How many members at the front, and whether one at the end, have to stay.
    pub(crate) first: usize,
    pub(crate) last_is_fixed: bool,
}

/// An order.
pub(crate) struct BestOrder {
    pub(crate) order: Vec<usize>,
    pub(crate) bytes: BytesBySide,
    /// Whether no order takes fewer.
    pub(crate) proved: bool,
    /// How many orders, whole or begun, were laid out.
    pub(crate) measured: usize,
}

/// So many orders are laid out; then only the best beginnings are followed.
const MOST: usize = 60_000;
/// So many of them.
const BEAM: usize = 64;
/// So many members are laid out, all orders taken together: half of them before only the best beginnings are followed. Then the best
/// order so far is the answer.
const MOST_MEMBERS: usize = 1_500_000;

/// The order with the least bytes, over all sides together; of equal ones one that is near to the source.
pub(crate) fn best(members: &MemberProperties, measure: &mut dyn OrderMeasure) -> Option<BestOrder> {
    let source: Vec<usize> = (0..members.sorts.len()).collect();
    let bytes = measure.whole(&source)?;
    let mut search =
        Search { members, measure, best: (total(&bytes), source.clone(), bytes), measured: 1, laid_out: 0, known: FxHashMap::default() };
    for order in greedy(members) {
        search.offer(order);
    }
    search.dive();
    search.known.clear();
    search.laid_out = 0;
    let complete = search.levels();
    search.laid_out = 0;
    search.near_to_source();
    let (_, order, bytes) = search.best;
    Some(BestOrder { order, bytes, proved: complete, measured: search.measured })
}

fn total(bytes: &[u64]) -> u64 {
    bytes.iter().fold(0, |sum, bytes| sum.saturating_add(*bytes))
}

fn no_further(one: &BytesBySide, other: &BytesBySide) -> bool {
    one.iter().zip(other).all(|(one, other)| one <= other)
}

/// Orders that are often good: the longest first, the shortest first.
fn greedy(members: &MemberProperties) -> Vec<Vec<usize>> {
    let end = members.sorts.len() - usize::from(members.last_is_fixed);
    let mut descending: Vec<usize> = (0..members.sorts.len()).collect();
    let mut ascending = descending.clone();
    descending[members.first..end].sort_by_key(|&member| std::cmp::Reverse(total(&members.used[member])));
    ascending[members.first..end].sort_by_key(|&member| total(&members.used[member]));
    vec![descending, ascending]
}

/// What beginnings have in common whose ends can be compared: how many of each sort, the last of them, and the state.
type PrefixKey = (Vec<u32>, usize, Option<bool>);

/// The first members of an order; less is better.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Prefix {
    /// The least that the whole can take.
    bound: u64,
    order: Vec<usize>,
    /// The offset of the last of them.
    last: Option<BytesBySide>,
}

struct Search<'m> {
    members: &'m MemberProperties,
    measure: &'m mut dyn OrderMeasure,
    best: (u64, Vec<usize>, BytesBySide),
    measured: usize,
    /// The members of the orders that were laid out.
    laid_out: usize,
    /// The offset of the last member in the beginnings that none is better than.
    known: FxHashMap<PrefixKey, Vec<BytesBySide>>,
}

impl Search<'_> {
    fn offer(&mut self, order: Vec<usize>) {
        self.measured += 1;
        self.laid_out += order.len();
        let Some(bytes) = self.measure.whole(&order) else { return };
        if total(&bytes) < self.best.0 {
            self.best = (total(&bytes), order, bytes);
        }
    }

    /// Makes all beginnings longer by one member at a time; tells whether all that could be better was seen.
    fn levels(&mut self) -> bool {
        let mut complete = true;
        let mut beginnings = vec![Prefix { bound: 0, order: (0..self.members.first).collect(), last: None }];
        for _ in self.members.first..self.members.sorts.len() {
            if self.is_spent() {
                return false;
            }
            if self.measured >= MOST || self.laid_out >= MOST_MEMBERS / 2 {
                complete = false;
                beginnings.truncate(BEAM);
            }
            beginnings = beginnings.iter().flat_map(|begun| self.longer(begun)).collect();
            // One that was good when it was found may have met a better one since.
            beginnings.retain(|begun| self.is_best(begun));
            beginnings.sort();
        }
        beginnings.into_iter().for_each(|begun| self.offer(begun.order));
        complete
    }

    /// Follows the beginning that looks best, so that there is something to beat.
    fn dive(&mut self) {
        let mut begun = Prefix { bound: 0, order: (0..self.members.first).collect(), last: None };
        while begun.order.len() < self.members.sorts.len() {
            if self.is_spent() {
                return;
            }
            let next = self.longer(&begun).into_iter().min();
            let Some(next) = next else { return };
            begun = next;
        }
        self.offer(begun.order);
    }

    /// A beginning with one more member, whichever may lead to fewer bytes than the best.
    fn longer(&mut self, begun: &Prefix) -> Vec<Prefix> {
        let mut found = Vec::new();
        let mut tried = vec![false; self.members.sorts.len()];
        for member in self.free(&begun.order) {
            let sort = self.members.sorts[member];
            if std::mem::replace(&mut tried[sort], true) {
                continue;
            }
            if self.is_spent() {
                break;
            }
            self.measured += 1;
            // What is not laid out is looked through too.
            self.laid_out += self.members.sorts.len();
            let order = [&begun.order[..], &[member]].concat();
            let Some(last) = self.measure.last(&order) else { continue };
            let bound = self.bound(&order, Some(&last));
            if bound < self.best.0 && self.is_new(&order, &last) {
                found.push(Prefix { bound, order, last: Some(last) });
            }
        }
        found
    }

    fn free(&self, order: &[usize]) -> Vec<usize> {
        let count = self.members.sorts.len();
        let fixed_last = self.members.last_is_fixed && order.len() + 1 < count;
        let placed = self.placed(order);
        (self.members.first..count - usize::from(fixed_last)).filter(|&member| !placed[member]).collect()
    }

    /// By member: whether it is in an order.
    fn placed(&self, order: &[usize]) -> Vec<bool> {
        let mut placed = vec![false; self.members.sorts.len()];
        order.iter().for_each(|&member| placed[member] = true);
        placed
    }

    fn is_spent(&self) -> bool {
        self.laid_out >= MOST_MEMBERS
    }

    /// The least that the whole can take, after a beginning whose last member has that offset.
    fn bound(&self, order: &[usize], last: Option<&BytesBySide>) -> u64 {
        let sides = 0..self.members.rounded.len();
        let placed = self.placed(order);
        let rest = |side: usize| {
            (0..self.members.sorts.len()).filter(|&member| !placed[member]).map(|member| self.members.used[member][side]).sum::<u64>()
        };
        let begun = |side: usize| match (order.last(), last) {
            (Some(&member), Some(at)) => at[side].saturating_add(self.members.used[member][side]),
            _ => 0,
        };
        let least = |side: usize| begun(side).saturating_add(rest(side)).next_multiple_of(self.members.rounded[side]);
        sides.map(least).fold(0, u64::saturating_add)
    }

    /// Whether no beginning of these members that was seen is as good; notes it.
    fn is_new(&mut self, order: &[usize], at: &BytesBySide) -> bool {
        let Some(beginning) = self.beginning(order) else { return true };
        let known = self.known.entry(beginning).or_default();
        if known.iter().any(|known| no_further(known, at)) {
            return false;
        }
        known.retain(|known| !no_further(at, known));
        known.push(at.clone());
        true
    }

    /// Whether a beginning is still one of those that none is better than.
    fn is_best(&self, begun: &Prefix) -> bool {
        let known = self.beginning(&begun.order).and_then(|beginning| self.known.get(&beginning));
        known.is_none_or(|known| begun.last.as_ref().is_none_or(|last| known.contains(last)))
    }

    /// What beginnings must have in common to be compared; none if that says too little.
    fn beginning(&self, order: &[usize]) -> Option<PrefixKey> {
        let last = *order.last().filter(|_| self.members.comparable)?;
        let mut counts = vec![0; self.members.sorts.len()];
        order.iter().for_each(|&member| counts[self.members.sorts[member]] += 1);
        let state = order.iter().rev().find_map(|&member| self.members.states[member]);
        Some((counts, self.members.sorts[last], state))
    }

    /// Swaps neighbors back into the order of the source, where that costs nothing.
    fn near_to_source(&mut self) {
        let mut swapped = true;
        let mut passes = 0;
        while swapped && passes < self.members.sorts.len() {
            swapped = false;
            passes += 1;
            for at in 1..self.best.1.len() {
                if self.best.1[at - 1] < self.best.1[at] {
                    continue;
                }
                let mut order = self.best.1.clone();
                if self.is_spent() {
                    return;
                }
                self.laid_out += order.len();
                order.swap(at - 1, at);
                self.measured += 1;
                let bytes = self.measure.whole(&order);
                if let Some(bytes) = bytes.filter(|bytes| total(bytes) <= self.best.0) {
                    self.best = (total(&bytes), order, bytes);
                    swapped = true;
                }
            }
        }
    }
}
