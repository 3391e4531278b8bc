//! `padstone check`: everything that a project names, held to its lints, its lock file and its hosts.

pub(crate) mod files;
mod hosts;
mod locked;
mod parallel;

use std::io::{self, IsTerminal, Write};
use std::rc::Rc;

use padstone::Unit;
use padstone::check::abi::Abi;
use padstone::check::config::Config;
use padstone::check::lints::{self, Levels, View};
use padstone::diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone::source::Loader;

use crate::Failure;
use crate::arguments::CheckArguments;
use crate::inputs::Input;
use crate::project::Project;
use crate::session::Session;
use crate::targets::{self, Made, Plan};
use locked::{Done, Key, Locked};

pub(crate) fn run(mut session: Session, arguments: &CheckArguments) -> Result<u8, Failure> {
    if arguments.init {
        return files::init();
    }
    let project = session.project(arguments.files.first().map(String::as_str))?;
    for file in &arguments.files {
        let own = session.project(Some(file))?;
        if own.as_ref().map(Rc::as_ptr) != project.as_ref().map(Rc::as_ptr) {
            return Err(Failure::Usage(format!("`{file}` and `{}` belong to different projects", arguments.files[0])));
        }
    }
    let paths = match (&arguments.files[..], &project) {
        ([], None) => {
            let why = "there is no padstone.toml here or above: name FILEs, or begin with `padstone check --init`";
            return Err(Failure::Usage(why.into()));
        }
        ([], Some(project)) => files::of(project)?,
        (files, _) => files.to_vec(),
    };
    let inputs = session.inputs(&paths, arguments.lang.as_deref())?;
    let mut plans = Vec::with_capacity(inputs.len());
    for input in &inputs {
        plans.push(targets::plans(input, project.as_deref(), &session.options, &arguments.rules)?);
    }
    session.reporter.strict = !arguments.allow_warnings;
    session.threaded = true;
    let output = arguments.output.as_deref();
    session.write(&inputs, output, |session, out| check(session, arguments, project, &inputs, &plans, out)).map_err(Failure::from)
}

/// Checks the files and says what came of it.
fn check(
    session: &mut Session,
    arguments: &CheckArguments,
    project: Option<Rc<Project>>,
    inputs: &[Input],
    plans: &[Vec<Plan>],
    out: &mut dyn Write,
) -> io::Result<()> {
    let project = project.as_deref();
    let default = Config::default();
    let levels = &project.map_or(&default, |project| &project.config).lints;
    if inputs.is_empty() {
        let message = "no file of the project is there to be checked";
        let found = Diagnostic { severity: Severity::Warning, ..Diagnostic::without_place(&codes::PROJECT_EMPTY, message) };
        session.reporter.report_one(&found.help("`files` in padstone.toml names them as globs"));
    }
    let all = arguments.files.is_empty();
    let lock = Locked::load(session, project, arguments.accept, all);
    let name = |input: &Input| project.and_then(|project| project.inner(&input.path)).unwrap_or_else(|| input.path.clone());
    let job = |index: usize, loader: &(dyn Loader + Sync)| {
        let mut checked = one(&name(&inputs[index]), &plans[index], levels, loader);
        lock.compare(&mut checked, levels);
        checked
    };

    let show = io::stderr().is_terminal();
    let Session { files, reporter, .. } = session;
    let (mut count, mut done) = (0, Done::default());
    parallel::in_order(inputs.len(), arguments.jobs, &|index| job(index, &*files), &mut |checked: Checked| {
        for (unit, found) in checked.units.iter().zip(&checked.found) {
            reporter.report(unit, &found.iter().collect::<Vec<_>>());
        }
        done.plans.extend(checked.plans);
        done.promised.extend(checked.promised.into_iter().map(|(_, abi)| abi));
        count += 1;
        if show && count % 16 == 0 {
            reporter.progress(&format!("{count} of {} files", inputs.len()));
        }
    });
    lock.finish(session, project, done, all);
    let hosts = hosts::check(session, project, &arguments.files, arguments.write)?;
    summary(inputs.len(), hosts, out)
}

fn summary(files: usize, hosts: usize, out: &mut dyn Write) -> io::Result<()> {
    let plural = |count: usize, what: &str| if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") };
    write!(out, "checked {}", plural(files, "file"))?;
    if hosts > 0 {
        write!(out, " and {} of hosts", plural(hosts, "file"))?;
    }
    writeln!(out)
}

/// A file that was checked.
pub(crate) struct Checked {
    /// What was read of it.
    units: Vec<Unit>,
    /// What there is to say, by unit.
    found: Vec<Vec<Diagnostics>>,
    /// Under which names it was looked at.
    plans: Vec<Key>,
    /// What it promises under those without errors, and the unit of each.
    promised: Vec<(usize, Abi)>,
}

/// Checks one file under all its plans.
fn one(name: &str, plans: &[Plan], levels: &Levels, loader: &dyn Loader) -> Checked {
    let Made { mut units, outcomes } = targets::make(plans, loader);
    let mut found: Vec<Vec<Diagnostics>> = units.iter_mut().map(|unit| vec![std::mem::take(&mut unit.diagnostics)]).collect();
    let views = plans.iter().zip(&outcomes).map(|(plan, outcome)| {
        let unit = &units[outcome.unit];
        View::new(&plan.name, &unit.sources, &unit.module, &outcome.layouts, plan.major_given())
    });
    let views: Vec<View<'_>> = views.collect();
    let linted = lints::run(&views, levels);
    drop(views);
    let mut promised = Vec::new();
    for ((plan, outcome), linted) in plans.iter().zip(outcomes).zip(linted) {
        let unit = &units[outcome.unit];
        if !found[outcome.unit][0].has_errors() && !outcome.layouts.diagnostics.has_errors() {
            let abi = outcome.promise(name, plan, unit);
            promised.push((outcome.unit, abi));
        }
        found[outcome.unit].extend([outcome.layouts.diagnostics, outcome.bindings.diagnostics, linted]);
    }
    for found in found.iter_mut().flatten() {
        found.set_severities(|found| levels.severity(found));
    }
    let plans = plans.iter().map(|plan| (name.to_owned(), plan.name.clone())).collect();
    Checked { units, found, plans, promised }
}
