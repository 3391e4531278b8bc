//! The subcommands, one file each.

pub(crate) mod check;
pub(crate) mod check_host;
pub(crate) mod compare;
pub(crate) mod diff;
pub(crate) mod emit;
pub(crate) mod explain;
pub(crate) mod layout;
pub(crate) mod optimize;
pub(crate) mod pages;
pub(crate) mod reflect;
pub(crate) mod rewrite;
pub(crate) mod schema;
mod unmatched;
