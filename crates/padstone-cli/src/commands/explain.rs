//! `padstone explain`: why a member has its offset.

use padstone::schema::Answer;
use padstone_read::diag::{Diagnostics, Severity};
use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::explain::{Explanation, Path, Question};
use padstone_read::source::Span;

use crate::arguments::ExplainArguments;
use crate::session::Session;
use crate::{Failure, answers};
use padstone_read::input::Input;
use padstone_read::selection::{RuleSelection, others};

pub(crate) fn run(mut session: Session, arguments: &ExplainArguments, color: TerminalColor) -> Result<u8, Failure> {
    let path: Path = arguments.path.parse().map_err(Failure::Usage)?;
    let inputs = session.inputs(std::slice::from_ref(&arguments.file), arguments.reading.lang.as_deref())?;
    let choices = session.choices(&inputs, &arguments.reading.rules)?.concat();

    if arguments.format == "json" {
        return json(session, &inputs, &choices, &arguments.path);
    }

    let mut explained = Vec::new();
    for selection in &choices {
        let unit = session.load(&inputs[0], selection.reader);
        let layouts = unit.layout(selection.profile);
        let others: Vec<_> = others(selection.profile, inputs[0].language).map(|profile| (profile.name, unit.layout(profile))).collect();
        explained.push((unit, layouts, others));
    }
    let mut explanations = Vec::new();
    for (unit, layouts, others) in &explained {
        let question = Question { sources: &unit.sources, module: &unit.module, layouts, others };
        let answer = question.explain(&path);
        let declarations: Vec<Span> = answer.iter().flat_map(Explanation::declarations).collect();
        session.reporter.report(unit, &[&about(&declarations, &[&unit.diagnostics, &layouts.diagnostics])]);
        match answer {
            Ok(explanation) => explanations.push(explanation),
            // Perhaps it is there, in what could not be read.
            Err(_) if session.reporter.has_errors() => return Ok(session.end()),
            Err(unknown) => {
                let suggestions = unknown.suggestions.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
                let hint = if suggestions.is_empty() { String::new() } else { format!("; a similar name exists: {suggestions}") };
                return Err(Failure::Usage(format!("{}{hint}", unknown.message)));
            }
        }
    }
    let code = session.write(&inputs, None, |_, out| {
        for (index, explanation) in explanations.iter().enumerate() {
            if index > 0 {
                std::io::Write::write_all(out, b"\n")?;
            }
            explanation.write(color, out)?;
        }
        Ok(())
    })?;
    Ok(code)
}

/// The same as JSON.
fn json(mut session: Session, inputs: &[Input], choices: &[RuleSelection], path: &str) -> Result<u8, Failure> {
    let unit = answers::unit(&session.workspace(), &inputs[0])?;
    let (mut explanations, mut found) = (Vec::new(), padstone::Diagnostics::default());
    let compilers = answers::compilers(choices)?;
    for by in &compilers {
        answers::report(&mut session.reporter, &unit.layout(by));
        match unit.explain(path, by) {
            Ok(explanation) => {
                found.add(&explanation.diagnostics);
                explanations.push(explanation);
            }
            // Perhaps it is there, in what could not be read.
            Err(_) if session.reporter.has_errors() => return Ok(session.end()),
            Err(unknown) => return Err(unknown.into()),
        }
    }
    Ok(session.write(inputs, None, |_, out| answers::write(Answer::Explain(explanations), found, &[(unit, compilers)], out))?)
}

/// The errors, and what else there is to say about some declarations.
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
