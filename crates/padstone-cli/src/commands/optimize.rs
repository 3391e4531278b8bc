//! `padstone optimize`: finds the order of members with the smallest size.

use std::io::Write;

use padstone::Search;
use padstone::schema::Answer;
use padstone_read::emit::lookup::{self, LookupError};
use padstone_read::source::printable_patch;
use padstone_repair::{InputFile, Optimum, OrderEdit, Side, optimize};

use crate::arguments::{OptimizeArguments, OrderForm};
use crate::files::STDIN;
use crate::session::Session;
use crate::{Failure, answers, subject};
use padstone_read::input::Input;
use padstone_read::model::Language;
use padstone_read::selection::{HlslReader, RuleSelection};

pub(crate) fn run(mut session: Session, arguments: &OptimizeArguments) -> Result<u8, Failure> {
    let inputs = session.inputs(std::slice::from_ref(&arguments.file), arguments.reading.lang.as_deref())?;
    let input = &inputs[0];
    if input.path == STDIN.1 {
        return Err(Failure::Usage("`padstone optimize` reads the source more than once: pass a FILE".into()));
    }
    if input.language == Language::SpirV {
        return Err(Failure::Usage(format!("`padstone optimize` reorders the members in a source; `{}` is SPIR-V", input.path)));
    }
    let choices = session.choices(&inputs, &arguments.reading.rules)?.remove(0);
    let readings = HlslReader::ALL.map(|reader| InputFile { path: input.path.clone(), options: input.reading(reader) });
    let side = |selection: &padstone_read::selection::RuleSelection| Side {
        reading: selection.reader as usize,
        profile: selection.profile,
        selected: Some(arguments.buffer.clone()),
    };
    let sides: Vec<Side> = choices.iter().map(side).collect();
    for selection in &choices {
        let unit = session.load(input, selection.reader);
        let layouts = unit.layout(selection.profile);
        session.reporter.report(&unit, &[&unit.diagnostics, &layouts.diagnostics]);
        match lookup::find(&unit.module, &layouts, &arguments.buffer) {
            Ok(_) => {}
            // The buffer may be in a part with errors.
            Err(_) if session.reporter.has_errors() => return Ok(session.end()),
            Err(error @ LookupError::Ambiguous(_)) => {
                session.reporter.report_one(&subject::not_one(&input.path, &arguments.buffer, &error));
                return Ok(session.end());
            }
            Err(LookupError::Unknown(similar)) => {
                let hint =
                    if similar.is_empty() { String::new() } else { format!("; a similar name exists: `{}`", similar.join("` or `")) };
                return Err(Failure::Usage(format!("no buffer or struct with a layout is named `{}`{hint}", arguments.buffer)));
            }
        }
    }
    if arguments.format == "json" {
        return json(session, arguments, &inputs, &choices);
    }
    let form = match arguments.form {
        OrderForm::Reorder => OrderEdit::Reorder,
        OrderForm::Annotations => OrderEdit::Annotations,
    };
    let optimum = optimize(&readings, &sides, session.loader(), form).map_err(Failure::Usage)?;
    if let (true, Some(reason)) = (arguments.fix, &optimum.edit_error) {
        return Err(Failure::Usage(format!("{reason}; the order with the smallest size is {}", optimum.order.join(", "))));
    }
    let code = session.write(&inputs, None, |session, out| {
        write(&optimum, out)?;
        if arguments.fix {
            session.edit(optimum.changed.as_slice());
        }
        Ok(())
    })?;
    Ok(code)
}

/// Writes the same as JSON.
fn json(session: Session, arguments: &OptimizeArguments, inputs: &[Input], choices: &[RuleSelection]) -> Result<u8, Failure> {
    let unit = answers::unit(&session.workspace(), &inputs[0])?;
    let compilers = answers::compilers(choices)?;
    let search = Search::default().annotating(arguments.form == OrderForm::Annotations);
    let optimum = unit.optimize(&arguments.buffer, &compilers.iter().collect::<Vec<_>>(), search)?;
    if let (true, Some(reason)) = (arguments.fix, &optimum.edit_error) {
        return Err(Failure::Usage(format!("{reason}; the order with the smallest size is {}", optimum.order.join(", "))));
    }
    let code = session.write(inputs, None, |session, out| {
        if arguments.fix {
            session.edit(&answers::changed(&optimum.change));
        }
        answers::write(Answer::Optimize(optimum), unit.diagnostics(), &[(unit, compilers)], out)
    })?;
    Ok(code)
}

fn write(optimum: &Optimum, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}", optimum.name)?;
    let width = optimum.profiles.iter().map(|profile| profile.name.len()).max().unwrap_or(0);
    for (profile, (before, after)) in optimum.profiles.iter().zip(optimum.before.iter().zip(&optimum.after)) {
        let name = profile.name;
        match before.checked_sub(*after) {
            Some(0) => writeln!(out, "  {name:width$}  {before} bytes, as before")?,
            Some(saved) => writeln!(out, "  {name:width$}  {after} bytes instead of {before}: {saved} fewer")?,
            None => writeln!(out, "  {name:width$}  {after} bytes instead of {before}: {} more", after - before)?,
        }
    }
    let (members, measured) = (optimum.order.len(), optimum.measured);
    if optimum.proved {
        writeln!(out, "  proved: no order of its {members} members is smaller ({measured} layouts computed)")?;
    } else {
        writeln!(out, "  the best order found in {measured} layouts of its {members} members; a better one may exist")?;
    }
    if let Some(reason) = &optimum.edit_error {
        writeln!(out, "  not written: {reason}\n  the order: {}", optimum.order.join(", "))?;
    }
    match &optimum.changed {
        Some(changed) => write!(out, "\n{}", printable_patch(&changed.patch())),
        None => Ok(()),
    }
}
