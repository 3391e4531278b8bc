//! Sources read again with changes, and the layouts to compare.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use padstone_read::diag::{Diagnostic, Diagnostics, Severity};
use padstone_read::emit::compare::{compared_part, counterparts, in_memory};
use padstone_read::emit::lookup;
use padstone_read::layout::{ComparedPart, Layout, Member, ModuleLayout, Profile, Subject, TypeLayouts, members, only_array};
use padstone_read::model::{Field, Language, StructId, Type, TypeId};
use padstone_read::source::{Encoding, LoadError, Loader, Span};
use padstone_read::wgsl::body::check_bodies;
use padstone_read::wgsl::tree::{Edition, Source};
use padstone_read::{Options, Unit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::text::{TextChange, apply};

/// A file to read, with options.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// The path.
    pub path: String,
    /// The options for reading it.
    pub options: Options,
}

/// A reading under a profile: one of the layouts that must match.
#[derive(Clone, Debug)]
pub struct Side {
    /// The index of the reading.
    pub reading: usize,
    /// The profile.
    pub profile: &'static Profile,
    /// The buffer or struct to compare; if `None`, all buffers, each with those of the same name.
    pub selected: Option<String>,
}

/// New texts of files, by their paths.
pub(crate) type Texts = BTreeMap<String, Arc<str>>;

/// The files to read, and the profiles to compare.
#[derive(Clone, Copy)]
pub(crate) struct ComparedInputs<'a> {
    pub(crate) loader: &'a dyn Loader,
    pub(crate) readings: &'a [InputFile],
    pub(crate) sides: &'a [Side],
    /// The paths of the files that are not edited.
    pub(crate) reference: &'a [String],
}

/// The inputs, read and laid out with some texts replaced.
pub(crate) struct Snapshot {
    pub(crate) texts: Texts,
    pub(crate) units: Vec<Unit>,
    /// By side.
    pub(crate) layouts: Vec<ModuleLayout>,
    /// The subjects of the layouts, by side.
    subjects: Vec<Subjects>,
    /// The number of errors in all of them.
    pub(crate) errors: usize,
    /// The paths of the files that are not edited: the reference files and those that they include.
    pub(crate) reference: Vec<String>,
}

/// A subject of the comparison: a buffer or struct, and its name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SubjectKey {
    pub(crate) is_buffer: bool,
    pub(crate) name: String,
    /// The number of others of this name before it, in other namespaces.
    earlier: usize,
    /// The compared part.
    part: ComparedPart,
}

/// The buffers that edits must keep.
#[derive(Default)]
pub(crate) struct Bystanders {
    /// With counterparts, by side.
    pub(crate) rows: Vec<Vec<SubjectKey>>,
    /// Without a counterpart on each side, with their side.
    pub(crate) alone: Vec<(usize, SubjectKey)>,
}

/// The subjects of the layouts of a side.
struct Subjects {
    keys: FxHashMap<SubjectId, SubjectKey>,
    /// The positions in the layouts.
    positions: FxHashMap<SubjectKey, usize>,
}

/// A buffer or struct of the module: whether it is a buffer, and its index.
type SubjectId = (bool, usize);

fn subject_id(layout: &Layout) -> SubjectId {
    match layout.subject {
        Subject::Buffer(id) => (true, id.index()),
        Subject::Struct(id) => (false, id.index()),
    }
}

impl Subjects {
    fn new(unit: &Unit, layouts: &ModuleLayout) -> Subjects {
        let mut subjects = Subjects { keys: FxHashMap::default(), positions: FxHashMap::default() };
        let mut known: FxHashMap<(bool, &str), usize> = FxHashMap::default();
        for (position, layout) in layouts.layouts.iter().enumerate() {
            let (is_buffer, name) = (matches!(layout.subject, Subject::Buffer(_)), layout.name(&unit.module));
            let count = known.entry((is_buffer, name)).or_default();
            let key = SubjectKey { is_buffer, name: name.to_owned(), earlier: *count, part: ComparedPart::Members };
            *count += 1;
            subjects.positions.insert(key.clone(), position);
            subjects.keys.insert(subject_id(layout), key);
        }
        subjects
    }

    fn key(&self, layout: &Layout) -> SubjectKey {
        self.keys[&subject_id(layout)].clone()
    }
}

/// A loader that returns changed texts instead of the files.
struct Overlay<'a> {
    texts: &'a Texts,
    below: &'a dyn Loader,
}

impl Loader for Overlay<'_> {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        self.texts.get(path).map_or_else(|| self.below.load(path), |text| Ok(text.clone()))
    }

    fn encoding(&self, path: &str) -> Encoding {
        self.below.encoding(path)
    }
}

impl ComparedInputs<'_> {
    /// Reads everything with these texts.
    pub(crate) fn read(&self, texts: Texts) -> Snapshot {
        let overlay = Overlay { texts: &texts, below: self.loader };
        let units: Vec<Unit> = self.readings.iter().map(|reading| Unit::load(&reading.path, &overlay, &reading.options)).collect();
        let layouts: Vec<ModuleLayout> = self.sides.iter().map(|side| units[side.reading].layout(side.profile)).collect();
        let of_units = units.iter().map(|unit| errors(&unit.diagnostics) + errors(&of_bodies(unit)));
        let of_layouts = layouts.iter().map(|layout| errors(&layout.diagnostics));
        let errors = of_units.chain(of_layouts).sum();
        let subjects = self.sides.iter().zip(&layouts).map(|(side, layouts)| Subjects::new(&units[side.reading], layouts)).collect();
        // An edit of a file that a reference file includes changes the reference file's layouts.
        let references = self.readings.iter().zip(&units).filter(|(reading, _)| self.reference.contains(&reading.path));
        let reference = references.flat_map(|(_, unit)| unit.sources.files().map(|(_, file)| file.name.clone())).collect();
        Snapshot { texts, units, layouts, subjects, errors, reference }
    }

    /// Reads everything with these changes of a snapshot; `None` if they conflict.
    pub(crate) fn change(&self, state: &Snapshot, changes: &[TextChange]) -> Option<Snapshot> {
        let mut texts = state.texts.clone();
        let mut paths: Vec<&str> = changes.iter().map(|change| change.path.as_str()).collect();
        paths.sort_unstable();
        paths.dedup();
        for path in paths {
            let changed = apply(&state.text(path)?, path, changes)?;
            texts.insert(path.to_owned(), changed.into());
        }
        Some(self.read(texts))
    }

    /// The subjects to repair, by side: the selected ones, otherwise each buffer with those of its name, otherwise each struct.
    pub(crate) fn subjects(&self, state: &Snapshot) -> Vec<Vec<SubjectKey>> {
        let mut keys = self.keys(state);
        let is_selected = self.sides.first().is_some_and(|side| side.selected.is_some());
        if !is_selected && keys.iter().any(|key| key.is_buffer) {
            keys.retain(|key| key.is_buffer);
        }
        self.with_counterparts(state, keys)
    }

    /// The subjects that `padstone compare` compares, by side: the selected ones, otherwise all buffers and the structs in them, each with
    /// those of its name.
    pub(crate) fn compared_subjects(&self, state: &Snapshot) -> Vec<Vec<SubjectKey>> {
        let mut rows = self.with_counterparts(state, self.keys(state));
        for (index, side) in self.sides.iter().enumerate().filter(|(_, side)| side.selected.is_none()) {
            let unit = &state.units[side.reading];
            let compared: FxHashSet<SubjectKey> =
                in_memory(&unit.module, &state.layouts[index]).map(|layout| state.subjects[index].key(layout)).collect();
            rows.retain(|row| compared.contains(&row[index].alone()));
        }
        rows
    }

    /// The buffers that are not subjects, and that edits of the subjects must keep: rows that are also compared if none is selected, and buffers
    /// without a counterpart, each with its side. None for structs, because their members are those of all buffers that contain them.
    pub(crate) fn bystanders(&self, state: &Snapshot, subjects: &[Vec<SubjectKey>]) -> Bystanders {
        if !subjects.iter().flatten().any(|key| key.is_buffer) {
            return Bystanders::default();
        }
        let sides: Vec<Side> = self.sides.iter().map(|side| Side { selected: None, ..side.clone() }).collect();
        let by_side = |rows: &[Vec<SubjectKey>]| -> FxHashSet<(usize, SubjectKey)> {
            rows.iter().flat_map(|row| row.iter().map(SubjectKey::alone).enumerate()).collect()
        };
        let mut rows = ComparedInputs { sides: &sides, ..*self }.subjects(state);
        let (subjects, mut known) = (by_side(subjects), by_side(&rows));
        rows.retain(|row| !row.iter().map(SubjectKey::alone).enumerate().any(|key| subjects.contains(&key)));
        known.extend(subjects);
        let mut alone = Vec::new();
        for (side, layouts) in state.layouts.iter().enumerate() {
            let buffers = layouts.layouts.iter().filter(|layout| matches!(layout.subject, Subject::Buffer(_)));
            alone.extend(buffers.map(|layout| (side, state.subjects[side].key(layout))).filter(|key| !known.contains(key)));
        }
        Bystanders { rows, alone }
    }

    /// The subjects of the first side: the selected one, otherwise all.
    fn keys(&self, state: &Snapshot) -> Vec<SubjectKey> {
        let Some(first) = self.sides.first() else { return Vec::new() };
        let (unit, layouts) = (&state.units[first.reading], &state.layouts[0]);
        let key = |layout: &Layout| state.subjects[0].key(layout);
        match &first.selected {
            Some(name) => {
                let found = lookup::find(&unit.module, layouts, name).ok();
                found.map(|index| key(&layouts.layouts[index])).into_iter().collect()
            }
            None if layouts.layouts.iter().any(|layout| matches!(layout.subject, Subject::Buffer(_))) => {
                layouts.layouts.iter().map(key).collect()
            }
            // Structs of stage inputs and outputs have no bytes in memory.
            None => in_memory(&unit.module, layouts).map(key).collect(),
        }
    }

    /// The subjects of the first side with those of the others; without those that another side lacks.
    fn with_counterparts(&self, state: &Snapshot, keys: Vec<SubjectKey>) -> Vec<Vec<SubjectKey>> {
        let others = self.sides.get(1..).unwrap_or_default();
        let known: Vec<FxHashMap<SubjectKey, SubjectKey>> = (1..self.sides.len())
            .map(|index| if self.sides[index].selected.is_none() { self.paired(state, index) } else { FxHashMap::default() })
            .collect();
        let counterpart = |key: &SubjectKey, index: usize, side: &Side| {
            let unit = &state.units[side.reading];
            match &side.selected {
                Some(name) => {
                    let layouts = &state.layouts[index + 1];
                    let found = lookup::find(&unit.module, layouts, name).ok()?;
                    Some(state.subjects[index + 1].key(&layouts.layouts[found]))
                }
                None => known[index].get(key).cloned(),
            }
        };
        let row = |key: SubjectKey| {
            let mut row = vec![key];
            for (index, side) in others.iter().enumerate() {
                row.push(counterpart(&row[0], index, side)?);
            }
            let layout_of = |(side, key): (usize, &SubjectKey)| {
                let layouts = &state.layouts[side];
                let layout = layouts.layouts.get(*state.subjects[side].positions.get(key)?)?;
                Some((layout, layouts, self.sides[side].selected.is_some()))
            };
            let part = compared_part(row.iter().enumerate().filter_map(layout_of));
            row.iter_mut().for_each(|key| key.part = part);
            Some(row)
        };
        keys.into_iter().filter_map(row).collect()
    }

    /// The subjects of the first side that another side has too, with those of the other side.
    fn paired(&self, state: &Snapshot, side: usize) -> FxHashMap<SubjectKey, SubjectKey> {
        let (first, other) = (&state.units[self.sides[0].reading], &state.units[self.sides[side].reading]);
        let [layouts, others] = [0, side].map(|side| state.layouts[side].layouts.iter().collect::<Vec<_>>());
        let found = counterparts((&first.module, &layouts), (&other.module, &others));
        let pair = |(layout, found): (&&Layout, Option<&Layout>)| Some((state.subjects[0].key(layout), state.subjects[side].key(found?)));
        layouts.iter().zip(found).filter_map(pair).collect()
    }
}

fn errors(found: &Diagnostics) -> usize {
    found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
}

/// The diagnostics of function bodies, which are checked for WGSL only. (A new member breaks constructor calls of its struct.)
fn of_bodies(unit: &Unit) -> Diagnostics {
    let mut found = Diagnostics::new();
    if unit.module.language == Language::Wgsl {
        unit.sources.files().for_each(|(_, file)| check_bodies(Source::new(file, Edition::Current), &mut found));
    }
    found
}

impl SubjectKey {
    /// The subject, however it is compared.
    fn alone(&self) -> SubjectKey {
        SubjectKey { part: ComparedPart::Members, ..self.clone() }
    }
}

impl Snapshot {
    /// The text of a file that was read.
    pub(crate) fn text(&self, path: &str) -> Option<Arc<str>> {
        self.units.iter().flat_map(|unit| unit.sources.files()).find(|(_, file)| file.name == path).map(|(_, file)| file.text.clone())
    }

    /// The errors and warnings of all units and layouts.
    pub(crate) fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        let of_units = self.units.iter().flat_map(|unit| unit.diagnostics.iter());
        let of_layouts = self.layouts.iter().flat_map(|layouts| layouts.diagnostics.iter());
        of_units.chain(of_layouts).filter(|found| found.severity >= Severity::Warning)
    }

    /// The message of an error that this state has and an earlier one has not; of the last one if it has the messages of others.
    pub(crate) fn new_error(&self, earlier: &Snapshot) -> String {
        let (messages, known) = (self.error_messages(), earlier.error_messages());
        messages.iter().find(|message| !known.contains(message)).or(messages.last()).cloned().unwrap_or_default()
    }

    /// The messages of all errors, with those of function bodies.
    fn error_messages(&self) -> Vec<String> {
        let mut messages = Vec::new();
        let mut add = |found: &Diagnostic| {
            if found.severity == Severity::Error {
                messages.push(found.message.clone());
            }
        };
        self.findings().for_each(&mut add);
        self.units.iter().for_each(|unit| of_bodies(unit).iter().for_each(&mut add));
        messages
    }

    /// A layout of a side.
    pub(crate) fn layout(&self, inputs: &ComparedInputs<'_>, side: usize, key: &SubjectKey) -> Option<LayoutMembers<'_>> {
        let (unit, layouts) = (&self.units[inputs.sides[side].reading], &self.layouts[side]);
        let listed = &layouts.layouts[*self.subjects[side].positions.get(&key.alone())?];
        let layout = layouts.named(&unit.module, listed);
        let members: Vec<_> = members(&unit.module, layouts, layout, key.part).into_iter().map(Member::named_by_key).collect();
        let array = if key.part == ComparedPart::Elements { only_array(&unit.module, layout) } else { None };
        let content = array.map_or(layout.content, |array| array.ty);
        let by_path = members.iter().enumerate().map(|(index, member)| (member.path.clone(), index)).collect();
        Some(LayoutMembers { unit, layouts, layout, content, members, by_path })
    }
}

/// A layout with its members.
pub(crate) struct LayoutMembers<'s> {
    pub(crate) unit: &'s Unit,
    pub(crate) layouts: &'s ModuleLayout,
    pub(crate) layout: &'s Layout,
    /// The type of the content, or the array that is compared.
    pub(crate) content: TypeId,
    pub(crate) members: Vec<Member>,
    by_path: FxHashMap<String, usize>,
}

impl LayoutMembers<'_> {
    pub(crate) fn types(&self) -> &TypeLayouts {
        self.layouts.types(self.layout)
    }

    pub(crate) fn find(&self, path: &str) -> Option<&Member> {
        self.by_path.get(path).map(|&index| &self.members[index])
    }

    /// The struct that declares a member, and the index of the member. An element of an array belongs to the member that is
    /// the array.
    pub(crate) fn declared(&self, path: &str) -> Option<(StructId, usize)> {
        let path = path.trim_end_matches("[]");
        let (parent, span) = self.find(path)?.declared?;
        let id = self.struct_of(parent)?;
        let index = self.unit.module.structs[id].fields.iter().position(|field| field.span == span)?;
        Some((id, index))
    }

    /// The struct of a type, or of the elements of an array.
    pub(crate) fn struct_of(&self, mut ty: TypeId) -> Option<StructId> {
        loop {
            match self.unit.module.types[ty] {
                Type::Array { element, .. } => ty = element,
                Type::Struct(id) => return Some(id),
                _ => return None,
            }
        }
    }
}

/// The file that declares all the fields, and the range of each name in that file; `None` if a name comes from a macro.
pub(crate) fn names(unit: &Unit, fields: &[&Field]) -> Option<(String, Vec<Range<usize>>)> {
    let sources = &unit.sources;
    let file = sources.file_of(fields.first()?.span.start);
    let base = sources.file(file).base();
    let location = |span: Span| {
        let written = sources.spelling(span) == span && sources.file_of(span.start) == file && !span.is_empty();
        written.then(|| (span.start - base) as usize..(span.end - base) as usize)
    };
    let names = fields.iter().map(|field| location(field.span)).collect::<Option<Vec<_>>>()?;
    names.is_sorted_by_key(|range| range.start).then(|| (sources.file(file).name.clone(), names))
}
