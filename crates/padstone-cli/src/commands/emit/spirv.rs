//! `padstone emit spirv`: the buffers as a SPIR-V module.

use std::io::{self, IsTerminal};

use padstone_read::emit::spirv::{self, ModuleFormat};

use super::emit;
use crate::Failure;
use crate::arguments::SpirvArguments;
use crate::session::Session;
use padstone_read::input::Input;
use padstone_read::selection as rules;

pub(super) fn run(mut session: Session, arguments: &SpirvArguments) -> Result<u8, Failure> {
    let format = if arguments.asm { ModuleFormat::Assembly } else { ModuleFormat::Binary };
    let output = session.output(arguments.file.output.as_deref())?;
    if format == ModuleFormat::Binary && output.is_none() && io::stdout().is_terminal() {
        return Err(Failure::Usage("a SPIR-V module is binary: pass `-o OUT`, or `--asm` for text".into()));
    }
    let input = session.inputs(std::slice::from_ref(&arguments.file.file), arguments.file.lang.as_deref())?.remove(0);
    let (rules, bind_options) = (rules(&input, arguments), input.bind_options());
    emit(session, &arguments.file, &rules, |unit, selection, out| {
        let (layouts, bindings) = (unit.layout(selection.profile), unit.bind(selection.policy, &bind_options));
        let mut found = layouts.diagnostics.clone();
        found.extend(bindings.diagnostics.iter().cloned());
        found.extend(spirv::write(out, &unit.module, &layouts, &bindings, format)?.iter().cloned());
        Ok(found)
    })
}

/// The requested rules, otherwise those of the language's compiler for SPIR-V.
fn rules(input: &Input, arguments: &SpirvArguments) -> String {
    let default_profile = rules::for_spirv(&input.options, input.language).filter(|_| arguments.rules == "auto");
    default_profile.map_or(&*arguments.rules, |profile| profile.name).to_owned()
}
