//! What there is to say about what came out. Nothing moves here.

pub(crate) mod annotations;
pub(crate) mod code_elsewhere;
pub(crate) mod displaced;
pub(crate) mod open;
pub(crate) mod overlap;
pub(crate) mod push_constants;
pub(crate) mod shared_places;
