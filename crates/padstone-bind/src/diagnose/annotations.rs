//! Explicit bindings that are invalid for any number: a register of another class, two of one class, two blocks of push constants.
//! The layout crate checks registers of constants.

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{BufferKind, Dimension, Field, Module, Parameter, ParameterKind, Register, RegisterClass, ResourceKind, Type};

use crate::OF_CFAMILY;
use crate::collect::struct_resources::TypeResources;
use crate::numbering::Numbering;

/// `class_error`: the compiler's error code for a register of another class.
pub(crate) fn check(
    module: &Module,
    (numbering, class_error): (Numbering, Option<&str>),
    contents: &[TypeResources],
    diagnostics: &mut Diagnostics,
) {
    // WGSL has no registers.
    for (_, parameter) in module.parameters.iter().filter(|_| OF_CFAMILY) {
        if let Some(kind) = object(module, parameter) {
            parameter.registers.iter().for_each(|&register| class_of_object(module, (parameter, kind), register, class_error, diagnostics));
        }
        conflicts(module.name(parameter.name), &parameter.registers, diagnostics);
    }
    // Structs with resources are parameters too.
    for field in constants(module).filter(|field| OF_CFAMILY && contents[field.ty.index()].resources == 0) {
        conflicts(module.name(field.name), &field.registers().collect::<Vec<_>>(), diagnostics);
    }
    if numbering == Numbering::Sets {
        push_constants(module, diagnostics);
    }
}

/// The members of `$Globals`.
fn constants(module: &Module) -> impl Iterator<Item = &Field> {
    let globals = module.buffers.iter().find(|(_, buffer)| buffer.kind == BufferKind::Globals);
    globals.and_then(|(_, buffer)| module.as_struct(buffer.content)).into_iter().flat_map(|members| &members.fields)
}

/// The kind of resource of a parameter; `None` for a struct of resources.
fn object(module: &Module, parameter: &Parameter) -> Option<ResourceKind> {
    match parameter.kind {
        ParameterKind::Buffer(id) => match module.buffers[id].kind {
            BufferKind::Globals | BufferKind::PushConstant | BufferKind::ShaderRecord => None,
            _ => Some(module.buffers[id].resource),
        },
        ParameterKind::Opaque(ty) => match module.types[ty] {
            Type::Resource(resource) => Some(resource.kind),
            _ => None,
        },
        ParameterKind::Struct(_) | ParameterKind::Uniform(_) => None,
    }
}

/// The classes that DXC accepts, `hlsl::DiagnoseRegisterType`. Textures and samplers share a letter since D3D9.
fn accepted(module: &Module, parameter: &Parameter, kind: ResourceKind) -> &'static [RegisterClass] {
    use RegisterClass::{B, S, T, U};
    match kind {
        ResourceKind::ConstantBuffer => &[B],
        ResourceKind::Texture if is_typed_buffer(module, parameter) => &[T],
        ResourceKind::Texture => &[T, S],
        ResourceKind::Sampler => &[S, T],
        ResourceKind::TextureBuffer
        | ResourceKind::StructuredBuffer
        | ResourceKind::ByteAddressBuffer
        | ResourceKind::AccelerationStructure => &[T],
        ResourceKind::RwTexture
        | ResourceKind::RwStructuredBuffer
        | ResourceKind::AppendStructuredBuffer
        | ResourceKind::ConsumeStructuredBuffer
        | ResourceKind::RwByteAddressBuffer => &[U],
        ResourceKind::ParameterBlock
        | ResourceKind::CombinedSampler
        | ResourceKind::SubpassInput
        | ResourceKind::StorageBlock
        | ResourceKind::OutputStream
        | ResourceKind::MeshOutput
        | ResourceKind::MeshIndices
        | ResourceKind::TensorView
        | ResourceKind::Patch
        | ResourceKind::FeedbackType
        | ResourceKind::Other => &[B, T, U, S],
    }
}

/// `Buffer<T>`, which is a texture in the model.
fn is_typed_buffer(module: &Module, parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Opaque(ty) if matches!(module.types[ty], Type::Resource(resource) if resource.kind == ResourceKind::Texture && resource.shape.dimension == Dimension::TextureBuffer))
}

fn class_of_object(
    module: &Module,
    (parameter, kind): (&Parameter, ResourceKind),
    register: Register,
    class_error: Option<&str>,
    diagnostics: &mut Diagnostics,
) {
    let Some((class, number)) = register.slot else { return };
    let accepted = accepted(module, parameter, kind);
    if accepted.contains(&class) {
        return;
    }
    let name = module.name(parameter.name);
    let expected = accepted.iter().map(|&class| format!("`{}`", class.letter())).collect::<Vec<_>>().join(" or ");
    let (severity, message) = match kind {
        // `DiagnoseRegisterType` has no case for acceleration structures, and only the number is used.
        ResourceKind::AccelerationStructure => (
            Severity::Warning,
            format!("`{name}` is bound to t{number}: DXC ignores the letter `{}` on an acceleration structure", class.letter()),
        ),
        _ => {
            let code = class_error.map_or(String::new(), |code| format!(" ({code})"));
            (Severity::Error, format!("`{name}` needs a register of class {expected}, not `{}`{code}", class.letter()))
        }
    };
    diagnostics.push(
        Diagnostic::new(severity, &codes::RESOURCE_CLASS, message, register.span)
            .label(register.span, format!("expected class {expected}"))
            .help(format!("write `{}`", register_text(accepted[0], number, register.space))),
    );
}

fn register_text(class: RegisterClass, number: u32, space: Option<u32>) -> String {
    match space {
        Some(space) => format!("register({}{number}, space{space})", class.letter()),
        None => format!("register({}{number})", class.letter()),
    }
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

/// "cannot have more than one push constant block", SpirvEmitter.cpp.
fn push_constants(module: &Module, diagnostics: &mut Diagnostics) {
    let mut blocks = module.buffers.iter().map(|(_, buffer)| buffer).filter(|buffer| buffer.kind == BufferKind::PushConstant);
    let Some(first) = blocks.next() else { return };
    for second in blocks {
        diagnostics.push(
            Diagnostic::error(
                &codes::PUSH_CONSTANTS_TWICE,
                format!("`{}` is a second push constant block; a program has at most one", module.name(second.name)),
                second.span,
            )
            .label(second.span, "second block")
            .label(first.span, "first block")
            .help("move the members of both into one struct"),
        );
    }
}
