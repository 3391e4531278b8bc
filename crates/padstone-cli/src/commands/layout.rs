//! `padstone layout`: prints the offset of every member.

use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::{self, DrawnLines, Listing, Settings};

use crate::arguments::LayoutArguments;
use crate::session::Session;
use crate::{Failure, print};
use padstone_read::selection as rules;
use padstone_read::selection::HlslReader;

pub(crate) fn run(mut session: Session, arguments: &LayoutArguments, color: TerminalColor) -> Result<u8, Failure> {
    if arguments.reading.rules == ["help"] {
        session.without_output("--rules help", arguments.output.as_deref())?;
        return Ok(print(&rules::list()));
    }
    if arguments.files.is_empty() {
        return Err(Failure::Usage("pass a FILE".into()));
    }
    session.bodies = arguments.bodies;
    let inputs = session.inputs(&arguments.files, arguments.reading.lang.as_deref())?;
    let choices = session.choices(&inputs, &arguments.reading.rules)?;
    let has_several = choices.iter().any(|choices| choices.len() > 1);
    let name = arguments.format.as_deref().unwrap_or(if has_several { "columns" } else { "text" });
    let format = emit::FORMATS.iter().find(|format| format.name == name).unwrap_or(&emit::FORMATS[0]);
    let output = arguments.output.as_deref();
    let color = if session.output(output)?.is_some() { TerminalColor::Never } else { color };
    let mut writer =
        (format.writer)(Settings { color, row_bytes: arguments.row_bytes, lines: DrawnLines::ALL, structs: arguments.structs });

    let code = session.write(&inputs, output, |session, out| {
        for (input, choices) in inputs.iter().zip(&choices) {
            let bind_options = input.bind_options();
            // Each reader parses the file at most once.
            let mut units = [const { None }; HlslReader::ALL.len()];
            for selection in choices {
                let unit = units[selection.reader as usize].get_or_insert_with(|| session.load(input, selection.reader));
                let (layouts, bindings) = (unit.layout(selection.profile), unit.bind(selection.policy, &bind_options));
                session.reporter.report(unit, &[&unit.diagnostics, &layouts.diagnostics, &bindings.diagnostics]);
                let listing =
                    Listing { file: &input.path, sources: &unit.sources, module: &unit.module, layouts: &layouts, bindings: &bindings };
                writer.listing(&listing, out)?;
            }
        }
        writer.finish(out)
    })?;
    Ok(code)
}
