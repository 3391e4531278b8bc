//! `padstone emit rust`, `c`, `cpp`, `python`, `typescript`: the host's side of a buffer.

use padstone::emit::host::{self, HostLanguage, HostOptions, HostStyle};

use super::emit;
use crate::Failure;
use crate::arguments::HostArguments;
use crate::session::Session;

pub(super) fn run(session: Session, language: &str, arguments: &HostArguments) -> Result<u8, Failure> {
    let language = host::LANGUAGES.iter().find(|known| known.name == language).expect("every subcommand names one of the languages");
    let style = style(language, arguments.types.as_deref())?;
    let options = HostOptions { file: &arguments.file.file, wanted: &arguments.wanted };
    emit(session, &arguments.file, &arguments.rules, |unit, choice, out| {
        let layouts = unit.layout(choice.profile);
        let mut found = layouts.diagnostics.clone();
        found.extend(host::write(out, language, style, &unit.module, &layouts, &options)?.iter().cloned());
        Ok(found)
    })
}

/// The types that were asked for, or the first there are.
fn style(language: &HostLanguage, types: Option<&str>) -> Result<&'static HostStyle, Failure> {
    let Some(types) = types else { return Ok(&language.styles[0]) };
    language.styles.iter().find(|style| style.name == types).ok_or_else(|| {
        let names = language.styles.iter().map(|style| style.name).collect::<Vec<_>>().join(", ");
        Failure::Usage(format!("`--types {types}`: {} has {names}", language.name))
    })
}
