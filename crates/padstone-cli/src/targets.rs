//! The targets of a project: the rules and options for each of its files.

use padstone_check::abi::{self, Abi};
use padstone_check::config::{Settings, Target};
use padstone_read::Unit;
use padstone_read::bind::Bindings;
use padstone_read::diag::{Diagnostic, Severity, codes};
use padstone_read::emit::reflect;
use padstone_read::layout::ModuleLayout;
use padstone_read::model::Language;
use padstone_read::source::Loader;

use crate::project::Project;
use padstone_read::input::Input;
use padstone_read::options::{CompilerOptions, OptionKey};
use padstone_read::program as programs;
use padstone_read::selection::{self as rules, RuleSelection};

/// A file for one target and one of its rule sets.
pub(crate) struct TargetPlan {
    /// The name of the target; empty if the project has none and one rule set.
    pub(crate) name: String,
    /// The options of the target, as for a command line; empty if it has none.
    pub(crate) options: String,
    /// The file with the options of the target.
    input: Input,
    selection: RuleSelection,
    /// The index of the group of plans that share a reading.
    read_as: usize,
}

/// A file with its layouts.
pub(crate) struct LaidOutFile {
    /// The units, which plans may share.
    pub(crate) units: Vec<Unit>,
    /// For each plan, the unit and its results.
    pub(crate) results: Vec<PlanResult>,
}

/// The result of a file for one plan.
pub(crate) struct PlanResult {
    pub(crate) unit: usize,
    pub(crate) layouts: ModuleLayout,
    pub(crate) bindings: Bindings,
    /// The bindings of a Slang program.
    places: Option<reflect::Program>,
}

impl PlanResult {
    /// The ABI of a file for one plan.
    pub(crate) fn abi(&self, file: &str, plan: &TargetPlan, unit: &Unit) -> Abi {
        let mut abi = abi::record(file, &plan.name, &unit.module, &self.layouts, &self.bindings);
        self.places.iter().for_each(|places| abi::add_binding_locations(&mut abi, &unit.module, places));
        abi
    }
}

/// The plans of a file: one for each matching target of its project and each rule set of the target; `--rules` takes precedence. If there
/// are none, the caller reports it ([`untargeted`]).
pub(crate) fn plans(
    input: &Input,
    project: Option<&Project>,
    command_line: &CompilerOptions,
    rules: &[String],
) -> Result<Vec<TargetPlan>, String> {
    let mut plans = Vec::new();
    let targets = project.map_or(&[][..], |project| &project.config.targets);
    if targets.is_empty() || !rules.is_empty() {
        let rules = if rules.is_empty() { &input.rules } else { rules };
        push(&mut plans, ("", ""), input.clone(), rules)?;
        return Ok(plans);
    }
    for (target, input) in project.into_iter().flat_map(|project| of_targets(input, project, command_line)) {
        let rules: Vec<String> = target.settings.rules.iter().map(|rules| rules.value.clone()).collect();
        push(&mut plans, (&target.name.value, &command_line_of(&target.settings)), input, &rules)?;
    }
    Ok(plans)
}

/// The plans of the shader of a host file: those of the targets to which it belongs, or of the selected one. `rules` takes precedence over their rules.
/// If there are no targets, the settings of the project apply.
pub(crate) fn host_plans(
    input: &Input,
    project: &Project,
    command_line: &CompilerOptions,
    selected: Option<&str>,
    rules: Option<&str>,
) -> Result<Vec<TargetPlan>, String> {
    let mut plans = Vec::new();
    let own = |of_settings: Vec<String>| rules.map_or(of_settings, |rules| vec![rules.to_owned()]);
    for (target, input) in of_targets(input, project, command_line) {
        let rules = own(target.settings.rules.iter().map(|rules| rules.value.clone()).collect());
        if selected.is_none_or(|selected| selected == target.name.value) {
            push(&mut plans, (&target.name.value, &command_line_of(&target.settings)), input, &rules)?;
        }
    }
    match selected {
        Some(selected) if plans.is_empty() => {
            return Err(format!("the shader does not belong to target `{selected}`: change the `files` of the target"));
        }
        None if plans.is_empty() => push(&mut plans, ("", ""), input.clone(), &own(input.rules.clone()))?,
        _ => {}
    }
    Ok(plans)
}

/// The targets to which a file belongs, each with the file under its options.
fn of_targets<'p>(input: &Input, project: &'p Project, command_line: &CompilerOptions) -> impl Iterator<Item = (&'p Target, Input)> {
    let inner = project.inner(&input.path);
    let targets = project.config.targets.iter().zip(&project.targets);
    targets.filter(move |(target, _)| target.files.is_empty() || inner.as_ref().is_some_and(|inner| target.files.allows(inner))).map(
        move |(target, own)| {
            let mut input = input.clone();
            input.options = command_line.clone();
            input.options.add_defaults(own);
            input.options.add_defaults(&project.options);
            (target, input)
        },
    )
}

/// Reports the files that match no target of their project.
pub(crate) fn untargeted(files: &[&str]) -> Option<Diagnostic> {
    let message = match files {
        [] => return None,
        [file] => format!("`{file}` matches no target"),
        _ => format!("{} files match no target", files.len()),
    };
    let mut found = Diagnostic::without_place(&codes::FILE_UNTARGETED, message);
    if files.len() > 1 {
        let shown: Vec<String> = files.iter().take(SHOWN).map(|file| format!("`{file}`")).collect();
        let more = files.len().checked_sub(SHOWN + 1).map_or_else(String::new, |more| format!(", and {} more", more + 1));
        found = found.note(format!("files: {}{more}", shown.join(", ")));
    }
    let kind = if files.len() == 1 { "it" } else { "them" };
    Some(
        found
            .help(format!("add {kind} to `files` of a `[[target]]`, exclude {kind} in `files` of the project with `!`, or pass `--rules`")),
    )
}

/// The maximum number of files in a message.
const SHOWN: usize = 8;

/// The options and macros of a target, as for a command line.
fn command_line_of(settings: &Settings) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    let quoted = |word: &str| match word.is_empty() || !word.chars().all(is_plain) {
        true => format!("'{}'", word.replace('\'', r"'\''")),
        false => word.to_owned(),
    };
    let options = settings.options.iter().map(|option| quoted(&option.value));
    let defines = settings.defines.iter().flat_map(|define| ["-D".to_owned(), quoted(&define.value)]);
    options.chain(defines).collect::<Vec<_>>().join(" ")
}

fn push(plans: &mut Vec<TargetPlan>, (target, options): (&str, &str), input: Input, rules: &[String]) -> Result<(), String> {
    let auto = ["auto".to_owned()];
    let rules = if rules.is_empty() { &auto } else { rules };
    let choices = rules::select(rules, &input.options, input.language)?;
    let has_several = choices.len() > 1;
    let first = plans.len();
    for selection in choices {
        let name = match (target, has_several) {
            ("", false) => String::new(),
            ("", true) => selection.profile.name.to_owned(),
            (target, false) => target.to_owned(),
            (target, true) => Target::result_name(target, selection.profile.name),
        };
        // Plans with the same compiler and target share a reading.
        let shared = plans[first..].iter().position(|plan| plan.selection.reader == selection.reader);
        let read_as = shared.map_or(plans.len(), |index| first + index);
        plans.push(TargetPlan { name, options: options.to_owned(), input: input.clone(), selection, read_as });
    }
    Ok(())
}

/// Reads a file for all its plans: the units, and the unit of each plan.
pub(crate) fn read(plans: &[TargetPlan], loader: &dyn Loader) -> (Vec<Unit>, Vec<usize>) {
    let (mut units, mut unit_of) = (Vec::new(), Vec::new());
    for (index, plan) in plans.iter().enumerate() {
        let unit = if plan.read_as == index {
            units.push(plan.input.load(loader, plan.selection.reader));
            units.len() - 1
        } else {
            unit_of[plan.read_as]
        };
        unit_of.push(unit);
    }
    (units, unit_of)
}

/// Reads a file for all its plans, and lays it out.
pub(crate) fn lay_out(plans: &[TargetPlan], loader: &dyn Loader) -> LaidOutFile {
    let (units, unit_of) = read(plans, loader);
    let mut laid_out = LaidOutFile { units, results: Vec::new() };
    for (plan, unit) in plans.iter().zip(unit_of) {
        let read = &laid_out.units[unit];
        let bindings = read.bind(plan.selection.policy, &plan.input.bind_options());
        let slang = plan.input.language == Language::Slang;
        let program = slang.then(|| programs::slang_program(read, &plan.input, plan.selection.profile)).flatten();
        let mut layouts = if program.is_some() { read.bytes(plan.selection.profile) } else { read.layout(plan.selection.profile) };
        let places = program.map(|(program, name)| {
            // Notes do not count as findings.
            layouts.diagnostics.extend(program.diagnostics.iter().filter(|found| found.severity != Severity::Note).cloned());
            read.reflect(&program, name).0
        });
        laid_out.results.push(PlanResult { unit, layouts, bindings, places });
    }
    laid_out
}

impl TargetPlan {
    /// The layouts of a unit that was read for this plan.
    pub(crate) fn layouts(&self, unit: &Unit) -> ModuleLayout {
        unit.layout(self.selection.profile)
    }

    /// Whether options specify the majorness of matrices.
    pub(crate) fn majorness_specified(&self) -> bool {
        self.input.options.has(&OptionKey::Major)
    }
}
