//! The search for the edit with the smallest weight: edits are tried in the order of their weights; each is applied and laid out again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use padstone_read::layout::{Member, MemberAbi};
use rustc_hash::FxHashSet;

use crate::candidates::{Candidate, DivergingMember, candidates};
use crate::initializers::InitializedStructs;
use crate::snapshot::{ComparedInputs, LayoutMembers, Snapshot, SubjectKey, Texts};

/// The maximum number of readings of the sources for one buffer, and of bytes in them: long files are read fewer times.
const MAX_READINGS: usize = 1_500;
const MAX_BYTES: usize = 8 << 20;
/// The minimum number of readings, and of those with more rows than bytes of text: types that double at each level have a million rows in a
/// short file.
const LEAST_READINGS: usize = 30;
const LEAST_LISTINGS: usize = 3;
/// The work for such a row, in bytes of text.
const ROW_BYTES: usize = 16;
/// After this many divergences the progress of a search can be estimated,
const MAX_SEEN: usize = 3;
/// and a search that would need this many times more readings than allowed stops.
const HOPEFUL: usize = 8;

/// The result of a search.
pub(crate) struct SearchResult {
    pub(crate) texts: Texts,
    pub(crate) steps: Vec<RepairStep>,
    /// Whether no edit of smaller weight is untried.
    pub(crate) smallest: bool,
}

/// One of several edits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepairStep {
    /// The effect, as an imperative.
    pub title: String,
    /// The code that has to change with it, as text for people.
    pub note: Option<String>,
}

/// The reason why a search found no edit.
pub(crate) struct NoFix {
    /// The member at which layouts still diverge.
    pub(crate) path: String,
    /// The number of edits tried.
    pub(crate) tried: usize,
    pub(crate) reason: NoFixReason,
    /// The lightest edit that would help if it changed nothing else, and what prevents it.
    pub(crate) prevented: Option<(String, Obstacle)>,
}

/// The reason why an edit that helps is not possible.
pub(crate) enum Obstacle {
    /// The code has an error after it: the message.
    Error(String),
    /// The code initializes this struct by position.
    Initialized(String),
    /// It changes the layout of this buffer, which matches or is on one side only.
    Changes(String),
    /// Functions use this member in a way that padstone cannot change with its type.
    Unrewritten(String),
}

pub(crate) enum NoFixReason {
    /// One side has no such member.
    Missing,
    /// All files are reference files.
    OnlyReferences,
    /// A macro declares it, or its declaration has a form that padstone cannot edit.
    Uneditable,
    /// No edit tried helps.
    Nothing,
    /// The search limit is reached.
    GaveUp,
    /// The repairs of other buffers used up the search limit.
    LimitReached,
}

/// The first member at which the layouts of a subject diverge.
pub(crate) struct Divergence {
    pub(crate) path: String,
    /// Whether a side lacks it.
    pub(crate) missing: bool,
    pub(crate) progress: Progress,
}

/// The progress of a search: greater is closer to the goal. Each edit has to make progress.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Progress {
    /// The number of members that match before the first that does not.
    matching: usize,
    /// The number of differences in offset, size, bits, stride, matrix stride, length and encoding of that member.
    abi: Reverse<usize>,
    /// The number of other members that diverge.
    divergent: Reverse<usize>,
}

impl Progress {
    const NONE: Progress = Progress { matching: 0, abi: Reverse(usize::MAX), divergent: Reverse(usize::MAX) };
    const ALL: Progress = Progress { matching: usize::MAX, abi: Reverse(0), divergent: Reverse(0) };
}

pub(crate) fn divergence(layouts: &[LayoutMembers<'_>]) -> Option<Divergence> {
    let (first, others) = layouts.split_first()?;
    let differs = |member: &Member| others.iter().any(|other| other.find(&member.path).map(|found| found.abi) != Some(member.abi));
    let (strides, mut divergent): (Vec<_>, Vec<_>) =
        first.members.iter().enumerate().filter(|(_, member)| differs(member)).partition(|(_, member)| member.path.is_empty());
    // The stride of the elements follows from their members, so the members come first.
    divergent.extend(strides.into_iter().map(|(_, stride)| (first.members.len(), stride)));
    if let Some(&(matching, member)) = divergent.first() {
        let abi = others.iter().filter_map(|other| other.find(&member.path)).map(|other| difference(&member.abi, &other.abi)).sum();
        let progress = Progress { matching, abi: Reverse(abi), divergent: Reverse(divergent.len() - 1) };
        let missing = others.iter().any(|other| other.find(&member.path).is_none());
        return Some(Divergence { path: member.path.clone(), missing, progress });
    }
    let mut more = others.iter().flat_map(|other| &other.members).filter(|member| first.find(&member.path).is_none());
    let path = more.next()?.path.clone();
    let progress = Progress { matching: first.members.len(), abi: Reverse(0), divergent: Reverse(more.count()) };
    Some(Divergence { path, missing: true, progress })
}

fn difference(left: &MemberAbi, right: &MemberAbi) -> usize {
    let differ = [
        left.offset != right.offset,
        left.size != right.size,
        left.bits != right.bits,
        left.stride != right.stride,
        left.matrix != right.matrix,
        left.length != right.length,
        left.encoding != right.encoding,
    ];
    differ.into_iter().filter(|differs| *differs).count()
}

/// A state that the search has reached.
struct SearchState {
    texts: Texts,
    steps: Vec<RepairStep>,
    weight: u32,
    progress: Progress,
}

/// The order in which states are continued, the lowest first: by weight and then by progress, or by progress and then by weight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    ByWeight(u32, Reverse<Progress>),
    ByProgress(Reverse<Progress>, u32),
}

impl SearchState {
    fn rank(&self, prefers_progress: bool) -> Rank {
        match prefers_progress {
            false => Rank::ByWeight(self.weight, Reverse(self.progress)),
            true => Rank::ByProgress(Reverse(self.progress), self.weight),
        }
    }
}

/// The layouts that edits must keep.
#[derive(Clone, Copy)]
pub(crate) struct FixedLayouts<'w> {
    /// The subjects that match, which still must.
    pub(crate) matching: &'w [Vec<SubjectKey>],
    /// Buffers without a counterpart, with their sides: they must not change.
    pub(crate) alone: &'w [(usize, SubjectKey)],
}

/// Searches for an edit after which the layouts of `goal` match, and others are kept. Reads the sources
/// at most `readings_left` times, and returns the number of readings.
pub(crate) fn search(
    inputs: &ComparedInputs<'_>,
    start: &Snapshot,
    goal: &[SubjectKey],
    fixed: FixedLayouts<'_>,
    readings_left: usize,
) -> (Result<SearchResult, NoFix>, usize) {
    if readings_left == 0 {
        return (Err(NoFix { path: String::new(), tried: 0, reason: NoFixReason::LimitReached, prevented: None }), 0);
    }
    let mut search = EditSearch {
        inputs,
        start,
        goal,
        fixed,
        errors: start.errors,
        initialized: InitializedStructs::of(start),
        readings: 0,
        most: most_readings(start).min(readings_left),
        nodes: Vec::new(),
        open: BinaryHeap::new(),
        prefers_progress: false,
        seen: FxHashSet::default(),
        furthest: None,
        advanced: 0,
        divergent: None,
        solved: None,
    };
    search.add(SearchState { texts: start.texts.clone(), steps: Vec::new(), weight: 0, progress: Progress::NONE });
    let result = search.run();
    (result, search.readings)
}

struct EditSearch<'w> {
    inputs: &'w ComparedInputs<'w>,
    start: &'w Snapshot,
    goal: &'w [SubjectKey],
    fixed: FixedLayouts<'w>,
    errors: usize,
    initialized: InitializedStructs,
    readings: usize,
    most: usize,
    nodes: Vec<SearchState>,
    /// The states to continue from, the next one first.
    open: BinaryHeap<Reverse<(Rank, usize)>>,
    /// Whether progress counts more than weight, to find any solution.
    prefers_progress: bool,
    seen: FxHashSet<Texts>,
    /// The furthest divergence that no edit removed.
    furthest: Option<(Progress, NoFix)>,
    /// The number of divergences at which edits were tried.
    advanced: usize,
    /// The number of diverging members at the first divergence, and the lowest so far.
    divergent: Option<(usize, usize)>,
    /// The solution with the smallest weight so far.
    solved: Option<(u32, usize)>,
}

impl EditSearch<'_> {
    fn run(&mut self) -> Result<SearchResult, NoFix> {
        let mut smallest = true;
        while let Some(Reverse((_, index))) = self.open.pop() {
            // While any solution is wanted, only lighter ones than the best so far.
            if self.prefers_progress && self.solved.is_some_and(|(weight, _)| weight <= self.nodes[index].weight) {
                continue;
            }
            let state = self.inputs.read(self.nodes[index].texts.clone());
            self.readings += 1;
            let Some(layouts) = listed(self.inputs, &state, self.goal) else { continue };
            let Some(parting) = divergence(&layouts) else {
                let SearchState { texts, steps, .. } = self.nodes.swap_remove(index);
                return Ok(SearchResult { texts, steps, smallest });
            };
            let advancing = self.advance(&state, &layouts, &parting, index);
            if self.is_out_of_reach(parting.progress) {
                advancing.into_iter().for_each(|node| self.add(node));
                return self.give_up(parting.path);
            }
            if self.readings > self.most {
                if smallest {
                    self.prefer_progress();
                }
                smallest = false;
                if self.readings > self.most * 2 {
                    return self.give_up(parting.path);
                }
            }
            advancing.into_iter().for_each(|node| self.add(node));
        }
        if self.solved.is_some() {
            return self.give_up(String::new());
        }
        let tried = self.readings;
        Err(self.furthest.take().map_or(
            NoFix { path: String::new(), tried, reason: NoFixReason::Nothing, prevented: None },
            |(_, unfixed)| NoFix { tried, ..unfixed },
        ))
    }

    /// Returns the best solution so far, whatever its weight, or an error.
    fn give_up(&mut self, path: String) -> Result<SearchResult, NoFix> {
        match self.solved {
            Some((_, index)) => {
                let SearchState { texts, steps, .. } = self.nodes.swap_remove(index);
                Ok(SearchResult { texts, steps, smallest: false })
            }
            None => Err(NoFix { path, tried: self.readings, reason: NoFixReason::GaveUp, prevented: None }),
        }
    }

    /// Whether the search limit allows repairing only a small part of the diverging members.
    fn is_out_of_reach(&mut self, progress: Progress) -> bool {
        let (first, least) =
            self.divergent.map_or((progress.divergent.0, progress.divergent.0), |(first, least)| (first, least.min(progress.divergent.0)));
        self.divergent = Some((first, least));
        let estimate = (first - least).max(1) * self.most * 2 / self.readings.max(1);
        self.advanced >= MAX_SEEN && least > HOPEFUL * estimate
    }

    /// The edits after which more members match.
    fn advance(&mut self, state: &Snapshot, layouts: &[LayoutMembers<'_>], parting: &Divergence, from: usize) -> Vec<SearchState> {
        let tried = if parting.missing { Vec::new() } else { candidates(&DivergingMember { state, layouts, path: &parting.path }) };
        let is_empty = tried.is_empty();
        let mut nodes = Vec::new();
        let mut prevented: Option<(u32, String, Obstacle)> = None;
        self.advanced += 1;
        for candidate in tried {
            // Long listings allow fewer readings than there are candidates.
            if self.most < LEAST_READINGS && self.readings > self.most * 2 {
                break;
            }
            self.readings += 1;
            match self.child(state, &candidate, parting.progress, from) {
                Ok(child) => nodes.extend(child),
                Err(obstacle) if prevented.as_ref().is_none_or(|(weight, ..)| candidate.weight < *weight) => {
                    prevented = Some((candidate.weight, candidate.title, obstacle));
                }
                Err(_) => {}
            }
        }
        let prevented = prevented.map(|(_, title, obstacle)| (title, obstacle));
        if nodes.is_empty() && self.furthest.as_ref().is_none_or(|(progress, _)| *progress < parting.progress) {
            let reason = match (parting.missing, is_empty) {
                (true, _) => NoFixReason::Missing,
                (false, true) if self.inputs.readings.iter().all(|reading| self.inputs.reference.contains(&reading.path)) => {
                    NoFixReason::OnlyReferences
                }
                (false, true) => NoFixReason::Uneditable,
                (false, false) => NoFixReason::Nothing,
            };
            self.furthest = Some((parting.progress, NoFix { path: parting.path.clone(), tried: self.readings, reason, prevented }));
        }
        nodes
    }

    /// The state after an edit; `None` if it makes no progress.
    fn child(&self, state: &Snapshot, candidate: &Candidate, progress: Progress, from: usize) -> Result<Option<SearchState>, Obstacle> {
        let Some(changed) = self.inputs.change(state, &candidate.changes) else { return Ok(None) };
        let Some(layouts) = listed(self.inputs, &changed, self.goal) else { return Ok(None) };
        let new_progress = divergence(&layouts).map_or(Progress::ALL, |parting| parting.progress);
        if new_progress <= progress {
            return Ok(None);
        }
        let obstacle = if let Some(member) = &candidate.unrewritten {
            Some(Obstacle::Unrewritten(member.clone()))
        } else if changed.errors > self.errors {
            Some(Obstacle::Error(changed.new_error(state)))
        } else if let Some(name) = self.initialized.first_changed(&changed) {
            Some(Obstacle::Initialized(name))
        } else {
            self.first_changed(&changed).map(|key| Obstacle::Changes(key.name.clone()))
        };
        match obstacle {
            // Only after these edits the member is equal on all sides.
            Some(obstacle) if new_progress.matching > progress.matching => return Err(obstacle),
            Some(_) => return Ok(None),
            None => {}
        }
        let parent = &self.nodes[from];
        let mut steps = parent.steps.clone();
        steps.push(RepairStep { title: format!("{}{}", candidate.title, self.in_files(candidate)), note: candidate.note.clone() });
        Ok(Some(SearchState { texts: changed.texts, steps, weight: parent.weight + candidate.weight, progress: new_progress }))
    }

    /// A buffer whose layouts matched and no longer do, or one without a counterpart whose layout is not the one before.
    fn first_changed(&self, changed: &Snapshot) -> Option<&SubjectKey> {
        let is_unchanged = |side: usize, key: &SubjectKey| {
            let versions = [self.start, changed].map(|state| state.layout(self.inputs, side, key));
            versions.into_iter().collect::<Option<Vec<_>>>().is_some_and(|versions| divergence(&versions).is_none())
        };
        let matching = self.fixed.matching.iter().find(|matching| !agree(self.inputs, changed, matching)).map(|matching| &matching[0]);
        matching.or_else(|| self.fixed.alone.iter().find(|(side, key)| !is_unchanged(*side, key)).map(|(_, key)| key))
    }

    /// The files that an edit changes, if several files are compared.
    fn in_files(&self, candidate: &Candidate) -> String {
        let mut files: Vec<&str> = Vec::new();
        for change in &candidate.changes {
            if !files.contains(&&*change.path) {
                files.push(&change.path);
            }
        }
        let has_several = self.inputs.readings.iter().any(|reading| reading.path != self.inputs.readings[0].path);
        if has_several { format!(", in {}", files.join(" and ")) } else { String::new() }
    }

    fn add(&mut self, node: SearchState) {
        if self.seen.insert(node.texts.clone()) {
            if node.progress == Progress::ALL && self.solved.is_none_or(|(weight, _)| node.weight < weight) {
                self.solved = Some((node.weight, self.nodes.len()));
            }
            self.open.push(Reverse((node.rank(self.prefers_progress), self.nodes.len())));
            self.nodes.push(node);
        }
    }

    /// From here on, continues from the state with the most progress, whatever its weight.
    fn prefer_progress(&mut self) {
        self.prefers_progress = true;
        let open = std::mem::take(&mut self.open);
        self.open = open.into_iter().map(|Reverse((_, index))| Reverse((self.nodes[index].rank(true), index))).collect();
    }
}

/// The maximum number of readings for one buffer.
fn most_readings(state: &Snapshot) -> usize {
    let Work { bytes, rows } = Work::of(state);
    let least = if rows == 0 { LEAST_READINGS } else { LEAST_LISTINGS };
    (MAX_BYTES / (bytes + rows)).clamp(least, MAX_READINGS)
}

/// The maximum number of readings for all buffers together; for long files, that of two buffers.
pub(crate) fn most_readings_of_all(state: &Snapshot) -> usize {
    let (readings, Work { bytes, rows }) = (most_readings(state), Work::of(state));
    (2 * MAX_BYTES / (bytes + rows)).clamp(readings, 8 * readings)
}

/// The work for one reading, in bytes of text.
struct Work {
    /// The length of the files, at least 1.
    bytes: usize,
    /// For the rows that are compared: 0 unless they are more than the bytes, as in no file without types that double at each level.
    rows: usize,
}

impl Work {
    fn of(state: &Snapshot) -> Work {
        let bytes: usize = state.units.iter().flat_map(|unit| unit.sources.files()).map(|(_, file)| file.text.len()).sum();
        let of_layouts =
            state.layouts.iter().flat_map(|layouts| layouts.layouts.iter().map(|layout| (layouts.types(layout), layout.content)));
        let rows = of_layouts.filter_map(|(types, content)| Some(types.get(content).ok()?.rows)).fold(0_u64, u64::saturating_add);
        // At most half the range, so that the sum fits.
        let rows = usize::try_from(rows).unwrap_or(usize::MAX).saturating_sub(bytes).saturating_mul(ROW_BYTES).min(usize::MAX / 2);
        Work { bytes: bytes.max(1), rows }
    }
}

/// The layouts of one subject, by side; `None` if one no longer exists.
pub(crate) fn listed<'s>(inputs: &ComparedInputs<'_>, state: &'s Snapshot, keys: &[SubjectKey]) -> Option<Vec<LayoutMembers<'s>>> {
    keys.iter().enumerate().map(|(side, key)| state.layout(inputs, side, key)).collect()
}

/// Whether the layouts of one subject match.
pub(crate) fn agree(inputs: &ComparedInputs<'_>, state: &Snapshot, keys: &[SubjectKey]) -> bool {
    listed(inputs, state, keys).is_some_and(|layouts| divergence(&layouts).is_none())
}
