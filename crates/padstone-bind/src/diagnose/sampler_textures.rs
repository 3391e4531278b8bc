//! Reports textures that FXC declares for samplers, and whose registers are unknown.

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::Module;

use crate::{ParameterGroup, ParameterRules};

/// Reports the first one: the registers of all textures from there on are unknown.
pub(crate) fn check(module: &Module, rules: &ParameterRules, diagnostics: &mut Diagnostics) {
    let Some(unknown) = module.unknown_sampler_texture.filter(|_| rules.has_group(ParameterGroup::SamplerTextures)) else { return };
    let message = "unknown sampler: FXC declares a texture for it, which the later `t` registers depend on";
    let found = Diagnostic::new(Severity::Note, &codes::SAMPLER_TEXTURE, message, unknown.span)
        .label(unknown.span, "samples a texture of unknown name and register");
    diagnostics.push(found.help("pass a global sampler, or bind all other textures explicitly: `register(t0)`"));
}
