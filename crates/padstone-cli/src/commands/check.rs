//! `padstone check`: checks all files of a project with lints, and compares them with the lock file and the generated host files.

pub(crate) mod files;
pub(crate) mod findings;
mod hosts;
mod languages;
pub(crate) mod lock_file;
mod parallel;

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::rc::Rc;

use padstone_check::abi::Abi;
use padstone_check::config::Config;
use padstone_check::lints::{self, Levels, LintContext};
use padstone_read::Unit;
use padstone_read::diag::codes;
use padstone_read::model::Language;
use padstone_read::source::{Loader, normalized, printable};

use super::unmatched;
use crate::Failure;
use crate::arguments::CheckArguments;
use crate::project::{Project, absolute};
use crate::session::Session;
use crate::targets::{self, LaidOutFile, TargetPlan};
use findings::{Findings, UnitFindings};
use lock_file::{ChangeGroups, ChangeWithConsequences, CheckedAbis, FileAndTarget, LockUpdate, RecordedAbis};
use padstone_read::input::Input;

pub(crate) fn run(mut session: Session, arguments: &CheckArguments) -> Result<u8, Failure> {
    if arguments.init {
        session.without_output("check --init", arguments.output.as_deref())?;
        return files::init();
    }
    let project = session.project(arguments.files.first().map(String::as_str))?;
    for file in &arguments.files {
        let file_project = session.project(Some(file))?;
        if file_project.as_ref().map(Rc::as_ptr) != project.as_ref().map(Rc::as_ptr) {
            return Err(Failure::Usage(format!("`{file}` and `{}` belong to different projects", arguments.files[0])));
        }
    }
    let paths = match (&arguments.files[..], &project) {
        ([], None) => {
            let reason = "no padstone.toml here or in a parent directory: pass FILEs, or run `padstone check --init`";
            return Err(Failure::Usage(reason.into()));
        }
        ([], Some(project)) => files::of(project)?,
        // A file that is named twice is checked once.
        (files, _) => {
            let mut seen = BTreeSet::new();
            files.iter().filter(|file| seen.insert(absolute(Path::new(file)))).cloned().collect()
        }
    };
    if arguments.accept && project.is_none() {
        let reason = "`--accept` writes the lock file of a project, and there is no padstone.toml here or in a parent directory";
        return Err(Failure::Usage(reason.into()));
    }
    if arguments.accept && !arguments.rules.is_empty() {
        let reason = "`--accept` records layouts under the rules of padstone.toml: remove `--rules`";
        return Err(Failure::Usage(reason.into()));
    }
    let (paths, without_language) = languages::split(&mut session, project.as_deref(), paths, arguments.lang.as_deref())?;
    let inputs = session.inputs(&paths, arguments.lang.as_deref())?;
    let mut plans = Vec::with_capacity(inputs.len());
    for input in &inputs {
        plans.push(targets::plans(input, project.as_deref(), &session.options, &arguments.rules)?);
    }
    // With `--accept`, warnings do not stop the command.
    session.reporter.strict = !arguments.allow_warnings && !arguments.accept;
    session.threaded = true;
    session.keep_texts();
    let output = arguments.output.as_deref();
    let files = FilesToCheck { inputs: &inputs, plans: &plans, without_language: &without_language };
    session.write(&inputs, output, |session, out| check(session, arguments, project, &files, out)).map_err(Failure::from)
}

/// The files of the project or of the command line.
struct FilesToCheck<'a> {
    inputs: &'a [Input],
    /// The plans of each input.
    plans: &'a [Vec<TargetPlan>],
    /// The other files, which nothing can read.
    without_language: &'a [String],
}

/// Checks the files, and prints a summary.
fn check(
    session: &mut Session,
    arguments: &CheckArguments,
    project: Option<Rc<Project>>,
    &FilesToCheck { inputs, plans, without_language }: &FilesToCheck<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let project = project.as_deref();
    let default = Config::default();
    let levels = &project.map_or(&default, |project| &project.config).lints;
    let is_whole_project = arguments.files.is_empty();
    let untargeted: Vec<&str> = inputs.iter().zip(plans).filter(|(_, plans)| plans.is_empty()).map(|(input, _)| &*input.path).collect();
    targets::untargeted(&untargeted).iter().for_each(|found| session.reporter.report_one(found));
    if let Some(project) = project {
        languages::report(session, project, without_language);
    }
    if let Some(project) = project.filter(|_| is_whole_project) {
        let paths = inputs.iter().map(|input| &input.path).chain(without_language);
        let files: Vec<String> = paths.filter_map(|path| project.inner(path)).collect();
        unmatched::report(session, project, &files, arguments.rules.is_empty());
    }
    // Where a setting is wrong or a file has no target or language, entries of the lock file without a layout are not superfluous.
    let is_whole = is_whole_project && arguments.rules.is_empty() && !inputs.is_empty() && session.reporter.counts().errors == 0;
    // The lock file is a list of lines.
    let name = |input: &Input| {
        let inner = project.and_then(|project| project.inner(&input.path));
        printable(inner.as_deref().unwrap_or(&input.path)).into_owned()
    };
    let of_file =
        |(input, plans): (&Input, &Vec<TargetPlan>)| plans.iter().map(|plan| (name(input), plan.name.clone())).collect::<Vec<_>>();
    let all = inputs.iter().zip(plans).flat_map(of_file).collect();
    let lock = RecordedAbis::load(session, project, arguments, is_whole.then_some(&all));
    let job = |index: usize, loader: &(dyn Loader + Sync)| {
        let mut checked = check_file(&name(&inputs[index]), &plans[index], levels, loader);
        lock.compare(&mut checked);
        checked.free_clean_units();
        checked
    };

    let show = io::stderr().is_terminal();
    let Session { files, reporter, .. } = session;
    let (mut count, mut checked_files, mut done, mut groups) = (0, 0, CheckedAbis::default(), ChangeGroups::default());
    let mut findings = Findings::default();
    let mut add = |checked: Checked| {
        let units: Vec<Rc<Unit>> = checked.units.into_iter().map(Rc::new).collect();
        findings.add(&checked.name, &units, checked.found);
        for (unit, target, change) in checked.changed {
            groups.add(&checked.name, &units[unit], target, change);
        }
        done.unknown.extend(checked.unknown);
        done.renamed.extend(checked.renamed);
        done.plans.extend(checked.plans);
        done.abis.extend(checked.abis.into_iter().map(|(_, abi)| abi));
        checked_files += usize::from(checked.was_read);
    };
    let mut parts = PartsOfModules::default();
    parallel::in_order(inputs.len(), arguments.jobs, &|index| job(index, &**files), &mut |mut checked: Checked| {
        parts.included.extend(checked.included.drain(..));
        if checked.is_part {
            parts.files.push(checked)
        } else {
            add(checked)
        }
        count += 1;
        if show && count % 16 == 0 {
            reporter.progress(&format!("{count} of {} files", inputs.len()));
        }
    });
    parts.into_files().for_each(add);
    findings.report(session);
    groups.report(session, levels);
    let update = lock.finish(session, project, done, is_whole, levels);
    let hosts = hosts::check(session, project, &arguments.files, arguments.write)?;
    summary(session, update, checked_files, hosts, out)
}

fn summary(session: &Session, update: Option<LockUpdate>, files: usize, hosts: usize, out: &mut dyn Write) -> io::Result<()> {
    let plural = |count: usize, kind: &str| if count == 1 { format!("1 {kind}") } else { format!("{count} {kind}s") };
    if let Some(update) = update {
        writeln!(out, "{update}")?;
    }
    write!(out, "checked {}", plural(files, "file"))?;
    if hosts > 0 {
        write!(out, " and {}", plural(hosts, "host file"))?;
    }
    let totals = session.reporter.counts();
    let totals = [(totals.errors, "error"), (totals.warnings, "warning")].into_iter().filter(|(count, _)| *count > 0);
    let totals: Vec<String> = totals.map(|(count, kind)| plural(count, kind)).collect();
    if totals.is_empty() { writeln!(out) } else { writeln!(out, ": {}", totals.join(", ")) }
}

/// A file that was checked.
pub(crate) struct Checked {
    /// The path in messages and in the lock file.
    name: String,
    /// The units of the file.
    units: Vec<Unit>,
    /// Whether its text could be checked under at least one plan.
    was_read: bool,
    /// The findings for each target.
    found: Vec<UnitFindings>,
    /// The targets under which it was checked.
    plans: Vec<FileAndTarget>,
    /// The ABI for the targets without errors, each with its unit.
    abis: Vec<(usize, Abi)>,
    /// The changes against the lock file: the unit, the target, the change.
    changed: Vec<(usize, String, ChangeWithConsequences)>,
    /// The layouts that the lock file does not contain.
    unknown: Vec<Abi>,
    /// The files and targets that it has under former names, with these.
    renamed: Vec<(FileAndTarget, FileAndTarget)>,
    /// Whether it is a part of a Slang module, which cannot be read without the module.
    is_part: bool,
    /// The other files of its units, if it is Slang.
    included: Vec<String>,
}

/// The files of a project that implement Slang modules.
#[derive(Default)]
struct PartsOfModules {
    files: Vec<Checked>,
    /// The files that others include or import.
    included: BTreeSet<String>,
}

impl PartsOfModules {
    /// The files, without findings if another file of the project includes them: they were checked in their module.
    fn into_files(self) -> impl Iterator<Item = Checked> {
        let included = self.included;
        self.files.into_iter().map(move |mut part| {
            let paths = part.units.iter().filter_map(|unit| unit.sources.files().next());
            if paths.map(|(_, file)| normalized(&file.name)).any(|path| included.contains(&path)) {
                part.found.clear();
            }
            part
        })
    }
}

impl Checked {
    /// Frees the units without findings in the thread that created them, which is faster and relieves the reporting thread.
    fn free_clean_units(&mut self) {
        if self.changed.is_empty() && self.found.iter().all(|found| found.diagnostics.iter().len() == 0) {
            self.units.clear();
            self.found.clear();
        }
    }
}

/// Checks one file under all its plans.
fn check_file(name: &str, plans: &[TargetPlan], levels: &Levels, loader: &dyn Loader) -> Checked {
    let LaidOutFile { mut units, results } = targets::lay_out(plans, loader);
    // Targets with equal options share one reading and its diagnostics.
    let names = |unit_index: usize| {
        plans.iter().zip(&results).filter(move |(_, result)| result.unit == unit_index).map(|(plan, _)| plan.name.clone())
    };
    let reading = |(unit, read): (usize, &mut Unit)| UnitFindings {
        unit,
        targets: names(unit).collect(),
        diagnostics: std::mem::take(&mut read.diagnostics),
    };
    let mut found: Vec<UnitFindings> = units.iter_mut().enumerate().map(reading).collect();
    let contexts = plans.iter().zip(&results).map(|(plan, result)| {
        let unit = &units[result.unit];
        LintContext::new((&plan.name, &plan.options), &unit.sources, &unit.module, &result.layouts, plan.majorness_specified())
    });
    let contexts: Vec<LintContext<'_>> = contexts.collect();
    let lints::LintResult { contexts: linted, between_targets } = lints::run(&contexts, levels);
    drop(contexts);
    let mut abis = Vec::new();
    for ((plan, result), linted) in plans.iter().zip(results).zip(linted) {
        let unit = &units[result.unit];
        if !found[result.unit].diagnostics.has_errors() && !result.layouts.diagnostics.has_errors() {
            let abi = result.abi(name, plan, unit);
            abis.push((result.unit, abi));
        }
        let of_plan = [result.layouts.diagnostics, result.bindings.diagnostics, linted];
        let of_plan = of_plan.map(|diagnostics| UnitFindings { unit: result.unit, targets: vec![plan.name.clone()], diagnostics });
        found.extend(of_plan);
    }
    found.push(UnitFindings { unit: 0, targets: Vec::new(), diagnostics: between_targets });
    let is_part = found.iter().flat_map(|found| found.diagnostics.iter()).any(|found| found.code == &codes::PART_WITHOUT_MODULE);
    let slang = units.iter().filter(|unit| unit.module.language == Language::Slang);
    let included = slang.flat_map(|unit| unit.sources.files().skip(1)).map(|(_, file)| normalized(&file.name)).collect();
    for found in &mut found {
        found.diagnostics.set_severities(|found| levels.severity(found));
    }
    let plans = plans.iter().map(|plan| (name.to_owned(), plan.name.clone())).collect();
    let was_read = !units.is_empty() && units.iter().all(|unit| unit.sources.files().next().is_some());
    let (changed, unknown, renamed) = (Vec::new(), Vec::new(), Vec::new());
    Checked { name: name.to_owned(), units, was_read, found, plans, abis, changed, unknown, renamed, is_part, included }
}
