//! The lock file: what the shaders of a project have promised to their hosts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use padstone::check::abi::{Abi, Change, changes, lock};
use padstone::check::lints::Levels;
use padstone::diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone::source::{Interner, LoadError, Loader, SourceMap};

use super::Checked;
use crate::files::Output;
use crate::project::{Project, text};
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
        let mut locked = Locked { known: None, accept: accept && project.is_some(), is_broken: false };
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
            Err(why) => found.push(Diagnostic::without_place(&codes::FILE_UNREADABLE, why)),
        }
        locked.is_broken = found.has_errors();
        // Who renews it as a whole need not hear of it.
        if !accept || !all {
            session.reporter.report_in(&sources, &Interner::new(), &[&found]);
        }
        locked
    }

    /// Compares what a file promises with what is known; what is no longer of use is dropped.
    pub(super) fn compare(&self, checked: &mut Checked, levels: &Levels) {
        if self.accept {
            return;
        }
        for (unit, new) in std::mem::take(&mut checked.promised) {
            let Some(known) = &self.known else { continue };
            let mut found = Diagnostics::new();
            match known.get(&key(&new)) {
                Some(old) => found.extend(changes(old, &new).into_iter().map(|change| broken(&new, change))),
                None => {
                    let message = format!("{} does not know `{}`{}", lock::FILE_NAME, new.file, of_target(&new.target));
                    found.push(outdated(message));
                }
            }
            found.set_severities(|found| levels.severity(found));
            checked.found[unit].push(found);
        }
    }

    /// Says what the lock file has too many, or writes it anew. `all` says whether the whole project was looked at.
    pub(super) fn finish(self, session: &mut Session, project: Option<&Project>, done: Done, all: bool) {
        let Some(project) = project else { return };
        let mut known = self.known.unwrap_or_default();
        if !self.accept {
            for (file, target) in known.keys().filter(|&key| all && !done.plans.contains(key)) {
                let message = format!("{} has `{file}`{}, which is gone", lock::FILE_NAME, of_target(target));
                session.reporter.report_one(&outdated(message));
            }
            return;
        }
        if self.is_broken && !all {
            return;
        }
        // What has errors keeps its promise.
        known.retain(|key, _| !all || done.plans.contains(key));
        known.extend(done.promised.into_iter().map(|abi| (key(&abi), abi)));
        let path = path(project);
        if let Err(error) = Output::replace(&path, lock::write(&known.into_values().collect::<Vec<_>>()).as_bytes()) {
            session.unwritable(&text(&path), &error);
        }
    }
}

/// What was looked at.
#[derive(Default)]
pub(super) struct Done {
    /// All files and targets.
    pub(super) plans: BTreeSet<Key>,
    /// What they promise, as far as it was not compared.
    pub(super) promised: Vec<Abi>,
}

fn broken(new: &Abi, change: Change) -> Diagnostic {
    let (code, severity, note) = match change.compatible {
        true => (&codes::LOCK_OUTDATED, Severity::Warning, "hosts do not notice; padstone.lock does not know it yet"),
        false => (&codes::ABI_BROKEN, Severity::Error, "hosts rely on what padstone.lock has promised"),
    };
    let target = if new.target.is_empty() { String::new() } else { format!("for {}, ", new.target) };
    let found = match change.span {
        Some(span) => Diagnostic::new(severity, code, format!("{target}{}", change.text), span),
        None => Diagnostic { severity, ..Diagnostic::without_place(code, format!("{}: {target}{}", new.file, change.text)) },
    };
    found.note(note).help("`padstone check --accept` records it")
}

fn of_target(target: &str) -> String {
    if target.is_empty() { String::new() } else { format!(" for {target}") }
}

fn outdated(message: String) -> Diagnostic {
    let found = Diagnostic { severity: Severity::Warning, ..Diagnostic::without_place(&codes::LOCK_OUTDATED, message) };
    found.help("`padstone check --accept` renews it")
}
