//! Reports rules that were skipped because no entry point was requested, and they depend on it or its stage.

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{Module, ResourceClass, Undeclared};

use crate::measure::parameters::Claims;
use crate::reserve::parameters::Reservations;
use crate::{ParameterGroup, ParameterRules, PixelOutputs};

/// Reports each rule once, at the first parameter that it affects.
pub(crate) fn check(module: &Module, rules: &ParameterRules, claims: &Claims, reservations: &Reservations, diagnostics: &mut Diagnostics) {
    let mut textures = module.undeclared.iter().filter_map(|undeclared| match undeclared {
        Undeclared::SamplerTexture { sampler, span } => Some((*sampler, *span)),
        Undeclared::Uniforms { .. } => None,
    });
    if let Some((sampler, span)) = textures.next().filter(|_| rules.has_group(ParameterGroup::SamplerTextures)) {
        let (subject, label) = match sampler {
            Some(name) => (format!("the sampler `{}`", module.name(name)), "a function samples a texture through it"),
            None => ("a sampler".to_owned(), "samples a texture"),
        };
        let message = format!("padstone does not list the texture of {subject}: textures of samplers precede all other `t` registers");
        let found = Diagnostic::new(Severity::Note, &codes::ENTRY_NEEDED, message, span).label(span, label);
        diagnostics.push(found.help("name the entry point, as in `-- -E main`"));
    }
    let mut uniforms = module.undeclared.iter().filter_map(|undeclared| match *undeclared {
        Undeclared::Uniforms { function, span } => Some((function, span)),
        Undeclared::SamplerTexture { .. } => None,
    });
    if let Some((function, span)) = uniforms.next().filter(|_| rules.has_group(ParameterGroup::EntryUniforms)) {
        let name = module.name(function);
        let message =
            format!("padstone does not list the uniform parameters of `{name}`: they take registers only if it is the entry point");
        let found = Diagnostic::new(Severity::Note, &codes::ENTRY_NEEDED, message, span).label(span, "has uniform parameters");
        diagnostics.push(found.help(format!("name the entry point, as in `-- -E {name}`")));
    }
    let PixelOutputs::ReserveUnorderedAccess(targets) = rules.pixel_outputs() else { return };
    let has_stage = module.entry_points.iter().any(|entry| entry.stage.is_some());
    let concerned = claims.all.iter().zip(&reservations.all).find(|(claim, reservation)| {
        let may_be_a_target = reservation.range.as_ref().is_some_and(|range| u64::from(*range.start()) < targets.limit);
        claim.counted && claim.class == ResourceClass::UnorderedAccess && may_be_a_target
    });
    if let Some((claim, reservation)) = concerned.filter(|_| !has_stage) {
        let (name, _) = claims.describe(module, claim);
        let message = format!("the `u` register of `{name}` assumes a shader without render targets");
        let found = Diagnostic::new(Severity::Note, &codes::ENTRY_NEEDED, message, reservation.at)
            .label(reservation.at, "in a pixel shader, after the render targets");
        diagnostics.push(found.help("name the target profile and the entry point, as in `-- -T ps_5_0 -E main`"));
    }
}
