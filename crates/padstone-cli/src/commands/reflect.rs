//! `padstone reflect`: which registers, bindings and bytes every parameter of a program gets.

use padstone::bind::program::{PROGRAM_POLICIES, ProgramOptions, ProgramPolicy, Request};
use padstone::emit::nearest;
use padstone::emit::reflect::{FORMATS, Reflection};
use padstone::model::Language;

use crate::Failure;
use crate::arguments::ReflectArguments;
use crate::compiler_options::Key;
use crate::inputs::Input;
use crate::rules::{SLANG_TARGET, slang_target};
use crate::session::Session;

pub(crate) fn run(mut session: Session, arguments: &ReflectArguments) -> Result<u8, Failure> {
    let inputs = session.inputs(&arguments.files, arguments.lang.as_deref())?;
    if let Some(other) = inputs.iter().find(|input| input.language != Language::Slang) {
        let (path, language) = (&other.path, other.language.name());
        return Err(Failure::Usage(format!("`{path}` is {language}: `padstone reflect` reads Slang (`--lang slang`)")));
    }
    let (request, target) = request(&session, &inputs[0], arguments)?;
    let format = FORMATS.iter().find(|format| format.name == arguments.format).unwrap_or(&FORMATS[0]);
    let code = session.write(&inputs, arguments.output.as_deref(), |session, out| {
        let unit = session.load_program(&inputs);
        let layout = unit.program(&request);
        let reflection = Reflection { sources: &unit.sources, module: &unit.module, layout: &layout, target: &target };
        let found = (format.write)(&reflection, out)?;
        session.reporter.report(&unit, &[&unit.diagnostics, &layout.diagnostics, &found]);
        Ok(())
    })?;
    Ok(code)
}

/// Target, policy and options, and the name of the target.
fn request(session: &Session, input: &Input, arguments: &ReflectArguments) -> Result<(Request, String), String> {
    let policy = policy(&arguments.policy)?;
    let options = &input.options;
    let said = session.said_once("--target", arguments.target.as_deref(), &Key::OutputTarget)?;
    let name = said.unwrap_or(SLANG_TARGET);
    let target = slang_target(policy, name, options).ok_or_else(|| unknown_target(policy, name))?;
    let bind = input.bind_options();
    let options = ProgramOptions {
        shader_model: options.shader_model(),
        shifts: bind.shifts,
        bind_globals: bind.bind_globals,
        bindless_space: options.number(&Key::BindlessSpace),
    };
    Ok((Request { target, policy, options }, name.to_owned()))
}

fn policy(name: &str) -> Result<&'static ProgramPolicy, String> {
    let names = || PROGRAM_POLICIES.iter().map(|policy| policy.name);
    PROGRAM_POLICIES.iter().copied().find(|policy| policy.name == name).ok_or_else(|| {
        let near = nearest(name, names()).first().map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        format!("`--policy {name}`: expected {}{near}", names().collect::<Vec<_>>().join(" or "))
    })
}

fn unknown_target(policy: &ProgramPolicy, name: &str) -> String {
    let names = policy.targets.iter().map(|(target, _)| *target).filter(|target| !target.contains(' '));
    format!("`--target {name}`: expected {}", names.collect::<Vec<_>>().join(", "))
}
