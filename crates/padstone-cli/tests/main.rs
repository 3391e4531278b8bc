//! The tests of the command, in one program: `cargo test -p padstone-cli --test tests attacks` runs those of a module.

mod attacks;
mod cases;
mod check_host;
mod diagnostics;
mod documents;
mod files;
mod folder;
mod integrations;
mod links;
mod messages;
mod pictures;
mod projects;
mod reflection;
mod revisions;
mod schema;
mod shaders;
