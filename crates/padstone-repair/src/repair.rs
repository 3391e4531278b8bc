//! Repairs all buffers of a list of sources, one after another.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use padstone_read::source::{Encoding, Loader, printable};
use similar::{DiffOp, DiffTag, TextDiff};

use crate::search::{FixedLayouts, NoFix, NoFixReason, Obstacle, RepairStep, agree, most_readings_of_all, search};
use crate::snapshot::{Bystanders, ComparedInputs, InputFile, Side, SubjectKey, Texts};

/// The edits that make layouts match.
#[derive(Clone, Debug, Default)]
pub struct Repair {
    /// The buffers and structs whose layouts match after the edits.
    pub repaired: Vec<Repaired>,
    /// The buffers and structs without a repair.
    pub unrepaired: Vec<Unrepaired>,
    /// The files that change.
    pub changed: Vec<ChangedFile>,
    /// The number of buffers and structs whose layouts diverge after the edits. Structs that are not repaired, because a program has
    /// buffers, are included.
    pub diverging: usize,
}

/// A buffer or struct whose layouts match after some edits.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The name on the first side.
    pub name: String,
    /// The edits.
    pub steps: Vec<RepairStep>,
    /// Whether it is the edit with the smallest weight; otherwise it is the best one found.
    pub smallest: bool,
}

/// A buffer or struct without a repair.
#[derive(Clone, Debug)]
pub struct Unrepaired {
    /// The name on the first side.
    pub name: String,
    /// The reason, for people.
    pub reason: String,
}

/// A file with its new text.
#[derive(Clone, Debug)]
pub struct ChangedFile {
    /// The path.
    pub path: String,
    /// The text as it was read.
    pub before: Arc<str>,
    /// The text after the edits.
    pub after: Arc<str>,
    /// How the file is stored.
    pub encoding: Encoding,
}

/// Searches for the smallest edits after which each buffer (or the requested one of each side) has the same layout on all sides.
///
/// The result is verified: the edited sources are read and laid out again, their layouts match, and there are no new errors.
pub fn repair(readings: &[InputFile], sides: &[Side], loader: &dyn Loader) -> Repair {
    repair_to_match(&[], readings, sides, loader)
}

/// Like [`repair`], but edits only the files that are not reference files, to match these. A reference is the path of a file that is read.
/// If that is impossible, the reason names another reference file with which it is possible, or says that it is without one.
pub fn repair_to_match(reference: &[String], readings: &[InputFile], sides: &[Side], loader: &dyn Loader) -> Repair {
    let mut repair = repair_without(reference, readings, sides, loader);
    if reference.is_empty() {
        return repair;
    }
    let others = readings.iter().map(|reading| &reading.path).filter(|path| !reference.contains(path));
    let others = others.map(|other| (format!("with `--reference {}`", printable(other)), std::slice::from_ref(other)));
    let mut impossible: Vec<&mut Unrepaired> = repair.unrepaired.iter_mut().collect();
    for (condition, reference) in others.chain([("without `--reference`".to_owned(), &[][..])]) {
        if impossible.is_empty() {
            break;
        }
        let other = repair_without(reference, readings, sides, loader);
        let files: Vec<String> = other.changed.iter().map(|changed| format!("`{}`", printable(&changed.path))).collect();
        impossible.retain_mut(|unrepaired| {
            let is_repaired = other.repaired.iter().any(|repaired| repaired.name == unrepaired.name);
            if is_repaired {
                unrepaired.reason.push_str(&format!("; {condition}, an edit of {} makes them match", files.join(" and ")));
            }
            !is_repaired
        });
    }
    repair
}

fn repair_without(reference: &[String], readings: &[InputFile], sides: &[Side], loader: &dyn Loader) -> Repair {
    let inputs = ComparedInputs { loader, readings, sides, reference };
    let original = Rc::new(inputs.read(Texts::new()));
    let subjects = inputs.subjects(&original);
    let Bystanders { rows, alone } = inputs.bystanders(&original, &subjects);
    let (mut matching, divergent): (Vec<Vec<SubjectKey>>, Vec<Vec<SubjectKey>>) =
        subjects.into_iter().partition(|keys| agree(&inputs, &original, keys));
    matching.extend(rows.into_iter().filter(|keys| agree(&inputs, &original, keys)));
    let mut repair = Repair::default();
    let mut unfixed = Vec::new();
    let mut readings_left = most_readings_of_all(&original);
    let mut state = original.clone();
    for keys in divergent {
        let name = keys[0].name.clone();
        // The edits of one buffer may already have repaired another.
        if agree(&inputs, &state, &keys) {
            matching.push(keys);
            continue;
        }
        let (result, readings) = search(&inputs, &state, &keys, FixedLayouts { matching: &matching, alone: &alone }, readings_left);
        readings_left = readings_left.saturating_sub(readings);
        match result {
            Ok(found) => {
                state = Rc::new(inputs.read(found.texts));
                repair.repaired.push(Repaired { name, steps: found.steps, smallest: found.smallest });
                matching.push(keys);
            }
            Err(reason) => unfixed.push((keys, Unrepaired { name, reason: reason.sentence() })),
        }
    }
    // Edits for later buffers may have helped.
    repair.unrepaired = unfixed.into_iter().filter(|(keys, _)| !agree(&inputs, &state, keys)).map(|(_, unrepaired)| unrepaired).collect();
    repair.diverging = inputs.compared_subjects(&state).iter().filter(|keys| !agree(&inputs, &state, keys)).count();
    let changed = |(path, after): (&String, &Arc<str>)| {
        let (path, after, encoding) = (path.clone(), after.clone(), loader.encoding(path));
        Some(ChangedFile { before: original.text(&path)?, path, after, encoding })
    };
    let changed = state.texts.iter().filter_map(changed);
    repair.changed = changed.filter(|changed| changed.before != changed.after).collect();
    repair
}

impl Repair {
    /// The changes as a unified diff, for `patch -p0` and `git apply -p0`.
    pub fn patch(&self) -> String {
        self.changed.iter().map(ChangedFile::patch).collect()
    }
}

impl ChangedFile {
    /// The change of this file as replacements: ranges of the old text, and the new text for each.
    pub fn edits(&self) -> Vec<(Range<usize>, String)> {
        let diff = TextDiff::from_lines(&*self.before, &*self.after);
        let (mut before, mut after) = (vec![0], vec![0]);
        let ends = |starts: &mut Vec<usize>, line: &str| starts.push(starts.last().unwrap_or(&0) + line.len());
        diff.iter_old_slices().for_each(|line| ends(&mut before, line));
        diff.iter_new_slices().for_each(|line| ends(&mut after, line));
        let edit = |op: &DiffOp| {
            let (old, new) = (op.old_range(), op.new_range());
            narrowed(&self.before, before[old.start]..before[old.end], &self.after[after[new.start]..after[new.end]])
        };
        diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal).map(edit).collect()
    }

    /// The change of this file as a unified diff.
    pub fn patch(&self) -> String {
        // The texts are without the byte order mark of the file.
        let stored = |text: &str| if self.encoding == Encoding::MarkedUtf8 { format!("\u{feff}{text}") } else { text.to_owned() };
        let (before, after) = (stored(&self.before), stored(&self.after));
        let diff = TextDiff::from_lines(&*before, &*after);
        diff.unified_diff().header(&printable(&self.path), &printable(&self.path)).to_string()
    }
}

/// A replacement without the equal text at its start and end.
fn narrowed(text: &str, range: Range<usize>, new: &str) -> (Range<usize>, String) {
    let old = &text[range.clone()];
    let same = |(left, right): &(char, char)| left == right;
    let start: usize = old.chars().zip(new.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let ends = old[start..].chars().rev().zip(new[start..].chars().rev());
    let end: usize = ends.take_while(same).map(|(c, _)| c.len_utf8()).sum();
    (range.start + start..range.end - end, new[start..new.len() - end].to_owned())
}

impl Obstacle {
    fn sentence(&self) -> String {
        match self {
            Obstacle::Error(message) => format!("it causes an error: {message}"),
            Obstacle::Initialized(name) => format!("code initializes `{name}` by position"),
            Obstacle::Changes(name) => format!("it changes the layout of `{name}`"),
            Obstacle::Unrewritten(member) => {
                format!("a function copies all of `{member}`, points to it or changes it in place, which padstone does not rewrite")
            }
        }
    }
}

impl NoFix {
    fn sentence(&self) -> String {
        let reason = self.reason();
        match &self.prevented {
            Some((title, obstacle)) => format!("{reason}; an edit would help ({title}), but {}", obstacle.sentence()),
            None => reason,
        }
    }

    fn reason(&self) -> String {
        let subject = if self.path.is_empty() { "the element stride".to_owned() } else { format!("`{}`", self.path) };
        let tried = self.tried;
        match self.reason {
            NoFixReason::OnlyReferences => "every file is a reference file".to_owned(),
            NoFixReason::Uneditable if self.path.is_empty() => {
                "padstone edits members of structs only, and the content of this buffer is not a struct".to_owned()
            }
            NoFixReason::Nothing if self.path.is_empty() => format!("none of the {tried} edits tried makes the element strides equal"),
            NoFixReason::Missing => format!("{subject} does not exist on every side, and no layout edit can add it"),
            NoFixReason::Uneditable => format!("the declaration of {subject} comes from a macro or has a form that padstone cannot edit"),
            NoFixReason::Nothing => format!("none of the {tried} edits tried makes {subject} equal on all sides"),
            NoFixReason::LimitReached => "preceding buffers used up the search limit: compare it alone, as `FILE:NAME`".to_owned(),
            NoFixReason::GaveUp => format!("{subject} still differs after {tried} edits, the search limit"),
        }
    }
}
