//! `padstone explain`: explains the offset of a member, and the registers and bindings of a parameter.

use std::io::Write as _;

use padstone::schema::Answer;
use padstone::{Compiler, ErrorKind, Explanation, Layouts, SlotExplanations};
use padstone_read::bind::SlotRules;
use padstone_read::diag::{Diagnostics, Severity};
use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::explain::MemberPath;
use padstone_read::source::Span;

use crate::arguments::ExplainArguments;
use crate::session::{Session, rule_names};
use crate::{Failure, answers, subject};
use padstone_read::input::Input;
use padstone_read::program;
use padstone_read::selection::RuleSelection;

pub(crate) fn run(mut session: Session, arguments: &ExplainArguments, color: TerminalColor) -> Result<u8, Failure> {
    let path = &arguments.path;
    path.parse::<MemberPath>().map_err(Failure::Usage)?;
    let inputs = session.inputs(std::slice::from_ref(&arguments.file), arguments.reading.lang.as_deref())?;
    let choices = session.choices(&inputs, &arguments.reading.rules)?.concat();
    let compilers = match &arguments.policy {
        Some(policy) => {
            let names = rule_names(&inputs[0], &arguments.reading.rules);
            let with_policy = |(name, selection): (&String, _)| compiler_with_policy(&inputs[0], name.trim(), selection, policy);
            names.iter().zip(&choices).map(with_policy).collect::<Result<_, _>>()?
        }
        None => answers::compilers(&choices)?,
    };
    let unit = answers::unit(&session.workspace(), &inputs[0])?;
    let is_json = arguments.format == "json";

    let (mut explained, mut found) = (Vec::new(), padstone::Diagnostics::default());
    for by in &compilers {
        let layouts = unit.layout(by);
        let answer = unit.explain(path, by);
        if let Err(error) = &answer
            && error.kind == ErrorKind::AmbiguousBuffer
        {
            session.reporter.report_one(&subject::ambiguous(&arguments.file, &error.message, &error.suggestions));
            return Ok(session.end());
        }
        // Rule sets, and compilers that cannot bind programs, have no slots.
        let slots = unit.explain_slots(path, by).ok().filter(|slots| !slots.list.is_empty());
        match is_json {
            true => answers::report(&mut session.reporter, &layouts),
            false => report_declarations(&mut session, &layouts, answer.as_ref().ok()),
        }
        if let Some(slots) = &slots {
            report_program(&mut session, slots, &layouts.inner().diagnostics);
            found.add(&slots.diagnostics);
        }
        match answer {
            Ok(explanation) => {
                found.add(&explanation.diagnostics);
                explained.push((Some(explanation), slots));
            }
            Err(_) if slots.is_some() => explained.push((None, slots)),
            // The name may be declared in a part that padstone could not read.
            Err(_) if session.reporter.has_errors() => return Ok(session.end()),
            Err(unknown) => return Err(unknown.into()),
        }
    }
    if is_json {
        let (bytes, slots): (Vec<_>, Vec<_>) = explained.into_iter().unzip();
        let slots = slots.into_iter().flatten().flat_map(|slots| slots.list).collect();
        let answer = Answer::Explain(bytes.into_iter().flatten().collect(), slots);
        return Ok(session.write(&inputs, None, |_, out| answers::write(answer, found, &[(unit, compilers)], out))?);
    }
    let code = session.write(&inputs, None, |_, out| out.write_all(explanation_text(&explained, color).as_bytes()))?;
    Ok(code)
}

/// The explanations, separated by empty lines. A parameter without bytes has slots only.
fn explanation_text(explained: &[(Option<Explanation>, Option<SlotExplanations>)], color: TerminalColor) -> String {
    let mut texts = Vec::new();
    let has_color = color == TerminalColor::Ansi;
    for (bytes, slots) in explained {
        if let Some(bytes) = bytes.as_ref().filter(|bytes| slots.is_none() || bytes.has_bytes()) {
            texts.push(if has_color { bytes.colored() } else { bytes.to_string() });
        }
        let list = slots.iter().flat_map(|slots| &slots.list);
        texts.extend(list.map(|explanation| if has_color { explanation.colored() } else { explanation.to_string() }));
    }
    texts.join("\n")
}

/// The compiler for a name of the rules, with the requested policy: the rules determine offsets, the policy determines slots and what a program may
/// contain.
fn compiler_with_policy(input: &Input, name: &str, selection: &RuleSelection, policy: &str) -> Result<Compiler, Failure> {
    let known = program::target_of(selection.profile, input.language);
    let base = known.and_then(|known| known.split(' ').next());
    let (request, target, _) = program::request(input, base, Some(policy)).map_err(Failure::Usage)?;
    let rules = request.rules;
    // `spirv scalar`: the policy may have a target for these offsets.
    let found = known.and_then(|known| Some((known, rules.target(known)?)));
    let (target, own) = found.map_or((&*target, request.target), |found| found);
    let compiler = Compiler::named(&format!("{}/{target}", rules.name))?;
    let default = rules.profile_for(&own);
    let profile = match rules.slots {
        SlotRules::OfTypes(_) if name != "auto" && selection.profile.name != default.name => {
            let advice = "pass `--rules auto`; `-target` selects the target";
            return Err(Failure::Usage(format!(
                "the rules `{name}` conflict with `--policy {policy}`, which has offsets of its own: {advice}"
            )));
        }
        SlotRules::OfTypes(_) => default,
        SlotRules::OfParameters(_) if name == "auto" => request.profile.unwrap_or(default),
        SlotRules::OfParameters(_) => selection.profile,
    };
    match profile.name == default.name {
        true => Ok(compiler),
        false => Ok(Compiler::named(profile.name)?.bound_by(&compiler)),
    }
}

/// Reports errors, and the other diagnostics about the explained declarations.
fn report_declarations(session: &mut Session, layouts: &Layouts, answer: Option<&Explanation>) {
    let read = layouts.unit().inner();
    let declarations = answer.map_or(&[][..], Explanation::declarations);
    session.reporter.report(read, &[&about(declarations, &[&read.diagnostics, &layouts.inner().diagnostics])]);
}

/// Reports the errors of a program, and the other diagnostics about the explained parameters, except those already reported for its bytes.
fn report_program(session: &mut Session, slots: &SlotExplanations, reported: &Diagnostics) {
    let (unit, found) = slots.inner();
    let declarations: Vec<Span> = slots.list.iter().filter_map(padstone::SlotExplanation::declaration).collect();
    let mut rest = Diagnostics::new();
    rest.extend(found.iter().filter(|found| !reported.iter().any(|known| known == *found)).cloned());
    session.reporter.report(unit, &[&about(&declarations, &[&rest])]);
}

/// The errors, and other diagnostics about some declarations.
fn about(declarations: &[Span], found: &[&Diagnostics]) -> Diagnostics {
    let mut about = Diagnostics::new();
    let diagnostics = found.iter().flat_map(|found| found.iter());
    about.extend(
        diagnostics
            .filter(|diagnostic| {
                let mut spans = diagnostic.span.into_iter().chain(diagnostic.labels.iter().map(|label| label.span));
                diagnostic.severity == Severity::Error || spans.any(|span| declarations.contains(&span))
            })
            .cloned(),
    );
    about
}
