//! `padstone diff`: the changes between two versions, by member.

mod renames;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use padstone_check::abi::{self, Abi, AbiChange, AbiDifference, ChangePosition, UncomparedFile, changes};
use padstone_check::config::Patterns;
use padstone_read::Unit;
use padstone_read::diag::{Diagnostic, Severity, codes};
use padstone_read::emit::diagnostics::{Context, FORMATS, TerminalColor};
use padstone_read::layout::Subject;
use padstone_read::source::{Interner, SourceMap, Span, normalized};

use super::check::files;
use super::check::findings::targets_and_files;
use super::unmatched;
use crate::arguments::DiffArguments;
use crate::git::{DANGLING_LINK, Revision};
use crate::session::{Session, same_file};
use crate::targets::{self, LaidOutFile};
use crate::{ERRORS, Failure};

/// A version of all files.
#[derive(Clone)]
enum DiffVersion {
    /// The files on disk.
    WorkingTree,
    Revision(Rc<Revision>),
}

/// Two versions of a file.
struct ComparedFile {
    old: FileVersion,
    new: FileVersion,
    /// Whether it has another path in the new version.
    is_renamed: bool,
}

/// One version of one file.
struct FileVersion {
    version: DiffVersion,
    path: String,
    /// Whether the globs of the project selected it.
    by_glob: bool,
}

/// The meaning of an argument.
enum VersionOrFile {
    Version(DiffVersion),
    FileVersion(FileVersion),
}

/// A version of a file that has no errors.
#[derive(Default)]
struct VersionAbis {
    units: Vec<Unit>,
    /// One for each target, with its unit.
    abis: Vec<(usize, Abi)>,
}

/// A difference, with the unit of its positions; `None` for a removed file.
struct LocatedDifference {
    difference: AbiDifference,
    unit: Option<Rc<Unit>>,
}

/// An error because of which a file was not compared.
struct Uncompared {
    /// The path of the new version.
    file: String,
    /// The revision that has the error, if it is not the working tree.
    revision: Option<String>,
    /// The unit of the error's place, if it has one.
    unit: Option<Rc<Unit>>,
    error: Diagnostic,
}

pub(crate) fn run(mut session: Session, arguments: &DiffArguments) -> Result<u8, Failure> {
    let (mut different, mut uncompared) = (Vec::new(), Vec::new());
    let pairs = pairs(&mut session, arguments)?;
    if let Some(output) = session.output(arguments.output.as_deref())? {
        let compared = pairs.iter().flat_map(|pair| [&pair.old.path, &pair.new.path]);
        if let Some(path) = compared.into_iter().find(|path| same_file(output, path)) {
            return Err(Failure::Usage(format!("the output would replace the compared file `{path}`")));
        }
    }
    for ComparedFile { old, new, is_renamed } in renames::joined(pairs, &*session.files) {
        if let Some(missing) = missing(&old, &new) {
            session.reporter.report_one(&missing);
            uncompared.push(Uncompared { file: new.path, revision: None, unit: None, error: missing });
            continue;
        }
        let before = abis_of(&mut session, arguments, &old)?;
        let after = abis_of(&mut session, arguments, &new)?;
        match (before, after) {
            (Ok(before), Ok(after)) => different.extend(compare(&new.path, is_renamed.then_some(&*old.path), &before, after)),
            // Errors of the new version come first: the old one often has the same, at places that no longer exist.
            (before, after) => {
                for (version, errors) in [(&new, after.err()), (&old, before.err())] {
                    uncompared.extend(errors.into_iter().flatten().map(|(unit, error)| version.uncompared(&new.path, unit, error)));
                }
            }
        }
    }
    let broken = different.iter().flat_map(|file| &file.difference.changes).any(|change| !change.compatible);
    let failed = session.reporter.has_errors();
    let code = session.write(&[], arguments.output.as_deref(), |_, out| write(&different, &uncompared, failed, &arguments.format, out))?;
    Ok(if broken { ERRORS } else { code })
}

/// The pairs to compare.
fn pairs(session: &mut Session, arguments: &DiffArguments) -> Result<Vec<ComparedFile>, Failure> {
    let (old, rest) = arguments.versions.split_first().ok_or_else(|| "OLD is missing".to_owned())?;
    // The settings of its project may set a size limit.
    session.project(None)?;
    let limit = session.files.limit.bytes();
    let (old, new, paths) = match (version_or_file(old, limit)?, rest.split_first()) {
        (VersionOrFile::FileVersion(old), Some((new, []))) => match version_or_file(new, limit)? {
            VersionOrFile::FileVersion(new) => return Ok(vec![ComparedFile { old, new, is_renamed: false }]),
            VersionOrFile::Version(version) => {
                let path = old.path.clone();
                let new = FileVersion { version, path, by_glob: false };
                return Ok(vec![ComparedFile { old, new, is_renamed: false }]);
            }
        },
        (VersionOrFile::FileVersion(_), _) => return Err(Failure::Usage("to compare files, pass exactly one OLD and one NEW".into())),
        (VersionOrFile::Version(old), None) => (old, DiffVersion::WorkingTree, rest),
        (VersionOrFile::Version(old), Some((new, paths))) => match version_or_file(new, limit) {
            Ok(VersionOrFile::Version(new)) => (old, new, paths),
            // A revision and files: the files are compared with the working tree.
            Ok(VersionOrFile::FileVersion(_)) => (old, DiffVersion::WorkingTree, rest),
            // So is a file that only the revision has, and so are those that a glob selects.
            Err(_) if old.has(new) || is_glob(new) => (old, DiffVersion::WorkingTree, rest),
            Err(error) => return Err(error),
        },
    };
    let file_version =
        |version: &DiffVersion, path: &String, by_glob: bool| FileVersion { version: version.clone(), path: path.clone(), by_glob };
    let compared = |path: &String, by_glob: bool| ComparedFile {
        old: file_version(&old, path, by_glob),
        new: file_version(&new, path, by_glob),
        is_renamed: false,
    };
    // A file that is named twice is compared once.
    let mut seen = BTreeSet::new();
    if paths.is_empty() {
        let all = of_project(session, &[&old, &new])?;
        let project = session.project(None)?.ok_or_else(no_project)?;
        unmatched::report(session, &project, &all.keys().cloned().collect::<Vec<_>>(), true);
        return Ok(all.values().filter(|path| seen.insert(normalized(path))).map(|path| compared(path, true)).collect());
    }
    let mut pairs: Vec<ComparedFile> = Vec::new();
    let (selected, paths) = selected(session, paths, &[&old, &new])?;
    pairs.extend(selected.iter().filter(|path| seen.insert(normalized(path))).map(|path| compared(path, true)));
    // The files of the project that include a specified file are compared in its place.
    let mut included = Vec::new();
    for path in paths.iter().filter(|path| seen.insert(normalized(path))) {
        match is_include(session, path)? {
            true => included.push(path),
            false => pairs.push(compared(path, false)),
        }
    }
    let of_project = if included.is_empty() { BTreeMap::new() } else { of_project(session, &[&old, &new])? };
    let mut read = BTreeSet::new();
    for path in of_project.values() {
        let pair = compared(path, true);
        let mut names = pair.old.files_read(session, arguments)?;
        names.extend(pair.new.files_read(session, arguments)?);
        let of_pair: Vec<&String> = included.iter().copied().filter(|path| names.contains(&normalized(path))).collect();
        if !of_pair.is_empty() && seen.insert(normalized(path)) {
            pairs.push(pair);
        }
        read.extend(of_pair);
    }
    pairs.extend(included.iter().filter(|path| !read.contains(*path)).map(|path| compared(path, false)));
    Ok(pairs)
}

/// Whether an argument may be a glob; names of revisions are not (git-check-ref-format).
fn is_glob(argument: &str) -> bool {
    argument.contains(['*', '?', '[', '{'])
}

/// The files of the project in either version that match the globs among the arguments, and the other arguments. A shell only finds the files of the
/// working tree.
fn selected(session: &mut Session, arguments: &[String], versions: &[&DiffVersion]) -> Result<(Vec<String>, Vec<String>), Failure> {
    let project = session.project(None)?;
    let (mut found, mut others, mut all) = (Vec::new(), Vec::new(), None);
    for argument in arguments {
        let is_file = || versions.iter().any(|version| version.has(argument));
        let glob = project.as_ref().filter(|_| is_glob(argument) && !is_file()).and_then(|project| project.inner(argument));
        let Some(glob) = glob else {
            others.push(argument.clone());
            continue;
        };
        let mut patterns = Patterns::default();
        patterns.add(&glob).map_err(|error| Failure::Usage(format!("invalid glob `{argument}`: {}", error.kind())))?;
        let known = match &all {
            Some(known) => known,
            None => all.insert(of_project(session, versions)?),
        };
        let before = found.len();
        found.extend(known.iter().filter(|(inner, _)| patterns.matches(inner)).map(|(_, path)| path.clone()));
        if found.len() == before {
            others.push(argument.clone());
        }
    }
    Ok((found, others))
}

/// Whether the project does not list a file.
fn is_include(session: &mut Session, path: &str) -> Result<bool, Failure> {
    let Some(project) = session.project(None)? else { return Ok(false) };
    Ok(project.inner(path).is_none_or(|inner| !project.config.files.matches(&inner)))
}

fn no_project() -> Failure {
    Failure::from("no padstone.toml here or in a parent directory: pass FILEs".to_owned())
}

/// A file, `REVISION:FILE`, or a revision.
fn version_or_file(argument: &str, limit: u64) -> Result<VersionOrFile, Failure> {
    if Path::new(argument).is_file() || is_broken_link(argument) {
        return Ok(VersionOrFile::FileVersion(FileVersion {
            version: DiffVersion::WorkingTree,
            path: argument.to_owned(),
            by_glob: false,
        }));
    }
    let version = |revision: Revision| DiffVersion::Revision(Rc::new(revision));
    Ok(match argument.split_once(':') {
        Some((name, path)) if !path.is_empty() => {
            let revision = Revision::find(name, limit)?;
            let path = revision.path(path)?;
            VersionOrFile::FileVersion(FileVersion { version: version(revision), path, by_glob: false })
        }
        _ => VersionOrFile::Version(version(Revision::find(argument, limit)?)),
    })
}

/// Whether a path of the working tree is a link that leads nowhere.
fn is_broken_link(path: &str) -> bool {
    Path::new(path).is_symlink() && Path::new(path).metadata().is_err()
}

/// The files of the project in either version, by their paths in it.
fn of_project(session: &mut Session, versions: &[&DiffVersion]) -> Result<BTreeMap<String, String>, Failure> {
    let project = session.project(None)?.ok_or_else(no_project)?;
    if let [DiffVersion::Revision(old), DiffVersion::Revision(new)] = versions
        && let Some(path) = old.uncompared_submodules(new).chain(new.uncompared_submodules(old)).next()
    {
        let message = format!("cannot compare the submodule `{path}`: `git submodule update --init` makes its files known");
        session.reporter.report_one(&Diagnostic::without_place(&codes::FILE_UNREADABLE, message));
    }
    // Below the directory of the project, the same file may have two paths: `a.hlsl` and `../shaders/a.hlsl`.
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    for version in versions {
        let paths = match version {
            DiffVersion::WorkingTree => files::of(&project)?,
            DiffVersion::Revision(revision) => revision.files(),
        };
        for path in paths {
            let selected = project.inner(&path).filter(|inner| !files::is_hidden(inner) && project.config.files.matches(inner));
            let Some(inner) = selected else { continue };
            let shortest = all.entry(inner).or_insert_with(|| path.clone());
            if path.len() < shortest.len() {
                *shortest = path;
            }
        }
    }
    Ok(all)
}

impl DiffVersion {
    fn has(&self, path: &str) -> bool {
        match self {
            // A file that cannot be read exists, and is reported when it is read.
            DiffVersion::WorkingTree => Path::new(path).symlink_metadata().is_ok_and(|known| !known.is_dir()),
            DiffVersion::Revision(revision) => revision.has(path),
        }
    }
}

impl FileVersion {
    fn exists(&self) -> bool {
        self.version.has(&self.path)
    }

    /// The kind of broken link that the path is, if it is one.
    fn broken_link(&self) -> Option<&'static str> {
        match &self.version {
            // Other reasons are reported when it is read.
            DiffVersion::WorkingTree => {
                let is_dangling = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
                let error = Path::new(&self.path).metadata().err().filter(|_| is_broken_link(&self.path))?;
                is_dangling(&error).then_some(DANGLING_LINK)
            }
            DiffVersion::Revision(revision) => revision.broken_link(&self.path),
        }
    }

    /// The files that this file reads, itself included; errors are reported when it is compared.
    fn files_read(&self, session: &mut Session, arguments: &DiffArguments) -> Result<BTreeSet<String>, Failure> {
        if !self.exists() {
            return Ok(BTreeSet::new());
        }
        let input = session.inputs(std::slice::from_ref(&self.path), arguments.lang.as_deref())?.remove(0);
        let project = session.project(Some(&self.path))?;
        let plans = targets::plans(&input, project.as_deref(), &session.options, &arguments.rules)?;
        let (units, _) = match &self.version {
            DiffVersion::WorkingTree => targets::read(&plans, &*session.files),
            DiffVersion::Revision(revision) => targets::read(&plans, &**revision),
        };
        Ok(units.iter().flat_map(|unit| unit.sources.files()).map(|(_, file)| normalized(&file.name)).collect())
    }

    /// An error of this version, because of which the file was not compared.
    fn uncompared(&self, file: &str, unit: Option<Rc<Unit>>, error: Diagnostic) -> Uncompared {
        let revision = match &self.version {
            DiffVersion::WorkingTree => None,
            DiffVersion::Revision(revision) => Some(revision.name.clone()),
        };
        let error = error.note(format!("`{}` in {} cannot be compared", self.path, self.version()));
        Uncompared { file: file.to_owned(), revision, unit, error }
    }

    fn version(&self) -> &str {
        match &self.version {
            DiffVersion::WorkingTree => "the working tree",
            DiffVersion::Revision(revision) => &revision.name,
        }
    }
}

/// The reason why there is nothing to compare: a file is in neither version, one of two specified files does not exist, or one is a broken link.
fn missing(old: &FileVersion, new: &FileVersion) -> Option<Diagnostic> {
    let broken =
        |version: &FileVersion| Some(format!("cannot read `{}` in {}: {}", version.path, version.version(), version.broken_link()?));
    if let Some(message) = broken(old).or_else(|| broken(new)) {
        return Some(Diagnostic::without_place(&codes::FILE_UNREADABLE, message));
    }
    let message = match (old.exists(), new.exists()) {
        (false, false) if old.path == new.path && old.version() == new.version() => format!("`{}` is not in {}", old.path, old.version()),
        (false, false) if old.path == new.path => format!("`{}` is neither in {} nor in {}", old.path, old.version(), new.version()),
        (false, _) if old.path != new.path => format!("`{}` is not in {}", old.path, old.version()),
        (_, false) if old.path != new.path => format!("`{}` is not in {}", new.path, new.version()),
        _ => return None,
    };
    Some(Diagnostic::without_place(&codes::FILE_UNREADABLE, message))
}

/// Errors, each with the unit of its place.
type LocatedErrors = Vec<(Option<Rc<Unit>>, Diagnostic)>;

/// The ABI of a file in a version: empty if the file does not exist. Its errors are reported, and returned in its place.
fn abis_of(
    session: &mut Session,
    arguments: &DiffArguments,
    file_version: &FileVersion,
) -> Result<Result<VersionAbis, LocatedErrors>, Failure> {
    if !file_version.exists() {
        return Ok(Ok(VersionAbis::default()));
    }
    let input = session.inputs(std::slice::from_ref(&file_version.path), arguments.lang.as_deref())?.remove(0);
    let project = session.project(Some(&file_version.path))?;
    let plans = targets::plans(&input, project.as_deref(), &session.options, &arguments.rules)?;
    if plans.is_empty() {
        let untargeted = targets::untargeted(&[&file_version.path]);
        untargeted.iter().for_each(|found| session.reporter.report_one(found));
        return Ok(Err(untargeted.map(|found| (None, found)).into_iter().collect()));
    }
    let LaidOutFile { mut units, results } = match &file_version.version {
        DiffVersion::WorkingTree => targets::lay_out(&plans, &*session.files),
        DiffVersion::Revision(revision) => targets::lay_out(&plans, &**revision),
    };
    // The files of the module compare its parts.
    let is_part = |unit: &Unit| unit.diagnostics.iter().any(|found| found.code == &codes::PART_WITHOUT_MODULE);
    if file_version.by_glob && units.iter().any(is_part) {
        return Ok(Ok(VersionAbis::default()));
    }
    let mut failed = false;
    let mut errors_of: Vec<Vec<Diagnostic>> = Vec::new();
    for unit in &mut units {
        failed |= unit.diagnostics.has_errors();
        unit.diagnostics.set_severities(|found| Some(found.severity).filter(|&severity| severity == Severity::Error));
        session.reporter.report(unit, &[&unit.diagnostics]);
        errors_of.push(unit.diagnostics.iter().cloned().collect());
    }
    // Buffers without a layout would look unchanged.
    for result in &results {
        let unit = &units[result.unit];
        let laid_out = result.layouts.layouts.iter().filter(|layout| matches!(layout.subject, Subject::Buffer(_))).count();
        let mut errors = result.layouts.diagnostics.clone();
        errors.set_severities(|found| Some(found.severity).filter(|&severity| severity == Severity::Error));
        if laid_out < result.layouts.buffers(&unit.module).count() && errors.has_errors() {
            failed = true;
            session.reporter.report(unit, &[&errors]);
            errors_of[result.unit].extend(errors.iter().cloned());
        }
    }
    if failed {
        return Ok(Err(located(units, errors_of, file_version)));
    }
    let record = |(plan, result): (&targets::TargetPlan, &targets::PlanResult)| {
        (result.unit, result.abi(&file_version.path, plan, &units[result.unit]))
    };
    let abis = plans.iter().zip(&results).map(record).collect();
    Ok(Ok(VersionAbis { units, abis }))
}

/// The errors of units, in source order.
fn located(units: Vec<Unit>, errors_of: Vec<Vec<Diagnostic>>, file_version: &FileVersion) -> LocatedErrors {
    let mut all = Vec::new();
    for (unit, mut errors) in units.into_iter().map(Rc::new).zip(errors_of) {
        errors.sort_by_key(|error| error.span.map(|span| unit.sources.call_site(span).start));
        all.extend(errors.into_iter().map(|error| (Some(Rc::clone(&unit)), error)));
    }
    // Of many diagnostics the last are only counted, and errors may be among these.
    if all.is_empty() {
        let message = format!("cannot compare `{}`: a version has errors", file_version.path);
        all.push((None, Diagnostic::without_place(&codes::FILE_UNREADABLE, message)));
    }
    all
}

/// The place of a declaration or an error, as seen in its file.
fn position(unit: &Unit, span: Span) -> ChangePosition {
    let position = unit.sources.locate(unit.sources.call_site(span).start);
    ChangePosition { file: position.name, line: position.line, column: position.column }
}

/// Compares two versions of a file target by target. A renamed file is listed even without changes.
fn compare(path: &str, renamed_from: Option<&str>, before: &VersionAbis, after: VersionAbis) -> Vec<LocatedDifference> {
    let units: Vec<Rc<Unit>> = after.units.into_iter().map(Rc::new).collect();
    let removed = before.abis.iter().filter(|(_, old)| after.abis.iter().all(|(_, new)| new.target != old.target));
    let empty = Abi::default();
    let find = |list: &[(usize, Abi)], target: &str| list.iter().find(|(_, abi)| abi.target == target).cloned();
    let different = after.abis.iter().chain(removed).map(|(_, Abi { target, .. })| {
        let (old, new) = (find(&before.abis, target), find(&after.abis, target));
        let unit = new.as_ref().map(|(unit, _)| units[*unit].clone());
        let changes = changes(old.as_ref().map_or(&empty, |(_, old)| old), new.as_ref().map_or(&empty, |(_, new)| new));
        let positions = changes.iter().map(|change| Some(position(unit.as_ref()?, change.span?))).collect();
        let difference = AbiDifference { target: target.clone(), changes, positions, ..unchanged(path, renamed_from) };
        LocatedDifference { difference, unit }
    });
    let different: Vec<LocatedDifference> = different.filter(|file| !file.difference.changes.is_empty()).collect();
    match renamed_from {
        Some(_) if different.is_empty() => vec![LocatedDifference { difference: unchanged(path, renamed_from), unit: None }],
        _ => different,
    }
}

fn unchanged(path: &str, renamed_from: Option<&str>) -> AbiDifference {
    let renamed_from = renamed_from.map(str::to_owned);
    AbiDifference { file: path.to_owned(), renamed_from, target: String::new(), changes: Vec::new(), positions: Vec::new() }
}

fn write(different: &[LocatedDifference], uncompared: &[Uncompared], failed: bool, format: &str, out: &mut dyn Write) -> io::Result<()> {
    let all = || different.iter().map(|file| file.difference.clone()).collect::<Vec<_>>();
    match format {
        "text" => abi::write_text(&all(), failed, out),
        "json" => abi::write_json(&all(), &uncompared_files(uncompared), failed, out),
        _ => write_diagnostics(different, uncompared, format, out),
    }
}

impl Uncompared {
    fn position(&self) -> Option<ChangePosition> {
        Some(position(self.unit.as_ref()?, self.error.span?))
    }
}

/// The files that were not compared, each with its first error.
fn uncompared_files(uncompared: &[Uncompared]) -> Vec<UncomparedFile> {
    let mut seen = BTreeSet::new();
    let first = uncompared.iter().filter(|Uncompared { file, .. }| seen.insert(file));
    let file = |uncompared: &Uncompared| UncomparedFile {
        file: uncompared.file.clone(),
        revision: uncompared.revision.clone(),
        code: uncompared.error.code.id,
        message: uncompared.error.message.clone(),
        position: uncompared.position(),
    };
    first.map(file).collect()
}

/// A change, with its consequences, and with the files and targets that have it.
struct Finding<'a> {
    change: &'a AbiChange,
    consequences: Vec<&'a AbiChange>,
    unit: Option<&'a Unit>,
    files: BTreeSet<&'a str>,
    targets: Vec<String>,
}

/// Writes each change that no other caused as a finding: an error if it or a consequence breaks the ABI, a note otherwise. The same change at one
/// position in several files, by an include, or for several targets, is one finding. The errors of files that could not be compared are errors, without which the output would look clean.
fn write_diagnostics(different: &[LocatedDifference], uncompared: &[Uncompared], format: &str, out: &mut dyn Write) -> io::Result<()> {
    let Some(format) = FORMATS.iter().find(|known| known.name == format) else { return Ok(()) };
    let mut found: Vec<Finding<'_>> = Vec::new();
    let mut by_key: HashMap<(&str, &str, &Option<ChangePosition>), usize> = HashMap::new();
    for LocatedDifference { difference, unit } in different {
        let changes = &difference.changes;
        // A change and its consequence may have either order.
        let mut of_root: Vec<usize> = vec![usize::MAX; changes.len()];
        for (root, (change, position)) in changes.iter().zip(&difference.positions).enumerate() {
            if change.cause.is_some() {
                continue;
            }
            let index = *by_key.entry((&change.resource, &change.text, position)).or_insert(found.len());
            of_root[root] = index;
            if index == found.len() {
                found.push(Finding {
                    change,
                    consequences: Vec::new(),
                    unit: unit.as_deref(),
                    files: BTreeSet::new(),
                    targets: Vec::new(),
                });
            }
            let finding = &mut found[index];
            finding.files.insert(&difference.file);
            if !finding.targets.contains(&difference.target) {
                finding.targets.push(difference.target.clone());
            }
        }
        for change in changes.iter().filter(|change| change.cause.is_some()) {
            let root = std::iter::successors(change.cause, |cause| changes[*cause].cause).last();
            let finding = root.and_then(|root| found.get_mut(of_root[root]));
            let known = |finding: &&mut Finding<'_>| finding.consequences.iter().all(|known| known.text != change.text);
            finding.filter(known).into_iter().for_each(|finding| finding.consequences.push(change));
        }
    }
    let mut renderer = (format.renderer)(TerminalColor::Never);
    let without_unit = (SourceMap::new(), Interner::new());
    for Finding { change, consequences, unit, files, targets } in found {
        let is_compatible = change.compatible && consequences.iter().all(|change| change.compatible);
        let (code, severity) = if is_compatible { (&codes::ABI_CHANGED, Severity::Note) } else { (&codes::ABI_BROKEN, Severity::Error) };
        let span = change.span.filter(|_| unit.is_some());
        let message = format!("{}: {}{}", change.resource, change.text, targets_and_files(&targets, files.len()));
        let message = match (span, files.first()) {
            (None, Some(file)) => format!("{file}: {message}"),
            _ => message,
        };
        let mut diagnostic = Diagnostic { severity, span, ..Diagnostic::without_place(code, message) };
        if !consequences.is_empty() {
            let texts: Vec<&str> = consequences.iter().map(|change| &*change.text).collect();
            diagnostic = diagnostic.note(format!("as a consequence, {}", texts.join("; ")));
        }
        renderer.diagnostic(context(unit, &without_unit), &diagnostic, out)?;
    }
    // An error of an include is one error of all files that read it.
    let mut errors: Vec<(&Uncompared, BTreeSet<&str>)> = Vec::new();
    let mut by_key: HashMap<(&str, &str, Option<ChangePosition>), usize> = HashMap::new();
    for found in uncompared {
        let index = *by_key.entry((found.error.code.id, &found.error.message, found.position())).or_insert(errors.len());
        if index == errors.len() {
            errors.push((found, BTreeSet::new()));
        }
        errors[index].1.insert(&found.file);
    }
    for (Uncompared { unit, error, .. }, files) in errors {
        let message = format!("{}{}", error.message, targets_and_files(&[], files.len()));
        renderer.diagnostic(context(unit.as_deref(), &without_unit), &Diagnostic { message, ..error.clone() }, out)?;
    }
    renderer.finish(out)
}

/// The sources and names of a unit, or the others.
fn context<'a>(unit: Option<&'a Unit>, (sources, names): &'a (SourceMap, Interner)) -> Context<'a> {
    unit.map_or(Context { sources, names }, |unit| Context { sources: &unit.sources, names: &unit.module.names })
}
