//! `padstone emit rust`, `c`, `cpp`, `python`, `typescript`: structs for the host program.

use std::path::Path;

use padstone_read::emit::host::{self, HostOptions, HostTypes};
use padstone_read::layout::ModuleLayout;
use padstone_read::model::Module;

use crate::Failure;
use crate::arguments::HostArguments;
use crate::session::Session;
use padstone_read::selection::{self as rules, RuleSelection};

pub(super) fn run(mut session: Session, language: &str, arguments: &HostArguments) -> Result<u8, Failure> {
    let language = host::LANGUAGES.iter().find(|known| known.name == language).expect("every subcommand names one of the languages");
    let derives: Vec<&str> = arguments.derives.iter().map(String::as_str).collect();
    let types = HostTypes::new(language, arguments.types.as_deref(), &derives).map_err(Failure::Usage)?;
    if let Some(namespace) = &arguments.namespace {
        types.check_namespace(namespace).map_err(Failure::Usage)?;
    }
    if let Some(file) = arguments.buffers.iter().find(|name| name.contains('.') && Path::new(name).is_file()) {
        return Err(Failure::Usage(format!("`{file}` is a file, not a buffer: pass `--with {file}` to read it too")));
    }
    let files: Vec<String> = [&arguments.file.file].into_iter().chain(&arguments.more).cloned().collect();
    let names = files.join(", ");
    let options = HostOptions {
        file: &names,
        selected: &arguments.buffers,
        namespace: arguments.namespace.as_deref(),
        round_up: arguments.round_up.as_deref().and_then(|bytes| bytes.parse().ok()),
    };
    let inputs = session.inputs(&files, arguments.file.lang.as_deref())?;
    let select = |input| -> Result<RuleSelection, Failure> {
        let input: &padstone_read::input::Input = input;
        Ok(rules::select(std::slice::from_ref(&arguments.rules), &input.options, input.language)?[0])
    };
    let choices = inputs.iter().map(select).collect::<Result<Vec<_>, _>>()?;
    let code = session.write(&inputs, arguments.file.output.as_deref(), |session, out| {
        let units: Vec<_> = inputs.iter().zip(&choices).map(|(input, selection)| session.load(input, selection.reader)).collect();
        let laid = units.iter().zip(&choices).filter(|(unit, _)| unit.sources.files().len() > 0);
        let layouts: Vec<_> = laid.map(|(unit, selection)| (unit, unit.layout(selection.profile))).collect();
        let modules: Vec<(&Module, &ModuleLayout)> = layouts.iter().map(|(unit, layouts)| (&unit.module, layouts)).collect();
        let found = if modules.is_empty() { Vec::new() } else { host::write_all(out, &types, &modules, &options)? };
        for unit in units.iter().filter(|unit| unit.sources.files().len() == 0) {
            session.reporter.report(unit, &[&unit.diagnostics]);
        }
        for ((unit, layouts), found) in layouts.iter().zip(&found) {
            session.reporter.report(unit, &[&unit.diagnostics, &layouts.diagnostics, found]);
        }
        Ok(())
    })?;
    Ok(code)
}
