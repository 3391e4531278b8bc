//! `padstone reflect`: prints the registers, bindings and bytes of every parameter of a program.

use padstone_read::bind::binding_rules::SLANG_2026;
use padstone_read::emit::reflect::{FORMATS, Reflection};
use padstone_read::model::Language;

use crate::Failure;
use crate::arguments::ReflectArguments;
use crate::session::Session;
use padstone_read::options::OptionKey;
use padstone_read::program::Program;

pub(crate) fn run(mut session: Session, arguments: &ReflectArguments) -> Result<u8, Failure> {
    let format = FORMATS.iter().find(|format| format.name == arguments.format).unwrap_or(&FORMATS[0]);
    // For slangc's format, HLSL is parsed as slangc does.
    let is_slangs = format.name == "slang-json";
    let policy = arguments.policy.as_deref().or_else(|| is_slangs.then_some(SLANG_2026.name));
    let files = session.listed(&arguments.listed, arguments.lang.as_deref(), policy)?;
    let policy = policy.filter(|_| arguments.policy.is_some() || files.language(policy) == Language::Slang);
    let target = session.single_value("--target", arguments.target.as_deref(), &OptionKey::OutputTarget)?;
    let program = Program::new(files, target, policy)?;
    let inputs = program.inputs();
    if is_slangs && inputs[0].language != Language::Slang {
        let (path, language) = (&inputs[0].path, inputs[0].language.name());
        return Err(Failure::Usage(format!("`--format slang-json` reads Slang; `{path}` is {language} (pass `--lang slang`)")));
    }
    let code = session.write(inputs, arguments.output.as_deref(), |session, out| {
        let (unit, layout) = program.lay_out(session.loader());
        let (sources, module) = (&unit.sources, &unit.module);
        // A rejected program has no locations to compare.
        let is_rejected = unit.diagnostics.has_errors() || layout.diagnostics.has_errors();
        let documented = if is_rejected { None } else { program.documented(&unit) };
        let reflection = Reflection { sources, module, layout: &layout, target: program.target(), documented: documented.as_ref() };
        let found = (format.write)(&reflection, out)?;
        session.reporter.report(&unit, &[&unit.diagnostics, &layout.diagnostics, &found]);
        Ok(())
    })?;
    Ok(code)
}
