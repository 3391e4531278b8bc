//! `padstone compare`: reports where layouts diverge.

use padstone::Comparison;
use padstone::schema::Answer;
use padstone_read::Unit;
use padstone_read::diag::{Diagnostic, codes};
use padstone_read::emit::compare::{self, ComparisonOutcome, Side};
use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::lookup;
use padstone_read::layout::ModuleLayout;
use padstone_repair::{self as repair, Repair};

use crate::arguments::CompareArguments;
use crate::files::STDIN;
use crate::session::{Session, same_file};
use crate::{ERRORS, Failure, answers, subject};
use padstone_read::input::Input;
use padstone_read::selection::{HlslReader, RuleSelection};
use padstone_read::source::printable;

pub(crate) fn run(mut session: Session, arguments: &CompareArguments, color: TerminalColor) -> Result<u8, Failure> {
    let named: Vec<(&str, Option<&str>)> = arguments.files.iter().map(|argument| subject::split(argument)).collect();
    let paths: Vec<String> = named.iter().map(|(path, _)| (*path).to_owned()).collect();
    let inputs = session.inputs(&paths, arguments.reading.lang.as_deref())?;
    let reference = match &arguments.reference {
        None => Vec::new(),
        Some(reference) => match paths.iter().find(|path| same_file(path, reference)) {
            Some(path) => vec![path.clone()],
            None => {
                return Err(Failure::Usage(format!("`--reference {reference}` is not one of the compared files: {}", paths.join(", "))));
            }
        },
    };
    let choices = session.choices(&inputs, &arguments.reading.rules)?;
    let count: usize = choices.iter().map(Vec::len).sum();
    if count < 2 {
        return Err(Failure::Usage("nothing to compare: pass two rule sets (`--rules dxc,dxc-spirv`) or two files".into()));
    }
    if arguments.format == "json" {
        return json(session, arguments, (&inputs, &choices), &named, &reference);
    }
    let (mut outcome, mut divergent) = (ComparisonOutcome::default(), 0);
    let code = session.write(&inputs, None, |session, out| {
        let mut laid: Vec<(usize, Unit, ModuleLayout)> = Vec::new();
        for (index, (input, choices)) in inputs.iter().zip(&choices).enumerate() {
            for selection in choices {
                let unit = session.load(input, selection.reader);
                let layouts = unit.layout(selection.profile);
                session.reporter.report(&unit, &[&unit.diagnostics, &layouts.diagnostics]);
                laid.push((index, unit, layouts));
            }
        }
        let mut sides = Vec::new();
        for (index, unit, layouts) in &laid {
            let (path, name) = named[*index];
            let only = match name.map(|name| (name, lookup::find(&unit.module, layouts, name))) {
                None => None,
                Some((_, Ok(position))) => {
                    let layout = layouts.named(&unit.module, &layouts.layouts[position]);
                    subject::report_other_layouts(&mut session.reporter, unit, layouts, layout);
                    Some(layout)
                }
                Some((name, Err(error))) => {
                    session.reporter.report_one(&subject::not_one(path, name, &error));
                    continue;
                }
            };
            sides.push(Side { file: path, sources: &unit.sources, module: &unit.module, layouts, only });
        }
        if sides.len() < laid.len() {
            return Ok(());
        }
        outcome = compare::write(out, &sides, color)?;
        if outcome.compared == 0 && !session.reporter.has_errors() {
            let (_, alone) = compare::compare(&sides);
            session.reporter.report_one(&nothing_compared(alone.iter().map(|alone| (&*alone.file, &*alone.name))));
        }
        if outcome.different > 0 && !inputs.iter().any(|input| input.path == STDIN.1) {
            let repair = search(session, (&inputs, &choices), &named, &reference);
            repair.write(out)?;
            if arguments.fix {
                session.edit(&repair.changed);
                divergent = repair.diverging;
            }
        }
        Ok(())
    })?;
    let still_divergent = if arguments.fix { divergent } else { outcome.different };
    Ok(if still_divergent > 0 { ERRORS } else { code })
}

/// Writes the same as JSON.
fn json(
    mut session: Session,
    arguments: &CompareArguments,
    (inputs, choices): (&[Input], &[Vec<RuleSelection>]),
    named: &[(&str, Option<&str>)],
    reference: &[String],
) -> Result<u8, Failure> {
    let workspace = session.workspace();
    let (mut units, mut sides) = (Vec::new(), Vec::new());
    for ((input, choices), (_, name)) in inputs.iter().zip(choices).zip(named) {
        let unit = answers::unit(&workspace, input)?;
        let compilers = answers::compilers(choices)?;
        for by in &compilers {
            let layouts = unit.layout(by);
            answers::report(&mut session.reporter, &layouts);
            let only = match name.map(|name| layouts.buffer(name)) {
                // The buffer may be in a part of the file that has errors.
                Some(Err(_)) if session.reporter.has_errors() => return Ok(session.end()),
                found => found.transpose()?,
            };
            sides.push((layouts, only));
        }
        units.push((unit, compilers));
    }
    let comparison = Comparison::of_command(sides);
    if comparison.compared.is_empty() && !session.reporter.has_errors() {
        session.reporter.report_one(&nothing_compared(comparison.not_compared.iter().map(|alone| (&*alone.file, &*alone.name))));
    }
    let is_input = inputs.iter().any(|input| input.path == STDIN.1);
    let fixed = (!comparison.agrees() && !is_input).then(|| {
        let reference: Vec<&str> = reference.iter().map(String::as_str).collect();
        comparison.fix_to_match(&reference)
    });
    let divergent = match &fixed {
        Some(fixed) if arguments.fix => fixed.diverging,
        _ => usize::from(!comparison.agrees()),
    };
    let code = session.write(inputs, None, |session, out| {
        if let (Some(fixed), true) = (&fixed, arguments.fix) {
            session.edit(&answers::changed(&fixed.change));
        }
        let found = comparison.diagnostics.clone();
        answers::write(Answer::Compare(Box::new(comparison), fixed), found, &units, out)
    })?;
    Ok(if divergent > 0 { ERRORS } else { code })
}

/// Without a common name, padstone compares nothing, and cannot report a match. `buffers` are those of each file.
fn nothing_compared<'n>(buffers: impl Iterator<Item = (&'n str, &'n str)>) -> Diagnostic {
    let message = "nothing to compare: no buffer or struct has the same name on all sides";
    let mut files: Vec<(&str, Vec<&str>)> = Vec::new();
    for (file, name) in buffers {
        match files.iter_mut().find(|(known, _)| *known == file) {
            Some((_, names)) => names.push(name),
            None => files.push((file, vec![name])),
        }
    }
    let folded = |name: &str| name.replace('_', "").to_lowercase();
    let is_in_all = |name: &&&str| files.iter().all(|(_, names)| names.iter().any(|other| folded(other) == folded(name)));
    let similar = files.first().and_then(|(_, names)| names.iter().find(is_in_all)).map(|name| folded(name));
    let arguments: Vec<String> = files
        .iter()
        .map(|(file, names)| {
            let name = names.iter().find(|name| similar.as_ref().is_some_and(|similar| folded(name) == *similar)).or(names.first());
            format!("{}:{}", printable(file), name.copied().unwrap_or_default())
        })
        .collect();
    let arguments = if files.len() < 2 { "a.hlsl:Camera b.wgsl:camera".to_owned() } else { arguments.join(" ") };
    Diagnostic::without_place(&codes::NOTHING_COMPARED, message).help(format!("pass the names to compare: `padstone compare {arguments}`"))
}

/// Searches for the smallest edits after which the layouts match.
fn search(
    session: &Session,
    (inputs, choices): (&[Input], &[Vec<RuleSelection>]),
    named: &[(&str, Option<&str>)],
    reference: &[String],
) -> Repair {
    let (mut readings, mut sides) = (Vec::new(), Vec::new());
    for ((input, choices), (_, requested)) in inputs.iter().zip(choices).zip(named) {
        // At most one for each reader.
        let mut of_reader = [None; HlslReader::ALL.len()];
        for selection in choices {
            let reading = *of_reader[selection.reader as usize].get_or_insert_with(|| {
                readings.push(repair::InputFile { path: input.path.clone(), options: input.reading(selection.reader) });
                readings.len() - 1
            });
            sides.push(repair::Side { reading, profile: selection.profile, selected: requested.map(str::to_owned) });
        }
    }
    repair::repair_to_match(reference, &readings, &sides, session.loader())
}
