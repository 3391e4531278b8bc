//! The lock file: the recorded ABI of a project's shaders.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;

use padstone_check::abi::{Abi, AbiChange, ChangeKind, changes, lock};
use padstone_check::config;
use padstone_check::lints::Levels;
use padstone_read::Unit;
use padstone_read::diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_read::source::{Interner, LoadError, Loader, SourceMap, Span, printable};

use super::Checked;
use super::findings::targets_and_files;
use crate::arguments::CheckArguments;
use crate::output::{self, OutputTarget, has_other_names};
use crate::project::{Project, real, text};
use crate::session::Session;

/// File and target.
pub(super) type FileAndTarget = (String, String);

/// The lock file, and the actions on it.
pub(super) struct RecordedAbis {
    /// The content of the lock file; `None` if it does not exist.
    recorded_abis: Option<BTreeMap<FileAndTarget, Abi>>,
    /// Whether to rewrite it instead of comparing it.
    accept: bool,
    /// Whether the lock file has errors, so that its entries for other files would be lost.
    is_broken: bool,
    /// Whether it exists but cannot be read, so that its content is unknown.
    is_unreadable: bool,
    /// Whether files are checked under other rules than those of the project, which are the ones that it records.
    other_rules: bool,
    /// The entries of removed files and targets.
    removed: RemovedEntries,
}

fn path(project: &Project) -> PathBuf {
    project.folder.join(lock::FILE_NAME)
}

fn key(abi: &Abi) -> FileAndTarget {
    (abi.file.clone(), abi.target.clone())
}

impl RecordedAbis {
    /// Reads the lock file of a project, if it has one. `all` are the checked files and targets, if these are the whole project, under correct
    /// settings.
    pub(super) fn load(
        session: &mut Session,
        project: Option<&Project>,
        arguments: &CheckArguments,
        all: Option<&BTreeSet<FileAndTarget>>,
    ) -> RecordedAbis {
        let accept = arguments.accept;
        let mut locked = RecordedAbis {
            recorded_abis: None,
            accept: accept && project.is_some(),
            is_broken: false,
            is_unreadable: false,
            other_rules: !arguments.rules.is_empty(),
            removed: RemovedEntries::default(),
        };
        let Some(project) = project else { return locked };
        let path = text(&path(project));
        let mut sources = SourceMap::new();
        let file = match session.files.load(&path) {
            Ok(text) => sources.add_file(path, text).map_err(|full| full.to_string()),
            Err(LoadError::NotFound) if !accept && std::path::Path::new(&path).is_symlink() => {
                Err(format!("cannot read `{path}`: it is a link to a file that does not exist"))
            }
            Err(LoadError::NotFound) => return locked,
            Err(error) => Err(format!("cannot read `{path}`: {error}")),
        };
        let mut found = Diagnostics::new();
        match file {
            Ok(file) => {
                let lock::LockFile { abis: records, is_newer } = lock::read(sources.file(file), &mut found);
                locked.is_unreadable = is_newer;
                // A file without entries has nothing to compare.
                let is_empty = records.is_empty() && found.has_errors();
                locked.recorded_abis = (!is_empty).then(|| records.into_iter().map(|abi| (key(&abi), abi)).collect());
            }
            Err(reason) => {
                locked.is_unreadable = true;
                found.push(Diagnostic::without_place(&codes::FILE_UNREADABLE, reason));
            }
        }
        locked.is_broken = found.has_errors();
        // With `--accept`, the whole file is rewritten, so its errors do not matter.
        if let (Some(all), Some(recorded_abis)) = (all, &locked.recorded_abis) {
            locked.removed = RemovedEntries::new(recorded_abis, all);
        }
        if !accept || all.is_none() || locked.is_unreadable {
            session.reporter.report_in(&sources, &Interner::new(), &[&found]);
        }
        locked
    }

    /// Compares the ABI of a file with the recorded one.
    pub(super) fn compare(&self, checked: &mut Checked) {
        let Some(recorded_abis) = self.recorded_abis.as_ref().filter(|_| !self.accept) else { return };
        for (unit, new) in std::mem::take(&mut checked.abis) {
            match recorded_abis.get(&key(&new)) {
                Some(old) => checked.changed.extend(with_consequences(changes(old, &new)).map(|change| (unit, new.target.clone(), change))),
                None => self.compare_with_removed(recorded_abis, unit, new, checked),
            }
        }
    }

    /// Compares the ABI of a file that the lock file lacks with that of the removed file or target that it was before, if any.
    fn compare_with_removed(&self, recorded_abis: &BTreeMap<FileAndTarget, Abi>, unit: usize, new: Abi, checked: &mut Checked) {
        let Some(former) = self.removed.former(recorded_abis, &new) else { return checked.unknown.push(new) };
        let changes = changes(&recorded_abis[former], &new);
        if changes.is_empty() {
            return checked.renamed.push((key(&new), former.clone()));
        }
        let former_name = match former {
            (file, _) if *file != new.file => format!("as `{file}`"),
            (_, target) if target.is_empty() => "without a target".to_owned(),
            (_, target) => format!("for the target `{target}`"),
        };
        // Without a break, it may be another file.
        let broken = with_consequences(changes)
            .filter(|change| !change.compatible)
            .map(|change| ChangeWithConsequences { former_name: Some(former_name.clone()), ..change });
        let target = new.target.clone();
        let known = checked.changed.len();
        checked.changed.extend(broken.map(|change| (unit, target.clone(), change)));
        match checked.changed.len() == known {
            true => checked.unknown.push(new),
            false => checked.renamed.push((key(&new), former.clone())),
        }
    }

    /// Reports superfluous entries of the lock file, or rewrites it and returns the update. `all` is whether the whole project was checked,
    /// under correct settings.
    pub(super) fn finish(
        self,
        session: &mut Session,
        project: Option<&Project>,
        done: CheckedAbis,
        all: bool,
        levels: &Levels,
    ) -> Option<LockUpdate> {
        let project = project?;
        let mut recorded_abis = self.recorded_abis.unwrap_or_default();
        if !self.accept {
            let removed = recorded_abis.keys().filter(|&key| all && !done.plans.contains(key));
            let formers: BTreeSet<&FileAndTarget> = done.renamed.values().collect();
            let removed = removed.filter(|known| !formers.contains(known));
            let mut found = Diagnostics::new();
            let files: BTreeSet<&str> = done.plans.iter().map(|(file, _)| file.as_str()).collect();
            let (of_files, of_targets) = removed.partition::<Vec<_>, _>(|(file, _)| !files.contains(file.as_str()));
            let unknown: Vec<FileAndTarget> = done.unknown.iter().map(key).collect();
            let unrecorded = outdated("does not record", &unknown.iter().collect::<Vec<_>>());
            found.extend(match self.other_rules {
                true => unrecorded
                    .map(|found| found.help("padstone.lock records the rules of padstone.toml: to compare with it, omit `--rules`")),
                false => unrecorded.map(updatable),
            });
            found.extend(under_former_names(&done.renamed).map(updatable));
            found.extend(outdated("records deleted files:", &of_files).map(updatable));
            found.extend(outdated("records removed targets of", &of_targets).map(updatable));
            found.set_severities(|found| levels.severity(found));
            session.reporter.report_in(&SourceMap::new(), &Interner::new(), &[&found]);
            return None;
        }
        if self.is_unreadable || (self.is_broken && !all) {
            return None;
        }
        if let Some(reason) = protected(project, self.is_broken) {
            let message = format!("padstone did not write the lock file `{}`", text(&path(project)));
            session.reporter.report_one(&Diagnostic::without_place(&codes::HOST_PROTECTED, message).note(reason));
            return None;
        }
        // The recorded ABI of files with errors remains.
        let before = recorded_abis.clone();
        recorded_abis.retain(|key, _| !all || done.plans.contains(key));
        recorded_abis.extend(done.abis.into_iter().map(|abi| (key(&abi), abi)));
        let written = |abi: &Abi| lock::write(std::slice::from_ref(abi));
        let changed =
            recorded_abis.iter().filter(|(key, abi)| before.get(key).is_none_or(|before| written(before) != written(abi))).count();
        let removed = before.keys().filter(|key| !recorded_abis.contains_key(key)).count();
        let recorded = recorded_abis.len();
        let path = path(project);
        if recorded == 0 && session.reporter.has_errors() && path.symlink_metadata().is_err() {
            return None;
        }
        let content = lock::write(&recorded_abis.into_values().collect::<Vec<_>>());
        let is_unchanged = session.files.load(&text(&path)).is_ok_and(|before| *before == *content);
        let written = if is_unchanged { Ok(()) } else { OutputTarget::replace(&path, content.as_bytes()) };
        match written {
            Err(error) => {
                session.unwritable(&text(&path), &error);
                None
            }
            Ok(()) => {
                // The next run reads it.
                session.files.record(&text(&path));
                Some(LockUpdate { path: text(&path), recorded, changed, removed, is_unchanged })
            }
        }
    }
}

/// The reason why the target of the lock file's path must not be overwritten.
fn protected(project: &Project, is_broken: bool) -> Option<&'static str> {
    let path = path(project);
    let is_link = path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink());
    let is_outside_project = output::target(&path).is_ok_and(|target| !real(&target).starts_with(real(&project.folder)));
    match path.metadata() {
        Ok(metadata) if is_broken && (is_link || has_other_names(&metadata)) => Some("it is a link to a file that is not a lock file"),
        Err(_) if is_link && is_outside_project => Some("it is a link to a missing file outside the directory of padstone.toml"),
        _ => None,
    }
}

/// The update of a lock file.
pub(super) struct LockUpdate {
    path: String,
    /// The number of its entries: files for targets.
    recorded: usize,
    /// The number of entries that are new or changed.
    changed: usize,
    /// The number of entries before that were removed.
    removed: usize,
    /// Whether the file already had this content, and was not written.
    is_unchanged: bool,
}

impl fmt::Display for LockUpdate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LockUpdate { path, recorded, changed, removed, is_unchanged } = self;
        if *is_unchanged {
            return write!(f, "{} is unchanged: {recorded} recorded", printable(path));
        }
        write!(f, "wrote {}: {recorded} recorded, {changed} new or changed, {removed} removed", printable(path))
    }
}

/// A change with its consequences.
#[derive(Clone)]
pub(super) struct ChangeWithConsequences {
    change: AbiChange,
    consequences: Vec<String>,
    compatible: bool,
    /// The former name of the file or target under which the lock file has its ABI: ``as `old.hlsl` ``.
    former_name: Option<String>,
}

/// The changes that no other caused, each with its consequences.
fn with_consequences(changes: Vec<AbiChange>) -> impl Iterator<Item = ChangeWithConsequences> {
    let root = |index: usize| std::iter::successors(Some(index), |&index| changes[index].cause).last().unwrap_or(index);
    let mut consequences: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, change) in changes.iter().enumerate() {
        let consequences = consequences.entry(root(index)).or_default();
        consequences.extend(change.cause.map(|_| index));
    }
    let with_consequences = |(cause, consequences): (usize, Vec<usize>)| ChangeWithConsequences {
        change: changes[cause].clone(),
        compatible: changes[cause].compatible && consequences.iter().all(|&index| changes[index].compatible),
        consequences: consequences.iter().map(|&index| changes[index].text.clone()).collect(),
        former_name: None,
    };
    consequences.into_iter().map(with_consequences).collect::<Vec<_>>().into_iter()
}

/// A change, with the files and targets that have it.
struct ChangeGroup {
    span: Option<Span>,
    /// The change in each buffer that contains the changed struct, and at each offset.
    variants: Vec<ChangeVariant>,
    /// The consequences, each with its targets.
    consequences: Vec<(String, Vec<String>)>,
    unit: Rc<Unit>,
    files: BTreeSet<String>,
    former_names: BTreeSet<String>,
}

/// A change in one resource, for the targets under which it has one verdict.
struct ChangeVariant {
    resource: String,
    text: String,
    compatible: bool,
    targets: Vec<String>,
}

/// File, line and column.
type FileLocation = (String, u32, u32);

/// The properties that changes with one cause share: the kind, and the changed member of a struct or the resource, which targets bind
/// differently; for removed resources and other rule sets, the text.
#[derive(PartialEq, Eq, Hash)]
enum ChangeKey {
    Member(&'static str, String, FileLocation),
    Resource(&'static str, String, FileLocation),
    Text(String),
}

/// The changes, in the order in which they were found.
#[derive(Default)]
pub(super) struct ChangeGroups {
    all: Vec<ChangeGroup>,
    by_key: HashMap<ChangeKey, usize>,
}

impl ChangeGroups {
    pub(super) fn add(&mut self, file: &str, unit: &Rc<Unit>, target: String, with_consequences: ChangeWithConsequences) {
        let ChangeWithConsequences { change, consequences, compatible, former_name } = with_consequences;
        let locate = |span: Span| {
            let position = unit.sources.locate(unit.sources.call_site(span).start);
            (position.name, position.line, position.column)
        };
        let key = match (&change.member, change.span) {
            _ if change.kind == ChangeKind::RuleSet => ChangeKey::Text(change.text.clone()),
            (Some(member), _) => ChangeKey::Member(change.kind.name(), member.name.clone(), locate(member.span)),
            (None, Some(span)) => ChangeKey::Resource(change.kind.name(), change.resource.clone(), locate(span)),
            (None, None) => ChangeKey::Text(change.text.clone()),
        };
        let next = self.all.len();
        let index = *self.by_key.entry(key).or_insert(next);
        if index == next {
            let (variants, consequences) = (Vec::new(), Vec::new());
            self.all.push(ChangeGroup {
                span: change.span,
                variants,
                consequences,
                unit: Rc::clone(unit),
                files: BTreeSet::new(),
                former_names: BTreeSet::new(),
            });
        }
        let group = &mut self.all[index];
        group.files.insert(file.to_owned());
        group.former_names.extend(former_name);
        match group.variants.iter_mut().find(|variant| variant.compatible == compatible && variant.text == change.text) {
            Some(variant) if variant.targets.contains(&target) => {}
            Some(variant) => variant.targets.push(target.clone()),
            None => {
                let AbiChange { resource, text, .. } = change;
                group.variants.push(ChangeVariant { resource, text, compatible, targets: vec![target.clone()] });
            }
        }
        for text in consequences {
            match group.consequences.iter_mut().find(|(recorded_abis, _)| *recorded_abis == text) {
                Some((_, targets)) if !targets.contains(&target) => targets.push(target.clone()),
                Some(_) => {}
                None => group.consequences.push((text, vec![target.clone()])),
            }
        }
    }

    pub(super) fn report(&self, session: &mut Session, levels: &Levels) {
        for group in &self.all {
            let mut found = Diagnostics::new();
            found.extend(group.diagnostic());
            found.set_severities(|found| levels.severity(found));
            session.reporter.report(&group.unit, &[&found]);
        }
    }
}

impl ChangeGroup {
    fn diagnostic(&self) -> Option<Diagnostic> {
        // One that breaks the ABI is the finding, and others are notes.
        let first = self.variants.iter().find(|variant| !variant.compatible).or(self.variants.first())?;
        let (code, severity, note) = match first.compatible {
            true => (&codes::LOCK_OUTDATED, Severity::Warning, "the change does not break the ABI, but padstone.lock does not record it"),
            false => (&codes::ABI_BROKEN, Severity::Error, "hosts rely on the ABI that padstone.lock records"),
        };
        let targets = &first.targets;
        let text = format!("{}{}", first.text, targets_and_files(targets, self.files.len()));
        let mut found = match self.span {
            Some(span) => Diagnostic::new(severity, code, text, span),
            None => {
                let file = self.files.first().map_or("", String::as_str);
                Diagnostic { severity, ..Diagnostic::without_place(code, format!("{file}: {text}")) }
            }
        };
        let with_targets =
            |text: &str, own: &[String]| if own == *targets { text.to_owned() } else { format!("{text}{}", targets_and_files(own, 1)) };
        for (compatible, title) in [(first.compatible, "the same change:"), (!first.compatible, "the same change, without a break:")] {
            let others = self.variants.iter().filter(|variant| variant.compatible == compatible && !std::ptr::eq(*variant, first));
            let others = others.map(|variant| {
                let text = with_targets(&variant.text, &variant.targets);
                if variant.resource == first.resource { text } else { format!("in `{}`, {text}", variant.resource) }
            });
            found = with_list(found, title, others.collect());
        }
        let consequences = self.consequences.iter().map(|(text, own)| with_targets(text, own));
        found = with_list(found, "as a consequence,", consequences.collect());
        let mut former_names = self.former_names.iter();
        found = match (former_names.next(), former_names.next()) {
            (Some(name), None) => found.note(format!("padstone.lock records it {name}")),
            (Some(_), Some(_)) => found.note("padstone.lock records the files or targets under former names"),
            (None, _) => found,
        };
        Some(found.note(note).help("run `padstone check --accept` to record the change"))
    }
}

/// Adds a note with a list, if the list has items.
fn with_list(found: Diagnostic, title: &str, items: Vec<String>) -> Diagnostic {
    if items.is_empty() {
        return found;
    }
    let more = items.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    found.note(format!("{title} {}{more}", items[..items.len().min(SHOWN)].join("; ")))
}

/// The maximum number of names in a message.
const SHOWN: usize = 8;

/// The checked files.
#[derive(Default)]
pub(super) struct CheckedAbis {
    /// All files and targets.
    pub(super) plans: BTreeSet<FileAndTarget>,
    /// The ABI, if it was not compared.
    pub(super) abis: Vec<Abi>,
    /// The entries that the lock file lacks.
    pub(super) unknown: Vec<Abi>,
    /// The entries that the lock file has under former names, with these.
    pub(super) renamed: BTreeMap<FileAndTarget, FileAndTarget>,
}

/// The entries of files and targets that no longer exist, in which renamed ones are searched.
#[derive(Default)]
struct RemovedEntries {
    /// Entries of removed files by target and name of a resource, at most [`CANDIDATES`] of one name.
    by_resource: HashMap<(String, String), Vec<FileAndTarget>>,
    /// Entries of removed files by target and name without directories.
    by_name: HashMap<(String, String), Vec<FileAndTarget>>,
    /// Entries of removed targets by file.
    by_file: HashMap<String, Vec<FileAndTarget>>,
}

impl RemovedEntries {
    fn new(recorded_abis: &BTreeMap<FileAndTarget, Abi>, all: &BTreeSet<FileAndTarget>) -> RemovedEntries {
        let files: BTreeSet<&str> = all.iter().map(|(file, _)| file.as_str()).collect();
        let targets: BTreeSet<&str> = all.iter().map(|(_, target)| target.as_str()).collect();
        let mut removed = RemovedEntries::default();
        for (entry, abi) in recorded_abis.iter().filter(|(entry, _)| !all.contains(*entry)) {
            if !files.contains(entry.0.as_str()) {
                removed.by_name.entry((entry.1.clone(), file_name(&entry.0))).or_default().push(entry.clone());
                for resource in &abi.resources {
                    let entries = removed.by_resource.entry((entry.1.clone(), resource.name.clone())).or_default();
                    entries.extend((entries.len() < CANDIDATES).then(|| entry.clone()));
                }
            } else if !targets.contains(entry.1.as_str()) {
                removed.by_file.entry(entry.0.clone()).or_default().push(entry.clone());
            }
        }
        removed
    }

    /// The entry that a file or target probably had before it was renamed: the removed file of the same name in another directory that has a
    /// resource of the same name; the one with the most resources of the same names; or for a removed target of this file the first with the
    /// same rules.
    fn former(&self, recorded_abis: &BTreeMap<FileAndTarget, Abi>, new: &Abi) -> Option<&FileAndTarget> {
        let names: BTreeSet<&str> = new.resources.iter().map(|resource| &*resource.name).collect();
        let shares = |old: &&FileAndTarget| recorded_abis[*old].resources.iter().any(|old| names.contains(&*old.name));
        let of_name = self.by_name.get(&(new.target.clone(), file_name(&new.file))).and_then(|entries| entries.iter().find(shares));
        let of_target = || self.by_file.get(&new.file)?.iter().find(|&old| has_same_rules(&recorded_abis[old], new));
        of_name.or_else(|| self.most_similar(recorded_abis, new)).or_else(of_target)
    }

    /// The removed file with the most resources of the same names, of several preferably one without changes.
    fn most_similar(&self, recorded_abis: &BTreeMap<FileAndTarget, Abi>, new: &Abi) -> Option<&FileAndTarget> {
        let mut common: BTreeMap<&FileAndTarget, usize> = BTreeMap::new();
        let entries = new.resources.iter().filter_map(|resource| self.by_resource.get(&(new.target.clone(), resource.name.clone())));
        entries.flatten().for_each(|old| *common.entry(old).or_default() += 1);
        let most = common.values().copied().max();
        let candidates: Vec<&FileAndTarget> = common.into_iter().filter(|&(_, count)| Some(count) == most).map(|(old, _)| old).collect();
        let unchanged = candidates.iter().find(|&&old| changes(&recorded_abis[old], new).is_empty());
        unchanged.or(candidates.first()).copied()
    }
}

/// The number of files that are considered as the former one for each name of a resource: a shared header declares it in all of them.
const CANDIDATES: usize = 64;

/// The name of a file without its directories.
fn file_name(path: &str) -> String {
    path.rsplit_once('/').map_or(path, |(_, name)| name).to_owned()
}

/// Whether two ABIs have a buffer of the same name, and the same rules for each of these.
fn has_same_rules(old: &Abi, new: &Abi) -> bool {
    let rules: BTreeMap<&str, &str> = old.resources.iter().filter_map(|old| Some((&*old.name, &*old.layout.as_ref()?.rules))).collect();
    let both = new.resources.iter().filter_map(|new| Some((*rules.get(&*new.name)?, &*new.layout.as_ref()?.rules)));
    let mut same = both.map(|(old, new)| old == new).peekable();
    same.peek().is_some() && same.all(|same| same)
}

/// The name of the target in a project without targets.
const NO_TARGET: &str = "no target";

/// The entries under former names, as one finding.
fn under_former_names(renamed: &BTreeMap<FileAndTarget, FileAndTarget>) -> Option<Diagnostic> {
    // The project without targets has no name.
    let named = |target: &str| if target.is_empty() { NO_TARGET.to_owned() } else { format!("`{target}`") };
    let mut names: Vec<(String, String)> = Vec::new();
    let mut targets: Vec<String> = Vec::new();
    for ((file, target), (old_file, old_target)) in renamed {
        let pair = match file == old_file {
            true if target.is_empty() => (NO_TARGET.to_owned(), named(old_target)),
            true => (format!("target `{target}`"), named(old_target)),
            false => (format!("`{file}`"), format!("`{old_file}`")),
        };
        if file != old_file && !target.is_empty() && !targets.contains(target) {
            targets.push(target.clone());
        }
        if !names.contains(&pair) {
            names.push(pair);
        }
    }
    let listed = match &names[..] {
        [] => return None,
        [(name, former)] if name == NO_TARGET => format!("the files under target {former}, which {} no longer has", config::FILE_NAME),
        [(name, former)] if former == NO_TARGET => format!("the files of {name} without a target"),
        [(name, former)] => format!("{name} under its former name {former}"),
        names => {
            let listed: Vec<String> = names.iter().take(SHOWN).map(|(name, former)| format!("{former} of {name}")).collect();
            let more = names.len().saturating_sub(SHOWN);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            format!("former names: {}{more}", listed.join(", "))
        }
    };
    let message = format!("{} records {listed}{}", lock::FILE_NAME, targets_and_files(&targets, 1));
    let found = Diagnostic { severity: Severity::Warning, ..Diagnostic::without_place(&codes::LOCK_OUTDATED, message) };
    Some(found)
}

/// The missing or superfluous entries of the lock file.
fn outdated(kind: &str, keys: &[&FileAndTarget]) -> Option<Diagnostic> {
    let files: BTreeSet<&str> = keys.iter().map(|(file, _)| file.as_str()).collect();
    let mut targets: Vec<String> = Vec::new();
    for (_, target) in keys {
        if !target.is_empty() && !targets.contains(target) {
            targets.push(target.clone());
        }
    }
    let names: Vec<String> = files.iter().take(SHOWN).map(|file| format!("`{file}`")).collect();
    let more = files.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let targets_and_files = targets_and_files(&targets, files.len());
    let message = format!("{} {kind} {}{more}{targets_and_files}", lock::FILE_NAME, names.join(", "));
    let found = Diagnostic { severity: Severity::Warning, ..Diagnostic::without_place(&codes::LOCK_OUTDATED, message) };
    (!keys.is_empty()).then_some(found)
}

fn updatable(found: Diagnostic) -> Diagnostic {
    found.help("run `padstone check --accept` to update it")
}
