//! The schemas of the machine-readable outputs and inputs.

use padstone_read::emit;
use {padstone_check as check, padstone_rewrite as rewrite};

/// The schemas, by the names of the outputs and inputs that they describe.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    emit::json::SCHEMAS.iter().copied().chain([
        ("diff", check::abi::SCHEMA),
        ("project", check::config::SCHEMA),
        ("rewrite", rewrite::SCHEMA),
    ])
}
