//! Which parameters of a file are bound, and in which order: source order, or group by group.

use padstone_model::{Buffer, BufferKind, Module, Parameter, ParameterId, ParameterKind, ResourceClass, ResourceKind, Type, TypeId};
use rustc_hash::FxHashMap;

use crate::collect::struct_resources::TypeResources;
use crate::{AllocationOrder, ParameterGroup, ParameterRules, UnusedParameters};

/// A parameter that takes slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Participant {
    pub(crate) parameter: ParameterId,
    pub(crate) kind: ParticipantKind,
    /// Whether it is declared inside a `cbuffer` or `tbuffer`.
    pub(crate) in_buffer: bool,
    /// Whether it is assigned slots, or only reserves its explicit ones.
    pub(crate) counted: bool,
    /// Whether an unresolved declaration may precede it: its implicit slot is then unknown.
    pub(crate) after_unknown: bool,
    /// Whether it follows a texture whose sampler is unknown, so that its `t` registers are unknown.
    pub(crate) after_unknown_texture: bool,
    /// The group that determines when it is assigned slots.
    pub(crate) group: ParameterGroup,
}

/// The part of a parameter that takes slots.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ParticipantKind {
    /// A resource, or an array of them.
    Object(ResourceKind),
    /// Only the resources inside a struct.
    Struct(TypeId),
}

/// The parameters in the order in which they are assigned slots.
pub(crate) fn order(module: &Module, rules: &ParameterRules, contents: &[TypeResources]) -> Vec<Participant> {
    let unused = rules.unused();
    let mut participants = Vec::new();
    let mut inside: FxHashMap<ParameterId, Vec<Participant>> = FxHashMap::default();
    for (id, parameter) in module.parameters.iter() {
        let counted = parameter.used || unused == UnusedParameters::Include;
        if is_skipped(parameter, unused) {
            continue;
        }
        let holder = parameter.member_of.map(|(buffer, _)| &module.buffers[buffer]);
        let holder =
            holder.filter(|holder| matches!(holder.kind, BufferKind::CBuffer | BufferKind::TBuffer)).map(|holder| holder.parameter);
        for (kind, in_buffer) in kinds(module, contents, parameter, holder.is_some()) {
            let after_unknown = module.known_parameters.is_some_and(|known| id.index() >= known);
            let group = group_of(module, id, kind, in_buffer);
            let participant = Participant { parameter: id, kind, in_buffer, counted, after_unknown, after_unknown_texture: false, group };
            match (rules.order(), holder) {
                (AllocationOrder::Source, Some(holder)) => inside.entry(holder).or_default().push(participant),
                _ => participants.push(participant),
            }
        }
    }
    match rules.order() {
        AllocationOrder::Source if inside.is_empty() => participants,
        AllocationOrder::Source => hoist(module, &participants, &mut inside),
        AllocationOrder::ByGroup(groups) => {
            // The sort is stable: parameters of one group remain in source order.
            let index_of = |requested| groups.iter().position(|&group| group == requested);
            let group = |participant: &Participant| index_of(participant.group).or_else(|| index_of(ParameterGroup::Objects));
            participants.sort_by_key(group);
            if module.known_parameters.is_some() {
                // It may be a resource, before later parameters, or a constant of `$Globals`, whose buffer comes first.
                let has_globals = participants.iter().any(|participant| participant.group == ParameterGroup::DefaultBuffer);
                for participant in &mut participants {
                    let is_constants =
                        matches!(participant.kind, ParticipantKind::Object(kind) if kind.class() == Some(ResourceClass::ConstantBuffer));
                    participant.after_unknown |= group(participant) > index_of(ParameterGroup::Objects) || is_constants && !has_globals;
                }
            }
            if let Some(unknown) = module.unknown_sampler_texture {
                let textures = index_of(ParameterGroup::SamplerTextures);
                let known = &module.sampler_textures[..unknown.after];
                for participant in participants.iter_mut().filter(|participant| textures.is_some() && group(participant) >= textures) {
                    participant.after_unknown_texture = !known.contains(&participant.parameter);
                }
            }
            participants
        }
    }
}

/// Whether no entry point reaches a parameter, and it gets no slots for that reason.
pub(crate) fn is_skipped(parameter: &Parameter, unused: UnusedParameters) -> bool {
    !parameter.used && unused == UnusedParameters::Skip
}

/// The group of a parameter.
fn group_of(module: &Module, id: ParameterId, kind: ParticipantKind, in_buffer: bool) -> ParameterGroup {
    let parameter = &module.parameters[id];
    match kind {
        _ if in_buffer => ParameterGroup::Nested,
        ParticipantKind::Struct(_) => ParameterGroup::Nested,
        _ if is_globals(module, parameter) => ParameterGroup::DefaultBuffer,
        _ if module.sampler_textures.contains(&id) => ParameterGroup::SamplerTextures,
        _ if is_entry_uniforms(module, parameter) => ParameterGroup::EntryUniforms,
        ParticipantKind::Object(ResourceKind::TextureBuffer) => ParameterGroup::TextureBuffers,
        ParticipantKind::Object(_) => ParameterGroup::Objects,
    }
}

/// Moves resources before the buffer that declares them. The buffer itself may be missing: without constants it has no register.
fn hoist(module: &Module, participants: &[Participant], inside: &mut FxHashMap<ParameterId, Vec<Participant>>) -> Vec<Participant> {
    let mut rest = participants.iter().peekable();
    let mut ordered = Vec::with_capacity(participants.len());
    for (id, _) in module.parameters.iter() {
        ordered.append(&mut inside.remove(&id).unwrap_or_default());
        while let Some(participant) = rest.next_if(|participant| participant.parameter == id) {
            ordered.push(*participant);
        }
    }
    ordered
}

/// The part of a parameter that takes slots, and whether it is in a buffer.
fn kinds(
    module: &Module,
    contents: &[TypeResources],
    parameter: &Parameter,
    in_buffer: bool,
) -> impl Iterator<Item = (ParticipantKind, bool)> {
    let (object, inner) = match parameter.kind {
        ParameterKind::Buffer(id) => of_buffer(contents, &module.buffers[id]),
        ParameterKind::Opaque(ty) => match module.types[ty] {
            Type::Resource(resource) => (resource.kind.class().map(|_| ParticipantKind::Object(resource.kind)), None),
            _ => (None, None),
        },
        ParameterKind::Struct(ty) => (Some(ParticipantKind::Struct(ty)), None),
        ParameterKind::Uniform(_) => (None, None),
    };
    object.map(|kinds| (kinds, in_buffer)).into_iter().chain(inner.map(|kinds| (kinds, true)))
}

/// The slots of a buffer, and those of the resources in its type.
fn of_buffer(contents: &[TypeResources], buffer: &Buffer) -> (Option<ParticipantKind>, Option<ParticipantKind>) {
    let content = contents[buffer.content.index()];
    let object = ParticipantKind::Object(buffer.resource);
    // An unresolved type is probably ordinary data.
    let bytes = content.bytes || content.unknown;
    match buffer.kind {
        // DXC binds no buffer without constants (DeclResultIdMapper.cpp, createCTBuffer), and code cannot read it.
        BufferKind::CBuffer | BufferKind::TBuffer | BufferKind::Globals | BufferKind::EntryUniforms => (bytes.then_some(object), None),
        BufferKind::ConstantBuffer | BufferKind::TextureBuffer | BufferKind::ParameterBlock => {
            (Some(object), (content.resources > 0).then_some(ParticipantKind::Struct(buffer.content)))
        }
        BufferKind::Structured | BufferKind::Uniform | BufferKind::Storage => (Some(object), None),
        BufferKind::PushConstant | BufferKind::ShaderRecord | BufferKind::Immediate => (None, None),
    }
}

/// Whether a parameter is `$Globals`.
pub(crate) fn is_globals(module: &Module, parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Buffer(id) if module.buffers[id].kind == BufferKind::Globals)
}

/// Whether a parameter is the buffer of the entry point's uniform parameters.
fn is_entry_uniforms(module: &Module, parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Buffer(id) if module.buffers[id].kind == BufferKind::EntryUniforms)
}
