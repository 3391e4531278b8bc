//! The façade: the public items of `padstone`, used as clients use them.

mod answers;
mod builds;
mod declarations;
mod examples;
mod listing;
mod types;
mod workspaces;
