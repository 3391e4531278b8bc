//! Step 1: who takes part, in which order.
//!
//! The order is that of the declarations, but for what the policy says about `$Globals` and about resources inside a
//! `cbuffer`. Languages whose translation units share parameters collapse them here.

use std::collections::HashMap;

use padstone_model::{Buffer, BufferKind, Module, Parameter, ParameterId, ParameterKind, ResourceKind, Type, TypeId};
use padstone_source::Span;

use crate::structs::Contents;
use crate::{GlobalsPlace, Policy, TextureBufferTurn, Turn, Unused};

/// A parameter that takes numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) parameter: ParameterId,
    pub(crate) what: What,
    /// Whether it is declared inside a `cbuffer` or `tbuffer`.
    pub(crate) in_buffer: bool,
    /// Whether it gets numbers, or only keeps others from its explicit ones.
    pub(crate) counted: bool,
}

/// What takes the numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    /// An object, or an array of them.
    Object(ResourceKind),
    /// Only the resources inside a struct.
    Struct(TypeId),
}

/// The parameters in the order in which they get their numbers.
pub(crate) fn order(module: &Module, policy: &Policy, contents: &[Contents]) -> Vec<Item> {
    let holders = holders(module);
    let (mut first, mut items, mut inner, mut last) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut inside: HashMap<ParameterId, Vec<Item>> = HashMap::new();

    for (id, parameter) in module.parameters.iter() {
        let counted = parameter.used || policy.unused == Unused::Numbers;
        if !counted && policy.unused == Unused::Nothing {
            continue;
        }
        let holder = holders.get(&parameter.span).copied().filter(|&holder| holder < id);
        for (what, in_buffer) in what(module, contents, parameter, holder.is_some()) {
            let item = Item { parameter: id, what, in_buffer, counted };
            match (policy.inner_resources, holder) {
                (Turn::BeforeBuffer, Some(holder)) => inside.entry(holder).or_default().push(item),
                (Turn::AfterAllByUse, _) if in_buffer || matches!(what, What::Struct(_)) => inner.push(item),
                _ if policy.globals == GlobalsPlace::First && is_globals(module, parameter) => first.push(item),
                _ if policy.texture_buffers == TextureBufferTurn::Last && is_texture_buffer(what) => last.push(item),
                _ => items.push(item),
            }
        }
    }

    if !inside.is_empty() {
        items = hoist(module, &items, &mut inside);
    }
    first.append(&mut items);
    first.append(&mut inner);
    first.append(&mut last);
    first
}

fn is_texture_buffer(what: What) -> bool {
    matches!(what, What::Object(ResourceKind::TextureBuffer))
}

/// Puts resources before the buffer that they are declared in. The buffer itself need not take part: without
/// constants it has no register.
fn hoist(module: &Module, items: &[Item], inside: &mut HashMap<ParameterId, Vec<Item>>) -> Vec<Item> {
    let mut rest = items.iter().peekable();
    let mut ordered = Vec::with_capacity(items.len());
    for (id, _) in module.parameters.iter() {
        ordered.append(&mut inside.remove(&id).unwrap_or_default());
        while let Some(item) = rest.next_if(|item| item.parameter == id) {
            ordered.push(*item);
        }
    }
    ordered
}

/// Where resources are declared inside a `cbuffer` or `tbuffer`: the place of the member, and the buffer.
fn holders(module: &Module) -> HashMap<Span, ParameterId> {
    let mut found = HashMap::new();
    for (_, buffer) in module.buffers.iter() {
        if let (BufferKind::CBuffer | BufferKind::TBuffer, Some(members)) = (buffer.kind, module.as_struct(buffer.content)) {
            found.extend(members.fields.iter().map(|field| (field.span, buffer.parameter)));
        }
    }
    found
}

/// What of a parameter takes numbers, and whether it lies inside a buffer.
fn what(module: &Module, contents: &[Contents], parameter: &Parameter, in_buffer: bool) -> impl Iterator<Item = (What, bool)> {
    let (object, inner) = match parameter.kind {
        ParameterKind::Buffer(id) => of_buffer(contents, &module.buffers[id]),
        ParameterKind::Opaque(ty) => match module.types[ty] {
            Type::Resource(resource) => (resource.kind.class().map(|_| What::Object(resource.kind)), None),
            _ => (None, None),
        },
        ParameterKind::Struct(ty) => (Some(What::Struct(ty)), None),
        ParameterKind::Uniform(_) => (None, None),
    };
    object.map(|what| (what, in_buffer)).into_iter().chain(inner.map(|what| (what, true)))
}

/// What a buffer takes for itself, and for resources in its type.
fn of_buffer(contents: &[Contents], buffer: &Buffer) -> (Option<What>, Option<What>) {
    let content = contents[buffer.content.index()];
    let object = What::Object(buffer.resource);
    // What is not understood most likely takes bytes.
    let bytes = content.bytes || content.unknown;
    match buffer.kind {
        // DXC binds no buffer without constants: DeclResultIdMapper.cpp, createCTBuffer; nothing could read it.
        BufferKind::CBuffer | BufferKind::TBuffer | BufferKind::Globals => (bytes.then_some(object), None),
        BufferKind::ConstantBuffer | BufferKind::TextureBuffer | BufferKind::ParameterBlock => {
            (Some(object), (content.resources > 0).then_some(What::Struct(buffer.content)))
        }
        BufferKind::Structured | BufferKind::Uniform | BufferKind::Storage => (Some(object), None),
        BufferKind::PushConstant | BufferKind::ShaderRecord | BufferKind::Immediate | BufferKind::EntryUniforms => (None, None),
    }
}

/// Whether a parameter is the buffer of the loose constants.
pub(crate) fn is_globals(module: &Module, parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Buffer(id) if module.buffers[id].kind == BufferKind::Globals)
}
