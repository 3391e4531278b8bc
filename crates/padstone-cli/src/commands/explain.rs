//! `padstone explain`: explains the offset of a member, and the registers and bindings of a parameter.

use std::io::Write as _;

use padstone::schema::Answer;
use padstone::{Compiler, SlotExplanations};
use padstone_read::diag::{Diagnostics, Severity};
use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::explain::{Explanation, Path, Question};
use padstone_read::source::Span;

use crate::arguments::ExplainArguments;
use crate::session::Session;
use crate::{Failure, answers};
use padstone_read::input::Input;
use padstone_read::program;
use padstone_read::selection::{RuleSelection, others};

pub(crate) fn run(mut session: Session, arguments: &ExplainArguments, color: TerminalColor) -> Result<u8, Failure> {
    let path: Path = arguments.path.parse().map_err(Failure::Usage)?;
    let inputs = session.inputs(std::slice::from_ref(&arguments.file), arguments.reading.lang.as_deref())?;
    let choices = session.choices(&inputs, &arguments.reading.rules)?.concat();
    let compilers = compilers(&inputs[0], &choices, arguments.policy.as_deref())?;

    if arguments.format == "json" {
        return json(session, &inputs, &choices, &compilers, &arguments.path);
    }

    let slots = slots(&session, &inputs[0], &compilers, &arguments.path)?;
    let mut explained = Vec::new();
    for selection in &choices {
        let unit = session.load(&inputs[0], selection.reader);
        let layouts = unit.layout(selection.profile);
        let others: Vec<_> = others(selection.profile, inputs[0].language).map(|profile| (profile.name, unit.layout(profile))).collect();
        explained.push((unit, layouts, others));
    }
    let mut explanations = Vec::new();
    for ((unit, layouts, others), slots) in explained.iter().zip(&slots) {
        let question = Question { sources: &unit.sources, module: &unit.module, layouts, others };
        let answer = question.explain(&path);
        let declarations: Vec<Span> = answer.iter().flat_map(Explanation::declarations).collect();
        session.reporter.report(unit, &[&about(&declarations, &[&unit.diagnostics, &layouts.diagnostics])]);
        if let Some(slots) = slots {
            report_program(&mut session, slots, &layouts.diagnostics);
        }
        match answer {
            // A parameter without bytes has slots only.
            Ok(explanation) => explanations.push((Some(explanation).filter(|one| slots.is_none() || one.has_bytes()), slots)),
            Err(_) if slots.is_some() => explanations.push((None, slots)),
            // It may be in a part that could not be read.
            Err(_) if session.reporter.has_errors() => return Ok(session.end()),
            Err(unknown) => {
                let suggestions = unknown.suggestions.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
                let hint = if suggestions.is_empty() { String::new() } else { format!("; a similar name exists: {suggestions}") };
                return Err(Failure::Usage(format!("{}{hint}", unknown.message)));
            }
        }
    }
    let code = session.write(&inputs, None, |_, out| {
        let mut is_first = true;
        let mut separate = |out: &mut dyn std::io::Write| if std::mem::take(&mut is_first) { Ok(()) } else { out.write_all(b"\n") };
        for (bytes, slots) in &explanations {
            if let Some(explanation) = bytes {
                separate(out)?;
                explanation.write(color, out)?;
            }
            for one in slots.iter().flat_map(|slots| &slots.list) {
                separate(out)?;
                let text = if color == TerminalColor::Ansi { one.colored() } else { one.to_string() };
                out.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    })?;
    Ok(code)
}

/// The compilers of the rules, each with the requested policy.
fn compilers(input: &Input, choices: &[RuleSelection], policy: Option<&str>) -> Result<Vec<Compiler>, Failure> {
    let Some(policy) = policy else { return Ok(answers::compilers(choices)?) };
    let compiler = |selection: &RuleSelection| {
        let name = program::target_of(selection.profile, input.language);
        let (request, target, _) = program::request(input, name, Some(policy)).map_err(Failure::Usage)?;
        Ok(Compiler::named(&format!("{}/{target}", request.rules.name))?)
    };
    choices.iter().map(compiler).collect()
}

/// The slots of a path under each compiler. Rule sets, and compilers that cannot bind programs, have none.
fn slots(session: &Session, input: &Input, compilers: &[Compiler], path: &str) -> Result<Vec<Option<SlotExplanations>>, Failure> {
    let unit = answers::unit(&session.workspace(), input)?;
    Ok(compilers.iter().map(|by| slots_by(&unit, path, by)).collect())
}

fn slots_by(unit: &padstone::Unit, path: &str, by: &Compiler) -> Option<SlotExplanations> {
    unit.explain_slots(path, by).ok().filter(|found| !found.list.is_empty())
}

/// Reports the errors of a program, and the other diagnostics about the explained parameters, except those already reported for its bytes.
fn report_program(session: &mut Session, slots: &SlotExplanations, reported: &Diagnostics) {
    let (unit, found) = slots.inner();
    let declarations: Vec<Span> = slots.list.iter().filter_map(padstone::SlotExplanation::declaration).collect();
    let mut rest = Diagnostics::new();
    rest.extend(found.iter().filter(|found| !reported.iter().any(|known| known == *found)).cloned());
    session.reporter.report(unit, &[&about(&declarations, &[&rest])]);
}

/// Writes the same as JSON.
fn json(mut session: Session, inputs: &[Input], choices: &[RuleSelection], slot_compilers: &[Compiler], path: &str) -> Result<u8, Failure> {
    let unit = answers::unit(&session.workspace(), &inputs[0])?;
    let (mut explanations, mut explained_slots, mut found) = (Vec::new(), Vec::new(), padstone::Diagnostics::default());
    let compilers = answers::compilers(choices)?;
    for (by, slot_compiler) in compilers.iter().zip(slot_compilers) {
        let layouts = unit.layout(by);
        answers::report(&mut session.reporter, &layouts);
        let slots = slots_by(&unit, path, slot_compiler);
        if let Some(slots) = &slots {
            report_program(&mut session, slots, &layouts.inner().diagnostics);
            found.add(&slots.diagnostics);
        }
        match unit.explain(path, by) {
            Ok(explanation) => {
                found.add(&explanation.diagnostics);
                explanations.push(explanation);
            }
            Err(_) if slots.is_some() => {}
            // It may be in a part that could not be read.
            Err(_) if session.reporter.has_errors() => return Ok(session.end()),
            Err(unknown) => return Err(unknown.into()),
        }
        explained_slots.extend(slots.into_iter().flat_map(|slots| slots.list));
    }
    let answer = Answer::Explain(explanations, explained_slots);
    Ok(session.write(inputs, None, |_, out| answers::write(answer, found, &[(unit, compilers)], out))?)
}

/// The errors, and other diagnostics about some declarations.
fn about(declarations: &[Span], found: &[&Diagnostics]) -> Diagnostics {
    let mut about = Diagnostics::new();
    let all = found.iter().flat_map(|found| found.iter());
    about.extend(
        all.filter(|diagnostic| {
            let mut spans = diagnostic.span.into_iter().chain(diagnostic.labels.iter().map(|label| label.span));
            diagnostic.severity == Severity::Error || spans.any(|span| declarations.contains(&span))
        })
        .cloned(),
    );
    about
}
