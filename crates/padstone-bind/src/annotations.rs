//! Registers where they must not stand, whatever number they give.

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{Buffer, BufferKind, Field, Module, Parameter, ParameterKind, Register, RegisterClass, ResourceKind, Type, TypeId};
use padstone_source::Symbol;

use crate::structs::{Contents, is_resource_field};
use crate::{Model, Policy};

pub(crate) fn check(module: &Module, policy: &Policy, contents: &[Contents], diagnostics: &mut Diagnostics) {
    for (_, parameter) in module.parameters.iter() {
        if let Some(kind) = object(module, parameter) {
            parameter.registers.iter().for_each(|&register| class_of_object(module, parameter, kind, register, diagnostics));
        }
        conflicts(module.name(parameter.name), &parameter.registers, diagnostics);
        if is_struct_of_resources(contents, parameter) {
            parameter.registers.iter().for_each(|&register| space_on_constant(module, policy, parameter.name, register, diagnostics));
        }
    }
    for (_, buffer) in module.buffers.iter() {
        match buffer.kind {
            BufferKind::Globals => members(module, buffer).for_each(|field| global(module, policy, contents, field, diagnostics)),
            BufferKind::CBuffer | BufferKind::TBuffer => {
                members(module, buffer).for_each(|field| buffer_member(module, buffer, field, diagnostics));
            }
            _ => {}
        }
    }
    struct_members(module, policy, diagnostics);
    if policy.model == Model::Vulkan {
        push_constants(module, diagnostics);
    }
}

fn members<'m>(module: &'m Module, buffer: &Buffer) -> impl Iterator<Item = &'m Field> {
    module.as_struct(buffer.content).into_iter().flat_map(|members| &members.fields)
}

/// What object a parameter is; none if it is a struct that holds some.
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
        ParameterKind::Struct(_) => None,
    }
}

/// The classes that DXC takes, `hlsl::DiagnoseRegisterType`. Textures and samplers have one letter for both since D3D9.
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
        ResourceKind::Other => &[B, T, U, S],
    }
}

/// `Buffer<T>`, which the model counts among the textures.
fn is_typed_buffer(module: &Module, parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Opaque(ty) if matches!(module.types[ty], Type::Resource(resource) if module.name(resource.name) == "Buffer"))
}

fn class_of_object(module: &Module, parameter: &Parameter, kind: ResourceKind, register: Register, diagnostics: &mut Diagnostics) {
    let Some((class, number)) = register.slot else { return };
    let accepted = accepted(module, parameter, kind);
    if accepted.contains(&class) {
        return;
    }
    let name = module.name(parameter.name);
    let expected = accepted.iter().map(|&class| format!("`{}`", letter(class))).collect::<Vec<_>>().join(" or ");
    let (severity, message) = match kind {
        // Its `DiagnoseRegisterType` has no case for acceleration structures, and the number alone is kept.
        ResourceKind::AccelerationStructure => (
            Severity::Warning,
            format!("`{name}` is bound to t{number}: DXC does not look at the letter `{}` of an acceleration structure", letter(class)),
        ),
        _ => (Severity::Error, format!("`{name}` needs a register of class {expected}, not `{}`", letter(class))),
    };
    diagnostics.push(
        Diagnostic::new(severity, &codes::REGISTER_CLASS, message, register.span)
            .label(register.span, format!("expected class {expected}"))
            .help(format!("write `{}`", written(accepted[0], number, register.space))),
    );
}

fn written(class: RegisterClass, number: u32, space: Option<u32>) -> String {
    match space {
        Some(space) => format!("register({}{number}, space{space})", letter(class)),
        None => format!("register({}{number})", letter(class)),
    }
}

fn letter(class: RegisterClass) -> char {
    match class {
        RegisterClass::B => 'b',
        RegisterClass::T => 't',
        RegisterClass::U => 'u',
        RegisterClass::S => 's',
        RegisterClass::C => 'c',
        RegisterClass::I => 'i',
    }
}

/// Two registers of one class: "conflicting register semantics". The same one twice is no conflict.
fn conflicts(name: &str, registers: &[Register], diagnostics: &mut Diagnostics) {
    let mut firsts: [Option<Register>; 7] = [None; 7];
    for &second in registers {
        let first = *firsts[second.slot.map_or(6, |(class, _)| class as usize)].get_or_insert(second);
        if (first.slot, first.space) != (second.slot, second.space) {
            diagnostics.push(
                Diagnostic::error(&codes::REGISTER_CONFLICT, format!("`{name}` has two registers of one class"), second.span)
                    .label(second.span, "the second")
                    .label(first.span, "the first")
                    .help("remove one of the two"),
            );
            return;
        }
    }
}

/// A loose constant: `register(c4)` gives its place, `b` and `i` are old words for `c`. A struct may carry registers
/// for the resources in it.
fn global(module: &Module, policy: &Policy, contents: &[Contents], field: &Field, diagnostics: &mut Diagnostics) {
    let name = module.name(field.name);
    let registers: Vec<Register> = field.registers().collect();
    // A struct with resources is a parameter too, and was looked at there.
    if contents[field.ty.index()].resources == 0 {
        conflicts(name, &registers, diagnostics);
    }
    for register in registers {
        match register.slot {
            Some((class @ (RegisterClass::T | RegisterClass::U | RegisterClass::S), number)) if is_numeric(module, field.ty) => {
                diagnostics.push(
                    Diagnostic::error(
                        &codes::REGISTER_CLASS,
                        format!("`{name}` is a constant and needs a register of class `c`, not `{}`", letter(class)),
                        register.span,
                    )
                    .label(register.span, "expected class `b`, `c` or `i`")
                    .help(format!("write `register(c{number})` to place it at byte {} of $Globals", u64::from(number) * 16)),
                );
            }
            _ => {}
        }
        space_on_constant(module, policy, field.name, register, diagnostics);
    }
}

/// Holds for structs of resources too, which the compiler takes for constants at first.
fn space_on_constant(module: &Module, policy: &Policy, name: Symbol, register: Register, diagnostics: &mut Diagnostics) {
    let (Some(severity), Some(space)) = (policy.space_on_constant, register.space) else { return };
    let message = format!("`{}` cannot lie in space{space}: all loose constants lie in $Globals", module.name(name));
    diagnostics.push(
        Diagnostic::new(severity, &codes::REGISTER_SPACE_ON_CONSTANT, message, register.span)
            .label(register.span, "a register space on a global constant")
            .help("remove the space, or put the constant into a `cbuffer` that has it, and the resources beside it"),
    );
}

/// A struct of nothing but resources is no member of `$Globals`.
fn is_struct_of_resources(contents: &[Contents], parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Struct(ty) if !contents[ty.index()].bytes)
}

fn is_numeric(module: &Module, mut ty: TypeId) -> bool {
    loop {
        match module.types[ty] {
            Type::Scalar(_) | Type::Vector { .. } | Type::Matrix { .. } | Type::Enum(_) => return true,
            Type::Array { element, .. } => ty = element,
            Type::Struct(_) | Type::Resource(_) | Type::Unknown => return false,
        }
    }
}

/// Measured: DXC ignores it without a word, for DXIL and for SPIR-V.
fn buffer_member(module: &Module, buffer: &Buffer, field: &Field, diagnostics: &mut Diagnostics) {
    if is_resource_field(module, field) || matches!(module.types[field.ty], Type::Struct(_)) {
        return;
    }
    for register in field.registers() {
        let name = module.name(field.name);
        let found = Diagnostic::warning(
            &codes::REGISTER_ON_MEMBER,
            format!("the register of `{name}` has no effect in `{}`", module.name(buffer.name)),
            register.span,
        )
        .label(register.span, "ignored");
        diagnostics.push(match register.slot {
            Some((RegisterClass::C, number)) => {
                found.help(format!("write `packoffset(c{number})` to place it at byte {}", u64::from(number) * 16))
            }
            _ => found.help("remove it"),
        });
    }
}

/// Registers inside structs that some buffer or parameter is made of: DXC looks at no others.
fn struct_members(module: &Module, policy: &Policy, diagnostics: &mut Diagnostics) {
    let mut reached = vec![false; module.types.len()];
    let mut buffers = vec![false; module.types.len()];
    for (_, buffer) in module.buffers.iter() {
        reached[buffer.content.index()] = true;
        buffers[buffer.content.index()] = matches!(buffer.kind, BufferKind::CBuffer | BufferKind::TBuffer | BufferKind::Globals);
    }
    for (_, parameter) in module.parameters.iter() {
        if let ParameterKind::Struct(ty) = parameter.kind {
            reached[ty.index()] = true;
        }
    }
    // A type comes after those it refers to, so one pass downwards reaches all.
    for (ty, definition) in module.types.iter().rev() {
        if !reached[ty.index()] {
            continue;
        }
        match *definition {
            Type::Array { element, .. } => reached[element.index()] = true,
            Type::Struct(id) => {
                for field in &module.structs[id].fields {
                    reached[field.ty.index()] = true;
                    if !buffers[ty.index()] {
                        field.registers().for_each(|register| struct_member(module, policy, field, register, diagnostics));
                    }
                }
            }
            _ => {}
        }
    }
}

fn struct_member(module: &Module, policy: &Policy, field: &Field, register: Register, diagnostics: &mut Diagnostics) {
    let message = format!("a register on `{}` places nothing: it is a member of a struct", module.name(field.name));
    diagnostics.push(
        Diagnostic::new(policy.register_on_struct_member, &codes::REGISTER_ON_MEMBER, message, register.span)
            .label(register.span, "a register on a member of a struct")
            .help("put the register on the variable of the struct's type"),
    );
}

/// "cannot have more than one push constant block", SpirvEmitter.cpp.
fn push_constants(module: &Module, diagnostics: &mut Diagnostics) {
    let mut blocks = module.buffers.iter().map(|(_, buffer)| buffer).filter(|buffer| buffer.kind == BufferKind::PushConstant);
    let Some(first) = blocks.next() else { return };
    for second in blocks {
        diagnostics.push(
            Diagnostic::error(
                &codes::PUSH_CONSTANTS_TWICE,
                format!("`{}` is a second block of push constants, and there can be only one", module.name(second.name)),
                second.span,
            )
            .label(second.span, "the second block")
            .label(first.span, "the first block")
            .help("put the members of both into one struct"),
        );
    }
}
