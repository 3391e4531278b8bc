//! The façade: what is public in `padstone`, asked as tenants ask it.

mod answers;
mod builds;
mod types;
mod workspaces;
