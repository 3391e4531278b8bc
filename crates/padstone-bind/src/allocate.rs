//! Step 4: the first free places for all that have none.

pub(crate) mod heaps;
pub(crate) mod parameters;
pub(crate) mod program;
pub(crate) mod shift;
