//! The lock file: the recorded ABI of a project's shaders.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;

use padstone_check::abi::{Abi, Change, changes, lock};
use padstone_check::lints::Levels;
use padstone_read::Unit;
use padstone_read::diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_read::source::{Interner, LoadError, Loader, SourceMap, printable};

use super::Checked;
use super::findings::for_what;
use crate::output::{self, Output, has_other_names};
use crate::project::{Project, real, text};
use crate::session::Session;

/// File and target.
pub(super) type Key = (String, String);

/// What the lock file says, and what is to become of it.
pub(super) struct Locked {
    /// What it holds; `None` if there is none, and nothing is compared.
    known: Option<BTreeMap<Key, Abi>>,
    /// Whether it is to be written anew, so that nothing is compared.
    accept: bool,
    /// Whether what it says of other files cannot be kept.
    is_broken: bool,
    /// Whether it is there and cannot be read: then nobody knows what would be lost.
    is_unreadable: bool,
}

fn path(project: &Project) -> PathBuf {
    project.folder.join(lock::FILE_NAME)
}

fn key(abi: &Abi) -> Key {
    (abi.file.clone(), abi.target.clone())
}

impl Locked {
    /// Reads the lock file of a project, if it has one. `all` says whether the whole project is looked at.
    pub(super) fn load(session: &mut Session, project: Option<&Project>, accept: bool, all: bool) -> Locked {
        let mut locked = Locked { known: None, accept: accept && project.is_some(), is_broken: false, is_unreadable: false };
        let Some(project) = project else { return locked };
        let path = text(&path(project));
        let mut sources = SourceMap::new();
        let file = match session.files.load(&path) {
            Ok(text) => sources.add_file(path, text).map_err(|full| full.to_string()),
            Err(LoadError::NotFound) => return locked,
            Err(error) => Err(format!("cannot read `{path}`: {error}")),
        };
        let mut found = Diagnostics::new();
        match file {
            Ok(file) => {
                let all = lock::read(sources.file(file), &mut found);
                // Of a file that says nothing there is nothing to compare with.
                let says_nothing = all.is_empty() && found.has_errors();
                locked.known = (!says_nothing).then(|| all.into_iter().map(|abi| (key(&abi), abi)).collect());
            }
            Err(why) => {
                locked.is_unreadable = true;
                found.push(Diagnostic::without_place(&codes::FILE_UNREADABLE, why));
            }
        }
        locked.is_broken = found.has_errors();
        // Who renews it as a whole need not hear of it.
        if !accept || !all || locked.is_unreadable {
            session.reporter.report_in(&sources, &Interner::new(), &[&found]);
        }
        locked
    }

    /// Compares the ABI of a file with the recorded one.
    pub(super) fn compare(&self, checked: &mut Checked) {
        let Some(known) = self.known.as_ref().filter(|_| !self.accept) else { return };
        for (unit, new) in std::mem::take(&mut checked.promised) {
            match known.get(&key(&new)) {
                Some(old) => checked.changed.extend(folded(changes(old, &new)).map(|change| (unit, new.target.clone(), change))),
                None => checked.unknown.push(key(&new)),
            }
        }
    }

    /// Says what the lock file has too many, or writes it anew. `all` says whether the whole project was looked at.
    pub(super) fn finish(self, session: &mut Session, project: Option<&Project>, done: Done, all: bool, levels: &Levels) {
        let Some(project) = project else { return };
        let mut known = self.known.unwrap_or_default();
        if !self.accept {
            let gone: Vec<&Key> = known.keys().filter(|&key| all && !done.plans.contains(key)).collect();
            let unknown: Vec<&Key> = done.unknown.iter().collect();
            let mut found = Diagnostics::new();
            found.extend(outdated("does not record", &unknown));
            found.extend(outdated("records files that are gone:", &gone));
            found.set_severities(|found| levels.severity(found));
            session.reporter.report_in(&SourceMap::new(), &Interner::new(), &[&found]);
            return;
        }
        if self.is_unreadable || (self.is_broken && !all) {
            return;
        }
        if let Some(why) = protected(project, self.is_broken) {
            let message = format!("`{}` was not replaced by the lock file", text(&path(project)));
            session.reporter.report_one(&Diagnostic::without_place(&codes::HOST_PROTECTED, message).note(why));
            return;
        }
        // The recorded ABI of what has errors stays.
        let before = known.clone();
        known.retain(|key, _| !all || done.plans.contains(key));
        known.extend(done.promised.into_iter().map(|abi| (key(&abi), abi)));
        let one = |abi: &Abi| lock::write(std::slice::from_ref(abi));
        let changed = known.iter().filter(|(key, abi)| before.get(key).is_none_or(|before| one(before) != one(abi))).count();
        let gone = before.keys().filter(|key| !known.contains_key(key)).count();
        let recorded = known.len();
        let path = path(project);
        match Output::replace(&path, lock::write(&known.into_values().collect::<Vec<_>>()).as_bytes()) {
            Err(error) => session.unwritable(&text(&path), &error),
            Ok(()) => session.written = Some(Accepted { path: text(&path), recorded, changed, gone }),
        }
    }
}

/// Why what a lock file leads to must not be written over.
fn protected(project: &Project, is_broken: bool) -> Option<&'static str> {
    let path = path(project);
    let is_link = path.symlink_metadata().is_ok_and(|known| known.is_symlink());
    let is_elsewhere = output::target(&path).is_ok_and(|target| !real(&target).starts_with(real(&project.folder)));
    match path.metadata() {
        Ok(known) if is_broken && (is_link || has_other_names(&known)) => Some("it is a link to a file that is not a lock file"),
        Err(_) if is_link && is_elsewhere => Some("it is a link to a missing file outside the directory of padstone.toml"),
        _ => None,
    }
}

/// What became of a lock file.
pub(crate) struct Accepted {
    path: String,
    /// How many files and targets it has.
    recorded: usize,
    /// How many of them are new, or have changed.
    changed: usize,
    /// How many it had before.
    gone: usize,
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Accepted { path, recorded, changed, gone } = self;
        write!(f, "wrote {}: {recorded} recorded, {changed} new or changed, {gone} removed", printable(path))
    }
}

/// A change, with those that it brings about.
#[derive(Clone)]
pub(super) struct Folded {
    change: Change,
    consequences: Vec<String>,
    compatible: bool,
}

/// Changes without those that others bring about, which are told with the first cause in the same resource.
fn folded(changes: Vec<Change>) -> impl Iterator<Item = Folded> {
    let (consequences, causes): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(|change| change.is_consequence);
    let mut folded: Vec<Folded> =
        causes.into_iter().map(|change| Folded { compatible: change.compatible, change, consequences: Vec::new() }).collect();
    for change in consequences {
        match folded.iter_mut().find(|cause| cause.change.item == change.item) {
            Some(cause) => {
                cause.compatible &= change.compatible;
                cause.consequences.push(change.text);
            }
            None => folded.push(Folded { compatible: change.compatible, change, consequences: Vec::new() }),
        }
    }
    folded.into_iter()
}

/// A change, wherever it was found: in several files and for several targets it is one finding.
struct Group {
    change: Change,
    compatible: bool,
    /// What it brings about, each with the targets for which it does.
    consequences: Vec<(String, Vec<String>)>,
    unit: Rc<Unit>,
    files: BTreeSet<String>,
    targets: Vec<String>,
}

/// File, line and column.
type SourceLocation = (String, u32, u32);

/// What was found to have changed, in the order in which it was found first.
#[derive(Default)]
pub(super) struct Groups {
    all: Vec<Group>,
    /// By what has changed, and the place of that.
    by_key: HashMap<(String, Option<SourceLocation>), usize>,
}

impl Groups {
    pub(super) fn add(&mut self, file: &str, unit: &Rc<Unit>, target: String, folded: Folded) {
        let place = folded.change.span.map(|span| {
            let at = unit.sources.locate(unit.sources.call_site(span).start);
            (at.name, at.line, at.column)
        });
        // What is in no file is told of each.
        let text = if place.is_some() { folded.change.text.clone() } else { format!("{file}: {}", folded.change.text) };
        let next = self.all.len();
        let index = *self.by_key.entry((text, place)).or_insert(next);
        let Folded { change, consequences, compatible } = folded;
        if index == next {
            let (unit, consequences) = (Rc::clone(unit), Vec::new());
            self.all.push(Group { change, compatible, consequences, unit, files: BTreeSet::new(), targets: Vec::new() });
        }
        let group = &mut self.all[index];
        group.compatible &= compatible;
        group.files.insert(file.to_owned());
        if !group.targets.contains(&target) {
            group.targets.push(target.clone());
        }
        for text in consequences {
            match group.consequences.iter_mut().find(|(known, _)| *known == text) {
                Some((_, targets)) if !targets.contains(&target) => targets.push(target.clone()),
                Some(_) => {}
                None => group.consequences.push((text, vec![target.clone()])),
            }
        }
    }

    pub(super) fn report(&self, session: &mut Session, levels: &Levels) {
        for group in &self.all {
            let mut found = Diagnostics::new();
            found.push(group.diagnostic());
            found.set_severities(|found| levels.severity(found));
            session.reporter.report(&group.unit, &[&found]);
        }
    }
}

impl Group {
    fn diagnostic(&self) -> Diagnostic {
        let (code, severity, note) = match self.compatible {
            true => (&codes::LOCK_OUTDATED, Severity::Warning, "hosts need no change; padstone.lock does not record it yet"),
            false => (&codes::ABI_BROKEN, Severity::Error, "hosts rely on what padstone.lock records"),
        };
        let text = format!("{}{}", self.change.text, for_what(&self.targets, self.files.len()));
        let mut found = match self.change.span {
            Some(span) => Diagnostic::new(severity, code, text, span),
            None => {
                let file = self.files.first().map_or("", String::as_str);
                Diagnostic { severity, ..Diagnostic::without_place(code, format!("{file}: {text}")) }
            }
        };
        if !self.consequences.is_empty() {
            let with_targets = |(text, targets): &(String, Vec<String>)| {
                if targets.len() == self.targets.len() { text.clone() } else { format!("{text}{}", for_what(targets, 1)) }
            };
            let shown: Vec<String> = self.consequences.iter().take(SHOWN).map(with_targets).collect();
            let more = self.consequences.len().saturating_sub(SHOWN);
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            found = found.note(format!("as a consequence {}{more}", shown.join("; ")));
        }
        found.note(note).help("run `padstone check --accept` to record it")
    }
}

/// So many names are listed in a message.
const SHOWN: usize = 8;

/// What was looked at.
#[derive(Default)]
pub(super) struct Done {
    /// All files and targets.
    pub(super) plans: BTreeSet<Key>,
    /// Their ABI, as far as it was not compared.
    pub(super) promised: Vec<Abi>,
    /// What the lock file does not have.
    pub(super) unknown: Vec<Key>,
}

/// What the lock file has too few or too many.
fn outdated(what: &str, keys: &[&Key]) -> Option<Diagnostic> {
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
    let for_what = for_what(&targets, files.len());
    let message = format!("{} {what} {}{more}{for_what}", lock::FILE_NAME, names.join(", "));
    let found = Diagnostic { severity: Severity::Warning, ..Diagnostic::without_place(&codes::LOCK_OUTDATED, message) };
    (!keys.is_empty()).then(|| found.help("run `padstone check --accept` to renew it"))
}
