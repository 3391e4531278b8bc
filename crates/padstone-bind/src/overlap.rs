//! Who shares a number with whom.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{Module, ParameterKind, ResourceKind, Type};

use crate::numbers::Line;
use crate::require::{Claim, Claims};
use crate::reserve::Places;
use crate::{Model, Policy};

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
            Some(first) if matters(module, policy, claim, &claims.all[first]) => {
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
    match policy.model {
        Model::D3d => true,
        // What is not used is not in the SPIR-V. A texture and a sampler that both ask for the same binding by
        // `[[vk::binding]]` are meant to be one combined image sampler.
        Model::Vulkan => {
            let combined = a.binding.is_some() && b.binding.is_some() && {
                let kinds = [kind(module, a.kind), kind(module, b.kind)];
                kinds.contains(&Some(ResourceKind::Sampler)) && kinds.contains(&Some(ResourceKind::Texture))
            };
            a.used && b.used && !combined
        }
    }
}

fn kind(module: &Module, parameter: ParameterKind) -> Option<ResourceKind> {
    match parameter {
        ParameterKind::Opaque(ty) => match module.types[ty] {
            Type::Resource(resource) => Some(resource.kind),
            _ => None,
        },
        _ => None,
    }
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
    let message = format!("`{name}` at {here} overlaps `{first_name}` at {there}, in {space}");
    let found = Diagnostic::new(policy.overlap, &codes::BINDING_OVERLAP, message, place.at)
        .label(place.at, format!("`{name}` takes {here}"))
        .label(first_place.at, format!("`{first_name}` takes {there}"));
    let found = match policy.overlap {
        Severity::Error => found,
        _ => found.note("registers of all classes become bindings of one set; DXC says nothing about it"),
    };
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
