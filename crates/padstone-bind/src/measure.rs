//! Step 2: how many of each layout unit every parameter takes.

pub(crate) mod parameters;
pub(crate) mod program;
pub(crate) mod scope;
pub(crate) mod shifted;
pub(crate) mod stage_variables;
pub(crate) mod types;
