//! The number of slots of each parameter of a file.
//!
//! A claim is a range of consecutive slots. Most parameters make one; a struct of resources makes one for all its members together or one
//! for each, depending on the rules; a buffer with a counter makes a second one.

use std::ops::Range;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{Count, Module, Parameter, ParameterId, ResourceClass, ResourceKind, TypeId};
use padstone_source::Span;
use rustc_hash::FxHashMap;

use crate::collect::parameters::{Participant, ParticipantKind};
use crate::collect::struct_resources::{Lister, ResourceCount, StructResource, TypeResources, Unlisted};
use crate::layout_unit::Amount;
use crate::{ArraySlots, ElementSlots, OF_CFAMILY, ParameterGroup, ParameterRules, StructResources};

/// The claims of all parameters, in the order of step 1.
pub(crate) struct Claims {
    pub(crate) all: Vec<Claim>,
    /// Which arrays take a slot for each element.
    pub(crate) element_slots: ElementSlots,
    parts: Vec<ClaimPart>,
}

/// A range of consecutive slots that a parameter needs.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) parameter: ParameterId,
    pub(crate) role: ClaimRole,
    pub(crate) class: ResourceClass,
    pub(crate) amount: Amount,
    /// Whether it is assigned slots, or only reserves its explicit ones.
    pub(crate) counted: bool,
    /// Whether it is nested in a buffer or a struct.
    pub(crate) inner: bool,
    /// Whether an unresolved declaration may precede it.
    pub(crate) after_unknown: bool,
    /// The group that determines when it is assigned slots.
    pub(crate) group: ParameterGroup,
    parts: Range<usize>,
}

/// The part of a parameter that makes a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClaimRole {
    /// The whole parameter.
    Whole,
    /// The counter.
    Counter,
    /// A nested resource, and the number of slots of its class before it.
    Member { before: u64 },
}

/// One resource of a claim.
#[derive(Clone, Debug)]
pub(crate) struct ClaimPart {
    /// The nested resource; `None` for the parameter itself.
    pub(crate) inner: Option<Inner>,
    pub(crate) span: Span,
    pub(crate) class: ResourceClass,
    pub(crate) dims: ResourceCount,
    /// The number of slots of the claim before it.
    pub(crate) offset: u64,
}

/// A resource inside a parameter.
#[derive(Clone, Debug)]
pub(crate) struct Inner {
    /// The path, starting with the name of the parameter.
    pub(crate) path: Box<str>,
    /// The type.
    pub(crate) ty: TypeId,
}

impl Claims {
    pub(crate) fn parts(&self, claim: &Claim) -> &[ClaimPart] {
        &self.parts[claim.parts.clone()]
    }

    /// The name of a claim, and the span of its declaration.
    pub(crate) fn describe<'a>(&'a self, module: &'a Module, claim: &Claim) -> (&'a str, Span) {
        let parameter = &module.parameters[claim.parameter];
        match self.parts(claim) {
            [ClaimPart { inner: Some(inner), span, .. }] => (&inner.path, *span),
            _ => (module.name(parameter.name), parameter.span),
        }
    }
}

pub(crate) fn require(
    module: &Module,
    rules: &ParameterRules,
    contents: &[TypeResources],
    participants: &[Participant],
    diagnostics: &mut Diagnostics,
) -> Claims {
    let element_slots = match rules.arrays {
        ArraySlots::PerElement => ElementSlots { any: true, except: None },
        ArraySlots::PerElementExcept(kind) => ElementSlots { any: true, except: Some(kind) },
        ArraySlots::OneUnlessFlattened => {
            let is_flattened = |one: &Participant| matches!(one.kind, ParticipantKind::Struct(_)) && !one.in_buffer;
            ElementSlots { any: participants.iter().any(is_flattened), except: None }
        }
    };
    let mut claimer = Claimer {
        module,
        rules,
        contents,
        lister: Lister::new(module, contents),
        claims: Claims { all: Vec::with_capacity(participants.len()), element_slots, parts: Vec::with_capacity(participants.len()) },
        diagnostics,
    };
    participants.iter().for_each(|&participant| claimer.participant(participant));
    if OF_CFAMILY && rules.counters() && !module.counted_buffers.is_empty() {
        claimer.used_counters(participants);
    }
    claimer.claims
}

struct Claimer<'m, 'd> {
    module: &'m Module,
    rules: &'m ParameterRules,
    contents: &'m [TypeResources],
    lister: Lister<'m>,
    claims: Claims,
    diagnostics: &'d mut Diagnostics,
}

impl Claimer<'_, '_> {
    fn participant(&mut self, participant: Participant) {
        match participant.kind {
            ParticipantKind::Object(kind) => self.object(participant, kind),
            ParticipantKind::Struct(ty) => self.members(participant, ty),
        }
    }

    fn object(&mut self, participant: Participant, kind: ResourceKind) {
        let parameter = &self.module.parameters[participant.parameter];
        let (Some(class), dims) = (kind.class(), ResourceCount::of(&parameter.dims)) else { return };
        let part = ClaimPart { inner: None, span: parameter.span, class, dims, offset: 0 };
        let Some(amount) = self.amount(kind, dims) else { return };
        if self.rules.counters() && has_counter(kind, parameter) {
            self.claim(participant, ClaimRole::Whole, class, amount, vec![part.clone()]);
            self.claim(participant, ClaimRole::Counter, class, amount, vec![part]);
        } else {
            self.claim(participant, ClaimRole::Whole, class, amount, vec![part]);
        }
    }

    /// The counters that exist because functions use them: DXC creates them after the variables of all declarations.
    fn used_counters(&mut self, participants: &[Participant]) {
        let outside = participants.iter().filter(|participant| !participant.in_buffer);
        let by_parameter: FxHashMap<ParameterId, &Participant> = outside.map(|participant| (participant.parameter, participant)).collect();
        for &buffer in &self.module.counted_buffers {
            let parameter = &self.module.parameters[buffer];
            let Some(&&participant) = by_parameter.get(&buffer) else { continue };
            let (ParticipantKind::Object(kind), None) = (participant.kind, parameter.counter_binding) else { continue };
            let (Some(class), dims) = (kind.class(), ResourceCount::of(&parameter.dims)) else { continue };
            if let Some(amount) = self.amount(kind, dims) {
                let part = ClaimPart { inner: None, span: parameter.span, class, dims, offset: 0 };
                self.claim(participant, ClaimRole::Counter, class, amount, vec![part]);
            }
        }
    }

    fn members(&mut self, participant: Participant, ty: TypeId) {
        // Structs of WGSL contain no resources.
        if !OF_CFAMILY {
            return;
        }
        let is_flattened = self.rules.struct_resources() == StructResources::Flatten;
        let parameter = &self.module.parameters[participant.parameter];
        if is_flattened && !self.can_be_split(participant, ty) {
            return;
        }
        if !participant.in_buffer && !self.contents[ty.index()].bytes {
            self.spaces_on_struct(parameter);
        }
        match self.lister.list(self.module.name(parameter.name), ty, &parameter.dims) {
            Ok(members) if is_flattened => self.flattened(participant, members),
            Ok(members) => self.per_member(participant, members),
            Err(unlisted) => {
                let (code, message, help) = match unlisted {
                    Unlisted::Unsized => (
                        &codes::RESOURCE_STRUCT,
                        "is an unbounded array of structs with resources",
                        "declare a length, or move the resources out of the struct",
                    ),
                    Unlisted::TooMany => (
                        &codes::RESOURCE_STRUCT_SIZE,
                        "contains more resources, or nests deeper, than padstone can list",
                        "declare arrays of resources instead of arrays of structs",
                    ),
                };
                let name = self.module.name(parameter.name);
                let found = Diagnostic::error(code, format!("`{name}` {message}"), parameter.span);
                self.diagnostics.push(found.label(parameter.span, format!("of type `{}`", self.module.type_name(ty))).help(help));
            }
        }
    }

    /// DXC's SPIR-V back end splits only global structs that consist of textures and samplers.
    fn can_be_split(&mut self, participant: Participant, ty: TypeId) -> bool {
        let contents = self.contents[ty.index()];
        let (severity, message, help) = if participant.in_buffer {
            // Measured: DXC writes the module, and its own validator rejects it (VUID-StandaloneSpirv-None-04667).
            (
                Severity::Warning,
                "contains resources in a constant buffer, which DXC does not bind: it writes invalid SPIR-V",
                "move the resources out of the struct and declare them as globals",
            )
        } else if contents.bytes {
            // DeclResultIdMapper.cpp: "global structures containing both resources and non-resources are unsupported".
            (
                Severity::Error,
                "contains both constants and resources, which DXC does not support in a global struct",
                "move the constants to a `cbuffer`, or the resources out of the struct",
            )
        } else if contents.buffers {
            // DeclResultIdMapper.cpp: "global structures containing buffers are not supported".
            (Severity::Error, "contains buffers, which DXC does not support in a global struct", "move the buffers out of the struct")
        } else {
            return true;
        };
        let parameter = &self.module.parameters[participant.parameter];
        let found =
            Diagnostic::new(severity, &codes::RESOURCE_STRUCT, format!("`{}` {message}", self.module.name(parameter.name)), parameter.span);
        self.diagnostics.push(found.label(parameter.span, format!("of type `{}`", self.module.type_name(ty))).help(help));
        false
    }

    /// A struct that also contains constants is a member of `$Globals`, where the layout crate reports the same.
    fn spaces_on_struct(&mut self, parameter: &Parameter) {
        let StructResources::PerMember { space: Some(severity) } = self.rules.struct_resources() else { return };
        for register in parameter.registers.iter().filter(|register| register.space.is_some()) {
            let message = format!("register space on `{}`, a struct", self.module.name(parameter.name));
            self.diagnostics.push(
                Diagnostic::new(severity, &codes::RESOURCE_STRUCT_SPACE, message, register.span)
                    .label(register.span, "on a struct of resources")
                    .help("remove the space, or declare the resources one by one"),
            );
        }
    }

    fn flattened(&mut self, participant: Participant, members: Vec<StructResource>) {
        let mut offset = 0_u64;
        let mut parts = Vec::with_capacity(members.len());
        for member in members {
            let (Some(class), Some(Amount::Finite(amount))) = (member.kind.class(), self.amount(member.kind, member.dims)) else {
                continue;
            };
            parts.push(ClaimPart {
                inner: Some(Inner { path: member.path.into(), ty: member.ty }),
                span: member.span,
                class,
                dims: member.dims,
                offset,
            });
            offset = offset.saturating_add(amount);
        }
        if let Some(first) = parts.first() {
            self.claim(participant, ClaimRole::Whole, first.class, Amount::Finite(offset), parts);
        }
    }

    fn per_member(&mut self, participant: Participant, members: Vec<StructResource>) {
        let mut before = [0_u64; 4];
        for member in members {
            let (Some(class), Some(amount)) = (member.kind.class(), self.amount(member.kind, member.dims)) else { continue };
            let before = &mut before[class as usize];
            let role = ClaimRole::Member { before: *before };
            *before = match amount {
                Amount::Finite(amount) => before.saturating_add(amount),
                Amount::Unbounded | Amount::Unknown => u64::MAX,
            };
            let part = ClaimPart {
                inner: Some(Inner { path: member.path.into(), ty: member.ty }),
                span: member.span,
                class,
                dims: member.dims,
                offset: 0,
            };
            self.claim(participant, role, class, amount, vec![part]);
        }
    }

    /// The number of slots of a resource; `None` for an array of zero elements.
    fn amount(&self, kind: ResourceKind, dims: ResourceCount) -> Option<Amount> {
        match dims.count {
            Count::Known(0) => None,
            Count::Known(count) if self.claims.element_slots.of(kind) => Some(Amount::Finite(count)),
            Count::Runtime if self.rules.arrays == ArraySlots::PerElement => Some(Amount::Unbounded),
            Count::Known(_) | Count::Runtime | Count::LinkTime => Some(Amount::Finite(1)),
        }
    }

    fn claim(&mut self, participant: Participant, role: ClaimRole, class: ResourceClass, amount: Amount, parts: Vec<ClaimPart>) {
        let start = self.claims.parts.len();
        self.claims.parts.extend(parts);
        let parts = start..self.claims.parts.len();
        let inner = participant.in_buffer || matches!(participant.kind, ParticipantKind::Struct(_));
        let Participant { parameter, counted, group, .. } = participant;
        let after_unknown = participant.after_unknown || participant.after_unknown_texture && class == ResourceClass::ShaderResource;
        self.claims.all.push(Claim { parameter, role, class, amount, counted, inner, after_unknown, group, parts });
    }
}

/// Append and consume buffers always have a counter. Other buffers have one only if the shader uses it, which declarations do not show
/// except by `[[vk::counter_binding]]`: see [`Claimer::used_counters`].
fn has_counter(kind: ResourceKind, parameter: &Parameter) -> bool {
    match kind {
        ResourceKind::AppendStructuredBuffer | ResourceKind::ConsumeStructuredBuffer => true,
        ResourceKind::RwStructuredBuffer => parameter.counter_binding.is_some(),
        _ => false,
    }
}
