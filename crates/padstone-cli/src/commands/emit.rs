//! `padstone emit`: types, structs and plans for other tools to consume.

mod host;
mod llvm;
mod program;
mod spirv;

use std::io;

use padstone_read::Unit;
use padstone_read::diag::Diagnostics;
use padstone_read::emit::{ast, cb_struct, copy_plan};
use padstone_read::layout::{self, Profile};
use padstone_read::model::Language;

use crate::Failure;
use crate::arguments::{EmitArguments, EmitFile, EmitKind, LlvmArguments};
use crate::output::OutputTarget;
use crate::session::Session;
use padstone_read::selection::{self as rules, RuleSelection};

pub(crate) fn run(mut session: Session, arguments: &EmitArguments) -> Result<u8, Failure> {
    match &arguments.kind {
        EmitKind::Llvm(LlvmArguments { file, .. }) => of_hlsl(&mut session, "llvm", file)?,
        EmitKind::CbStruct(arguments) => of_hlsl(&mut session, "cb-struct", &arguments.file)?,
        EmitKind::Ast(arguments) => of_hlsl(&mut session, "ast", &arguments.file)?,
        _ => {}
    }
    match &arguments.kind {
        EmitKind::Rust(arguments) => host::run(session, "rust", arguments),
        EmitKind::C(arguments) => host::run(session, "c", arguments),
        EmitKind::Cpp(arguments) => host::run(session, "cpp", arguments),
        EmitKind::Python(arguments) => host::run(session, "python", arguments),
        EmitKind::TypeScript(arguments) => host::run(session, "typescript", arguments),
        EmitKind::Llvm(arguments) => llvm::run(session, arguments),
        EmitKind::Spirv(arguments) => spirv::run(session, arguments),
        EmitKind::Split(arguments) => program::split(session, arguments),
        EmitKind::RootSignature(arguments) => program::root_signature(session, arguments),
        EmitKind::VulkanLayout(arguments) => program::vulkan_layout(session, arguments),
        EmitKind::WgpuLayout(arguments) => program::wgpu_layout(session, arguments),
        EmitKind::CbStruct(arguments) => emit(session, &arguments.file, &arguments.rules, |unit, selection, out| {
            let layouts = unit.layout(selection.profile);
            let mut found = layouts.diagnostics.clone();
            let mut files = unit.sources.files().map(|(_, file)| file);
            let file = files.next().filter(|_| arguments.shader);
            let written = match file {
                Some(file) => cb_struct::write_shader(out, &unit.module, &layouts, file, files)?,
                None => cb_struct::write(out, &unit.module, &layouts)?,
            };
            found.append(written);
            Ok(found)
        }),
        EmitKind::Ast(arguments) => emit(session, &arguments.file, "auto", |unit, _, out| {
            ast::write(out, &unit.module)?;
            Ok(Diagnostics::new())
        }),
        EmitKind::CopyPlan(arguments) => {
            let to = profile(&arguments.to)?;
            emit(session, &arguments.file, &arguments.from, |unit, selection, out| {
                let (from, to) = (unit.layout(selection.profile), unit.layout(to));
                let mut found = from.diagnostics.clone();
                found.extend(to.diagnostics.iter().cloned());
                found.extend(copy_plan::write(out, &unit.module, &from, &to)?.iter().cloned());
                Ok(found)
            })
        }
    }
}

/// Reads the file, and writes the output of `write`.
fn emit(
    mut session: Session,
    file: &EmitFile,
    rules: &str,
    write: impl FnOnce(&Unit, RuleSelection, &mut OutputTarget) -> io::Result<Diagnostics>,
) -> Result<u8, Failure> {
    let inputs = session.inputs(std::slice::from_ref(&file.file), file.lang.as_deref())?;
    let choices = rules::select(&[rules.to_owned()], &inputs[0].options, inputs[0].language)?;
    let code = session.write(&inputs, file.output.as_deref(), |session, out| {
        let unit = session.load(&inputs[0], choices[0].reader);
        let was_read = unit.sources.files().len() > 0;
        let found = if was_read { write(&unit, choices[0], out)? } else { Diagnostics::new() };
        session.reporter.report(&unit, &[&unit.diagnostics, &found]);
        Ok(())
    })?;
    Ok(code)
}

/// Outputs in the terms of HLSL support only HLSL.
fn of_hlsl(session: &mut Session, kind: &str, file: &EmitFile) -> Result<(), Failure> {
    let inputs = session.inputs(std::slice::from_ref(&file.file), file.lang.as_deref())?;
    match inputs[0].language {
        Language::Hlsl | Language::Slang => Ok(()),
        other => Err(Failure::Usage(format!("`padstone emit {kind}` reads HLSL and Slang; `{}` is {}", inputs[0].path, other.name()))),
    }
}

fn profile(name: &str) -> Result<&'static Profile, Failure> {
    layout::find(name).ok_or_else(|| Failure::Usage(rules::unknown_rules(name)))
}
