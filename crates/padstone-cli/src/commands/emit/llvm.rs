//! `padstone emit llvm`: buffers and structs as LLVM types.

use padstone_read::emit::llvm::{self, LlvmOptions, Target, TypeForm, write_index_map};
use padstone_read::layout::{self, BindingModel, Profile};

use super::emit;
use crate::Failure;
use crate::arguments::{FormName, LlvmArguments, TargetName, Triple};
use crate::session::Session;
use padstone_read::input::Input;
use padstone_read::options::OptionKey;
use padstone_read::selection as rules;

pub(super) fn run(mut session: Session, arguments: &LlvmArguments) -> Result<u8, Failure> {
    let input = session.inputs(std::slice::from_ref(&arguments.file.file), arguments.file.lang.as_deref())?.remove(0);
    let target = target(&input, arguments)?;
    let rules = rules(&input, arguments, target);
    let options = LlvmOptions {
        form: match arguments.form {
            FormName::Padding => TypeForm::Padding,
            FormName::Layout => TypeForm::Layout,
        },
        target,
        cbuf_arrays: arguments.cbuf_arrays,
        copies: arguments.copies,
        accessors: arguments.accessors,
    };
    emit(session, &arguments.file, &rules, |unit, selection, out| {
        let layouts = unit.layout(for_target(selection.profile, target));
        let mut found = layouts.diagnostics.clone();
        let write = if arguments.index_map { write_index_map } else { llvm::write };
        found.extend(write(out, &unit.module, &layouts, &options)?.iter().cloned());
        Ok(found)
    })
}

/// The target of the module: from the command line, otherwise from the rules and the compiler options.
fn target(input: &Input, arguments: &LlvmArguments) -> Result<Target, Failure> {
    let is_spirv = input.options.has(&OptionKey::SpirV);
    match (arguments.triple, arguments.target) {
        (Some(Triple::Host), _) => return Ok(Target::Host),
        (None, Some(TargetName::Dx)) if is_spirv => return Err(Failure::Usage("`-spirv` conflicts with `--target dx`".into())),
        (None, Some(TargetName::Dx)) => return Ok(Target::Dx),
        (None, Some(TargetName::Spirv)) => return Ok(Target::Spirv),
        (None, None) => {}
    }
    let by_rules = layout::find(&arguments.rules).map(|profile| profile.binding == BindingModel::Vulkan);
    let by_options =
        is_spirv || input.options.get(&OptionKey::OutputTarget).is_some_and(|target| matches!(target, "spirv" | "spirv-asm" | "glsl"));
    Ok(if by_rules.unwrap_or(by_options) { Target::Spirv } else { Target::Dx })
}

/// The requested rules, otherwise those of the language's compiler for the target.
fn rules(input: &Input, arguments: &LlvmArguments, target: Target) -> String {
    let default_profile = match target {
        Target::Dx => rules::for_dxil(&input.options, input.language),
        Target::Spirv => rules::for_spirv(&input.options, input.language),
        Target::Host => None,
    };
    default_profile.filter(|_| arguments.rules == "auto").map_or(&*arguments.rules, |profile| profile.name).to_owned()
}

/// The profile that determines the offsets in the types of a target.
fn for_target(profile: &'static Profile, target: Target) -> &'static Profile {
    profile.llvm_for_spirv.filter(|_| target == Target::Spirv).unwrap_or(profile)
}
