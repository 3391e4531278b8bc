//! Explicit bindings that are invalid for any number: two registers of one class, two blocks of push constants.
//! The layout crate checks registers of constants.

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{BufferKind, Field, Language, Module, Register};

use crate::OF_CFAMILY;
use crate::collect::struct_resources::TypeResources;

pub(crate) fn check_registers(module: &Module, contents: &[TypeResources], diagnostics: &mut Diagnostics) {
    // WGSL has no registers.
    for (_, parameter) in module.parameters.iter().filter(|_| OF_CFAMILY) {
        conflicts(module.name(parameter.name), &parameter.registers, diagnostics);
    }
    // Structs with resources are parameters too.
    for field in constants(module).filter(|field| OF_CFAMILY && contents[field.ty.index()].resources == 0) {
        conflicts(module.name(field.name), &field.registers().collect::<Vec<_>>(), diagnostics);
    }
}

/// The members of `$Globals`.
fn constants(module: &Module) -> impl Iterator<Item = &Field> {
    let globals = module.buffers.iter().find(|(_, buffer)| buffer.kind == BufferKind::Globals);
    globals.and_then(|(_, buffer)| module.as_struct(buffer.content)).into_iter().flat_map(|members| &members.fields)
}

/// Two registers of one class: "conflicting register semantics". Repeating the same register is not a conflict.
fn conflicts(name: &str, registers: &[Register], diagnostics: &mut Diagnostics) {
    let mut firsts: [Option<Register>; 7] = [None; 7];
    for &second in registers {
        let first = *firsts[second.slot.map_or(6, |(class, _)| class as usize)].get_or_insert(second);
        if (first.slot, first.space) != (second.slot, second.space) {
            diagnostics.push(
                Diagnostic::error(&codes::REGISTER_CONFLICT, format!("`{name}` has two registers of one class"), second.span)
                    .label(second.span, "second register")
                    .label(first.span, "first register")
                    .help("remove one of them"),
            );
            return;
        }
    }
}

/// "cannot have more than one push constant block", SpirvEmitter.cpp. libslang accepts several, for several entry points: each may use one
/// (Vulkan 1.4, VUID-StandaloneSpirv-OpEntryPoint-06674).
pub(crate) fn check_push_constants(module: &Module, diagnostics: &mut Diagnostics) {
    let mut blocks = module.buffers.iter().map(|(_, buffer)| buffer).filter(|buffer| buffer.kind == BufferKind::PushConstant);
    let Some(first) = blocks.next() else { return };
    let (severity, subject) =
        if module.language == Language::Slang { (Severity::Warning, "an entry point uses") } else { (Severity::Error, "a program has") };
    for second in blocks {
        diagnostics.push(
            Diagnostic::new(
                severity,
                &codes::PUSH_CONSTANTS_TWICE,
                format!("`{}` is a second push constant block; {subject} at most one", module.name(second.name)),
                second.span,
            )
            .label(second.span, "second block")
            .label(first.span, "first block")
            .help("move the members of both into one struct"),
        );
    }
}
