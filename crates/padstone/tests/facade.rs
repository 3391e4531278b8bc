//! The façade: what is public in `padstone`, asked as tenants ask it.

mod answers;
mod builds;
mod examples;
mod listing;
mod types;
mod workspaces;
