//! Diagnostics about the assigned bindings. Nothing here changes a binding.

pub(crate) mod annotations;
pub(crate) mod classes;
pub(crate) mod codegen_mismatch;
pub(crate) mod displaced;
pub(crate) mod entry_needed;
pub(crate) mod link_time;
pub(crate) mod overlap;
pub(crate) mod push_constants;
pub(crate) mod sampler_textures;
pub(crate) mod shared_slots;
