//! `padstone emit rust`, `c`, `cpp`, `python`, `typescript`: the host's side of a buffer.

use padstone::emit::host::{self, HostOptions, HostTypes};

use super::emit;
use crate::Failure;
use crate::arguments::HostArguments;
use crate::session::Session;

pub(super) fn run(session: Session, language: &str, arguments: &HostArguments) -> Result<u8, Failure> {
    let language = host::LANGUAGES.iter().find(|known| known.name == language).expect("every subcommand names one of the languages");
    let derives: Vec<&str> = arguments.derives.iter().map(String::as_str).collect();
    let types = HostTypes::new(language, arguments.types.as_deref(), &derives).map_err(Failure::Usage)?;
    let options = HostOptions { file: &arguments.file.file, wanted: &arguments.wanted };
    emit(session, &arguments.file, &arguments.rules, |unit, choice, out| {
        let layouts = unit.layout(choice.profile);
        let mut found = layouts.diagnostics.clone();
        found.extend(host::write(out, &types, &unit.module, &layouts, &options)?.iter().cloned());
        Ok(found)
    })
}
