//! Step 1: which parameters are bound, and in which order.

pub(crate) mod parameters;
pub(crate) mod program;
pub(crate) mod struct_resources;
