//! Step 1: who takes part, and in which order.

pub(crate) mod parameters;
pub(crate) mod program;
pub(crate) mod struct_resources;
