//! Step 4: assigns the first free slots to parameters without an explicit binding.

pub(crate) mod heaps;
pub(crate) mod parameters;
pub(crate) mod program;
pub(crate) mod shift;
