//! Overlaps of parameters of one file.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{Module, Parameter, ParameterKind, ResourceKind, Type, TypeId, UsedTogether};

use crate::measure::parameters::{Claim, Claims};
use crate::reserve::parameters::{Reservations, SlotSpace};
use crate::{BindingSource, OF_CFAMILY, OverlapRule, ParameterRules};

/// The owners of slots: the last slot of each range, and the index of the claim, by the first slot.
#[derive(Default)]
pub(crate) struct Owners(BTreeMap<SlotSpace, BTreeMap<u32, (u32, usize)>>);

impl Owners {
    /// The owner of a slot in a range.
    pub(crate) fn owner(&self, slot_space: SlotSpace, range: &RangeInclusive<u32>) -> Option<usize> {
        let (_, &(end, owner)) = self.0.get(&slot_space)?.range(..=*range.end()).next_back()?;
        (end >= *range.start()).then_some(owner)
    }

    pub(crate) fn add(&mut self, slot_space: SlotSpace, range: Option<RangeInclusive<u32>>, index: usize) {
        if let Some(range) = range {
            self.0.entry(slot_space).or_default().insert(*range.start(), (*range.end(), index));
        }
    }
}

/// Reports claims that overlap with another; `name` is the name of the rules. Those with a register of another class are only compared once it is
/// corrected.
pub(crate) fn check(
    module: &Module,
    (name, rules): (&str, &ParameterRules),
    claims: &Claims,
    is_misclassed: &[bool],
    reservations: &mut Reservations,
    diagnostics: &mut Diagnostics,
) -> Owners {
    let mut owners = Owners::default();
    for (index, claim) in claims.all.iter().enumerate().filter(|(index, _)| !is_misclassed[*index]) {
        let reservation = reservations.all[index].clone();
        let Some(range) = reservation.range.filter(|_| claim.counted && is_compared(module, rules, claim)) else { continue };
        let Some(first) = owners.owner(reservation.slot_space, &range) else {
            owners.add(reservation.slot_space, Some(range), index);
            continue;
        };
        if let Some(severity) = severity(module, rules, (claim, &claims.all[first])) {
            diagnostics.push(overlap(module, (name, rules), claims, reservations, (index, first), severity));
        }
    }
    owners
}

/// Whether an overlap with a claim can matter.
fn is_compared(module: &Module, rules: &ParameterRules, claim: &Claim) -> bool {
    match rules.overlap_rule {
        OverlapRule::SameTextureType(_) => texture_type(module, &module.parameters[claim.parameter]).is_some(),
        _ => true,
    }
}

/// The type of a texture with its sampler, or of an array of them.
fn texture_type(module: &Module, parameter: &Parameter) -> Option<TypeId> {
    match parameter.kind {
        ParameterKind::Opaque(ty) if descriptor(module, parameter) == Some(DescriptorType::TextureWithSampler) => Some(ty),
        _ => None,
    }
}

/// The severity of an overlap of two claims; `None` if it is allowed.
pub(crate) fn severity(module: &Module, rules: &ParameterRules, (claim, first): (&Claim, &Claim)) -> Option<Severity> {
    let (a, b) = (&module.parameters[claim.parameter], &module.parameters[first.parameter]);
    let both_used = a.used && b.used;
    let (severity, matters) = match rules.overlap_rule {
        OverlapRule::Always => return None,
        OverlapRule::Never(severity) => (severity, true),
        OverlapRule::Combined(severity) => {
            (severity, both_used && !(a.binding.is_some() && b.binding.is_some() && are_combined(module, a, b)))
        }
        OverlapRule::SameDescriptor(severity) => {
            (severity, both_used && !are_combined(module, a, b) && descriptor(module, a) != descriptor(module, b))
        }
        OverlapRule::SameTextureType(severity) => (severity, both_used && texture_type(module, a) != texture_type(module, b)),
    };
    (matters && share_a_shader(module, claim, first)).then_some(severity)
}

/// Whether one shader may use both: an entry point of the file, or if there is none, a shader that includes it.
fn share_a_shader(module: &Module, claim: &Claim, first: &Claim) -> bool {
    match &module.used_together {
        UsedTogether::AllUsed | UsedTogether::Unknown => true,
        UsedTogether::By(entries) => {
            entries.iter().any(|used| used.binary_search(&claim.parameter).is_ok() && used.binary_search(&first.parameter).is_ok())
        }
    }
}

/// Whether one is a texture and the other a sampler.
fn are_combined(module: &Module, a: &Parameter, b: &Parameter) -> bool {
    let kinds = [descriptor(module, a), descriptor(module, b)];
    kinds.contains(&Some(DescriptorType::Sampler)) && kinds.contains(&Some(DescriptorType::Texture))
}

/// The descriptor types that cannot share a binding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DescriptorType {
    Texture,
    Sampler,
    TextureWithSampler,
    StorageImage,
    UniformBuffer,
    StorageBuffer,
    AccelerationStructure,
}

fn descriptor(module: &Module, parameter: &Parameter) -> Option<DescriptorType> {
    let kind = match parameter.kind {
        ParameterKind::Buffer(id) => module.buffers[id].resource,
        ParameterKind::Opaque(ty) => match module.types[ty] {
            Type::Resource(resource) => resource.kind,
            _ => return None,
        },
        ParameterKind::Struct(_) | ParameterKind::Uniform(_) => return None,
    };
    Some(match kind {
        ResourceKind::Texture => DescriptorType::Texture,
        ResourceKind::RwTexture => DescriptorType::StorageImage,
        ResourceKind::Sampler => DescriptorType::Sampler,
        ResourceKind::CombinedSampler => DescriptorType::TextureWithSampler,
        ResourceKind::ConstantBuffer => DescriptorType::UniformBuffer,
        ResourceKind::AccelerationStructure => DescriptorType::AccelerationStructure,
        ResourceKind::StructuredBuffer
        | ResourceKind::RwStructuredBuffer
        | ResourceKind::AppendStructuredBuffer
        | ResourceKind::ConsumeStructuredBuffer
        | ResourceKind::ByteAddressBuffer
        | ResourceKind::RwByteAddressBuffer
        | ResourceKind::TextureBuffer => DescriptorType::StorageBuffer,
        ResourceKind::ParameterBlock
        | ResourceKind::SubpassInput
        | ResourceKind::StorageBlock
        | ResourceKind::OutputStream
        | ResourceKind::MeshOutput
        | ResourceKind::MeshIndices
        | ResourceKind::TensorView
        | ResourceKind::Patch
        | ResourceKind::FeedbackType
        | ResourceKind::Other => return None,
    })
}

fn overlap(
    module: &Module,
    (rules_name, rules): (&str, &ParameterRules),
    claims: &Claims,
    reservations: &mut Reservations,
    (index, first): (usize, usize),
    severity: Severity,
) -> Diagnostic {
    let (claim, first_claim) = (&claims.all[index], &claims.all[first]);
    let (reservation, first_reservation) = (reservations.all[index].clone(), reservations.all[first].clone());
    let slots = |claim: &Claim, range: &Option<RangeInclusive<u32>>| match range {
        Some(range) => rules.numbering.range(claim.class, range),
        None => String::new(),
    };
    let ((name, _), (first_name, _)) = (claims.describe(module, claim), claims.describe(module, first_claim));
    let (slot_text, first_slot_text) = (slots(claim, &reservation.range), slots(first_claim, &first_reservation.range));
    let space = rules.numbering.space(reservation.slot_space.0);
    let message = format!("`{name}` at {slot_text} overlaps `{first_name}` at {first_slot_text}, in {space} ({rules_name})");
    let is_shared_for_sure = module.used_together != UsedTogether::Unknown;
    let severity = if is_shared_for_sure { severity } else { severity.min(Severity::Note) };
    let found = Diagnostic::new(severity, &codes::BINDING_OVERLAP, message, reservation.at)
        .label(reservation.at, format!("`{name}` takes {slot_text}"))
        .label(first_reservation.at, format!("`{first_name}` takes {first_slot_text}"));
    let found = match rules.overlap_rule {
        OverlapRule::Combined(_) if OF_CFAMILY => {
            let found = found.note(match claim.class == first_claim.class {
                true => "DXC does not report it",
                false => "registers of all classes become bindings of one set; DXC does not report it",
            });
            // Explicit Vulkan bindings are not shifted.
            let is_bound = reservation.explicit.as_ref().is_some_and(|explicit| explicit.source == BindingSource::BindRegister);
            let is_shifted = module.parameters[claim.parameter].binding.is_none() && !is_bound && claim.class != first_claim.class;
            if is_shifted {
                found.help(format!("shift one class: `-fvk-{}-shift N {}`", claim.class.letter(), reservation.slot_space.0))
            } else {
                found
            }
        }
        OverlapRule::SameDescriptor(_) if OF_CFAMILY => {
            found.note("a Vulkan set layout cannot have two descriptor types at one binding; glslang does not report it")
        }
        OverlapRule::SameTextureType(_) if OF_CFAMILY => {
            found.note("OpenGL cannot render with samplers of different types at one texture unit; glslang does not report it")
        }
        _ => found,
    };
    let found =
        if is_shared_for_sure { found } else { found.note("this file has no entry point: only a shader that uses both is affected") };
    // Reserve it, so that the next overlap gets another suggestion.
    match reservations.take(reservation.slot_space, claim.amount) {
        Some(free) => found.help(format!(
            "use {} of {space}, which {} free",
            rules.numbering.range(claim.class, &free),
            if free.start() == free.end() { "is" } else { "are" }
        )),
        None => found.help("move one of them to another space"),
    }
}
