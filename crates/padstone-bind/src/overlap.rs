//! Who shares a number with whom.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{Module, Parameter, ParameterKind, ResourceKind, Type, UsedTogether};

use crate::numbers::Line;
use crate::require::{Claim, Claims};
use crate::reserve::Places;
use crate::{Policy, Sharing};

pub(crate) fn check(module: &Module, policy: &Policy, claims: &Claims, places: &mut Places, diagnostics: &mut Diagnostics) {
    let mut owners: BTreeMap<Line, BTreeMap<u32, (u32, usize)>> = BTreeMap::new();
    for (index, claim) in claims.all.iter().enumerate() {
        let place = places.all[index].clone();
        let Some(range) = place.range.filter(|_| claim.counted) else { continue };
        let owners = owners.entry(place.line).or_default();
        match owner(owners, &range) {
            None => {
                owners.insert(*range.start(), (*range.end(), index));
            }
            Some(first) if matters(module, policy, claim, &claims.all[first]) && share_a_shader(module, claim, &claims.all[first]) => {
                diagnostics.push(overlap(module, policy, claims, places, index, first));
            }
            Some(_) => {}
        }
    }
}

/// Who has a number of a range.
fn owner(owners: &BTreeMap<u32, (u32, usize)>, range: &RangeInclusive<u32>) -> Option<usize> {
    let (_, &(end, owner)) = owners.range(..=*range.end()).next_back()?;
    (end >= *range.start()).then_some(owner)
}

fn matters(module: &Module, policy: &Policy, claim: &Claim, first: &Claim) -> bool {
    let (a, b) = (&module.parameters[claim.parameter], &module.parameters[first.parameter]);
    let both_used = a.used && b.used;
    match policy.sharing {
        Sharing::Nobody => true,
        Sharing::Combined => both_used && !(a.binding.is_some() && b.binding.is_some() && are_combined(module, a, b)),
        Sharing::SameDescriptor => both_used && !are_combined(module, a, b) && descriptor(module, a) != descriptor(module, b),
        Sharing::Everybody => false,
    }
}

/// Whether a shader may use both: one of those that begin in the file, or where none does, one that includes it.
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
    kinds.contains(&Some(Descriptor::Sampler)) && kinds.contains(&Some(Descriptor::Texture))
}

/// The kinds of descriptors that no binding can have two of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Descriptor {
    Texture,
    Sampler,
    StorageImage,
    UniformBuffer,
    StorageBuffer,
    AccelerationStructure,
}

fn descriptor(module: &Module, parameter: &Parameter) -> Option<Descriptor> {
    let kind = match parameter.kind {
        ParameterKind::Buffer(id) => module.buffers[id].resource,
        ParameterKind::Opaque(ty) => match module.types[ty] {
            Type::Resource(resource) => resource.kind,
            _ => return None,
        },
        ParameterKind::Struct(_) | ParameterKind::Uniform(_) => return None,
    };
    Some(match kind {
        ResourceKind::Texture => Descriptor::Texture,
        ResourceKind::RwTexture => Descriptor::StorageImage,
        ResourceKind::Sampler => Descriptor::Sampler,
        ResourceKind::ConstantBuffer => Descriptor::UniformBuffer,
        ResourceKind::AccelerationStructure => Descriptor::AccelerationStructure,
        ResourceKind::StructuredBuffer
        | ResourceKind::RwStructuredBuffer
        | ResourceKind::AppendStructuredBuffer
        | ResourceKind::ConsumeStructuredBuffer
        | ResourceKind::ByteAddressBuffer
        | ResourceKind::RwByteAddressBuffer
        | ResourceKind::TextureBuffer => Descriptor::StorageBuffer,
        ResourceKind::ParameterBlock
        | ResourceKind::CombinedSampler
        | ResourceKind::SubpassInput
        | ResourceKind::StorageBlock
        | ResourceKind::OutputStream
        | ResourceKind::MeshOutput
        | ResourceKind::TensorView
        | ResourceKind::Other => return None,
    })
}

fn overlap(module: &Module, policy: &Policy, claims: &Claims, places: &mut Places, index: usize, first: usize) -> Diagnostic {
    let (claim, first_claim) = (&claims.all[index], &claims.all[first]);
    let (place, first_place) = (places.all[index].clone(), places.all[first].clone());
    let slots = |claim: &Claim, range: &Option<RangeInclusive<u32>>| match range {
        Some(range) => policy.model.range(claim.class, range),
        None => String::new(),
    };
    let ((name, _), (first_name, _)) = (claims.describe(module, claim), claims.describe(module, first_claim));
    let (here, there) = (slots(claim, &place.range), slots(first_claim, &first_place.range));
    let space = policy.model.space(place.line.space);
    let message = format!("`{name}` at {here} overlaps `{first_name}` at {there}, in {space} ({})", policy.name);
    let is_shared_for_sure = module.used_together != UsedTogether::Unknown;
    let severity = if is_shared_for_sure { policy.overlap } else { policy.overlap.min(Severity::Note) };
    let found = Diagnostic::new(severity, &codes::BINDING_OVERLAP, message, place.at)
        .label(place.at, format!("`{name}` takes {here}"))
        .label(first_place.at, format!("`{first_name}` takes {there}"));
    let found = match policy.sharing {
        Sharing::Combined => {
            let found = found.note("registers of all classes become bindings of one set; DXC does not diagnose it");
            // What the source binds for Vulkan is shifted by nothing.
            let is_shifted = module.parameters[claim.parameter].binding.is_none() && claim.class != first_claim.class;
            if is_shifted {
                found.help(format!("shift one class: `-fvk-{}-shift N {}`", claim.class.letter(), place.line.space))
            } else {
                found
            }
        }
        Sharing::SameDescriptor => {
            found.note("no set layout of Vulkan has descriptors of two types at one binding; glslang says nothing about it")
        }
        Sharing::Nobody | Sharing::Everybody => found,
    };
    let found =
        if is_shared_for_sure { found } else { found.note("there is no entry point in this file; it matters to a shader that uses both") };
    // Taken, so that the next overlap is not sent to the same place.
    match places.gaps(place.line).take(claim.amount) {
        Some(free) => found.help(format!(
            "{} of {space} {} free",
            policy.model.range(claim.class, &free),
            if free.start() == free.end() { "is" } else { "are" }
        )),
        None => found.help("give one of the two a space of its own"),
    }
}
