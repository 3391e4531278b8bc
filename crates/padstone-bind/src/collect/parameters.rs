//! Which parameters of a file take part, in which order: that of the source, or sort after sort.

use std::collections::HashMap;

use padstone_model::{Buffer, BufferKind, Module, Parameter, ParameterId, ParameterKind, ResourceClass, ResourceKind, Type, TypeId};
use padstone_source::Span;

use crate::collect::struct_resources::Contents;
use crate::{Order, ParameterRules, Turn, Unreached};

/// A parameter that takes numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) parameter: ParameterId,
    pub(crate) what: What,
    /// Whether it is declared inside a `cbuffer` or `tbuffer`.
    pub(crate) in_buffer: bool,
    /// Whether it gets numbers, or only keeps others from its explicit ones.
    pub(crate) counted: bool,
    /// Whether something that was not understood may come before it: then its number is unknown, unless it is explicit.
    pub(crate) after_unknown: bool,
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
pub(crate) fn order(module: &Module, rules: &ParameterRules, contents: &[Contents]) -> Vec<Item> {
    let holders = holders(module);
    let unreached = rules.unreached();
    let mut items = Vec::new();
    let mut inside: HashMap<ParameterId, Vec<Item>> = HashMap::new();
    for (id, parameter) in module.parameters.iter() {
        let counted = parameter.used || unreached == Unreached::Include;
        if !counted && unreached == Unreached::Skip {
            continue;
        }
        let holder = holders.get(&parameter.span).copied().filter(|&holder| holder < id);
        for (what, in_buffer) in what(module, contents, parameter, holder.is_some()) {
            let after_unknown = module.known_parameters.is_some_and(|known| id.index() >= known);
            let item = Item { parameter: id, what, in_buffer, counted, after_unknown };
            match (rules.order(), holder) {
                (Order::Source, Some(holder)) => inside.entry(holder).or_default().push(item),
                _ => items.push(item),
            }
        }
    }
    match rules.order() {
        Order::Source if inside.is_empty() => items,
        Order::Source => hoist(module, &items, &mut inside),
        Order::Turns(turns) => {
            // Stable: what has one turn keeps the order of the source.
            let place = |wanted| turns.iter().position(|&turn| turn == wanted);
            let turn = |item: &Item| place(turn_of(module, item)).or_else(|| place(Turn::Objects));
            items.sort_by_key(turn);
            if module.known_parameters.is_some() {
                // It may be an object, after which others come, or constants, whose buffer comes first.
                let has_globals = items.iter().any(|item| turn_of(module, item) == Turn::DefaultBuffer);
                for item in &mut items {
                    let is_constants = matches!(item.what, What::Object(kind) if kind.class() == Some(ResourceClass::ConstantBuffer));
                    item.after_unknown |= turn(item) > place(Turn::Objects) || is_constants && !has_globals;
                }
            }
            items
        }
    }
}

/// The sort of parameters that something is one of.
fn turn_of(module: &Module, item: &Item) -> Turn {
    match item.what {
        _ if item.in_buffer => Turn::Nested,
        What::Struct(_) => Turn::Nested,
        _ if is_globals(module, &module.parameters[item.parameter]) => Turn::DefaultBuffer,
        _ if module.sampler_textures.contains(&item.parameter) => Turn::SamplerTextures,
        _ if is_entry_uniforms(module, &module.parameters[item.parameter]) => Turn::EntryUniforms,
        What::Object(ResourceKind::TextureBuffer) => Turn::TextureBuffers,
        What::Object(_) => Turn::Objects,
    }
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

/// What of a parameter takes slots, and whether it is in a buffer.
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
        BufferKind::CBuffer | BufferKind::TBuffer | BufferKind::Globals | BufferKind::EntryUniforms => (bytes.then_some(object), None),
        BufferKind::ConstantBuffer | BufferKind::TextureBuffer | BufferKind::ParameterBlock => {
            (Some(object), (content.resources > 0).then_some(What::Struct(buffer.content)))
        }
        BufferKind::Structured | BufferKind::Uniform | BufferKind::Storage => (Some(object), None),
        BufferKind::PushConstant | BufferKind::ShaderRecord | BufferKind::Immediate => (None, None),
    }
}

/// Whether a parameter is the buffer of the loose constants.
pub(crate) fn is_globals(module: &Module, parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Buffer(id) if module.buffers[id].kind == BufferKind::Globals)
}

/// Whether a parameter is the buffer of the uniform parameters of the entry point.
fn is_entry_uniforms(module: &Module, parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Buffer(id) if module.buffers[id].kind == BufferKind::EntryUniforms)
}
