//! The search for the order of members with the smallest size: branch and bound over prefixes, one member at a time. The engine lays out
//! every prefix.
//!
//! Of two prefixes with the same members and the same kind of last member, only the one with the lower offset of the last member
//! is extended: under every placement rule, a member that ends later never gives the next one
//! a lower offset. The members that are not in the prefix take at least their own bytes, because members do not overlap:
//! this is the lower bound.

use rustc_hash::FxHashMap;

/// Bytes, by side.
pub(crate) type BytesBySide = Vec<u64>;

/// Lays out orders for the search.
pub(crate) trait OrderMeasure {
    /// The offset of the last member, by side, if the members are laid out in that order.
    fn last(&mut self, order: &[usize]) -> Option<BytesBySide>;
    /// The size of all members in that order, by side.
    fn measure_order(&mut self, order: &[usize]) -> Option<BytesBySide>;
}

/// The properties of the members.
pub(crate) struct MemberProperties {
    /// By member: a number that is equal for interchangeable members.
    pub(crate) sorts: Vec<usize>,
    /// By member and side: the bytes from its start that no other member can use.
    pub(crate) used: Vec<BytesBySide>,
    /// By side: the multiple that the size is rounded up to.
    pub(crate) rounded: BytesBySide,
    /// By member: the state that affects the offset of the next member in addition to the end of this one.
    pub(crate) states: Vec<Option<bool>>,
    /// Whether the offset of the last member and the state determine the offsets of all members after a prefix.
    pub(crate) comparable: bool,
    /// The number of members at the start that cannot move, and whether the last member cannot.
    pub(crate) first: usize,
    pub(crate) last_is_fixed: bool,
}

/// An order.
pub(crate) struct BestOrder {
    pub(crate) order: Vec<usize>,
    pub(crate) bytes: BytesBySide,
    /// Whether no order is smaller.
    pub(crate) proved: bool,
    /// The number of orders and prefixes that were laid out.
    pub(crate) measured: usize,
}

/// The number of layouts after which only the best prefixes are extended.
const MOST: usize = 60_000;
/// The number of these prefixes.
const BEAM: usize = 64;
/// The number of members laid out, summed over all layouts, after which the best order so far is the result. After half of them, only the
/// best prefixes are extended.
const MAX_MEMBERS: usize = 1_500_000;

/// The order with the smallest size, summed over all sides; of several, one close to the source.
pub(crate) fn best(members: &MemberProperties, measure: &mut dyn OrderMeasure) -> Option<BestOrder> {
    let source: Vec<usize> = (0..members.sorts.len()).collect();
    let bytes = measure.measure_order(&source)?;
    let mut search = OrderSearch {
        members,
        measure,
        best: (total(&bytes), source.clone(), bytes),
        measured: 1,
        laid_out: 0,
        known: FxHashMap::default(),
    };
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

fn no_further(left: &BytesBySide, right: &BytesBySide) -> bool {
    left.iter().zip(right).all(|(left, right)| left <= right)
}

/// Orders that are often good: longest first, shortest first.
fn greedy(members: &MemberProperties) -> Vec<Vec<usize>> {
    let end = members.sorts.len() - usize::from(members.last_is_fixed);
    let mut descending: Vec<usize> = (0..members.sorts.len()).collect();
    let mut ascending = descending.clone();
    descending[members.first..end].sort_by_key(|&member| std::cmp::Reverse(total(&members.used[member])));
    ascending[members.first..end].sort_by_key(|&member| total(&members.used[member]));
    vec![descending, ascending]
}

/// Prefixes with equal keys are comparable: the number of members of each kind, the kind of the last member, and the state.
type PrefixKey = (Vec<u32>, usize, Option<bool>);

/// The first members of an order. Smaller is better.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Prefix {
    /// The lower bound of the size.
    bound: u64,
    order: Vec<usize>,
    /// The offset of the last member.
    last: Option<BytesBySide>,
}

struct OrderSearch<'m> {
    members: &'m MemberProperties,
    measure: &'m mut dyn OrderMeasure,
    best: (u64, Vec<usize>, BytesBySide),
    measured: usize,
    /// The number of members in all layouts so far.
    laid_out: usize,
    /// By key: the offsets of the last member in the best prefixes.
    known: FxHashMap<PrefixKey, Vec<BytesBySide>>,
}

impl OrderSearch<'_> {
    fn offer(&mut self, order: Vec<usize>) {
        self.measured += 1;
        self.laid_out += order.len();
        let Some(bytes) = self.measure.measure_order(&order) else { return };
        if total(&bytes) < self.best.0 {
            self.best = (total(&bytes), order, bytes);
        }
    }

    /// Extends all prefixes by one member at a time. Returns whether the search was complete.
    fn levels(&mut self) -> bool {
        let mut complete = true;
        let mut beginnings = vec![Prefix { bound: 0, order: (0..self.members.first).collect(), last: None }];
        for _ in self.members.first..self.members.sorts.len() {
            if self.is_spent() {
                return false;
            }
            if self.measured >= MOST || self.laid_out >= MAX_MEMBERS / 2 {
                complete = false;
                beginnings.truncate(BEAM);
            }
            beginnings = beginnings.iter().flat_map(|begun| self.longer(begun)).collect();
            // A prefix found later may be better.
            beginnings.retain(|begun| self.is_best(begun));
            beginnings.sort();
        }
        beginnings.into_iter().for_each(|begun| self.offer(begun.order));
        complete
    }

    /// Extends only the best prefix, for an upper bound.
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

    /// The prefix extended by each free member, if the lower bound is below the best size.
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
            // The engine also iterates over members that it does not lay out.
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
        self.laid_out >= MAX_MEMBERS
    }

    /// The lower bound of the size, for a prefix whose last member has that offset.
    fn bound(&self, order: &[usize], last: Option<&BytesBySide>) -> u64 {
        let sides = 0..self.members.rounded.len();
        let placed = self.placed(order);
        let rest = |side: usize| {
            (0..self.members.sorts.len()).filter(|&member| !placed[member]).map(|member| self.members.used[member][side]).sum::<u64>()
        };
        let begun = |side: usize| match (order.last(), last) {
            (Some(&member), Some(position)) => position[side].saturating_add(self.members.used[member][side]),
            _ => 0,
        };
        let least = |side: usize| begun(side).saturating_add(rest(side)).next_multiple_of(self.members.rounded[side]);
        sides.map(least).fold(0, u64::saturating_add)
    }

    /// Whether no known prefix with the same key is as good. Records the prefix.
    fn is_new(&mut self, order: &[usize], position: &BytesBySide) -> bool {
        let Some(beginning) = self.beginning(order) else { return true };
        let known = self.known.entry(beginning).or_default();
        if known.iter().any(|known| no_further(known, position)) {
            return false;
        }
        known.retain(|known| !no_further(position, known));
        known.push(position.clone());
        true
    }

    /// Whether a prefix is still one of the best with its key.
    fn is_best(&self, begun: &Prefix) -> bool {
        let known = self.beginning(&begun.order).and_then(|beginning| self.known.get(&beginning));
        known.is_none_or(|known| begun.last.as_ref().is_none_or(|last| known.contains(last)))
    }

    /// The key of a prefix; `None` if prefixes are not comparable.
    fn beginning(&self, order: &[usize]) -> Option<PrefixKey> {
        let last = *order.last().filter(|_| self.members.comparable)?;
        let mut counts = vec![0; self.members.sorts.len()];
        order.iter().for_each(|&member| counts[self.members.sorts[member]] += 1);
        let state = order.iter().rev().find_map(|&member| self.members.states[member]);
        Some((counts, self.members.sorts[last], state))
    }

    /// Swaps neighbors back into source order where that does not increase the size.
    fn near_to_source(&mut self) {
        let mut swapped = true;
        let mut passes = 0;
        while swapped && passes < self.members.sorts.len() {
            swapped = false;
            passes += 1;
            for index in 1..self.best.1.len() {
                if self.best.1[index - 1] < self.best.1[index] {
                    continue;
                }
                let mut order = self.best.1.clone();
                if self.is_spent() {
                    return;
                }
                self.laid_out += order.len();
                order.swap(index - 1, index);
                self.measured += 1;
                let bytes = self.measure.measure_order(&order);
                if let Some(bytes) = bytes.filter(|bytes| total(bytes) <= self.best.0) {
                    self.best = (total(&bytes), order, bytes);
                    swapped = true;
                }
            }
        }
    }
}
